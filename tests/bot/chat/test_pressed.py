"""What a press makes of the board that it is below."""

import asyncio

import pytest

from bot.game.place import Place
from bot.playground.errors import too_many_requests
from bot.store import users, views
from bot.store.games import GameState
from bot.store.views import Staleness, View
from tests.bot.house import Budget, Hanging, House, Talk, limited_house, right_moves


async def keys(chat: Talk, number: int = 0) -> tuple[str, str]:
    """The data of the buttons for a blank cell and for its digit."""
    stored = await chat.game()
    cell = stored.game.values.blanks()[number]
    return f"cell:{stored.id}:{cell}", f"digit:{stored.id}:{stored.puzzle.solution[cell]}"


async def view_of(chat: Talk) -> View:
    view = await views.get(chat.house.database, (await chat.game()).id, Place(chat.chat_id))
    assert view is not None
    return view


def calls(house: House, method: str) -> int:
    return sum(one.startswith(method) for one, _ in house.api.calls)


async def all_but_one(chat: Talk) -> int:
    """A game with one blank cell, which is chosen; its board."""
    await chat.sends("/new 4")
    chat.house.clock.forward(minutes=5)
    typed = " ".join(right_moves(await chat.game())[1:])
    await chat.sends(f"@SudokuPlaygroundBot {typed}" if chat.chat else typed)
    board = int(chat.last["message_id"])
    cell, _ = await keys(chat)
    await chat.forges(cell, board)
    return board


async def test_the_end_of_a_game_is_a_new_message_in_place_of_the_board(chat: Talk) -> None:
    board = await all_but_one(chat)
    await chat.forges((await keys(chat))[1], board)
    assert (await chat.game()).state is GameState.SOLVED
    assert "Solved!" in chat.text
    assert chat.last["message_id"] != board
    assert board not in {message["message_id"] for message in chat.person.messages(chat.chat)}


async def test_by_ear_the_end_of_a_game_is_no_longer_the_whole_board(chat: Talk) -> None:
    await chat.sends("/board speak")
    board = await all_but_one(chat)
    await chat.forges((await keys(chat))[1], board)
    assert "\nSolved!" in chat.text
    assert "Row 1" not in chat.text


async def test_a_group_sees_the_end_on_the_board_and_it_is_applauded(
    house: House, club: Talk
) -> None:
    board = await all_but_one(club)
    before = calls(house, "setMessageReaction")
    await club.forges((await keys(club))[1], board)
    assert (await club.game()).state is GameState.SOLVED
    assert (club.last["message_id"], "Solved!" in club.text) == (board, True)
    assert calls(house, "setMessageReaction") == before + 1


async def test_an_open_game_is_drawn_on_its_board_and_not_applauded(
    house: House, chat: Talk
) -> None:
    await chat.sends("/new 4")
    board = chat.last["message_id"]
    for number, data in enumerate(await keys(chat), 1):
        await chat.forges(data, board)
        assert calls(house, "editMessageText") == number
    assert chat.last["message_id"] == board
    assert calls(house, "setMessageReaction") == calls(house, "deleteMessage") == 0


async def test_a_text_stays_a_text_for_somebody_who_prefers_pictures(
    house: House, chat: Talk
) -> None:
    await chat.sends("/new 4")
    await users.set_board(house.database, chat.person.id, "image")
    board = chat.last["message_id"]
    for data in await keys(chat):
        await chat.forges(data, board)
    assert "photo" not in chat.last
    assert not (await view_of(chat)).is_picture
    await chat.sends("/new 4")
    assert "photo" in chat.last
    for data in await keys(chat):
        await chat.forges(data)
    assert (await view_of(chat)).is_picture


async def test_a_double_tap_does_its_work_once_and_the_board_is_shown_as_it_is(
    house: House, chat: Talk
) -> None:
    await chat.sends("/new 4")
    stored, board = await chat.game(), chat.last["message_id"]
    for data in [*await keys(chat), *await keys(chat, 1)]:
        await chat.forges(data, board)
    assert (await chat.game()).game.done == 2
    await chat.forges(f"undo:{stored.id}:2", board)
    assert (await chat.game()).game.done == 1
    await house.database.all("update views set stale = 'redraw', version = version + 1")
    before = calls(house, "editMessageText")
    said = await chat.forges(f"undo:{stored.id}:2", board)
    assert "The board has changed in the meantime" in said
    assert not chat.alerted
    assert (await chat.game()).game.done == 1
    assert calls(house, "editMessageText") == before + 1
    assert (await view_of(chat)).stale is None


async def test_whoever_presses_an_old_board_is_shown_the_live_one(chat: Talk) -> None:
    await chat.sends("/new 4")
    old = chat.last["message_id"]
    await chat.sends(right_moves(await chat.game())[0])
    live = chat.last["message_id"]
    assert live != old
    await chat.forges((await keys(chat))[0], old)
    assert chat.last["message_id"] not in {old, live}
    assert (await view_of(chat)).message_id == chat.last["message_id"]


def labels(chat: Talk, message_id: int) -> list[str]:
    """The labels of the buttons below one of the bot's messages."""
    messages = {one["message_id"]: one for one in chat.person.messages(chat.chat)}
    rows = messages[message_id].get("reply_markup", {}).get("inline_keyboard", [])
    return [button["text"] for row in rows for button in row]


