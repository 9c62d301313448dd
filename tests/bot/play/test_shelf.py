import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.game.puzzle_list import MOST_LINES
from bot.ledger.lane import LONG, PLACES, FairLane, LaneFull
from bot.ledger.ledger import IMPORTS, NothingReserved
from bot.ledger.owner import Owner
from bot.play import shelf
from bot.play.errors import UserError
from bot.play.shelf import MOST_HARD, MOST_PARTS, MOST_PUZZLES, ON_A_PAGE, Brought, Fate
from bot.play.turns import make_turn
from bot.play.visit import Visit
from bot.pool.engine import EngineBusy
from bot.pool.engine_pool import EnginePool
from bot.pool.jobs import Checked, bundle_now
from bot.store import puzzles
from bot.store import shelf as stored_shelf
from bot.store.puzzles import Origin
from engine import Budget, Grid
from tests.bot.play.people import ALICE, BLANKS, GIVENS, SOLUTION, People, turn


def variants() -> list[Grid]:
    """Puzzles with one solution: a filled board with one or two of its cells blank."""
    pairs = {tuple(sorted({first, second})) for first in range(16) for second in range(16)}
    return [SOLUTION.with_values(dict.fromkeys(cells, 0)) for cells in sorted(pairs)]


def typed(text: str) -> Callable[[], Awaitable[str]]:
    """A text that is there at once."""

    async def read() -> str:
        return text

    return read


class InParts(EnginePool):
    """An engine whose time is over after some boards of a text, each time that it is asked.

    `meanwhile` happens while it is at work, and boards of which every cell is blank take too long.
    """

    def __init__(self, boards: int, meanwhile: Callable[[int], Awaitable[None]]) -> None:
        super().__init__(1)
        self._boards = boards
        self._meanwhile = meanwhile
        self.askers = list[Owner]()

    @property
    def asked(self) -> int:
        return len(self.askers)

    async def ask(self, owner: Owner, job: Callable[..., Any], *question: Any, **_: Any) -> Any:
        assert job is bundle_now
        self.askers.append(owner)
        await self._meanwhile(self.asked)
        text, most = question
        checked, is_whole = self.check(text, min(most, self._boards))
        hard = [replace(one, decision=None) if is_blank(one) else one for one in checked]
        return tuple(hard), is_whole

    def check(self, text: str, boards: int) -> tuple[tuple[Checked, ...], bool]:
        return bundle_now(text, boards, Budget(60))


def is_blank(one: Checked) -> bool:
    return isinstance(one.found.board, Grid) and not any(one.found.board.values)


async def nothing(_part: int) -> None:
    """What happens meanwhile in a quiet house."""


def with_parts(
    visit: Visit,
    boards: int = 1,
    meanwhile: Callable[[int], Awaitable[None]] = nothing,
    **more: Any,
) -> tuple[Visit, InParts]:
    """The visit with an engine that checks so many boards of a text at a time."""
    engine = InParts(boards, meanwhile)
    return replace(visit, services=replace(visit.services, engine=engine, **more)), engine


async def test_each_line_of_a_text_has_its_fate(visit: Visit) -> None:
    lines = [
        str(GIVENS),
        str(GIVENS),
        "1...............",
        "1...1234........",
        str(SOLUTION),
        "12345",
    ]
    found = await shelf.bring(visit, typed("\n".join(lines)))
    assert found.fates == {
        Fate.ADDED: [range(1, 2)],
        Fate.KNOWN: [range(2, 3)],
        Fate.SEVERAL: [range(3, 4)],
        Fate.NONE: [range(4, 5)],
        Fate.FULL: [range(5, 6)],
    }
    assert [one.lines for one in found.unreadable] == [range(6, 7)]
    assert found.has_any
    assert await shelf.count(visit) == 1


async def test_a_text_without_a_board_is_refused(visit: Visit) -> None:
    for text in ("", "12345\nhello"):
        with pytest.raises(UserError, match=r"import\.empty"):
            await shelf.bring(visit, typed(text))


async def test_what_is_behind_the_last_board_that_is_read_is_told_of(visit: Visit) -> None:
    lines = [str(GIVENS)] * (MOST_PUZZLES + 2)
    found = await shelf.bring(visit, typed("\n".join([*lines, "", "end"])))
    over = [number for lines in found.fates[Fate.OVER] for number in lines]
    assert over == [MOST_PUZZLES + 1, MOST_PUZZLES + 2, MOST_PUZZLES + 4]


TEXT = [
    "# a list",
    str(GIVENS),
    "hello",
    "",
    str(GIVENS),
    *(str(SOLUTION)[row : row + 4] for row in range(0, 16, 4)),
    "",
    *(str(variants()[7])[row : row + 4] for row in range(0, 16, 4)),
    "1...............",
    "12345",
    "",
    "",
    str(variants()[3]),
    "the end",
]


