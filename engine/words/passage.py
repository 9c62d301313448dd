"""Cuts a long proof into passages that are read one by one.

Nobody can follow a net of forty deductions in one go, in words or on a board. So its proof is cut
at its joints: each chain and each branch is told on its own, an inner net comes before the
deduction that it proves, and where several come together a last passage says so. What is still too
long is cut into parts of about the same length, preferably after a digit that is placed and not
after a candidate that falls. No link is left out, and each follows from those before it.

The cuts are the same in every language, so that a passage keeps its number when the language
changes. They are measured in brief English, and MOST leaves room for longer languages.
"""

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import Final

from engine.techniques.parts import (
    Branch,
    Branches,
    Chain,
    ChainPassage,
    Chains,
    EndPassage,
    Followed,
    NetPassage,
    Passage,
)
from engine.techniques.technique import Step
from engine.words.english import explain
from engine.words.phrase import passage_phrase, phrases
from engine.words.wording import ENGLISH

MOST: Final = 380
"""The most characters of a passage in brief English.

With all that a chat adds, in any language, that makes at most 600.
"""

MOST_READ: Final = 16
"""The most passages of a proof that anybody follows to its end."""

LONGEST_LINE: Final = 600
"""The most characters of a step in one line; a longer proof is told in passages."""

_BAD: Final = 0.2
"""The cost of a cut after a candidate that falls, where an empty part costs 1."""


def passages(step: Step) -> tuple[Passage, ...]:
    """The proof of a step in passages; none if it has neither chains nor branches."""
    roles = dict(step.roles)
    match roles.get("chain") or roles.get("chains") or roles.get("branches"):
        case Chain() as chain:
            return (*_of_chain(step, chain), EndPassage(chain))
        case Chains(chains) as part:
            linked = (each for chain in chains for each in _of_chain(step, chain))
            return (*linked, EndPassage(part))
        case Branches((alone,)):
            return tuple(_of_branch(step, alone))
        case Branches(branches) as part:
            followed = (each for branch in branches for each in _of_branch(step, branch))
            return (*followed, EndPassage(part))
        case _:
            return ()


def told(step: Step) -> list[str]:
    """A step in one line; if that is too long, its conclusion and a line for each passage."""
    line, pieces = explain(step), passages(step)
    if len(line) <= LONGEST_LINE or not pieces:
        return [line]
    conclusion = phrases(step, ENGLISH)["conclusion"]
    note = " as no short proof was found" if len(pieces) > MOST_READ else ""
    head = f"{step.technique.english}, in {len(pieces)} parts{note}: {conclusion}."
    return [head, *(_part(step, pieces, at) for at in range(len(pieces)))]


def _part(step: Step, pieces: Sequence[Passage], at: int) -> str:
    """A passage with its number; the last one says why they prove the step together."""
    said = passage_phrase(step, pieces[at], ENGLISH)
    if isinstance(pieces[at], EndPassage):
        proof = dict.fromkeys(("chain", "chains", "branches"), said)
        said = step.technique.reason.format(**phrases(step, ENGLISH) | proof)
    return f"{ENGLISH.passage.format(number=at + 1, count=len(pieces))}: {said}."


def _of_chain(step: Step, chain: Chain) -> Iterator[Passage]:
    places = range(len(chain.links))
    # A passage repeats where the chain stands, which is no part of the length of its links.
    openings = [_length(step, ChainPassage(chain, at, at)) for at in places]
    lengths = [_length(step, ChainPassage(chain, at, at + 1)) - openings[at] for at in places]
    is_good = [link.strong for link in chain.links]
    for first, until in _parts(lengths, is_good, MOST - max(openings)):
        yield ChainPassage(chain, first, until)


def _of_branch(step: Step, branch: Branch, around: tuple[Followed, ...] = ()) -> Iterator[Passage]:
    """The passages of a branch; each net inside comes before the deduction that it proves."""
    first = 0
    for at, deduction in enumerate(branch.deductions):
        if deduction.proof is None:
            continue
        # Deductions before an inner net are told before it, unless all are inner nets themselves.
        if any(each.proof is None for each in branch.deductions[first:at]):
            yield from _of_range(step, NetPassage(branch, first, at, around))
            first = at
        yield from _of_branch(step, deduction.proof, (*around, Followed(branch, at)))
    yield from _of_range(step, NetPassage(branch, first, len(branch.deductions), around))


def _of_range(step: Step, whole: NetPassage) -> Iterator[Passage]:
    """A range of deductions, in parts where it is too long."""
    places = range(whole.first, whole.until)
    if len(places) < 2:
        yield whole
        return
    ends = [_length(step, _range(whole, whole.first, at)) for at in (*places, whole.until)]
    opening, lengths = ends[0], [end - start for start, end in pairwise(ends)]
    is_good = [deduction.placed is not None for deduction in whole.deductions]
    for first, until in _parts(lengths, is_good, MOST - opening):
        yield _range(whole, whole.first + first, whole.first + until)


def _range(whole: NetPassage, first: int, until: int) -> NetPassage:
    return NetPassage(whole.branch, first, until, whole.around)


def _length(step: Step, passage: Passage) -> int:
    return len(passage_phrase(step, passage, ENGLISH))


def _parts(lengths: Sequence[int], is_good: Sequence[bool], most: int) -> Iterator[tuple[int, int]]:
    """Yields the first place of each part and the place behind it.

    The parts are as few as possible, then as even as possible and with few bad ends. A part is
    longer than `most` only if a single length is.
    """
    ends = [0, *accumulate(lengths)]
    even = ends[-1] / max(1, -(-ends[-1] // most))
    # By number of lengths: the parts, the penalty, and the start of the last part.
    best: list[tuple[int, float, int]] = [(0, 0.0, 0)]
    for until in range(1, len(ends)):
        bad = 0.0 if is_good[until - 1] or until == len(lengths) else _BAD
        best.append(
            min(
                (best[first][0] + 1, best[first][1] + bad + _unevenness(length, even), first)
                for first in range(until)
                if (length := ends[until] - ends[first]) <= most or first == until - 1
            )
        )
    cuts = [len(lengths)]
    while cuts[-1]:
        cuts.append(best[cuts[-1]][2])
    cuts.reverse()
    yield from pairwise(cuts)


def _unevenness(length: int, even: float) -> float:
    return float((1 - length / even) ** 2)
