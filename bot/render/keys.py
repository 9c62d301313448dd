"""The single keys below a board: what each says, and what it does.

A key tells by its label what it is, since not all clients show the styles of buttons: digits to
write differ from cells by circles, boxes by arrows, the chosen key has brackets, notes are raised.
Where keys of several boxes stand side by side, the blank cells of every other box are rings instead
of dots, as no client draws a border between keys. A screen reader reads the labels aloud, so for it
a cell is called by its name, and tools have words instead of signs.
"""

from functools import cache
from typing import Final

from bot import messages
from bot.game.game import Game
from bot.game.move import digits_of
from bot.render.buttons import playing
from bot.render.buttons.action import Button, Style
from bot.render.preferences import Look
from bot.render.text_board import FAULT, OWN
from bot.render.view import MOST_RAISED, WIDEST_ROOMY, GameView
from engine.board import SYMBOLS, Geometry

Rows = list[list[Button]]

BLANKS: Final = "·◦"
"""A blank cell, and a blank cell of every other box where keys of several are side by side."""

GAP: Final = "\N{BRAILLE PATTERN BLANK}"
"""A key without a sign: Telegram takes no empty label."""

ERASER: Final = "⌫"
PENCIL: Final = "✎"
DONE: Final = "✓"
CUT: Final = "⁺"
"""Behind the first notes of a cell that has more; it is as wide as two of them."""

HINT: Final = "💡"
MORE: Final = "⋯"
RAISED: Final = str.maketrans("123456789", "¹²³⁴⁵⁶⁷⁸⁹")
LOWERED: Final = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
CIRCLED: Final = str.maketrans("123456789", "①②③④⑤⑥⑦⑧⑨")
"""The labels of digits to write, which differ from those of cells."""

MOST_COUNTED: Final = 9
"""The highest count that a digit's key has room for beside the digit."""


def cell_key(view: GameView, cell: int) -> Button:
    """The key of a cell: its digit, its notes or a dot; the chosen one in brackets."""
    label = _spoken(view, cell) if view.preferences.look is Look.SPEAK else _sign(view, cell)
    action = playing.PressCell(view.game_id, cell)
    if cell == view.chosen:
        return f"[{_short(view, cell, label)}]", action, Style.CHOSEN
    return (label, action, Style.FAULT) if cell in view.faults else (label, action)


def digit_keys(view: GameView) -> list[Button]:
    """The keys of all digits, each blank where all of its kind are placed."""
    return [_digit(view, digit, left) for digit, left in enumerate(view.game.remaining(), 1)]


def eraser(view: GameView) -> Button:
    """The key that erases."""
    return _digit(view, 0, 0)


def place_key(view: GameView, box: int, sign: str) -> Button:
    """The key of a box on the map: where it lies, or that it is full."""
    values, cells = view.game.values.values, view.game.givens.geometry.boxes[box]
    is_full = all(values[cell] for cell in cells)
    label, action = DONE if is_full else sign, playing.OpenBox(view.game_id, box)
    return (f"[{label}]", action, Style.CHOSEN) if box == view.box else (label, action)


def box_key(view: GameView, box: int) -> Button:
    """The key of a box: its number, and for a screen reader also its number of blank cells."""
    blanks, action = blanks_in(view.game, box), playing.OpenBox(view.game_id, box)
    label = f"{box + 1}" if blanks else DONE
    if view.preferences.look is Look.SPEAK:
        label = f"{box + 1} ({blanks})" if blanks else f"{box + 1} {DONE}"
    return (f"[{label}]", action, Style.CHOSEN) if box == view.box else (label, action)


def blanks_in(game: Game, box: int) -> int:
    """How many cells of a box are blank."""
    values = game.values.values
    return sum(not values[cell] for cell in game.givens.geometry.boxes[box])


def tools_in_signs(view: GameView) -> list[Button]:
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


def tools(language: str, view: GameView) -> list[Button]:
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


