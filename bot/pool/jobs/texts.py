"""Jobs that read texts, and decide on the boards in them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.game.puzzle_list import ListedBoard, read_puzzle_list
from bot.pool.engine import Decision, Result
from bot.pool.jobs.budgets import WORTH_HAVING_SECONDS
from bot.pool.jobs.puzzles import decide_now
from engine.board import Grid, InvalidGrid
from engine.search import Budget, BudgetSpent

BOARD_SHARE: Final = 4
"""One board of a text may take the whole time divided by this."""

PART_SECONDS: Final = 1.0
"""After this time a text is answered in part, so that others have their turns in between."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A piece of a text; of a board with blanks also the Decision, unless that took too long."""

    found: ListedBoard
    decision: Decision | None = None


def read_now(reader: Callable[..., Result], question: tuple[object, ...], _: Budget) -> Result:
    """The result of a reader of texts, which needs no budget: its work is linear in the text."""
    return reader(*question)


def bundle_now(text: str, most: int, budget: Budget) -> tuple[tuple[Checked, ...], bool]:
    """What is known of each piece of a text, and whether that is all of the text.

    It is not all if the text has more than `most` boards, or once PART_SECONDS are over or, with a
    short budget, a board was too hard for it. Raises BudgetSpent if that was the first one.
    """
    is_short = budget.seconds < WORTH_HAVING_SECONDS
    time = Budget(min(budget.seconds / 2, PART_SECONDS))
    deadline, checked, boards = time.deadline(), list[Checked](), 0
    for found in read_puzzle_list(text):
        boards += isinstance(found.board, Grid)
        if boards > most or (checked and not time.until(deadline).seconds):
            return tuple(checked), False
        try:
            decision = _known(found.board, budget)
        except BudgetSpent:
            if is_short and not checked:
                raise
            if is_short:
                return tuple(checked), False
            decision = None
        checked.append(Checked(found, decision))
    return tuple(checked), True


def _known(board: Grid | InvalidGrid, budget: Budget) -> Decision | None:
    """The Decision on a board with blanks; raises BudgetSpent where its share is too short."""
    if isinstance(board, InvalidGrid) or not board.blanks():
        return None
    return decide_now(board, Budget(budget.seconds / BOARD_SHARE))
