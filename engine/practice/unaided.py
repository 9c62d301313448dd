"""What somebody shows by what they find without help: the techniques that could have given it.

Nobody says why they place a digit, so it counts for what could have given it:

- A digit that is a single counts for the kinds of singles that give it, whichever was seen.
- A digit that is none is reached by easiest steps from what is known so far. It counts for the
  hardest technique among them: everything easier ends before the digit, so that at least this much
  was needed, however the person went. The steps stay known for the digits that follow.
- A note that goes counts for the easiest technique of which one step removes it.

What only a slow technique or a guess explains counts for nothing, and so does what is wrong. The
digits of one message have no order, so those that can be seen first come first.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from time import monotonic
from typing import Final

from engine.board.grid import Grid
from engine.search.budget import Budget
from engine.techniques import (
    FULL_HOUSE,
    HIDDEN_SINGLE,
    LADDER,
    NAKED_SINGLE,
    SLOW,
    State,
    Step,
    Technique,
)
from engine.techniques.layout import Candidate
from engine.techniques.singles import next_single

OF_ONE_FINDER: Final = 100
"""Steps of each finder that are looked at for the reason of one removed note."""

_FAST: Final = tuple(finder for finder, _ in LADDER if finder not in SLOW)
_NOTHING: Final = ()


@dataclass(frozen=True, slots=True)
class Deed:
    """What a person did at once: candidates placed, and candidates removed from their notes."""

    placed: tuple[Candidate, ...] = ()
    removed: tuple[Candidate, ...] = ()


Ways = tuple[Technique, ...]
"""The techniques, from easy to hard, each of which could have given one digit or one note."""


def techniques_behind(
    givens: Grid, solution: Grid, deeds: Sequence[Deed], budget: Budget
) -> tuple[tuple[Ways, ...], ...]:
    """For each deed in its order what explains it: one entry for a digit or note, if any.

    Deeds for which the time is too short are explained by nothing.
    """
    known, deadline = State.start(givens), budget.deadline()
    found = []
    for deed in deeds:
        known, ways = _explained(known, _true(deed, solution), deadline)
        found.append(tuple(ways))
    return tuple(found)


def _true(deed: Deed, solution: Grid) -> Deed:
    return Deed(
        tuple(option for option in deed.placed if solution[option.cell] == option.value),
        tuple(option for option in deed.removed if solution[option.cell] != option.value),
    )


def _explained(known: State, deed: Deed, deadline: float) -> tuple[State, list[Ways]]:
    """What is known after a deed, and what explains it."""
    ways = list[Ways]()
    wanted = [option for option in deed.placed if known.has(option)]
    while wanted:
        known, option, way = _reached(known, wanted, deadline)
        wanted.remove(option)
        known = known.after((option,), ())
        ways += [way] * bool(way)
    removed = [option for option in deed.removed if known.has(option)]
    reasons = (_removing(known, option, deadline) for option in removed)
    ways += [(technique,) for technique in reasons if technique]
    return known.after((), removed), ways


def _reached(
    known: State, wanted: Sequence[Candidate], deadline: float
) -> tuple[State, Candidate, Ways]:
    """What is known once easiest steps reach a digit of `wanted`, that digit, and what gives it.

    The digits that these steps place on the way are only thought of, and not known afterwards.
    """
    ahead, hardest = known, None
    while monotonic() < deadline:
        seen = {option: ways for option in wanted if (ways := _singles(ahead, option))}
        if seen:
            option = min(seen, key=lambda option: seen[option][0].rank)
            return _narrowed(known, ahead), option, (hardest,) if hardest else seen[option]
        step = next_single(ahead)
        if step is None:
            step = next(_steps(ahead), None)
            if step is None:
                break
            hardest = max(hardest or step.technique, step.technique, key=_rank)
        ahead = step.after(ahead)
    return _narrowed(known, ahead), wanted[0], _NOTHING


def _rank(technique: Technique) -> int:
    return technique.rank


def _narrowed(known: State, ahead: State) -> State:
    """What is known, without the candidates that went on the way ahead."""
    cells = zip(known.cells, ahead.cells, ahead.values, strict=True)
    left = tuple(mine if value else mine & theirs for mine, theirs, value in cells)
    return State(known.geometry, known.values, known.given, left)


def _steps(state: State) -> Iterator[Step]:
    return (step for finder in _FAST for step in finder(state))


def _singles(state: State, option: Candidate) -> Ways:
    """The singles by which a digit is seen."""
    cell, value = option
    units = [state.layout.units[unit] for unit in state.geometry.units_of[cell]]
    blank, places, own = state.placed[0], state.places[value], 1 << cell
    seen = {
        FULL_HOUSE: any(blank & unit == own for unit in units),
        HIDDEN_SINGLE: any(places & unit == own for unit in units),
        NAKED_SINGLE: state.cells[cell] == 1 << value - 1,
    }
    return tuple(technique for technique, is_seen in seen.items() if is_seen)


def _removing(state: State, option: Candidate, deadline: float) -> Technique | None:
    """The easiest technique of which a step removes a candidate."""
    for finder in _FAST:
        if monotonic() > deadline:
            break
        for step in islice(finder(state), OF_ONE_FINDER):
            if not step.after(state).has(option):
                return step.technique
    return None
