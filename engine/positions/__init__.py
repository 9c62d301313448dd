"""Finds positions to practise on, for the command `sudoku practise`.

Puzzles are made and followed to their ends, or built around the pattern of a rare technique. The
results go into the files that `engine.practice` reads.
"""
