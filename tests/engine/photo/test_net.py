from importlib.resources import files

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from engine.photo.cells import SIDE, Pixels, normalised
from engine.photo.net import BLANK, NOTES, SYMBOLS, log_likelihoods, trained_with


def cells(*texts: str, height: int = 20) -> Pixels:
    """A normalised cell for each text."""
    drawn = []
    for text in texts:
        image = Image.new("L", (SIDE, SIDE), 250)
        font = ImageFont.load_default(height * (0.75 if len(text) > 1 else 1))
        ImageDraw.Draw(image).text((SIDE / 2, SIDE / 2), text, 20, font, anchor="mm")
        drawn.append(np.asarray(image, np.float32))
    return normalised(np.array(drawn))


def read(found: Pixels) -> list[str]:
    return [SYMBOLS[at] for at in log_likelihoods(found).argmax(axis=1)]


@pytest.mark.parametrize("height", [20, 22, 23])
def test_printed_symbols_are_read(height: int) -> None:
    texts = [*"123456789", "10", "11", "12", "13", "14", "15", "16", *"ABCDEF", " "]
    assert read(cells(*texts, height=height)) == [text.strip() for text in texts]


def test_small_digits_in_a_cell_are_notes() -> None:
    image = Image.new("L", (SIDE, SIDE), 250)
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(10)
    for digit in (1, 2, 4, 6, 9):
        down, across = divmod(digit - 1, 3)
        draw.text((7 + 9 * across, 7 + 9 * down), str(digit), 40, font, anchor="mm")
    both = np.concatenate([cells("5"), normalised(np.asarray(image, np.float32)[None])])
    assert read(both) == ["5", NOTES]


def test_likelihoods_are_those_of_all_symbols_together() -> None:
    noise = np.random.default_rng(1).normal(0, 0.5, (5, SIDE, SIDE)).astype(np.float32)
    seen = log_likelihoods(noise)
    assert seen.shape == (5, len(SYMBOLS))
    assert np.exp(seen).sum(axis=1) == pytest.approx(1, abs=1e-4)
    assert seen.max() <= 0
    assert SYMBOLS[0] == BLANK
    assert SYMBOLS[1:10] == tuple("123456789")


def as_described(cell: Pixels) -> NDArray[np.float64]:
    """What the description of the net comes to, one product at a time."""
    with (files("engine.photo") / "weights.npz").open("rb") as file, np.load(file) as kept:
        weights = {name: kept[name].astype(np.float64) for name in kept.files}
    seen = cell[..., None].astype(np.float64)
    for layer in "123":
        side, channels = len(seen), seen.shape[2]
        kernel = weights[f"kernel{layer}"].reshape(channels, 3, 3, -1)
        padded = np.pad(seen, ((1, 1), (1, 1), (0, 0)))
        found = sum(
            padded[down : down + side, across : across + side] @ kernel[:, down, across]
            for down in range(3)
            for across in range(3)
        )
        found = np.maximum(found + weights[f"shift{layer}"], 0)
        seen = found.reshape(side // 2, 2, side // 2, 2, -1).max(axis=(1, 3))
    hidden = np.maximum(seen.ravel() @ weights["dense4"] + weights["shift4"], 0)
    scores = hidden @ weights["dense5"] + weights["shift5"]
    return np.asarray(scores - np.logaddexp.reduce(scores))


def test_the_net_has_three_convolutions_and_two_dense_layers() -> None:
    noise = np.random.default_rng(1).normal(0, 0.5, (2, SIDE, SIDE)).astype(np.float32)
    for cell in (*cells("5", "12", " "), *noise):
        assert log_likelihoods(cell[None])[0] == pytest.approx(as_described(cell), abs=0.01)


@pytest.mark.parametrize("count", [1, 15, 16, 17, 40])
def test_a_cell_is_read_alone_as_among_others(count: int) -> None:
    some = np.concatenate([cells(*"123456789ABC")] * 4)[:count]
    together = log_likelihoods(some)
    assert len(together) == count
    for at in {0, count // 2, count - 1}:
        assert together[at] == pytest.approx(log_likelihoods(some[at : at + 1])[0], abs=1e-3)


def test_the_weights_say_with_which_seed_they_were_trained() -> None:
    assert trained_with() in {1, 2, 3}
