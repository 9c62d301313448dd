"""What a person is promised of the time that a puzzle takes."""

from dataclasses import dataclass

from engine.difficulty import Pace


@dataclass(frozen=True, slots=True)
class Promise:
    """The minutes between which most people are, and about how many this person takes.

    `own` is None where too little is known of them.
    """

    low: int
    high: int
    own: int | None = None


def promise_of(usual: int, pace: float | None = None) -> Promise:
    """What to promise where people take `usual` seconds, and this person `pace` times as many."""
    told = Pace.around(usual)
    own = None if pace is None else _minutes(usual * pace)
    return Promise(max(1, told.low // 60), _minutes(told.high), own)


def _minutes(seconds: float) -> int:
    return max(1, round(seconds / 60))
