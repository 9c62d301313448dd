import pytest

from bot.play import shelf
from bot.play.errors import UserError
from bot.play.shelf import MOST_PUZZLES, ON_A_PAGE, Fate
from bot.play.turns import make_turn
from bot.play.visit import Visit
from bot.store import puzzles
from bot.store import shelf as stored_shelf
from bot.store.puzzles import Origin
from engine import Grid
from tests.bot.play.people import ALICE, BLANKS, GIVENS, SOLUTION, People, turn


def variants() -> list[Grid]:
    """Puzzles with one solution: a filled board with one or two of its cells blank."""
    pairs = {tuple(sorted({first, second})) for first in range(16) for second in range(16)}
    return [SOLUTION.with_values(dict.fromkeys(cells, 0)) for cells in sorted(pairs)]


async def test_each_line_of_a_text_has_its_fate(visit: Visit) -> None:
    lines = [
        str(GIVENS),
        str(GIVENS),
        "1...............",
        "1...1234........",
        str(SOLUTION),
        "12345",
    ]
    found = await shelf.bring(visit, "\n".join(lines))
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
            await shelf.bring(visit, text)


async def test_what_is_behind_the_last_board_that_is_read_is_told_of(visit: Visit) -> None:
    lines = [str(GIVENS)] * (MOST_PUZZLES + 2)
    found = await shelf.bring(visit, "\n".join([*lines, "", "end"]))
    over = [number for lines in found.fates[Fate.OVER] for number in lines]
    assert over == [MOST_PUZZLES + 1, MOST_PUZZLES + 2, MOST_PUZZLES + 4]


async def test_a_full_shelf_takes_no_more(visit: Visit) -> None:
    async with visit.database.transaction() as transaction:
        for number in range(stored_shelf.MOST):
            grid = SOLUTION.with_values({cell: 0 for cell in range(16) if number + 1 >> cell & 1})
            kept = await puzzles.add(transaction, grid, SOLUTION, Origin.IMPORT)
            await stored_shelf.add(transaction, ALICE, kept.id, 0)
    found = await shelf.bring(visit, str(GIVENS))
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
