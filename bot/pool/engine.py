"""The protocol of the engine: its questions, its answers and its errors."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, Protocol, TypeVar

from engine.board import Contradiction, Grid, Symmetry
from engine.make import Puzzle
from engine.photo import Reading

NOBODY: Final = 0
"""The asker of questions that the bot asks by itself; they spend no allowance."""

Result = TypeVar("Result")

OnWait = Callable[[int], Awaitable[None]]
"""Told of a question that has to wait: its place in the queue, from 1 on."""


class EngineBusy(RuntimeError):  # noqa: N818 - an answer to the user, not a fault
    """Raised when too many questions wait already for another one to be asked."""


class AskedTooOften(EngineBusy):
    """The asker has asked so much that others come first for some `seconds`."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class EngineLost(RuntimeError):  # noqa: N818 - as above
    """The worker died or hung while it worked on this question; another has taken its place."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What is known of a puzzle: one solution, two of several, or none and perhaps why."""

    solutions: tuple[Grid, ...]
    contradiction: Contradiction | None = None


class PictureReader(Protocol):
    """The door to the reader of pictures."""

    @property
    def is_there(self) -> bool:
        """Whether the libraries for pictures are installed."""

    async def admit(self, asker: int) -> None:
        """Asked before a picture is downloaded; raises AskedTooOften."""

    async def read(self, content: bytes | bytearray) -> tuple[Reading, ...]:
        """The boards in a picture, the one that is most likely meant first.

        Raises Unreadable, and EngineBusy where many pictures wait already.
        """

    async def stop(self) -> None:
        """Ends the worker, if there is one."""


class Engine(Protocol):
    """The doors to the engine; no question is answered in the event loop.

    Every door raises BudgetSpent when the question is too hard for its time, EngineBusy when too
    many wait already or the asker has spent the allowance, and EngineLost when the worker died.
    """

    @property
    def is_idle(self) -> bool:
        """Whether nobody waits for an answer."""

    @property
    def waiting(self) -> int:
        """How many questions are waiting or at work."""

    @property
    def pondering(self) -> int:
        """How many of them were too hard to be answered at once."""

    @property
    def lost(self) -> int:
        """How many of its workers do not live."""

    async def started(self) -> None:
        """Returns once questions are answered; raises what kept them from it."""

    async def ready(self) -> None:
        """Returns once something was answered; workers that have died idle are replaced by it."""

    async def decide(self, asker: int, grid: Grid, on_wait: OnWait | None = None) -> Decision:
        """Whether `grid` has no, one or several solutions."""

    async def generate(
        self,
        asker: int,
        size: int,
        symmetry: Symmetry,
        seed: str,
        clues: int | None = None,
        *,
        on_wait: OnWait | None = None,
    ) -> Puzzle:
        """A new puzzle with exactly one solution."""

    async def ask(
        self,
        asker: int,
        job: Callable[..., Result],
        *question: object,
        on_wait: OnWait | None = None,
    ) -> Result:
        """Any other question: `job(*question, budget)` of a function that workers can import."""
