"""Reading a typed message as moves or as a whole board.

People write the same move in many ways (`r4c5=7`, `D5 7`, `457`, `row 4 column 5 is 7`,
`第4行第5列填7`), several moves in one message, whole rows, whole boards from other programs, and
in a group also things that are no moves at all. Two mistakes would be bad: to take talk for a
move, and to make half of the moves of a message. So a message is understood wholly, or refused
with the first thing that was wrong, or left alone as talk; nothing is guessed.

The order in which readings are tried matters, since many texts fit several of them:

1. A board that the bot itself printed loses its frame (column numbers and rules), so that what is
   left are numbered rows.
2. The message is scanned from left to right. At each place a move is tried first and a whole row
   second; then fillers such as "and" are passed over, and anything else is a word that is none of
   ours. The scan never goes back, so it takes time linear in the length of the message.
3. Rows for every number of the board are a board: an Answer when they are full, else moves.
4. As many cells as the board has are a pasted board, unless the scan found something that nobody
   writes by accident, such as `r4c5=7` (a fragment that is `sure`).
5. Fragments are moves when one of them is sure, or when no word with letters stands between them:
   `457 468` is two moves, `457 people` is talk.
6. A message of digits only that is long enough for a board, but fits none, is refused.

Forms that are short or ambiguous are read narrowly. Three digits are a move only up to 9x9, where
each number is one digit; beyond that `12` may be 1 and 2, and is asked about. A
letter and a number may be part of other talk (`A4 paper`), so between other words they count only
where nobody would write them by accident (`A4=7`).
"""

import re
from dataclasses import dataclass
from itertools import chain, takewhile
from typing import Final

from bot.game.entry.board import (
    as_board,
    drawn_board,
    has_rows,
    pasted_board,
    refuse_misfit,
    row_at,
    without_frame,
)
from bot.game.entry.message import Fragment, Letters, TypedMessage, shortened
from bot.game.entry.move import BETWEEN, move_at
from bot.game.move import Intent, Intents
from bot.game.refused import Refused
from engine.board import Geometry, Grid
from engine.notation import parse

_REST: Final = re.compile(r"[^\s,;、。]+")
_QUOTED: Final = 5
"""Understood moves that are quoted beside what was not understood, at most."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A whole board handed in for checking; it may have blanks."""

    grid: Grid


Entry = Intents | Answer


@dataclass(frozen=True, slots=True)
class Scan:
    """A message cut up in its order into fragments that are about the board, and other words."""

    message: TypedMessage
    parts: tuple[Fragment | str, ...]

    @property
    def fragments(self) -> tuple[Fragment, ...]:
        return tuple(part for part in self.parts if isinstance(part, Fragment))

    @property
    def rows(self) -> tuple[int, ...]:
        """The numbers of the rows that are spelt out whole."""
        return tuple(fragment.row for fragment in self.fragments if fragment.row)

    @property
    def is_attempt(self) -> bool:
        """Whether the message is meant as moves and not as talk."""
        words = [part for part in self.parts if isinstance(part, str)]
        sure = any(fragment.sure for fragment in self.fragments)
        return bool(self.fragments) and (sure or not any(map(_is_talk, words)))

    def intents(self) -> Intents:
        """The intents of the message.

        Raises Refused for the first part that has a problem or was not understood, and
        `too_many_moves` beyond one for each cell.
        """
        for at, part in enumerate(self.parts):
            if isinstance(part, str):
                raise self._not_understood(at)
            if part.problem:
                raise part.problem
        intents, limit = self._all_intents(), self.message.geometry.cell_count
        if len(intents) > limit:
            raise Refused("too_many_moves", count=len(intents), limit=limit)
        return Intents(intents)

    def _all_intents(self) -> tuple[Intent, ...]:
        return tuple(chain.from_iterable(fragment.intents for fragment in self.fragments))

    def _not_understood(self, at: int) -> Refused:
        words = takewhile(lambda part: isinstance(part, str), self.parts[at:])
        intents = self._all_intents()
        understood = Intents(intents[:_QUOTED]).text(self.message.geometry)
        more = " ..." if len(intents) > _QUOTED else ""
        text = shortened(" ".join(map(str, words)))
        return Refused("not_understood", text=text, understood=understood + more)


def read_typed(text: str, geometry: Geometry, letters: Letters) -> Entry | None:
    """Reads a message in a game of this shape: moves, an Answer, or None for other talk.

    An Answer may have another shape when it is for another game. Raises Refused as `parse_entry`
    does, and InvalidGrid for rows that make no board.
    """
    try:
        entry = parse_entry(text, geometry, letters)
    except Refused as refused:
        if drawn := drawn_board(text):
            return Answer(drawn)
        # Rows of a larger or smaller board may read as moves with strange words between them.
        if refused.key == "not_understood" and has_rows(text):
            return Answer(parse(text))
        other = as_board(text) if refused.key == "answer_length" else None
        if other is None:
            raise
        return Answer(other)
    drawn = drawn_board(text) if entry is None else None
    return Answer(drawn) if drawn else entry


def is_attempt(text: str) -> bool:
    """Whether a text is meant as moves or as a board, where no game is played to judge it by."""
    try:
        return parse_entry(text, Geometry.of_size(9), Letters.ROW) is not None
    except Refused:
        return True


def parse_entry(text: str, geometry: Geometry, letters: Letters) -> Entry | None:
    """Reads a message as moves or as a whole board for this shape; None when it is other talk.

    A board is an Answer, except that the bot's own board with row numbers, sent back with blanks
    in it, is moves. Raises Refused when it clearly is an attempt with a mistake in it, so that a
    message is understood wholly or not at all. Takes time linear in the length of the text.
    """
    message = TypedMessage.of(text, geometry, letters)
    # Only a message of several lines can have a frame, and only a long one can be a board.
    told = _scan(without_frame(message) if "\n" in message.text else message)
    if told.rows == tuple(range(1, geometry.size + 1)):
        return _board(told)
    grid = pasted_board(text, message, told.parts) if message.may_hold_board else None
    if grid:
        return Answer(grid)
    if told.is_attempt:
        return told.intents()
    if message.may_hold_board:
        refuse_misfit(text, message)
    return None


def _scan(message: TypedMessage) -> Scan:
    """Reads the whole message from left to right, never going back."""
    parts: list[Fragment | str] = []
    at = 0
    # It always moves on: BETWEEN takes every character that _REST leaves.
    while at < len(message.text):
        if found := move_at(message, at) or row_at(message, at):
            parts.append(found)
            at = found.end
        elif between := BETWEEN.match(message.text, at):
            at = between.end()
        elif rest := _REST.match(message.text, at):
            parts.append(rest[0])
            at = rest.end()
    return Scan(message, tuple(parts))


def _is_talk(word: str) -> bool:
    return any(map(str.isalpha, word))


def _board(told: Scan) -> Entry:
    intents = tuple(
        intent for fragment in told.fragments if fragment.row for intent in fragment.intents
    )
    geometry = told.message.geometry
    digits = {intent.cell: intent.value for intent in intents}
    if len(digits) < geometry.cell_count:
        return Intents(intents)
    return Answer(Grid.blank(geometry).with_values(digits))
