"""The options of `tests.fleet`, what it says, and what it says when a promise is broken."""

import sys
from dataclasses import dataclass

from tests.crash import BrokenPromiseError


@dataclass(frozen=True)
class Options:
    """The options of the command line."""

    replicas: int
    kills: int
    harms: int
    rate: float
    moves: float
    calm: float
    rounds: int
    seconds: float
    slack: float
    seed: int
    pooler: str


def tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def must(holds: bool, promise: str) -> None:  # noqa: FBT001 - what is promised reads better last
    if not holds:
        raise BrokenPromiseError(f"broken: {promise}")
