"""Trains the net that reads the cells of photos, on cells that are drawn.

    python -m tests.engine.training.train FONTS [--cells CELLS.npz] [--steps 2500] [--seed 1]

FONTS is the folder into which `tests/engine/training/fonts` has unpacked the fonts. CELLS holds
cells of real photos of training sets, as `cut.py` beside this file cuts them; an eighth of each
batch is then of them. The weights go to `--out`, otherwise to where the reader finds them.
"""

import argparse
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from engine.photo.net import SYMBOLS
from tests.engine.training.glyphs import Artist, Pixels, batches, draw_glyphs, fonts_below

BATCH: Final = 256
WIDTHS: Final = (16, 32, 64)
HIDDEN: Final = 64
RATE: Final = 2e-3
REAL: Final = 32
"""So many of each batch are cells of real photos, where there are any."""


def main() -> None:
    arguments = read_arguments()
    torch.set_num_threads(1)
    torch.manual_seed(arguments.seed)
    glyphs = draw_glyphs(fonts_below(arguments.fonts))
    print(len(glyphs["1"]), "fonts")
    net = new_net()
    pictures = batches(Artist(glyphs, arguments.seed), BATCH, arguments.seed)
    train(net, mixed(pictures, arguments.cells, arguments.seed), arguments.steps)
    test(net, batches(Artist(glyphs, arguments.seed + 1), 4096, arguments.seed + 1))
    write(net, arguments.out)


def read_arguments() -> Any:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("fonts", type=Path)
    parser.add_argument("--cells", type=Path)
    parser.add_argument("--steps", type=int, default=2500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("engine/photo/weights.npz"))
    return parser.parse_args()


def new_net() -> Any:
    layers: list[Any] = []
    channels = 1
    for width in WIDTHS:
        layers += [nn.Conv2d(channels, width, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2)]
        channels = width
    whole = channels * 4 * 4
    dense = [nn.Dropout(0.2), nn.Linear(whole, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, len(SYMBOLS))]
    return nn.Sequential(*layers, nn.Flatten(), *dense)


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
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, steps)
    loss_of = nn.CrossEntropyLoss(label_smoothing=0.01)
    start = time.monotonic()
    for step in range(steps):
        drawn, labels = next(pictures)
        loss = loss_of(net(torch.from_numpy(drawn)[:, None]), torch.from_numpy(labels))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
        if step % 200 == 0:
            print(step, round(loss.item(), 4), round(time.monotonic() - start), "s", flush=True)


def test(net: Any, pictures: Batches) -> None:
    net.eval()
    drawn, labels = next(pictures)
    with torch.no_grad():
        guessed = net(torch.from_numpy(drawn)[:, None]).argmax(1).numpy()
    print("right of drawn cells:", (guessed == labels).mean())


def write(net: Any, path: Path) -> None:
    """Writes the weights as engine/photo/net.py wants them."""
    kept: dict[str, Any] = {}
    parts = [part for part in net if hasattr(part, "weight")]
    for number, part in enumerate(parts, 1):
        weight = part.weight.detach().numpy()
        kept[f"shift{number}"] = part.bias.detach().numpy().astype(np.float16)
        if weight.ndim == 4:
            weight = weight.transpose(1, 2, 3, 0).reshape(-1, len(weight))
            kept[f"kernel{number}"] = weight.astype(np.float16)
            continue
        if number == len(WIDTHS) + 1:
            weight = weight.reshape(HIDDEN, WIDTHS[-1], 4, 4).transpose(0, 2, 3, 1)
            weight = weight.reshape(HIDDEN, -1)
        kept[f"dense{number}"] = weight.T.astype(np.float16)
    np.savez_compressed(path, **kept)


if __name__ == "__main__":
    main()
