import pytest

from tests.bot.house import House, Talk, right_moves


async def test_the_board_comes_again_as_the_live_one(chat: Talk) -> None:
    await chat.sends("/new 4")
    old = chat.last["message_id"]
    await chat.sends("/board")
    live = chat.last["message_id"]
    assert live != old
    assert (await chat.game()).message_id == live


@pytest.mark.parametrize("command", ["board", "undo", "redo", "check", "giveup", "submit"])
async def test_without_a_game_it_is_said_where_there_is_one(
    chat: Talk, ming: Talk, command: str
) -> None:
    assert "/daily or /new" in await chat.sends(f"/{command}")
    assert "/daily 或 /new" in await ming.sends(f"/{command}")


async def test_the_second_page_of_buttons_and_back(chat: Talk) -> None:
    await chat.sends("/new 4")
    first = chat.buttons
    await chat.presses("More")
    assert chat.buttons == ["Solution", "My games", "New puzzle", "Back"]
    await chat.presses("Back")
    assert chat.buttons == first


async def test_a_press_on_an_old_board_says_so_and_offers_the_live_one(chat: Talk) -> None:
    await chat.sends("/new 4")
    old = chat.last["message_id"]
    row = await chat.game()
    await chat.sends(right_moves(row)[0])
    said = await chat.presses("↩", old)
    assert "old one" in said
    assert f"#{row.id}" in said
    assert chat.alerted
    assert (await chat.game()).done == 1
    await chat.presses("↩")
    assert (await chat.game()).done == 0


async def test_the_keyboard_of_a_second_game_changes_nothing(chat: Talk) -> None:
    await chat.sends("/new 4")
    first, board = await chat.game(), chat.last["message_id"]
    await chat.sends("/new 4")
    said = await chat.presses("↪", board)
    assert f"#{first.id}" in said
    assert f"#{(await chat.game()).id}" in said
    assert "/games" in said


async def test_the_board_of_an_unfinished_game_is_live_again_once_the_other_is_over(
    chat: Talk,
) -> None:
    await chat.sends("/new 4")
    first, board = await chat.game(), chat.last["message_id"]
    await chat.sends("/new 4")
    await chat.sends(" ".join(right_moves(await chat.game())))
    assert "not placed" in await chat.presses("Check", board)
    assert (await chat.game()).id == first.id


async def test_a_finished_game_takes_no_presses(chat: Talk) -> None:
    await chat.sends("/new 4")
    board = chat.last["message_id"]
    await chat.sends(" ".join(right_moves(await chat.game())))
    for label in ("↩", "↪", "Check", "More"):
        assert "over" in await chat.presses(label, board)


async def test_the_game_of_another_chat_is_out_of_reach(chat: Talk, ming: Talk) -> None:
    await chat.sends("/new 4")
    row = await chat.game()
    await ming.sends("/start")
    for action in ("undo", "redo", "check", "more", "board", "giveup", "yesgiveup", "switch"):
        assert "别的聊天" in await ming.forges(f"{action}:{row.id}:0")
    assert (await chat.game()) == row


@pytest.mark.parametrize(
    "data",
    [
        "undo:999999999999999:0",
        "undo:99999999999999999999999999999:0",
        "undo:-1:0",
        "undo:",
        "undo",
        "undo:१२:०",
        "undo:①:0",
        "undo:0x10:1e3",
        "more::::",
        "yesgiveup:9223372036854775808",
        "switch:' or 1=1",
        "board:\x00",
    ],
)
async def test_forged_presses_are_answered_and_change_nothing(chat: Talk, data: str) -> None:
    await chat.sends("/new 4")
    before = await chat.game()
    assert "no longer there" in await chat.forges(data)
    assert await chat.game() == before


async def test_the_small_board_is_small_everywhere(house: House, chat: Talk) -> None:
    await chat.sends("/settings")
    await chat.presses("Board: roomy")
    said = await chat.sends("/new")
    assert max(len(line) for line in said.splitlines()[1:13]) == 13
    await chat.sends("/undo")
    await chat.presses("More", (await chat.game()).message_id)
    assert house.api.world.queries.unanswered == ()
