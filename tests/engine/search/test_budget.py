import pickle
from fractions import Fraction
from math import inf, nan
from time import monotonic

import pytest

from engine.search.budget import DEFAULT_BUDGET, MOST_NODES, Budget, BudgetSpent


@pytest.mark.parametrize("seconds", [-1, -0.001, nan, -inf])
def test_no_time_is_below_zero(seconds: float) -> None:
    with pytest.raises(ValueError, match=f"seconds must be 0 or more, not {seconds}"):
        Budget(seconds)


@pytest.mark.parametrize("nodes", [-1, MOST_NODES + 1, 2**64, 2.5, nan])
def test_nodes_are_counted_in_whole_numbers(nodes: int) -> None:
    with pytest.raises(ValueError, match="nodes must be a whole number from 0 to"):
        Budget(1, nodes)


def test_a_number_of_another_library_is_not_blamed_for_what_is_no_number() -> None:
    with pytest.raises(TypeError, match="nodes must be a number, not str"):
        Budget(Fraction(2), "3")  # type: ignore[arg-type]


@pytest.mark.parametrize("budget", [Budget(0, 0), Budget(inf, MOST_NODES), Budget()])
def test_a_budget_is_a_value(budget: Budget) -> None:
    assert pickle.loads(pickle.dumps(budget)) == budget  # noqa: S301 - our own bytes
    with pytest.raises(AttributeError):
        budget.seconds = 1  # type: ignore[misc]


def test_who_sets_no_limits_has_ten_seconds_and_nodes_without_end() -> None:
    assert Budget() == DEFAULT_BUDGET == Budget(10, 2**62)
    assert Budget(3).nodes == 2**62


@pytest.mark.parametrize("nodes", [0, 1, 2.0, MOST_NODES])
def test_a_number_of_nodes_is_kept_as_a_whole_number(nodes: int) -> None:
    assert repr(Budget(1, nodes)) == f"Budget(seconds=1, nodes={int(nodes)})"
    # The core counts nodes in 64 bits with a sign.
    assert MOST_NODES == 2**63 - 1


def test_what_is_left_is_never_below_zero() -> None:
    budget = Budget(60, 5)
    assert budget.until(monotonic() - 1) == Budget(0, 5)
    assert 59 < budget.until(budget.deadline()).seconds <= 60


def test_a_spent_budget_says_how_much_was_found() -> None:
    spent = pickle.loads(pickle.dumps(BudgetSpent(3_000_000)))  # noqa: S301 - our own bytes
    assert spent.found == 3_000_000
    assert "at least 3,000,000 solutions" in str(spent)
    assert str(BudgetSpent(1)).startswith("at least 1 ")
    assert BudgetSpent().found == 0
    assert "before the answer was found" in str(BudgetSpent())
