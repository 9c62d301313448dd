"""Print the solution of each puzzle, or `none`, `many`, or `undecided`."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.board.geometry import Geometry
from engine.board.grid import LETTERS
from engine.commands.console import NOT_UNIQUE, Console
from engine.commands.counted import Counts, count_each
from engine.commands.options import (
    add_budget,
    add_cluster,
    add_pretty,
    add_puzzle_files,
    add_threads,
)
from engine.commands.puzzles import read_batches, read_puzzles, shown, unpacked
from engine.search.budget import DEFAULT_BUDGET, Budget

if TYPE_CHECKING:
    from argparse import ArgumentParser


def add_arguments(parser: "ArgumentParser") -> None:
    add_puzzle_files(parser)
    add_budget(parser, DEFAULT_BUDGET.seconds)
    add_cluster(parser, "bytes of the files")
    add_threads(parser)
    add_pretty(parser)
    parser.add_argument(
        "--proof",
        metavar="FILE",
        help="write there for each puzzle a proof of its answer, which `sudoku check` reads",
    )


def run(
    console: Console,
    *,
    files: list[str],
    geometry: Geometry | None,
    budget: Budget | None,
    threads: int | None,
    pretty: bool,
    proof: str | None,
) -> None:
    """One answer for each puzzle that could be read, in their order."""
    if proof:
        # Imported here because few ask for proofs.
        from engine.commands.proved import answer_with_proofs  # noqa: PLC0415

        grids = read_puzzles(files, geometry, console)
        answer_with_proofs(console, grids, proof, budget or DEFAULT_BUDGET, pretty=pretty)
        return
    for shape, cells in read_batches(files, geometry, console):
        for found in count_each(shape, cells, 2, budget or DEFAULT_BUDGET, threads):
            if set(found.counts) - {1}:
                console.raise_status(NOT_UNIQUE)
            boards = _drawn(shape, found.grids) if pretty else _lines(shape, found.grids)
            console.answer_all(_answers(found, boards))


def _answers(found: Counts, boards: Iterator[str]) -> list[str]:
    words = {0: "none", 2: "many"}
    pairs = zip(found.counts, boards, strict=True)
    return [board if count == 1 else words.get(count, "undecided") for count, board in pairs]


def _lines(geometry: Geometry, grids: bytes) -> Iterator[str]:
    """Each grid as a line, made without a Grid in between, which takes long for very many."""
    step, text = geometry.cell_count, grids.translate(LETTERS).decode("ascii")
    return (text[start : start + step] for start in range(0, len(text), step))


def _drawn(geometry: Geometry, grids: bytes) -> Iterator[str]:
    return (shown(grid, pretty=True) for grid in unpacked(geometry, grids))
