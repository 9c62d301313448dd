import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from bot.playground.parameters import Json
from bot.pool.engine import OpenFile
from bot.store import drafts
from engine import Grid
from engine.photo import Reading, Unreadable
from engine.photo.reading import Why
from tests.bot.chat.test_photo import CLASSIC, PUZZLE, SOLUTION, Found, jpeg
from tests.bot.house import House, Talk
from tests.bot.telegram.test_context import arrived

BOARDS = [PUZZLE.with_values({cell: SOLUTION[cell]}) for cell in PUZZLE.blanks()]


class InOrder(Found):
    """A reader that finds one board in each picture, by its turn; None where nothing is."""

    def __init__(self) -> None:
        super().__init__()
        self.boards: list[Grid | None] = []

    async def read(self, _owner: object, opened: OpenFile) -> tuple[Reading, ...]:
        async with opened() as content:
            self.asked.append(len(content))
        board = self.boards[len(self.asked) - 1]
        if board is None:
            raise Unreadable(Why.NO_BOARD)
        return (Reading(board, (3,) if board is PUZZLE else (), cut_out=jpeg()),)


@pytest.fixture
def pictures() -> InOrder:
    return InOrder()


def album(chat: Talk, count: int, name: str = "a", caption: str = "") -> list[Json | None]:
    return [
        chat.person.send_photo(
            jpeg(), chat=chat.chat, album=name, caption="" if number else caption
        )
        for number in range(count)
    ]


async def delivered(chat: Talk, updates: Sequence[Json | None]) -> list[dict[str, Any]]:
    """What the bot says when all updates arrive at once."""
    known = {message["message_id"] for message in chat.person.messages(chat.chat)}
    await asyncio.gather(*(chat.delivers(update) for update in updates))
    return [one for one in chat.person.messages(chat.chat) if one["message_id"] not in known]


def words(messages: Sequence[dict[str, Any]]) -> list[str]:
    return [str(one.get("text") or one.get("caption")).splitlines()[0] for one in messages]


async def test_each_picture_is_answered_in_order_and_a_summary_follows(
    chat: Talk, pictures: InOrder
) -> None:
    pictures.boards = [PUZZLE, CLASSIC, BOARDS[0]]
    said = await delivered(chat, album(chat, 3))
    assert words(said) == [
        "🔎 I read: 4×4, 7 givens",
        "🔎 I read: 9×9, 30 givens",
        "🔎 I read: 4×4, 8 givens",
        "📷 Read in this album: 3 boards",
    ]
    assert said[-1]["text"].splitlines()[1:] == [
        "1. 4×4, 7 givens · 1 cell to look at",
        "2. 9×9, 30 givens",
        "3. 4×4, 8 givens",
    ]
    await chat.presses("2 · 9×9", said[-1]["message_id"])
    await chat.presses("▶ Play")
    assert (await chat.game()).game.givens == CLASSIC


async def test_a_picture_that_cannot_be_read_holds_up_no_other_and_is_told_before_the_summary(
    chat: Talk, pictures: InOrder
) -> None:
    pictures.boards = [None, PUZZLE, CLASSIC, None]
    said = words(await delivered(chat, album(chat, 4)))
    assert [one[:12] for one in said] == [
        "I see no Sud",
        "🔎 I read: 4×",
        "🔎 I read: 9×",
        "I see no Sud",
        "📷 Read in th",
    ]
    assert said[-1].endswith("2 boards")


async def test_one_board_is_not_summed_up(chat: Talk, pictures: InOrder) -> None:
    pictures.boards = [None, PUZZLE]
    assert len(await delivered(chat, album(chat, 2))) == 2


async def test_after_a_restart_what_was_answered_is_not_answered_again(
    chat: Talk, pictures: InOrder
) -> None:
    pictures.boards = [PUZZLE, CLASSIC, BOARDS[0], CLASSIC]
    updates = album(chat, 3)
    await delivered(chat, updates)
    before = await chat.house.database.all("select id from drafts order by id")
    assert await delivered(chat, updates) == []
    # The process was killed after the second picture was read, before its answer was sent.
    await chat.house.database.all("update drafts set summary_id = null")
    await chat.house.database.all(
        "update drafts set answer_id = null where id = $1", int(str(before[1][0]))
    )
    said = words(await delivered(chat, updates))
    assert said == ["🔎 I read: 9×9, 30 givens", "📷 Read in this album: 3 boards"]
    assert await chat.house.database.all("select id from drafts order by id") == before


async def test_a_picture_that_comes_late_gives_the_album_a_new_summary(
    chat: Talk, pictures: InOrder
) -> None:
    pictures.boards = [PUZZLE, CLASSIC, BOARDS[0]]
    updates = album(chat, 2)
    first = (await delivered(chat, updates))[-1]["message_id"]
    late = await delivered(chat, album(chat, 1))
    assert words(late)[-1] == "📷 Read in this album: 3 boards"
    assert first not in {one["message_id"] for one in chat.person.messages()}


async def test_two_albums_are_summed_up_apart(chat: Talk, pictures: InOrder) -> None:
    pictures.boards = [PUZZLE, CLASSIC, BOARDS[0], BOARDS[1]]
    said = words(await delivered(chat, [*album(chat, 2), *album(chat, 2, "b")]))
    assert [one for one in said if "album" in one] == ["📷 Read in this album: 2 boards"] * 2


async def test_in_a_group_the_caption_of_the_first_picture_asks_for_all(
    club: Talk, pictures: InOrder
) -> None:
    pictures.boards = [PUZZLE, CLASSIC]
    await club.sends("/help")
    answer = club.last["message_id"]
    for name, caption, count in (("a", "/solve", 3), ("b", "", 0)):
        first = album(club, 1, name, caption)
        # Of the others a bot hears only where it hears everything, or if they reply to it.
        other = club.person.send_photo(jpeg(), chat=club.chat, album=name, reply_to=answer)
        assert len(await delivered(club, [*first, other])) == count


@pytest.mark.long
async def test_an_album_after_many_messages_is_read_whole(chat: Talk, pictures: InOrder) -> None:
    pictures.boards = [*BOARDS, None]
    count = len(BOARDS)
    talk = [chat.person.say("/help") for _ in range(60)]
    said = words(await delivered(chat, [*talk, *album(chat, count)]))
    assert sum("I read" in one for one in said) == count
    assert said[-1] == f"📷 Read in this album: {count} boards"


async def test_an_album_knows_its_name_and_that_more_of_it_waits(house: House, chat: Talk) -> None:
    context = await arrived(house, album(chat, 1)[0])
    assert context.album == "a"
    assert not context.album_waits
    assert (await arrived(house, chat.person.say("/help"))).album is None


async def test_the_drafts_of_an_album_are_those_of_one_person_in_one_chat(
    chat: Talk, pictures: InOrder
) -> None:
    pictures.boards = [PUZZLE]
    await delivered(chat, album(chat, 1))
    find = drafts.of_album
    (found,) = await find(chat.house.database, chat.person.id, chat.chat_id, "a")
    assert found.grid == PUZZLE
    assert await find(chat.house.database, chat.person.id, chat.chat_id, "b") == ()
    assert await find(chat.house.database, chat.person.id, chat.chat_id + 1, "a") == ()
