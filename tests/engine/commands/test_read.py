from pathlib import Path

import pytest

from engine.__main__ import main
from engine.commands.read import REASONS
from engine.notation.notation import parse
from engine.photo.reading import Why
from engine.search.search import solve
from tests.engine.photo.drawn import drawn

# The example of the Wikipedia article on Sudoku, and its printed solution.
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.mark.long
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
    assert "other.jpg: this is no picture that can be opened" in said.err
    assert "none.jpg: No such file" in said.err


def test_a_picture_without_an_end_is_not_read_to_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "/dev/zero"]) == 2
    assert capsys.readouterr().err == "/dev/zero: the picture is too large\n"


def test_every_reason_has_its_words() -> None:
    assert REASONS.keys() == set(Why)
    assert all(len(words.split()) > 4 for words in REASONS.values())


def test_a_picture_that_takes_too_long_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    board = tmp_path / "board.jpg"
    board.write_bytes(drawn(parse(PUZZLE)))
    assert main(["read", "--seconds", "0.0001", str(board)]) == 2
    assert capsys.readouterr().err == f"{board}: not read within 0.0001 seconds\n"


@pytest.mark.long
def test_what_is_doubtful_is_named_behind_the_board(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    puzzle = parse(PUZZLE)
    solution, blanks = solve(puzzle), puzzle.blanks()[:20]
    own = {cell: solution[cell] for cell in blanks} | {blanks[3]: solution[blanks[3]] % 9 + 1}
    picture = tmp_path / "own.jpg"
    picture.write_bytes(drawn(puzzle, own=puzzle.with_values(own)))
    assert main(["read", str(picture)]) == 0
    board, doubtful = capsys.readouterr().out.split("  # ")
    assert board == str(puzzle.with_values(own))
    assert doubtful.split()[0] == "doubtful"
    assert puzzle.geometry.name(blanks[3]) in doubtful.split()[1:]


@pytest.mark.long
def test_a_board_may_be_drawn_and_one_with_many_solutions_is_not_well(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    puzzle = parse(PUZZLE).with_values({0: 0, 1: 0, 4: 0, 9: 0})
    picture = tmp_path / "board.jpg"
    picture.write_bytes(drawn(puzzle))
    assert main(["read", "--pretty", "--seconds", "5", str(picture)]) == 1
    printed = capsys.readouterr().out.splitlines()
    assert parse("\n".join(printed[:11])) == puzzle
    assert len(printed) == 11
