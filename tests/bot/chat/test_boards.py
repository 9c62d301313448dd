"""Boards drawn by their own press, by the next press or later; at first from outside, over HTTP."""

import asyncio
import re
import signal
import socket
import subprocess
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from functools import partial
from html import unescape
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from telegram.error import NetworkError, TimedOut

from bot.background.redrawing import Redrawer
from bot.chat import boards
from bot.chat.boards import NEAR
from bot.game.place import Place
from bot.playground import BotApi, Person, default_people
from bot.playground.errors import ApiError, too_many_requests
from bot.playground.http import create_http
from bot.store import users, views
from bot.store.views import Staleness, View
from bot.telegram.conversation import Conversation
from engine import parse, solve
from tests.bot.house import Budget, House, Talk, arrived, limited_house, right_moves
from tests.bot.process import sudoku_bot

pytestmark = pytest.mark.xdist_group("processes")

PRESSES = 24
"""More than one account may send in a short time, so that the bot has to make some of them wait."""

GAME = "/new 4 none 5"
Event = dict[str, Any]


class Onlooker:
    """Alice in front of a served Bot API that a real process polls."""

    def __init__(self, api: BotApi, address: str) -> None:
        self.api, self.address = api, address
        self.alice: Person = default_people(api)[0]

    async def until(self, happened: Callable[[], bool], act: Callable[[], object]) -> None:
        """Acts, and waits for what follows."""
        done, loop = asyncio.Event(), asyncio.get_running_loop()

        def look() -> None:
            if happened():
                done.set()

        def listen(_event: Event) -> None:
            # Looks only after all listeners, also the person's, have heard of it.
            loop.call_soon(look)

        self.api.world.listeners.add(listen)
        act()
        await asyncio.wait_for(done.wait(), 60)
        self.api.world.listeners.discard(listen)

    async def says(self, text: str) -> Event:
        """The bot's answer."""
        count = len(self.alice.messages())
        await self.until(
            lambda: len(self.alice.messages()) > count + 1, lambda: self.alice.say(text)
        )
        return self.alice.last()

    def edits(self) -> list[int]:
        """How many digits the board had after each edit, including edits that changed nothing."""
        return [board.count("'") for board in self.boards()]

    def boards(self) -> list[str]:
        """The board of each edit; the edit "Making it ..." has none."""
        edited = [str(d["text"]) for method, d in self.api.calls if method.startswith("edit")]
        return [
            unescape(text.partition("<pre>")[2].partition("</pre>")[0])
            for text in edited
            if "<pre>" in text
        ]

    def each_edit_was_needed(self) -> bool:
        """Whether every edit showed a digit or a selected cell that was not there before."""
        digits, boards = [0, *self.edits()], ["", *self.boards()]
        return all(before <= after for before, after in pairwise(digits)) and all(
            before != after for before, after in pairwise(boards)
        )


@pytest.fixture
async def onlooker() -> AsyncIterator[Onlooker]:
    api = BotApi()
    with socket.create_server(("127.0.0.1", 0)) as listening:
        server = uvicorn.Server(uvicorn.Config(create_http(api), log_level="error"))
        task = asyncio.create_task(server.serve([listening]))
        yield Onlooker(api, f"http://127.0.0.1:{listening.getsockname()[1]}")
        server.should_exit = True
        await task
    api.close()


def _answered(person: Person, count: int) -> bool:
    return len(person.answers) >= count


def board_of(message: Event) -> str:
    (board,) = [entity for entity in message["entities"] if entity["type"] == "pre"]
    return str(message["text"])[board["offset"] : board["offset"] + board["length"]]


async def ended(process: subprocess.Popen[str]) -> None:
    """Ends the process without its last long poll, for which the server would wait."""
    process.send_signal(signal.SIGTERM)
    await asyncio.to_thread(process.wait, 30)