def reasons(found: Brought) -> list[tuple[range, str]]:
    return [(one.lines, str(one.reason)) for one in found.unreadable]


@pytest.mark.parametrize("boards", [1, 2, 3])
async def test_a_text_is_told_of_as_one_however_many_parts_it_was_checked_in(
    visit: Visit, ming: Visit, boards: int
) -> None:
    whole = await shelf.bring(ming, typed("\n".join(TEXT)))
    in_parts, engine = with_parts(visit, boards)
    found = await shelf.bring(in_parts, typed("\n".join(TEXT)))
    assert found.fates == whole.fates
    assert reasons(found) == reasons(whole)
    assert found.fates[Fate.KNOWN] == [range(5, 6)]
    assert [one.lines for one in found.unreadable][-1] == range(len(TEXT), len(TEXT) + 1)
    assert engine.askers == [visit.owner] * -(-6 // boards)
    assert await shelf.count(visit) == await shelf.count(ming) == 3


async def test_lines_behind_the_last_that_is_read_are_told_of(visit: Visit) -> None:
    text = "\n" * (MOST_LINES - 1) + "\n".join([str(GIVENS), str(variants()[0]), "", "end"])
    found = await shelf.bring(visit, typed(text))
    last = MOST_LINES
    assert found.fates == {
        Fate.ADDED: [range(last, last + 1)],
        Fate.OVER: [range(last + 1, last + 2), range(last + 3, last + 4)],
    }


async def test_an_import_that_a_newcomer_waits_for_keeps_what_was_checked_and_tells_the_rest(
    visit: Visit,
) -> None:
    now = 100.0
    lane = FairLane(1, at_once=1, clock=lambda: now)
    served = list[str]()
    coming: asyncio.Task[None] | None = None

    async def newcomer() -> None:
        async with lane.turn(Owner(7), 1.0):
            served.append("newcomer")

    async def meanwhile(part: int) -> None:
        nonlocal now, coming
        if part == 3:
            # Long enough for a turn that others wait for.
            now += LONG
            coming = asyncio.create_task(newcomer())
            await asyncio.sleep(0)
            assert served == []

    in_parts, engine = with_parts(visit, 1, meanwhile, imports=lane)
    lines = [str(grid) for grid in variants()[:8]]
    found = await shelf.bring(in_parts, typed("\n".join(lines)))
    assert found.fates == {
        Fate.ADDED: [range(line, line + 1) for line in (1, 2, 3)],
        Fate.OVER: [range(line, line + 1) for line in (4, 5, 6, 7, 8)],
    }
    assert (engine.asked, await shelf.count(visit)) == (3, 3)
    assert coming is not None
    await coming
    assert served == ["newcomer"]


async def test_what_was_cut_off_before_its_first_board_is_told_to_come_again(visit: Visit) -> None:
    now = 100.0
    lane = FairLane(1, at_once=1, clock=lambda: now)
    coming: asyncio.Task[None] | None = None

    async def newcomer() -> None:
        async with lane.turn(Owner(7), 1.0):
            pass

    async def read() -> str:
        nonlocal now, coming
        now += LONG
        coming = asyncio.create_task(newcomer())
        await asyncio.sleep(0)
        return "\n".join(["hello", "", "there", "", str(GIVENS)])

    class Halting(InParts):
        def check(self, text: str, boards: int) -> tuple[tuple[Checked, ...], bool]:
            return super().check(text, boards)[0][:1], False

    services = replace(visit.services, engine=Halting(1, nothing), imports=lane)
    with pytest.raises(EngineBusy):
        await shelf.bring(replace(visit, services=services), read)
    assert coming is not None
    await coming


async def test_after_four_boards_that_take_too_long_no_more_are_checked(visit: Visit) -> None:
    blank = "." * 16
    lines = [blank, str(GIVENS), blank, blank, blank, str(variants()[0]), str(variants()[1])]
    in_parts, engine = with_parts(visit)
    found = await shelf.bring(in_parts, typed("\n".join(lines)))
    assert found.fates == {
        Fate.ADDED: [range(2, 3)],
        Fate.HARD: [range(1, 2), range(3, 4), range(4, 5), range(5, 6)],
        Fate.OVER: [range(6, 7), range(7, 8)],
    }
    assert (engine.asked, MOST_HARD) == (5, 4)


async def test_no_text_takes_more_than_twelve_questions(visit: Visit) -> None:
    lines = [str(GIVENS)] * (MOST_PARTS + 5)
    in_parts, engine = with_parts(visit)
    found = await shelf.bring(in_parts, typed("\n".join(lines)))
    assert len(found.fates[Fate.OVER]) == 5
    assert engine.asked == MOST_PARTS == 12


async def test_what_earlier_parts_brought_stays_when_the_engine_is_busy(visit: Visit) -> None:
    async def busy(part: int) -> None:
        if part == 3:
            raise EngineBusy

    in_parts, _ = with_parts(visit, 1, busy)
    lines = [str(grid) for grid in variants()[:5]]
    found = await shelf.bring(in_parts, typed("\n".join(lines)))
    assert found.fates == {
        Fate.ADDED: [range(1, 2), range(2, 3)],
        Fate.OVER: [range(3, 4), range(4, 5), range(5, 6)],
    }
    assert await shelf.count(visit) == 2

    async def always(_part: int) -> None:
        raise EngineBusy

    with pytest.raises(EngineBusy):
        await shelf.bring(with_parts(visit, 1, always)[0], typed("\n".join(lines)))


async def test_a_text_for_which_there_is_no_memory_is_not_read(visit: Visit) -> None:
    async def read() -> str:
        pytest.fail("nothing was reserved for it")

    with (
        visit.services.ledger.reserve(IMPORTS, visit.owner, IMPORTS.share),
        pytest.raises(NothingReserved),
    ):
        await shelf.bring(visit, read)
    assert (await shelf.bring(visit, typed(str(GIVENS)))).has_any


async def test_ten_texts_of_a_person_wait_and_an_eleventh_is_told_when_to_come_again(
    visit: Visit, ming: Visit
) -> None:
    go_on = asyncio.Event()
    reading = 0

    async def read() -> str:
        nonlocal reading
        reading += 1
        await go_on.wait()
        return str(GIVENS)

    brought = [asyncio.create_task(shelf.bring(visit, read)) for _ in range(PLACES)]
    await asyncio.sleep(0)
    with pytest.raises(LaneFull) as refused:
        await shelf.bring(visit, read)
    assert refused.value.seconds == PLACES * shelf.TURN_SECONDS
    assert reading == 1, "the others are in nobody's memory"
    assert (await shelf.bring(ming, typed(str(GIVENS)))).has_any
    go_on.set()
    found = await asyncio.gather(*brought)
    assert [one.has_any for one in found] == [True] * PLACES


async def test_a_full_shelf_takes_no_more(visit: Visit) -> None:
    async with visit.database.transaction() as transaction:
        for number in range(stored_shelf.MOST):
            grid = SOLUTION.with_values({cell: 0 for cell in range(16) if number + 1 >> cell & 1})
            kept = await puzzles.add(transaction, grid, SOLUTION, Origin.IMPORT)
            await stored_shelf.add(transaction, ALICE, kept.id, 0)
    found = await shelf.bring(visit, typed(str(GIVENS)))
    assert (found.fates, found.has_any) == ({Fate.NO_ROOM: [range(1, 2)]}, False)
    # A puzzle that is too large for a link is stored anyway: it could not be opened otherwise.
    await shelf.keep(visit, GIVENS, SOLUTION)
    assert await shelf.count(visit) == stored_shelf.MOST + 1


async def test_a_shelf_is_leafed_through(visit: Visit) -> None:
    assert (await shelf.page(visit, 0)).count == 0
    for grid in variants()[: ON_A_PAGE + 1]:
        await shelf.keep(visit, grid, SOLUTION)
    first, last = await shelf.page(visit, 0), await shelf.page(visit, 7)
    assert (first.number, first.first, len(first.kept), first.is_last) == (0, 0, ON_A_PAGE, False)
    assert (last.number, last.first, len(last.kept), last.is_last) == (1, ON_A_PAGE, 1, True)
    assert first.count == last.count == ON_A_PAGE + 1


async def test_a_puzzle_is_taken_from_ones_own_shelf_only(visit: Visit, ming: Visit) -> None:
    kept = await shelf.keep(visit, GIVENS, SOLUTION)
    assert await shelf.take(visit, kept.id) == kept
    with pytest.raises(UserError, match=r"junk\.old_button"):
        await shelf.take(ming, kept.id)


async def test_solved_puzzles_are_tidied_away(people: People, visit: Visit) -> None:
    other = variants()[0]
    for grid in (GIVENS, other):
        await shelf.keep(visit, grid, SOLUTION)
    await make_turn(visit, await people.begins(visit), turn(ALICE, *BLANKS))
    assert [one.solved for one in (await shelf.page(visit, 0)).kept] == [True, False]
    await shelf.tidy(visit)
    assert [one.puzzle.grid for one in (await shelf.page(visit, 0)).kept] == [other]
