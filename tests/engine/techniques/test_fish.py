"""Fish: published, proved, and all that the definition gives."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import pytest

from engine.techniques import Candidate, State, Technique
from engine.techniques import fish as file
from engine.techniques.fish import (
    FINNED_JELLYFISH,
    FINNED_SWORDFISH,
    FINNED_X_WING,
    JELLYFISH,
    SASHIMI_JELLYFISH,
    SASHIMI_SWORDFISH,
    SASHIMI_X_WING,
    SWORDFISH,
    X_WING,
)
from tests.engine.techniques.finders import Finders, concluded, seen, spots

FOUND = Finders.of(file)


def test_they_are_found_where_they_were_published() -> None:
    FOUND.check_published()


@pytest.mark.long
def test_each_step_follows_from_its_parts_and_comes_once() -> None:
    FOUND.check_proved()


@pytest.mark.long
def test_they_are_found_wherever_lines_and_digits_go() -> None:
    FOUND.check_everywhere(["a"])


def test_they_have_the_place_and_the_rating_that_players_know() -> None:
    FOUND.check_known()


@dataclass(frozen=True)
class Fish:
    """One choice of base lines and cover lines, by the words of the definition."""

    removed: frozenset[int]
    has_fins: bool
    is_thin: bool


def fish(state: State, value: int, size: int) -> Iterator[Fish]:
    rows = [spots(state, value, unit) for unit in state.layout.rows]
    columns = [spots(state, value, unit) for unit in state.layout.columns]
    for lines, crossing in ((rows, columns), (columns, rows)):
        for base in combinations([line for line in lines if line], size):
            places = frozenset[int]().union(*base)
            for cover in combinations([line for line in crossing if line & places], size):
                covered = frozenset[int]().union(*cover)
                fins = places - covered
                removed = covered - places
                if fins and removed:
                    removed &= {cell for cell, _ in seen(state, value, fins)}
                if removed:
                    is_thin = any(len(line & covered) < 2 for line in base)
                    yield Fish(removed, bool(fins), is_thin)


@pytest.mark.long
@pytest.mark.parametrize(
    ("size", "plain", "finned", "sashimi"),
    [
        (2, X_WING, FINNED_X_WING, SASHIMI_X_WING),
        (3, SWORDFISH, FINNED_SWORDFISH, SASHIMI_SWORDFISH),
        (4, JELLYFISH, FINNED_JELLYFISH, SASHIMI_JELLYFISH),
    ],
)
def test_they_are_all_that_the_definition_gives(
    size: int, plain: Technique, finned: Technique, sashimi: Technique
) -> None:
    kinds = [plain, finned, sashimi]
    total = Counter[Technique]()
    examples = [next(each for each in FOUND.examples if each.technique is kind) for kind in kinds]
    # Choices of four lines are many.
    for state in [each.state() for each in examples[: 5 - size]]:
        expected = {kind: set[frozenset[Candidate]]() for kind in kinds}
        for value in state.digits:
            for each in fish(state, value, size):
                kind = plain if not each.has_fins else sashimi if each.is_thin else finned
                expected[kind].add(frozenset(Candidate(cell, value) for cell in each.removed))
        for kind in kinds:
            found = concluded(state, kind)
            assert found == expected[kind], kind
            total[kind] += len(found)
    assert total[plain] or total[finned]
