"""What is answered quickly is what the ordinary commands answer, and all else is left to them."""

import asyncio
import os
import subprocess
import sys
from io import BytesIO, StringIO
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.__main__ import main
from engine.commands.console import Console
from engine.commands.names import command_module, plain_arguments
from engine.commands.quick import answers_of
from engine.search.accelerate import ACCELERATED
from tests.engine.isolated import run

# The example of the Wikipedia article on Sudoku, and its printed solution.
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
SMALL = "12.4" + "." * 12

needs_core = pytest.mark.skipif(not ACCELERATED, reason="the C core was not built here")
lines = st.one_of(
    st.sampled_from(
        [PUZZLE, PUZZLE[:-1], PUZZLE + "1", "." * 81, "55" + PUZZLE[2:], "*_0-" + PUZZLE[4:]]
    ),
    st.sampled_from([SMALL, "5" + SMALL[1:], "." * 36, "." * 64, "." * 144, SMALL + ";4.5", ""]),
    st.sampled_from([" " + SMALL, "# no puzzle", " # no", "\t ", "\r", "\ufeff", SMALL + " x"]),
    st.text("12 .,;#\r\x0b\x00x", max_size=17),
)


def ordinary(command: str, text: bytes) -> tuple[str, int, str]:
    answers, complaints = StringIO(), StringIO()
    console = Console(BytesIO(text), answers, complaints, lambda: 0.0)
    arguments = plain_arguments([command, "-"])
    assert arguments
    for name in ("cluster", "to", "chunk"):
        del arguments[name]
    command_module(command).run(console, **arguments)
    return answers.getvalue(), console.status, complaints.getvalue()


@pytest.mark.long
@settings(max_examples=600, deadline=None)
@given(st.lists(lines, max_size=4), st.sampled_from(["\n", "\r\n"]), st.sampled_from(["", "\n"]))
def test_what_is_answered_quickly_is_what_the_ordinary_commands_answer(
    tmp_path_factory: pytest.TempPathFactory, written: list[str], end: str, last: str
) -> None:
    file = tmp_path_factory.mktemp("quick") / "puzzles.txt"
    file.write_bytes((end.join(written) + last).encode())
    for command in ("solve", "count"):
        quick = answers_of([command, str(file)])
        if quick:
            assert (*quick, "") == ordinary(command, file.read_bytes())


@needs_core
def test_plain_lines_are_answered_quickly(tmp_path: Path) -> None:
    files = [tmp_path / "one.txt", tmp_path / "two.txt"]
    files[0].write_text(f"# a comment\n\n{PUZZLE} easy\n{PUZZLE}", "ascii")
    files[1].write_text(SMALL + "\n11" + SMALL[2:] + "\n" + "." * 16, "ascii")
    assert answers_of(["count", str(files[0])]) == ("1\n1\n", 0)
    assert answers_of(["solve", str(files[0])]) == (f"{SOLUTION}\n{SOLUTION}\n", 0)
    assert answers_of(["count", *map(str, files)]) == ("1\n1\n2\n0\n2\n", 1)
    solved = answers_of(["solve", *map(str, reversed(files))])
    assert solved == (f"many\nnone\nmany\n{SOLUTION}\n{SOLUTION}\n", 1)


@needs_core
def test_a_file_of_six_thousand_puzzles_is_answered_quickly(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_text((PUZZLE + "\n") * 6000, "ascii")
    assert answers_of(["count", str(file)]) == ("1\n" * 6000, 0)


def test_everything_else_is_left_to_the_ordinary_commands(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_text(PUZZLE, "ascii")
    plain = str(file)
    for argv in ([], ["count"], ["rate", plain], ["count", "-"], ["solve", "--pretty", plain]):
        assert answers_of(argv) is None
    assert answers_of(["count", plain, str(tmp_path / "missing.txt")]) is None
    assert answers_of(["count", str(tmp_path)]) is None
    for text in (
        "",
        "\n",
        PUZZLE[1:],
        PUZZLE + "\n" + SMALL,
        "x" + PUZZLE[1:],
        SMALL + "1\n" * 999,
    ):
        file.write_text(text, "ascii")
        assert answers_of(["count", plain]) is None
    file.write_text((PUZZLE + "\n") * 10_000, "ascii")
    assert answers_of(["count", plain]) is None
    assert answers_of(["count", "a\0b"]) is None


def test_standard_input_is_read_from_where_it_stands(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_text("no puzzle\n" + PUZZLE + "\n", "ascii")
    code = "from engine.commands.quick import answers_of; print(answers_of(['count']))"
    command = [sys.executable, "-c", code + "; print(answers_of(['count', '-', '-']))"]
    with file.open("rb") as stream:
        stream.seek(10)
        found = subprocess.run(command, check=True, capture_output=True, stdin=stream)
        expected = b"('1\\n', 0)" if ACCELERATED else b"None"
        assert found.stdout.splitlines() == [expected, b"None"]
        assert stream.raw.tell() == (10 + 82 if ACCELERATED else 10)
    piped = subprocess.run(command, check=True, capture_output=True, input=PUZZLE.encode())
    assert piped.stdout.splitlines() == [b"None", b"None"]


@pytest.mark.long
async def test_a_named_pipe_keeps_what_is_written_into_it(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writing = asyncio.to_thread(pipe.write_text, PUZZLE + "\n", "ascii")
    command = [sys.executable, "-m", "engine", "count", str(pipe)]
    counting = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE)
    (answers, _), _ = await asyncio.gather(counting.communicate(), writing)
    assert answers == b"1\n"


@needs_core
def test_the_quick_way_is_the_one_that_is_taken(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_text(f"{PUZZLE}\n{'.' * 81}\n", "ascii")
    assert main(["count", str(file)]) == 1
    assert capsys.readouterr() == ("1\n2\n", "")
    code = f"""
before = set(sys.modules)
from engine.__main__ import main
main(['solve', {str(file)!r}])
print(*sorted(set(sys.modules) - before))
"""
    *answers, loaded = run(code).splitlines()
    assert answers == [SOLUTION, "many"]
    assert {name for name in loaded.split() if name.startswith("engine")} == {
        *("engine", "engine.__main__", "engine._core", "engine.commands", "engine.commands.quick")
    }
    assert not set(loaded.split()) & {"typing", "re", "collections", "functools", "importlib"}
