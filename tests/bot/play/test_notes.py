from bot.play import games
from bot.play.notes import fill_in, rub_out
from bot.play.visit import Visit
from bot.store.views import Staleness
from tests.bot.play.people import BLANKS, SOLUTION, People, is_drawn, owed


async def test_notes_are_filled_in_and_rubbed_out_in_one_turn_each(
    people: People, visit: Visit
) -> None:
    stored = await people.begins(visit)
    await is_drawn(visit, stored)
    noted, moves = await fill_in(visit, stored, Staleness.REDRAW)
    assert {move.cell for move in moves} == set(BLANKS)
    assert all(noted.game.notes[cell] >> SOLUTION[cell] - 1 & 1 for cell in BLANKS)
    assert await owed(visit, stored) is Staleness.REDRAW
    empty, moves = await rub_out(visit, noted, Staleness.SEND)
    assert len(moves) == len(BLANKS)
    assert not any(empty.game.notes)
    assert (await games.current(visit)).game.done == 2


async def test_where_there_is_nothing_to_do_no_turn_is_made(people: People, visit: Visit) -> None:
    stored = await people.begins(visit)
    assert await rub_out(visit, stored, Staleness.SEND) == (stored, ())
    noted, _ = await fill_in(visit, stored, Staleness.SEND)
    assert await fill_in(visit, noted, Staleness.SEND) == (noted, ())
