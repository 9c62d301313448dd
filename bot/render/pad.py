"""The buttons below a board, as rows of (label, action).

Telegram shows 8 buttons in a row and takes 100 in all. On a phone each row takes 48 of some 520
points between the bar and the input line, and the board with its title must stand above them. So
the cells are all buttons only up to 6x6. A larger board shows one box, with the digits beside it
where a row has room for them, and keys to turn to other boxes: a 9x9 has a map of all its boxes
right beside the cells, because the next digit is more often in another box than in this one. A
group's 9x9 shows five rows and six columns, which people have in common, unless the group has
chosen the compact look, whose board keeps its rules. Four boxes would take a row more, and push the
title off a phone of 640 points. A phone of 740 points has room for eight rows and six columns of a
9x9, which have the next cell five times in six. A bot does not learn how high a screen is; the
touch board does, and chooses that look once for whoever has chosen none. Others do it themselves.

The invariant is that a key stays where it is, so that people can tap without looking. So the key
of a digit that is all placed becomes blank instead of going away, and the map of the boxes takes
exactly the place of the cells.
"""

from collections.abc import Sequence
from typing import Final

from bot import messages
from bot.game.selection import boxes_of_use, corner_of
from bot.render.buttons import playing
from bot.render.buttons.action import Button
from bot.render.keys import (
    GAP,
    Rows,
    box_key,
    cell_key,
    digit_keys,
    eraser,
    place_key,
    spoken_tools,
    tools,
    tools_in_signs,
)
from bot.render.preferences import Look
from bot.render.view import WIDEST_GRID, GameView

PANEL: Final = 2
"""Columns of digits and tools beside the cells."""

WORDS: Final = 5
"""Keys with words that have room in a row."""

SMALLEST: Final = 4
"""The size of a board with a gap between its boxes, and with words on its tools."""

MAP: Final = "◤▲◥◀◆▶◣▼◢"
"""The keys of the nine boxes, where each of them lies."""


def pad(language: str, view: GameView) -> Rows:
    """The cells (a part of those of a large board), the digits, and the tools.

    The keys of digits never move: one that is all placed becomes blank. A row has at most 8
    buttons, and there are at most 100 in all.
    """
    if view.zooms:
        cells = [[cell_key(view, cell) for cell in row] for row in view.pressable]
        return _zoomed_pad(language, view, cells)
    if view.game.givens.geometry.size > SMALLEST and view.preferences.look is not Look.SPEAK:
        return _beside(_cells(view), [*digit_keys(view), eraser(view), *tools_in_signs(view)])
    if view.preferences.look is Look.SPEAK:
        erase, *others = spoken_tools(language, view)
        return [*_cells(view), [*digit_keys(view), erase], others]
    return [*_cells(view), *_rows_of([*digit_keys(view), eraser(view)]), tools(language, view)]


def boxes_pad(language: str, view: GameView) -> Rows:
    """The usual buttons, but all boxes in place of the cells, where they are no buttons anyway."""
    if not view.zooms or _has_map(view):
        return pad(language, view)
    taken = iter([box_key(view, box) for box in range(view.game.givens.geometry.size)])
    # A board has as many boxes as a box has cells, so they fill the very same keys.
    return _zoomed_pad(language, view, [[next(taken) for _ in row] for row in view.pressable])


def box_before(view: GameView) -> int:
    """The nearest box before this one that is worth turning to; the last comes before the first.

    That is one with blanks and, where a digit is chosen first, without that digit. Where there is
    none it is any box with blanks, or else simply the box before.
    """
    return _next_box(view, -1)


def box_after(view: GameView) -> int:
    """The nearest such box after this one; after the last comes the first."""
    return _next_box(view, 1)


def _has_map(view: GameView) -> bool:
    """Whether each box has a key of its own beside the cells or below them."""
    return view.game.givens.geometry.size <= len(MAP) and view.preferences.look is not Look.SPEAK


