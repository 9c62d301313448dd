import pickle
from math import inf, nan
from time import monotonic

import pytest

from engine.search.budget import MOST_NODES, Budget, BudgetSpent


@pytest.mark.parametrize("seconds", [-1, -0.001, nan, -inf])
def test_no_time_is_below_zero(seconds: float) -> None:
    with pytest.raises(ValueError, match=f"seconds must be 0 or more, not {seconds}"):
        Budget(seconds)


@pytest.mark.parametrize("nodes", [-1, MOST_NODES + 1, 2**64, 2.5, nan])
def test_nodes_are_counted_in_whole_numbers(nodes: int) -> None:
    with pytest.raises(ValueError, match="nodes must be a whole number from 0 to"):
        Budget(1, nodes)


@pytest.mark.parametrize("budget", [Budget(0, 0), Budget(inf, MOST_NODES), Budget()])
def test_a_budget_is_a_value(budget: Budget) -> None:
    assert pickle.loads(pickle.dumps(budget)) == budget  # noqa: S301 - our own bytes
    with pytest.raises(AttributeError):
        budget.seconds = 1  # type: ignore[misc]


def test_what_is_left_is_never_below_zero() -> None:
    budget = Budget(60, 5)
    assert budget.until(monotonic() - 1) == Budget(0, 5)
    assert 59 < budget.until(budget.deadline()).seconds <= 60


def test_a_spent_budget_says_how_much_was_found() -> None:
    spent = pickle.loads(pickle.dumps(BudgetSpent(3_000_000)))  # noqa: S301 - our own bytes
    assert spent.found == 3_000_000
    assert "at least 3,000,000 solutions" in str(spent)
    assert BudgetSpent().found == 0
    assert "found" in str(BudgetSpent())
