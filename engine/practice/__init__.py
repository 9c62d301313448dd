"""What one practises on: positions that ask for a technique, and what a conclusion there is worth.

The positions were found by `engine.positions` and stand in the files of `found/`, one for each
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
