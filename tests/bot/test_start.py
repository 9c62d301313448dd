"""`sudoku-bot` from its first moment: a real process that gets Ctrl-C while it imports."""

import sys
import tomllib
from pathlib import Path

import pytest

from bot.commands import INTERRUPTED, OK
from tests.bot.process import names, refusal

INTERRUPTED_AT = """
import os, signal, sys

class CtrlC:
    def find_spec(self, name, *rest):
        if name == "{module}":
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, CtrlC())
from bot.start import main
sys.exit(main())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="has no SIGINT for a process")
@pytest.mark.parametrize("module", ["bot.__main__", "bot.app"])
def test_ctrl_c_during_the_imports_ends_it_without_a_traceback(tmp_path: Path, module: str) -> None:
    program = ("-c", INTERRUPTED_AT.format(module=module))
    assert refusal(tmp_path, program=program, status=INTERRUPTED) == ""


@pytest.mark.long
def test_otherwise_it_is_the_command_itself(tmp_path: Path) -> None:
    program = ("-c", "import sys; from bot.start import main; sys.exit(main())")
    assert refusal(tmp_path, "migrate", program=program, status=OK) == ""
    assert names(tmp_path) == ["log", "sudoku.db"]


def test_it_is_what_pip_installs() -> None:
    project = tomllib.loads(Path(__file__).parents[2].joinpath("pyproject.toml").read_text("utf-8"))
    assert project["project"]["scripts"] == {"sudoku-bot": "bot.start:main"}
