from dataclasses import replace

import pytest

from bot.game.place import Place
from bot.store import belongings, chats, replies
from bot.store.puzzles import PuzzleRow
from bot.store.replies import (
    ALWAYS_KEPT,
    EVERYTHING,
    MOST_BYTES,
    MOST_BYTES_OF_CHAT,
    RESULTS,
    NoRoom,
    Reply,
)
from bot.store.seam.source import Store
from tests.bot.store.conftest import ANN, BOB, GROUP

SUPERGROUP = -1_002_999_999_999
TEXT = Reply(Place(GROUP, 7), "<b>told</b>", ANN, reply_to=30, keyboard="{}")


@pytest.fixture(autouse=True)
def known(puzzle: PuzzleRow) -> PuzzleRow:
    """Ann and Bob are known."""
    return puzzle


async def told(database: Store, chat_id: int) -> list[Reply]:
    """What a chat waits for, in order; afterwards nothing is left."""
    found = []
    while (kept := await replies.first(database, chat_id)) is not None:
        found.append(kept.reply)
        await replies.done(database, kept.id)
    return found


async def test_what_is_kept_comes_out_whole_and_in_order(database: Store) -> None:
    file = replace(TEXT, file="bGF0ZXI=", file_name="a.pdf", html="")
    picture = replace(TEXT, file="bGF0ZXI=", message_id=40)
    assert [await replies.keep(database, one, 5) for one in (TEXT, file, picture)] == [1, 2, 3]
    assert await told(database, GROUP) == [TEXT, file, picture]


async def test_of_the_first_reply_it_is_known_how_large_it_is_for_whom_and_since_when(
    database: Store,
) -> None:
    assert await replies.first_load(database, GROUP) == (0, None, None)
    for at, one in ((5, TEXT), (9, replace(TEXT, html="a later one"))):
        await replies.keep(database, one, at)
    size, person, kept_at = await replies.first_load(database, GROUP)
    assert (person, kept_at) == (ANN, 5)
    assert size >= len(TEXT.html)


async def test_of_the_edits_of_a_message_the_newest_is_kept(database: Store) -> None:
    edits = [replace(TEXT, message_id=40, html=str(number)) for number in range(3)]
    other = replace(TEXT, message_id=41)
    for one in (edits[0], other, *edits[1:]):
        await replies.keep(database, one, 5)
    assert await told(database, GROUP) == [other, edits[2]]


async def test_an_edit_that_is_on_its_way_does_not_take_the_newer_one_with_it(
    database: Store,
) -> None:
    await replies.keep(database, replace(TEXT, message_id=40, html="old"), 5)
    on_its_way = await replies.first(database, GROUP)
    assert on_its_way is not None
    await replies.keep(database, replace(TEXT, message_id=40, html="new"), 6)
    await replies.done(database, on_its_way.id)
    assert [one.html for one in await told(database, GROUP)] == ["new"]


async def test_of_the_exports_of_a_chat_the_newest_of_each_kind_is_kept(database: Store) -> None:
    export = Reply(Place(ANN), "all of it", ANN, file_name=EVERYTHING)
    results = replace(export, file_name=RESULTS)
    others = replace(export, place=Place(BOB), user_id=BOB)
    printed = replace(export, file="bGF0ZXI=", file_name="sudoku.pdf")
    for one in (printed, others, *(export, results) * 30):
        await replies.keep(database, one, 5)
    assert await replies.waits_for(database, ANN, EVERYTHING)
    assert await told(database, ANN) == [printed, export, results]
    assert await told(database, BOB) == [others]
    assert not await replies.waits_for(database, ANN, EVERYTHING)


async def test_the_file_of_an_export_that_an_older_program_kept_is_not_read(
    database: Store,
) -> None:
    old = Reply(Place(ANN), "all of it", ANN, file="bGF0ZXI=", file_name=EVERYTHING)
    await replies.keep(database, old, 5)
    (made_anew,) = await told(database, ANN)
    assert made_anew == replace(old, file=None)
    assert made_anew.is_export


def of_size(size: int, chat: int = ANN) -> Reply:
    """A picture for a chat that takes this many bytes when it is kept."""
    return Reply(Place(chat), "数", ANN, keyboard="{}", file="x" * (size - len("数".encode()) - 2))


async def test_an_answer_is_kept_up_to_its_limit(database: Store) -> None:
    assert of_size(MOST_BYTES).size == MOST_BYTES
    await replies.keep(database, TEXT, 5)
    edit = replace(TEXT, message_id=40)
    await replies.keep(database, edit, 5)
    with pytest.raises(NoRoom):
        await replies.keep(database, replace(of_size(MOST_BYTES + 1, GROUP), message_id=40), 5)
    assert await told(database, GROUP) == [TEXT, edit], "as it was"
    await replies.keep(database, of_size(MOST_BYTES), 5)
    assert await told(database, ANN) == [of_size(MOST_BYTES)]


async def test_a_chat_has_room_for_so_many_bytes_and_for_a_word(database: Store) -> None:
    share = MOST_BYTES_OF_CHAT // 6
    for number in range(6):
        await replies.keep(database, replace(of_size(share), message_id=number), 5)
    with pytest.raises(NoRoom):
        await replies.keep(database, of_size(share), 5)
    await replies.keep(database, of_size(share, BOB), 5)
    await replies.keep(database, of_size(ALWAYS_KEPT), 5)
    assert await replies.count(database, ANN) == 7
    await replies.keep(database, replace(of_size(share // 2), message_id=0), 5)
    sent = await replies.first(database, ANN)
    assert sent is not None
    await replies.done(database, sent.id)
    await replies.keep(database, of_size(share), 5)


async def test_the_chat_that_waits_longest_comes_first(database: Store) -> None:
    for chat in (BOB, ANN, BOB):
        await replies.keep(database, replace(TEXT, place=Place(chat)), 5)
    assert list((await replies.waiting(database)).items()) == [(BOB, 2), (ANN, 1)]


async def test_new_messages_come_in_the_supergroup_and_edits_do_not(database: Store) -> None:
    await replies.keep(database, replace(TEXT, message_id=40), 5)
    await replies.keep(database, TEXT, 5)
    for _ in range(2):
        await chats.move(database, GROUP, SUPERGROUP)
    moved = replace(TEXT, place=Place(SUPERGROUP, 7), reply_to=None)
    assert await told(database, SUPERGROUP) == [moved]
    assert await told(database, GROUP) == []


async def test_a_deleted_person_is_told_nothing_that_was_kept(database: Store) -> None:
    others = replace(TEXT, user_id=BOB)
    for one in (TEXT, others, replace(TEXT, place=Place(ANN), user_id=None)):
        await replies.keep(database, one, 5)
    await belongings.delete_user(database, ANN, 9)
    assert await told(database, ANN) == []
    assert await told(database, GROUP) == [others]


async def test_who_is_deleted_is_told_that_without_being_named(database: Store) -> None:
    await belongings.delete_user(database, ANN, 9)
    await replies.keep(database, replace(TEXT, place=Place(ANN)), 5)
    assert await told(database, ANN) == [replace(TEXT, place=Place(ANN), user_id=None)]
