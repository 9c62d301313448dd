"""The streams of a subcommand, and the exit status that it comes to."""

from collections.abc import Callable, Sequence
from errno import EBADF
from io import BufferedIOBase
from typing import Final, Self, TextIO

from engine.commands.progress import Progress

NOT_UNIQUE: Final = 1
UNREADABLE: Final = 2
UNFINISHED: Final = 3
_FLUSH_INTERVAL: Final = 0.2


class UsageError(Exception):
    """Raised when options do not go together, or when nothing can fulfil them."""


class ClosedInput(BufferedIOBase):
    """Stands for a standard input that was closed before the start: to read it is an error."""

    def read(self, _size: int | None = -1, /) -> bytes:
        raise OSError(EBADF, "it is closed")

    read1 = read


class Console:
    """The three streams of a command; while answers come, they are flushed every 0.2 seconds."""

    def __init__(
        self, stdin: BufferedIOBase, stdout: TextIO, stderr: TextIO, clock: Callable[[], float]
    ) -> None:
        self.stdin = stdin
        self.status = 0
        self._stdout = stdout
        self._stderr = stderr
        self._clock = clock
        self._flushed = clock()
        self._progress = Progress(stderr, clock)
        self._said = set[str]()

    def progress(self, total: int = 0, noun: str = "puzzles") -> Progress:
        """A bar that steps aside for answers and complaints; there is one at a time."""
        self._progress.clear()
        self._progress = Progress(self._stderr, self._clock, total, noun)
        return self._progress

    def answer(self, text: str) -> None:
        """One line, or a drawn board, on standard output."""
        self._progress.clear()
        self._stdout.write(text + "\n")
        if self._clock() - self._flushed >= _FLUSH_INTERVAL:
            self.flush()

    def answer_all(self, texts: Sequence[str]) -> None:
        """Several answers, each on a line, in one write."""
        if texts:
            self.answer("\n".join(texts))

    def complain(self, text: str, status: int = UNREADABLE) -> None:
        """One line on standard error; the exit status will be at least `status`."""
        self.tell(text)
        self.raise_status(status)

    def cannot_read(self, title: str, line: int, reason: object) -> None:
        """A complaint about a line of a file that is no puzzle."""
        self.complain(f"{title}:{line}: {reason}")

    def once(self, advice: str) -> str:
        """The advice itself, and nothing when it is asked for again."""
        first = "" if advice in self._said else advice
        self._said.add(advice)
        return first

    def tell(self, text: str) -> None:
        """One line on standard error that is no complaint."""
        self._progress.clear()
        self._stderr.write(text + "\n")

    def tell_seed(self, seed: str) -> None:
        """Tells the seed that was drawn, so that the same puzzles can be made again."""
        self.tell(f"--seed {seed}")

    def raise_status(self, status: int) -> None:
        """Makes the exit status at least this."""
        self.status = max(self.status, status)

    def flush(self) -> None:
        """Lets the reader see every answer so far."""
        self._stdout.flush()
        self._flushed = self._clock()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.clear()
        self.flush()
