"""The C core: searching, proving, counting and making boards of any shape.

Cells are bytes of values, 0 for blank, row by row. All functions raise ValueError for other cells,
for a box that no board has, and for a number outside its range; `state` is a word of 64 bits.

Every call but `close9` and `reach` releases the GIL, may be made from any thread, and ends soon
after `seconds` or `nodes` are spent. `status` is then not 0: 1 for nodes, 2 for seconds. In the
main thread a call also ends soon after a signal whose handler raises, such as Ctrl-C, and raises
that exception. A node is a closure as in engine/search/_search.py, with the same counts above size
9. When `search` turns to conflict learning (above size 9, after 200 nodes), a conflict is a node as
well. 9x9 boards take no memory while they are searched. Other shapes take theirs once a call,
except that conflict learning grows its learned clauses.
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

    When another thread sets the one byte of `stop`, the search soon ends with status 4. Threads
    that search one board in one `company`, each with its `own` number from 0, tell each other what
    they learn. Status 0 then says only that they found all solutions together.
    """

def company(count: int, /) -> object:
    """Shared memory for `count` threads (1 to 16) that learn together, up to 32 MB for each."""

def prove(
    box_rows: int, box_columns: int, cells: bytes, nodes: int, seconds: float, /
) -> tuple[int, bytes, bytes]:
    """(status, up to two solutions, the proof that there is no other one), by conflict learning.

    The proof consists of the numbers of engine/search/proof.py, four bytes each.
    """

def count(
    box_rows: int, box_columns: int, cells: bytes | str, limit: int, nodes: int, seconds: float, /
) -> int:
    """The number of solutions up to `limit`; when the budget ends before, -1 less those found.

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

    `nodes` limits each puzzle, `seconds` all of them. The solution of a puzzle without one is
    zeros. When another thread sets the one byte of `stop`, all puzzles that are left are undecided.
    """

def plain(text: bytes, solve: bool, nodes: int, seconds: float, /) -> tuple[str, bool] | None:
    """What `solve` or `count` prints for the text of a file, and whether all puzzles are unique.

    None for a text that is not of plain lines, as engine/native/plain.h has them, or where the
    budget ends: its nodes are for each puzzle, its seconds for all.
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

def random_puzzle(
    box_rows: int, box_columns: int, least: int, state: int, seconds: float, /
) -> tuple[int, bytes, int]:
    """(status, the board of engine/make/random_givens.py, the state of Rng afterwards).

    `least` is the least number of givens. With a status other than 0 the board is blank.
    """

def table(stack: bytes, crossing: bytes, wanted: bytes, /) -> bytes:
    """How many fillings a 9x9 stack has for each three partitions of its boxes among their rows.

    `stack` has 16 bytes for each filling, four words: the partitions of its boxes among their
    columns, and the number of ways. `crossing` has the 36 partitions that go with each of 280, in
    two bytes each. `wanted` marks by 1 the partitions of the first box to count; the others get
    zeros. The words, and the 280 * 280 * 280 numbers of two bytes that are returned, have the byte
    order of this machine. Sums wrap round after 65535, which no board reaches.
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

    The fillings of the three bands have the form of those in `table`; their first, middle and last
    boxes index the three tables. It is fastest with the second fillings sorted by their last box
    and the first ones by their middle box. The ways of the first ones are not counted. With a
    status other than 0 the numbers are what was found until then.
    """

def use_vectors(bits: int, /) -> int:
    """Limits 9x9 searches of the whole process to vectors of `bits`, for tests; returns the bits of
    those that are used then.

    384 stands for vectors of 256 bits with the instructions and the registers of AVX-512. On import
    those are chosen with which searches are fastest on the processor. A scalar build returns 0.
    """

def close9(board: bytes, /) -> tuple[int, bytes]:
    """(status, the candidates left) as `close` of engine/board/candidates.py has them for a 9x9.

    A board is its number there in 92 bytes, the lowest first.
    """

def reach(count: int, strong: bytes, weak: bytes, starts: bytes, /) -> bytes:
    """For each of `starts` the nodes that are then true, and those that are false.

    There are `count` nodes, at most 2048. A mask of them has whole words of 64 bits, the lowest
    byte first. `strong` and `weak` have one for each node: those that are true where it is false,
    and those that are false where it is true.
    """
