import pytest

from engine.difficulty.band import Difficulty
from tests.bot.house import Talk, right_moves

BOT = "@SudokuPlaygroundBot"


async def test_starting_over_asks_and_can_be_undone(chat: Talk) -> None:
    await chat.sends("/new 4")
    stored = await chat.game()
    await chat.sends(" ".join(right_moves(stored)[:3]))
    played = (await chat.game()).game.values
    assert "Start #" in await chat.sends("start over")
    assert (await chat.game()).game.values == played
    assert "From the beginning" in await chat.presses("Yes, start over")
    assert (await chat.game()).game.values == stored.puzzle.grid
    await chat.sends("/undo")
    assert (await chat.game()).game.values == played


async def test_playing_on_changes_nothing(chat: Talk) -> None:
    await chat.sends("/new 4")
    await chat.sends(right_moves(await chat.game())[0])
    before = await chat.game()
    await chat.sends("重新开始")
    await chat.presses("不，继续做")
    assert (await chat.game()).game == before.game


async def test_a_question_about_an_earlier_state_is_void(chat: Talk) -> None:
    await chat.sends("/new 4")
    first, second = right_moves(await chat.game())[:2]
    await chat.sends(first)
    await chat.sends("start over")
    question = chat.last["message_id"]
    await chat.sends(second)
    before = await chat.game()
    assert "is old, so here it is again" in await chat.presses("Yes, start over", question)
    assert (await chat.game()).game == before.game
    assert "From the beginning" in await chat.presses("Yes, start over")


async def test_a_fresh_board_has_nothing_to_start_over(chat: Talk) -> None:
    await chat.sends("/new 4")
    assert "nothing to clear" in await chat.sends("start over")


async def test_easier_and_harder_go_from_the_game(chat: Talk) -> None:
    await chat.sends("/new easy")
    await chat.sends("a harder one please")
    assert (await chat.game()).puzzle.difficulty == Difficulty.MEDIUM
    await chat.sends("otro más fácil")
    assert (await chat.game()).puzzle.difficulty == Difficulty.EASY
    await chat.sends("easier")
    assert (await chat.game()).puzzle.difficulty == Difficulty.EASY


async def test_a_size_that_is_named_is_kept(chat: Talk) -> None:
    await chat.sends("/new easy")
    assert "6×6 · medio" in await chat.sends("un 6x6 más difícil")
    assert "4×4 · easy" in await chat.sends("a harder 4x4")
    assert "already the hardest 4×4" in await chat.sends("an even harder 4x4")
    assert "make 12×12" in await chat.sends("a harder 12x12")


async def test_the_next_size_may_be_wished_for_with_another_difficulty(chat: Talk) -> None:
    await chat.sends("/new 6 medium")
    assert "8×8 · easy" in await chat.sends("bigger but easier")
    assert "6×6 · medium" in await chat.sends("smaller but harder")
    await chat.sends("/new 4 easy")
    assert "already the easiest 4×4" in await chat.sends("even smaller and easier")


async def test_without_a_game_harder_goes_from_the_usual(chat: Talk) -> None:
    await chat.sends("harder please")
    assert (await chat.game()).puzzle.difficulty == Difficulty.HARD


async def test_a_greeting_offers_a_game_or_leads_back_to_it(chat: Talk) -> None:
    assert "Let's play" in await chat.sends("hi")
    await chat.presses("▶ Start with a small one")
    assert "waiting" in await chat.sends("good morning")
    await chat.presses("🔢 Show the board")
    assert "1: " in chat.text


async def test_a_forged_yes_starts_nothing_over(club: Talk, ming_in_club: Talk) -> None:
    await club.sends("/new 4")
    stored, board = await club.game(), club.last["message_id"]
    moves = right_moves(stored)
    await club.sends(f"{BOT} {moves[0]}")
    await club.sends(f"{BOT} start over")
    asked = club.last["reply_markup"]["inline_keyboard"][1][0]["callback_data"]
    before = (await club.game()).game
    for data in (f"startover:{stored.id}:1", asked):
        assert "玩这一局的人" in await ming_in_club.forges(data, board)
    assert "玩这一局的人" in await ming_in_club.sends(f"{BOT} 重新开始")
    await ming_in_club.sends(f"{BOT} {moves[1]}")
    assert "我再问一次" in await ming_in_club.forges(f"startover:{stored.id}:2", board)
    assert (await club.game()).game.turns[:1] == before.turns
    assert (await club.game()).game.done == 2
    await club.presses("是的，从头开始")
    assert (await club.game()).game.values == stored.puzzle.grid


async def test_the_button_below_a_solved_game_makes_one_a_little_harder(chat: Talk) -> None:
    await chat.sends("/new easy")
    stored = await chat.game()
    await chat.sends("/new 4")
    await chat.forges(f"harder:{stored.id}")
    assert (await chat.game()).puzzle.difficulty == Difficulty.MEDIUM


async def test_a_question_that_was_answered_has_no_buttons(chat: Talk) -> None:
    await chat.sends("/new 4")
    await chat.sends(right_moves(await chat.game())[0])
    await chat.sends("start over")
    question = chat.last["message_id"]
    await chat.presses("Yes, start over")
    (message,) = [m for m in chat.person.messages() if m["message_id"] == question]
    assert "reply_markup" not in message


async def test_only_the_question_about_the_game_loses_its_buttons(club: Talk) -> None:
    await club.sends("/new 4")
    await club.sends(f"{BOT} {right_moves(await club.game())[0]}")
    await club.sends(f"{BOT} start over")
    asked = club.last["reply_markup"]["inline_keyboard"][1][0]["callback_data"]
    await club.sends("/help")
    other = club.last
    assert "From the beginning" in await club.forges(asked)
    assert other in club.person.messages(club.chat)


async def test_a_break_counts_as_much_as_is_said(chat: Talk, ming: Talk) -> None:
    await chat.sends("/new 4")
    assert "only its first minute counts" in await chat.sends("pause")
    await ming.sends("/new 4")
    assert "最多只算一分钟" in await ming.sends("暂停")
    before = (await chat.game()).played
    for minutes in (5, 60):
        chat.house.clock.forward(minutes=minutes)
        await chat.sends("/board")
    assert (await chat.game()).played == before + 2 * 60


@pytest.mark.parametrize(
    ("order", "wish", "told", "offered"),
    [
        ("/new 4 easy", "another one, a bit easier", "already the easiest 4×4", ["4×4"]),
        ("/new 6 easy", "easier", "already the easiest 6×6", ["6×6", "4×4"]),
        ("/new 16 extreme", "harder", "already the hardest 16×16", ["16×16"]),
    ],
)
async def test_where_nothing_is_easier_or_harder_it_says_so(
    chat: Talk, order: str, wish: str, told: str, offered: list[str]
) -> None:
    await chat.sends(order)
    before = (await chat.game()).id
    assert told in await chat.sends(wish)
    assert (await chat.game()).id == before
    puzzles = [label for label in chat.buttons if label.startswith("✨")]
    assert [label.split(": ")[1].split(" ")[0] for label in puzzles] == offered


async def test_a_size_that_has_nothing_harder_leads_to_the_next_one(chat: Talk) -> None:
    await chat.sends("/new 4 easy")
    assert "6×6 · easy" in await chat.sends("harder")
    assert (await chat.game()).puzzle.grid.geometry.size == 6
