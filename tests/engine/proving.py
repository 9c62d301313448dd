"""What proofs of large boards cost: `python -m tests.engine.proving PUZZLES`.

PUZZLES has a board a line. Without a file one is made, a 25x25 from a seed that lacks a few givens
and has one wrong digit, so that it has no solution. Prints of each board the clauses of its proof,
its size and how much of that are hints, and the processor time to search without a proof, to prove
and to check. Then the first clauses are checked with hints and without. Fails where a proof does
not hold.
"""

import argparse
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from time import process_time
from typing import Final

from engine import (
    Budget,
    Geometry,
    Grid,
    ProofWrong,
    Symmetry,
    check_proof,
    count_solutions,
    generate,
    parse_line,
    prove,
)

PLENTY: Final = Budget(600)
SEED: Final = 1
FEWER: Final = 6
CELL, WRONG = 3, 23


def made() -> Grid:
    """A 25x25 without a solution whose proof has some thirty thousand clauses."""
    grid = generate(Geometry(5, 5), Symmetry.NONE, SEED, budget=PLENTY).grid
    givens = sorted(set(range(625)) - set(grid.blanks()))
    return grid.with_values(dict.fromkeys(givens[:FEWER], 0) | {CELL: WRONG})


def is_clause(line: str) -> bool:
    return line[0] not in "psd"


def unhinted(line: str) -> str:
    """A line of a proof without its hints."""
    return line.partition(" 0 ")[0].removesuffix(" 0") + " 0" if is_clause(line) else line


def begun(lines: list[str], clauses: int) -> list[str]:
    """The beginning of a proof, up to so many clauses."""
    ends = (number for number, line in enumerate(lines, 1) if is_clause(line) and line != "0")
    return lines[: next(islice(ends, clauses - 1, None), len(lines))]


def timed(lines: list[str]) -> float:
    """How long the lines take to be checked; a proof that ends early is no error."""
    began = process_time()
    try:
        check_proof(lines)
    except ProofWrong as wrong:
        if not str(wrong).endswith("other solutions are not ruled out"):
            raise
    return process_time() - began


def boards(file: Path | None) -> Iterator[Grid]:
    lines = file.read_text("ascii").split() if file else []
    yield from (parse_line(line)[0] for line in lines) if file else [made()]


def show(grid: Grid, clauses: int) -> None:
    """Prints what the proof of a board costs; raises ProofWrong where it does not hold."""
    began = process_time()
    count_solutions(grid, 2, PLENTY)
    searched = process_time()
    proof = prove(grid, PLENTY)
    proved = process_time()
    lines = list(proof.lines())
    written = process_time()
    check_proof(lines)
    checked = process_time()
    size, bare = (sum(map(len, some)) + len(lines) for some in (lines, map(unhinted, lines)))
    print(
        f"{sum(map(is_clause, lines)):,} clauses, {size / 1e6:.1f} MB, {(size - bare) / 1e6:.1f} "
        f"of them hints; searched in {searched - began:.2f} s, proved in {proved - searched:.2f}, "
        f"written in {written - proved:.2f}, checked in {checked - written:.2f}"
    )
    some = begun(lines, clauses)
    print(
        f"the first {sum(map(is_clause, some)):,} clauses: {timed(some):.2f} s with hints, "
        f"{timed([*map(unhinted, some)]):.2f} without"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.engine.proving", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("puzzles", nargs="?", type=Path, help="a board a line")
    parser.add_argument(
        "--clauses", type=int, default=1000, help="checked without hints as well (1000)"
    )
    options = parser.parse_args()
    for grid in boards(options.puzzles):
        show(grid, options.clauses)


if __name__ == "__main__":
    main()
