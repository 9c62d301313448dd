"""Making puzzles: from a random full grid, digits are removed while one solution remains.

The same seed makes the same puzzle on every machine, with the C core and without it. This room
does not ask how hard a puzzle is; `engine.difficulty` does.
"""

from engine.make.puzzle import CluesImpossible, Puzzle, generate

__all__ = [
    "CluesImpossible",
    "Puzzle",
    "generate",
]
