"""The moves that a sentence means in a game: said outright, probably, or only pointed at.

What a sentence says is read in `bot.game.entry`; here it meets the game: which digit is the last
one, which digits are somebody's own, and whether just one of them can be meant.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from bot.chat.answers import last_digit, there
from bot.game.entry import Letters, parse_entry
from bot.game.entry.earlier import Since
from bot.game.entry.exchange import mistaken_in
from bot.game.entry.moving import Moved, moved_in
from bot.game.entry.pointed import (
    Erased,
    LastChanged,
    digit_erased,
    last_changed,
    lies,
)
from bot.game.entry.repetition import again_at
from bot.game.entry.sought import changed_in, erased_in, notes_erased_in
from bot.game.entry.spoken import likely_move, marked_cell, spoken_moves
from bot.game.game import without_rewound
from bot.game.move import Act, Intent, IntentKind, Intents
from bot.game.refused import Refused
from bot.store.games import StoredGame

_MOST_MEANT: Final = 3
"""Cells that are offered to be emptied or changed."""


def moves_in(typed: str, stored: StoredGame, letters: Letters) -> Intents | None:
    """The moves in a sentence; None if there are none.

    Raises Refused where a digit is to go beyond the board.
    """
    game, geometry = stored.game, stored.game.givens.geometry
    if (digit := digit_erased(typed)) is not None:
        return _erased(at for at in game.givens.blanks() if game.values[at] == digit)
    if (changed := change_in(typed)) is not None:
        return _last_becomes(stored, changed)
    if (moved := moved_in(typed, geometry, letters)) is not None:
        going = _going(moved, stored)
        return _moves_of(stored, *going) if going and _is_sure(moved, stored, *going) else None
    spoken = spoken_moves(typed, geometry, letters, there(stored, typed))
    if spoken is None and (noted := notes_erased_in(typed, geometry, letters)) is not None:
        held = ((at, game.notes[at] & noted.mask) for at in geometry.units[noted.unit])
        return Intents(
            tuple(Intent(IntentKind.REMOVE_NOTES, at, mask) for at, mask in held if mask)
        )
    if spoken is None and (unit := erased_in(typed, geometry, letters)) is not None:
        own = (at for at in geometry.units[unit] if not game.givens[at])
        return _erased(at for at in own if game.values[at])
    intents = parse_entry(spoken, geometry, letters) if spoken else None
    return intents if isinstance(intents, Intents) else None


def likely_in(typed: str, stored: StoredGame, letters: Letters) -> list[str]:
    """The moves one of which a sentence probably means; none if it means no move."""
    geometry = stored.game.givens.geometry
    if (moved := moved_in(typed, geometry, letters)) is not None:
        ways = (_going(meant, stored) for meant in _meant_by_moved(moved, stored))
        return [_moves_of(stored, *way).text(geometry) for way in ways if way]
    likely = _likely_in(typed, stored, letters)
    return [] if likely is None else [likely]


def _meant_by_moved(moved: Moved, stored: StoredGame) -> list[Moved]:
    """Each of their own digits that somebody may want elsewhere; at most _MOST_MEANT."""
    game = stored.game
    if moved.source is not None or moved.digit is None or moved.is_last:
        return [moved]
    own = [at for at in game.givens.blanks() if game.values[at] == moved.digit]
    is_sure = moved.is_sure and len(own) == 1
    return [replace(moved, source=at, is_sure=is_sure) for at in own[:_MOST_MEANT]]


def _likely_in(typed: str, stored: StoredGame, letters: Letters) -> str | None:
    game, geometry = stored.game, stored.game.givens.geometry
    if changed := changed_in(typed, geometry, letters):
        own = [at for at in geometry.units[changed.unit] if not game.givens[at]]
        held = [at for at in own if game.values[at] == changed.digit]
        return f"{geometry.name(held[0])} {changed.becomes}" if len(held) == 1 else None
    if (meant := _mistaken(typed, stored)) is not None:
        return meant
    if (again := _again(typed, stored, letters)) is not None:
        return again
    likely = likely_move(typed, geometry, letters, there(stored, typed))
    name, _, erased = (likely or "").partition(" ")
    # Neither a given nor a blank cell has anything to erase.
    cell = marked_cell(name, geometry) if erased == "x" else None
    is_idle = cell is not None and (
        game.givens[cell] or not (game.values[cell] or game.notes[cell])
    )
    return None if is_idle else likely


def _again(typed: str, stored: StoredGame, letters: Letters) -> str | None:
    """The move that puts the last digit into another cell, which is blank."""
    game, last = stored.game, last_digit(stored)
    geometry = game.givens.geometry
    cell = None if last is None else again_at(typed, geometry, letters, last)
    if last is None or cell is None or game.values[cell]:
        return None
    return f"{geometry.name(cell)} {game.values[last]}"


def _mistaken(typed: str, stored: StoredGame) -> str | None:
    """The move that puts another digit where somebody probably wrote a wrong one of their own."""
    mistaken = mistaken_in(typed)
    game, geometry = stored.game, stored.game.givens.geometry
    if mistaken is None or mistaken.is_sure or not 1 <= mistaken.becomes <= geometry.size:
        return None
    held = [
        at for at in game.givens.blanks() if game.values[at] and game.values[at] == mistaken.was
    ]
    meant = [at for at in held if at in game.last_cells] or held
    if mistaken.is_last and (last := last_digit(stored)) is not None:
        meant = [last]
    return f"{geometry.name(meant[0])} {mistaken.becomes}" if len(meant) == 1 else None


def change_in(typed: str) -> LastChanged | None:
    """What a text wants a digit of somebody's own to become, and says nothing else."""
    mistaken = mistaken_in(typed)
    if mistaken and mistaken.is_sure:
        return LastChanged(mistaken.becomes, mistaken.was, mistaken.is_last)
    return last_changed(typed)


