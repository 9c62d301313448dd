from tests.bot.house import Talk, right_moves, wrong_move


async def test_the_list_says_what_and_how_far(chat: Talk, ming: Talk) -> None:
    await chat.sends("/new 4")
    moves = right_moves(await chat.game())
    await chat.sends(" ".join(moves[: len(moves) // 2]))
    await chat.sends("/daily")
    assert "unfinished" in await chat.sends("/games")
    half = 100 * (len(moves) // 2) // len(moves)
    assert chat.buttons == ["#2 · daily 2026-11-20 · hard · 0%", f"#1 · 4×4 · {half}%"]
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
    assert len(chat.buttons) == 10
    assert chat.buttons[0].startswith("#12 ")
    assert "2 older" in chat.text


async def test_ten_games_are_listed_without_older_ones(chat: Talk) -> None:
    for _ in range(10):
        await chat.sends("/new 4 1")
    await chat.sends("/games")
    assert len(chat.buttons) == 10
    assert "older" not in chat.text
    await chat.presses("#1 · 4×4 · 0%")
    assert (await chat.game()).id == 1


async def test_a_game_with_one_blank_cell_is_empty_or_full(chat: Talk) -> None:
    await chat.sends("123434122143432.")
    await chat.presses("▶ Play")
    await chat.sends("/games")
    assert chat.buttons == ["#1 · 4×4 · 0%"]
    await chat.sends("r4c4=2")
    await chat.sends("/games")
    assert chat.buttons == ["#1 · 4×4 · 100%"]
