"""Whether the proof of a step holds in a state, checked against the definition of its technique.

This is written apart from the finders and shares nothing with them but values. A step is taken at
its word: its cells, units, digits, links and deductions have to be what the definition demands in
this state, and what it concludes has to follow from them. `tests/test_proofs.py` alters steps, and
sees that they are refused.
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
"""By technique, what follows from what a step of it says; Untrue where that is not so."""


def holds(state: State, step: Step) -> bool:
    """Whether all that a step concludes is open in a state and follows from what it says."""
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
