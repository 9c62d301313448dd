"""Techniques, as people use them: one file for each family, whose finders find steps in a state.

A `State` holds the candidates of a board; a `Step` is what a technique concludes, with the parts of
its reason. `LADDER` has the finders from easy to hard, and `cost` says what a step costs a person.
"""

from collections.abc import Iterator
from typing import Final

from engine.techniques.als import als_chains, als_xy_wings, als_xz, wxyz_wings
from engine.techniques.chains import (
    alternating_chains,
    grouped_chains,
    grouped_x_chains,
    remote_pairs,
    set_chains,
    x_chains,
    xy_chains,
)
from engine.techniques.coloring import medusas, multi_colorings, simple_colorings
from engine.techniques.costs import cost
from engine.techniques.fish import FINNED_FISH, FISH, SASHIMI_FISH
from engine.techniques.forcing import forcing_chains
from engine.techniques.franken import franken_swordfish
from engine.techniques.layout import Candidate
from engine.techniques.locked import claiming, direct_claiming, direct_pointing, pointing
from engine.techniques.nets import agreement_nets, contradiction_nets, nested_nets
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
from engine.techniques.rectangles import avoidable_rectangles, hidden_rectangles
from engine.techniques.single_digit import (
    empty_rectangles,
    skyscrapers,
    turbot_fishes,
    two_string_kites,
)
from engine.techniques.singles import full_houses, hidden_singles, naked_singles
from engine.techniques.state import State
from engine.techniques.step import Finder, Step
from engine.techniques.subsets import DIRECT, HIDDEN, LOCKED, NAKED
from engine.techniques.sue_de_coq import sue_de_coqs
from engine.techniques.technique import SCALE, TAUGHT, WITHOUT_NOTES, Family, Technique
from engine.techniques.uniqueness import bivalue_graves, unique_loops, unique_rectangles
from engine.techniques.wings import w_wings, xy_wings, xyz_wings

