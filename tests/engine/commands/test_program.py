"""The installed program answers small files without Python, and hands everything else over.

A script that repeats its arguments stands in for the program in Python.
"""

import os
import signal
import subprocess
import sys
from pathlib import Path
from shutil import copy
from typing import Final

import pytest

# The example of the Wikipedia article on Sudoku, and its printed solution.
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
BLANK = "." * 81
INSTALLED: Final = Path(sys.executable).with_name("sudoku")
MANY: Final = 1000
"""Puzzles whose solutions are more than a pipe holds."""


def is_compiled() -> bool:
    return INSTALLED.exists() and INSTALLED.read_bytes().startswith(b"\x7fELF")


pytestmark = pytest.mark.skipif(not is_compiled(), reason="it was installed without a compiler")


@pytest.fixture
def program(tmp_path: Path) -> str:
    """The program in a folder of its own, where the script is beside it."""
    (tmp_path / "bin").mkdir()
    script = tmp_path / "bin" / "sudoku-python"
    script.write_text('#!/bin/sh\necho "$@" "<$(cat)>"\nexit 77\n', "ascii")
    script.chmod(0o755)
    return str(copy(INSTALLED, script.with_name("sudoku")))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "puzzles.txt"
    path.write_text(f"# three\n{PUZZLE} easy\n{BLANK}\n55{PUZZLE[2:]}\n", "ascii")
    return path


def run(*argv: str, text: str = "") -> tuple[int, str]:
    found = subprocess.run(argv, check=False, capture_output=True, input=text.encode())
    return found.returncode, (found.stdout + found.stderr).decode()


def test_small_files_are_answered_without_python(program: str, file: Path) -> None:
    small = file.with_name("small.txt")
    small.write_text("12.4............\n", "ascii")
    Path(f"{program}-python").unlink()
    assert run(program, "count", str(file)) == (1, "1\n2\n0\n")
    assert run(program, "solve", str(file), str(small)) == (1, f"{SOLUTION}\nmany\nnone\nmany\n")
    file.write_text(PUZZLE, "ascii")
    assert run(program, "solve", str(file)) == (0, SOLUTION + "\n")


def test_a_file_on_standard_input_is_read_from_where_it_stands(program: str, file: Path) -> None:
    for argv in (["count"], ["count", "-"]):
        with file.open("rb", buffering=0) as stream:
            stream.seek(len(f"# three\n{PUZZLE} easy\n"))
            found = subprocess.run([program, *argv], check=False, capture_output=True, stdin=stream)
            assert found.stdout == b"2\n0\n"
            assert stream.tell() == file.stat().st_size


def test_everything_else_is_handed_over_untouched(program: str, file: Path) -> None:
    plain = str(file)
    for argv in (
        [],
        ["--version"],
        ["rate", plain],
        ["count", "--limit", "3", plain],
        ["count", plain, "missing"],
        ["count", str(file.parent)],
        ["solve", "-", "-"],
        ["solve"],
        ["solve", plain, "-"],
    ):
        shown = " ".join([*argv, "<53>\n"])
        assert run(program, *argv, text="53") == (77, shown)
    for text in ("", "x" + PUZZLE[1:], f"{PUZZLE}\r\n", f"{PUZZLE}\n" * 30_000):
        file.write_text(text, "ascii", newline="")
        assert run(program, "count", plain) == (77, f"count {plain} <>\n")
        with file.open("rb", buffering=0) as stream:
            found = subprocess.run(
                [program, "count"], check=False, capture_output=True, stdin=stream
            )
        kept = text.rstrip("\n")  # a shell's `$(cat)` is without them
        assert (found.returncode, found.stdout.decode()) == (77, f"count <{kept}>\n")


def test_what_was_written_into_a_named_pipe_is_left_to_the_other_program(
    program: str, file: Path
) -> None:
    pipe = file.with_name("pipe")
    os.mkfifo(pipe)
    held = os.open(pipe, os.O_RDWR)
    assert run(program, "count", str(pipe)) == (77, f"count {pipe} <>\n")
    os.close(held)


def test_a_closed_output_is_left_to_the_other_program(program: str, file: Path) -> None:
    closed = 'exec "$@" >&-'
    assert run("sh", "-c", closed, "sh", program, "count", str(file))[0] == 77


def test_the_other_program_is_missed_by_name(program: str) -> None:
    Path(f"{program}-python").unlink()
    expected = f"sudoku: {program}-python: No such file or directory\n"
    assert run(program, "--version") == (127, expected)


def test_answers_that_cannot_be_written_are_one_line(program: str, file: Path) -> None:
    full = 'exec "$@" >/dev/full'
    expected = "sudoku: No space left on device\n"
    assert run("sh", "-c", full, "sh", program, "count", str(file)) == (1, expected)


def begun(file: Path, *argv: str) -> "subprocess.Popen[bytes]":
    """A program that has begun to write, and waits for whoever reads."""
    file.write_text(f"{PUZZLE}\n" * MANY, "ascii")
    process = subprocess.Popen([*argv, "solve", str(file)], stdout=subprocess.PIPE, bufsize=0)
    assert process.stdout
    assert process.stdout.read(1) == SOLUTION[:1].encode()
    return process


def test_a_reader_that_leaves_ends_the_program_quietly(program: str, file: Path) -> None:
    with begun(file, program) as process:
        assert process.stdout
        process.stdout.close()
        assert process.wait() == 141


def test_ctrl_c_ends_the_program(program: str, file: Path) -> None:
    with begun(file, program) as process:
        process.send_signal(signal.SIGINT)
        assert process.wait() == 130


def test_ctrl_c_is_ignored_where_the_starter_wanted_that(program: str, file: Path) -> None:
    with begun(file, "sh", "-c", 'trap "" INT; exec "$@"', "sh", program) as process:
        process.send_signal(signal.SIGINT)
        assert process.stdout
        assert process.stdout.read() == f"{SOLUTION}\n".encode()[1:] + (MANY - 1) * (
            f"{SOLUTION}\n".encode()
        )
        assert process.wait() == 0


@pytest.mark.long
def test_the_installed_program_does_what_was_handed_over(file: Path) -> None:
    assert run(str(INSTALLED), "count", "--limit", "3", str(file)) == (1, "1\n3\n0\n")
