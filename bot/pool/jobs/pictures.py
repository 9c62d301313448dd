"""Jobs that draw pictures, and read boards from them."""

from collections.abc import Callable

from bot.pool.engine import Result
from bot.pool.jobs.budgets import WORTH_HAVING_SECONDS
from bot.pool.scan import NoScan, WhyNoScan, is_pdf, scanned
from engine import photo
from engine.photo import Reading, Unreadable, Why
from engine.search import Budget, BudgetSpent


def drawn_now(drawing: Callable[..., Result], parts: tuple[object, ...], _: Budget) -> Result:
    """What a function draws, which takes as long as it takes: its work is bounded by its parts."""
    return drawing(*parts)


def pictures_now(content: bytes | bytearray, budget: Budget) -> tuple[Reading, ...]:
    """The boards in a picture, or in that of a PDF's first page.

    Raises Unreadable, NoScan, and BudgetSpent if the time was short. The seconds of this budget are
    processor time, and a picture that takes all of a long one is TOO_HARD unless some boards were
    found. Only this job imports numpy and OpenCV. It also limits the memory of its process
    meanwhile.
    """
    try:
        with photo.limited_memory():
            found, is_whole = _read_within(bytes(content), budget)
    except BudgetSpent:
        if budget.seconds < WORTH_HAVING_SECONDS:
            raise
        raise Unreadable(Why.TOO_HARD) from None
    if not is_whole and budget.seconds < WORTH_HAVING_SECONDS:
        raise BudgetSpent
    return found


def _read_within(content: bytes, budget: Budget) -> tuple[tuple[Reading, ...], bool]:
    if not is_pdf(content):
        return photo.read_within(content, budget)
    try:
        return photo.read_within(scanned(content), budget)
    except Unreadable as error:
        # The page may show a board beside its largest picture, which was not looked at.
        if error.why is not Why.NO_BOARD:
            raise
        raise NoScan(WhyNoScan.NO_BOARD) from error
