"""A technique as a value, and the steps that it concludes.

All that is known of a technique stands in one value, in the file of its family: how it is found,
what it is called, how hard it is, which parts its reason has and how English tells it, what its
steps look at, and what they cost a person. `engine.techniques` gathers these values; there is no
table of them. The words of people's languages are in `bot/messages/techniques/`.

`rank` is the place from easy to hard, as people learn techniques, and no two have the same one. The
finders are asked in that order, too. The scale of Sudoku Explainer names some techniques that
nobody finds here, since a finder goes by another name (`engine.techniques.scale`); for these,
`nearest` is the technique that is taught.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, NamedTuple, Self

from engine.board.geometry import Geometry
from engine.techniques.layout import Candidate
from engine.techniques.length import length_of
from engine.techniques.parts import Cells, Conclusion, Part
from engine.techniques.state import State

LONGEST_READ: Final = 500
"""Longer reasons are told only where there is no other step (`engine.techniques.length`)."""


class Difficulty(StrEnum):
    """The named bands of difficulty, easiest first."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    EXPERT = "expert"
    EXTREME = "extreme"


class Family(StrEnum):
    """Techniques that share their idea."""

    SINGLES = "singles"
    LOCKED = "locked"
    SUBSETS = "subsets"
    FISH = "fish"
    SINGLE_DIGIT = "single_digit"
    WINGS = "wings"
    COLORING = "coloring"
    UNIQUENESS = "uniqueness"
    CHAINS = "chains"
    ALS = "als"
    FORCING = "forcing"
    NETS = "nets"


class Look(NamedTuple):
    """What a step looks at, by roles: whole cells, or the places of digits in units."""

    cells: str = ""
    digits: str = ""
    units: str = ""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Technique(str):  # noqa: SLOT000 - the dataclass makes the slots
    """A technique, which is its name: `x_wing`, on the command line `x-wing`.

    `rating` is the lowest one of its steps on the scale of Sudoku Explainer, 0 where the scale does
    not know it. `finders` find its steps, with those of other techniques perhaps; `asked` is their
    rank where it is another one. A finder that `is_slow` may take seconds.

    Each of its steps has exactly the parts named in `roles`; `reason` says in English why it holds,
    with the parts in braces. `looks_at` is what must be as it is for a step to hold, besides the
    chains, sets and branches among the roles, and None where that is the whole board. `again` says
    what is left of a step in another state; without it the finder is asked there.

    `harder` is what it costs more than others of its family. Where it `is_seen_without_notes`, the
    digits alone show it. The others of a short way find what it finds unless it `is_on_short_ways`.
    """

    name: str
    english: str
    difficulty: Difficulty
    rank: int
    family: Family
    rating: float = 0
    nearest: "Technique | None" = None
    finders: "tuple[Finder, ...]" = ()
    asked: int = 0
    is_slow: bool = False
    roles: tuple[str, ...] = ()
    reason: str = ""
    looks_at: tuple[Look, ...] | None = None
    again: "Callable[[Step, State], Step | None] | None" = None
    harder: float = 0
    is_seen_without_notes: bool = False
    is_on_short_ways: bool = True

    def __new__(cls, name: str, *_: Any, **__: Any) -> Self:
        return str.__new__(cls, name)

    def __post_init__(self) -> None:
        if self.name in _KNOWN:
            raise ValueError(f"two techniques are called {self.name}")
        _KNOWN[self.name] = self

    def __reduce__(self) -> tuple[Callable[[str], "Technique"], tuple[str]]:
        return technique_named, (self.name,)

    @property
    def lesson(self) -> "Technique":
        """The technique that is taught and found: this one, or the nearest one that is."""
        return self.nearest or self

    @property
    def placeholders(self) -> frozenset[str]:
        """The names of `Step.parts()`, which a wording may use."""
        return frozenset((*self.roles, "conclusion", "targets"))

    @property
    def assumes_uniqueness(self) -> bool:
        """Whether its reasoning needs that the puzzle has only one solution."""
        return self.family is Family.UNIQUENESS


_KNOWN: Final = dict[str, Technique]()


def technique_named(name: str) -> Technique:
    """The technique of a name such as `x_wing`; raises ValueError where there is none."""
    if name not in _KNOWN:
        raise ValueError(f"{name!r} is no technique")
    return _KNOWN[name]


def all_techniques() -> tuple[Technique, ...]:
    """Those of all files that were imported, from easy to hard."""
    return tuple(sorted(_KNOWN.values(), key=lambda each: each.rank))


@dataclass(frozen=True, slots=True)
class Step:
    """Values to place or candidates to remove, with the pattern that proves it.

    `roles` are the parts of the pattern by the names that the technique has for them, such as
    `base`, `cover` and `fins` of a fish.
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

    @property
    def length(self) -> int:
        """How long its reason is to read, in characters of brief English."""
        return length_of(self.roles, len(self.targets))

    @property
    def is_readable(self) -> bool:
        """Whether its reason is short enough to be read in one go."""
        return self.length <= LONGEST_READ

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
