"""Boards that a handler could not draw, drawn in the background by this process or the next."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from typing import Any

import pytest
from telegram.error import NetworkError, TimedOut
from telegram.request import RequestData

from bot import app
from bot.background.redrawing import (
    FIRST_RETRY,
    MOST_RESTED,
    PAUSE_SECONDS,
    REST_SECONDS,
    RESTED_AT_ONCE,
    RESTED_SECONDS,
    Redrawer,
)
from bot.chat import boards
from bot.game.place import Place
from bot.playground import ApiError, BotApi, PlaygroundRequest
from bot.store import games, users, views
from bot.store.views import RESTS_SECONDS, Staleness, StaleView
from bot.telegram.conversation import Conversation
from bot.telegram.flood import BROKEN_SECONDS
from bot.telegram.gate import LATE_SECONDS, OVERALL, Lane
from tests.bot.house import (
    NETWORK,
    Budget,
    Deadly,
    Hanging,
    House,
    Talk,
    arrived,
    hasty_house,
    kept_locked,
    limited_house,
    refused,
    right_moves,
    wrong_move,
)

GAME = "/new 4 none 5"


class Rests:
    """A sleep that lasts until a test ends it, and that records how long it was meant to be."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self._sleepers: list[asyncio.Future[None]] = []
        self._begun = asyncio.Event()

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)
        waking = asyncio.get_running_loop().create_future()
        self._sleepers.append(waking)
        self._begun.set()
        await waking

    async def begun(self) -> None:
        """Returns when somebody has gone to sleep since the last call."""
        await asyncio.wait_for(self._begun.wait(), 30)
        self._begun.clear()

    def wake(self) -> None:
        sleepers, self._sleepers = self._sleepers, []
        for waking in sleepers:
            if not waking.done():
                waking.set_result(None)


class Crowded(PlaygroundRequest):
    """A network that takes its time, and counts the edits that are on their way at a time."""

    def __init__(self, api: BotApi) -> None:
        super().__init__(api)
        self.most = self._count = 0

    async def do_request(
        self, url: str, method: str, request_data: RequestData | None = None, *_: Any, **__: Any
    ) -> tuple[int, bytes]:
        is_edit = "editMessageText" in url
        self._count += is_edit
        self.most = max(self.most, self._count)
        for _turn in range(500):
            await asyncio.sleep(0)
        self._count -= is_edit
        return await super().do_request(url, method, request_data)


@pytest.fixture
def rests() -> Rests:
    return Rests()


@pytest.fixture
def budget() -> Budget:
    return Budget()


@pytest.fixture
async def limited(house: House, budget: Budget, rests: Rests) -> AsyncIterator[House]:
    async with limited_house(house, budget, rests) as limited:
        yield limited


async def draws(house: House, rests: Rests | None = None) -> bool:
    """One look at the stale views; returns when everything that it started has been drawn."""
    redrawer = Redrawer(house.application, rests or Rests())
    is_done = await redrawer.look()
    await asyncio.wait_for(asyncio.gather(*redrawer.drawings), 30)
    return is_done


async def stale(house: House) -> tuple[StaleView, ...]:
    return await views.stale(house.database, 10)


async def is_killed(house: House, told: dict[str, Any] | None) -> None:
    """The process that handles an update dies as it tries to show a board; another one starts."""
    assert told is not None
    doomed = app.build(house.services, house.api.token, NETWORK, lambda: Deadly(house.api))
    async with doomed:
        with pytest.raises(asyncio.CancelledError):
            await doomed.process_update(arrived(told, doomed.bot))
    await house.stops()
    await house.starts()


def boards_of(talk: Talk) -> list[int]:
    """The bot's messages with a board, the oldest first."""
    own = [m for m in talk.person.messages(talk.chat) if m["from"]["is_bot"]]
    return [m["message_id"] for m in own if "reply_markup" in m]


def board_of(talk: Talk) -> str:
    (board,) = [entity for entity in talk.last["entities"] if entity["type"] == "pre"]
    return talk.text[board["offset"] : board["offset"] + board["length"]]


@pytest.mark.sqlite
@pytest.mark.parametrize("fault", [kept_locked, refused])
async def test_a_board_that_was_sent_while_nothing_can_be_stored_does_not_come_again(
    house: House,
    chat: Talk,
    rests: Rests,
    fault: Callable[[House], AbstractAsyncContextManager[None]],
) -> None:
    await chat.sends(GAME)
    game, count = (await chat.game()).id, len(boards_of(chat))
    await views.mark(house.database, game, Place(chat.chat_id), Staleness.SEND, 5)
    async with hasty_house(house):
        redrawer = Redrawer(house.application, rests)
        async with fault(house):
            for _ in range(4):
                await redrawer.look()
                await asyncio.gather(*redrawer.drawings)
                assert len(boards_of(chat)) == count + 1
        assert await redrawer.look()
        await asyncio.gather(*redrawer.drawings)
        assert await stale(house) == ()
        assert len(boards_of(chat)) == count + 1
        assert (await chat.game()).message_id == boards_of(chat)[-1]