def meant_by_changed(stored: StoredGame, changed: LastChanged) -> list[str]:
    """The moves that may put a mistake right: each changes one digit of the kind that was meant.

    At most _MOST_MEANT, all of digits of their own; empty where the board has none of that kind.
    """
    game = stored.game
    if not 1 <= changed.becomes <= game.givens.geometry.size:
        return []
    held = [at for at in game.givens.blanks() if game.values[at] and game.values[at] == changed.was]
    if held and changed.is_last and (last := last_digit(stored)) is not None:
        held = [last] if game.values[last] != changed.becomes else []
    return [f"{game.givens.geometry.name(at)} {changed.becomes}" for at in held[:_MOST_MEANT]]


def meant_by_erased(stored: StoredGame, erased: Erased) -> Sequence[int]:
    """The cells of which somebody may want one emptied, at most _MOST_MEANT of their own."""
    game = stored.game
    own = [at for at in game.givens.blanks() if game.values[at] == erased.digit]
    meant = [at for at in own if not (erased.is_other and at in game.last_cells)]
    lying = [at for at in meant if lies(at, erased.way, game.givens.geometry.size)]
    if erased.unit is not None:
        named = game.givens.geometry.units[erased.unit]
        lying = [at for at in meant if at in named]
    return (lying or meant or own)[:_MOST_MEANT]


def digit_before(stored: StoredGame) -> int | None:
    """The cell of the digit that was written before the last turn, and still stands there."""
    game = stored.game
    turns = without_rewound(game.turns[: game.done])
    placed = (
        move.cell
        for turn in reversed(turns[:-1])
        for move in reversed(turn.moves)
        if move.act is Act.PLACE and game.values[move.cell] == move.value
    )
    return next((cell for cell in placed if cell not in game.last_cells), None)


def first_digit(stored: StoredGame) -> int | None:
    """The cell of the first digit that was written and still stands there."""
    game = stored.game
    turns = without_rewound(game.turns[: game.done])
    placed = (move for turn in turns for move in turn.moves if move.act is Act.PLACE)
    return next((move.cell for move in placed if game.values[move.cell] == move.value), None)


def turns_since(stored: StoredGame, since: Since) -> int:
    """How many turns to take back to the digit that was written last of its kind; 0 for none."""
    game = stored.game
    for count, turn in enumerate(reversed(game.turns[: game.done])):
        if any(move.act is Act.PLACE and move.value == since.digit for move in turn.moves):
            return count + since.is_before
    return 0


def _erased(cells: Iterable[int]) -> Intents:
    return Intents(tuple(Intent(IntentKind.ERASE, cell) for cell in cells))


def _last_becomes(stored: StoredGame, changed: LastChanged) -> Intents | None:
    """The move that changes the last digit; None where it was another one, or is not there."""
    game, last = stored.game, last_digit(stored)
    is_on_board = 1 <= changed.becomes <= game.givens.geometry.size
    if last is None or not is_on_board or changed.was not in {None, game.values[last]}:
        return None
    return Intents((Intent(IntentKind.PLACE, last, changed.becomes),))


def _going(moved: Moved, stored: StoredGame) -> tuple[int, int] | None:
    """The cell of the digit that is to go elsewhere, and where; None where either is in doubt.

    Raises Refused where that is surely meant to be beyond the board.
    """
    game, source = stored.game, moved.source
    if source is None and moved.digit is not None and not moved.is_last:
        own = [at for at in game.givens.blanks() if game.values[at] == moved.digit]
        source = own[0] if len(own) == 1 else None
    elif source is None:
        source = last_digit(stored)
    if source is None or not game.values[source]:
        return None
    if moved.digit is not None and game.values[source] != moved.digit:
        return None
    target = _beside(stored, source, moved.way) if moved.target is None else moved.target
    if target is None and moved.is_sure:
        row, column = _place_beside(stored, source, moved.way)
        size = game.givens.geometry.size
        raise Refused("no_such_cell", cell=f"r{row + 1}c{column + 1}", size=size)
    return None if target is None else (source, target)


def _beside(stored: StoredGame, cell: int, way: tuple[int, int]) -> int | None:
    """The cell so many rows below another one and columns right of it; None beyond the board."""
    geometry = stored.game.givens.geometry
    row, column = _place_beside(stored, cell, way)
    is_there = 0 <= row < geometry.size and 0 <= column < geometry.size
    return geometry.cell(row, column) if is_there else None


def _place_beside(stored: StoredGame, cell: int, way: tuple[int, int]) -> tuple[int, int]:
    row, column = divmod(cell, stored.game.givens.geometry.size)
    return row + way[0], column + way[1]


def _is_sure(moved: Moved, stored: StoredGame, source: int, target: int) -> bool:
    """Whether a digit may be moved at once: nobody meant to lose another one of their own."""
    game = stored.game
    digit = game.values[source]
    is_lost = game.values[target] not in {0, digit}
    return bool(game.givens[target]) or (moved.is_sure and not is_lost)


def _moves_of(stored: StoredGame, source: int, target: int) -> Intents:
    """The moves that put a digit into another cell; one that has that digit already keeps both."""
    digit = stored.game.values[source]
    placed = Intent(IntentKind.PLACE, target, digit)
    if stored.game.values[target] == digit:
        return Intents((placed,))
    return Intents((Intent(IntentKind.ERASE, source), placed))
