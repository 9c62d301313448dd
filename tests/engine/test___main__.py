import os
import re
import signal
import sys
from asyncio import create_subprocess_exec, timeout
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from pathlib import Path

import pytest

from engine import __version__
from engine.__main__ import INTERRUPTED, NOBODY_READS, main
from engine.board.symmetry import Symmetry, has_symmetry
from engine.commands.benchmark import COLUMNS, RANDOM_COLUMNS
from engine.commands.names import COMMANDS
from engine.notation.notation import parse
from engine.search.accelerate import ACCELERATED
from engine.search.proof import prove
from engine.search.search import is_unique
from tests.engine.photo.drawn import drawn

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


def test_solve_prints_one_answer_a_line(file: File, capsys: pytest.CaptureFixture[str]) -> None:
    name = file(f"# three puzzles\n{PUZZLE}\n\n{IMPOSSIBLE} 9.9\n{BLANK}\n")
    assert main(["solve", name, file(PUZZLE)]) == 1
    assert capsys.readouterr().out.splitlines() == [SOLUTION, "none", "many", SOLUTION]


def test_proofs_of_the_answers_are_checked(
    file: File, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    proofs = str(tmp_path / "proofs")
    name = file(f"{PUZZLE}\n{IMPOSSIBLE}\n{BLANK}\n")
    assert main(["solve", "--proof", proofs, name]) == 1
    assert capsys.readouterr().out.splitlines() == [SOLUTION, "none", "many"]
    assert main(["check", proofs]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"{SOLUTION} {PUZZLE}",
        f"none {IMPOSSIBLE}",
        f"many {BLANK}",
    ]


def test_a_proof_that_does_not_hold_is_named(
    file: File, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    proofs = tmp_path / "proofs"
    assert main(["solve", "--proof", str(proofs), file(f"{PUZZLE}\n{PUZZLE}\n")]) == 0
    good = proofs.read_text("ascii")
    proofs.write_text(good + good.replace(SOLUTION, SOLUTION[::-1]), "ascii")
    capsys.readouterr()
    assert main(["check", str(proofs), str(tmp_path / "no file")]) == 2
    shown, complaints = capsys.readouterr()
    assert shown.splitlines() == [f"{SOLUTION} {PUZZLE}"] * 2
    first, second = complaints.splitlines()
    assert re.fullmatch(r".*proofs: line \d+: this solution has other givens", first)
    assert second.endswith("no file: No such file or directory")
    proofs.write_text(good.rpartition("proof")[0] + good.replace(SOLUTION, SOLUTION[::-1]), "ascii")
    assert main(["check", str(proofs)]) == 1


def test_proofs_are_held_against_the_puzzles(
    file: File, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    proofs = tmp_path / "proofs"
    puzzles = file(f"{BLANK}\n{PUZZLE}\n{PUZZLE}\n")
    assert main(["solve", "--proof", str(proofs), file(f"{PUZZLE}\n{BLANK}\n{PUZZLE}\n")]) == 1
    assert main(["check", "--puzzles", puzzles, str(proofs)]) == 0
    first = proofs.read_text("ascii").partition("\nproof")[0] + "\n"
    capsys.readouterr()
    for written, complaint in (
        (first * 3, f"{proofs}: one more proof of the same puzzle: {PUZZLE}"),
        (str(prove(IMPOSSIBLE)), f"{proofs}: a proof of another puzzle: {IMPOSSIBLE}"),
        (first * 2, f"{puzzles}: no proof of this puzzle: {BLANK}"),
    ):
        proofs.write_text(written, "ascii")
        assert main(["check", "--puzzles", puzzles, str(proofs)]) == 1
        assert complaint in capsys.readouterr().err.splitlines()


def test_boxes_of_another_shape_make_another_puzzle(
    file: File, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    proofs, puzzles = str(tmp_path / "proofs"), file("." * 36)
    assert main(["solve", "--proof", proofs, "--box", "3x2", puzzles]) == 1
    capsys.readouterr()
    assert main(["check", "--puzzles", puzzles, proofs]) == 1
    assert "a proof of another puzzle" in capsys.readouterr().err
    assert main(["check", "--puzzles", puzzles, "--box", "3x2", proofs]) == 0


def test_what_stays_undecided_has_no_proof(
    file: File, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    proofs = tmp_path / "proofs"
    # Inkala's puzzle of 2012.
    hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    assert main(["solve", "--nodes", "1", "--proof", str(proofs), file(hard)]) == 1
    assert capsys.readouterr().out == "undecided\n"
    assert proofs.read_text("ascii") == ""
    assert main(["check", str(proofs)]) == 1
    assert main(["check", "--puzzles", file(hard), str(proofs)]) == 1
    assert capsys.readouterr().err.endswith(f"no proof of this puzzle: {hard}\n")


def test_all_is_well_when_every_puzzle_has_one_solution(
    file: File, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["solve", file(f"{PUZZLE}\n{SOLUTION}\n")]) == 0
    assert main(["count", file(f"{PUZZLE}\n")]) == 0
    assert capsys.readouterr().err == ""


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


def test_pretty_draws_boards(file: File, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "--pretty", file(f"{PUZZLE}\n{PUZZLE}")]) == 0
    boards = capsys.readouterr().out.split("\n\n")
    assert boards[0].splitlines()[:4] == [
        "5 3 4 | 6 7 8 | 9 1 2",
        "6 7 2 | 1 9 5 | 3 4 8",
        "1 9 8 | 3 4 2 | 5 6 7",
        "------+-------+------",
    ]
    assert [str(parse(board)) for board in boards[:2]] == [SOLUTION, SOLUTION]


def test_count_stops_at_the_limit(file: File, capsys: pytest.CaptureFixture[str]) -> None:
    name = file("." * 16 + "\n")
    assert main(["count", name]) == 1
    assert main(["count", "--limit", "5", name]) == 1
    assert main(["count", "--limit", "1000", name]) == 1
    # There are 288 grids of 4x4.
    assert capsys.readouterr().out.split() == ["2", "5", "288"]


def test_count_exact_counts_all(file: File, capsys: pytest.CaptureFixture[str]) -> None:
    sparse = [BLANK] * ACCELERATED
    name = file("\n".join([PUZZLE, "." * 16, "1" + "." * 35, "11" + "." * 14, *sparse]))
    assert main(["count", "--exact", "--seconds", "60", name]) == 1
    counts = capsys.readouterr().out.split()
    assert counts[:4] == ["1", "288", "4700160", "0"]
    assert counts[4:] == ["6670903752021072936960"] * ACCELERATED


@pytest.mark.long
def test_count_exact_keeps_what_it_found_in_time(
    file: File, capsys: pytest.CaptureFixture[str]
) -> None:
    # There are 8.1e44 grids of 12x12, too many for any time limit.
    assert main(["count", "--exact", "--seconds", "0.5", file("." * 144)]) == 1
    assert re.fullmatch(r"at least \d+\n", capsys.readouterr().out)


def test_count_exact_goes_without_a_limit(file: File, capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["count", "--exact", "--limit", "5", file(BLANK)]) == 2
    assert "--limit" in capsys.readouterr().err


def test_boxes_can_stand_upright(file: File, capsys: pytest.CaptureFixture[str]) -> None:
    # Solved in boxes of three rows; in boxes of two rows the first has two 3s.
    upright = "123456345612561234214365652143436521"
    assert main(["count", file(upright)]) == 1
    assert main(["count", "--box", "3x2", file(upright)]) == 0
    assert main(["count", "--box", "2x2", file(upright)]) == 2
    printed = capsys.readouterr()
    assert printed.out.split() == ["0", "1"]
    assert "36 cells, expected 16" in printed.err


def test_what_the_time_does_not_decide_is_undecided(
    file: File, capsys: pytest.CaptureFixture[str]
) -> None:
    blank = file(BLANK)
    assert main(["count", "--limit", "999999999999999999", "--seconds", "0.3", blank]) == 1
    (answer,) = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"at least \d+", answer)


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


def test_random_puzzles_are_as_in_the_essay(capsys: pytest.CaptureFixture[str]) -> None:
    lines = lines_of(["random", "20", "--seed", "1"], capsys)
    assert len(set(lines)) == 20
    for grid in map(parse, lines):
        assert grid.clue_count >= 17
        assert len(set(grid.values) - {0}) >= 8
        assert not grid.conflicts()
    assert lines_of(["random", "20", "--seed", "1"], capsys) == lines


@pytest.mark.parametrize("extra", [[], ["--cpu"]])
def test_bench_prints_two_lines_for_each_file(
    extra: list[str], file: File, capsys: pytest.CaptureFixture[str]
) -> None:
    unique, mixed = file(f"{PUZZLE}\n{PUZZLE}\n"), file(f"{PUZZLE}\n{BLANK}\n{IMPOSSIBLE}\n")
    assert main(["bench", *extra, unique]) == 0
    capsys.readouterr()
    assert main(["bench", *extra, unique, mixed]) == 1
    head, *rows = capsys.readouterr().out.splitlines()
    assert head.split() == ["file", *COLUMNS]
    assert [row.split()[:3] for row in rows[::2]] == [[unique, "2", "2"], [mixed, "3", "1"]]
    for row in rows[::2]:
        rate, mean, median, p99, most, _ = numbers_of(row.split()[3:])
        assert 0 <= median <= p99 == most
        assert 0 < mean <= most
        assert rate == pytest.approx(1e6 / mean, rel=0.05)
    batches = [row.removeprefix("in one call").split() for row in rows[1::2]]
    assert [batch[:2] for batch in batches] == [["2", "2"], ["3", "1"]]
    assert all(batch[4:] == ["-"] * 4 for batch in batches)


@pytest.mark.long
def test_bench_sets_threads_beside_one(file: File, capsys: pytest.CaptureFixture[str]) -> None:
    lines = lines_of(["bench", "--threads", "2", file(f"{PUZZLE}\n" * 40)], capsys)
    one, two = (float(line.split()[-6].replace(",", "")) for line in lines[2:4])
    assert lines[3].removeprefix("2 threads").split()[:2] == ["40", "40"]
    best, middle = re.findall(r"[0-9.]{3,}", lines[4])
    assert float(best) > 0
    assert float(middle) == pytest.approx(two / one, rel=0.01, abs=0.01)


def test_bench_does_not_set_threads_beside_one_in_processor_time(
    file: File, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["bench", "--threads", "2", "--cpu", file(PUZZLE)])
    assert "--cpu" in capsys.readouterr().err


def numbers_of(figures: list[str]) -> list[float]:
    return [float(figure.replace(",", "")) for figure in figures]


def test_bench_times_random_puzzles(capsys: pytest.CaptureFixture[str]) -> None:
    head, one, many, kinds, *histogram = lines_of(["bench", "--random", "30"], capsys)
    assert head.split() == ["random", *RANDOM_COLUMNS]
    assert one.startswith("one at a time ")
    assert many.startswith("in one call ")
    none, single, more = (int(part.split()[0]) for part in kinds.split(", "))
    assert none + single + more == 30
    assert one.removeprefix("one at a time").split()[:2] == ["30", str(single)]
    assert many.removeprefix("in one call").split()[:2] == ["30", str(single)]
    assert sum(int(line.split()[-1]) for line in histogram) == 30


def test_bench_does_one_thing_at_a_time(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["bench", "--generate", "--masks"])
    assert "not allowed with" in capsys.readouterr().err


@pytest.mark.parametrize("argv", [[], ["unknown"], ["solve", "--unknown"], ["random"]])
def test_wrong_usage_exits_with_two(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(argv)
    assert left.value.code == 2
    assert "usage: sudoku" in capsys.readouterr().err


def test_a_picture_is_read_and_one_without_a_board_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    board, other = tmp_path / "board.jpg", tmp_path / "other.jpg"
    board.write_bytes(drawn(parse(PUZZLE)))
    other.write_bytes(b"no picture")
    assert main(["read", str(board)]) == 0
    assert capsys.readouterr().out.split()[0] == PUZZLE
    assert main(["read", str(other), str(tmp_path / "none.jpg"), str(board)]) == 2
    said = capsys.readouterr()
    assert said.out.split()[0] == PUZZLE
    assert "other.jpg: no picture" in said.err
    assert "none.jpg: No such file" in said.err


def test_a_picture_without_an_end_is_not_read_to_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "/dev/zero"]) == 2
    assert capsys.readouterr().err == "/dev/zero: too large\n"


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    names = [
        *("solve", "check", "count", "generate", "rate", "explain", "practise", "random", "read"),
        "bench",
    ]
    assert list(COMMANDS) == names
    for argv in (["--help"], *([name, "--help"] for name in names)):
        with pytest.raises(SystemExit) as left:
            main(argv)
        assert left.value.code == 0
    printed = capsys.readouterr().out
    assert all(f"usage: sudoku {name} " in printed for name in names)


async def program(*argv: str, stdout: int = PIPE) -> Process:
    command = [sys.executable, "-m", "engine", *argv]
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return await create_subprocess_exec(
        *command, stdin=PIPE, stdout=stdout, stderr=PIPE, env=buffered
    )


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


def test_many_lines_are_answered_in_their_order(
    file: File, capsys: pytest.CaptureFixture[str]
) -> None:
    kinds = {PUZZLE: "1", BLANK: "2", IMPOSSIBLE: "0", "." * 16: "2", f"{PUZZLE},1.2": "1"}
    lines = [line for size in (150, 20, 2) for line in kinds for _ in range(size)]
    assert main(["count", file("\n".join(lines))]) == 1
    assert capsys.readouterr().out.split() == [kinds[line] for line in lines]


def test_the_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["--version"]) == 0
    assert capsys.readouterr().out == f"sudoku {__version__}\n"


def test_a_fresh_seed_is_told_and_gives_the_same_again(capsys: pytest.CaptureFixture[str]) -> None:
    for command in (["generate", "--size", "4", "-n", "2"], ["random", "2"]):
        assert main(command) == 0
        made = capsys.readouterr()
        assert re.fullmatch(r"--seed [0-9a-f]{16}\n", made.err)
        assert main([*command, *made.err.split()]) == 0
        assert capsys.readouterr() == (made.out, "")


FULL = Path("/dev/full")


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
