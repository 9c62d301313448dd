"""The answers of `sudoku solve --proof`, and the file with their proofs."""

from collections.abc import Iterator

from engine.board.grid import Grid
from engine.commands.console import NOT_UNIQUE, Console
from engine.commands.puzzles import shown
from engine.search.budget import Budget, BudgetSpent
from engine.search.proof import Proof, prove


def answer_with_proofs(
    console: Console, grids: Iterator[Grid], file: str, budget: Budget, *, pretty: bool
) -> None:
    """Answers each puzzle and writes its proof to the file; an undecided puzzle has no proof.

    Raises OSError where the file cannot be written.
    """
    with open(file, "w", encoding="ascii") as stream:  # noqa: PTH123 - as engine/commands/puzzles.py
        for grid in grids:
            try:
                proof = prove(grid, budget)
            except BudgetSpent:
                console.raise_status(NOT_UNIQUE)
                console.answer("undecided")
                continue
            stream.writelines(f"{line}\n" for line in proof.lines())
            if len(proof.solutions) != 1:
                console.raise_status(NOT_UNIQUE)
            console.answer(_answer(proof, pretty=pretty))


def _answer(proof: Proof, *, pretty: bool) -> str:
    if len(proof.solutions) == 1:
        return shown(proof.solutions[0], pretty=pretty)
    return "many" if proof.solutions else "none"
