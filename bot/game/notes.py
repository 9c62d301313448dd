"""Notes of a whole board: filling them in, rubbing them out, and naming a unit to look at."""

import re
import unicodedata
from collections.abc import Mapping
from typing import Final

from bot.game.game import Game
from bot.game.move import Act, Move, Turn
from engine.board import KINDS, Geometry

_CELL: Final = re.compile(r"r(\d{1,2})c(\d{1,2})")
_UNIT: Final = re.compile(r"(?P<before>\D*?)(?P<number>\d{1,2})(?P<after>\D*)")


def filled_in(game: Game, player: int) -> Turn:
    """The turn that notes every digit which no peer has, in all blank cells without notes.

    Cells that have notes keep theirs: what a player ruled out stays ruled out.
    """
    blanks = [cell for cell in game.values.blanks() if not game.notes[cell]]
    moves = (Move(Act.NOTES, cell, _possible(game, cell)) for cell in blanks)
    return Turn(player, tuple(move for move in moves if move.value))


def rubbed_out(game: Game, player: int) -> Turn:
    """The turn that removes all visible notes."""
    noted = (cell for cell, mask in enumerate(game.notes) if mask)
    return Turn(player, tuple(Move(Act.NOTES, cell, 0) for cell in noted))


LONGEST_NAME: Final = 40
"""Characters of the longest name of a unit; what is behind them is not looked at."""


def parse_unit(text: str, geometry: Geometry, words: Mapping[str, str]) -> int | None:
    """The index in `Geometry.units` of what `box 5`, `row 3` or `5宫` names; of a cell its box.

    `words` maps the words of all languages to `row`, `column` and `box`. None for anything else.
    """
    folded = unicodedata.normalize("NFKC", text[:LONGEST_NAME]).lower().strip()
    size = geometry.size
    if cell := _CELL.fullmatch(folded):
        row, column = int(cell[1]) - 1, int(cell[2]) - 1
        on_board = 0 <= row < size and 0 <= column < size
        return 2 * size + geometry.box_of(geometry.cell(row, column)) if on_board else None
    found = _UNIT.fullmatch(folded)
    if found is None or not 1 <= int(found["number"]) <= size:
        return None
    kind = words.get(found["before"].strip() + found["after"].strip())
    return None if kind is None else KINDS.index(kind) * size + int(found["number"]) - 1


def _possible(game: Game, cell: int) -> int:
    mask = (1 << game.givens.geometry.size) - 1
    for peer in game.givens.geometry.peers[cell]:
        if game.values[peer]:
            mask &= ~(1 << game.values[peer] - 1)
    return mask
