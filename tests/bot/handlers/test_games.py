from bot.play.finish import AT_ONCE
from bot.store.games import GameState
from tests.bot.house import House, Talk, right_moves, wrong_move

DROP = "🗑 Give up games"


async def test_the_list_says_what_and_how_far(chat: Talk, ming: Talk) -> None:
    await chat.sends("/new 4")
    moves = right_moves(await chat.game())
    await chat.sends(" ".join(moves[: len(moves) // 2]))
    await chat.sends("/daily")
    assert "unfinished" in await chat.sends("/games")
    half = 100 * (len(moves) // 2) // len(moves)
    assert chat.buttons == ["#2 · daily 2026-11-20 · hard · 0%", f"#1 · 4×4 · {half}%", DROP]
    assert "没有未完成的题" in await ming.sends("/games")


async def test_a_press_switches_and_typed_moves_go_there(chat: Talk) -> None:
    await chat.sends("/new 4")
    first = await chat.game()
    await chat.sends("/new 6")
    await chat.sends("/games")
    said = await chat.presses(f"#{first.id} · 4×4 · 0%")
    assert "Welcome back" in said
    assert "4×4" in said
    await chat.sends(wrong_move(first))
    assert (await chat.game()).id == first.id
    assert (await chat.game()).game.done == 1


async def test_a_game_that_is_over_cannot_be_taken_up(chat: Talk) -> None:
    await chat.sends("/new 4")
    stored = await chat.game()
    await chat.sends("/games")
    listed = chat.last["message_id"]
    await chat.sends(" ".join(right_moves(stored)))
    assert "over" in await chat.presses(f"#{stored.id} · 4×4 · 0%", listed)
    assert "No unfinished games" in await chat.sends("/games")


async def test_the_games_of_a_group_belong_to_the_group(chat: Talk, club: Talk) -> None:
    await chat.sends("/new 4")
    await club.sends("/new 6")
    await club.sends("/games")
    assert club.buttons == ["#2 · 6×6 · 0%"]


async def test_a_long_list_is_cut(chat: Talk) -> None:
    for _ in range(12):
        await chat.sends("/new 4 1")
    await chat.sends("/games")
    assert len(chat.buttons) == 10 + len([DROP])
    assert chat.buttons[0].startswith("#12 ")
    assert "2 older" in chat.text


async def test_ten_games_are_listed_without_older_ones(chat: Talk) -> None:
    for _ in range(10):
        await chat.sends("/new 4 1")
    await chat.sends("/games")
    assert len(chat.buttons) == 10 + len([DROP])
    assert "older" not in chat.text
    await chat.presses("#1 · 4×4 · 0%")
    assert (await chat.game()).id == 1


async def test_a_game_with_one_blank_cell_is_empty_or_full(chat: Talk) -> None:
    await chat.sends("123434122143432.")
    await chat.presses("▶ Play")
    await chat.sends("/games")
    assert chat.buttons == ["#1 · 4×4 · easy · 0%"]
    await chat.sends("r4c4=2")
    await chat.sends("/games")
    assert chat.buttons == ["#1 · 4×4 · easy · 100%"]


async def test_one_game_is_given_up_from_the_list(chat: Talk) -> None:
    await chat.sends("/new 4")
    first = await chat.game()
    assert DROP not in (await chat.sends("/games"), *chat.buttons)
    await chat.sends("/new 6")
    await chat.sends("/games")
    assert "Which game do you want to give up?" in await chat.presses(DROP)
    assert "Show the solution of #1" in await chat.presses(f"✖ #{first.id} · 4×4 · 0%")
    await chat.presses("Yes, show it")
    await chat.sends("/games")
    assert [label[:2] for label in chat.buttons] == ["#2"]


async def test_all_games_are_given_up_after_a_question_but_none_begun_since(
    chat: Talk, ming: Talk
) -> None:
    for size in (4, 6):
        await chat.sends(f"/new {size}")
        await ming.sends(f"/new {size}")
    await chat.sends("/games")
    await chat.presses(DROP)
    every = "🗑 Give up all 2 unfinished games"
    assert "Give up all 2 unfinished games" in await chat.presses(every)
    question = chat.last["message_id"]
    await chat.presses("No, keep playing")
    assert len(chat.buttons) == 3
    await chat.sends("/new 8")
    left = await chat.game()
    assert "2 games given up" in await chat.presses("Yes, give them up", question)
    await chat.sends("/games")
    assert chat.buttons == [f"#{left.id} · 8×8 · 0%"]
    assert left.state is GameState.OPEN
    assert "0 games" in await chat.presses("Yes, give them up", question)
    await ming.sends("/games")
    assert len(ming.buttons) == 3


async def test_boards_of_games_that_were_given_up_lose_their_keys_and_none_comes_anew(
    house: House, chat: Talk
) -> None:
    boards = []
    for _ in range(2):
        await chat.sends("/new 4 easy")
        boards.append(int(chat.last["message_id"]))
    await chat.sends("/games")
    await chat.forges(f"want:{chat.person.id}:drop_games:yes {(await chat.game()).id}")
    await house.draws()
    assert chat.text == "2 games given up."
    for board in boards:
        assert chat.buttons_below(board) == ["Today's puzzle", "New puzzle"]


async def test_more_games_than_end_at_once_are_all_given_up(chat: Talk) -> None:
    for _ in range(AT_ONCE + 1):
        await chat.sends("/new 4")
    newest = (await chat.game()).id
    said = await chat.forges(f"want:{chat.person.id}:drop_games:yes {newest}")
    assert f"{AT_ONCE + 1} games given up" in said
    await chat.sends("/games")
    assert "No unfinished games" in chat.text


async def test_the_games_of_a_group_are_not_given_up_by_one_of_them(club: Talk) -> None:
    await club.sends("/new 4")
    await club.sends("/new 6")
    await club.sends("/games")
    listed = list(club.buttons)
    assert len(listed) == 2
    await club.forges(f"want:{club.person.id}:drop_games:yes 9")
    assert club.buttons == listed
