"""The shelf of puzzles that a person brought: filled from a text, shown in pages, and tidied."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.game.puzzle_list import MOST_LINES
from bot.ledger.lane import Turn
from bot.ledger.ledger import IMPORTS
from bot.play.errors import UserError
from bot.play.questions import ask
from bot.play.visit import Visit
from bot.pool.engine import EngineBusy
from bot.pool.jobs import Checked, bundle_now
from bot.store import puzzles, shelf
from bot.store.puzzles import Origin, PuzzleRow
from bot.store.seam.source import Source
from bot.store.shelf import Kept
from engine.board import Grid, InvalidGrid

MOST_PUZZLES: Final = 200
"""The most boards of one text that are checked; the lines of others are only reported."""

MOST_HARD: Final = 4
"""Boards of one text whose solutions take too long to find, after which no more are checked."""

MOST_PARTS: Final = 12
"""Questions to the engine for one text, which is checked part by part: others come in between. Each
takes a second or so, and the chat waits meanwhile.
"""

IMPORT_BYTES: Final = 2_000_000
"""What a text takes at most while it is checked: itself, in wide letters, and its parts."""

TURN_SECONDS: Final = 10.0

ON_A_PAGE: Final = 8


class Fate(StrEnum):
    """What became of a board of a text.

    ADDED: it was put on the shelf. KNOWN: it was there before. SEVERAL, NONE: it has that number of
    solutions. FULL: it has no blank. HARD: its solutions take too long to find. OVER: it was not
    read, because the text has too many boards. NO_ROOM: the shelf is full.
    """

    ADDED = "added"
    KNOWN = "known"
    SEVERAL = "several"
    NONE = "none"
    FULL = "full"
    HARD = "hard"
    OVER = "over"
    NO_ROOM = "no_room"


@dataclass(frozen=True, slots=True)
class Unreadable:
    """The lines of a text, counted from 1, that are no board, and why."""

    lines: range
    reason: InvalidGrid


@dataclass(frozen=True, slots=True)
class Brought:
    """What became of a text: the lines of its boards by their fate, and the unreadable lines."""

    fates: Mapping[Fate, Sequence[range]]
    unreadable: Sequence[Unreadable]

    @property
    def has_any(self) -> bool:
        """Whether a board of the text is on the shelf."""
        return Fate.ADDED in self.fates or Fate.KNOWN in self.fates


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a shelf of `count` puzzles; `first` is the number of its first one, from 0."""

    number: int
    first: int
    count: int
    kept: Sequence[Kept]

    @property
    def is_last(self) -> bool:
        return self.first + ON_A_PAGE >= self.count


async def bring(visit: Visit, read: Callable[[], Awaitable[str]]) -> Brought:
    """Puts every puzzle of a text with exactly one solution on the person's shelf.

    The text is read when the person's turn comes. What was checked is kept, also if the rest could
    not be. Raises UserError for a text without a board, EngineBusy where nothing was checked,
    LaneFull, NothingReserved, and what `read` raises.
    """
    services, owner = visit.services, visit.owner
    async with services.imports.turn(owner, TURN_SECONDS) as turn:
        # A newcomer who waits ends it at the next part; what was checked until then is kept.
        turn.cut = lambda: None
        with services.ledger.reserve(IMPORTS, owner, IMPORT_BYTES):
            return await _brought(visit, turn, (await read()).splitlines())