async def test_a_board_that_fails_is_tried_ever_more_rarely(
    house: House, chat: Talk, rests: Rests
) -> None:
    await chat.sends(GAME)
    game = (await chat.game()).id
    await views.mark(house.database, game, Place(chat.chat_id), Staleness.SEND, 5)
    for _ in range(8):
        house.api.fail_next("sendMessage", TimedOut())
    redrawer = Redrawer(house.application, rests)
    await redrawer.look()
    for _ in range(8):
        await rests.begun()
        rests.wake()
    await asyncio.gather(*redrawer.drawings)
    assert rests.seconds == [1, 2, 4, 8, 16, 32, 60, 60]
    assert await stale(house) == ()


async def test_while_nothing_at_all_succeeds_a_board_is_tried_each_second(
    limited: House, chat: Talk, budget: Budget
) -> None:
    await chat.sends(GAME)
    budget.now += 10
    game, rests = (await chat.game()).id, Rests()
    await views.mark(limited.database, game, Place(chat.chat_id), Staleness.SEND, 5)
    for _ in range(4):
        limited.api.fail_next("sendMessage", TimedOut())
    redrawer = Redrawer(limited.application, rests)
    await redrawer.look()
    for _ in range(4):
        await rests.begun()
        budget.now += 2
        rests.wake()
    await asyncio.gather(*redrawer.drawings)
    assert rests.seconds == [1, 1, 1, 1]
    assert await stale(limited) == ()


async def test_while_the_database_is_away_a_board_is_tried_each_second(
    house: House, chat: Talk, rests: Rests
) -> None:
    await chat.sends(GAME)
    game = (await chat.game()).id
    await views.mark(house.database, game, Place(chat.chat_id), Staleness.REDRAW, 5)
    redrawer = Redrawer(house.application, rests)
    await house.database.all("alter table games rename to hidden")
    await redrawer.look()
    for _ in range(4):
        await rests.begun()
        rests.wake()
    await rests.begun()
    await house.database.all("alter table hidden rename to games")
    rests.wake()
    await asyncio.gather(*redrawer.drawings)
    assert rests.seconds == [1, 1, 1, 1, 1]
    assert await stale(house) == ()


@pytest.mark.long
async def test_a_typed_move_whose_board_was_never_sent_gets_one_new_board(
    house: House, chat: Talk
) -> None:
    await chat.sends(GAME)
    before = boards_of(chat)
    update = chat.person.say(right_moves(await chat.game())[0])
    await is_killed(house, update)
    assert boards_of(chat) == before
    assert await draws(house)
    (*_, new) = boards_of(chat)
    assert boards_of(chat) == [*before, new]
    assert "Welcome back" in chat.text
    assert (await chat.game()).message_id == new
    assert await stale(house) == ()
    await draws(house)
    assert boards_of(chat) == [*before, new]


async def test_a_solved_game_is_praised_after_all(house: House, chat: Talk) -> None:
    await chat.sends(GAME)
    update = chat.person.say(" ".join(right_moves(await chat.game())))
    await is_killed(house, update)
    await draws(house)
    assert "Solved!" in chat.text


@pytest.mark.long
@pytest.mark.parametrize(
    ("look", "method"), [("compact", "editMessageText"), ("image", "editMessageMedia")]
)
async def test_a_pressed_board_is_edited_in_place_as_it_was(
    house: House, chat: Talk, look: str, method: str
) -> None:
    await chat.sends(GAME)
    await chat.sends(f"/board {look}")
    await chat.sends(right_moves(await chat.game())[0])
    before, board = boards_of(chat), chat.last
    update = chat.person.press(board["message_id"], "↩")
    await is_killed(house, update)
    # A setting changed meanwhile turns no text into a picture, and no picture into a text.
    other = "full" if look == "image" else "image"
    await users.set_board(house.database, chat.person.id, other)
    assert await draws(house)
    assert boards_of(chat) == before
    assert chat.last["message_id"] == board["message_id"]
    assert ("photo" in chat.last) == (look == "image")
    assert chat.last != board
    assert house.api.calls[-1][0] == method
    assert await stale(house) == ()


