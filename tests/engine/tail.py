"""Searches random boards under other names of their digits, and fails where a search gets lost.

    python -m tests.engine.tail [--boards 100000] [--renamings 20] [--seed 1]

A board may be hard. But with its digits renamed, and every other time its rows and columns
exchanged, it is the same board: a search that takes a hundred times as many nodes then has got lost
in one part of its tree. Each search counts up to two. The command prints how many nodes the
searches take, the board with the most, and the processor time of that search, the best of a
hundred. It fails if a search takes more than 3,000 nodes, or more than 20 times the fewest of its
board plus 200. Only the C core is measured.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from time import process_time
from typing import Final, NamedTuple

from engine import Geometry, Grid, Rng, _core, random_puzzle

NINE: Final = Geometry(3, 3)
MOST_NODES: Final = 3000
TIMES, PLUS = 20, 200
PLENTY: Final = 10**9


class Seen(NamedTuple):
    """The nodes of each search for a board, and the line that took the most."""

    nodes: tuple[int, ...]
    line: bytes

    @property
    def is_lost(self) -> bool:
        most = max(self.nodes)
        return most > MOST_NODES or most > TIMES * min(self.nodes) + PLUS


def nodes_of(values: bytes) -> int:
    """The nodes of the search for two solutions."""
    return _core.search(3, 3, values, 2, PLENTY, float("inf"), bytearray(1))[2]


def renamed(grid: Grid, count: int, rng: Rng) -> Iterator[bytes]:
    """The board and others that are like it but for names."""
    values = bytes(grid.values)
    turned = bytes(values[cell % 9 * 9 + cell // 9] for cell in range(81))
    digits = list(range(1, 10))
    for number in range(count):
        yield (turned if number % 2 else values).translate(bytes([0, *digits]).ljust(256, b"\0"))
        rng.shuffle(digits)


def seen(grid: Grid, count: int, rng: Rng) -> Seen:
    """What the searches for one board take."""
    nodes = {values: nodes_of(values) for values in renamed(grid, count, rng)}
    return Seen(tuple(nodes.values()), max(nodes, key=nodes.__getitem__))


def most_of(searches: Counter[int], share: float) -> int:
    """The most nodes of that share of the searches, those with the fewest."""
    rest = int(share * searches.total())
    for nodes, count in sorted(searches.items()):
        rest -= count
        if rest < 0:
            return nodes
    return max(searches)


def microseconds(values: bytes) -> float:
    """The processor time of a search, the best of a hundred."""

    def once() -> float:
        before = process_time()
        nodes_of(values)
        return process_time() - before

    return 10**6 * min(once() for _ in range(100))


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--boards", type=int, default=10**5)
    parser.add_argument("--renamings", type=int, default=20)
    parser.add_argument("--seed", default="1")
    options = parser.parse_args(argv)
    rng = Rng(options.seed)
    searches: Counter[int] = Counter()
    worst, lost = Seen((0,), b""), []
    for _ in range(options.boards):
        board = seen(random_puzzle(NINE, rng), options.renamings, rng)
        searches.update(board.nodes)
        worst = max(worst, board, key=lambda board: max(board.nodes))
        if board.is_lost:
            lost.append(board)
    for share in (0.5, 0.99, 0.9999):
        sys.stdout.write(f"{share:8.2%} of the searches: {most_of(searches, share):6,}\n")
    sys.stdout.write(
        f"the most: {max(worst.nodes):,}, the fewest of that board {min(worst.nodes):,}, "
        f"{microseconds(worst.line):,.0f} us: {Grid(NINE, worst.line)}\n"
    )
    for board in lost[:5]:
        sys.stdout.write(f"LOST: {min(board.nodes):,} to {max(board.nodes):,} nodes: ")
        sys.stdout.write(f"{Grid(NINE, board.line)}\n")
    sys.stdout.write(f"{len(lost):,} of {options.boards:,} boards were lost\n")
    return min(len(lost), 1)


if __name__ == "__main__":
    sys.exit(main())
