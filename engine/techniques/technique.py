"""A technique as a value, and the steps that it concludes.

One value holds everything known about a technique, in the file of its family: how it is found, its
name, its difficulty, the parts of its reason and their wording in English, what its steps depend
on, and what they cost a person. There is no central table: a technique registers itself when it is
created, and `engine.techniques` imports the files. The wordings for players are in
`bot/messages/techniques/`.

`rank` orders the techniques from easy to hard, as people learn them; no two have the same rank.
Finders are asked in that order, unless `asked` says otherwise. The scale of Sudoku Explainer has
names for some techniques that no finder here uses (`engine.techniques.scale`), and a digit by trial
is no technique to learn (`engine.techniques.trial`). For these, `nearest` is the technique that is
taught instead.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, NamedTuple, Self

from engine.board.arguments import instance
from engine.board.geometry import Geometry
from engine.techniques.layout import Candidate
from engine.techniques.length import length_of
from engine.techniques.parts import Cells, Conclusion, Outcome, Part
from engine.techniques.state import State

LONGEST_READ: Final = 500
"""Steps with longer reasons are taken only where no other is found (`engine.techniques.length`)."""


class Difficulty(StrEnum):
    """The named bands of difficulty, easiest first, which is also their order: EASY < EXTREME.

    To compare one with anything else, such as a text, raises TypeError; to ask whether it equals a
    text is allowed.
    """

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    EXPERT = "expert"
    EXTREME = "extreme"

    def __lt__(self, other: str) -> bool:
        return _place_of(self) < _place_of(other)

    def __le__(self, other: str) -> bool:
        return _place_of(self) <= _place_of(other)

    def __gt__(self, other: str) -> bool:
        return _place_of(self) > _place_of(other)

    def __ge__(self, other: str) -> bool:
        return _place_of(self) >= _place_of(other)


def _place_of(other: object) -> int:
    # Not NotImplemented, for which Python would compare the two as texts after all.
    if not isinstance(other, Difficulty):
        raise TypeError(f"a Difficulty is above or below another one, not {type(other).__name__}")
    return tuple(Difficulty).index(other)


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
    """What a step depends on, named by roles: whole cells, or the places of digits in units."""

    cells: str = ""
    digits: str = ""
    units: str = ""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Technique(str):  # noqa: SLOT000 - the dataclass makes the slots
    """A technique. As a string it is its name: `x_wing`, which the command line writes `x-wing`.

    `rating` is the lowest rating of its steps on the scale of Sudoku Explainer, or 0 where the
    scale does not know it. `finders` find its steps, and perhaps those of other techniques.
    `asked`, unless it is 0, takes the place of `rank` in the order of the finders. A finder that
    `is_slow` may take seconds.

    Each of its steps has exactly the parts named in `roles`. `reason` is the English proof, with
    these names in braces. `looks_at` names what a step depends on besides the chains, sets and
    branches among its roles; None stands for the whole board. `again` returns what is left of a
    step in another state; without it, the finder runs there.

    `harder` is added to the cost of the family. A technique that `is_seen_without_notes` shows in
    the digits alone. Short ways do without one that is not `is_on_short_ways`, since others lead as
    far.
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
        # An unpickled technique is the registered value itself, so that `is` works across
        # processes.
        return technique_named, (self.name,)

    @property
    def lesson(self) -> "Technique":
        """The technique that is taught and found: this one, or the nearest one that is."""
        return self.nearest or self

    @property
    def placeholders(self) -> frozenset[str]:
        """The names of `Step.parts()`, which a wording may use."""
        return frozenset((*self.roles, "conclusion", "outcome", "targets"))

    @property
    def assumes_uniqueness(self) -> bool:
        """Whether its reasoning needs that the puzzle has only one solution."""
        return self.family is Family.UNIQUENESS


_KNOWN: Final = dict[str, Technique]()


def technique_named(name: str) -> Technique:
    """The technique of a name such as `x_wing`, which may also be written `X-Wing` or `x wing`.

    Raises ValueError, which lists the names, where there is none.
    """
    known = _KNOWN.get(instance("name", name, str))
    if known:
        return known
    asked = _letters(name)
    for each in all_techniques():
        if asked in {_letters(each), _letters(each.english)}:
            return each
    names = ", ".join(each.english for each in all_techniques() if each.finders)
    raise ValueError(f"there is no technique {str(name)!r}; there are {names}")


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.lower()))


def all_techniques() -> tuple[Technique, ...]:
    """Every technique registered so far, from easy to hard."""
    return tuple(sorted(_KNOWN.values(), key=lambda each: each.rank))


@dataclass(frozen=True, slots=True)
class Step:
    """Values to place or candidates to remove, with the pattern that proves it.

    `roles` are the parts of the pattern under the names that the technique gives them, such as
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
        """The roles by name, with what the step concludes.

        `conclusion` says what to do, `outcome` what is true then, and `targets` are the cells that
        the step is about.
        """
        return {
            **dict(self.roles),
            "conclusion": Conclusion(self.placements, self.eliminations),
            "outcome": Outcome(self.placements, self.eliminations),
            "targets": Cells(self.targets),
        }

    @property
    def targets(self) -> tuple[int, ...]:
        """The cells of all placements and eliminations, ascending."""
        return tuple(sorted({option.cell for option in self.placements + self.eliminations}))

    @property
    def length(self) -> int:
        """The estimated length of its reason, in characters of brief English."""
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
