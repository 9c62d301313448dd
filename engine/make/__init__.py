"""Making puzzles: a random full grid, of which givens are taken away while one solution remains.

The same seed makes the same puzzle on every machine, with the C core and without it. How hard a
puzzle is nobody asks here.
"""

from engine.make.puzzle import CluesImpossible, Puzzle, generate

__all__ = [
    "CluesImpossible",
    "Puzzle",
    "generate",
]
