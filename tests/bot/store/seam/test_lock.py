"""One process at a time on one database."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bot.store.seam import lock
from bot.store.seam.lock import DatabaseInUse

HOLDS = """
import sys
from pathlib import Path
from bot.store.seam import lock
with lock.held(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def holder(path: Path) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDS, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    return process


def test_another_process_is_refused_and_told_which_one_holds_it(path: Path) -> None:
    with holder(path) as process:
        try:
            with pytest.raises(DatabaseInUse, match=f"process {process.pid}"), lock.held(path):
                pytest.fail("two at once")
        finally:
            process.communicate("")
    with lock.held(path):
        pass
    assert list(path.parent.iterdir()) == []


def test_a_killed_process_leaves_it_free(path: Path) -> None:
    with holder(path) as process:
        process.kill()
        process.communicate()
    with lock.held(path):
        assert path.with_name(f"{path.name}.lock").read_text() == str(os.getpid())


def test_the_same_process_holds_it_once(path: Path) -> None:
    with lock.held(path), pytest.raises(DatabaseInUse), lock.held(path):
        pytest.fail("two at once")


def test_what_another_one_holds_in_a_folder_put_in_its_place_stays(path: Path) -> None:
    folder = path.parent / "folder"
    folder.mkdir()
    with lock.held(folder / "sudoku.db"):
        folder.rename(path.parent / "elsewhere")
        folder.mkdir()
        others = folder / "sudoku.db.lock"
        others.write_text("1")
    assert others.exists()


def test_other_databases_in_the_folder_are_free(path: Path) -> None:
    with lock.held(path), lock.held(path.with_name("other.db")):
        pass
