"""The steps from a puzzle to its solution: the easiest ones, or a short way as a person takes it.

What a player has written and noted becomes a state here, and steps that lead nowhere are taken out
of a way. The steps themselves are found by `engine.techniques`.
"""

from engine.way.easiest import easiest_way, next_digit, next_step
from engine.way.player import Mistake, find_mistake, has_all_notes, player_state, with_notes
from engine.way.short import HELD, begin, settled_way, short_way, to_next_digit, way_within
from engine.way.tries import Progress
from engine.way.way import Begun

__all__ = [
    "HELD",
    "Begun",
    "Mistake",
    "Progress",
    "begin",
    "easiest_way",
    "find_mistake",
    "has_all_notes",
    "next_digit",
    "next_step",
    "player_state",
    "settled_way",
    "short_way",
    "to_next_digit",
    "way_within",
    "with_notes",
]
