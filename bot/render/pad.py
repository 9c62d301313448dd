"""The buttons below a board, as rows of (label, action)."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from bot import messages
from bot.game.game import Game
from bot.game.move import digits_of
from bot.render.buttons import playing
from bot.render.buttons.action import Button
from bot.render.buttons.puzzles import MakePuzzle
from bot.render.preferences import Look
from bot.render.view import FAULT, WIDEST_GRID, GameView
from engine.grid import SYMBOLS

Rows = list[list[Button]]

BLANK: Final = "·"
ERASER: Final = "⌫"
PENCIL: Final = "✎"
HINT: Final = "💡"
RAISED: Final = str.maketrans("123456789", "¹²³⁴⁵⁶⁷⁸⁹")


def pad(language: str, view: GameView) -> Rows:
    """The cells (all of a small board, one box of a large one), the digits, and the tools.

    Digits that are all placed have no button. At most 8 buttons are in a row and 100 in all.
    """
    beside, below = _ways(view)
    grid: Rows = []
    for number, row in enumerate(view.pressable):
        cells = [_cell(view, cell) for cell in row]
        grid.append([*cells, *beside[number : number + 1]])
    eraser = () if _eraser(view) in [*beside, *below] else (0,)
    return [*grid, *([below] if below else []), *_digits(view, eraser), _tools(language, view)]


def boxes_pad(language: str, view: GameView) -> Rows:
    """All boxes in their places, each with how many of its cells are blank."""
    game, game_id = view.game, view.game_id
    across = game.givens.geometry.box_rows
    labels = [_box_label(box + 1, blanks_in(game, box)) for box in range(game.givens.geometry.size)]
    buttons: list[Button] = [(label, playing.OpenBox(game_id, n)) for n, label in enumerate(labels)]
    rows = [buttons[at : at + across] for at in range(0, len(buttons), across)]
    return [*rows, [_back(language, view)]]


def more_pad(language: str, view: GameView) -> Rows:
    """The second page of a board's buttons."""
    game_id, done = view.game_id, view.game.done
    unit = 2 * view.game.givens.geometry.size + view.box
    first = "button.cell_first" if view.preferences.digit_first else "button.digit_first"
    return [
        [
            (messages.text(language, "button.fill"), playing.FillNotes(game_id, done)),
            (messages.text(language, "button.rub"), playing.ClearNotes(game_id, done)),
        ],
        [
            (messages.text(language, "button.notes_view"), playing.SeeNotes(game_id, unit)),
            (messages.text(language, first), playing.SwapOrder(game_id, done)),
        ],
        [
            (messages.text(language, "button.share"), playing.ShareGame(game_id)),
            (messages.text(language, "button.print"), playing.PrintGame(game_id)),
        ],
        [
            (messages.text(language, "button.giveup"), playing.GiveUp(game_id)),
            (messages.text(language, "button.games"), playing.ListGames()),
        ],
        [
            (messages.text(language, "button.new"), MakePuzzle()),
            (messages.text(language, "button.redo"), playing.Redo(game_id, done)),
        ],
        [_back(language, view)],
    ]


def box_before(game: Game, box: int) -> int:
    """The nearest box with blanks before this one; before the first stands the last.

    Where no other box has blanks, it is simply the box before.
    """
    return _next_box(game, box, -1)


def box_after(game: Game, box: int) -> int:
    """The nearest box with blanks after this one; after the last comes the first.

    Where no other box has blanks, it is simply the box after.
    """
    return _next_box(game, box, 1)


def blanks_in(game: Game, box: int) -> int:
    """How many cells of a box are blank."""
    values = game.values.values
    return sum(not values[cell] for cell in game.givens.geometry.boxes[box])


def _back(language: str, view: GameView) -> Button:
    return messages.text(language, "button.back"), playing.ShowBoard(view.game_id, view.game.done)


def _box_label(number: int, blanks: int) -> str:
    return f"{number} ({blanks})" if blanks else f"{number} ✓"


