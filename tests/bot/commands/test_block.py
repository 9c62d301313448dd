"""`sudoku-bot block [ID]`, also while a bot serves."""

import asyncio
import shutil
import sqlite3
from argparse import ArgumentParser
from contextlib import closing
from pathlib import Path

import pytest

from bot.commands import MAY_PASS, MUST_CHANGE, OK, WRONG_USAGE, block
from bot.playground import BotApi, Person, default_people
from bot.settings import Settings
from bot.store import blocks, users
from bot.store.databases.locations import location_of
from bot.store.postgres.address import Server
from tests.bot.commands.test_run import beside
from tests.bot.process import names, said, serving, telegram_at
from tests.bot.telegram.passing import until

pytestmark = pytest.mark.xdist_group("processes")

UNSEEN = "blocked, though nobody with that number has been seen"

ANN, STRANGER = 7_106_504_530, 6_020_201_003


@pytest.fixture
def settings(empty: Path, tmp_path: Path, own_server: Server | None) -> Settings:
    """A database in which only Ann was ever seen."""
    given = Settings(database=Path(shutil.copy(empty, tmp_path)), server=own_server)
    asyncio.run(_see(given))
    return given


async def _see(settings: Settings) -> None:
    database = await location_of(settings.database, settings.server).open()
    await users.see(database, ANN, 5)
    # As if it had been blocked on 21 November 2026 at 8:00.
    await blocks.add(database, -1_002_000_000_001, 1_795_248_000)
    await database.close()


def run(settings: Settings, *words: str) -> int:
    parser = ArgumentParser()
    block.add_arguments(parser)
    return block.run(settings, parser.parse_args(words))


def test_a_block_says_whether_the_number_was_ever_seen_and_is_listed(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    for number, words in (
        (ANN, f"{ANN} (account) is blocked.\n"),
        (STRANGER, f"{STRANGER} (account) is {UNSEEN}.\n"),
        (
            -1_002_000_000_001,
            "-1002000000001 has been blocked before: since 2026-11-21 08:00 UTC.\n",
        ),
        (
            10_001_004_000_000_001,
            f"10001004000000001 (whoever writes in the name of -1004000000001) is {UNSEEN}.\n",
        ),
    ):
        assert run(settings, str(number)) == OK
        assert capsys.readouterr() == (words, "")
    assert run(settings) == OK
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "      -1002000000001  since 2026-11-21 08:00 UTC  group or channel"
    assert sorted(int(line.split()[0]) for line in lines[1:]) == [
        *(STRANGER, ANN, 10_001_004_000_000_001)
    ]


def test_where_nobody_is_blocked_that_is_said(
    empty: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(Settings(database=Path(shutil.copy(empty, tmp_path)))) == OK
    assert capsys.readouterr() == ("Nobody is blocked.\n", "")


@pytest.mark.parametrize(
    "word", ["Ann", "@ann", "", "0", "1.5", "1_000", "+7", "12 34", "٣", "9" * 16, "9" * 30]
)
def test_what_is_no_number_of_anybody_is_wrong_usage(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], word: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        run(Settings(database=tmp_path / "nowhere.db"), word)
    assert ended.value.code == WRONG_USAGE
    told = capsys.readouterr().err.splitlines()[-1]
    assert told.endswith(f"argument ID: {word!r} is not the number of an account or a chat")
    assert names(tmp_path) == []


@pytest.mark.long
def test_what_cannot_be_written_ends_with_its_status_and_one_line(
    empty: Path, tmp_path: Path
) -> None:
    status, words = said(tmp_path, "block", "7")
    assert (status, words.count("\n")) == (MUST_CHANGE, 1)
    assert "sudoku.db is not there: the first start of the bot makes it" in words
    path = Path(shutil.copy(empty, tmp_path / "sudoku.db"))
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("pragma journal_mode = wal")
        other.execute("begin immediate")
        status, words = said(tmp_path, "block", "7")
    assert (status, words.count("\n")) == (MAY_PASS, 2)
    assert "another process keeps the database locked" in words


@pytest.mark.long
async def test_a_running_bot_follows_within_seconds_in_both_directions(tmp_path: Path) -> None:
    """A process of its own, with another process that blocks."""
    api = BotApi()
    alice, ming, _ = default_people(api)

    def answers(person: Person) -> int:
        return sum(message["from"]["is_bot"] for message in person.messages())

    async def command(*words: str) -> str:
        status, printed = await asyncio.to_thread(said, tmp_path, *words, **given)
        assert status == 0, printed
        return printed

    def log_says(words: str) -> bool:
        return words in (tmp_path / "log").read_text()

    async with telegram_at(api) as address:
        given = {"TOKEN": api.token, "API_URL": address}
        async with beside(serving(tmp_path, **given)):
            alice.say("/privacy")
            await until(lambda: answers(alice) == 1)
            assert f"{alice.id} (account) is blocked.\n" in await command("block", str(alice.id))
            await until(lambda: log_says(f": blocked: {alice.id}"))
            alice.say("/privacy")
            ming.say("/privacy")
            await until(lambda: answers(ming) == 1)
            assert answers(alice) == 1
            await command("unblock", str(alice.id))
            await until(lambda: log_says(f": unblocked: {alice.id}"))
            alice.say("/privacy")
            await until(lambda: answers(alice) == 2)