@pytest.mark.long
@pytest.mark.parametrize(
    ("key", "method"), [("💡 Why?", "editMessageText"), ("🖼 Picture", "editMessageMedia")]
)
async def test_a_hint_whose_board_was_never_drawn_is_on_it_after_all(
    house: House, chat: Talk, key: str, method: str
) -> None:
    await chat.sends(GAME)
    await chat.presses("💡")
    before, board = boards_of(chat), chat.last
    update = chat.person.press(board["message_id"], key)
    await is_killed(house, update)
    assert chat.last == board
    assert await draws(house)
    assert boards_of(chat) == before
    assert house.api.calls[-1][0] == method
    assert "💡 Hint" in (chat.text or chat.last["caption"])
    assert ("💡 And the move?" in chat.buttons) == (key == "💡 Why?")
    assert await stale(house) == ()


async def test_what_was_drawn_meanwhile_is_not_drawn_again(house: House, chat: Talk) -> None:
    await chat.sends(GAME)
    stored = await chat.game()
    await views.mark(house.database, stored.id, Place(chat.chat_id), Staleness.REDRAW, 5)
    redrawer = Redrawer(house.application, Rests())
    async with house.application.turn(chat.chat_id):
        # As a handler does whose turn comes between the look and the drawing.
        assert not await redrawer.look()
    await redrawer.look()
    (drawing,) = redrawer.drawings
    user = await users.get(house.database, chat.person.id)
    handler = await Conversation.of(house.application, user, Place(chat.chat_id))
    async with house.application.turn(chat.chat_id):
        await boards.show(handler, await chat.game())
        calls = len(house.api.calls)
    await drawing
    assert len(house.api.calls) == calls
    assert await stale(house) == ()


async def test_nobody_draws_while_an_update_of_the_chat_is_at_work(
    house: House, chat: Talk
) -> None:
    await chat.sends(GAME)
    stored = await chat.game()
    await views.mark(house.database, stored.id, Place(chat.chat_id), Staleness.REDRAW, 5)
    calls = len(house.api.calls)
    async with house.application.turn(chat.chat_id):
        assert not await draws(house)
        assert len(house.api.calls) == calls
    assert await draws(house)
    assert len(house.api.calls) == calls + 1


async def test_a_chat_whose_budget_is_used_up_is_drawn_once_in_its_newest_state(
    limited: House, chat: Talk, budget: Budget, rests: Rests
) -> None:
    await chat.sends(GAME)
    board = chat.last["message_id"]
    budget.now += 10
    await chat.forges(f"board:{(await chat.game()).id}:0", board)
    edits = [method for method, _ in limited.api.calls].count("editMessageText")
    for cell in (await chat.game()).puzzle.grid.blanks()[:3]:
        stored = await chat.game()
        await chat.forges(f"cell:{stored.id}:{cell}", board)
        await chat.forges(f"digit:{stored.id}:{stored.puzzle.solution[cell]}", board)
    assert limited.application.stale_views.is_set()
    assert not await draws(limited, rests)
    assert [method for method, _ in limited.api.calls].count("editMessageText") == edits
    budget.now += 1
    assert await draws(limited, rests)
    assert [method for method, _ in limited.api.calls].count("editMessageText") == edits + 1
    assert chat.text.count("'") == 3
    assert await stale(limited) == ()


async def test_a_board_that_comes_late_stays_among_the_comments(
    limited: House, club: Talk, budget: Budget, rests: Rests
) -> None:
    await club.sends(GAME)
    board = club.last["message_id"]
    for _ in range(boards.NEAR):
        await club.sends("hello")
    comment = await club.comments("/board")
    assert club.last["message_id"] == board
    budget.now += 60
    assert await draws(limited, rests)
    assert club.last["message_id"] != board
    assert club.last["reply_to_message"]["message_id"] == comment
    # A process that has just started knows it as well.
    for _ in range(boards.NEAR):
        await club.sends("hello")
    comment = await club.comments("/board")
    limited.application.late_boards.clear()
    budget.now += 60
    assert await draws(limited, rests)
    assert club.last["reply_to_message"]["message_id"] == comment
    # What somebody asks for outside the comments is none of them.
    for _ in range(boards.NEAR):
        await club.sends("hello")
    await club.sends("/board")
    budget.now += 60
    assert await draws(limited, rests)
    assert "reply_to_message" not in club.last


async def test_a_choice_is_drawn_where_there_is_room_for_it_and_for_a_move_after_it(
    house: House, chat: Talk, budget: Budget, rests: Rests
) -> None:
    await chat.sends(GAME)
    stored, board = await chat.game(), chat.last["message_id"]
    first, second = (f"cell:{stored.id}:{cell}" for cell in stored.puzzle.grid.blanks()[:2])
    async with limited_house(house, budget, rests, burst=2) as limited:
        await chat.forges(first, board)
        assert "(.)" in board_of(chat)
        shown = board_of(chat)
        await chat.forges(second, board)
        assert board_of(chat) == shown
        assert [view.kind for view in await stale(limited)] == [Staleness.COURTESY]
        assert limited.application.may_show(chat.chat_id)
        assert not await draws(limited, rests), "what may be sent is for a move"
        assert board_of(chat) == shown
        budget.now += 1
        assert await draws(limited, rests)
        assert board_of(chat) != shown
        assert "(.)" in board_of(chat)
        assert await stale(limited) == ()


