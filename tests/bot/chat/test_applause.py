"""A finish is applauded, and comes the same where it cannot be."""

import pytest
from telegram.error import NetworkError

from bot.playground.errors import ApiError
from tests.bot.house import Talk, right_moves, wrong_move


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


async def test_the_move_that_solves_is_applauded(chat: Talk) -> None:
    assert "Solved" in await wins(chat)
    assert reactions(chat) == {said(chat): "🏆"}


async def test_a_win_with_a_mistake_is_applauded_too(chat: Talk) -> None:
    await chat.sends("/new 4 easy")
    stored = await chat.game()
    chat.house.clock.forward(seconds=60)
    await chat.sends(wrong_move(stored))
    assert reactions(chat) == {}
    await chat.sends(" ".join(right_moves(stored)))
    assert reactions(chat) == {said(chat): "🎉"}


async def test_an_answer_and_a_press_are_applauded(chat: Talk) -> None:
    await chat.sends("/new 4 easy")
    stored = await chat.game()
    chat.house.clock.forward(seconds=60)
    await chat.sends(f"/submit {stored.puzzle.solution}")
    assert said(chat) in reactions(chat)

    await chat.sends("/new 4 easy")
    stored = await chat.game()
    first, *others = right_moves(stored)
    await chat.sends(" ".join(others))
    chat.house.clock.forward(seconds=60)
    board = chat.last["message_id"]
    cell = stored.puzzle.grid.blanks()[0]
    await chat.presses(f"cell:{stored.id}:{cell}")
    await chat.presses(f"digit:{stored.id}:{first[-1]}")
    assert reactions(chat)[board] == "🏆"


async def test_a_group_sees_it(club: Talk) -> None:
    await wins(club, name="@SudokuPlaygroundBot ")
    assert reactions(club) == {said(club): "🏆"}


async def test_who_knew_the_solution_is_not_applauded(chat: Talk) -> None:
    await chat.sends("/new 4 easy")
    await chat.sends(f"/solve {(await chat.game()).puzzle.grid}")
    chat.house.clock.forward(seconds=60)
    await chat.sends(" ".join(right_moves(await chat.game())))
    assert reactions(chat) == {}


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
    chat: Talk, failure: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Otherwise the library warns of its own attribute whenever it is told to wait.
    monkeypatch.setenv("PTB_TIMEDELTA", "1")
    for _ in range(3):
        chat.house.api.fail_next("setMessageReaction", failure)
    assert "Solved" in await wins(chat)
    assert reactions(chat) == {}
    assert "1 puzzle solved" in await chat.sends("/stats")
