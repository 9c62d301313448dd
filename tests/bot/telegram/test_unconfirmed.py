"""Messages whose answer is lost come once, and nothing that was asked stays without an answer."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import aiohttp
import pytest
from telegram.error import BadRequest, Forbidden, NetworkError, TelegramError, TimedOut
from telegram.request import RequestData

from bot.background.redrawing import Redrawer
from bot.background.replying import Replier
from bot.game.place import Place
from bot.playground import PlaygroundRequest
from bot.playground.errors import ApiError
from bot.store import replies, views
from bot.telegram.conversation import Conversation
from bot.telegram.gate import Lane
from bot.telegram.sending import Sending
from bot.telegram.unconfirmed import (
    MOST_FAILURES,
    MOST_IN_DOUBT,
    MOST_LOOKED_AT,
    Unconfirmed,
    may_have_arrived,
)
from tests.bot.house import Budget, House, Talk, limited_house, wrong_move

LOOK = "stopMessageLiveLocation"
BROKEN, LATE = NetworkError("ServerDisconnectedError"), TimedOut()


@pytest.fixture(autouse=True)
def _timedelta(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without this the library warns about its old form of retry_after."""
    monkeypatch.setenv("PTB_TIMEDELTA", "1")


class Network(PlaygroundRequest):
    """Calls `before` when a message comes, and loses its answer with each of `losses`."""

    losses: list[TelegramError]
    before: Callable[[], object]

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        *rest: Any,
        **more: Any,
    ) -> tuple[int, bytes]:
        is_message = "/send" in url and "Action" not in url
        if is_message:
            self.before()
        answer = await super().do_request(url, method, request_data, *rest, **more)
        if is_message and self.losses:
            raise self.losses.pop(0)
        return answer


@dataclass
class Line:
    """A house whose answers get lost; its clock moves whenever the bot waits."""

    house: House
    budget: Budget = field(default_factory=Budget)
    losses: list[TelegramError] = field(default_factory=list)
    before: Callable[[], object] = lambda: None

    def meets(self) -> None:
        """What happens while a message is on its way."""
        self.before()

    def network(self) -> PlaygroundRequest:
        network = Network(self.house.api)
        network.losses = self.losses
        network.before = self.meets
        return network

    async def sleep(self, seconds: float) -> None:
        self.budget.now += seconds
        await asyncio.sleep(0)

    async def settles(self) -> None:
        """Returns when nothing is kept any more and no board is owed."""
        database = self.house.database
        while await replies.waiting(database) or await views.stale(database, 1):
            self.budget.now += 60
            replier = Replier(self.house.application, self.sleep)
            redrawer = Redrawer(self.house.application, self.sleep)
            await replier.look()
            await redrawer.look()
            await asyncio.gather(*replier.chats, *redrawer.drawings)

    def count(self, method: str) -> int:
        return [called for called, _ in self.house.api.calls].count(method)


@asynccontextmanager
async def line_of(house: House) -> AsyncIterator[Line]:
    line = Line(house)
    async with limited_house(house, line.budget, line.sleep, line.network, burst=3):
        yield line


def said(talk: Talk) -> list[str]:
    """All that the bot has said in a chat."""
    bot = talk.house.api.world.me.id
    return [
        str(message.get("text") or message.get("caption") or "")
        for message in talk.person.messages(talk.chat)
        if message["from"]["id"] == bot
    ]


def texts_of(house: House) -> list[str]:
    """The texts of all messages in all chats."""
    world = house.api.world
    return [str(m.get("text")) for chat in world.chats for m in world.messages.of(chat.id)]


@pytest.mark.parametrize("loss", [BROKEN, LATE])
@pytest.mark.parametrize("is_group", [False, True])
async def test_an_answer_comes_once_although_telegrams_was_lost(
    house: House, loss: TelegramError, *, is_group: bool
) -> None:
    async with line_of(house) as line:
        talk = house.in_club(house.alice) if is_group else house.alice
        await talk.sends("/start")
        line.losses.append(loss)
        await talk.sends("/learn nonsense")
        await line.settles()
        assert [("nonsense" in text) for text in said(talk)].count(True) == 1
        assert line.count(LOOK) == 1


