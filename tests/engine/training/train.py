"""Trains the net that reads the cells of photos, on cells that are drawn.

    python -m tests.engine.training.train FONTS [--cells CELLS.npz] [--steps 10000] [--seed 3]

FONTS is the folder into which `tests/engine/training/fonts` has unpacked the fonts. CELLS holds
cells of real photos of training sets, as `cut.py` beside this file cuts them; an eighth of each
batch then comes from them. The weights go to `--out`, or else to where the reader finds them.

The committed weights are those of seed 3 without photos, trained with AVX-512: of the nets of the
seeds 1 to 3, with AVX-512 and with AVX2, they read neither the most boards nor the fewest
(CONTRIBUTING.md). With the same versions of torch, numpy, OpenCV and Pillow, the same fonts (which
have the same digest) and a processor of the same kind, the file comes out the same, byte for byte:
one thread adds up everything in one order.
"""

import argparse
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from engine.photo.net import SYMBOLS
from tests.engine.training.glyphs import Artist, Pixels, batches, digest, draw_glyphs, fonts_below

BATCH: Final = 128
WIDTHS: Final = (16, 32, 64)
HIDDEN: Final = 64
RATE: Final = 3e-3
"""The highest learning rate, after a fifth of the steps; it falls almost to zero at the end."""

DROPOUT: Final = 0.2
REAL: Final = 16
"""Cells of real photos in each batch, if there are any."""


def main() -> None:
    arguments = read_arguments()
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(mode=True)
    torch.manual_seed(arguments.seed)
    glyphs = draw_glyphs(fonts_below(arguments.fonts))
    print(len(glyphs["1"]), "fonts,", digest(glyphs))
    net = new_net()
    pictures = batches(Artist(glyphs, arguments.seed), BATCH, arguments.seed)
    train(net, mixed(pictures, arguments.cells, arguments.seed), arguments.steps)
    test(net, batches(Artist(glyphs, arguments.seed + 1), 4096, arguments.seed + 1))
    write(net, arguments.seed, arguments.out)


def read_arguments() -> Any:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("fonts", type=Path)
    parser.add_argument("--cells", type=Path)
    parser.add_argument("--steps", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--out", type=Path, default=Path("engine/photo/weights.npz"))
    return parser.parse_args()


def new_net() -> Any:
    """While the net learns, each convolution is normalised; `write` then multiplies that out."""
    layers: list[Any] = []
    channels = 1
    for width in WIDTHS:
        layers += [nn.Conv2d(channels, width, 3, padding=1, bias=False), nn.MaxPool2d(2)]
        layers += [normalisation(width), nn.ReLU()]
        channels = width
    whole = channels * 4 * 4
    layers += [nn.Flatten(), nn.Dropout(DROPOUT)]
    layers += [nn.Linear(whole, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, len(SYMBOLS))]
    net = nn.Sequential(*layers)
    return net.to(memory_format=torch.channels_last)


def normalisation(width: int) -> Any:
    """The scale is never negative, or the greatest of four would become the least."""
    normalisation = nn.BatchNorm2d(width)
    normalisation.weight.requires_grad_(requires_grad=False)
    return normalisation


Batches = Iterator[tuple[Pixels, NDArray[np.int64]]]


def mixed(pictures: Batches, cells: Path | None, seed: int) -> Batches:
    """Batches of drawn cells, some of them replaced by cells of photos."""
    if cells is None:
        yield from pictures
        return
    rng = np.random.default_rng(seed)
    with np.load(cells) as kept:
        seen, truths = kept["cells"].astype(np.float32) / 64 - 1, kept["labels"].astype(np.int64)
    share = np.bincount(truths, minlength=len(SYMBOLS)).clip(1)[truths] ** -0.7
    for drawn, labels in pictures:
        some = rng.choice(len(truths), REAL, p=share / share.sum())
        drawn[:REAL], labels[:REAL] = seen[some], truths[some]
        yield drawn, labels


def train(net: Any, pictures: Batches, steps: int) -> None:
    net.train()
    optimizer = torch.optim.AdamW(net.parameters(), RATE, weight_decay=1e-4)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, steps, pct_start=0.2)
    loss_of = nn.CrossEntropyLoss(label_smoothing=0.01)
    start = time.process_time()
    for step in range(steps):
        drawn, labels = next(pictures)
        loss = loss_of(net(seen(drawn)), torch.from_numpy(labels))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
        if step % 200 == 0:
            print(step, round(loss.item(), 4), round(time.process_time() - start), "s", flush=True)


def seen(cells: Pixels) -> Any:
    return torch.from_numpy(cells)[:, None].contiguous(memory_format=torch.channels_last)


def test(net: Any, pictures: Batches) -> None:
    net.eval()
    drawn, labels = next(pictures)
    with torch.no_grad():
        guessed = net(seen(drawn)).argmax(1).numpy()
    print("right of drawn cells:", (guessed == labels).mean())


def write(net: Any, seed: int, path: Path) -> None:
    """Writes the weights and their seed in the form that engine/photo/net.py reads."""
    kept: dict[str, Any] = {}
    convolutions = [part for part in net if isinstance(part, nn.Conv2d)]
    normalisations = [part for part in net if isinstance(part, nn.BatchNorm2d)]
    for number, (one, its) in enumerate(zip(convolutions, normalisations, strict=True), 1):
        scale = 1 / torch.sqrt(its.running_var + its.eps)
        kernel = one.weight.permute(1, 2, 3, 0).reshape(-1, one.out_channels)
        kept[f"kernel{number}"] = kernel * scale
        kept[f"shift{number}"] = its.bias - its.running_mean * scale
    first, last = (part for part in net if isinstance(part, nn.Linear))
    by_places = first.weight.reshape(HIDDEN, WIDTHS[-1], 4, 4).permute(0, 2, 3, 1)
    kept |= {"dense4": by_places.reshape(HIDDEN, -1).T, "shift4": first.bias}
    kept |= {"dense5": last.weight.T, "shift5": last.bias}
    halves = {name: one.detach().numpy().astype(np.float16) for name, one in kept.items()}
    np.savez_compressed(path, **halves, seed=np.int64(seed))


if __name__ == "__main__":
    main()
