"""Lists of pencil marks: `27`, and where digits go beyond 9 also `2 7 14` and `27E`."""

from bot.game.entry.source import Source, no_such_digit, shortened
from bot.game.move import mask_of
from bot.game.refused import Refused


def mask(source: Source, cell: str, runs: list[str]) -> int:
    """The mask of the digits in runs of symbols; a lone `0` stands for no notes.

    Raises Refused `no_such_digit`, and `ambiguous` where digits go beyond 9 and figures run
    together (`12` may be 1 and 2).
    """
    digits = [digit for run in runs if run != "0" for digit in _digits(source, cell, run)]
    return mask_of(tuple(digits))


def _digits(source: Source, cell: str, run: str) -> list[int]:
    at = _joint(source, run)
    if at is not None and run[at + 1 :] == "0" and len(run) == 2:
        return [int(run)]
    if at is not None:
        joined = " ".join([*run[:at], run[at : at + 2], *run[at + 2 :]])
        apart = " ".join(run)
        raise Refused(
            "ambiguous", text=shortened(run), first=shortened(apart), second=shortened(joined)
        )
    digits = [source.digit(symbol) or 0 for symbol in run]
    if not all(digits):
        raise no_such_digit(run, cell, source)
    return digits


def _joint(source: Source, run: str) -> int | None:
    """Where two figures of a run could be one digit beyond 9."""
    pairs = (run[at : at + 2] for at in range(len(run) - 1))
    fits = (pair.isdigit() and 10 <= int(pair) <= source.geometry.size for pair in pairs)
    return next((at for at, fit in enumerate(fits) if fit), None)