@pytest.mark.parametrize("loss", [BROKEN, LATE])
@pytest.mark.parametrize("look", ["full", "image"])
async def test_a_board_comes_once_and_its_buttons_go_on(
    house: House, chat: Talk, loss: TelegramError, look: str
) -> None:
    async with line_of(house) as line:
        await chat.sends(f"/board {look}")
        await chat.sends("/new 4 none 1")
        line.budget.now += 60
        count = len(said(chat))
        line.losses.append(loss)
        await chat.sends(wrong_move(await chat.game()))
        await line.settles()
        assert len(said(chat)) == count + 1
        view = await views.get(house.database, (await chat.game()).id, Place(chat.chat_id))
        assert view is not None
        assert view.message_id == chat.last["message_id"]
        line.budget.now += 60
        await chat.presses("↩")
        assert not (await chat.game()).played
        assert len(said(chat)) == count + 1


async def test_a_file_comes_once(house: House, chat: Talk) -> None:
    async with line_of(house) as line:
        await chat.sends("/start")
        line.losses += [LATE, BROKEN]
        await chat.sends("/export")
        await line.settles()
    names = [m["document"]["file_name"] for m in chat.person.messages() if "document" in m]
    assert sorted(names) == ["sudoku-results.csv", "sudoku.json"]


async def test_what_did_not_arrive_is_sent_again(house: House, chat: Talk) -> None:
    async with line_of(house) as line:
        await chat.sends("/start")
        house.api.fail_next("sendMessage", BROKEN)
        house.api.fail_next("sendMessage", ApiError(502, "Bad Gateway"))
        await chat.sends("/learn nonsense")
        assert "nonsense" in chat.text
        assert line.count(LOOK) == 2 * MOST_LOOKED_AT


async def test_what_was_surely_not_sent_is_not_looked_for(house: House, chat: Talk) -> None:
    async with line_of(house) as line:
        await chat.sends("/start")
        house.api.fail_next("sendMessage", unreached())
        await chat.sends("/learn nonsense")
        assert "nonsense" in chat.text
        assert line.count(LOOK) == 0


async def test_messages_of_others_come_between_and_are_not_touched(
    house: House, chat: Talk, ming: Talk
) -> None:
    async with line_of(house) as line:
        await chat.sends("/start")
        await ming.sends("/start")
        before = texts_of(house)
        # What others write has numbers of the same counter, and the bot has not seen it yet.
        line.before = lambda: ming.person.say("你好") if line.losses else None
        line.losses.append(BROKEN)
        await chat.sends("/learn nonsense")
        asked = "/learn nonsense"
        assert sorted(texts_of(house)) == sorted([*before, "你好", asked, chat.text])
        assert "nonsense" in chat.text
        assert line.count(LOOK) == 2


async def test_of_a_busy_bot_the_numbers_that_others_have_are_not_asked_about(
    house: House, chat: Talk, ming: Talk
) -> None:
    async with line_of(house) as line:
        await chat.sends("/start")
        line.losses.append(LATE)
        await chat.sends("/learn nonsense")
        for _ in range(5):
            line.budget.now += 60
            await ming.sends("/privacy")
        await line.settles()
        assert [("nonsense" in text) for text in said(chat)].count(True) == 1
        assert line.count(LOOK) == 1


async def test_who_asks_twice_is_answered_twice(house: House, chat: Talk) -> None:
    async with line_of(house) as line:
        await chat.sends("/start")
        line.losses.append(LATE)
        await chat.sends("/learn nonsense")
        await chat.sends("/learn nonsense")
        await line.settles()
        assert [("nonsense" in text) for text in said(chat)].count(True) == 2