async def test_a_move_draws_the_choice_before_it(
    house: House, chat: Talk, budget: Budget, rests: Rests
) -> None:
    await chat.sends(GAME)
    stored, board = await chat.game(), chat.last["message_id"]
    cell = stored.puzzle.grid.blanks()[0]
    async with limited_house(house, budget, rests, burst=2) as limited:
        await chat.forges(f"cell:{stored.id}:{stored.puzzle.grid.blanks()[1]}", board)
        await chat.forges(f"cell:{stored.id}:{cell}", board)
        assert [view.kind for view in await stale(limited)] == [Staleness.COURTESY]
        await chat.forges(f"digit:{stored.id}:{stored.puzzle.solution[cell]}", board)
        assert await stale(limited) == ()
        assert "'" in board_of(chat)


async def test_a_hint_for_which_the_budget_is_used_up_is_drawn_when_there_is_some(
    limited: House, chat: Talk, budget: Budget, rests: Rests
) -> None:
    await chat.sends(GAME)
    board, game = chat.last["message_id"], (await chat.game()).id
    budget.now += 10
    for _ in range(2):
        await chat.forges(f"board:{game}:0", board)
    await chat.forges(f"hint:{game}:0:1", board)
    assert "💡 Hint" not in chat.text
    assert limited.application.stale_views.is_set()
    budget.now += 1
    assert await draws(limited, rests)
    assert "💡 Hint" in chat.text
    assert chat.last["message_id"] == board
    assert await stale(limited) == ()


@pytest.mark.parametrize(
    "refusal",
    [
        ApiError(400, "Bad Request: message to edit not found"),
        ApiError(403, "Forbidden: bot was blocked by the user"),
    ],
)
async def test_what_telegram_refuses_for_good_is_forgotten_and_logged_once(
    house: House, chat: Talk, refusal: ApiError, caplog: pytest.LogCaptureFixture
) -> None:
    await chat.sends(GAME)
    game = (await chat.game()).id
    await views.mark(house.database, game, Place(chat.chat_id), Staleness.REDRAW, 5)
    house.api.fail_next("editMessageText", refusal)
    for _ in range(3):
        assert await draws(house)
    assert await stale(house) == ()
    logged = [r for r in caplog.records if r.name == "bot.background.redrawing"]
    assert [r.levelno for r in logged] == [logging.WARNING]
    before = boards_of(chat)
    await chat.sends(right_moves(await chat.game())[0])
    assert len(boards_of(chat)) == len(before) + 1


async def test_what_is_refused_is_forgotten_although_it_was_marked_again_meanwhile(
    house: House, chat: Talk
) -> None:
    await chat.sends(GAME)
    game, place = (await chat.game()).id, Place(chat.chat_id)
    await views.mark(house.database, game, place, Staleness.REDRAW, 5)
    redrawer = Redrawer(house.application, Rests())
    await redrawer.look()
    async with house.application.turn(chat.chat_id):
        await views.mark(house.database, game, place, Staleness.REDRAW, 6)
    house.api.fail_next("editMessageText", ApiError(400, "Bad Request: message to edit not found"))
    await asyncio.gather(*redrawer.drawings)
    assert await stale(house) == ()


@pytest.mark.parametrize("error", [NetworkError("gone"), TimedOut()])
async def test_a_network_that_fails_keeps_the_mark_and_is_tried_again_later(
    house: House, chat: Talk, error: Exception, rests: Rests
) -> None:
    await chat.sends(GAME)
    game = (await chat.game()).id
    await views.mark(house.database, game, Place(chat.chat_id), Staleness.SEND, 5)
    before = boards_of(chat)
    redrawer = Redrawer(house.application, rests)
    for _ in range(2):
        house.api.fail_next("sendMessage", error)
    await redrawer.look()
    await rests.begun()
    # Another look leaves it alone while it waits for its retry.
    assert await redrawer.look()
    assert len(redrawer.drawings) == 1
    assert len(await stale(house)) == 1
    rests.wake()
    await rests.begun()
    assert rests.seconds == [FIRST_RETRY, 2 * FIRST_RETRY]
    assert boards_of(chat) == before
    rests.wake()
    await asyncio.gather(*redrawer.drawings)
    assert len(boards_of(chat)) == len(before) + 1
    assert await stale(house) == ()


