from functools import cache

import pytest
from PIL import Image

from bot.render.canvas import Canvas
from bot.render.hint_drawing import (
    draw_candidates,
    draw_hint_frames,
    draw_hint_papers,
    draw_letters,
)
from bot.render.layout import Box, Layout
from bot.render.marks import CandidateRole, CellRole, Highlight
from bot.render.theme import LIGHT, Colour
from engine import Geometry
from tests.bot.render.pixels import area, cell_of, opened, pieces, read_symbol, where

SHAPE = Geometry(3, 3)
LAYOUT = Layout(SHAPE)
CELL = LAYOUT.cell


def canvas() -> Canvas:
    return Canvas(LAYOUT.side, LAYOUT.side, LIGHT)


def papers(units: tuple[int, ...] = (), *highlights: Highlight) -> Image.Image:
    board = canvas()
    draw_hint_papers(board, LAYOUT, units, highlights)
    return opened(board.png())


def frames(units: tuple[int, ...] = (), *highlights: Highlight) -> Image.Image:
    board = canvas()
    draw_hint_frames(board, LAYOUT, units, highlights)
    return opened(board.png())


def box_of(image: Image.Image, colour: Colour) -> Box | None:
    return where(image, colour).getbbox()


def grown(box: Box, by: int) -> Box:
    left, top, right, bottom = box
    return left - by, top - by, right + by, bottom + by


def test_units_are_tinted_and_cells_of_the_pattern_upon_them() -> None:
    image = papers((1,), Highlight(9, CellRole.PATTERN), Highlight(40, CellRole.OTHER))
    assert box_of(image, LIGHT.unit_paper) == (LAYOUT.box(10)[0], *LAYOUT.around(SHAPE.rows[1])[1:])
    assert area(where(image, LIGHT.unit_paper)) == 8 * CELL**2
    assert box_of(image, LIGHT.pattern_paper) == LAYOUT.box(9)
    assert area(where(image, LIGHT.pattern_paper)) == CELL**2
    assert box_of(image, LIGHT.other_paper) == LAYOUT.box(40)
    assert area(where(image, LIGHT.other_paper)) == CELL**2


def test_a_cell_that_is_only_looked_at_keeps_its_paper() -> None:
    image = papers((), Highlight(40, CellRole.TARGET))
    assert box_of(image, LIGHT.paper) == (0, 0, LAYOUT.side, LAYOUT.side)
    assert area(where(image, LIGHT.paper)) == LAYOUT.side**2


def test_a_cell_that_loses_candidates_is_hatched_but_remains_mostly_paper() -> None:
    cell = cell_of(papers((), Highlight(40, CellRole.AFFECTED)), LAYOUT, 40)
    assert area(where(cell, LIGHT.paper)) / CELL**2 == pytest.approx(0.7, abs=0.12)
    top = where(cell, LIGHT.hatch).crop((0, 0, CELL, 1))
    assert len(pieces(top, 1)) == 5
    around = papers((), Highlight(40, CellRole.AFFECTED)).crop(grown(LAYOUT.box(40), 4))
    whole = area(where(around, LIGHT.paper)) - area(where(cell, LIGHT.paper))
    assert whole == (CELL + 8) ** 2 - CELL**2, "nothing beside it is hatched"


def test_the_edge_of_a_unit_lies_on_the_lines_around_it() -> None:
    image = frames((9 + 4,))
    box = LAYOUT.around(SHAPE.columns[4])
    assert box_of(image, LIGHT.pattern) == grown(box, 3)
    inner = image.crop(grown(box, -3))
    assert area(where(inner, LIGHT.paper)) == inner.width * inner.height


def test_a_frame_lies_two_pixels_inside_its_cell() -> None:
    colours = {
        CellRole.PATTERN: LIGHT.pattern,
        CellRole.OTHER: LIGHT.other,
        CellRole.TARGET: LIGHT.place,
    }
    for role, colour in colours.items():
        image = frames((), Highlight(40, role))
        assert box_of(image, colour) == grown(LAYOUT.box(40), -2)
        assert area(where(image, LIGHT.paper)) + area(where(image, colour)) == LAYOUT.side**2
    hatched = frames((), Highlight(40, CellRole.AFFECTED))
    assert area(where(hatched, LIGHT.paper)) == LAYOUT.side**2


