import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bot.commands import MAY_PASS, NOBODY_READS
from bot.commands.console import megabytes, refuse, say
from tests.bot.process import environment


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="has no /dev/full")
def test_what_cannot_be_printed_is_not_the_fault_of_the_database(
    empty: Path, tmp_path: Path
) -> None:
    """A real process whose standard output is full, or read by nobody any more."""
    shutil.copy(empty, tmp_path / "sudoku.db")
    reading, writing = os.pipe()
    os.close(reading)
    full = os.open("/dev/full", os.O_WRONLY)
    told = "sudoku-bot: standard output cannot be written: No space left on device\n"
    # Without a buffer nothing would be left to print at the end.
    buffered = {name: at for name, at in environment({}).items() if name != "PYTHONUNBUFFERED"}
    for command, output, status, words in (
        ("block", full, MAY_PASS, told),
        ("block", writing, NOBODY_READS, ""),
        ("doctor", writing, NOBODY_READS, ""),
    ):
        ended = subprocess.run(
            [sys.executable, "-m", "bot", command],
            cwd=tmp_path,
            env=buffered,
            stdout=output,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
        assert (ended.returncode, ended.stderr) == (status, words)
    os.close(writing)
    os.close(full)


def test_what_is_said_and_what_is_refused_go_apart(capsys: pytest.CaptureFixture[str]) -> None:
    say("all is well")
    refuse("the file is gone")
    assert capsys.readouterr() == ("all is well\n", "sudoku-bot: the file is gone\n")


def test_a_size_is_told_in_millions_of_bytes() -> None:
    assert [megabytes(size) for size in (0, 49_000, 1_000_000, 12_340_000)] == [
        *("0.0 MB", "0.0 MB"),
        *("1.0 MB", "12.3 MB"),
    ]