def _ways(view: GameView) -> tuple[list[Button], list[Button]]:
    """The way to the other boxes, and the eraser where there is room: what ends the rows of a box,
    and what stands below one that is as wide as the keyboard.
    """
    if not view.zooms:
        return [], []
    game_id, game = view.game_id, view.game
    boxes = (f"▦ {view.box + 1}", playing.ShowBoxes(game_id))
    before = ("◀", playing.OpenBox(game_id, box_before(game, view.box)))
    after = ("▶", playing.OpenBox(game_id, box_after(game, view.box)))
    ways = [before, boxes, after, _eraser(view)]
    rows = len(view.pressable)
    if max(map(len, view.pressable)) == WIDEST_GRID:
        return [], ways
    return (ways[:rows] if rows >= len(ways) - 1 else [boxes, after]), []


def _next_box(game: Game, box: int, step: int) -> int:
    size = game.givens.geometry.size
    others = [(box + step * far) % size for far in range(1, size)]
    return next((other for other in others if blanks_in(game, other)), others[0])


def _cell(view: GameView, cell: int) -> Button:
    game = view.game
    value, notes = game.values[cell], game.notes[cell]
    if value:
        mark = FAULT if cell in view.faults else ("" if game.givens[cell] else "'")
        label = SYMBOLS[value - 1] + mark
    else:
        label = _noted(view, notes) if notes else BLANK
    if view.preferences.look is Look.SPEAK:
        label = _spoken(view, cell)
    return label, playing.PressCell(view.game_id, cell)


def _noted(view: GameView, notes: int) -> str:
    digits = "".join(SYMBOLS[digit - 1] for digit in digits_of(notes))
    return digits.translate(RAISED) if view.game.givens.geometry.size <= 9 else PENCIL + digits


def _spoken(view: GameView, cell: int) -> str:
    """Where the button is, and its digit; a blank cell has but its name, for lack of room."""
    game, name = view.game, view.game.givens.geometry.name(cell)
    return f"{name} {SYMBOLS[game.values[cell] - 1]}" if game.values[cell] else name


def _digits(view: GameView, eraser: Sequence[int]) -> Iterator[list[Button]]:
    """Rows as even as can be; a digit that is placed everywhere leaves its row shorter, and what
    fits into one row is one.
    """
    left = view.game.remaining()
    slots = [*range(1, len(left) + 1), *eraser]
    rows = -(-len(slots) // WIDEST_GRID)
    wide = -(-len(slots) // rows)
    lines = [slots[at : at + wide] for at in range(0, len(slots), wide)]
    lines = [[digit for digit in line if not digit or left[digit - 1]] for line in lines]
    if sum(map(len, lines)) <= wide:
        lines = [list(chain.from_iterable(lines))]
    for line in filter(None, lines):
        yield [_digit(view, digit) for digit in line]


def _digit(view: GameView, digit: int) -> Button:
    label = SYMBOLS[digit - 1] if digit else ERASER
    if digit and view.selection.pencil:
        label = PENCIL + label
    if view.preferences.digit_first and view.selection.digit == digit:
        label = f"[{label}]"
    return label, playing.PressDigit(view.game_id, digit)


def _eraser(view: GameView) -> Button:
    return _digit(view, 0)


def _tools(language: str, view: GameView) -> list[Button]:
    """One row, so that title, board and buttons are on a phone's screen together; no more than
    five, so that no label is cut there.
    """
    game_id, done = view.game_id, view.game.done
    pencil = "button.notes_on" if view.selection.pencil else "button.notes"
    return [
        (messages.text(language, pencil), playing.SwitchPencil(game_id, not view.selection.pencil)),
        ("↩", playing.Undo(game_id, done)),
        (HINT, playing.AskHint(game_id, done)),
        (messages.text(language, "button.check"), playing.Check(game_id, done)),
        (messages.text(language, "button.more"), playing.ShowMore(game_id, done)),
    ]
