from dataclasses import replace

from bot.game.pace import Promise
from bot.play.pace import FEWEST, promise
from bot.store import puzzles, results
from engine.difficulty import pace_of
from tests.bot.house import House, Talk, right_moves
from tests.bot.play.test_pupils import solves_current


async def promised(chat: Talk) -> Promise | None:
    return await promise(await chat.visit(), await chat.game())


async def test_a_new_board_says_how_long_most_take_until_the_first_move(chat: Talk) -> None:
    said = await chat.sends("/new easy")
    found = await promised(chat)
    assert found is not None
    assert found.own is None
    assert f"⏱ most take {found.low} to {found.high} minutes" in said
    game = await chat.game()
    kept = await puzzles.get(chat.house.database, game.puzzle.id)
    assert kept is not None
    assert kept.seconds == pace_of(game.puzzle.grid).middle
    assert "most take" not in await chat.sends(right_moves(game)[0])
    assert await promised(chat) is None


async def test_nothing_is_promised_without_a_clock_or_on_other_sizes(chat: Talk) -> None:
    assert "most take" not in await chat.sends("/new 6")
    await chat.sends("/new easy")
    visit = await chat.visit()
    silent = replace(visit, user=replace(visit.user, timer=False))
    assert await promise(visit, await chat.game()) is not None
    assert await promise(silent, await chat.game()) is None


async def test_each_person_has_a_pace_of_their_own(house: House, chat: Talk) -> None:
    for _ in range(FEWEST):
        await chat.sends("/new easy")
        await solves_current(chat)
    said = await chat.sends("/new easy")
    found = await promised(chat)
    assert found is not None
    assert found.own is not None
    assert f"min · you about {found.own}" in said
    paces = await results.paces(house.database, chat.person.id, FEWEST)
    usual = pace_of((await chat.game()).puzzle.grid).middle
    middle = sorted(own / theirs for own, theirs in paces)[1]
    assert found.own == max(1, round(usual * middle / 60))
    club = house.in_club(chat)
    assert "you about" not in await club.sends("/new easy"), "others need not know"


async def test_a_time_with_a_hint_says_nothing_of_the_pace(house: House, chat: Talk) -> None:
    for _ in range(FEWEST):
        await chat.sends("/new easy")
        await chat.sends("/hint")
        await solves_current(chat)
    assert await results.paces(house.database, chat.person.id, FEWEST) == ()
