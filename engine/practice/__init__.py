"""Practice: positions that ask for a technique, and the judging of what a person concludes there.

What people find in games without help is judged here, too: which techniques could have given it.

`engine.positions` has found the positions, which are in the files of `found/`, one for each
technique. Each position stands for millions of boards that look different.
"""

from engine.practice.claim import Claim, Judged, Verdict, asks_for_all, judge
from engine.practice.position import Position, exercise, positions, read_position
from engine.practice.unaided import Deed, Ways, techniques_behind

__all__ = [
    "Claim",
    "Deed",
    "Judged",
    "Position",
    "Verdict",
    "Ways",
    "asks_for_all",
    "exercise",
    "judge",
    "positions",
    "read_position",
    "techniques_behind",
]
