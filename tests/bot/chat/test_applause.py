"""A finish is applauded with an effect or a reaction, and comes also if neither is possible."""

import asyncio
from typing import Any

import pytest
from telegram.error import NetworkError

from bot.background.redrawing import Redrawer
from bot.chat.outcome import EFFECT
from bot.playground.errors import ApiError
from tests.bot.house import House, Talk, right_moves, wrong_move


def reactions(talk: Talk) -> dict[int, str]:
    return talk.house.api.world.messages.reactions(talk.chat_id)


def said(talk: Talk) -> int:
    """The person's newest message."""
    own = [m for m in talk.person.messages(talk.chat) if m["from"]["id"] == talk.person.id]
    return int(own[-1]["message_id"])


async def wins(talk: Talk, *, name: str = "") -> str:
    await talk.sends("/new 4 easy")
    talk.house.clock.forward(seconds=60)
    return await talk.sends(name + " ".join(right_moves(await talk.game())))


def effects(talk: Talk) -> list[int]:
    """The messages that came with the effect of a finish."""
    return [m["message_id"] for m in talk.person.messages(talk.chat) if "effect_id" in m]


async def test_alone_with_the_bot_the_end_comes_once_with_an_effect(chat: Talk) -> None:
    assert "Solved" in await wins(chat)
    assert effects(chat) == [chat.last["message_id"]]
    assert chat.last["effect_id"] == EFFECT
    assert reactions(chat) == {}
    await chat.sends("/board")
    assert effects(chat) != [chat.last["message_id"]]


async def test_a_picture_has_the_effect_too(chat: Talk) -> None:
    await chat.sends("/board picture")
    await wins(chat)
    assert "photo" in chat.last
    assert effects(chat) == [chat.last["message_id"]]


def shown(talk: Talk, message_id: int) -> dict[str, Any]:
    """A message as it is now."""
    message = talk.house.api.world.messages.get(talk.chat_id, message_id)
    assert message is not None
    return message


async def nearly_wins(talk: Talk) -> tuple[str, str]:
    """A board that two presses solve, and the data of both."""
    await talk.sends("/new 4 easy")
    stored = await talk.game()
    first, *others = right_moves(stored)
    name = "" if talk.chat is None else "@SudokuPlaygroundBot "
    await talk.sends(name + " ".join(others))
    talk.house.clock.forward(seconds=60)
    return f"cell:{stored.id}:{stored.puzzle.grid.blanks()[0]}", f"digit:{stored.id}:{first[-1]}"


async def test_the_press_that_solves_puts_a_new_message_in_place_of_the_board(chat: Talk) -> None:
    cell, digit = await nearly_wins(chat)
    board = chat.last["message_id"]
    await chat.presses(cell)
    assert "Solved" in await chat.presses(digit)
    end = chat.last["message_id"]
    assert effects(chat) == [end] != [board]
    assert chat.house.api.world.messages.get(chat.chat_id, board) is None


async def test_a_board_too_old_to_be_deleted_loses_its_buttons(chat: Talk) -> None:
    cell, digit = await nearly_wins(chat)
    board = chat.last["message_id"]
    refused = ApiError(400, "Bad Request: message can't be deleted for everyone")
    chat.house.api.fail_next("deleteMessage", refused)
    await chat.presses(cell)
    await chat.presses(digit)
    end = chat.last["message_id"]
    assert "reply_markup" not in shown(chat, board)
    assert "over" in await chat.forges(digit, board)
    assert effects(chat) == [chat.last["message_id"]] == [end]


async def test_who_knew_the_solution_gets_no_effect_and_the_board_stays_where_it_is(
    chat: Talk,
) -> None:
    cell, digit = await nearly_wins(chat)
    board = chat.last["message_id"]
    await chat.sends(f"/solve {(await chat.game()).puzzle.grid}")
    await chat.presses(cell, board)
    await chat.presses(digit, board)
    assert "seen this solution" in shown(chat, board)["text"]
    assert effects(chat) == []