def thickness(image: Image.Image, colour: Colour) -> int:
    """How thick the upper edge of a frame in the middle cell is, at its left end."""
    left, top, _, bottom = LAYOUT.box(40)
    return area(where(image.crop((left + 12, top, left + 13, (top + bottom) // 2)), colour))


def test_the_frames_of_cells_differ_in_their_dashes_and_the_target_has_thick_corners() -> None:
    pattern, other, target = (
        frames((), Highlight(40, role))
        for role in (CellRole.PATTERN, CellRole.OTHER, CellRole.TARGET)
    )
    left, top, right, _ = LAYOUT.box(40)
    edges = [image.crop((left, top + 3, right, top + 4)) for image in (pattern, other, target)]
    colours = (LIGHT.pattern, LIGHT.other, LIGHT.place)
    dashes = [pieces(where(edge, colour), 1) for edge, colour in zip(edges, colours, strict=True)]
    assert [len(each) for each in dashes] == [1, 5, 2]
    assert [right - left for left, _, right, _ in dashes[1]] == [CELL // 9] * 5
    assert [right - left for left, _, right, _ in dashes[2]] == [CELL // 3] * 2
    thin, thick = thickness(pattern, LIGHT.pattern), thickness(target, LIGHT.place)
    assert (thin, thick) == (4, 7)
    assert thickness(other, LIGHT.other) == thin


def test_a_frame_in_the_smallest_cells_is_still_seen() -> None:
    large = Layout(Geometry(5, 5))
    board = Canvas(large.side, large.side, LIGHT)
    draw_hint_frames(board, large, (), (Highlight(0, CellRole.PATTERN),))
    left, top, right, _ = large.box(0)
    middle = (left + right) // 2
    edge = opened(board.png()).crop((middle, top, middle + 1, top + 30))
    assert area(where(edge, LIGHT.pattern)) == 3


@cache
def candidate(role: CandidateRole | None, digit: int = 4) -> Image.Image:
    """The surroundings of a candidate of the middle cell, whose paper is tinted."""
    board = canvas()
    board.fill(LAYOUT.box(40), LIGHT.unit_paper)
    draw_candidates(board, LAYOUT, {(40, digit): role})
    x, y = LAYOUT.spot(40, digit)
    return opened(board.png()).crop((round(x) - 20, round(y) - 20, round(x) + 20, round(y) + 20))


COLOURS = {
    None: LIGHT.note,
    CandidateRole.PLACE: LIGHT.paper,
    CandidateRole.ELIMINATE: LIGHT.note,
    CandidateRole.PATTERN: LIGHT.pattern,
    CandidateRole.OTHER: LIGHT.other,
    CandidateRole.KNOWN: LIGHT.ink,
}


@pytest.mark.parametrize("role", COLOURS)
def test_a_candidate_has_the_colour_of_its_role_and_its_shape_around_it(
    role: CandidateRole | None,
) -> None:
    image, reach = candidate(role), LAYOUT.reach(40)
    assert area(where(image, COLOURS[role])) > 15
    shapes = {
        CandidateRole.PLACE: (LIGHT.place, reach),
        CandidateRole.PATTERN: (LIGHT.pattern, reach),
        CandidateRole.OTHER: (LIGHT.other, reach),
        CandidateRole.KNOWN: (LIGHT.given_paper, reach),
        CandidateRole.ELIMINATE: (LIGHT.alarm, reach * 4 // 5),
    }
    for other, (colour, half) in shapes.items():
        box = box_of(image, colour)
        if other is role:
            assert box is not None
            assert all(
                abs(at - shall) <= 2
                for at, shall in zip(box, (20 - half, 20 - half, 20 + half, 20 + half), strict=True)
            )
        elif colour != COLOURS[role]:
            # Edges may have a few pixels of a colour that is much like a blend of others.
            assert area(where(image, colour)) < 100
    inside = image.getpixel((13, 13)) if role is CandidateRole.PATTERN else LIGHT.paper
    assert inside == LIGHT.paper, "a ring hides what passes below its digit"


def test_marks_are_bold_but_leave_their_digit_readable() -> None:
    plain = candidate(None).convert("L")
    assert read_symbol(plain.crop((6, 6, 34, 34)), "123456789") == "4"
    # In the places of ring and square nothing of the digit is hidden: their edge is thin.
    for role, colour in (
        (CandidateRole.PATTERN, LIGHT.pattern),
        (CandidateRole.OTHER, LIGHT.other),
    ):
        row = where(candidate(role).crop((0, 19, 12, 20)), colour)
        assert 1 <= area(row) <= 3
    known = candidate(CandidateRole.KNOWN)
    bolder = area(where(known, LIGHT.ink)) / area(where(candidate(None), LIGHT.note))
    assert 1.2 < bolder < 2.5


def test_a_cross_lies_above_its_digit() -> None:
    board = canvas()
    draw_candidates(board, LAYOUT, {(40, 8): CandidateRole.ELIMINATE})
    x, y = map(round, LAYOUT.spot(40, 8))
    image = opened(board.png())
    assert image.getpixel((x, y)) == LIGHT.alarm
    cut = where(image.crop((x - 20, y - 8, x + 20, y - 7)), LIGHT.alarm)
    assert 2 <= area(cut) <= 8


@pytest.mark.parametrize("size", [4, 25])
def test_the_edge_of_a_mark_grows_with_its_cell(size: int) -> None:
    shape = Geometry.of_size(size)
    layout = Layout(shape)
    board = Canvas(layout.side, layout.side, LIGHT)
    draw_candidates(board, layout, {(0, 1): CandidateRole.PATTERN})
    x, y = map(round, layout.spot(0, 1))
    edge = opened(board.png()).crop((x - layout.reach(0) - 1, y, x - layout.reach(0) // 2, y + 1))
    assert area(where(edge, LIGHT.pattern)) == pytest.approx({4: 5, 25: 2}[size], abs=1)


def test_the_letters_of_sets_stand_side_by_side_on_the_corner_of_their_cell() -> None:
    board = canvas()
    draw_letters(board, LAYOUT, {40: "AD"})
    image = opened(board.png())
    left, top, _, _ = LAYOUT.box(40)
    half = round(CELL * 0.14)
    for number, letter in enumerate("AD"):
        x = left + 2 * half * number
        drawn = image.crop((x - half, top - half, x + half, top + half)).convert("L")
        assert read_symbol(drawn, "ABCD") == letter
    dark = where(image, LIGHT.ink).getbbox()
    assert dark is not None
    assert left - half <= dark[0]
    assert dark[3] <= top + half


def test_the_letters_of_sets_hide_no_candidate() -> None:
    every = {
        (cell, digit): CandidateRole.PATTERN for cell in (30, 31, 39, 40) for digit in range(1, 10)
    }
    board = canvas()
    draw_candidates(board, LAYOUT, every)
    before = where(opened(board.png()), LIGHT.pattern)
    draw_letters(board, LAYOUT, {40: "A"})
    assert area(where(opened(board.png()), LIGHT.pattern)) == area(before)
