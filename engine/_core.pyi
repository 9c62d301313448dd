"""The C core. Cells are bytes of values, 0 for blank, row by row; ValueError for anything else, for
a box of no board, and for a number outside its range: `state` is a word of 64 bits.

Every call releases the GIL, may be made from any thread, and ends soon after `seconds` or `nodes`
are spent; `status` is then not 0: 1 for nodes, 2 for seconds. In the main thread it also ends soon
after a signal whose handler raises, such as Ctrl-C, and raises that exception. A node is a closure
as in engine/search/_search.py, with the same counts above size 9; when `search` turns to conflict
learning (above size 9, after 200 nodes) also a conflict. 9x9 boards take no memory while they are
searched; other shapes take theirs once a call, conflict learning grows its learned clauses.
"""

def search(
    box_rows: int,
    box_columns: int,
    cells: bytes,
    limit: int,
    nodes: int,
    seconds: float,
    stop: bytearray = ...,
    company: object = ...,
    own: int = ...,
    /,
) -> tuple[int, int, int, bytes]:
    """(status, solutions found up to `limit`, nodes, the first and another of the solutions).

    When another thread sets the one byte of `stop`, the search soon ends with status 4. Threads on
    one board, each with a number of its own in one company, tell each other what they learn; then
    0 says only that there are no other solutions than those that all of them found together.
    """

def company(count: int, /) -> object:
    """What `count` threads (1 to 16) tell each other by; it takes up to 32 MB for each."""

def prove(
    box_rows: int, box_columns: int, cells: bytes, nodes: int, seconds: float, /
) -> tuple[int, bytes, bytes]:
    """(status, up to two solutions, the proof that there is no other one), by conflict learning.

    The proof are the numbers of engine/search/proof.py, four bytes each.
    """

def count(
    box_rows: int, box_columns: int, cells: bytes | str, limit: int, nodes: int, seconds: float, /
) -> int:
    """The number of solutions up to `limit`; where the budget ended, -1 less those found so far.

    The cells may also be a line of symbols, as `str` writes a grid.
    """

def batch(
    box_rows: int,
    box_columns: int,
    puzzles: bytes,
    limit: int,
    nodes: int,
    seconds: float,
    stop: bytearray = ...,
    /,
) -> tuple[bytes, bytes]:
    """A count for each puzzle, up to `limit` (1 to 254), 255 for undecided; and a first solution.

    `nodes` is for each puzzle, `seconds` for all; a puzzle without solution gets zeros. When
    another thread sets the one byte of `stop`, all that is left is undecided.
    """

def fill(
    box_rows: int, box_columns: int, state: int, nodes: int, seconds: float, /
) -> tuple[int, bytes, int]:
    """(status, the grid of engine/make/fill.py for this state of Rng, the state afterwards)."""

def generate(
    box_rows: int,
    box_columns: int,
    orbits: bytes,
    clues: int,
    seeds: bytes,
    nodes: int,
    seconds: float,
    stop: bytearray = ...,
    /,
) -> tuple[int, bytes, bytes]:
    """(status, puzzles, solutions) of engine/make/puzzle.py, one for each seed.

    `orbits` has two bytes a cell, low byte first: the number of its orbit, counted in the order of
    their first cells. `clues` is -1 for any number of givens. `seeds` has eight bytes each, low
    byte first: the states of Rng. Puzzles that were not finished are zeros.
    """

def mask(
    box_rows: int, box_columns: int, mask: bytes, state: int, nodes: int, seconds: float, /
) -> tuple[int, bytes, bytes, int]:
    """(status, puzzle, solution, state afterwards) of engine/make/mask.py; 1 marks a cell."""

def table(stack: bytes, crossing: bytes, wanted: bytes, /) -> bytes:
    """How many fillings a 9x9 stack has for each three partitions of its boxes among their rows.

    `stack` has 16 bytes for each filling, four words: the partitions of its boxes among their
    columns, and the number of ways. `crossing` has the 36 partitions that go with each of 280, in
    two bytes each. `wanted` marks by 1 the partitions of the first box that are asked for; the
    others get zeros. Words and the 280 * 280 * 280 numbers of two bytes have the order of bytes of
    this machine. Sums go on from 0 after 65535: no board has so many.
    """

def join(
    table: bytes,
    next_table: bytes,
    last_table: bytes,
    first: bytes,
    second: bytes,
    third: bytes,
    seconds: float,
    stop: bytearray = ...,
    /,
) -> tuple[int, bytes]:
    """(status, for each first filling in eight bytes how many boards have it, times its stacks).

    The fillings are those of bands, as those of a stack in `table`; their boxes look the tables up.
    The second ones are best sorted by their last, the first ones by their middle box. The ways of
    the first ones are not counted. Where another status than 0 tells that the time has ended, the
    numbers are what was found until then.
    """

def use_vectors(bits: int, /) -> int:
    """Limits 9x9 searches of the whole process to vectors of `bits`, for tests; returns the width.

    The widest that the processor has is chosen on import; 0 is returned by a scalar build.
    """