async def test_below_a_board_of_another_game_only_the_way_to_it_is_left(chat: Talk) -> None:
    boards, games = [], []
    for _ in range(2):
        await chat.sends("/new 4")
        boards.append(chat.last["message_id"])
        games.append(await chat.game())
    many = len(labels(chat, boards[0]))
    forged = f"cell:{games[0].id}:{games[0].game.values.blanks()[0]}"
    await chat.forges(forged, boards[1])
    assert len(labels(chat, boards[1])) == many > 1
    await chat.forges(forged, boards[0])
    assert len(labels(chat, boards[0])) == 1
    await chat.forges(f"switch:{games[0].id}", boards[0])
    assert (await chat.game()).id == games[0].id


@pytest.fixture
def budget() -> Budget:
    return Budget()


async def no_time(_seconds: float) -> None:
    raise AssertionError


@pytest.mark.parametrize("look", ["full", "image"])
async def test_what_there_is_no_room_for_is_owed_on_the_pressed_board(
    house: House, chat: Talk, budget: Budget, look: str
) -> None:
    await chat.sends("/start")
    await users.set_board(house.database, chat.person.id, look)
    async with limited_house(house, budget, no_time) as limited:
        await chat.sends("/new 4")
        board, (cell, digit) = chat.last["message_id"], await keys(chat)
        await limited.database.all("update views set is_picture = 0, message_id = null")
        before = calls(house, "edit")
        for data, owed in ((cell, Staleness.COURTESY), (digit, Staleness.REDRAW)):
            limited.application.stale_views.clear()
            version = (await view_of(chat)).version
            await chat.forges(data, board)
            view = await view_of(chat)
            assert (view.stale, view.message_id) == (owed, board)
            assert view.is_picture == (look == "image")
            assert view.version > version
            assert limited.application.stale_views.is_set()
        assert calls(house, "edit") == before


async def test_a_drawing_that_telegram_does_not_take_now_is_owed(
    house: House, chat: Talk, budget: Budget, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PTB_TIMEDELTA", "1")
    async with limited_house(house, budget, no_time, burst=9) as limited:
        await chat.sends("/new 4")
        board, (cell, digit) = chat.last["message_id"], await keys(chat)
        await chat.forges(cell, board)
        assert (await view_of(chat)).stale is None
        limited.application.stale_views.clear()
        house.api.fail_next("editMessageText", too_many_requests(90))
        await chat.forges(digit, board)
        assert (await view_of(chat)).stale is Staleness.REDRAW
        assert limited.application.stale_views.is_set()


async def test_a_board_that_is_changed_elsewhere_while_it_is_drawn_is_drawn_again(
    house: House, chat: Talk, budget: Budget
) -> None:
    await chat.sends("/new 4")
    board, (cell, _) = chat.last["message_id"], await keys(chat)
    before, network = calls(house, "edit"), Hanging(house.api, "editMessageText")
    async with limited_house(house, budget, no_time, lambda: network, burst=9):
        pressing = asyncio.create_task(chat.forges(cell, board))
        await network.is_on_its_way.wait()
        game, here = await chat.game(), Place(chat.chat_id)
        await views.mark(house.database, game.id, here, Staleness.REDRAW, 5)
        network.is_confirmed.set()
        await pressing
    assert (await view_of(chat)).stale is None
    assert calls(house, "edit") == before + 2


async def too_old(talk: Talk, data: str) -> str:
    """Presses below the newest message, of which Telegram no longer says what it contains."""
    message = talk.last["message_id"]
    update = talk.person.forge(message, data, talk.chat)
    assert update is not None
    chat = update["callback_query"]["message"]["chat"]
    known = {"chat": chat, "message_id": message, "date": 0}
    return await talk.delivers(
        {**update, "callback_query": {**update["callback_query"], "message": known}}
    )


async def test_a_message_too_old_to_be_known_is_trusted_only_where_nobody_else_is(
    chat: Talk, club: Talk
) -> None:
    await chat.sends("/help")
    await too_old(chat, "topic:moves")
    assert "« Back" in chat.buttons
    await club.sends("/help")
    before = club.last
    assert "too old" in await too_old(club, "topic:moves")
    assert club.last == before


async def test_who_presses_a_message_that_has_turned_meanwhile_is_told_without_an_alert(
    club: Talk, ming_in_club: Talk
) -> None:
    await club.sends("/help")
    await club.presses("topic:moves")
    assert await ming_in_club.forges("topic:moves") == "这条消息刚刚有了变化。"
    assert not ming_in_club.alerted
    await ming_in_club.presses("topic:notes")
    assert "topic:moves" in str(club.last["reply_markup"])


async def test_no_other_message_becomes_the_board_of_a_game_that_has_none_here(
    house: House, club: Talk, ming_in_club: Talk
) -> None:
    """The game is played in another topic of the group."""
    await club.sends("/new 4")
    stored, topic = await club.game(), house.club.open_topic(club.person, "Elsewhere")
    await club.delivers(club.person.say("/deleteme", club.chat, topic=topic))
    question = club.last
    said = await ming_in_club.forges(f"cell:{stored.id}:0", question["message_id"])
    assert "最新的盘面" in said or "旧" in said
    assert question in club.person.messages(club.chat)
    assert "Check" in club.buttons


async def test_a_picture_too_old_to_be_known_is_redrawn_as_the_picture_that_it_is(
    house: House, chat: Talk
) -> None:
    await chat.sends("/board image")
    await chat.sends("/new 4")
    cell, digit = await keys(chat)
    for data in (cell, digit):
        await too_old(chat, data)
    assert calls(house, "editMessageMedia") == 2
    assert len((await chat.game()).game.turns) == 1
