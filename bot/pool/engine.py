"""The protocol of the engine: its questions, its answers and its errors."""

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Protocol, TypeVar

from bot.ledger.owner import Owner
from engine.board import Contradiction, Grid, Symmetry
from engine.make import Puzzle
from engine.photo import Reading

Result = TypeVar("Result")

OpenFile = Callable[[], AbstractAsyncContextManager[bytes | bytearray]]
"""Fetches the content of a file, which is there while the block runs."""

OnWait = Callable[[int], Awaitable[None]]
"""Called with the place in the queue, from 1 on, of a question that has to wait."""


class EngineBusy(RuntimeError):  # noqa: N818 - an answer to the user, not a fault
    """Raised when a question has waited for its turn for too long, or was cut off too often."""


class AskedTooOften(EngineBusy):
    """Raised when the account has all its places; about `seconds` later one is free again."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class EngineLost(RuntimeError):  # noqa: N818 - as above
    """Raised when the worker died or hung on this question; another one has taken its place."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What is known of a puzzle: its solution, two of several, or none and the reason if known."""

    solutions: tuple[Grid, ...]
    contradiction: Contradiction | None = None


class PictureReader(Protocol):
    """Reads boards from pictures, outside the event loop."""

    @property
    def is_there(self) -> bool:
        """Whether the libraries for pictures are installed."""

    async def read(self, owner: Owner, opened: OpenFile) -> tuple[Reading, ...]:
        """The boards in a picture, the one that is most likely meant first.

        The picture is opened when its turn has come, and once more if that was cut off. Raises
        Unreadable, NoScan, AskedTooOften, EngineBusy, and what opening raises.
        """

    async def stop(self) -> None:
        """Ends the worker, if there is one."""


class Engine(Protocol):
    """Answers questions about puzzles, never in the event loop.

    `decide`, `generate` and `ask` raise BudgetSpent when the question is too hard for its time.
    Those and `draw` raise AskedTooOften when the owner has too many waiting, EngineBusy when the
    turn did not come in time, and EngineLost when the worker died.
    """

    @property
    def is_idle(self) -> bool:
        """Whether nobody waits for an answer."""

    @property
    def waiting(self) -> int:
        """How many questions are waiting or at work."""

    @property
    def pondering(self) -> int:
        """How many of them were too hard for a quick answer."""

    @property
    def lost(self) -> int:
        """How many workers have died and are not replaced yet."""

    async def started(self) -> None:
        """Returns once questions can be answered; raises the error of a start that failed."""

    async def ready(self) -> None:
        """Returns once a worker has answered; one that died idle is replaced first."""

    async def decide(self, owner: Owner, grid: Grid, on_wait: OnWait | None = None) -> Decision:
        """Whether `grid` has no, one or several solutions."""

    async def generate(
        self,
        owner: Owner,
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
        owner: Owner,
        job: Callable[..., Result],
        *question: object,
        on_wait: OnWait | None = None,
    ) -> Result:
        """The result of `job(*question, budget)`, a function that workers can import."""

    async def draw(self, owner: Owner, drawing: Callable[..., Result], *parts: object) -> Result:
        """The result of `drawing(*parts)`, a function that workers can import."""
