"""What a step costs a person who looks for it and follows it.

The name of a technique says too little: somebody who knows the ALS-XZ finds one of four cells at a
glance, but one of ten cells takes longer than a chain of six links. So the cost of a step is that
of its family, plus something for each cell that must be seen together, each link that must be
followed, each consequence that must be remembered, and the distance on the board. The unit is the
base cost of locked candidates. The weights are estimates that keep the order in which people find
steps in practice: singles, then pairs, then short chains, and branches only where nothing else is
left.
"""

from collections.abc import Iterable
from typing import Final

from engine.board.geometry import Geometry
from engine.techniques.parts import (
    Branch,
    Branches,
    Cells,
    Chain,
    Chains,
    Groups,
    Options,
    Part,
)
from engine.techniques.technique import Family, Step

KINDS: Final = {
    Family.SINGLES: 0.2,
    Family.LOCKED: 1.0,
    Family.SUBSETS: 1.4,
    Family.FISH: 1.8,
    Family.SINGLE_DIGIT: 1.8,
    Family.WINGS: 2.0,
    Family.COLORING: 2.2,
    Family.UNIQUENESS: 2.0,
    Family.CHAINS: 2.2,
    Family.ALS: 2.6,
    Family.FORCING: 8.0,
    Family.NETS: 14.0,
}

CELL: Final = 0.2
LINK: Final = 0.35
DEDUCTION: Final = 0.3
FOLLOWED: Final = 12
"""Links and deductions that a person follows in one go; each beyond them costs OVER more."""

OVER: Final = 1.5
SPAN: Final = 0.8
"""The cost of a pattern as wide or as high as the board."""


def cost(step: Step) -> float:
    """The cost of a step: above 0, and mostly between 1.5 and 2 for locked candidates."""
    cells = {cell for _, part in step.roles for cell in _cells(part)}
    links, deductions = _links(step), _consequences(step)
    # A person looks from the pattern to what falls, so the distance covers both.
    seen = {option.cell for option in step.placements + step.eliminations}
    return (
        KINDS[step.technique.family]
        + step.technique.harder
        + CELL * len(cells)
        + LINK * links
        + DEDUCTION * deductions
        + OVER * max(0, links + deductions - FOLLOWED)
        + SPAN * _span(step.geometry, cells | seen)
    )


def _links(step: Step) -> int:
    return sum(len(chain.links) for _, part in step.roles for chain in _chains(part))


def _consequences(step: Step) -> int:
    return sum(_deductions(branch) for _, part in step.roles for branch in _branches(part))


def _cells(part: Part) -> Iterable[int]:
    match part:
        case Cells(cells):
            return cells
        case Groups(groups):
            return (cell for group in groups for cell in group)
        case Options(candidates):
            return (option.cell for option in candidates)
        case Chain(links):
            # Only almost locked sets; other links are counted as links.
            return (cell for link in links for cell in link.cells)
        case _:
            return ()


def _chains(part: Part) -> tuple[Chain, ...]:
    match part:
        case Chain():
            return (part,)
        case Chains(chains):
            return chains
        case _:
            return ()


def _branches(part: Part) -> tuple[Branch, ...]:
    return part.branches if isinstance(part, Branches) else ()


def _deductions(branch: Branch) -> int:
    """The number of deductions, with those of the proofs inside."""
    inner = (deduction.proof for deduction in branch.deductions)
    return len(branch.deductions) + sum(_deductions(proof) for proof in inner if proof)


def _span(geometry: Geometry, cells: set[int]) -> float:
    """The larger of the width and the height that cells span, as a share of the board."""
    places = [divmod(cell, geometry.size) for cell in cells]
    wide = max((max(axis) - min(axis) for axis in zip(*places, strict=True)), default=0)
    return wide / geometry.size
