"""Counts of a peer that differ from ours are printed and make the command fail."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.peers import main

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
PRETEND = """
#include <stddef.h>
#include <stdint.h>
size_t pretend(const char *puzzle, size_t limit, uint32_t number, char *solution, size_t *guesses)
{
    *guesses = 0;
    solution[80] = '1';
    return (puzzle[0] == '.' ? limit : 1) + (puzzle[80] == '9' ? number : 0);
}
"""


@pytest.fixture
def puzzles(tmp_path: Path) -> str:
    file = tmp_path / "two.txt"
    file.write_text(f"{'.' * 81}\n{PUZZLE}\n", "ascii")
    return str(file)


@pytest.fixture
def pretended(tmp_path: Path) -> str:
    """A library that counts correctly for the number 0, and one too many of the puzzle for 1."""
    source, built = tmp_path / "pretend.c", tmp_path / "pretend.so"
    source.write_text(PRETEND, "ascii")
    command = [os.environ.get("CC", "cc"), "-fPIC", "-shared", "-o", str(built), str(source)]
    try:
        subprocess.run(command, check=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("there is no compiler here")
    return f"{built}:pretend"


def tables(capsys: pytest.CaptureFixture[str]) -> list[list[list[str]]]:
    """The cells of each table that was printed."""
    shown = capsys.readouterr().out.strip("\n").split("\n\n")
    return [[row[2:-2].split(" | ") for row in table.split("\n")] for table in shown]


def test_a_peer_that_agrees_has_its_column(
    puzzles: str, pretended: str, capsys: pytest.CaptureFixture[str]
) -> None:
    parts = ("--parts", "together", "alone", "--rounds", "1")
    assert main([puzzles, "--peer", f"right={pretended}", *parts]) == 0
    head, _, best, middle, *_ = tables(capsys)[1]
    assert head == ["alone, puzzles a second", "ours", "ours, of a Grid", "right", "times"]
    assert best[0] == "two (2)"
    assert all(float(cell.replace(",", "")) > 0 for cell in (*best[1:], *middle[1:-1]))


@pytest.mark.long
@pytest.mark.parametrize("part", ["together", "alone"])
def test_a_peer_that_differs_is_told_with_the_puzzle(
    part: str, puzzles: str, pretended: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([puzzles, "--peer", f"odd={pretended}:1", "--parts", part, "--rounds", "1"]) == 1
    told = f"COUNTS DIFFER: odd in 1, first 2 where we count 1: {PUZZLE}"
    assert told in capsys.readouterr().out.splitlines()


@pytest.mark.long
def test_a_peer_that_counts_many_wrongly_is_told(
    pretended: str, capsys: pytest.CaptureFixture[str]
) -> None:
    # It always answers with the limit, or with 1 for a board that begins with a given.
    assert (
        main(["--peer", f"odd={pretended}", "--parts", "many", "--most", "1000", "--rounds", "1"])
        == 1
    )
    shown = capsys.readouterr().out
    assert shown.count("COUNTS DIFFER: odd in ") >= 9
    assert " 1 where we count 1000: " in shown


@pytest.mark.long
@pytest.mark.parametrize("part", ["several", "several-alone", "random", "random-alone"])
def test_boards_with_several_solutions_are_compared(
    part: str, puzzles: str, pretended: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The peer counts one solution of every board that begins with a given, which few have."""
    options = ("--parts", part, "--random", "50", "--rounds", "1")
    assert main([puzzles, "--peer", f"odd={pretended}", *options]) == 1
    head, _, best, *_ = tables(capsys)[0]
    assert head[0].startswith("several solutions" if "several" in part else "random boards")
    assert best[0] == ("two (2)" if "several" in part else "random (50)")


def test_without_a_peer_ours_are_told_alone(
    puzzles: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([puzzles, "--parts", "together", "alone", "several", "--rounds", "1"]) == 0
    titles = ["together", "alone", "several solutions"]
    for title, (head, _, best, middle) in zip(titles, tables(capsys), strict=True):
        assert head[0] == f"{title}, puzzles a second"
        assert len(best) == len(middle) == len(head)
        assert best[-1] == ""
