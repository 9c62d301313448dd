"""A milestone of a streak comes with a card, once, after the words; and without one if need be."""

from dataclasses import replace
from typing import Any, cast

import pytest

from bot.pool.engine import Engine, EngineBusy
from tests.bot.house import House, Talk, right_moves

WEEK = "Seven days in a row: a whole week!"
CARD = "🔥 7 days of Sudoku in a row!"


class Busy:
    """An engine that has time for everything but drawings."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def draw(self, *_: object) -> bytes:
        raise EngineBusy

    def __getattr__(self, name: str) -> Any:
        return getattr(self._engine, name)


def cards(talk: Talk) -> list[dict[str, Any]]:
    """The pictures that somebody was sent."""
    return [message for message in talk.person.messages() if "photo" in message]


async def solves(talk: Talk) -> str:
    """Opens the daily and solves it a minute later; gives what the bot says to the last move."""
    await talk.sends("/daily")
    talk.house.clock.forward(minutes=1)
    return await talk.sends(" ".join(right_moves(await talk.game())))


async def solves_six(talk: Talk) -> None:
    """The dailies of the six days before today."""
    for _ in range(6):
        await solves(talk)
        talk.house.clock.forward(days=1)
    assert cards(talk) == []


@pytest.mark.long
async def test_a_whole_week_is_told_in_words_and_then_with_a_card_to_share(chat: Talk) -> None:
    await solves_six(chat)
    assert WEEK in await solves(chat)
    (card,) = cards(chat)
    assert card["caption"] == CARD
    assert card == chat.last, "it comes after the words"
    ((share,),) = card["reply_markup"]["inline_keyboard"]
    assert share["text"] == "📤 Share"
    assert "7%20days%20of%20Sudoku" in share["url"]
    assert "start%3D" in share["url"], "it leads to the puzzle"
    for again in ("/board", "/daily", "/share"):
        await chat.sends(again)
    chat.house.clock.forward(days=1)
    await solves(chat)
    assert cards(chat) == [card]


@pytest.mark.long
async def test_without_time_to_draw_the_words_come_all_the_same(house: House, chat: Talk) -> None:
    await solves_six(chat)
    services = house.application.services
    busy = cast("Engine", Busy(services.engine))
    house.application.services = replace(services, engine=busy)
    assert WEEK in await solves(chat)
    assert WEEK in chat.last["text"], "nothing else is said"
    assert cards(chat) == []