async def test_one_chat_that_cannot_be_reached_holds_up_no_other(
    house: House, chat: Talk, ming: Talk, rests: Rests
) -> None:
    for talk in (chat, ming):
        await talk.sends(GAME)
        game = (await talk.game()).id
        await views.mark(house.database, game, Place(talk.chat_id), Staleness.REDRAW, talk.chat_id)
    house.api.fail_next("editMessageText", NetworkError("gone"))
    redrawer = Redrawer(house.application, rests)
    await redrawer.look()
    await rests.begun()
    async with asyncio.timeout(30):
        while len(redrawer.drawings) > 1:
            await asyncio.sleep(0)
    (left,) = await stale(house)
    assert left.place == Place(chat.chat_id)
    rests.wake()
    await asyncio.gather(*redrawer.drawings)


async def test_a_board_that_cannot_be_drawn_is_logged_once_and_keeps_its_message(
    house: House, chat: Talk, ming: Talk, caplog: pytest.LogCaptureFixture
) -> None:
    for talk in (chat, ming):
        await talk.sends(GAME)
        game = (await talk.game()).id
        await views.mark(house.database, game, Place(talk.chat_id), Staleness.REDRAW, 5)
    broken = await chat.game()
    await house.database.all("update turns set moves = 'broken' where game_id = $1", broken.id)
    await house.database.all(
        "insert into turns (game_id, number, user_id, made_at, moves)"
        " values ($1, 0, $2, 5, 'broken')",
        broken.id,
        chat.person.id,
    )
    house.database.known.forget()
    for _ in range(3):
        assert await draws(house)
    assert await stale(house) == ()
    view = await views.get(house.database, broken.id, Place(chat.chat_id))
    assert view is not None
    assert view.message_id == broken.message_id
    assert [r.levelno for r in caplog.records if r.levelno >= logging.ERROR] == [logging.ERROR]
    caplog.clear()


async def test_the_boards_of_a_blocked_chat_stay_as_they_are(
    limited: House, chat: Talk, ming: Talk, budget: Budget
) -> None:
    """Their marks are gone even while the chat may not be sent to, and others are drawn."""
    for talk in (chat, ming):
        await talk.sends(GAME)
        game = (await talk.game()).id
        await views.mark(limited.database, game, Place(talk.chat_id), Staleness.SEND, 5)
    shown = (await chat.game()).message_id
    boards = {talk.chat_id: boards_of(talk) for talk in (chat, ming)}
    limited.application.blocked.become(frozenset({chat.chat_id}))
    assert limited.application.wait_for_board(chat.chat_id) > 0
    assert not await draws(limited)
    (left,) = await stale(limited)
    assert left.place == Place(ming.chat_id)
    budget.now += 10
    assert await draws(limited)
    assert boards_of(chat) == boards[chat.chat_id]
    assert len(boards_of(ming)) == len(boards[ming.chat_id]) + 1
    assert (await chat.game()).message_id == shown


async def test_a_board_that_is_tried_again_ends_when_its_chat_is_blocked(
    house: House, chat: Talk, rests: Rests
) -> None:
    await chat.sends(GAME)
    game = (await chat.game()).id
    await views.mark(house.database, game, Place(chat.chat_id), Staleness.SEND, 5)
    house.api.fail_next("sendMessage", TimedOut())
    redrawer = Redrawer(house.application, rests)
    await redrawer.look()
    await rests.begun()
    calls = len(house.api.calls)
    house.application.blocked.become(frozenset({chat.chat_id}))
    rests.wake()
    await asyncio.wait_for(asyncio.gather(*redrawer.drawings), 30)
    assert await stale(house) == ()
    assert len(house.api.calls) == calls


async def test_two_places_of_one_game_are_both_brought_up_to_date(
    house: House, club: Talk, chat: Talk
) -> None:
    await chat.sends("/start")
    await club.sends(GAME)
    stored = await club.game()
    there = Place(chat.chat_id)
    elsewhere = await Conversation.of(house.application, None, there)
    await boards.show(elsewhere, replace(stored, message_id=None, view_version=0))
    other = chat.last["message_id"]
    board = club.last["message_id"]
    cell = stored.puzzle.grid.blanks()[0]
    await club.forges(f"cell:{stored.id}:{cell}", board)
    for _ in range(2):
        # The handler tries once more when everything else is done.
        house.api.fail_next("editMessageText", NetworkError("gone"))
    await club.forges(f"digit:{stored.id}:{stored.puzzle.solution[cell]}", board)
    assert {view.place for view in await stale(house)} == {there, Place(club.chat_id)}
    assert await draws(house)
    for talk, message in ((club, board), (chat, other)):
        assert talk.last["message_id"] == message
        assert talk.text.partition("1: ")[2].count("'") == 1
    assert await stale(house) == ()