@pytest.mark.parametrize("is_move", [False, True])
async def test_an_answer_of_an_earlier_process_is_not_taken_for_one_that_was_lost(
    house: House, chat: Talk, *, is_move: bool
) -> None:
    waiting: list[dict[str, Any] | None] = []
    async with line_of(house) as line:
        await chat.sends("/new 4 none 1")
        line.budget.now += 60
        asked = wrong_move(await chat.game()) if is_move else "/learn nonsense"
        # It is sent more before it has answered, and ends right after its answer.
        line.before = lambda: waiting.append(chat.person.say(asked))
        await chat.sends("/learn nonsense")
    async with line_of(house) as line:
        count = len(said(chat))
        house.api.fail_next("sendMessage", BROKEN)
        await chat.delivers(waiting[0])
        await line.settles()
        assert len(said(chat)) == count + 1
        assert [("nonsense" in text) for text in said(chat)].count(True) == 2 - is_move


async def test_in_a_group_that_a_new_process_has_only_heard_an_answer_comes_once(
    house: House, chat: Talk
) -> None:
    club = house.in_club(house.alice)
    await club.sends("/start")
    async with line_of(house) as line:
        await chat.sends("/privacy")
        # Telegram's times are whole seconds; what is written in the same one tells nothing.
        house.api.world.clock = lambda: house.clock().timestamp() + 2
        line.losses.append(BROKEN)
        await club.sends("/learn nonsense")
        await line.settles()
        assert [("nonsense" in text) for text in said(club)].count(True) == 1
        assert line.count(LOOK) == 1


async def test_a_board_that_shows_an_earlier_state_again_comes_below_what_was_said(
    house: House, chat: Talk
) -> None:
    async with line_of(house) as line:
        await chat.sends("/new 4 none 1")
        line.budget.now += 60
        line.losses.append(LATE)
        await chat.sends(wrong_move(await chat.game()))
        arrived = chat.last
        await chat.sends("/undo")
        await chat.sends("/redo")
        await line.settles()
        last = [*chat.person.messages()][-1]
        assert last["from"]["is_bot"]
        assert last["message_id"] != arrived["message_id"]


async def test_of_two_messages_in_doubt_both_are_sent_again(house: House, chat: Talk) -> None:
    async with line_of(house) as line:
        await chat.sends("/new 4 none 1")
        line.budget.now += 60
        line.losses.append(LATE)
        await chat.sends("/learn nonsense")
        line.budget.now += 60
        line.losses.append(LATE)
        await chat.sends(wrong_move(await chat.game()))
        told = said(chat)[-2:]
        await line.settles()
        assert line.count(LOOK) == 0
        assert {text: said(chat).count(text) for text in told} == dict.fromkeys(told, 2)


async def says(house: House, talk: Talk, text: str, lane: Lane | None = None) -> int:
    """Sends a text that is not kept where that fails."""
    user = (await talk.visit()).user
    return await (await Conversation.of(house.application, user, Place(talk.chat_id), lane)).post(
        text
    )


async def test_what_was_lost_and_not_kept_does_not_stand_in_the_way(
    house: House, chat: Talk
) -> None:
    async with line_of(house) as line:
        await chat.sends("/start")
        line.losses.append(LATE)
        with pytest.raises(TimedOut):
            await says(house, chat, "Wait")
        line.budget.now += 60
        assert await says(house, chat, "Wait") == chat.last["message_id"]
        assert said(chat).count("Wait") == 2, "the second one was new"
        line.losses.append(LATE)
        await chat.sends("/learn nonsense")
        await line.settles()
        assert [("nonsense" in text) for text in said(chat)].count(True) == 1


async def test_a_later_message_that_arrived_leaves_an_earlier_one_to_be_found(
    house: House, chat: Talk
) -> None:
    async with line_of(house) as line:
        await chat.sends("/new 4 none 1")
        line.budget.now += 60
        line.losses.append(LATE)
        await chat.sends("/learn nonsense")
        line.budget.now += 60
        await chat.sends(wrong_move(await chat.game()))
        count = len(said(chat))
        await line.settles()
        assert len(said(chat)) == count


