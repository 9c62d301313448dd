from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup

from bot.playground import BotApi, Person, PlaygroundRequest, default_people

KEYS = InlineKeyboardMarkup([[InlineKeyboardButton("7", callback_data="d7")]])


Begin = Callable[[], tuple[BotApi, Person]]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "playground.jsonl"


@pytest.fixture
def begin(path: Path) -> Iterator[Begin]:
    """Each call is a new process that reads the journal; the one before is never closed."""
    with ExitStack() as stack:

        def process() -> tuple[BotApi, Person]:
            api = stack.enter_context(closing(BotApi(journal=path)))
            alice, _, _ = default_people(api)
            api.restore()
            return api, alice

        yield process


def client(api: BotApi) -> Bot:
    return Bot(
        api.token, request=PlaygroundRequest(api), get_updates_request=PlaygroundRequest(api)
    )


async def test_old_buttons_work_in_a_new_process(begin: Begin) -> None:
    api, alice = begin()
    alice.say("/start")
    async with client(api) as bot:
        board = await bot.send_message(alice.id, "board", reply_markup=KEYS)
        gone = await bot.send_message(alice.id, "gone")
        await bot.delete_message(alice.id, gone.message_id)
    begin()
    api, alice = begin()
    assert [m.get("text") for m in alice.messages()] == ["/start", "board"]
    assert alice.press(board.message_id, "7") is not None
    async with client(api) as bot:
        await bot.edit_message_text("edited", alice.id, board.message_id)
        fresh = await bot.send_message(alice.id, "new")
    assert fresh.message_id == gone.message_id + 1
    api, alice = begin()
    assert [m.get("text") for m in alice.messages()] == ["/start", "edited", "new"]


async def test_unconfirmed_updates_come_again_and_confirmed_ones_do_not(begin: Begin) -> None:
    api, alice = begin()
    alice.say("one")
    alice.say("two")
    async with client(api) as bot:
        first, _ = await bot.get_updates()
        await bot.get_updates(offset=first.update_id + 1)
        board = await bot.send_message(alice.id, "board", reply_markup=KEYS)
    alice.press(board.message_id, "7")
    api, alice = begin()
    async with client(api) as bot:
        two, press = await bot.get_updates()
        assert two.update_id == first.update_id + 1
        assert press.callback_query is not None
        await press.callback_query.answer("still in time")
    assert [answer["text"] for answer in alice.answers] == ["still in time"]
    late = alice.say("three")
    assert late is not None
    assert late["update_id"] == press.update_id + 1


async def test_files_and_blocks_are_kept(begin: Begin) -> None:
    api, alice = begin()
    alice.send_sticker()
    update = alice.send_document("a.sdm", b"\x00\xff53")
    assert update is not None
    alice.block()
    api, alice = begin()
    assert alice.private.bot_status == "kicked"
    alice.unblock()
    alice.send_document("b.sdm", b"another")
    file_id = update["message"]["document"]["file_id"]
    async with client(api) as bot:
        assert await (await bot.get_file(file_id)).download_as_bytearray() == b"\x00\xff53"


def test_a_torn_last_line_costs_only_itself(path: Path, begin: Begin) -> None:
    _, alice = begin()
    alice.say("kept")
    alice.say("torn")
    whole = path.read_bytes()
    path.write_bytes(whole[: whole.rindex(b"torn")])
    api, alice = begin()
    assert [m["text"] for m in alice.messages()] == ["kept", "torn"]
    assert len(api.world.updates) == 1
    alice.say("after")
    _, alice = begin()
    assert [m["text"] for m in alice.messages()] == ["kept", "torn", "after"]
