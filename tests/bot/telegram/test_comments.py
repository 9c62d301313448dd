"""Boards stay among the comments below a channel's post."""

from datetime import UTC, datetime
from typing import Any

from telegram import Chat, Message

from bot.store.seam.reading import reading_only
from bot.telegram.comments import is_comment
from tests.bot.house import House, Talk

CLUB = Chat(-1005, Chat.SUPERGROUP)
NOW = datetime(2026, 11, 28, tzinfo=UTC)


def message(number: int, thread: int | None = None, replied: Message | None = None) -> Message:
    return Message(number, NOW, CLUB, message_thread_id=thread, reply_to_message=replied)


def post(number: int) -> Message:
    return Message(number, NOW, CLUB, is_automatic_forward=True)


async def test_answers_to_a_comment_are_comments_as_well(house: House) -> None:
    async def is_known(*parts: Any) -> bool:
        return await is_comment(house.database, message(*parts))

    assert not await is_known(9)
    assert not await is_known(9, 5, message(5)), "a thread of replies"
    assert await is_known(11, 3, post(3))
    assert await is_known(12, 3, message(11, 3))
    assert not await is_known(12, 4, message(11, 4))


async def test_a_comment_is_known_while_nothing_can_be_stored(house: House) -> None:
    with reading_only():
        assert await is_comment(house.database, message(11, 3, post(3)))
    assert not await is_comment(house.database, message(12, 3, message(11, 3)))


async def test_a_board_replies_to_a_comment_and_to_nothing_else(club: Talk) -> None:
    await club.sends("/new 4")
    assert "reply_to_message" not in club.last
    comment = await club.comments("/board")
    assert club.last["reply_to_message"]["message_id"] == comment
    answer = await club.comments("/board", club.last)
    assert club.last["reply_to_message"]["message_id"] == answer
    await club.house.stops()
    await club.house.starts()
    later = await club.comments("/board", club.last)
    assert club.last["reply_to_message"]["message_id"] == later
    await club.sends("/board")
    assert "reply_to_message" not in club.last
