"""Nets of implications: what follows from an assumption, and what each node of that rests on.

Sudoku Explainer rates a forcing chain by the number of nodes that its conclusion rests on, and
takes the conclusion with the fewest. So it is not enough to know what follows; for every node the
way back must be known, and it must be the way that Sudoku Explainer would have found first.

A node is a candidate: 9 * cell + digit while it is true, FALSE more while it is false. It is
reached once, by the first link that leads there, after all its parents; so the links make a graph
without cycles. Nodes are spread breadth first, true ones before false ones, in the order of digits
and units in which Sudoku Explainer asks. A run ends at its first contradiction.

A dynamic run removes false candidates from its grid. Then a cell may come down to one digit because
of several earlier nodes, and all of them are parents of that digit. When nothing more follows, an
extension may add what locked sets, or whole chains, remove from the grid of the run. The extension
is an argument, so this file depends on none of them.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.rating.advance import Extend, NestedChain
from engine.rating.board import (
    BITS,
    BOX,
    KINDS,
    PLACE_IN,
    UNIT_CELLS,
    UNIT_OF,
    UNITS,
    Board,
    CandidateMasks,
)

FALSE = 729
OWN_CELL = 3
"""The cause of a node that is the last digit of its cell.

The cause of a node that is the last place in a unit is the kind of the unit. Other nodes have
NO_CAUSE.
"""
NO_CAUSE = -1


def opposite(node: int) -> int:
    """The node of a candidate in its other state."""
    return node + FALSE if node < FALSE else node - FALSE


class Implication(NamedTuple):
    """A node, the nodes that it follows from, and the cause: see OWN_CELL."""

    node: int
    parents: Sequence[int]
    cause: int = NO_CAUSE


class Run:
    """All that one assumption implies, until a contradiction if there is one.

    `true` and `false` list the nodes in the order reached; `contradiction` counts the nodes that
    the last link, `clash`, and what it contradicts rest on.
    """

    __slots__ = (
        "_counts",
        "clash",
        "contradiction",
        "depths",
        "false",
        "links",
        "nested",
        "true",
    )

    def __init__(self, assumption: int) -> None:
        self.true: list[int] = []
        self.false: list[int] = []
        self.links: dict[int, Implication] = {}
        self.depths: dict[int, int] = {}
        self.nested: dict[int, NestedChain] = {}
        self.contradiction = 0
        self.clash: Implication | None = None
        self._counts: dict[int, int] = {}
        self.add(Implication(assumption, ()))

    def add(self, link: Implication) -> None:
        """Reaches a node for the first time."""
        (self.true if link.node < FALSE else self.false).append(link.node)
        self.links[link.node] = link
        # The longest way back: a lower bound of `nodes`.
        self.depths[link.node] = 1 + max((self.depths[p] for p in link.parents), default=0)

    def imply(self, link: Implication) -> bool:
        """Reaches a node unless it is reached already; False if that contradicts its opposite."""
        against = opposite(link.node)
        if against in self.links:
            behind = self._behind(link.parents)
            chains = self.chains_behind(link.parents) | self.chains_behind([against])
            # The new node is the 1; it and its opposite count what they rest on separately.
            self.contradiction = 1 + len(behind) + self.nodes(against)
            self.contradiction += sum(chain.complexity for chain in chains)
            self.clash = link
            return False
        if link.node not in self.links:
            self.add(link)
        return True

    def nodes(self, node: int) -> int:
        """How many nodes a node rests on, itself included."""
        if node not in self._counts:
            self._counts[node] = len(self._behind([node]))
        return self._counts[node]

    def chains_behind(self, nodes: Iterable[int]) -> set[NestedChain]:
        """The nested chains that some nodes rest on."""
        if not self.nested:
            return set()
        return {self.nested[node] for node in self._behind(nodes) if node in self.nested}

    def _behind(self, nodes: Iterable[int]) -> set[int]:
        met = set(nodes)
        todo = list(met)
        while todo:
            for parent in self.links[todo.pop()].parents:
                if parent not in met:
                    met.add(parent)
                    todo.append(parent)
        return met

    def way_back(self, link: Implication) -> list[Implication]:
        """A link and all that it rests on, breadth first."""
        found = [link]
        met = {link.node}
        for step in found:
            for parent in step.parents:
                if parent not in met:
                    met.add(parent)
                    found.append(self.links[parent])
        return found


class Spread:
    """Spreads assumptions over a grid; a dynamic one removes false candidates on the way."""

    __slots__ = ("board", "dynamic", "extend", "grid", "nishio", "start")

    def __init__(
        self,
        board: Board,
        start: CandidateMasks,
        *,
        dynamic: bool,
        nishio: bool,
        extend: Extend | None,
    ) -> None:
        self.board = board
        self.start = start
        self.dynamic = dynamic
        self.nishio = nishio
        self.extend = extend
        self.grid = start

    def run(self, assumption: int) -> Run:
        """What an assumption implies; true nodes go on before false ones."""
        run = Run(assumption)
        self.grid = self.start.copy()
        # How many nodes of either kind have been spread.
        true = false = 0
        while True:
            if true < len(run.true):
                true += 1
                if not self._spread_true(run, run.true[true - 1]):
                    return run
            elif false < len(run.false):
                false += 1
                if not self._spread_false(run, run.false[false - 1]):
                    return run
            elif not self.extend or not self._spread_advances(run, self.extend):
                return run

    def _spread_true(self, run: Run, node: int) -> bool:
        cell, digit = divmod(node, 9)
        if not self.nishio:
            for other in BITS[self.grid.digits[cell] & ~(1 << digit)]:
                if not run.imply(Implication(FALSE + 9 * cell + other, (node,))):
                    return False
        box = UNIT_CELLS[UNIT_OF[cell][BOX]]
        for kind in KINDS:
            unit = UNIT_OF[cell][kind]
            for place in BITS[self.grid.places[unit][digit]]:
                peer = UNITS[unit][place]
                # Peers in the same box were met with the box.
                if peer == cell or (kind != BOX and box >> peer & 1):
                    continue
                if not run.imply(Implication(FALSE + 9 * peer + digit, (node,))):
                    return False
        return True

    def _spread_false(self, run: Run, node: int) -> bool:
        cell, digit = divmod(node - FALSE, 9)
        implied = [] if self.nishio else [self._last_digit(cell, digit)]
        implied += [self._last_place(cell, digit, kind) for kind in KINDS]
        # Removed last, so that it is listed only once among the parents.
        if self.dynamic:
            self.grid.remove(cell, digit)
        return all(run.imply(link) for link in implied if link)

    def _last_digit(self, cell: int, digit: int) -> Implication | None:
        """The last digit of a cell, which rests on all that the run removed from the cell."""
        others = BITS[self.grid.digits[cell] & ~(1 << digit)]
        if len(others) != 1:
            return None
        gone = BITS[self.start.digits[cell] & ~self.grid.digits[cell]]
        parents = [FALSE + 9 * cell + d for d in (digit, *gone)]
        return Implication(9 * cell + others[0], parents, OWN_CELL)

    def _last_place(self, cell: int, digit: int, kind: int) -> Implication | None:
        unit, own = UNIT_OF[cell][kind], PLACE_IN[cell][kind]
        places = self.grid.places[unit][digit]
        others = BITS[places & ~(1 << own)]
        if len(others) != 1:
            return None
        gone = BITS[self.start.places[unit][digit] & ~places]
        parents = [FALSE + 9 * UNITS[unit][place] + digit for place in (own, *gone)]
        return Implication(9 * UNITS[unit][others[0]] + digit, parents, kind)

    def _spread_advances(self, run: Run, extend: Extend) -> bool:
        before = len(run.false)
        for advance in extend(self.board, self.start, self.grid):
            parents = [FALSE + candidate for candidate in advance.rest]
            for candidate in advance.gone:
                node = FALSE + candidate
                if node not in run.links:
                    run.add(Implication(node, parents))
                    if advance.chain:
                        run.nested[node] = advance.chain
        return len(run.false) > before
