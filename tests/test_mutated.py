"""All ways to count mutated puzzles agree, and one that does not is reported."""

from collections.abc import Sequence
from typing import Any

import pytest

from engine.board.grid import Grid
from engine.search.batch import count_many
from tests.mutated import Way, chunks, compare, core_ways, known_puzzles, main
from tests.peers import ENDLESS
from tests.sets import NINE, Boards

core: Any = pytest.importorskip("engine._core", reason="the C core was not built here")

KNOWN = known_puzzles((), "test")[:50]


def counts(boards: Boards, limit: int) -> Sequence[int]:
    return count_many(NINE, boards.packed, limit, ENDLESS)[0]


@pytest.mark.long
def test_all_ways_agree(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--count", "300", "--seed", "test"]) == 0
    first, *ways, too_long, last = capsys.readouterr().out.splitlines()
    assert all(int(part.split()[0]) > 20 for part in first.split(", ")), "puzzles of every kind"
    assert "  the reference search" in ways
    assert too_long == "0 counts were too long for the reference search"
    assert last == "300 puzzles, 0 differences"


def test_a_way_that_counts_otherwise_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    def odd(boards: Boards, limit: int) -> Sequence[int | None]:
        own = list(counts(boards, limit))
        return [own[0] + 1, None, *own[2:]]

    (boards,) = chunks(40, KNOWN, "test")
    ways = [Way("ours", counts), Way("odd", odd)]
    assert compare(40, KNOWN, "test", ways) == 2
    two, more, _ = capsys.readouterr().out.splitlines()
    (own,) = counts(boards, 2)[:1]
    told = f"DIFFERENT: {boards.lines[0]}: up to 2 odd counts {own + 1}, ours {own}"
    assert two == told
    assert f"{boards.lines[0]}: up to 200 odd counts " in more


class Odd:
    """A core that counts correctly but shows the solution of another puzzle."""

    def use_vectors(self, bits: int) -> int:
        return min(bits, 128)

    def batch(self, *arguments: Any) -> tuple[bytes, bytes]:
        found, grids = core.batch(*arguments)
        return found, grids[81:] + grids[:81]

    def count(self, *arguments: Any) -> int:
        number: int = core.count(*arguments)
        return number


def test_a_wrong_solution_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert compare(40, KNOWN, "test", list(core_ways("odd", Odd()))) > 0
    assert "odd, 128 bits, many a call gives a wrong solution" in capsys.readouterr().out


def test_no_puzzle_comes_twice_and_some_lose_and_some_get_digits() -> None:
    made = [grid for boards in chunks(2500, KNOWN, "test") for grid in boards.grids]
    assert len(set(made)) == len(made) == 2500
    most = max(puzzle.clue_count for puzzle, _ in KNOWN)
    assert any(grid.conflicts() for grid in made)
    assert any(grid.clue_count > most for grid in made)
    assert any(_is_part(grid, KNOWN) for grid in made)


def _is_part(grid: Grid, known: Sequence[tuple[Grid, Grid]]) -> bool:
    """Whether some puzzle has lost digits and gained none."""
    pairs = (zip(grid.values, puzzle.values, strict=True) for puzzle, _ in known)
    return any(all(own in {0, given} for own, given in pair) for pair in pairs)
