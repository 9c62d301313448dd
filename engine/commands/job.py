"""A subcommand as a job for a cluster: its work cut into pieces, each done by the command itself.

The module that does the work on one machine also does each piece: it runs on a part of the input,
or on a range of seeds, and prints into memory. So the chunks joined are what the command prints.
The budget is one of nodes, because an answer must not depend on the clock.
"""

from collections.abc import Sequence
from functools import partial
from io import BytesIO, StringIO
from pathlib import Path
from time import monotonic
from typing import Any, Final

from fsspec.core import url_to_fs

from engine.cluster.job import Job, Printed
from engine.cluster.pieces import Files, Input, Piece, Pieces, Seeds
from engine.commands.console import UNREADABLE, Console, UsageError
from engine.commands.names import command_module
from engine.notation.lines import wide_encoding
from engine.search.budget import Budget

NODES: Final = 10_000_000
"""The budget of each puzzle where none is given."""

ATTEMPTS: Final = 100_000
"""The budget for a puzzle of a chosen difficulty or technique, where each attempt is a node."""

_SEEDS: Final = 50_000
_SEEDS_THAT_TAKE_LONG: Final = 100
_BYTES: Final = {"solve": 8 << 20, "count": 8 << 20, "rate": 128 << 10}
"""Bytes of input in a chunk: some seconds of work, so that a killed worker loses little and the
work between chunks is little. The numbers of seeds above are chosen in the same way.
"""


def job_of(command: str, arguments: dict[str, Any], chunk: int | None) -> Job:
    """The job of a parsed command; raises UsageError for wrong options and what cannot be cut."""
    own, pieces = _cut(command, arguments, chunk)
    # What the pieces tell of themselves, such as the mask's drawing, replaces the bare option.
    replaced = pieces.identity().keys()
    settings = {name: value for name, value in own.items() if name not in replaced}
    known = {name: None if value is None else str(value) for name, value in settings.items()}
    job = Job(command, known, pieces, partial(_printed, command, own))
    # Run once without any work, so that wrong options are refused here and not by each worker.
    job.do(pieces.nothing())
    return job


def _cut(
    command: str, arguments: dict[str, Any], chunk: int | None
) -> tuple[dict[str, Any], Pieces]:
    """The arguments for each piece, and the pieces."""
    if command not in {"generate", *_BYTES}:
        raise UsageError(f"{command} is nothing for a cluster")
    own = {**arguments, "budget": _budget(arguments)}
    if command == "generate":
        pieces = _seeds(own, chunk)
        return own, pieces
    if own.pop("agreement", False):
        raise UsageError("--agreement looks at all puzzles together, which no chunk does")
    if command == "rate":
        own["agreement"] = False
    else:
        # The cluster works on many pieces in parallel, so each of them takes one thread.
        own["threads"] = 1
    files = own.pop("files")
    return own, Files(tuple(map(_input, files)), chunk or _BYTES[command])


def _printed(command: str, arguments: dict[str, Any], piece: Piece) -> Printed:
    """The output and the complaints of the command for one piece."""
    printed = StringIO()
    notes = _Notes(BytesIO(piece.stdin), printed, StringIO(), monotonic)
    with notes:
        command_module(command).run(notes, **{**arguments, **piece.arguments})
    return Printed(printed.getvalue().encode(), notes.answers, notes.status, notes.complaints)


def _budget(arguments: dict[str, Any]) -> Budget:
    given: Budget | None = arguments["budget"]
    if given and given.seconds < float("inf"):
        raise UsageError("--seconds would hang on the machine: on a cluster say --nodes")
    to_order = arguments.get("difficulty") or arguments.get("technique")
    return given or Budget(float("inf"), ATTEMPTS if to_order else NODES)


def _seeds(arguments: dict[str, Any], chunk: int | None) -> Seeds:
    if not arguments["seed"]:
        raise UsageError("without --seed a second run could not go on: say one")
    # On a cluster `-n 1000` means `--seeds 1-1000`, as no chunk knows the puzzles of another one.
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
    """The URL without its user name and password."""
    scheme, colon, rest = url.partition("://")
    if not colon:
        return url
    host, slash, path = rest.partition("/")
    return f"{scheme}://{host.rpartition('@')[2]}{slash}{path}"


class _Notes(Console):
    """A console that counts the answers, and keeps each complaint with the number of its line."""

    def __init__(self, *streams: Any) -> None:
        super().__init__(*streams)
        self.answers = 0
        self.complaints: list[tuple[int, str]] = []

    def answer(self, text: str) -> None:
        self.answers += 1
        super().answer(text)

    def answer_all(self, texts: Sequence[str]) -> None:
        super().answer_all(texts)
        # `answer` was called for all of them together, and has counted one.
        self.answers += max(len(texts) - 1, 0)

    def complain(self, text: str, status: int = UNREADABLE) -> None:
        self.complaints.append((0, text))
        self.raise_status(status)

    def cannot_read(self, title: str, line: int, reason: object) -> None:
        del title
        self.complaints.append((line, str(reason)))
        self.raise_status(UNREADABLE)
