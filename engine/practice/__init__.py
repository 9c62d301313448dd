"""Practice: positions that ask for a technique, and the judging of what a person concludes there.

`engine.positions` has found the positions, which are in the files of `found/`, one for each
technique. Each position stands for millions of boards that look different.
"""

from engine.practice.claim import Claim, Judged, Verdict, judge
from engine.practice.position import Position, exercise, positions, read_position

__all__ = [
    "Claim",
    "Judged",
    "Position",
    "Verdict",
    "exercise",
    "judge",
    "positions",
    "read_position",
]
