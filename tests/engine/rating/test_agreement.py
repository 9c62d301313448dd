"""Figures of agreement."""

import pytest

from engine.rating.agreement import agreement, rank_correlation, rated_puzzles


def test_rank_correlation_of_a_textbook_example() -> None:
    # IQ and hours of television a week: rho = -29/165 (Wikipedia, "Spearman's rank correlation")
    iq = [86, 97, 99, 100, 101, 103, 106, 110, 112, 113]
    hours = [2, 20, 28, 27, 50, 29, 7, 17, 6, 12]
    assert rank_correlation(iq, hours) == pytest.approx(-29 / 165)


def test_rank_correlation_shares_ranks_between_equals() -> None:
    assert rank_correlation([1, 2, 2, 3], [10, 20, 20, 30]) == pytest.approx(1)
    assert rank_correlation([1, 1, 2, 2], [1, 2, 1, 2]) == pytest.approx(0)
    assert rank_correlation([1, 1], [1, 2]) == 1.0


def test_only_lines_of_a_puzzle_and_a_rating_count() -> None:
    lines = ["# 9x9 puzzles", "", "1" * 81 + " 2.3", "." * 80 + " 1.2", "2" * 81 + " 10.5\n"]
    assert list(rated_puzzles(lines)) == [("1" * 81, 23), ("2" * 81, 105)]


def test_differences_are_counted_and_the_widest_named_first() -> None:
    ours = {"a": 12, "b": 26, "c": 75, "d": 90}
    found = agreement([("a", 12), ("b", 23), ("c", 66), ("d", 90)], ours.__getitem__)
    assert found
    assert (found.puzzles, found.exact, found.within_three) == (4, 0.5, 0.75)
    assert found.rank_correlation == pytest.approx(1)
    # Three tenths apart is near, four is not.
    nearer = agreement(iter([("a", 12), ("b", 22)]), ours.__getitem__)
    assert nearer
    assert nearer.within_three == 0.5
    assert agreement([], ours.__getitem__) is None
