import pytest

from engine.__main__ import main
from engine.notation.notation import parse


def lines_of(argv: list[str], capsys: pytest.CaptureFixture[str]) -> list[str]:
    assert main(argv) == 0
    return capsys.readouterr().out.splitlines()


def test_random_puzzles_are_as_in_the_essay(capsys: pytest.CaptureFixture[str]) -> None:
    lines = lines_of(["random", "20", "--seed", "1"], capsys)
    assert len(set(lines)) == 20
    for grid in map(parse, lines):
        assert grid.clue_count >= 17
        assert len(set(grid.values) - {0}) >= 8
        assert not grid.conflicts()
    assert lines_of(["random", "20", "--seed", "1"], capsys) == lines


def test_drawn_boards_are_the_same_puzzles(capsys: pytest.CaptureFixture[str]) -> None:
    lines = lines_of(["random", "3", "--seed", "1"], capsys)
    assert main(["random", "3", "--seed", "1", "--pretty"]) == 0
    boards = capsys.readouterr().out.split("\n\n")
    assert [str(parse(board)) for board in boards[:3]] == lines
    assert lines_of(["random", "3", "--seed", "2"], capsys) != lines


def test_a_fresh_seed_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["random", "2"]) == 0
    made = capsys.readouterr()
    assert main(["random", "2", *made.err.split()]) == 0
    assert capsys.readouterr() == (made.out, "")


@pytest.mark.parametrize("wanted", ["0", "-1", "x"])
def test_there_is_no_number_below_one(wanted: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["random", wanted])
    assert ended.value.code == 2
