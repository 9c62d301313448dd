"""Makes the process ready from which workers are forked; only that process imports this file.

What is built here once is shared by all workers, as long as none of them changes it: the tables of
the techniques, which the first long way through a puzzle builds. The collector of cycles would
change every object that it looks at, so it is told to leave these alone.
"""

import gc
from typing import Final

from bot.pool.jobs import begin_now, generate_now
from engine.board import Geometry, Grid, Symmetry
from engine.search import Budget
from engine.techniques import State

HARD: Final = "800000000003600000070090200050007000000045700000100030001000068008500010090000400"
"""The puzzle of Arto Inkala, which needs most of the techniques (2010)."""

begin_now(State.start(Grid(Geometry.of_size(9), tuple(map(int, HARD)))), Budget(2.0))
generate_now(9, Symmetry.CENTRAL, "preloaded", None, Budget(2.0))
gc.collect()
gc.freeze()
