from bot.background.pupils import GameReader
from bot.play.lessons import course
from bot.play.pupils import pupil_of
from bot.store import lessons, pupils
from engine.techniques import FULL_HOUSE, HIDDEN_SINGLE, NAKED_SINGLE
from tests.bot.background.test_stock import no_sleep
from tests.bot.house import House, Talk, right_moves

SECONDS_EACH = 9


async def solves(chat: Talk) -> None:
    """Solves a new easy puzzle, and has the game read."""
    await chat.sends("/new easy")
    await solves_current(chat)


async def solves_current(chat: Talk) -> None:
    """Solves the current game, and has it read."""
    moves = right_moves(await chat.game())
    for several in (moves[:-1], moves[-1:]):
        chat.house.clock.forward(seconds=SECONDS_EACH * len(several))
        await chat.sends(" ".join(several))
    assert await GameReader(chat.house.services, no_sleep).read_one()


async def test_a_puzzle_solved_alone_teaches_what_its_player_knows(chat: Talk) -> None:
    await solves(chat)
    visit = await chat.visit()
    known = await lessons.of_user(visit.database, visit.user.id)
    assert known[HIDDEN_SINGLE].alone > 20
    found = await course(visit)
    assert found.knows(FULL_HOUSE)
    assert found.knows(HIDDEN_SINGLE)
    assert found.lesson is NAKED_SINGLE
    assert "✓ Hidden single" in (await chat.sends("/learn")).replace("<b>", "")


async def test_a_game_is_read_once(chat: Talk) -> None:
    await solves(chat)
    visit = await chat.visit()
    before = await pupil_of(visit.database, visit.user.id)
    game = await chat.game()
    assert not await pupils.take(visit.database, game.id)
    assert not await GameReader(chat.house.services, no_sleep).read_one()
    assert await pupil_of(visit.database, visit.user.id) == before


async def test_whoever_has_seen_the_solution_is_believed_nothing(chat: Talk) -> None:
    await chat.sends("/new easy")
    puzzle = (await chat.game()).puzzle.grid
    await chat.sends(f"/solve {puzzle}")
    await solves_current(chat)
    visit = await chat.visit()
    assert await lessons.of_user(visit.database, visit.user.id) == {}


async def test_checks_make_a_game_count_less(house: House, chat: Talk) -> None:
    ming = house.ming
    await solves(chat)
    await ming.sends("/new easy")
    for move in right_moves(await ming.game())[:2]:
        await ming.sends(move)
        await ming.sends("/check")
    await solves_current(ming)
    strengths = [await pupils.whole(each.house.database, each.person.id) for each in (chat, ming)]
    assert strengths[0] is not None
    assert strengths[1] is not None
    assert strengths[0] > strengths[1]
