"""How jobs deal with a short budget and with a long one.

A job runs with a short budget first and, if that raises BudgetSpent, again with a long one. Some
jobs can return a part of their answer when the time is over. With less than WORTH_HAVING_SECONDS
they raise BudgetSpent instead: a second run soon finds the same part and more.
"""

from typing import Final

WORTH_HAVING_SECONDS: Final = 1.0
"""With a shorter budget a job returns no part of an answer: the next run finds it again."""