async def test_a_groups_board_has_the_language_and_look_of_the_group(
    house: House, ming_in_club: Talk, club: Talk
) -> None:
    await ming_in_club.sends(GAME)
    await club.sends("/board compact")
    update = club.person.say(wrong_move(await club.game()), club.chat, club.last["message_id"])
    await is_killed(house, update)
    await draws(house)
    assert "欢迎回来" in club.text
    drawn = board_of(club)
    await ming_in_club.sends("/board")
    assert board_of(club) == drawn
    assert ": " not in drawn


async def test_a_group_that_has_become_another_one_is_moved(house: House, club: Talk) -> None:
    await club.sends(GAME)
    stored, new = await club.game(), -1009999999999
    await views.mark(house.database, stored.id, Place(club.chat_id), Staleness.SEND, 5)
    moved = ApiError(
        400, "Bad Request: group chat was upgraded", parameters={"migrate_to_chat_id": new}
    )
    house.api.fail_next("editMessageText", moved)
    assert await draws(house)
    assert await games.current_id(house.database, Place(new)) == stored.id
    (left,) = await stale(house)
    assert left.place == Place(new)


async def test_a_board_that_a_page_has_changed_follows_when_it_has_rested(
    house: House, chat: Talk, rests: Rests
) -> None:
    await chat.sends(GAME)
    await views.rest(house.database, (await chat.game()).id, int(house.clock.seconds()))
    redrawer = Redrawer(house.application, rests)
    assert await redrawer.look()
    assert not redrawer.drawings
    house.clock.forward(seconds=RESTS_SECONDS)
    await redrawer.look()
    await asyncio.gather(*redrawer.drawings)
    assert await stale(house) == ()


async def test_the_task_looks_again_when_the_next_board_has_rested(
    house: House, chat: Talk, rests: Rests
) -> None:
    await chat.sends(GAME)
    await views.rest(house.database, (await chat.game()).id, int(house.clock.seconds()))
    house.clock.forward(seconds=RESTS_SECONDS - 4)
    running = asyncio.create_task(Redrawer(house.application, rests).run())
    await rests.begun()
    assert rests.seconds == [4]
    running.cancel()
    await asyncio.wait([running])
    # Nobody wakes the task for a board that begins to rest.
    assert REST_SECONDS <= RESTS_SECONDS


async def rest_elsewhere(house: House, chat: Talk, count: int) -> None:
    """Has the boards of a game rest in many chats, which Telegram does not know."""
    game, now = (await chat.game()).id, int(house.clock.seconds())
    for number in range(count):
        await views.shown(house.database, game, Place(70_000 + number), 1, 0)
    await views.rest(house.database, game, now)
    house.clock.forward(seconds=RESTS_SECONDS)


async def test_boards_that_have_rested_leave_room_for_what_is_asked_meanwhile(
    house: House, chat: Talk, ming: Talk, rests: Rests
) -> None:
    for talk in (ming, chat):
        await talk.sends(GAME)
    await rest_elsewhere(house, chat, 2 * MOST_RESTED)
    redrawer = Redrawer(house.application, rests)
    await redrawer.look()
    assert len(redrawer.drawings) == MOST_RESTED
    asked = (await ming.game()).id
    await views.mark(house.database, asked, Place(ming.chat_id), Staleness.REDRAW, 5)
    await redrawer.look()
    assert len(redrawer.drawings) == MOST_RESTED + 1
    running = asyncio.create_task(redrawer.run())
    async with asyncio.timeout(30):
        # Those that end have the next ones looked for: nobody wakes the task from its sleep.
        while await stale(house):
            await asyncio.sleep(0)
    running.cancel()
    await asyncio.wait([running])


async def test_few_boards_that_have_rested_are_drawn_at_a_time(
    house: House, budget: Budget, chat: Talk, rests: Rests
) -> None:
    await chat.sends(GAME)
    await rest_elsewhere(house, chat, 5)
    network = Crowded(house.api)
    async with limited_house(house, budget, rests, lambda: network, burst=30):
        await draws(house, rests)
    assert network.most == RESTED_AT_ONCE
    assert await stale(house) == ()