@pytest.mark.parametrize("is_pressed", [False, True])
async def test_a_pressed_or_answered_message_has_arrived(
    house: House, chat: Talk, *, is_pressed: bool
) -> None:
    async with line_of(house) as line:
        await chat.sends("/start")
        line.losses.append(LATE)
        await chat.sends("/help")
        arrived = chat.last["message_id"]
        if is_pressed:
            await chat.presses(chat.buttons[-1])
        else:
            await chat.sends("/learn nonsense", reply_to=arrived)
        count = len(said(chat))
        await line.settles()
        assert len(said(chat)) == count + (not is_pressed), "the answer to what was asked last"
        assert line.count(LOOK) == 0


async def test_a_pressed_message_that_is_known_is_not_the_one_in_doubt(
    house: House, chat: Talk
) -> None:
    async with line_of(house) as line:
        await chat.sends("/new 4 none 1")
        line.budget.now += 60
        line.losses.append(LATE)
        await chat.sends("/learn nonsense")
        line.budget.now += 60
        await chat.sends(wrong_move(await chat.game()))
        await chat.presses("↩")
        await line.settles()
        assert [("nonsense" in text) for text in said(chat)].count(True) == 1
        assert line.count(LOOK) == 1


async def test_a_message_is_sent_again_when_it_can_never_be_looked_for(
    house: House, chat: Talk
) -> None:
    async with line_of(house) as line:
        await chat.sends("/start")
        for _ in range(2 * MOST_FAILURES):
            house.api.fail_next(LOOK, LATE)
        line.losses.append(LATE)
        await chat.sends("/learn nonsense")
        await line.settles()
        assert [("nonsense" in text) for text in said(chat)].count(True) == 2
        assert line.count(LOOK) == MOST_FAILURES


async def test_an_outage_that_begins_with_a_lost_answer_does_not_double_it(
    house: House, chat: Talk
) -> None:
    async with line_of(house) as line:
        await chat.sends("/start")
        for _ in range(3 * MOST_FAILURES):
            house.api.fail_next(LOOK, unreached())
        line.losses.append(BROKEN)
        await chat.sends("/learn nonsense")
        await line.settles()
        assert [("nonsense" in text) for text in said(chat)].count(True) == 1


async def test_a_message_that_cannot_be_made_sure_of_is_sent_again(
    house: House, chat: Talk
) -> None:
    async with line_of(house) as line:
        await chat.sends("/start")
        line.losses.append(LATE)
        await chat.sends("/learn nonsense")
        gone = ApiError(400, "Bad Request: message to edit not found")
        house.api.fail_next("editMessageText", gone)
        await line.settles()
        assert [("nonsense" in text) for text in said(chat)].count(True) == 2


async def test_a_file_whose_caption_was_another_is_sent_again(house: House, chat: Talk) -> None:
    async with line_of(house) as line:
        await chat.sends("/start")
        line.losses.append(LATE)
        await chat.sends("/export")
        shown = chat.last
        house.api.world.put(shown | {"caption": "another file"})
        await line.settles()
        names = [m["document"]["file_name"] for m in chat.person.messages() if "document" in m]
        assert names.count(shown["document"]["file_name"]) == 2


@pytest.mark.parametrize("look", ["full", "image"])
async def test_a_board_that_is_drawn_otherwise_meanwhile_is_edited_instead(
    house: House, chat: Talk, look: str
) -> None:
    async with line_of(house) as line:
        await chat.sends(f"/board {look}")
        await chat.sends("/new 4 none 1")
        line.budget.now += 60
        line.losses.append(LATE)
        await chat.sends(wrong_move(await chat.game()))
        arrived, count = chat.last, len(said(chat))
        late = house.application.late_boards
        for key, board in late.items():
            late[key] = replace(board, note="It was rated meanwhile.")
        await line.settles()
        assert len(said(chat)) == count
        assert chat.last["message_id"] == arrived["message_id"]
        assert "It was rated meanwhile." in said(chat)[-1]


