# Rating of 9x9 puzzles on the Sudoku Explainer scale, in C; releases the GIL, thread safe.

# The names of the techniques, each a value of techniques.Technique, in an order of its own.
TECHNIQUES: tuple[str, ...]

# Rates a puzzle of 81 bytes, each 0 (empty) to 9, row by row.
#
# Returns the rating, the pearl (hardest step up to the first placement) and the diamond (first
# step) ratings in tenths, the index in TECHNIQUES of the hardest technique, how often each
# technique was used, and whether the solution was reached (else the rating is a lower bound).
# The puzzle should have one solution: that is not checked.
# With `most` a rating above that many tenths is not looked for: as soon as a harder step is needed,
# the solution counts as not reached.
# Raises ValueError for other bytes or when no solution is left on the way, TimeoutError after
# `seconds` (0: no limit), and MemoryError when 64 MB cannot be had.
def rate(
    puzzle: bytes, seconds: float = 0.0, most: int = 0, /
) -> tuple[int, int, int, int, tuple[int, ...], bool]: ...
