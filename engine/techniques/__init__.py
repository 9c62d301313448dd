"""The solving techniques that people use, one file for each family.

A `State` holds the candidates of a board. A `Technique` is a value that owns its finder, its reason
and everything else known about it. A finder yields the `Step` values that its techniques conclude
in a state. `LADDER` lists the finders from easy to hard, and `cost` says how hard a step is for a
person. Importing a file registers its techniques, so a new file is imported here.
"""

from collections.abc import Iterator
from typing import Final

from engine.techniques import (  # noqa: F401 - each file defines its techniques
    als,
    chains,
    coloring,
    fish,
    forcing,
    franken,
    graves,
    locked,
    nested,
    nets,
    rectangles,
    remote_pairs,
    scale,
    single_digit,
    singles,
    subsets,
    sue_de_coq,
    trial,
    uniqueness,
    wings,
)
from engine.techniques.costs import cost
from engine.techniques.layout import Candidate
from engine.techniques.parts import (
    Blockers,
    Branch,
    Branches,
    Cells,
    Chain,
    ChainPassage,
    Chains,
    Deduction,
    Digits,
    EndPassage,
    Groups,
    NetPassage,
    Node,
    Options,
    Part,
    Passage,
    Units,
)
from engine.techniques.singles import FULL_HOUSE, HIDDEN_SINGLE, NAKED_SINGLE, next_single
from engine.techniques.state import State
from engine.techniques.technique import (
    Difficulty,
    Family,
    Finder,
    Step,
    Technique,
    all_techniques,
    technique_named,
)
from engine.techniques.trial import DIGIT_BY_TRIAL, by_trial

TECHNIQUES: Final = all_techniques()
"""All techniques from easy to hard, with those that are not taught."""

TAUGHT: Final = tuple(each for each in TECHNIQUES if each.finders)
"""The techniques that are found, explained and practised, from easy to hard."""

WITHOUT_NOTES: Final = tuple(each for each in TAUGHT if each.is_seen_without_notes)
"""The techniques that are seen in the digits alone, each of which places one."""

SCALE: Final = tuple(each for each in TECHNIQUES if each.rating)
"""The techniques of the scale of Sudoku Explainer."""


def _ladder() -> Iterator[tuple[Finder, tuple[Technique, ...]]]:
    found = dict[Finder, list[Technique]]()
    for technique in TAUGHT:
        for finder in technique.finders:
            found.setdefault(finder, []).append(technique)
    # TAUGHT is sorted, so the first technique of a finder is its easiest one.
    for finder in sorted(found, key=lambda each: found[each][0].asked or found[each][0].rank):
        yield finder, tuple(found[finder])


LADDER: Final = tuple(_ladder())
"""The finders in the order in which a person tries them, each with the techniques it finds."""

SLOW: Final = frozenset(finder for finder, (first, *_) in LADDER if first.is_slow)
"""The finders that may take seconds."""

SLOW_SECONDS: Final = 1.0
"""The least time left with which a slow finder is started."""


def steps(state: State, technique: Technique) -> Iterator[Step]:
    """Yields every step of one technique in a state, in the order of its finders."""
    for finder, techniques in LADDER:
        if technique in techniques:
            yield from (step for step in finder(state) if step.technique is technique)


__all__ = [
    "DIGIT_BY_TRIAL",
    "FULL_HOUSE",
    "HIDDEN_SINGLE",
    "LADDER",
    "NAKED_SINGLE",
    "SCALE",
    "SLOW",
    "SLOW_SECONDS",
    "TAUGHT",
    "TECHNIQUES",
    "WITHOUT_NOTES",
    "Blockers",
    "Branch",
    "Branches",
    "Candidate",
    "Cells",
    "Chain",
    "ChainPassage",
    "Chains",
    "Deduction",
    "Difficulty",
    "Digits",
    "EndPassage",
    "Family",
    "Finder",
    "Groups",
    "NetPassage",
    "Node",
    "Options",
    "Part",
    "Passage",
    "State",
    "Step",
    "Technique",
    "Units",
    "by_trial",
    "cost",
    "next_single",
    "steps",
    "technique_named",
]
