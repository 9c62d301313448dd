"""A command of the shell whose work is cut into chunks, and one chunk of it done by a worker.

A chunk is made by the very command that would make it on one machine: the same module runs on a
piece of the input, or on a range of seeds, and writes into memory. So the chunks one after the
other are what that command prints. For that its answers must not hang on the clock or on the
machine: the budget is one of nodes, and all workers have the same engine.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO, StringIO
from pathlib import Path
from time import monotonic
from typing import Any, Final

from fsspec.core import url_to_fs

from engine import __version__
from engine.accelerate import ACCELERATED
from engine.budget import Budget
from engine.cluster.folder import Facts, Folder
from engine.cluster.pieces import Files, Input, Pieces, Seeds
from engine.commands.console import UNREADABLE, Console, UsageError
from engine.commands.names import command_module
from engine.lines import wide_encoding

NODES: Final = 10_000_000
"""The budget of each puzzle where none is given."""

ATTEMPTS: Final = 100_000
"""Instead of that for a puzzle to order, whose attempts are counted as well."""

_SEEDS: Final = 50_000
_SEEDS_THAT_TAKE_LONG: Final = 100
_BYTES: Final = {"solve": 8 << 20, "count": 8 << 20, "rate": 128 << 10}
"""How large a chunk is: some seconds of work, so that little is lost and little is in between."""


class OtherEngine(RuntimeError):  # noqa: N818 - it says which worker cannot help
    """Raised by a worker whose engine might give other answers than that of the command."""


@dataclass(frozen=True, slots=True)
class Job:
    """A command with its arguments and the pieces of its work."""

    command: str
    arguments: dict[str, Any]
    pieces: Pieces
    version: str = __version__
    is_accelerated: bool = ACCELERATED

    def identity(self) -> dict[str, Any]:
        """What makes the answers what they are, as values of JSON."""
        own = {name: None if value is None else str(value) for name, value in self._settings()}
        engine = {"engine": self.version, "accelerated": self.is_accelerated}
        return {"command": self.command, **engine, **own, **self.pieces.identity()}

    def _settings(self) -> list[tuple[str, Any]]:
        replaced = self.pieces.identity().keys()
        return [(name, value) for name, value in self.arguments.items() if name not in replaced]

    def check(self) -> None:
        """Runs the command on nothing; raises UsageError where its options do not go together."""
        nothing = self.pieces.nothing()
        notes = _Notes(BytesIO(nothing.stdin), StringIO(), StringIO(), monotonic)
        command_module(self.command).run(notes, **{**self.arguments, **nothing.arguments})

    def answers(self, number: int) -> tuple[bytes, Facts]:
        """What the command prints for one piece."""
        piece, printed = self.pieces.piece(number), StringIO()
        notes = _Notes(BytesIO(piece.stdin), printed, StringIO(), monotonic)
        with notes:
            command_module(self.command).run(notes, **{**self.arguments, **piece.arguments})
        text = printed.getvalue().encode()
        return text, Facts(
            size=len(text),
            sha256=sha256(text).hexdigest(),
            answers=notes.answers,
            lines=piece.lines,
            status=notes.status,
            complaints=notes.complaints,
        )


def make(job: Job, folder: Folder, number: int) -> int:
    """Makes one chunk, on a worker, and gives the number of its answers."""
    if (job.version, job.is_accelerated) != (__version__, ACCELERATED):
        core = "with" if ACCELERATED else "without"
        raise OtherEngine(f"a worker has engine {__version__} {core} the C core, not the same one")
    answers, facts = job.answers(number)
    folder.keep(number, answers, facts)
    return facts.answers


def job_of(command: str, arguments: dict[str, Any], chunk: int | None) -> Job:
    """The job of a parsed command; raises UsageError for what is wrong or cannot be cut."""
    job = _job_of(command, arguments, chunk)
    job.check()
    return job


def _job_of(command: str, arguments: dict[str, Any], chunk: int | None) -> Job:
    if command not in {"generate", *_BYTES}:
        raise UsageError(f"{command} is nothing for a cluster")
    own = {**arguments, "budget": _budget(arguments)}
    if command == "generate":
        return Job(command, own, _seeds(own, chunk))
    if own.pop("agreement", False):
        raise UsageError("--agreement looks at all puzzles together, which no chunk does")
    if command == "rate":
        own["agreement"] = False
    else:
        own["threads"] = 1
    files = own.pop("files")
    return Job(command, own, Files(tuple(map(_input, files)), chunk or _BYTES[command]))


def _budget(arguments: dict[str, Any]) -> Budget:
    given: Budget | None = arguments["budget"]
    if given and given.seconds < float("inf"):
        raise UsageError("--seconds would hang on the machine: on a cluster say --nodes")
    to_order = arguments.get("difficulty") or arguments.get("technique")
    return given or Budget(float("inf"), ATTEMPTS if to_order else NODES)


def _seeds(arguments: dict[str, Any], chunk: int | None) -> Seeds:
    if not arguments["seed"]:
        raise UsageError("without --seed a second run could not go on: say one")
    first, last = arguments.pop("seeds") or (1, arguments["wanted"])
    arguments["wanted"] = 1
    takes_long = any(arguments[name] for name in ("difficulty", "technique", "mask", "clues"))
    takes_long |= (arguments["size"] or 9) > 9
    drawn = b""
    if arguments["mask"]:
        drawn, arguments["mask"] = _content(arguments["mask"]), "-"
    return Seeds(first, last, chunk or (_SEEDS_THAT_TAKE_LONG if takes_long else _SEEDS), drawn)


def _content(file: str) -> bytes:
    _refuse_stdin(file)
    try:
        return Path(file).read_bytes()
    except OSError as error:
        raise UsageError(f"{file}: {error.strerror}") from error


def _input(file: str) -> Input:
    _refuse_stdin(file)
    try:
        system, path = url_to_fs(file)
        size = int(system.size(path))
        start = system.cat_file(path, 0, 2)
        found = Input(_title(file), system, path, size, str(system.ukey(path)))
    except (OSError, ValueError, ImportError) as error:
        raise UsageError(f"{_title(file)}: {getattr(error, 'strerror', None) or error}") from error
    if wide_encoding(start):
        raise UsageError(f"{found.title} is in UTF-16, which cannot be cut: make it UTF-8")
    return found


def _refuse_stdin(file: str) -> None:
    if file == "-":
        raise UsageError("a cluster reads files that all workers can open, not standard input")


def _title(url: str) -> str:
    """The URL without name and password."""
    scheme, colon, rest = url.partition("://")
    if not colon:
        return url
    host, slash, path = rest.partition("/")
    return f"{scheme}://{host.rpartition('@')[2]}{slash}{path}"


class _Notes(Console):
    """Counts the answers, and keeps the complaints apart with the numbers of their lines."""

    def __init__(self, *streams: Any) -> None:
        super().__init__(*streams)
        self.answers = 0
        self.complaints: list[tuple[int, str]] = []

    def answer(self, text: str) -> None:
        self.answers += 1
        super().answer(text)

    def answer_all(self, texts: Sequence[str]) -> None:
        super().answer_all(texts)
        self.answers += max(len(texts) - 1, 0)

    def complain(self, text: str, status: int = UNREADABLE) -> None:
        self.complaints.append((0, text))
        self.raise_status(status)

    def cannot_read(self, title: str, line: int, reason: object) -> None:
        del title
        self.complaints.append((line, str(reason)))
        self.raise_status(UNREADABLE)
