"""Which steps of a long way its end needs: a quick look at the reasons.

The problem: `engine.way.way` takes out steps by trying the way without each of them, which takes
time with the square of its length. A way through a 16x16 that takes all steps of the easiest finder
at each stop has hundreds of steps, and most of them lead nowhere.

So the reasons are first followed backwards. A step depends on whole cells, and on the places of
digits in whole units (`engine.techniques.scope`). A candidate that is missing there when the step
is taken was ruled out by a digit, which is placed in any case, or by an earlier step. All singles
are needed. So the steps that their reasons name are marked, then the steps that those need, and so
on.

Invariant: each marked step, and each single, can still be taken in the same order once all others
are left out. More could be left out, since a digit often has a second reason.
"""

from collections.abc import Iterable, Iterator, Sequence

from engine.techniques import Step
from engine.techniques.scope import looked_at


def needed_steps(way: Sequence[Step]) -> list[Step]:
    """The steps of a way to the end, singles included, without those that certainly lead nowhere.

    A step that is no single and places a digit counts as needed.
    """
    wanted, kept = set[int](), list[Step]()
    for number, reasons in reversed([*enumerate(_reasons(way))]):
        if way[number].placements or number in wanted:
            kept.append(way[number])
            wanted |= reasons
    return kept[::-1]


def _reasons(way: Iterable[Step]) -> Iterator[set[int]]:
    """For each step the numbers of those that ruled out what must be gone for it."""
    by_cell = dict[int, dict[int, int]]()
    for number, step in enumerate(way):
        units = step.geometry.units
        reasons = set[int]()
        for value, place in looked_at(step):
            if not value:
                reasons.update(by_cell.get(place, {}).values())
            else:
                gone = (by_cell.get(cell, {}).get(value) for cell in units[place])
                reasons.update(each for each in gone if each is not None)
        yield reasons
        # The first step that ruled a candidate out counts.
        for cell, value in step.eliminations:
            by_cell.setdefault(cell, {}).setdefault(value, number)
        for cell, value in step.placements:
            # From here on the digit rules these candidates out, and it is placed in any case.
            by_cell.pop(cell, None)
            for peer in step.geometry.peers[cell]:
                by_cell.get(peer, {}).pop(value, None)
