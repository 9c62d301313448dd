from collections.abc import Callable
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.notation.notation import parse

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


def test_all_is_well_when_every_puzzle_has_one_solution(
    file: File, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["solve", file(f"{PUZZLE}\n{SOLUTION}\n")]) == 0
    assert main(["count", file(f"{PUZZLE}\n")]) == 0
    assert capsys.readouterr().err == ""


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


@pytest.mark.parametrize("size", [4, 6, 8, 9, 12])
def test_what_needs_other_givens_is_not_well(
    size: int, file: File, capsys: pytest.CaptureFixture[str]
) -> None:
    first = "".join("123456789ABC"[:size])
    clash, blank = "11" + "." * (size * size - 2), "." * (size * size)
    assert main(["solve", file(clash)]) == 1
    assert main(["solve", file(blank)]) == 1
    assert main(["solve", "--pretty", file(f"{blank}\n{clash}")]) == 1
    assert capsys.readouterr().out.split() == ["none", "many", "many", "none"]
    assert main(["solve", "--nodes", "1", file(first + blank[size:])]) == 1
    assert capsys.readouterr().out in {"undecided\n", "many\n"}


def test_options_of_the_answers(file: File, capsys: pytest.CaptureFixture[str]) -> None:
    upright = file("123456345612561234214365652143436521")
    assert main(["solve", "--box", "3x2", "--threads", "2", "--seconds", "9", upright]) == 0
    assert main(["solve", "--box", "2x3", upright]) == 1
    assert capsys.readouterr().out.split() == ["123456345612561234214365652143436521", "none"]
    # Inkala's puzzle of 2012, with one given less: too much for a few nodes.
    hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9......."
    assert main(["solve", "--nodes", "9", file(hard)]) == 1
    assert capsys.readouterr().out == "undecided\n"


def test_proofs_go_with_drawn_boards(
    file: File, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    proofs = str(tmp_path / "proofs")
    assert main(["solve", "--pretty", "--proof", proofs, file(f"{PUZZLE}\n{IMPOSSIBLE}")]) == 1
    board, _, rest = capsys.readouterr().out.partition("\n\n")
    assert str(parse(board)) == SOLUTION
    assert rest == "none\n"
