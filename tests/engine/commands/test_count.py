import re
from collections.abc import Callable
from io import BytesIO, StringIO
from itertools import count
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.commands.console import Console
from engine.commands.count import run
from engine.commands.parser import parse_arguments
from engine.search.accelerate import ACCELERATED

# The example of the Wikipedia article on Sudoku, and its printed solution.
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
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


def status_of(argv: list[str]) -> object:
    try:
        return main(argv)
    except SystemExit as left:
        return left.code


def test_count_stops_at_the_limit(file: File, capsys: pytest.CaptureFixture[str]) -> None:
    name = file("." * 16 + "\n")
    assert main(["count", name]) == 1
    assert main(["count", "--limit", "5", name]) == 1
    assert main(["count", "--limit", "1000", name]) == 1
    # There are 288 grids of 4x4.
    assert capsys.readouterr().out.split() == ["2", "5", "288"]


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


@pytest.mark.long
def test_what_the_time_does_not_decide_is_undecided(
    file: File, capsys: pytest.CaptureFixture[str]
) -> None:
    blank = file(BLANK)
    assert main(["count", "--limit", "999999999999999999", "--seconds", "0.3", blank]) == 1
    (answer,) = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"at least \d+", answer)


def test_many_lines_are_answered_in_their_order(
    file: File, capsys: pytest.CaptureFixture[str]
) -> None:
    kinds = {PUZZLE: "1", BLANK: "2", IMPOSSIBLE: "0", "." * 16: "2", f"{PUZZLE},1.2": "1"}
    # The core takes many lines at once; without it they are counted one by one, and slowly.
    sizes = (150, 20, 2) if ACCELERATED else (15, 2)
    lines = [line for size in sizes for line in kinds for _ in range(size)]
    assert main(["count", file("\n".join(lines))]) == 1
    assert capsys.readouterr().out.split() == [kinds[line] for line in lines]


def test_a_count_may_begin_at_one(file: File, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["count", "--limit", "1", file("." * 16)]) == 0
    assert main(["count", "--limit", "1", file("11" + "." * 14)]) == 1
    assert main(["count", "--limit", "3", "--threads", "1", file("." * 16)]) == 1
    assert main(["count", "--limit", "300", file(f"{PUZZLE}\n{'.' * 16}")]) == 1
    assert capsys.readouterr().out.split() == ["1", "0", "3", "1", "288"]


def test_what_is_not_counted_in_time_is_said(
    file: File, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["count", "--nodes", "1", file(BLANK)]) == 1
    assert main(["count", "--limit", "999999999999999999", "--nodes", "4000", file(BLANK)]) == 1
    undecided, counted = capsys.readouterr().out.splitlines()
    assert undecided == "undecided"
    assert counted.startswith("at least ")
    assert 1 <= int(counted.removeprefix("at least ")) < 10**18 - 1


# In the second, the core does several parts of the work in one call.
@pytest.mark.parametrize(
    ("puzzle", "solutions"),
    [
        ("1" + "." * 35, 4_700_160),
        ("5..6..9.2...1.53.8........7.....1.2..2........1.92.8...6.5..2.428.......3.5......", 7324),
    ],
)
def test_an_exact_count_shows_a_bar_of_its_parts(
    puzzle: str, solutions: int, capsys: pytest.CaptureFixture[str]
) -> None:
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    screen, answers = Terminal(), StringIO()
    ticks = count(0, 2)
    console = Console(BytesIO(puzzle.encode()), answers, screen, lambda: float(next(ticks)))
    arguments = parse_arguments(["count", "--exact", "--threads", "1"])[1]
    for name in ("cluster", "to", "chunk"):
        del arguments[name]
    run(console, **arguments)
    assert answers.getvalue() == f"{solutions}\n"
    assert re.search(r"\d+ parts", screen.getvalue())
    assert "100%" in screen.getvalue()
    assert capsys.readouterr() == ("", "")


@pytest.mark.long
def test_count_exact_counts_all(file: File, capsys: pytest.CaptureFixture[str]) -> None:
    sparse = [BLANK] * ACCELERATED
    name = file("\n".join([PUZZLE, "." * 16, "1" + "." * 35, "11" + "." * 14, *sparse]))
    assert main(["count", "--exact", "--seconds", "60", name]) == 1
    counts = capsys.readouterr().out.split()
    assert counts[:4] == ["1", "288", "4700160", "0"]
    assert counts[4:] == ["6670903752021072936960"] * ACCELERATED
