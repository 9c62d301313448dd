"""`sudoku-bot unblock ID`."""

import asyncio
import shutil
from argparse import ArgumentParser
from pathlib import Path

import pytest

from bot.commands import FAILED, OK, WRONG_USAGE, unblock
from bot.settings import Settings
from bot.store import blocks
from bot.store.blocks import Block
from bot.store.databases.locations import location_of
from bot.store.postgres.address import Server
from bot.store.seam.location import Location

GROUP, ANN = -1_002_000_000_001, 7_106_504_530


@pytest.fixture
def settings(empty: Path, tmp_path: Path, own_server: Server | None) -> Settings:
    return Settings(database=Path(shutil.copy(empty, tmp_path)), server=own_server)


async def block(location: Location) -> None:
    async with location.beside() as source:
        for number in (GROUP, ANN):
            await blocks.add(source, number, 5)


async def blocked(location: Location) -> tuple[Block, ...]:
    async with location.beside() as source:
        return await blocks.every(source)


def run(settings: Settings, *words: str) -> int:
    parser = ArgumentParser(prog="sudoku-bot unblock")
    unblock.add_arguments(parser)
    return unblock.run(settings, parser.parse_args(words))


def test_one_block_is_ended_and_only_once(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    location = location_of(settings.database, settings.server)
    asyncio.run(block(location))
    assert run(settings, str(GROUP)) == OK
    told = f"{GROUP} (group or channel) is no longer blocked.\n"
    assert capsys.readouterr() == (told, "")
    assert asyncio.run(blocked(location)) == (Block(ANN, 5),)
    assert run(settings, str(GROUP)) == FAILED
    assert capsys.readouterr() == ("", f"sudoku-bot: {GROUP} is not blocked\n")


def test_without_a_number_it_is_wrong_usage(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in ((), ("Ann",)):
        with pytest.raises(SystemExit) as ended:
            run(settings, *words)
        assert ended.value.code == WRONG_USAGE
        assert "sudoku-bot unblock: error: " in capsys.readouterr().err
