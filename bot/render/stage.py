"""The stages of a hint, and a hint as it is shown on a board."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from engine.techniques import Step
from engine.way import Mistake


class Stage(IntEnum):
    """The stages of a hint; each tells more than the one before."""

    QUESTION = 0
    WHERE = 1
    WHY = 2
    MOVE = 3


NOTHING: Final = Mistake()


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint on a board: a step told up to `stage`, or a mistake whose cells are named from WHY on.

    `passage`, from 0, is the shown one where the reason is told in passages.
    """

    found: Step | Mistake
    stage: int
    passage: int = 0

    @property
    def named(self) -> Mistake:
        """The mistake as far as its cells are named: empty before WHY, and for a step."""
        if isinstance(self.found, Mistake) and self.stage >= Stage.WHY:
            return self.found
        return NOTHING