def spoken_tools(language: str, view: GameView) -> list[Button]:
    """The eraser and the tools in words, so short that five have room in a row.

    The pencil's key says what the next digits would be: notes, or digits again.
    """
    notes, undo, hint, check, more = tools(language, view)
    pencil = "speech.to_digits" if view.selection.pencil else "button.notes"
    return [
        _named(language, "speech.erase", eraser(view)),
        _named(language, pencil, notes),
        _named(language, "speech.undo", undo),
        _named(language, "speech.hint", hint),
        check,
        more,
    ]


def _named(language: str, key: str, button: Button) -> Button:
    """A key with a word in place of its sign, in brackets as that was."""
    word = messages.text(language, key)
    word = f"[{word}]" if button[0].startswith("[") else word
    return (word, button[1], button[2]) if len(button) == 3 else (word, button[1])


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
        return _noted(view, notes) if notes else _blank(view, cell)
    own = "" if game.givens[cell] else OWN
    return SYMBOLS[value - 1] + own + (FAULT if cell in view.faults else "")


def _blank(view: GameView, cell: int) -> str:
    return BLANKS[cell in _ringed(view.game.givens.geometry) and view.shows_many]


@cache
def _ringed(geometry: Geometry) -> frozenset[int]:
    """The cells of every other box, as on a board of draughts."""
    boxes = enumerate(geometry.boxes)
    odd = (box for at, box in boxes if sum(divmod(at, geometry.box_rows)) % 2)
    return frozenset(cell for box in odd for cell in box)


def _noted(view: GameView, notes: int) -> str:
    digits = "".join(SYMBOLS[digit - 1] for digit in digits_of(notes))
    if len(digits) > MOST_RAISED:
        digits = digits[: MOST_RAISED - 2] + CUT
    is_raised = view.game.givens.geometry.size <= WIDEST_ROOMY
    return digits.translate(RAISED) if is_raised else PENCIL + digits


def _spoken(view: GameView, cell: int) -> str:
    """The name of a cell and its digit; a blank one has only its name, for lack of room."""
    game, name = view.game, view.game.givens.geometry.name(cell)
    return f"{name} {SYMBOLS[game.values[cell] - 1]}" if game.values[cell] else name


def _digit(view: GameView, digit: int, left: int) -> Button:
    """The key of a digit, blank where none of its kind are left to place; 0 is the eraser.

    Where the keys show only a part of the board, it also says how many are left, up to nine. In the
    brackets of the chosen digit there is no room for that, nor for a circle, which is as wide as a
    Chinese character where such a font draws it.
    """
    action = playing.PressDigit(view.game_id, digit)
    if digit and not left:
        return _all_placed(view, digit), action
    is_spoken, is_note = view.preferences.look is Look.SPEAK, view.selection.pencil
    label = _digit_sign(view, SYMBOLS[digit - 1]) if digit else ERASER
    if view.armed == digit:
        if digit and not is_spoken:
            label = SYMBOLS[digit - 1].translate(RAISED) if is_note else SYMBOLS[digit - 1]
        return f"[{label}]", action, Style.CHOSEN
    if 0 < left <= MOST_COUNTED and view.zooms and not is_spoken and not is_note:
        label += str(left).translate(LOWERED)
    return label, action


def _all_placed(view: GameView, digit: int) -> str:
    """The label of a digit that is all placed: blank, except for a screen reader."""
    return f"{SYMBOLS[digit - 1]}{DONE}" if view.preferences.look is Look.SPEAK else GAP


def _digit_sign(view: GameView, symbol: str) -> str:
    """A digit as it will be written: as a note, or in ink."""
    is_spoken = view.preferences.look is Look.SPEAK
    if not view.selection.pencil:
        return symbol if is_spoken else symbol.translate(CIRCLED)
    is_raised = symbol in "123456789" and not is_spoken
    return symbol.translate(RAISED) if is_raised else PENCIL + symbol
