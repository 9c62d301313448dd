"""The techniques that only the scale of Sudoku Explainer names have its ratings and their place."""

from engine.techniques import DIGIT_BY_TRIAL, SCALE, TECHNIQUES, Family, scale
from tests.engine.techniques.finders import RATED, Finders

NAMES = Finders.of(scale)


def test_they_have_the_place_and_the_rating_that_players_know() -> None:
    NAMES.check_known()


def test_the_scale_has_all_its_techniques() -> None:
    assert {*SCALE} == {*RATED}


def test_only_what_the_scale_names_and_a_trial_have_no_finder() -> None:
    for technique in TECHNIQUES:
        assert bool(technique.finders) == (technique.nearest is None)
        assert technique.finders or technique.rating or technique is DIGIT_BY_TRIAL


def test_what_assumes_a_single_solution_is_taught_by_what_assumes_it_too() -> None:
    for technique in TECHNIQUES:
        assert technique.lesson.assumes_uniqueness == technique.assumes_uniqueness
        assert technique.assumes_uniqueness == (technique.family is Family.UNIQUENESS)
