"""What holds for the techniques of every file: where they are found, and their place and rating."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from types import ModuleType
from typing import Final

from engine.board.rearrange import rearrangement
from engine.techniques import (
    DIGIT_BY_TRIAL,
    TAUGHT,
    TECHNIQUES,
    Difficulty,
    Family,
    State,
    Step,
    Technique,
    steps,
)
from engine.techniques.layout import Candidate, bits, mask_of
from engine.techniques.nested import NESTED_NET
from engine.techniques.singles import FULL_HOUSE
from tests.engine.techniques.test_published import EXAMPLES, Example, candidates, removed_by
from tests.proofs import holds

RATED: Final = {
    "full_house": 1.0,
    "hidden_single": 1.2,
    "direct_pointing": 1.7,
    "direct_claiming": 1.9,
    "direct_hidden_pair": 2.0,
    "naked_single": 2.3,
    "direct_hidden_triple": 2.5,
    "pointing": 2.6,
    "claiming": 2.8,
    "naked_pair": 3.0,
    "x_wing": 3.2,
    "hidden_pair": 3.4,
    "naked_triple": 3.6,
    "swordfish": 3.8,
    "hidden_triple": 4.0,
    "skyscraper": 4.0,
    "two_string_kite": 4.1,
    "turbot_fish": 4.1,
    "xy_wing": 4.2,
    "grouped_turbot_fish": 4.3,
    "xyz_wing": 4.4,
    "unique_rectangle": 4.5,
    "unique_loop": 4.6,
    "naked_quad": 5.0,
    "jellyfish": 5.2,
    "hidden_quad": 5.4,
    "three_strong_links": 5.4,
    "wxyz_wing": 5.5,
    "bug": 5.6,
    "four_strong_links": 5.8,
    "vwxyz_wing": 6.2,
    "aligned_pair_exclusion": 6.2,
    "x_cycle": 6.5,
    "y_cycle": 6.5,
    "forcing_x_chain": 6.6,
    "uvwxyz_wing": 6.6,
    "xy_cycle": 7.0,
    "forcing_chain": 7.0,
    "tuvwxyz_wing": 7.5,
    "aligned_triple_exclusion": 7.5,
    "nishio": 7.5,
    "cell_forcing_chain": 8.0,
    "unit_forcing_chain": 8.0,
    "dynamic_forcing_chains": 8.5,
    "dynamic_forcing_chains_plus": 9.0,
    "nested_forcing_chains": 9.5,
}
"""The lowest rating of each technique, as Sudoku Explainer and its successor publish them."""

FIRST_AND_LAST: Final = (FULL_HOUSE, NESTED_NET, DIGIT_BY_TRIAL)
"""The easiest technique, the last that is taught, and the hardest of the scale."""

MET_AGAIN: Final = {"aic_with_als", "continuous_loop"}

LED_BY_OTHERS: Final = {
    "direct_hidden_pair",
    "direct_hidden_triple",
    "franken_swordfish",
    "als_chain",
}
"""Short ways lead as far without these."""


def relabelled(state: State, seed: str) -> tuple[State, dict[Candidate, Candidate]]:
    """A state once its lines and digits have changed places, and what each candidate became."""
    order = rearrangement(state.geometry, seed)
    values, cells, given = bytearray(len(state.values)), [0] * len(state.values), 0
    became = {}
    for cell, value in enumerate(state.values):
        moved = order.cells[cell]
        values[moved] = order.digits[value] if value else 0
        given |= (state.given >> cell & 1) << moved
        cells[moved] = mask_of(order.digits[digit + 1] - 1 for digit in bits(state.cells[cell]))
        for digit in state.digits:
            became[Candidate(cell, digit)] = Candidate(moved, order.digits[digit])
    return State(state.geometry, bytes(values), given, tuple(cells)), became


@dataclass(frozen=True, slots=True)
class Finders:
    """The techniques of a file, in the positions that others published for any of them."""

    techniques: tuple[Technique, ...]
    is_slow: bool = False

    @staticmethod
    def of(file: ModuleType, *, is_slow: bool = False) -> "Finders":
        """Those defined in a file; if slow, each is looked for only in its own examples."""
        own = [each for each in vars(file).values() if isinstance(each, Technique)]
        return Finders(tuple(own), is_slow)

    @property
    def examples(self) -> list[Example]:
        return [example for example in EXAMPLES if example.technique in self.techniques]

    @property
    def states(self) -> list[State]:
        return [example.state() for example in self.examples]

    def asked(self, example: Example) -> tuple[Technique, ...]:
        """The techniques that are looked for in an example."""
        return (example.technique,) if self.is_slow else self.techniques

    def found(self, most: int) -> Iterator[tuple[State, list[Step]]]:
        """The first steps of the techniques in the states of the examples."""
        for example in self.examples:
            state = example.state()
            for technique in self.asked(example):
                yield state, [*islice(steps(state, technique), most)]

    def check_published(self) -> None:
        """What was published is concluded, and nothing that was published is left out."""
        assert self.examples
        for example in self.examples:
            wanted, state = candidates(example.conclusion.lstrip("!=")), example.state()
            found = steps(state, example.technique)
            if example.conclusion.startswith("!="):
                assert any(removed_by(state, step) == wanted for step in found), example
            else:
                assert any(set(step.placements) == wanted for step in found), example

    def check_proved(self, most: int = 20) -> None:
        """Each step has the parts of its technique, follows from them, and comes once."""
        for state, several in self.found(most):
            # Several starts, or several finders, may meet the same chain or loop.
            may_come_again = any(step.technique in MET_AGAIN for step in several)
            assert may_come_again or len({*several}) == len(several)
            for step in several:
                assert set(step.parts()) == step.technique.placeholders, step
                assert holds(state, step), step
                assert not step.placements or not step.eliminations

    def check_everywhere(self, seeds: Sequence[str] = ("a", "b")) -> None:
        """The same is concluded wherever the lines and the digits of a board go."""
        for example in self.examples:
            state = example.state()
            for other, became in (relabelled(state, seed) for seed in seeds):
                for technique in self.asked(example):
                    here = {
                        frozenset(map(became.__getitem__, one))
                        for one in concluded(state, technique)
                    }
                    assert here == concluded(other, technique), (technique, example)

    def check_known(self) -> None:
        """Ratings are those of Sudoku Explainer, and the ladder is climbed from easy to hard."""
        bands = [[*Difficulty].index(each.difficulty) for each in TECHNIQUES]
        assert bands == sorted(bands)
        assert len({each.rank for each in TECHNIQUES}) == len(TECHNIQUES)
        assert (TECHNIQUES[0], TAUGHT[-1], TECHNIQUES[-1]) == FIRST_AND_LAST
        for technique in self.techniques:
            assert technique.rating == RATED.get(technique, 0)
            assert technique.is_on_short_ways == (technique not in LED_BY_OTHERS)
            is_branched = technique.family in {Family.FORCING, Family.NETS}
            assert technique.is_slow == (is_branched and bool(technique.finders))
            places = technique.family is Family.SINGLES or technique.startswith("direct_")
            assert technique.is_seen_without_notes == places


def concluded(state: State, technique: Technique) -> set[frozenset[Candidate]]:
    """What each step of a technique concludes in a state."""
    return {frozenset(step.placements + step.eliminations) for step in steps(state, technique)}


def spots(state: State, value: int, unit: int) -> frozenset[int]:
    """The cells of a unit that may hold a value."""
    return frozenset(c for c in state.geometry.units[unit] if state.has(Candidate(c, value)))


def seen(state: State, value: int, cells: Iterable[int]) -> frozenset[Candidate]:
    """The candidates of a value that see each of some cells."""
    common = set.intersection(*(set(state.geometry.peers[cell]) for cell in cells))
    return frozenset(o for o in (Candidate(cell, value) for cell in common) if state.has(o))


def values_at(state: State, cell: int) -> frozenset[int]:
    """The candidates of a cell."""
    return frozenset(option.value for option in state.options_of(cell, -1))
