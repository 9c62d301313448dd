"""How hard a puzzle is: its rating, its difficulty, and puzzles of a chosen difficulty.

A rating is a number on the scale of Sudoku Explainer, which is defined for 9x9 boards only. A
difficulty is a named band. For a 9x9 it follows from the rating; for any other shape it is the
band of the hardest technique that a way of easiest steps needs.
"""

from engine.difficulty.band import Difficulty, hardest_of, up_to
from engine.difficulty.generate import DifficultyImpossible, generate_graded, generate_with
from engine.difficulty.grade import RATED, Grade, NotRated, difficulty_of, rate
from engine.difficulty.learner import generate_for_learner
from engine.difficulty.pace import Pace, pace_of

__all__ = [
    "RATED",
    "Difficulty",
    "DifficultyImpossible",
    "Grade",
    "NotRated",
    "Pace",
    "difficulty_of",
    "generate_for_learner",
    "generate_graded",
    "generate_with",
    "hardest_of",
    "pace_of",
    "rate",
    "up_to",
]