async def test_an_effect_that_is_refused_costs_no_word(chat: Talk) -> None:
    refused = ApiError(400, "Bad Request: EFFECT_ID_INVALID")
    await chat.sends("/new 4 easy")
    chat.house.clock.forward(seconds=60)
    moves = " ".join(right_moves(await chat.game()))
    chat.house.api.fail_next("sendMessage", refused)
    assert "Solved! 🎉 1:00" in await chat.sends(moves)
    assert effects(chat) == []
    assert chat.buttons[0] == "📤 Share"


@pytest.mark.long
async def test_an_end_that_had_to_wait_has_its_effect_after_a_restart(
    house: House, chat: Talk
) -> None:
    cell, digit = await nearly_wins(chat)
    board = chat.last["message_id"]
    await chat.presses(cell)
    for _ in range(3):
        house.api.fail_next("sendMessage", NetworkError("gone"))
    await chat.presses(digit)
    assert chat.last["message_id"] == board
    assert "1 cell to fill" in chat.text
    await house.stops()
    await house.starts()
    redrawer = Redrawer(house.application, asyncio.sleep)
    await redrawer.look()
    await asyncio.gather(*redrawer.drawings)
    assert "Solved" in chat.text
    assert effects(chat) == [chat.last["message_id"]]


async def test_a_group_sees_a_reaction(club: Talk) -> None:
    await wins(club, name="@SudokuPlaygroundBot ")
    assert reactions(club) == {said(club): "🏆"}
    assert effects(club) == []


async def test_a_win_with_a_mistake_is_applauded_too(club: Talk) -> None:
    await club.sends("/new 4 easy")
    stored = await club.game()
    club.house.clock.forward(seconds=60)
    await club.sends(f"@SudokuPlaygroundBot {wrong_move(stored)}")
    assert reactions(club) == {}
    await club.sends(f"@SudokuPlaygroundBot {' '.join(right_moves(stored))}")
    assert reactions(club) == {said(club): "🎉"}


async def test_in_a_group_an_answer_and_a_press_are_applauded(club: Talk) -> None:
    await club.sends("/new 4 easy")
    stored = await club.game()
    club.house.clock.forward(seconds=60)
    await club.sends(f"/submit {stored.puzzle.solution}")
    assert said(club) in reactions(club)

    cell, digit = await nearly_wins(club)
    board = club.last["message_id"]
    await club.presses(cell)
    await club.presses(digit)
    assert reactions(club)[board] == "🏆"
    assert club.last["message_id"] == board


async def test_who_knew_the_solution_is_not_applauded(club: Talk) -> None:
    await club.sends("/new 4 easy")
    await club.sends(f"/solve {(await club.game()).puzzle.grid}")
    club.house.clock.forward(seconds=60)
    await club.sends(f"@SudokuPlaygroundBot {' '.join(right_moves(await club.game()))}")
    assert reactions(club) == {}


@pytest.mark.parametrize(
    "failure",
    [
        ApiError(404, "Not Found: method not found"),
        ApiError(400, "Bad Request: REACTION_INVALID"),
        ApiError(429, "Too Many Requests: retry after 9", {"retry_after": 9}),
        NetworkError("ServerDisconnectedError"),
    ],
    ids=["an older server", "not allowed here", "too often", "no network"],
)
async def test_a_refusal_breaks_nothing(
    club: Talk, failure: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Otherwise the library warns about its own attribute whenever it is told to wait.
    monkeypatch.setenv("PTB_TIMEDELTA", "1")
    for _ in range(3):
        club.house.api.fail_next("setMessageReaction", failure)
    await wins(club, name="@SudokuPlaygroundBot ")
    assert "Solved" in club.text
    assert reactions(club) == {}
    assert "1 puzzle solved" in await club.sends("/stats")
