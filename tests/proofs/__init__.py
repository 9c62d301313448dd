"""Checks the proof of a step in a state against the definition of its technique.

A finder and a test that share code also share mistakes. So this checker is written apart from the
finders and shares nothing with them but values. It searches for nothing: it reads the step's cells,
units, digits, links and deductions, requires each to be what the definition demands in this state,
and derives what follows. Everything that the step concludes must be among that.
`tests/test_proofs.py` alters steps, and checks that the altered ones are refused.
"""

from typing import Final

from engine.techniques import State, Step
from tests.proofs.chained import CHAINED
from tests.proofs.colors import COLORS
from tests.proofs.deadly import DEADLY
from tests.proofs.evidence import Evidence, Untrue
from tests.proofs.nets import NETS
from tests.proofs.one_digit import ONE_DIGIT
from tests.proofs.patterns import PATTERNS
from tests.proofs.sets import SETS

RULES: Final = {**PATTERNS, **COLORS, **ONE_DIGIT, **CHAINED, **SETS, **DEADLY, **NETS}
"""For each technique the rule that derives what follows from a step, or raises Untrue."""


def holds(state: State, step: Step) -> bool:
    """Whether all that a step concludes is open in a state and follows from its description."""
    try:
        proven = RULES[step.technique](Evidence(state, step))
    except Untrue:
        return False
    concluded = step.placements + step.eliminations
    return (
        bool(concluded)
        and len({*concluded}) == len(concluded)
        and all(map(state.has, concluded))
        and {*step.placements} <= proven.placed
        and {*step.eliminations} <= proven.removed
    )
