"""A net that takes several passages to tell, the last of which says what all its choices share."""

from typing import Final

from engine.practice.position import read_position
from engine.techniques import steps
from engine.techniques.nets import CELL_FORCING_NET

_POSITION: Final = (
    "7...3..6.1..5......24.8......26....48.9...1.64....95......6.31......4..7.1..7...2 "
    "7...3..6.1..5......24.8......26....48.9...126461.295...47.6.31......4..7.1..7...2 "
    "r1c4-1 r2c7-8 r2c7-9 r8c1-3 r8c4-8 r9c1-3"
)

LONG_NET: Final = next(steps(read_position(_POSITION.split()).state, CELL_FORCING_NET))
