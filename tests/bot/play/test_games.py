import pytest

from bot.game.place import Place
from bot.play import games
from bot.play.errors import OldBoard, UserError
from bot.play.finish import give_up
from bot.play.turns import make_turn
from bot.play.visit import Visit
from bot.store import games as stored_games
from bot.store import results
from bot.store.games import GameState
from tests.bot.house import House, Talk, right_moves, wrong_move
from tests.bot.play.people import People, is_drawn, turn


async def test_the_game_that_is_played_here_is_the_one_begun_last(
    people: People, visit: Visit
) -> None:
    assert await games.find_current(visit) is None
    with pytest.raises(UserError, match=r"game\.none"):
        await games.current(visit)
    first = await people.begins(visit)
    second = await people.begins(visit)
    assert (await games.current(visit)).id == second.id
    assert (await games.switch(visit, first.id)).id == first.id
    assert (await games.current(visit)).id == first.id
    assert [stored.id for stored in await games.unfinished_here(visit)] == [second.id, first.id]


async def test_a_game_that_is_over_is_played_no_more(people: People, visit: Visit) -> None:
    stored = await people.begins(visit)
    await give_up(visit, stored)
    assert await games.find_current(visit) is None
    assert await games.unfinished_here(visit) == ()
    assert (await games.numbered(visit, stored.id)).id == stored.id
    with pytest.raises(UserError, match=r"board\.over"):
        await games.unfinished(visit, stored.id)


async def test_nobody_reaches_the_game_of_another_chat(
    people: People, visit: Visit, in_club: Visit
) -> None:
    stored = await people.begins(visit)
    with pytest.raises(UserError, match=r"board\.other_chat"):
        await games.numbered(in_club, stored.id)
    with pytest.raises(UserError, match=r"board\.gone"):
        await games.numbered(visit, stored.id + 1)


async def test_the_clock_of_a_game_goes_on_while_somebody_plays(
    people: People, visit: Visit
) -> None:
    await people.begins(visit)
    people.clock.forward(seconds=40)
    here = await people.visit()
    assert (await games.current(here)).played == 40
    await here.store_clocks()
    people.clock.forward(hours=5)
    # A long pause counts as a minute.
    assert (await games.current(await people.visit())).played == 100


async def test_a_turn_or_the_end_of_the_visit_stores_the_clock(
    people: People, visit: Visit
) -> None:
    await people.begins(visit)
    for seconds, places in ((40, True), (70, False)):
        people.clock.forward(seconds=40 if places else 30)
        here = await people.visit()
        stored = await games.current(here)
        if places:
            await make_turn(here, stored, turn(here.user.id, stored.game.givens.blanks()[0]))
            assert not here.clocks
        await here.store_clocks()
        kept = await games.waiting(here)
        assert kept is not None
        assert (kept.played, kept.acted_at) == (seconds, here.seconds)


async def test_only_the_board_that_shows_the_game_is_live(people: People, visit: Visit) -> None:
    stored = await people.begins(visit)
    await is_drawn(visit, stored, message_id=5)
    assert (await games.of_board(visit, stored.id, 5)).id == stored.id
    with pytest.raises(OldBoard) as old:
        await games.of_board(visit, stored.id, 4)
    assert old.value.game.id == stored.id


async def test_a_board_cannot_be_pressed_while_another_game_is_played(
    people: People, visit: Visit
) -> None:
    first, second = await people.begins(visit), await people.begins(visit)
    with pytest.raises(UserError, match=r"board\.second") as refusal:
        await games.of_board(visit, first.id, 5)
    assert refusal.value.values == {"game": first.id, "current": second.id}
    await give_up(visit, second)
    assert (await games.of_board(visit, first.id, 5)).id == first.id
    assert (await games.current(visit)).id == first.id


async def test_a_finished_game_keeps_its_time(house: House, chat: Talk) -> None:
    await chat.sends("/new 4")
    stored = await chat.game()
    house.clock.forward(seconds=30)
    await chat.sends(" ".join(right_moves(stored)))
    house.clock.forward(hours=5)
    ended = await stored_games.get(house.database, stored.id, Place(0))
    assert ended is not None
    assert ended.state is GameState.SOLVED
    assert ended.finished_at == stored.started_at + 30
    (result,) = await results.of_user(house.database, chat.person.id)
    assert (result.seconds, result.mistakes, result.size) == (30, 0, 4)


async def test_each_player_has_their_own_mistakes(
    house: House, club: Talk, ming_in_club: Talk
) -> None:
    await club.sends("/new 4")
    stored = await club.game()
    moves = right_moves(stored)
    await club.sends(f"@SudokuPlaygroundBot {wrong_move(stored)} {wrong_move(stored, 1)}")
    await ming_in_club.sends(f"@SudokuPlaygroundBot {' '.join(moves[:2])}")
    await club.sends(f"@SudokuPlaygroundBot {' '.join(moves[2:])}")
    mistakes = [
        result.mistakes
        for talk in (club, ming_in_club)
        for result in await results.of_user(house.database, talk.person.id)
    ]
    assert mistakes == [2, 0]


async def test_who_only_looked_on_has_no_result(
    house: House, club: Talk, ming_in_club: Talk
) -> None:
    await ming_in_club.sends("/new 4")
    moves = right_moves(await club.game())
    await club.sends(f"@SudokuPlaygroundBot {' '.join(moves)}")
    assert await results.of_user(house.database, ming_in_club.person.id) == ()