async def prepared(onlooker: Onlooker) -> tuple[int, list[str], str]:
    """The message of a new board, right presses for it, and the digits that it then shows."""
    message = await onlooker.says("/new 9 none 42")
    if "entities" not in message:
        # The workers have only just started: the puzzle comes after a message that says so.
        await onlooker.until(lambda: "entities" in onlooker.alice.last(), lambda: None)
        message = onlooker.alice.last()
    puzzle = parse(board_of(message))
    solution = solve(puzzle)
    cells = puzzle.blanks()[: PRESSES // 2]
    (game,) = {
        button["callback_data"].split(":")[1]
        for row in message["reply_markup"]["inline_keyboard"]
        for button in row
    }
    presses = [
        data for cell in cells for data in (f"cell:{game}:{cell}", f"digit:{game}:{solution[cell]}")
    ]
    after = puzzle.with_values({cell: solution[cell] for cell in cells})
    return int(message["message_id"]), presses, str(after)


@pytest.mark.long
async def test_presses_that_pile_up_are_drawn_together(onlooker: Onlooker, tmp_path: Path) -> None:
    settings = {"TOKEN": onlooker.api.token, "API_URL": onlooker.address}
    with sudoku_bot(tmp_path, **settings) as process:
        board, presses, wanted = await prepared(onlooker)

        def press_all() -> None:
            for data in presses:
                onlooker.alice.forge(board, data)

        await onlooker.until(
            lambda: str(parse(board_of(onlooker.alice.last()))) == wanted, press_all
        )
        assert f"{PRESSES // 2} of your digits are right" in (await onlooker.says("/check"))["text"]
        assert 1 <= len(onlooker.edits()) < PRESSES // 2
        assert onlooker.each_edit_was_needed()
        assert len(onlooker.alice.answers) == PRESSES
        assert onlooker.api.world.queries.unanswered == ()
        await ended(process)


@pytest.mark.long
async def test_pressing_on_as_soon_as_the_last_press_was_answered(
    onlooker: Onlooker, tmp_path: Path
) -> None:
    settings = {"TOKEN": onlooker.api.token, "API_URL": onlooker.address}
    with sudoku_bot(tmp_path, **settings) as process:
        board, presses, wanted = await prepared(onlooker)
        alice = onlooker.alice
        for number, data in enumerate(presses):
            await onlooker.until(
                partial(_answered, alice, number + 1), partial(alice.forge, board, data)
            )
        assert f"{PRESSES // 2} of your digits are right" in (await onlooker.says("/check"))["text"]

        def is_drawn() -> bool:
            (message,) = [m for m in alice.messages() if m["message_id"] == board]
            return str(parse(board_of(message))) == wanted

        if not is_drawn():
            # The answer to /check has used up what may be sent to the chat for a while.
            await onlooker.until(is_drawn, lambda: None)
        assert len(onlooker.edits()) <= PRESSES // 2
        assert onlooker.each_edit_was_needed()
        await ended(process)


@pytest.fixture
def budget() -> Budget:
    return Budget()


async def never(_seconds: float) -> None:
    await asyncio.get_running_loop().create_future()


@pytest.fixture
async def limited(house: House, budget: Budget) -> AsyncIterator[House]:
    async with limited_house(house, budget, never) as limited:
        yield limited


def edits(house: House) -> int:
    return sum(method.startswith("edit") for method, _ in house.api.calls)


async def digit_of(chat: Talk) -> tuple[str, str]:
    """The data of the buttons for a blank cell and for its digit."""
    stored = await chat.game()
    cell = stored.game.values.blanks()[0]
    return f"cell:{stored.id}:{cell}", f"digit:{stored.id}:{stored.puzzle.solution[cell]}"


async def view_of(house: House, chat: Talk) -> View:
    stored = await chat.game()
    view = await views.get(house.database, stored.id, Place(chat.chat_id))
    assert view is not None
    return view


async def presses_at_once(chat: Talk, board: int, *several: str) -> None:
    """Presses buttons of a board; all presses arrive before the first is handled."""
    application, order = chat.house.application, chat.house.application.order
    told = [arrived(chat.person.forge(board, data), application.bot) for data in several]
    async with application.turn(chat.chat_id):
        running = [
            asyncio.create_task(order.process_update(one, application.process_update(one)))
            for one in told
        ]
        for _ in range(10):
            await asyncio.sleep(0)
    await asyncio.gather(*running)


@pytest.mark.long
async def test_a_press_whose_message_is_pressed_again_leaves_the_board_to_that_one(
    house: House, chat: Talk
) -> None:
    await chat.sends(GAME)
    cell, digit = await digit_of(chat)
    board = chat.last["message_id"]
    await chat.forges(cell, board)
    before, version = edits(house), (await view_of(house, chat)).version
    await presses_at_once(chat, board, digit, f"more:{(await chat.game()).id}")
    after = await view_of(house, chat)
    assert (after.stale, after.version) == (None, version + 2), "the move, and what was left"
    assert edits(house) == before + 1
    assert len(re.findall(r"\d'", chat.text)) == 1


@pytest.mark.long
async def test_a_press_that_is_refused_draws_what_the_one_before_left(
    house: House, chat: Talk
) -> None:
    """Also if that one has solved the puzzle, so that the place has no open game any more."""
    await chat.sends(".234341221434321")
    await chat.presses(chat.buttons[0])
    cell, digit = await digit_of(chat)
    board = chat.last["message_id"]
    await chat.forges(cell, board)
    await presses_at_once(chat, board, digit, digit)
    assert "Solved!" in chat.text
    assert (await view_of(house, chat)).stale is None


async def test_a_board_for_which_there_is_no_budget_is_left_to_the_background(
    limited: House, chat: Talk
) -> None:
    await chat.sends(GAME)
    board, (cell, digit) = chat.last["message_id"], await digit_of(chat)
    await chat.forges(cell, board)
    assert [view.kind for view in await views.stale(limited.database, 10)] == [Staleness.COURTESY]
    limited.application.stale_views.clear()
    before = edits(limited)
    await chat.forges(digit, board)
    assert edits(limited) == before
    assert limited.application.stale_views.is_set()
    assert (await view_of(limited, chat)).stale is Staleness.REDRAW


@pytest.mark.long
@pytest.mark.parametrize(("size", "page"), [(4, "more"), (16, "boxes")])
async def test_a_page_of_other_buttons_waits_a_moment_for_the_budget(
    house: House, chat: Talk, budget: Budget, size: int, page: str
) -> None:
    """The open page is not stored, so the background could not draw it later."""

    async def passes(seconds: float) -> None:
        budget.now += seconds

    async with limited_house(house, budget, passes) as limited:
        await chat.sends(f"/new {size} none 5")
        board, before = chat.last["message_id"], chat.buttons
        game = (await chat.game()).id
        assert not limited.application.may_send(chat.chat_id)
        await chat.forges(f"{page}:{game}", board)
        assert (await view_of(limited, chat)).stale is None
        assert chat.buttons != before


async def test_a_page_that_cannot_be_shown_soon_does_not_count_as_shown(
    house: House, chat: Talk, budget: Budget, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PTB_TIMEDELTA", "1")
    async with limited_house(house, budget, never) as limited:
        await chat.sends("/new 4 none 5")
        board, before = chat.last["message_id"], chat.buttons
        budget.now += 10
        house.api.fail_next("editMessageText", too_many_requests(90))
        await chat.forges(f"more:{(await chat.game()).id}", board)
        await chat.forges(f"more:{(await chat.game()).id}", board)
        assert chat.buttons == before
        assert (await view_of(limited, chat)).stale is Staleness.REDRAW


async def test_the_pressed_board_is_the_one_that_is_owed(limited: House, chat: Talk) -> None:
    """A database of an earlier version does not say whether a board is a picture."""
    await users.see(limited.database, chat.person.id, 0)
    await users.set_board(limited.database, chat.person.id, "image")
    await chat.sends(GAME)
    board, stored = chat.last["message_id"], await chat.game()
    assert (await view_of(limited, chat)).is_picture
    await limited.database.all("update views set is_picture = 0, message_id = null")
    cell, digit = await digit_of(chat)
    await chat.forges(cell, board)
    await chat.forges(digit, board)
    view = await view_of(limited, chat)
    assert (view.message_id, view.is_picture, view.stale) == (board, True, Staleness.REDRAW)
    assert view.version > stored.version


async def test_who_gave_up_is_owed_nothing_more(house: House, chat: Talk) -> None:
    await chat.sends(GAME)
    live = (await chat.game()).message_id
    await chat.sends("/giveup")
    await chat.presses("Yes, show it")
    view = await view_of(house, chat)
    assert (view.stale, view.message_id) == (None, live)


async def test_a_setting_has_the_live_board_drawn_anew(house: House, chat: Talk) -> None:
    await chat.sends(GAME)
    board = chat.last["message_id"]
    await chat.sends("/settings")
    (_, policy, *_) = chat.buttons
    await chat.presses(policy)
    assert house.application.stale_views.is_set()
    view = await view_of(house, chat)
    assert (view.stale, view.message_id) == (Staleness.REDRAW, board)


async def test_a_setting_brings_no_board_to_where_none_was(house: House, club: Talk) -> None:
    topic = house.club.open_topic(club.person, "Puzzles")
    await club.delivers(club.person.say(GAME, club.chat, topic=topic))
    await club.sends("/settings")
    (_, policy, *_) = club.buttons
    await club.presses(policy)
    assert await views.stale(house.database, 10) == ()


async def test_typed_moves_edit_a_groups_board_while_it_stands_near_the_end(
    house: House, club: Talk
) -> None:
    await club.sends(GAME)
    board, moves = club.last["message_id"], right_moves(await club.game())
    for number, move in enumerate(moves[:3], start=1):
        assert await club.sends(f"@SudokuPlaygroundBot {move}") == ""
        assert club.last["message_id"] == board
        assert board_of(club.last).count("'") == number
    for _ in range(NEAR):
        await club.sends("talk of other things")
    assert "= " in await club.sends(f"@SudokuPlaygroundBot {moves[3]}")
    assert club.last["message_id"] > board
    assert (await view_of(house, club)).message_id == club.last["message_id"]


@pytest.mark.long
async def test_a_groups_board_that_is_gone_is_sent_anew(house: House, club: Talk) -> None:
    await club.sends(GAME)
    gone = ApiError(400, "Bad Request: message to edit not found")
    house.api.fail_next("editMessageText", gone)
    move = right_moves(await club.game())[0]
    assert "= " in await club.sends(f"@SudokuPlaygroundBot {move}")
    assert (await view_of(house, club)).stale is None


@pytest.mark.parametrize("failure", [NetworkError("Bad Gateway"), TimedOut()])
async def test_a_board_that_telegram_does_not_take_is_owed_with_its_words(
    house: House, chat: Talk, failure: Exception
) -> None:
    await chat.sends(GAME)
    stored = await chat.game()
    for method in ("sendMessage", "sendMessage"):
        house.api.fail_next(method, failure)
    for wanted in ("/board", right_moves(stored)[0]):
        assert await chat.sends(wanted) == ""
        assert house.application.stale_views.is_set()
        assert (await view_of(house, chat)).stale is Staleness.SEND
    redrawer = Redrawer(house.application, never)
    await redrawer.look()
    await asyncio.gather(*redrawer.drawings)
    assert "= " in chat.text
    assert "Welcome back" not in chat.text
    assert (await view_of(house, chat)).stale is None


async def test_forty_moves_of_a_group_within_seconds_are_shown_within_seconds(
    house: House, club: Talk, budget: Budget
) -> None:
    """Boards that wait become one, so the last move is not shown a minute late."""

    async def passes(seconds: float) -> None:
        budget.now += seconds

    async with limited_house(house, budget, passes) as limited:
        await club.sends("/new 9 none 5")
        began, moves = budget.now, right_moves(await club.game())[:40]
        redrawer = Redrawer(limited.application, passes)
        for move in moves:
            budget.now += 0.5
            await club.sends(f"@SudokuPlaygroundBot {move}")
            await redrawer.look()
            await asyncio.gather(*redrawer.drawings)
        while (await view_of(house, club)).stale is not None:
            budget.now += 1
            await redrawer.look()
            await asyncio.gather(*redrawer.drawings)
    assert budget.now - began < 20 + 5
    assert board_of(club.last).count("'") == 40
    sent = [
        method for method, _ in limited.api.calls if method in {"sendMessage", "editMessageText"}
    ]
    assert len(sent) <= 11


async def test_a_move_wakes_whoever_draws_the_other_places_of_the_game(
    house: House, club: Talk, chat: Talk
) -> None:
    await chat.sends("/start")
    await club.sends(GAME)
    stored = await club.game()
    elsewhere = await Conversation.of(house.application, None, Place(chat.chat_id))
    await boards.send(elsewhere, replace(stored, message_id=None, version=0))
    assert not house.application.stale_views.is_set()
    await club.sends(f"@SudokuPlaygroundBot {right_moves(stored)[0]}")
    assert house.application.stale_views.is_set()


async def test_alone_one_is_told_at_the_end_how_many_hints_it_took(chat: Talk, club: Talk) -> None:
    for talk, name in ((chat, ""), (club, "@SudokuPlaygroundBot ")):
        for hints in (0, 1):
            await talk.sends("/new 4")
            if hints:
                await talk.sends("/hint")
            talk.house.clock.forward(minutes=5)
            await talk.sends(name + " ".join(right_moves(await talk.game())))
            assert "Solved!" in talk.text
            assert ("1 hint or check" in talk.text) == bool(hints)


async def test_below_a_picture_a_new_game_says_no_more_than_what_to_press(chat: Talk) -> None:
    """There is no room for how to type, as there is with a text."""
    for look, is_told in (("text", True), ("image", False)):
        await chat.sends(f"/board {look}")
        for digit_first, words in (
            (False, "Press a cell, then its"),
            (True, "Press a digit, then"),
        ):
            await users.set_digit_first(chat.house.database, chat.person.id, chosen=digit_first)
            said = await chat.sends("/new 4")
            assert words in said
            assert ("Or type" in said) == is_told