@pytest.mark.parametrize("is_drawn_otherwise", [False, True])
async def test_a_board_that_people_have_seen_does_not_come_again_below_what_they_ask_next(
    house: House, chat: Talk, *, is_drawn_otherwise: bool
) -> None:
    async with line_of(house) as line:
        await chat.sends("/new 4 none 1")
        line.budget.now += 60
        line.losses.append(LATE)
        await chat.sends(wrong_move(await chat.game()))
        line.budget.now += 60
        await chat.sends("/learn nonsense")
        count = len(said(chat))
        if is_drawn_otherwise:
            late = house.application.late_boards
            for key, board in late.items():
                late[key] = replace(board, note="It was rated meanwhile.")
        await line.settles()
        # An edit far above would be seen by nobody.
        assert len(said(chat)) == count + is_drawn_otherwise
        assert line.count(LOOK) == (not is_drawn_otherwise)


@pytest.mark.parametrize("asks", ["/board", "/undo"])
async def test_whoever_asks_for_the_board_again_gets_it_below_that(
    house: House, chat: Talk, asks: str
) -> None:
    async with line_of(house) as line:
        await chat.sends("/new 4 none 1")
        line.budget.now += 60
        line.losses.append(LATE)
        await chat.sends(wrong_move(await chat.game()))
        arrived = chat.last
        # Right after the failure the chat is left alone, so this board is owed as well.
        assert await chat.sends(asks) == ""
        await line.settles()
        assert chat.last["message_id"] > arrived["message_id"]
        assert [*chat.person.messages()][-1] == chat.last


@pytest.mark.parametrize("lane", [Lane.BULK, Lane.INTERACTIVE])
@pytest.mark.parametrize("has_arrived", [False, True])
async def test_of_the_dailies_those_that_are_found_count_as_sent(
    house: House, chat: Talk, lane: Lane, *, has_arrived: bool
) -> None:
    async with line_of(house) as line:
        await chat.sends("/start")
        house.api.fail_next("sendMessage", BROKEN, after=has_arrived)
        if has_arrived:
            assert await says(house, chat, "Today", lane) == chat.last["message_id"]
        elif lane is Lane.BULK:
            with pytest.raises(NetworkError, match="Disconnected"):
                await says(house, chat, "Today", lane)
        else:
            await says(house, chat, "Today", lane)
        is_there = has_arrived or lane is not Lane.BULK
        assert said(chat).count("Today") == is_there
        assert line.count(LOOK) == (1 if has_arrived else MOST_LOOKED_AT)


def unreached() -> NetworkError:
    """What the connection raises when it could not even begin."""
    error = NetworkError("ClientConnectorError")
    error.__cause__ = aiohttp.ConnectionTimeoutError()
    return error


def test_only_failures_of_the_network_leave_a_doubt() -> None:
    doubtful = [BROKEN, LATE, NetworkError("Bad Gateway")]
    certain = [BadRequest("no"), Forbidden("no"), unreached(), TelegramError("what")]
    assert [may_have_arrived(error) for error in doubtful + certain] == [True] * 3 + [False] * 4


async def nowhere(method: str, data: dict[str, Any]) -> bool:
    raise AssertionError(f"{method} was called with {data}")


async def test_another_page_with_the_same_buttons_is_not_the_one_in_doubt() -> None:
    unconfirmed = Unconfirmed()
    unconfirmed.numbering.note(7, 1)
    first, second = (
        Sending("sendMessage", {"chat_id": 7, "text": text, "reply_markup": "[]"}, nowhere)
        for text in ("one", "two")
    )
    unconfirmed.lose(first, 1)
    assert await unconfirmed.find(second, is_board=False) is None


def test_no_more_chats_are_in_doubt_than_there_is_room_for() -> None:
    unconfirmed = Unconfirmed()
    for chat_id in range(1, MOST_IN_DOUBT + 3):
        unconfirmed.lose(Sending("sendMessage", {"chat_id": chat_id}, nowhere), 1)
    assert unconfirmed.in_doubt == MOST_IN_DOUBT
