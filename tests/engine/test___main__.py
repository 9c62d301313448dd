import os
import re
import signal
import sys
from asyncio import create_subprocess_exec, timeout
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.__main__ import INTERRUPTED, NOBODY_READS, main
from engine.board.symmetry import Symmetry, has_symmetry
from engine.notation.notation import parse
from engine.search.search import is_unique

# The example of the Wikipedia article on Sudoku, and its printed solution.
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
# The random puzzle of Norvig's essay that took his program 1439 seconds to find impossible.
IMPOSSIBLE = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
BLANK = "." * 81

File = Callable[[str], str]


@pytest.fixture
def file(tmp_path: Path) -> File:
    def write(text: str) -> str:
        path = tmp_path / f"{len(list(tmp_path.iterdir()))}.txt"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


@pytest.mark.parametrize("command", ["solve", "count", "bench"])
def test_what_cannot_be_read_is_named_and_the_rest_answered(
    command: str, file: File, capsys: pytest.CaptureFixture[str]
) -> None:
    name = file(f"{PUZZLE}\n\n{PUZZLE[1:]}\nx{PUZZLE[1:]}\n{IMPOSSIBLE}\n{PUZZLE}\n")
    missing = str(Path(name).with_name("missing.txt"))
    assert main([command, missing, name]) == 2
    printed = capsys.readouterr()
    assert printed.err.splitlines() == [
        f"{missing}: No such file or directory",
        f"{name}:3: 80 cells do not make a board: expected 16, 36, 64, 81, 144, 256 or 625",
        f"{name}:4: 'x' at row 1, column 1 is not a digit",
    ]
    answers = {"solve": [SOLUTION, "none", SOLUTION], "count": ["1", "0", "1"]}
    if command in answers:
        assert printed.out.splitlines() == answers[command]
    else:
        assert printed.out.splitlines()[3].split()[1:3] == ["3", "2"]


def status_of(argv: list[str]) -> object:
    try:
        return main(argv)
    except SystemExit as left:
        return left.code