async def _brought(visit: Visit, turn: Turn, lines: Sequence[str]) -> Brought:
    fates: dict[Fate, list[range]] = {fate: [] for fate in Fate}
    unreadable = list[Unreadable]()
    begin, boards = 0, 0
    for _ in range(MOST_PARTS):
        text, left = "\n".join(lines[begin:MOST_LINES]), MOST_PUZZLES - boards
        try:
            checked, is_whole = await ask(visit, bundle_now, text, left)
        except EngineBusy:
            if not boards:
                raise
            break
        for one, fate in await _put_all(visit, checked):
            found = range(one.found.lines.start + begin, one.found.lines.stop + begin)
            if isinstance(fate, InvalidGrid):
                unreadable.append(Unreadable(found, fate))
            else:
                boards += 1
                fates[fate].append(found)
        begin = MOST_LINES if is_whole else begin + checked[-1].found.last if checked else begin
        if is_whole or boards >= MOST_PUZZLES or turn.is_cut:
            break
        if len(fates[Fate.HARD]) >= MOST_HARD:
            break
    if not boards:
        is_read = begin >= min(len(lines), MOST_LINES)
        raise UserError("import.empty") if is_read else EngineBusy
    fates[Fate.OVER] = _behind(lines, begin)
    return Brought({fate: found for fate, found in fates.items() if found}, unreadable)


async def keep(visit: Visit, grid: Grid, solution: Grid) -> PuzzleRow:
    """Stores a puzzle that somebody brought and puts it on their shelf, even on a full one."""
    async with visit.database.transaction() as transaction:
        puzzle, _ = await _put(visit, transaction, grid, solution)
    return puzzle


async def count(visit: Visit) -> int:
    """How many puzzles the person keeps."""
    return await shelf.count(visit.database, visit.user.id)


async def page(visit: Visit, number: int) -> Page:
    """A page of the person's shelf, counted from 0; the last page if there are fewer."""
    kept_in_all = await count(visit)
    number = min(number, max(kept_in_all - 1, 0) // ON_A_PAGE)
    first = number * ON_A_PAGE
    kept = await shelf.page(visit.database, visit.user.id, first, ON_A_PAGE)
    return Page(number, first, kept_in_all, kept)


async def take(visit: Visit, puzzle_id: int) -> PuzzleRow:
    """A puzzle of the person's shelf; raises UserError for any other."""
    puzzle = await shelf.get(visit.database, visit.user.id, puzzle_id)
    if puzzle is None:
        raise UserError("junk.old_button")
    return puzzle


async def tidy(visit: Visit) -> None:
    """Takes the puzzles that the person has solved off the shelf."""
    await shelf.remove_solved(visit.database, visit.user.id)


async def _put_all(
    visit: Visit, checked: Sequence[Checked]
) -> Sequence[tuple[Checked, Fate | InvalidGrid]]:
    """What becomes of each piece of a part; the boards are stored in one transaction."""
    async with visit.database.transaction() as transaction:
        room = shelf.MOST - await shelf.count(transaction, visit.user.id)
        told = list[tuple[Checked, Fate | InvalidGrid]]()
        for one in checked:
            fate = await _fate(visit, transaction, one, room)
            room -= fate is Fate.ADDED
            told.append((one, fate))
    return told


async def _fate(visit: Visit, source: Source, one: Checked, room: int) -> Fate | InvalidGrid:
    board, decision = one.found.board, one.decision
    if isinstance(board, InvalidGrid):
        return board
    if not board.blanks():
        return Fate.FULL
    if decision is None:
        return Fate.HARD
    if len(decision.solutions) != 1:
        return Fate.SEVERAL if decision.solutions else Fate.NONE
    if not room:
        return Fate.NO_ROOM
    _, is_new = await _put(visit, source, board, decision.solutions[0])
    return Fate.ADDED if is_new else Fate.KNOWN


async def _put(visit: Visit, source: Source, grid: Grid, solution: Grid) -> tuple[PuzzleRow, bool]:
    """Puts a puzzle on the person's shelf; returns it, and whether it is new there."""
    puzzle = await puzzles.add(source, grid, solution, Origin.IMPORT)
    return puzzle, await shelf.add(source, visit.user.id, puzzle.id, visit.seconds)


def _behind(lines: Sequence[str], begin: int) -> list[range]:
    """The lines from `begin` on, without blank ones."""
    numbered = enumerate(lines[begin:], start=begin + 1)
    return [range(number, number + 1) for number, line in numbered if line.strip()]
