from engine.difficulty import Difficulty
from tests.bot.house import Talk, right_moves


async def test_one_more_is_like_the_game_before(chat: Talk, ming: Talk) -> None:
    await chat.sends("/new 6 hard")
    await chat.sends("one more")
    stored = await chat.game()
    assert stored.puzzle.grid.geometry.size == 6
    assert stored.puzzle.difficulty == Difficulty.HARD
    await ming.sends("/new 4")
    await ming.sends("换一题")
    assert (await ming.game()).puzzle.grid.geometry.size == 4


async def test_a_difficulty_that_the_size_never_has_comes_in_the_usual_size(chat: Talk) -> None:
    await chat.sends("/new 4")
    await chat.sends("an extreme one")
    assert (await chat.game()).puzzle.grid.geometry.size == 9


async def test_the_first_board_is_small_and_the_second_knows_how_it_went(chat: Talk) -> None:
    assert "takes 1 to 4" in await chat.sends("play")
    stored = await chat.game()
    assert stored.puzzle.grid.geometry.size == 4
    await chat.sends("/hint")
    for move in right_moves(stored):
        await chat.sends(move)
    await chat.sends("another one")
    assert (await chat.game()).puzzle.grid.geometry.size == 4


async def test_a_newcomer_who_names_a_size_gets_an_easy_one(chat: Talk) -> None:
    await chat.sends("9x9 please")
    assert (await chat.game()).puzzle.difficulty == Difficulty.EASY