LADDER: Final[tuple[tuple[Finder, tuple[Technique, ...]], ...]] = (
    (full_houses, (Technique.FULL_HOUSE,)),
    (hidden_singles, (Technique.HIDDEN_SINGLE,)),
    (naked_singles, (Technique.NAKED_SINGLE,)),
    (direct_pointing, (Technique.DIRECT_POINTING,)),
    (direct_claiming, (Technique.DIRECT_CLAIMING,)),
    (DIRECT[2], (Technique.DIRECT_HIDDEN_PAIR,)),
    (DIRECT[3], (Technique.DIRECT_HIDDEN_TRIPLE,)),
    (pointing, (Technique.POINTING,)),
    (claiming, (Technique.CLAIMING,)),
    (LOCKED[2], (Technique.LOCKED_PAIR,)),
    (NAKED[2], (Technique.NAKED_PAIR,)),
    (HIDDEN[2], (Technique.HIDDEN_PAIR,)),
    (LOCKED[3], (Technique.LOCKED_TRIPLE,)),
    (NAKED[3], (Technique.NAKED_TRIPLE,)),
    (HIDDEN[3], (Technique.HIDDEN_TRIPLE,)),
    (FISH[2], (Technique.X_WING,)),
    (NAKED[4], (Technique.NAKED_QUAD,)),
    (HIDDEN[4], (Technique.HIDDEN_QUAD,)),
    (skyscrapers, (Technique.SKYSCRAPER,)),
    (two_string_kites, (Technique.TWO_STRING_KITE,)),
    (empty_rectangles, (Technique.EMPTY_RECTANGLE,)),
    (FISH[3], (Technique.SWORDFISH,)),
    (turbot_fishes, (Technique.TURBOT_FISH,)),
    (xy_wings, (Technique.XY_WING,)),
    (
        simple_colorings,
        (
            Technique.SIMPLE_COLORING_TRAP,
            Technique.SIMPLE_COLORING_WRAP,
        ),
    ),
    (
        multi_colorings,
        (
            Technique.MULTI_COLORING_1,
            Technique.MULTI_COLORING_2,
        ),
    ),
    (remote_pairs, (Technique.REMOTE_PAIRS,)),
    (w_wings, (Technique.W_WING,)),
    (xyz_wings, (Technique.XYZ_WING,)),
    (
        unique_rectangles,
        (
            Technique.UNIQUE_RECTANGLE_1,
            Technique.UNIQUE_RECTANGLE_2,
            Technique.UNIQUE_RECTANGLE_3,
            Technique.UNIQUE_RECTANGLE_4,
            Technique.UNIQUE_RECTANGLE_5,
            Technique.UNIQUE_RECTANGLE_6,
        ),
    ),
    (hidden_rectangles, (Technique.HIDDEN_RECTANGLE,)),
    (
        avoidable_rectangles,
        (
            Technique.AVOIDABLE_RECTANGLE_1,
            Technique.AVOIDABLE_RECTANGLE_2,
        ),
    ),
    (
        bivalue_graves,
        (
            Technique.BUG_PLUS_1,
            Technique.BUG_TYPE_2,
            Technique.BUG_TYPE_3,
            Technique.BUG_TYPE_4,
        ),
    ),
    (FINNED_FISH[2], (Technique.FINNED_X_WING,)),
    (SASHIMI_FISH[2], (Technique.SASHIMI_X_WING,)),
    (FISH[4], (Technique.JELLYFISH,)),
    (
        unique_loops,
        (
            Technique.UNIQUE_LOOP_1,
            Technique.UNIQUE_LOOP_2,
            Technique.UNIQUE_LOOP_3,
            Technique.UNIQUE_LOOP_4,
        ),
    ),
    (FINNED_FISH[3], (Technique.FINNED_SWORDFISH,)),
    (SASHIMI_FISH[3], (Technique.SASHIMI_SWORDFISH,)),
    (x_chains, (Technique.X_CHAIN, Technique.CONTINUOUS_LOOP)),
    (xy_chains, (Technique.XY_CHAIN, Technique.CONTINUOUS_LOOP)),
    (medusas, (Technique.MEDUSA_TRAP, Technique.MEDUSA_WRAP)),
    (wxyz_wings, (Technique.WXYZ_WING,)),
    (sue_de_coqs, (Technique.SUE_DE_COQ,)),
    (als_xz, (Technique.ALS_XZ, Technique.DOUBLY_LINKED_ALS_XZ)),
    (grouped_x_chains, (Technique.GROUPED_X_CHAIN, Technique.CONTINUOUS_LOOP)),
    (FINNED_FISH[4], (Technique.FINNED_JELLYFISH,)),
    (SASHIMI_FISH[4], (Technique.SASHIMI_JELLYFISH,)),
    (
        franken_swordfish,
        (
            Technique.FRANKEN_SWORDFISH,
            Technique.FINNED_FRANKEN_SWORDFISH,
        ),
    ),
    (
        alternating_chains,
        (
            Technique.AIC,
            Technique.DISCONTINUOUS_LOOP,
            Technique.CONTINUOUS_LOOP,
        ),
    ),
    (
        grouped_chains,
        (
            Technique.GROUPED_AIC,
            Technique.CONTINUOUS_LOOP,
        ),
    ),
    (als_xy_wings, (Technique.ALS_XY_WING,)),
    (als_chains, (Technique.ALS_CHAIN,)),
    (set_chains, (Technique.AIC_WITH_ALS, Technique.CONTINUOUS_LOOP)),
    (
        forcing_chains,
        (
            Technique.CELL_FORCING_CHAIN,
            Technique.UNIT_FORCING_CHAIN,
            Technique.CONTRADICTION_FORCING_CHAIN,
        ),
    ),
    (contradiction_nets, (Technique.CONTRADICTION_NET,)),
    (agreement_nets, (Technique.CELL_FORCING_NET, Technique.UNIT_FORCING_NET)),
    (nested_nets, (Technique.NESTED_NET,)),
)
"""The finders in the order in which a person tries them, each with the techniques it finds."""


SLOW: Final = frozenset({forcing_chains, contradiction_nets, agreement_nets, nested_nets})
"""The finders that may take seconds."""

SLOW_SECONDS: Final = 1.0
"""A slow finder is not begun with less time than that."""


def steps(state: State, technique: Technique) -> Iterator[Step]:
    """Every step of one technique that is found in a state, in the order it is looked for."""
    for finder, techniques in LADDER:
        if technique in techniques:
            yield from (step for step in finder(state) if step.technique is technique)


__all__ = [
    "LADDER",
    "SCALE",
    "SLOW",
    "SLOW_SECONDS",
    "TAUGHT",
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
    "cost",
    "steps",
]
