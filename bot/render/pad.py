"""The buttons below a board, as rows of (label, action).

Telegram shows 8 buttons in a row and takes 100 in all. On a phone each row takes 48 of some 520
points between the bar and the input line, and the board with its title must stand above them. So
the cells are all buttons only up to 6x6. A larger board shows one box, with the digits beside it
where a row has room for them, and keys to turn to other boxes: a 9x9 has a map of all its boxes
right beside the cells, because the next digit is more often in another box than in this one. A
group's 9x9 shows four boxes, which people have in common.

The invariant is that a key stays where it is, so that people can tap without looking. So the key
of a digit that is all placed becomes blank instead of going away, and the map of the boxes takes
exactly the place of the cells.

A key tells by its label what it is, since not all clients show the styles of buttons: digits to
write differ from cells by circles, boxes by arrows, the chosen key has brackets, notes are raised.
A screen reader reads the labels aloud, so for it a cell is called by its name, tools and ways to
other boxes have words instead of signs, and keys that do nothing are left out.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from bot import messages
from bot.game.game import Game
from bot.game.move import digits_of
from bot.game.selection import boxes_of_use
from bot.render.buttons import playing
from bot.render.buttons.action import Button, Style
from bot.render.preferences import Look
from bot.render.text_board import FAULT, OWN
from bot.render.view import MOST_RAISED, WIDEST_GRID, GameView
from engine.board import SYMBOLS

Rows = list[list[Button]]

BLANK: Final = "·"
GAP: Final = "\N{BRAILLE PATTERN BLANK}"
"""A key without a sign: Telegram takes no empty label."""

ERASER: Final = "⌫"
PENCIL: Final = "✎"
DONE: Final = "✓"
CUT: Final = "…"
HINT: Final = "💡"
MORE: Final = "⋯"
RAISED: Final = str.maketrans("123456789", "¹²³⁴⁵⁶⁷⁸⁹")
LOWERED: Final = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
CIRCLED: Final = str.maketrans("123456789", "①②③④⑤⑥⑦⑧⑨")
"""The labels of digits to write, which differ from those of cells."""

MOST_COUNTED: Final = 9
"""The highest count that a digit's key has room for beside the digit."""

PANEL: Final = 2
"""Columns of digits and tools beside the cells."""

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
        cells = [[_cell(view, cell) for cell in row] for row in view.pressable]
        return _zoomed_pad(language, view, cells)
    if view.game.givens.geometry.size > SMALLEST and view.preferences.look is not Look.SPEAK:
        return _beside(_cells(view), [*_digits(view), _eraser(view), *_signs_of_tools(view)])
    if view.preferences.look is Look.SPEAK:
        return [*_cells(view), *_rows_of(list(_digits(view))), *_spoken_tools(language, view)]
    return [*_cells(view), *_rows_of([*_digits(view), _eraser(view)]), _tools(language, view)]


def boxes_pad(language: str, view: GameView) -> Rows:
    """The usual buttons, but all boxes in place of the cells, where they are no buttons anyway."""
    if not view.zooms or _has_map(view):
        return pad(language, view)
    taken = iter([_box(view, box) for box in range(view.game.givens.geometry.size)])
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


def blanks_in(game: Game, box: int) -> int:
    """How many cells of a box are blank."""
    values = game.values.values
    return sum(not values[cell] for cell in game.givens.geometry.boxes[box])


def _has_map(view: GameView) -> bool:
    """Whether each box has a key of its own beside the cells or below them."""
    return view.game.givens.geometry.size <= len(MAP) and view.preferences.look is not Look.SPEAK