def _zoomed_pad(language: str, view: GameView, cells: Rows) -> Rows:
    """One box, the digits beside it where there is room, the keys to other boxes, and the tools."""
    digits = digit_keys(view)
    if view.preferences.look is Look.SPEAK:
        return [*cells, *_spoken_pad(language, view, digits)]
    if view.shows_wide:
        return _shared_pad(view, cells, digits)
    if view.shows_corner:
        return _tall_pad(view, cells, digits)
    if len(digits) == len(MAP):
        return _nine_pad(view, cells, digits)
    beside = -(-len(digits) // len(cells))
    rows = [*cells, *_rows_of(digits)]
    if all(len(row) + beside <= WIDEST_GRID for row in cells):
        rows = [[*row, *digits[at * beside : (at + 1) * beside]] for at, row in enumerate(cells)]
    signs = tools_in_signs(view)
    if _has_map(view):
        names = [f"▦{box + 1}" if box != view.box else str(box + 1) for box in range(len(digits))]
        boxes = [place_key(view, box, name) for box, name in enumerate(names)]
        return [*rows, boxes, [eraser(view), *signs]]
    # Four keys lead to other boxes and erase, so only four of the tools fit in the row of eight.
    pencil, undo, hint, _, more, _ = signs
    return [*rows, [*_ways(view, "▦"), pencil, undo, hint, more]]


def _nine_pad(view: GameView, cells: Rows, digits: Sequence[Button]) -> Rows:
    """A box, beside it the map of the boxes, at the right the digits, and below the tools."""
    boxes = [place_key(view, box, sign) for box, sign in enumerate(MAP)]
    wide = len(cells)
    mapped = [[*row, *boxes[wide * at : wide * (at + 1)]] for at, row in enumerate(cells)]
    pencil, undo, hint, _, more, _ = tools_in_signs(view)
    last = [pencil, eraser(view), undo, hint, more, *digits[PANEL * wide :]]
    return [*_beside(mapped, digits[: PANEL * wide]), last]


def _shared_pad(view: GameView, cells: Rows, digits: Sequence[Button]) -> Rows:
    """Five rows and six columns, beside them the digits; the turns and the tools below."""
    below = [*_turns(view), *tools_in_signs(view)]
    return [*_beside(cells, [*digits, eraser(view)]), below]


def _tall_pad(view: GameView, cells: Rows, digits: Sequence[Button]) -> Rows:
    """Eight rows and six columns, and beside them everything else."""
    pencil, undo, hint, _, more, _ = tools_in_signs(view)
    return _beside(cells, [*digits, eraser(view), *_turns(view), pencil, undo, hint, more])


def _turns(view: GameView) -> list[Button]:
    """The keys to the other rows and to the other columns of a 9x9."""
    row, column = divmod(view.box, 3)
    is_low, is_right = corner_of(view.box)
    return [
        ("⇅", playing.OpenBox(view.game_id, 3 * (0 if is_low else 2) + column)),
        ("⇆", playing.OpenBox(view.game_id, 3 * row + (0 if is_right else 2))),
    ]


def _beside(cells: Rows, panel: Sequence[Button]) -> Rows:
    """Rows of cells with two more keys each."""
    return [[*row, *panel[PANEL * at : PANEL * (at + 1)]] for at, row in enumerate(cells)]


def _cells(view: GameView) -> Rows:
    """All cells, on the smallest board with keys that do nothing between boxes side by side.

    There are none of those for a screen reader, which would stop at each of them.
    """
    rows: Rows = [[cell_key(view, cell) for cell in row] for row in view.pressable]
    geometry = view.game.givens.geometry
    if geometry.size > SMALLEST or view.preferences.look is Look.SPEAK:
        return rows
    for row in rows:
        row.insert(geometry.box_columns, (GAP, playing.PressGap(view.game_id)))
    return rows


def _ways(view: GameView, the_map: str) -> list[Button]:
    """The keys to the other boxes and to the map of them, and the eraser."""
    game_id = view.game_id
    return [
        ("◀", playing.OpenBox(game_id, box_before(view))),
        (the_map, playing.ShowBoxes(game_id)),
        ("▶", playing.OpenBox(game_id, box_after(view))),
        eraser(view),
    ]


def _spoken_pad(language: str, view: GameView, digits: Sequence[Button]) -> Rows:
    """The digits, then the tools and the ways to other boxes in words, WORDS in a row.

    A digit that would stand in a row alone, as the ninth, stands before the tools.
    """
    alone = digits[-1:] if len(digits) % WIDEST_GRID == 1 else []
    *named, more = spoken_tools(language, view)
    words = [*alone, *named, *_spoken_ways(language, view), more]
    return [*_rows_of(digits[: len(digits) - len(alone)]), words[:WORDS], words[WORDS:]]


def _spoken_ways(language: str, view: GameView) -> list[Button]:
    """The keys to the boxes before and after this one, and between them the one to all."""
    before, after = (
        (messages.text(language, "speech.to_box", box=box + 1), playing.OpenBox(view.game_id, box))
        for box in (box_before(view), box_after(view))
    )
    return [
        before,
        (messages.text(language, "speech.boxes"), playing.ShowBoxes(view.game_id)),
        after,
    ]


def _next_box(view: GameView, step: int) -> int:
    size = view.game.givens.geometry.size
    others = [(view.box + step * far) % size for far in range(1, size)]
    return next(iter(boxes_of_use(view.game.values, view.armed or 0, others) or others))


def _rows_of(keys: Sequence[Button]) -> Rows:
    """Keys in rows as even as can be."""
    rows = -(-len(keys) // WIDEST_GRID)
    wide = -(-len(keys) // rows)
    return [list(keys[at : at + wide]) for at in range(0, len(keys), wide)]
