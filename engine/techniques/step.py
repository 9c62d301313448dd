"""A step: what a technique concludes, and everything needed to explain and to draw it."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from engine.board.geometry import Geometry
from engine.techniques.layout import Candidate
from engine.techniques.parts import Cells, Conclusion, Part
from engine.techniques.state import State
from engine.techniques.technique import Technique


@dataclass(frozen=True, slots=True)
class Step:
    """Values to place or candidates to remove, with the pattern that proves it.

    `roles` are the parts of the pattern by name, such as `base`, `cover` and `fins` of a fish;
    `PLACEHOLDERS` lists for every technique the names it has.
    """

    geometry: Geometry
    technique: Technique
    placements: tuple[Candidate, ...]
    eliminations: tuple[Candidate, ...]
    roles: tuple[tuple[str, Part], ...]

    @property
    def assumes_uniqueness(self) -> bool:
        return self.technique.assumes_uniqueness

    def parts(self) -> dict[str, Part]:
        """The roles by name, `conclusion`, and the cells that it is about as `targets`."""
        conclusion = Conclusion(self.placements, self.eliminations)
        return {**dict(self.roles), "conclusion": conclusion, "targets": Cells(self.targets)}

    @property
    def targets(self) -> tuple[int, ...]:
        """The cells of what is placed or removed."""
        return tuple(sorted({option.cell for option in self.placements + self.eliminations}))

    def after(self, state: State) -> State:
        """The state once the step is done."""
        return state.after(self.placements, self.eliminations)


Finder = Callable[[State], Iterator[Step]]


def placing(
    state: State, technique: Technique, placed: Iterable[Candidate], /, **roles: Part
) -> Step:
    """A step that places values."""
    options = tuple(sorted(set(placed)))
    return Step(state.geometry, technique, options, (), tuple(roles.items()))


def removing(
    state: State, technique: Technique, removed: Iterable[Candidate], /, **roles: Part
) -> Step:
    """A step that removes candidates."""
    options = tuple(sorted(set(removed)))
    return Step(state.geometry, technique, (), options, tuple(roles.items()))