def _zoomed_pad(language: str, view: GameView, cells: Rows) -> Rows:
    """One box, the digits beside it where there is room, the keys to other boxes, and the tools."""
    digits = list(_digits(view))
    if view.preferences.look is Look.SPEAK:
        ways = _spoken_ways(language, view)
        return [*cells, *_rows_of(digits), ways, *_spoken_tools(language, view)]
    if view.shows_four:
        return _shared_pad(view, cells, digits)
    if len(digits) == len(MAP):
        return _nine_pad(view, cells, digits)
    beside = -(-len(digits) // len(cells))
    rows = [*cells, *_rows_of(digits)]
    if all(len(row) + beside <= WIDEST_GRID for row in cells):
        rows = [[*row, *digits[at * beside : (at + 1) * beside]] for at, row in enumerate(cells)]
    tools = _signs_of_tools(view)
    if _has_map(view):
        names = [f"▦{box + 1}" if box != view.box else str(box + 1) for box in range(len(digits))]
        boxes = [_place(view, box, name) for box, name in enumerate(names)]
        return [*rows, boxes, [_eraser(view), *tools]]
    # Four keys lead to other boxes and erase, so only four of the tools fit in the row of eight.
    pencil, undo, hint, _, more, _ = tools
    return [*rows, [*_ways(view, "▦"), pencil, undo, hint, more]]


def _nine_pad(view: GameView, cells: Rows, digits: Sequence[Button]) -> Rows:
    """A box, beside it the map of the boxes, at the right the digits, and below the tools."""
    boxes = [_place(view, box, sign) for box, sign in enumerate(MAP)]
    wide = len(cells)
    mapped = [[*row, *boxes[wide * at : wide * (at + 1)]] for at, row in enumerate(cells)]
    pencil, undo, hint, _, more, _ = _signs_of_tools(view)
    last = [pencil, _eraser(view), undo, hint, more, *digits[PANEL * wide :]]
    return [*_beside(mapped, digits[: PANEL * wide]), last]


def _shared_pad(view: GameView, cells: Rows, digits: Sequence[Button]) -> Rows:
    """Four boxes, beside them the digits and the keys to the other rows and columns; the tools."""
    row, column = divmod(view.box, 3)
    turned = (0 if row == 2 else 2), (0 if column == 2 else 2)
    ways: list[Button] = [
        ("⇅", playing.OpenBox(view.game_id, 3 * turned[0] + column)),
        ("⇆", playing.OpenBox(view.game_id, 3 * row + turned[1])),
    ]
    return [*_beside(cells, [*digits, _eraser(view), *ways]), _signs_of_tools(view)]


def _beside(cells: Rows, panel: Sequence[Button]) -> Rows:
    """Rows of cells with two more keys each."""
    return [[*row, *panel[PANEL * at : PANEL * (at + 1)]] for at, row in enumerate(cells)]


def _cells(view: GameView) -> Rows:
    """All cells, on the smallest board with keys that do nothing between boxes side by side.

    There are none of those for a screen reader, which would stop at each of them.
    """
    rows: Rows = [[_cell(view, cell) for cell in row] for row in view.pressable]
    geometry = view.game.givens.geometry
    if geometry.size > SMALLEST or view.preferences.look is Look.SPEAK:
        return rows
    for row in rows:
        row.insert(geometry.box_columns, (GAP, playing.PressGap(view.game_id)))
    return rows


def _place(view: GameView, box: int, sign: str) -> Button:
    """The key of a box on the map: where it lies, or that it is full."""
    label, action = sign if blanks_in(view.game, box) else DONE, playing.OpenBox(view.game_id, box)
    return (f"[{label}]", action, Style.CHOSEN) if box == view.box else (label, action)


def _box(view: GameView, box: int) -> Button:
    """The key of a box: its number, and for a screen reader also its number of blank cells."""
    blanks, action = blanks_in(view.game, box), playing.OpenBox(view.game_id, box)
    label = f"{box + 1}" if blanks else DONE
    if view.preferences.look is Look.SPEAK:
        label = f"{box + 1} ({blanks})" if blanks else f"{box + 1} {DONE}"
    return (f"[{label}]", action, Style.CHOSEN) if box == view.box else (label, action)


def _ways(view: GameView, the_map: str) -> list[Button]:
    """The keys to the other boxes and to the map of them, and the eraser."""
    game_id = view.game_id
    return [
        ("◀", playing.OpenBox(game_id, box_before(view))),
        (the_map, playing.ShowBoxes(game_id)),
        ("▶", playing.OpenBox(game_id, box_after(view))),
        _eraser(view),
    ]


def _spoken_ways(language: str, view: GameView) -> list[Button]:
    """The keys to the other boxes in words; that of this box leads to the list of all."""
    game_id, here = view.game_id, messages.text(language, "speech.here", box=view.box + 1)
    return [
        (messages.text(language, "speech.before"), playing.OpenBox(game_id, box_before(view))),
        (here, playing.ShowBoxes(game_id)),
        (messages.text(language, "speech.after"), playing.OpenBox(game_id, box_after(view))),
    ]


def _spoken_tools(language: str, view: GameView) -> Rows:
    """The tools in words, in two rows, so that the words have room."""
    notes, undo, hint, check, more = _tools(language, view)
    return [
        [notes, _named(language, "speech.undo", undo), _named(language, "speech.hint", hint)],
        [_named(language, "speech.erase", _eraser(view)), check, more],
    ]


def _named(language: str, key: str, button: Button) -> Button:
    """A key with a word in place of its sign, in brackets as that was."""
    word = messages.text(language, key)
    word = f"[{word}]" if button[0].startswith("[") else word
    return (word, button[1], button[2]) if len(button) == 3 else (word, button[1])


def _next_box(view: GameView, step: int) -> int:
    size = view.game.givens.geometry.size
    others = [(view.box + step * far) % size for far in range(1, size)]
    return next(iter(boxes_of_use(view.game.values, view.armed or 0, others) or others))


def _cell(view: GameView, cell: int) -> Button:
    """The key of a cell: its digit, its notes or a dot; the chosen one in brackets."""
    label = _spoken(view, cell) if view.preferences.look is Look.SPEAK else _sign(view, cell)
    action = playing.PressCell(view.game_id, cell)
    if cell == view.chosen:
        return f"[{_short(view, cell, label)}]", action, Style.CHOSEN
    return (label, action, Style.FAULT) if cell in view.faults else (label, action)


def _short(view: GameView, cell: int, label: str) -> str:
    """The part of a label that has room in brackets: a digit loses the mark of whose it is."""
    if view.preferences.look is Look.SPEAK:
        return label
    if view.game.values[cell]:
        return label[0]
    return PENCIL if view.is_cut(cell) else label


def _sign(view: GameView, cell: int) -> str:
    """A digit, marked as the player's own and as a mistake; the notes or a dot of a blank cell."""
    game = view.game
    value, notes = game.values[cell], game.notes[cell]
    if not value:
        return _noted(view, notes) if notes else BLANK
    own = "" if game.givens[cell] else OWN
    return SYMBOLS[value - 1] + own + (FAULT if cell in view.faults else "")


def _noted(view: GameView, notes: int) -> str:
    size = view.game.givens.geometry.size
    digits = "".join(SYMBOLS[digit - 1] for digit in digits_of(notes))
    if len(digits) > MOST_RAISED:
        # The rest is told above the board.
        digits = digits[: MOST_RAISED - 1] + CUT
    return digits.translate(RAISED) if size <= 9 else PENCIL + digits


def _spoken(view: GameView, cell: int) -> str:
    """The name of a cell and its digit; a blank one has only its name, for lack of room."""
    game, name = view.game, view.game.givens.geometry.name(cell)
    return f"{name} {SYMBOLS[game.values[cell] - 1]}" if game.values[cell] else name


def _digits(view: GameView) -> Iterator[Button]:
    return (_digit(view, digit) for digit in range(1, view.game.givens.geometry.size + 1))


def _rows_of(keys: Sequence[Button]) -> Rows:
    """Keys in rows as even as can be."""
    rows = -(-len(keys) // WIDEST_GRID)
    wide = -(-len(keys) // rows)
    return [list(keys[at : at + wide]) for at in range(0, len(keys), wide)]


def _digit(view: GameView, digit: int) -> Button:
    """The key of a digit, blank where all of its kind are placed; 0 is the eraser.

    Where the keys show only a part of the board, it also says how many are left, up to nine.
    """
    action = playing.PressDigit(view.game_id, digit)
    left = view.game.remaining()[digit - 1] if digit else 0
    if digit and not left:
        return _all_placed(view, digit), action
    label = _digit_sign(view, SYMBOLS[digit - 1]) if digit else ERASER
    is_spoken = view.preferences.look is Look.SPEAK
    if 0 < left <= MOST_COUNTED and view.zooms and not is_spoken and not view.selection.pencil:
        label += str(left).translate(LOWERED)
    return (f"[{label}]", action, Style.CHOSEN) if view.armed == digit else (label, action)


def _all_placed(view: GameView, digit: int) -> str:
    """The label of a digit that is all placed: blank, except for a screen reader."""
    return f"{SYMBOLS[digit - 1]} {DONE}" if view.preferences.look is Look.SPEAK else GAP


def _digit_sign(view: GameView, symbol: str) -> str:
    """A digit as it will be written: as a note, or in ink."""
    is_spoken = view.preferences.look is Look.SPEAK
    if not view.selection.pencil:
        return symbol if is_spoken else symbol.translate(CIRCLED)
    is_raised = symbol in "123456789" and not is_spoken
    return symbol.translate(RAISED) if is_raised else PENCIL + symbol


def _eraser(view: GameView) -> Button:
    return _digit(view, 0)


def _signs_of_tools(view: GameView) -> list[Button]:
    """The tools where a row has eight keys, too narrow for words."""
    game_id, version, is_on = view.game_id, view.version, view.selection.pencil
    pencil = playing.SwitchPencil(game_id, not is_on)
    return [
        (f"[{PENCIL}]", pencil, Style.CHOSEN) if is_on else (PENCIL, pencil),
        ("↩", playing.Undo(game_id, version)),
        (HINT, playing.AskHint(game_id, version, 1)),
        ("✓", playing.Check(game_id, version)),
        (MORE, playing.ShowMore(game_id, version)),
        ("⇄", playing.SwapOrder(game_id, version)),
    ]


def _tools(language: str, view: GameView) -> list[Button]:
    """One row, so that title, board and buttons fit a phone's screen, of five keys at most, so that
    no label is cut off there.
    """
    game_id, version = view.game_id, view.version
    pencil = "button.notes_on" if view.selection.pencil else "button.notes"
    return [
        (messages.text(language, pencil), playing.SwitchPencil(game_id, not view.selection.pencil)),
        ("↩", playing.Undo(game_id, version)),
        (HINT, playing.AskHint(game_id, version, 1)),
        (messages.text(language, "button.check"), playing.Check(game_id, version)),
        (messages.text(language, "button.more"), playing.ShowMore(game_id, version)),
    ]