async def test_boards_that_have_rested_are_not_all_drawn_in_a_row(
    house: House, chat: Talk, rests: Rests
) -> None:
    """Or else nobody's message would be looked at between them."""
    await chat.sends(GAME)
    await rest_elsewhere(house, chat, 2 * RESTED_AT_ONCE - 1)
    paces = Rests()
    redrawer = Redrawer(house.application, rests, pace=paces)
    await redrawer.look()
    for drawn in (RESTED_AT_ONCE, 2 * RESTED_AT_ONCE):
        async with asyncio.timeout(30):
            while len(paces.seconds) < drawn:
                await asyncio.sleep(0)
        assert len(await stale(house)) == 2 * RESTED_AT_ONCE - drawn
        paces.wake()
    await asyncio.gather(*redrawer.drawings)
    assert all(0 <= seconds <= RESTED_SECONDS for seconds in paces.seconds)


async def test_a_board_that_has_rested_is_drawn_after_what_people_are_answered_now(
    house: House, chat: Talk, ming: Talk, rests: Rests
) -> None:
    await chat.sends(GAME)
    await views.rest(house.database, (await chat.game()).id, int(house.clock.seconds()))
    house.clock.forward(seconds=RESTS_SECONDS)
    house.application.inbox.precedence.most = 60
    ming.person.say("/help")
    *_, update = await house.application.bot.get_updates()
    redrawer = Redrawer(house.application, rests)
    await redrawer.look()
    for _ in range(20):
        await asyncio.sleep(0)
    assert await stale(house)
    await house.handles(update)
    async with asyncio.timeout(30):
        await asyncio.gather(*redrawer.drawings)
    assert await stale(house) == ()


async def test_boards_are_looked_for_after_what_people_are_answered_now(
    house: House, chat: Talk, ming: Talk, rests: Rests
) -> None:
    await chat.sends(GAME)
    game, place = (await chat.game()).id, Place(chat.chat_id)
    await views.mark(house.database, game, place, Staleness.REDRAW, 5)
    house.application.inbox.precedence.most = 60
    ming.person.say("/help")
    *_, update = await house.application.bot.get_updates()
    running = asyncio.create_task(Redrawer(house.application, rests).run())
    for _ in range(50):
        await asyncio.sleep(0)
    assert await stale(house)
    await house.handles(update)
    async with asyncio.timeout(30):
        while await stale(house):
            await asyncio.sleep(0)
    running.cancel()
    await asyncio.wait([running])


async def marked(house: House, chat: Talk, kind: Staleness | None) -> None:
    """Has a board be owed, or with None be due after it has rested."""
    game, now = (await chat.game()).id, int(house.clock.seconds())
    if kind is None:
        await views.rest(house.database, game, now)
        house.clock.forward(seconds=RESTS_SECONDS)
    else:
        await views.mark(house.database, game, Place(chat.chat_id), kind, now)


async def goes_first(
    house: House, budget: Budget, rests: Rests, waits: float, *, failures: int = 0
) -> bool:
    """Whether the only stale board is drawn before what others ask at the same time.

    Before it waits at the gate for so many seconds, some attempts to draw it fail.
    """
    assert house.application.flood
    gate, paces = house.application.flood.gate, Rests()
    for _ in range(failures):
        house.api.fail_next("editMessageText", TimedOut())
    redrawer = Redrawer(house.application, rests, pace=paces)
    await redrawer.look()
    (drawing,) = redrawer.drawings
    for _ in range(failures):
        rests.wake()
        await rests.begun()
        budget.now += BROKEN_SECONDS
    for _ in range(OVERALL):
        await gate.enter(Lane.INTERACTIVE)
    budget.now += max(1 - waits, 0)
    rests.wake()
    async with asyncio.timeout(30):
        while gate.demand == OVERALL:
            await asyncio.sleep(0)
        asking = asyncio.gather(*(gate.enter(Lane.INTERACTIVE) for _ in range(OVERALL)))
        await asyncio.sleep(0)
        budget.now += waits
        rests.wake()
        while await stale(house) and not (asking.done() or drawing.done()):
            await asyncio.sleep(0)
        is_first = not asking.done()
        while await stale(house) or not asking.done():
            budget.now += 1
            rests.wake()
            await asyncio.sleep(0)
        while not drawing.done():
            paces.wake()
            await asyncio.sleep(0)
    return is_first


@pytest.mark.parametrize(
    ("kind", "is_awaited"),
    [(Staleness.REDRAW, True), (Staleness.SEND, True), (Staleness.COURTESY, False), (None, False)],
)
async def test_only_a_board_that_somebody_waits_for_goes_before_what_is_asked_now(
    house: House,
    chat: Talk,
    budget: Budget,
    rests: Rests,
    kind: Staleness | None,
    *,
    is_awaited: bool,
) -> None:
    """Once it is late; a courtesy, or a board that a page has shown, is never late."""
    await chat.sends(GAME)
    await marked(house, chat, kind)
    async with limited_house(house, budget, rests, burst=30) as limited:
        assert await goes_first(limited, budget, rests, LATE_SECONDS + 0.1) is is_awaited


