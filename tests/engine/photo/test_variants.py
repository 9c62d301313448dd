"""Boards of other rules, as drawn by `tests/engine/photo/variants.py`, are named."""

from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from engine import Grid
from engine.photo.reader import read
from engine.photo.reading import Unreadable, Why
from engine.photo.variants import has_bold_boxes, variant_of
from engine.search.budget import Budget
from tests.engine.photo.distorted import GROUPS, jpeg
from tests.engine.photo.drawn import Look, drawn
from tests.engine.photo.test_verdict import PUZZLE
from tests.engine.photo.variants import VARIANTS


def why(content: bytes) -> Why | None:
    try:
        read(content, Budget(10))
    except Unreadable as error:
        return error.why
    return None


@pytest.mark.parametrize("name", VARIANTS)
def test_a_board_of_other_rules_is_named(name: str) -> None:
    assert why(jpeg(VARIANTS[name](0))) == name.split(maxsplit=1)[0]


@pytest.mark.long
@pytest.mark.parametrize("name", VARIANTS)
def test_nearly_all_boards_of_other_rules_are_named(name: str) -> None:
    said = [why(jpeg(VARIANTS[name](seed))) for seed in range(1, 11)]
    assert said.count(Why(name.split(maxsplit=1)[0])) >= 9


@pytest.mark.long
def test_bold_lines_around_few_digits_are_no_sums() -> None:
    few = Grid.blank(PUZZLE.geometry).with_values({8: 1, 12: 6, 16: 2, 40: 6, 53: 5, 63: 4})
    assert why(drawn(few, Look(thick=9))) is Why.FEW_DIGITS


@pytest.mark.long
@pytest.mark.parametrize("group", ["creases", "show-through 20%", "curl 5%", "noise"])
def test_no_ordinary_board_is_taken_for_another(group: str) -> None:
    assert {why(GROUPS[group](seed)) for seed in range(3)} == {None}


@pytest.mark.parametrize("look", [Look(), Look(theme=2), Look(thick=1), Look(thin=2, thick=6)])
def test_the_lines_of_an_ordinary_board_are_those_of_its_boxes(look: Look) -> None:
    (reading,) = read(drawn(PUZZLE, look), Budget(10))
    with Image.open(BytesIO(reading.cut_out)) as image:
        assert variant_of(np.asarray(image), PUZZLE.geometry) is None


def test_boxes_are_bold_if_all_their_lines_are() -> None:
    bold, thin = (read(drawn(PUZZLE, Look(thick=width)), Budget(10))[0] for width in (6, 1))
    flat = [np.asarray(Image.open(BytesIO(reading.cut_out))) for reading in (bold, thin)]
    assert [has_bold_boxes(pixels, PUZZLE.geometry) for pixels in flat] == [True, False]