def lines_of(argv: list[str], capsys: pytest.CaptureFixture[str]) -> list[str]:
    assert main(argv) == 0
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("size", [4, 6, 8, 9])
@pytest.mark.parametrize("symmetry", [Symmetry.CENTRAL, Symmetry.DIAGONAL])
def test_generate_makes_different_unique_symmetric_puzzles(
    size: int, symmetry: Symmetry, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = lines_of(
        ["generate", "-n", "5", "--size", str(size), "--symmetry", symmetry, "--seed", "1"], capsys
    )
    assert len(set(lines)) == len(lines) == 5
    for grid in map(parse, lines):
        assert grid.geometry.size == size
        assert is_unique(grid)
        assert has_symmetry(grid, symmetry)


def test_a_seed_gives_the_same_puzzles_again(capsys: pytest.CaptureFixture[str]) -> None:
    seeded = ["generate", "--size", "4", "--seed", "galaxy"]
    first = lines_of([*seeded, "-n", "6"], capsys)
    assert lines_of([*seeded, "-n", "6"], capsys) == first
    assert lines_of([*seeded, "-n", "2"], capsys) == first[:2]
    unseeded = ["generate", "--size", "6", "-n", "3"]
    assert lines_of(unseeded, capsys) != lines_of(unseeded, capsys)


def test_the_number_of_clues_can_be_chosen(capsys: pytest.CaptureFixture[str]) -> None:
    (line,) = lines_of(["generate", "--clues", "36", "--seed", "1"], capsys)
    assert parse(line).clue_count == 36


def test_givens_stand_on_a_mask(file: File, capsys: pytest.CaptureFixture[str]) -> None:
    mask = "###.\n#..#\n.#.#\n#.#."
    (line,) = lines_of(["generate", "--mask", file(mask), "--seed", "1"], capsys)
    marks = [mark == "#" for mark in mask.replace("\n", "")]
    assert [value > 0 for value in parse(line).values] == marks


@pytest.mark.parametrize(
    ("options", "status"),
    [
        (["--clues", "16"], 1),
        (["--clues", "100"], 1),
        (["-n", "0"], 2),
        (["-n", "x"], 2),
        (["--size", "7"], 2),
        (["--symmetry", "round"], 2),
        (["--seconds", "0"], 2),
        (["--seconds", "nan"], 2),
        (["--mask", "missing.txt"], 2),
        (["--mask", "missing.txt", "--symmetry", "full"], 2),
        (["--mask", "missing.txt", "--clues", "30"], 2),
    ],
)
def test_impossible_wishes_are_refused_with_a_reason(
    options: list[str], status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert status_of(["generate", *options]) == status
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err


@pytest.mark.parametrize(
    ("mask", "status"), [("#\n" * 9, 1), ("#.\n" * 5, 2), ("", 2), ("#" * 80, 2)]
)
def test_a_mask_that_cannot_be_is_refused(
    mask: str, status: int, file: File, capsys: pytest.CaptureFixture[str]
) -> None:
    assert status_of(["generate", "--mask", file(mask)]) == status
    assert capsys.readouterr().err


def test_more_puzzles_than_there_are_end_with_a_word(capsys: pytest.CaptureFixture[str]) -> None:
    # With all eight symmetries 4x4 has few patterns, and 288 grids for each.
    wanted = ["generate", "-n", "100000", "--size", "4", "--symmetry", "full", "--seed", "1"]
    assert main(wanted) == 1
    printed = capsys.readouterr()
    lines = printed.out.splitlines()
    assert printed.err == f"no more than {len(lines)} different puzzles found\n"
    assert len(set(lines)) == len(lines)


async def program(*argv: str, stdout: int = PIPE) -> Process:
    command = [sys.executable, "-m", "engine", *argv]
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return await create_subprocess_exec(
        *command, stdin=PIPE, stdout=stdout, stderr=PIPE, env=buffered
    )


@pytest.mark.parametrize("command", ["solve", "count", "rate", "check", "explain"])
async def test_a_closed_input_cannot_be_read(command: str) -> None:
    process = await create_subprocess_exec(
        "sh", "-c", 'exec "$0" -m engine "$1" <&-', sys.executable, command, stderr=PIPE
    )
    async with timeout(60):
        _, err = await process.communicate()
    assert (process.returncode, err) == (2, b"standard input: it is closed\n")


async def test_answers_come_while_the_input_is_still_open() -> None:
    process = await program("solve")
    assert process.stdin
    assert process.stdout
    async with timeout(60):
        for puzzles in (1, 3, 3):
            process.stdin.write((PUZZLE.encode() + b"\n") * puzzles)
            for _ in range(puzzles):
                assert (await process.stdout.readline()).decode().split() == [SOLUTION]
        out, err = await process.communicate(b"junk 1234567\n")
    assert process.returncode == 2
    assert out == b""
    assert err.decode().startswith("standard input:8: 11 cells do not make a board")


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["bare", "marked"])
def test_lines_of_any_system_are_read(
    ending: str, encoding: str, mark: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = tmp_path / "puzzles.txt"
    text = ending.join([mark + "# three", PUZZLE, "", IMPOSSIBLE + " 9.9", "12345678", PUZZLE])
    name.write_bytes(text.encode(encoding))
    assert main(["solve", str(name)]) == 2
    printed = capsys.readouterr()
    assert printed.out.splitlines() == [SOLUTION, "none", SOLUTION]
    assert printed.err.startswith(f"{name}:5: 8 cells do not make a board")


async def test_ends_of_lines_may_arrive_in_halves() -> None:
    process = await program("solve")
    assert process.stdin
    assert process.stdout
    async with timeout(60):
        for piece in ("\r", "\n\r\n"):
            process.stdin.write((PUZZLE + piece).encode())
            await process.stdin.drain()
        assert (await process.stdout.readline()).decode().split() == [SOLUTION]
        out, err = await process.communicate(b"junk 1234567\r")
    assert out.decode().split() == [SOLUTION]
    assert err.decode().startswith("standard input:4: 11 cells do not make a board")


def test_a_fresh_seed_is_told_and_gives_the_same_again(capsys: pytest.CaptureFixture[str]) -> None:
    for command in (["generate", "--size", "4", "-n", "2"], ["random", "2"]):
        assert main(command) == 0
        made = capsys.readouterr()
        assert re.fullmatch(r"--seed [0-9a-f]{16}\n", made.err)
        assert main([*command, *made.err.split()]) == 0
        assert capsys.readouterr() == (made.out, "")


FULL = Path("/dev/full")


@pytest.mark.long
@pytest.mark.skipif(not FULL.exists(), reason="this system has no device that is always full")
@pytest.mark.parametrize("argv", [["solve"], ["random", "3", "--seed", "1"], ["--help"]])
async def test_a_full_disk_is_one_line(argv: list[str]) -> None:
    with FULL.open("wb") as full:  # noqa: ASYNC230 - a device
        process = await program(*argv, stdout=full.fileno())
        async with timeout(60):
            _, err = await process.communicate(PUZZLE.encode())
    assert err.decode() == "sudoku: No space left on device\n"
    assert process.returncode == 1


async def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    proofs = tmp_path / "no folder" / "proofs"
    process = await program("solve", "--proof", str(proofs))
    async with timeout(60):
        _, err = await process.communicate(PUZZLE.encode())
    assert err.decode() == f"sudoku: {proofs}: No such file or directory\n"
    assert process.returncode == 1


async def test_help_that_nobody_reads_ends_quietly() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    process = await program("--help", stdout=writing)
    os.close(writing)
    async with timeout(60):
        _, err = await process.communicate()
    assert (process.returncode, err) == (NOBODY_READS, b"")


@pytest.mark.parametrize(
    "argv",
    [
        ["count", "--limit", "999999999999999999"],
        ["count", "--limit", "254"],
        ["count", "--exact"],
    ],
)
async def test_a_signal_ends_the_search(argv: list[str]) -> None:
    process = await program(*argv, "--seconds", "3600")
    assert process.stdin
    assert process.stdout
    async with timeout(60):
        process.stdin.write(PUZZLE.encode() + b"\n")
        assert await process.stdout.readline() == b"1\n"
        process.stdin.write((BLANK.encode() + b"\n") * 500)
        await process.stdin.drain()
        process.send_signal(signal.SIGINT)
        _, err = await process.communicate()
    assert (process.returncode, err) == (INTERRUPTED, b"")


async def test_a_reader_that_leaves_ends_the_program_quietly() -> None:
    reading, writing = os.pipe()
    process = await program("random", "1000000000", stdout=writing)
    os.close(writing)
    with os.fdopen(reading, "rb") as answers:
        assert parse(answers.readline().decode()).clue_count >= 17
    async with timeout(60):
        _, err = await process.communicate()
    assert re.fullmatch(rb"--seed \w+\n", err)
    assert process.returncode == NOBODY_READS
