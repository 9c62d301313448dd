import pytest

from bot.game.place import Place
from bot.render.text_board import WIDTH_ALONE
from bot.store import games
from engine import Geometry, Symmetry, has_symmetry, is_unique
from engine.difficulty import Difficulty, rate
from tests.bot.house import House, Talk


async def test_new_alone_is_nine_by_nine_with_central_symmetry(chat: Talk) -> None:
    said = await chat.sends("/new")
    stored = await chat.game()
    assert stored.puzzle.grid.geometry is Geometry.of_size(9)
    assert has_symmetry(stored.puzzle.grid, Symmetry.CENTRAL)
    assert is_unique(stored.puzzle.grid)
    assert f"9×9 · not rated · {stored.puzzle.grid.clue_count} clues · #{stored.id}" in said
    assert "Press a cell, then its digit" in said


async def test_the_button_asks_how_hard_or_how_large(chat: Talk) -> None:
    await chat.sends("/start")
    await chat.presses("New puzzle")
    choice = chat.last["message_id"]
    assert chat.buttons == [
        *("easy", "medium", "hard", "expert", "extreme"),
        *("4×4", "6×6", "8×8", "16×16"),
        "🎯 A puzzle for me",
    ]
    assert "6×6 · not rated" in await chat.presses("6×6", choice)
    assert "9×9 · easy" in await chat.presses("easy", choice)
    assert rate((await chat.game()).puzzle.grid).difficulty is Difficulty.EASY


@pytest.mark.parametrize(
    ("words", "size", "symmetry"),
    [
        ("symmetric", 9, Symmetry.CENTRAL),
        ("6 diagonal", 6, Symmetry.DIAGONAL),
        ("diagonal 6", 6, Symmetry.DIAGONAL),
        ("8", 8, Symmetry.CENTRAL),
        ("8x8 hard", 8, Symmetry.CENTRAL),
        ("4x4 FULL", 4, Symmetry.FULL),
        ("６ 对角", 6, Symmetry.DIAGONAL),
        ("4 none", 4, Symmetry.NONE),
        ("a diagonal six please", 6, Symmetry.DIAGONAL),
        ("一道 六宫 对角", 6, Symmetry.DIAGONAL),
    ],
)
async def test_size_and_symmetry_in_any_order_and_language(
    chat: Talk, words: str, size: int, symmetry: Symmetry
) -> None:
    await chat.sends(f"/new {words}")
    stored = await chat.game()
    assert stored.puzzle.grid.geometry.size == size
    assert stored.puzzle.symmetry == symmetry
    assert has_symmetry(stored.puzzle.grid, symmetry)


async def test_sixteen_by_sixteen_fits_a_phone(chat: Talk) -> None:
    said = await chat.sends("/new 16 full 3")
    assert "16×16" in said
    title, *drawn, _ = said.splitlines()
    assert title.startswith("16×16")
    assert len(drawn) == 1 + 16
    assert max(map(len, drawn)) <= WIDTH_ALONE


async def test_a_seed_is_echoed_and_gives_the_same_puzzle_to_everybody(
    chat: Talk, ming: Talk
) -> None:
    assert "Seed 42" in await chat.sends("/new 6 42")
    assert "种子 42" in await ming.sends("/new 6 42")
    assert (await chat.game()).puzzle == (await ming.game()).puzzle
    await chat.sends("/new 6 43")
    assert (await chat.game()).puzzle != (await ming.game()).puzzle


async def test_a_misspelt_word_is_named_with_the_nearest_one(chat: Talk, ming: Talk) -> None:
    assert "“symetric”" in await chat.sends("/new symetric")
    assert "“symmetric”" in chat.text
    assert "“diagonal”" in await ming.sends("/new diagnal")
    assert "你是说" in ming.text


@pytest.mark.parametrize("word", ["9x8", "<b>&", "🙂", "x" * 300])
async def test_what_nobody_can_make_changes_nothing(house: House, chat: Talk, word: str) -> None:
    said = await chat.sends(f"/new {word}")
    assert word[:30] in said
    assert "4, 6, 8, 9 and 16" in said
    assert "diagonal" in said
    assert await games.current(house.database, Place(chat.chat_id)) is None


async def test_a_size_that_is_not_made_is_said_and_not_taken_for_a_seed(
    house: House, chat: Talk, ming: Talk
) -> None:
    assert "can't make 12×12. Choose 4, 6, 8, 9 or 16" in await chat.sends("/new 12")
    assert "我出不了 5×5 的题" in await ming.sends("/new 5")
    assert await games.current(house.database, Place(chat.chat_id)) is None
    assert "Seed 12" in await chat.sends("/new #12")


async def test_eight_by_eight_is_played_with_a_box_and_the_keys_to_the_others(chat: Talk) -> None:
    said = await chat.sends("/new 8")
    assert said.startswith("8×8 · not rated · ")
    rows = chat.last["reply_markup"]["inline_keyboard"]
    kinds = [[button["callback_data"].split(":")[0] for button in row] for row in rows]
    assert kinds[:3] == [["cell"] * 4 + ["digit"] * 4] * 2 + [["box"] * 8]


async def test_a_new_game_keeps_the_earlier_one(house: House, chat: Talk) -> None:
    await chat.sends("/new 4")
    first = await chat.game()
    await chat.sends("/new 4")
    assert (await chat.game()).id != first.id
    assert {game.id for game in await games.open_games(house.database, Place(chat.chat_id))} == {
        first.id,
        (await chat.game()).id,
    }


async def test_the_move_that_a_newcomer_is_shown_can_be_typed(chat: Talk) -> None:
    said = await chat.sends("/new 6")
    example = said.rpartition("what: ")[2].rstrip(".")
    assert example.replace(" ", " = ") in await chat.sends(example)


async def test_a_group_and_a_private_chat_have_games_of_their_own(chat: Talk, club: Talk) -> None:
    await chat.sends("/new 4")
    await club.sends("/new@SudokuPlaygroundBot 6")
    assert (await chat.game()).puzzle.grid.geometry.size == 4
    assert (await club.game()).puzzle.grid.geometry.size == 6


async def test_a_making_that_has_ended_is_cancelled_with_the_same_words(chat: Talk) -> None:
    await chat.sends("/start")
    await chat.forges("cancelmaking")
    assert chat.text == "Cancelled."
    assert chat.buttons == []
