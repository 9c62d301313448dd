"""A job, which is work cut into chunks, and how a worker makes one chunk.

All chunks joined are what one machine would print. For that the answers must not depend on the
clock or the machine, and all workers must have the same engine: a worker compares its version, and
whether it has the C core, with the client's before it makes a chunk (`engine.cluster.crew`).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, NamedTuple

from engine import __version__
from engine.cluster.folder import Facts, Folder
from engine.cluster.pieces import Piece, Pieces
from engine.search.accelerate import ACCELERATED


class OtherEngine(RuntimeError):  # noqa: N818 - it says which worker cannot help
    """Raised by a worker whose engine might give other answers than that of the client."""


class Printed(NamedTuple):
    """What came of a piece; each complaint comes with the number of its line, 0 for none."""

    text: bytes
    answers: int
    status: int
    complaints: Sequence[tuple[int, str]]


@dataclass(frozen=True, slots=True)
class Job:
    """Pieces of work and the function that does one; a job travels to the workers by pickle.

    `settings` are all that determines the answers besides the pieces, as values of JSON.
    """

    name: str
    settings: Mapping[str, Any]
    pieces: Pieces
    do: Callable[[Piece], Printed]
    version: str = __version__
    is_accelerated: bool = ACCELERATED

    def identity(self) -> dict[str, Any]:
        """Everything that determines the answers, as values of JSON."""
        engine = {"engine": self.version, "accelerated": self.is_accelerated}
        return {"command": self.name, **engine, **self.settings, **self.pieces.identity()}

    def answers(self, number: int) -> tuple[bytes, Facts]:
        """The answers of one piece, and the facts about them."""
        piece = self.pieces.piece(number)
        printed = self.do(piece)
        return printed.text, Facts(
            size=len(printed.text),
            sha256=sha256(printed.text).hexdigest(),
            answers=printed.answers,
            lines=piece.lines,
            status=printed.status,
            complaints=[*printed.complaints],
        )


def engine_here() -> tuple[str, bool]:
    """The version of the engine in this process, and whether it has the C core."""
    return __version__, ACCELERATED


def make(job: Job, folder: Folder, number: int) -> int:
    """Makes one chunk on a worker and returns the number of its answers; raises OtherEngine."""
    if (job.version, job.is_accelerated) != engine_here():
        core = "with" if ACCELERATED else "without"
        raise OtherEngine(f"a worker has engine {__version__} {core} the C core, not the same one")
    answers, facts = job.answers(number)
    folder.keep(number, answers, facts)
    return facts.answers
