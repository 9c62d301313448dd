"""The rating of 9x9 puzzles on the Sudoku Explainer scale, in Python.

It is the reference of the C core `_rate`, rule for rule, and rates where no core was built. It has
candidates and chains of its own, apart from `engine.techniques`, because it must find exactly what
Sudoku Explainer finds.
"""

from engine.rating.board import Board
from engine.rating.step import RatedStep
from engine.rating.walk import Rating, easiest_step, rate, steps

__all__ = ["Board", "RatedStep", "Rating", "easiest_step", "rate", "steps"]
