"""Positions in which a technique shows and nothing easier does.

Somebody who is asked for a hidden quad and finds a pair instead has learned nothing about quads. So
the easier steps are taken first, as long as the technique still shows afterwards. A few techniques
never show alone: a hidden quad leaves a smaller naked set in the other cells of its unit.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from engine.practice.position import Position
from engine.search.budget import Budget
from engine.techniques import LADDER, SLOW, State, Step, Technique
from engine.techniques.fish import SASHIMI_JELLYFISH
from engine.techniques.forcing import CONTRADICTION_FORCING_CHAIN
from engine.techniques.franken import FRANKEN_SWORDFISH
from engine.techniques.remote_pairs import REMOTE_PAIRS
from engine.techniques.single_digit import TURBOT_FISH
from engine.techniques.subsets import HIDDEN_QUAD

NEVER_ALONE: Final = frozenset(
    {
        HIDDEN_QUAD,
        TURBOT_FISH,
        REMOTE_PAIRS,
        SASHIMI_JELLYFISH,
        FRANKEN_SWORDFISH,
        CONTRADICTION_FORCING_CHAIN,
    }
)
"""Those of which none of many positions shows without something easier beside it."""

MOST_STEPS: Final = 60
"""Easier steps that are taken at most."""

MOST_LOOKED_AT: Final = 200
"""Steps of the finders of a technique among which it is looked for."""

_NUMBERED: Final = tuple(enumerate(LADDER))


def easier_step(state: State, technique: Technique) -> Step | None:
    """A step of a finder that comes before those of a technique; slow finders are not asked."""
    first = min(number for number, (_, names) in _NUMBERED if technique in names)
    asked = (finder for finder, _ in LADDER[:first] if finder not in SLOW)
    return next((step for finder in asked for step in finder(state)), None)


def shows(state: State, technique: Technique) -> bool:
    """Whether a technique shows among the first steps of its finders."""
    return any(
        step.technique is technique for step in islice(_of(state, technique), MOST_LOOKED_AT)
    )


def _of(state: State, technique: Technique) -> Iterator[Step]:
    return (step for finder, names in LADDER if technique in names for step in finder(state))


def alone(technique: Technique, position: Position, budget: Budget) -> Position | None:
    """The position once all easier steps were taken; None where the technique shows no more.

    None also if the budget ends first. Its nodes are the candidates that may be ruled out.
    """
    deadline, state = budget.deadline(), position.state
    for _ in range(MOST_STEPS):
        step = easier_step(state, technique)
        if step is None:
            found = Position.of(position.givens, state)
            return found if len(found.gone) <= budget.nodes and shows(state, technique) else None
        state = step.after(state)
        if not budget.until(deadline).seconds or state.is_solved:
            break
    return None
