"""The changes of `python -m tests.survivors` are what they say, and somebody notices them."""

import ast
from pathlib import Path

import pytest

from tests.changes import COMPARISONS, c_changes, python_changes
from tests.structure import ROOT, sources
from tests.survivors import Copy, drawn, first_failing, is_enough, mirrors

CRASHED = """\
.....Fatal Python error: Segmentation fault

Current thread 0x00007f0c5b3c1740 (most recent call first):
  File "/tmp/copy/0/engine/rating/walk.py", line 88 in walked
  File "/tmp/copy/0/tests/engine/rating/test_walk.py", line 33 in _both
  File "/tmp/copy/0/tests/engine/rating/test_walk.py", line 41 in test_both_walk_alike
  File "/tmp/venv/lib/python3.11/site-packages/_pytest/python.py", line 166 in pytest_pyfunc_call
"""
PYTHON = '''\
"""A text that says 1 < 2."""
import logging
_log = logging.getLogger(__name__)
Pair = int | None


def sum_of(first: int | None, *others: int) -> list[int]:
    _log.info("%d", 3)
    print(f"{1 + 1}")
    total = 10
    if not others and (first) is not None:
        others.sort()
    return [total + first <= other for other in others if True]
'''
C = """\
#define LONG 3
/* 1 < 2 */
static int sum(int *a, char *s)
{
    if (a[0] <= 1 && *a) s = "1 + 1";
    return a[0] + 07 - LONG; // 1 + 1
}
"""


def made(path: Path, text: str) -> set[tuple[int, str, str]]:
    path.write_text(text)
    changes = c_changes(path) if path.suffix == ".c" else python_changes(path)
    for change in changes:
        changed = change.applied(text.encode()).decode()
        assert changed != text
        if path.suffix == ".py":
            ast.parse(changed)
    return {(change.line, change.old, change.new) for change in changes}


def test_python_is_changed_where_a_test_could_notice(tmp_path: Path) -> None:
    assert made(tmp_path / "a.py", PYTHON) == {
        (9, 'print(f"{1 + 1}")', "None"),
        (10, "10", "(10 + 10)"),
        (11, "and", "or"),
        (11, "not others", "others"),
        (11, "is not", "is"),
        (12, "others.sort()", "None"),
        (13, "<=", "<"),
        (13, "+", "-"),
        (13, "True", "False"),
    }


def test_c_is_changed_where_a_test_could_notice(tmp_path: Path) -> None:
    assert made(tmp_path / "a.c", C) == {
        (5, "0", "1"),
        (5, "<=", "<"),
        (5, "1", "2"),
        (5, "&&", "||"),
        (6, "0", "1"),
        (6, "+", "-"),
        (6, "-", "+"),
    }


@pytest.mark.long
def test_a_seed_draws_the_same_changes_of_both_languages() -> None:
    below = ("bot/game", "engine/native")
    changes = drawn(1, 40, below)
    assert changes == drawn(1, 40, below)
    assert {change.path.suffix for change in changes} >= {".py", ".h"}
    assert {change.path for change in changes} <= {
        *(path for path in sources("bot") if path.is_relative_to(ROOT / "bot/game")),
        *(ROOT / "engine/native").rglob("*.[ch]"),
    }


def test_each_module_has_a_file_that_notices_or_a_reason() -> None:
    assert mirrors("bot/game/link.py") == ("tests/bot/game/test_link.py",)
    assert mirrors("bot/messages/__init__.py") == ("tests/bot/test_messages.py",)
    # One that the list of modules without a test of their own leads to.
    assert mirrors("engine/__main__.py") == ("tests/engine/test___main__.py",)


def test_the_test_that_failed_or_was_ended_is_named() -> None:
    assert first_failing("1 passed in 0.01s\n") == ""
    failed = "F\nFAILED tests/engine/test_a.py::test_b[x 1] - assert 0\n1 failed in 0.1s\n"
    assert first_failing(failed) == "tests/engine/test_a.py::test_b"
    assert first_failing(CRASHED) == "tests/engine/rating/test_walk.py::test_both_walk_alike"


@pytest.mark.parametrize(("noticed", "of", "enough"), [(180, 200, 1), (172, 200, 1), (165, 200, 0)])
def test_chance_is_allowed_for(noticed: int, of: int, enough: int) -> None:
    assert is_enough(noticed, of, 0.9) == bool(enough)


@pytest.mark.long
def test_a_change_is_noticed_or_survives(tmp_path: Path) -> None:
    copy = Copy(tmp_path / "copy")
    changes = python_changes(ROOT / "bot/game/link.py")
    compared = next(change for change in changes if change.old in COMPARISONS)
    assert copy.tried(compared).noticed_by == "its mirror"
