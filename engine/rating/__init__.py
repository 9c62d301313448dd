"""Rating of 9x9 puzzles on the Sudoku Explainer scale, in Python: the reference of `_rate`."""

from engine.rating.board import Board
from engine.rating.step import RatedStep
from engine.rating.walk import Rating, easiest_step, rate, steps

__all__ = ["Board", "RatedStep", "Rating", "easiest_step", "rate", "steps"]
