"""Nested nets: contradictions that need other contradictions first.

The problem: the hardest puzzles have positions in which no assumption leads to a contradiction by
itself. Under an assumption other candidates must be refuted first, and the first refutation that
is met needs dozens of them, which nobody reads.

So short ones are looked for first. Under an assumption each candidate that then leads to a
contradiction is a lemma. The lemma that leaves the fewest candidates open is taken, then the next
one, up to three of them, or five where there is no net with three. Assumptions of which much
follows come first, because they need the fewest lemmas. Where two candidates exclude each other,
either is a lemma under the other, so each pair is tried once. In nearly all positions known to be
hard, three are enough for some candidate. The work is counted in closures (SEARCHED), not in
seconds, so the same step is found everywhere.

Only where there is no short one are the candidates tried depth by depth: at depth n a candidate is
refuted by ruling out others under it, each of them refuted at depth n - 1 or less. `Refutation` is
that plan. In a puzzle with one solution every wrong candidate is refuted at some depth, so the way
of the easiest steps always reaches the solution.

What did not work: to keep of a long refutation only the lemmas that it needs. It still had thirty.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from engine.board.candidates import BROKEN, OPEN, SOLVED
from engine.techniques.followed import still_holds
from engine.techniques.nets import ClosedBoard, net, refuted, refuting
from engine.techniques.state import State
from engine.techniques.technique import Step
from engine.techniques.trail import Refutation

MOST_LEMMAS: Final = (3, 5)
"""Lemmas of a short net; more only where no net with fewer was found."""

SEARCHED: Final = 6000
"""Closures of boards in the search for nets with so many lemmas."""

ENOUGH: Final = 6
"""Short nets after which no more are looked for."""

SHORT: Final = 900
"""The length of a net that is short enough: no shorter one is looked for."""


def nested_nets(state: State) -> Iterator[Step]:
    """Short nested nets, the shortest first; where there is none, all of the least depth."""
    board = ClosedBoard.of(state)
    short = _short_nets(state, board)
    yield from sorted(short, key=lambda step: step.length)
    if not short:
        yield from _deep_nets(state, board)


def _short_nets(state: State, board: ClosedBoard) -> list[Step]:
    lemmas = _Lemmas(board)
    for most in MOST_LEMMAS:
        if found := _nets_with(most, lemmas, state):
            return found
    return []


def _nets_with(most: int, lemmas: "_Lemmas", state: State) -> list[Step]:
    """Some nets of at most so many lemmas."""
    lemmas.left, found = SEARCHED, list[Step]()
    for number in lemmas.assumptions():
        plan = lemmas.plan(number, most)
        if plan is not None:
            found.append(refuting(state, NESTED_NET, refuted(state, plan)))
            if found[-1].length <= SHORT or len(found) >= ENOUGH:
                break
        if lemmas.left <= 0:
            break
    return found


class _Lemmas:
    """The search for refutations that need few lemmas; `left` closures may be made."""

    def __init__(self, board: ClosedBoard) -> None:
        self._board = board
        self._assumed: Mapping[int, tuple[ClosedBoard, int]] = {
            number: board.assuming(number) for number in board.open_candidates()
        }
        self.left = SEARCHED
        self._excluding = dict[tuple[int, int], bool]()

    def assumptions(self) -> list[int]:
        """The candidates that lead to no contradiction, those of which most follows first."""
        sizes = [
            (after.board.bit_count(), number)
            for number, (after, status) in self._assumed.items()
            if status == OPEN
        ]
        return [number for _, number in sorted(sizes)]

    def plan(self, number: int, most: int) -> Refutation | None:
        """How at most so many lemmas refute a candidate; each is the one that leaves the least."""
        after, _ = self._assumed[number]
        chosen, known = list[int](), self._refuted_under(number, after)
        while known and len(chosen) < most:
            outcomes = {lemma: after.without(lemma) for lemma in known if after.has(lemma)}
            self.left -= len(outcomes)
            best = min(outcomes, key=lambda lemma: _left_open(*outcomes[lemma]), default=None)
            if best is None:
                return None
            chosen.append(best)
            after, status = outcomes[best]
            if status == BROKEN:
                lemmas = (Refutation(self._board.candidate(lemma)) for lemma in chosen)
                return Refutation(self._board.candidate(number), tuple(lemmas))
            if status == SOLVED:
                return None
            # What was refuted stays so; of the others some may be now.
            others = [each for each in after.open_candidates() if each not in known]
            known |= {each for each in others if self._breaks(after, each)}
        return None

    def _refuted_under(self, number: int, after: ClosedBoard) -> set[int]:
        """The candidates that an assumption leaves open and that exclude it."""
        found = set[int]()
        for other in after.open_candidates():
            pair = (min(number, other), max(number, other))
            if pair not in self._excluding:
                self._excluding[pair] = self._breaks(after, other)
            if self._excluding[pair]:
                found.add(other)
        return found

    def _breaks(self, after: ClosedBoard, other: int) -> bool:
        """Whether a board leads to a contradiction once one more candidate is placed."""
        self.left -= 1
        # What follows from the candidate alone is known, and holds here too.
        alone, status = self._assumed[other]
        return status == BROKEN or after.joined(alone) == BROKEN


def _left_open(after: ClosedBoard, status: int) -> int:
    return -1 if status == BROKEN else after.board.bit_count()


def _deep_nets(state: State, board: ClosedBoard) -> Iterator[Step]:
    for depth in range(1, state.placed[0].bit_count() + 1):
        found = False
        for number in board.open_candidates():
            plan = _refutation(board, number, depth)
            # Without inner refutations it is a plain contradiction net.
            if plan and plan.first:
                found = True
                yield refuting(state, NESTED_NET, refuted(state, plan))
        if found:
            return


def _refutation(board: ClosedBoard, number: int, depth: int) -> Refutation | None:
    """The plan that refutes a candidate with inner refutations no deeper than `depth`, if any.

    Under the assumption, every candidate that can be refuted is ruled out until the board breaks.
    """
    after, status = board.assuming(number)
    candidate = board.candidate(number)
    if status == BROKEN:
        return Refutation(candidate)
    if status == SOLVED or not depth:
        return None
    first: list[Refutation] = []
    while True:
        # Each refutation may allow for others, so rounds go on until one finds none.
        before = len(first)
        for inner in after.open_candidates():
            # An earlier refutation of this round has ruled it out.
            if not after.has(inner):
                continue
            refutation = _refutation(after, inner, depth - 1)
            if refutation:
                first.append(refutation)
                after, status = after.without(inner)
                if status == BROKEN:
                    return Refutation(candidate, tuple(first))
                if status == SOLVED:
                    return None
        if len(first) == before:
            return None


def _nested_again(step: Step, state: State) -> Step | None:
    return step if still_holds(step, state, ()) else None


NESTED_NET: Final = net(
    "nested_net",
    "Nested net",
    rank=960,
    finders=(nested_nets,),
    roles=("cell", "digit", "branches"),
    reason="{branches}",
    looks_at=(),
    again=_nested_again,
)