@pytest.mark.parametrize("seconds", [0, 3])
async def test_a_board_has_waited_since_it_was_owed_whoever_draws_it(
    house: House, chat: Talk, budget: Budget, rests: Rests, seconds: int
) -> None:
    await chat.sends(GAME)
    await marked(house, chat, Staleness.REDRAW)
    house.clock.forward(seconds=seconds)
    async with limited_house(house, budget, rests, burst=30) as limited:
        assert await goes_first(limited, budget, rests, LATE_SECONDS / 2) is (seconds > 0)


async def test_a_board_that_failed_often_is_counted_once(
    house: House, chat: Talk, budget: Budget, rests: Rests
) -> None:
    """Otherwise it would come last, as if its account had asked for a lot."""
    await chat.sends(GAME)
    await marked(house, chat, Staleness.REDRAW)
    async with limited_house(house, budget, rests, burst=30) as limited:
        assert await goes_first(limited, budget, rests, LATE_SECONDS + 0.1, failures=12)


async def test_the_task_draws_at_its_start_when_told_and_after_a_while(
    house: House, chat: Talk, rests: Rests
) -> None:
    await chat.sends(GAME)
    game, place = (await chat.game()).id, Place(chat.chat_id)
    redrawer = Redrawer(house.application, rests)

    async def drawn() -> int:
        async with asyncio.timeout(30):
            while await stale(house):
                await asyncio.sleep(0)
        return [method for method, _ in house.api.calls].count("editMessageText")

    await views.mark(house.database, game, place, Staleness.REDRAW, 5)
    running = asyncio.create_task(redrawer.run())
    await drawn()
    await rests.begun()
    await views.mark(house.database, game, place, Staleness.REDRAW, 6)
    house.application.stale_views.set()
    await drawn()
    await rests.begun()
    await views.mark(house.database, game, place, Staleness.REDRAW, 7)
    rests.wake()
    await drawn()
    assert set(rests.seconds) == {REST_SECONDS}
    running.cancel()
    await asyncio.wait([running])


async def test_the_task_looks_again_soon_while_a_chat_has_to_wait(
    limited: House, chat: Talk, budget: Budget
) -> None:
    await chat.sends(GAME)
    game, rests = (await chat.game()).id, Rests()
    await views.mark(limited.database, game, Place(chat.chat_id), Staleness.REDRAW, 5)
    running = asyncio.create_task(Redrawer(limited.application, rests).run())
    await rests.begun()
    assert rests.seconds == [PAUSE_SECONDS]
    budget.now += 10
    rests.wake()
    await rests.begun()
    assert rests.seconds == [PAUSE_SECONDS, REST_SECONDS]
    running.cancel()
    await asyncio.wait([running])


class Stuck(PlaygroundRequest):
    """A network on which an edit is never answered."""

    async def do_request(self, url: str, *rest: Any, **more: Any) -> tuple[int, bytes]:
        if "editMessage" in url:
            await asyncio.get_running_loop().create_future()
        return await super().do_request(url, *rest, **more)


async def test_the_end_waits_a_moment_only_for_a_drawing_and_leaves_its_mark(
    house: House, chat: Talk, rests: Rests
) -> None:
    await chat.sends(GAME)
    game = (await chat.game()).id
    await views.mark(house.database, game, Place(chat.chat_id), Staleness.REDRAW, 5)
    application = app.build(house.services, house.api.token, NETWORK, lambda: Stuck(house.api))
    async with application:
        redrawer = Redrawer(application, rests, farewell_seconds=0.0)
        running = asyncio.create_task(redrawer.run())
        await rests.begun()
        (drawing,) = redrawer.drawings
        running.cancel()
        await asyncio.wait([running])
        assert drawing.cancelled()
    assert len(await stale(house)) == 1
    assert len(asyncio.all_tasks()) == 1


async def test_the_end_waits_for_a_board_on_its_way_so_that_it_does_not_come_twice(
    house: House, chat: Talk, rests: Rests
) -> None:
    await chat.sends(GAME)
    update = chat.person.say(right_moves(await chat.game())[0])
    await is_killed(house, update)
    before = boards_of(chat)
    network = Hanging(house.api)
    application = app.build(house.services, house.api.token, NETWORK, lambda: network)
    async with application:
        running = asyncio.create_task(Redrawer(application, rests).run())
        await network.is_on_its_way.wait()
        running.cancel()
        await asyncio.sleep(0)
        assert application.is_at_work(chat.chat_id), "nobody else may draw it meanwhile"
        network.is_confirmed.set()
        await asyncio.wait([running])
    assert await stale(house) == ()
    assert boards_of(chat)[:-1] == before
