"""Of many cases the first few are tried each time, the others with the tests that take long."""

from collections.abc import Iterable

import pytest


def first_cases(count: int, cases: Iterable[object]) -> list[object]:
    """The cases for `parametrize`; those behind the first ones are marked as long."""
    return [
        case if number < count else pytest.param(case, marks=pytest.mark.long)
        for number, case in enumerate(cases)
    ]
