"""Finding positions to practise on, for the command `sudoku practise`.

Puzzles are made and followed to their ends, or built around the pattern of a rare technique. What
is found goes into the files that `engine.practice` reads.
"""
