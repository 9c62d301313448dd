"""The folder of a command: its chunks, the facts about each, and the manifest.

Workers are killed in the middle of a chunk, the client is stopped and started again, two workers
may make the same chunk, and the folder may be on a disk, on a file server or in an object store.
There is no lock and no database. It works because of these rules:

- A chunk is always the same, so writing it twice does no harm.
- A chunk is two files, `000000/000000042.txt` with the answers and `.json` with the facts. The
  second one is written last, so a chunk is finished when both names are there.
- No incomplete file has a final name. Where files can be renamed, one is written under another
  name first (`.name.uuid`) and then renamed. An object store cannot rename in one step, but shows
  an object only when all of it has arrived.
- `command.json` says to which command the chunks belong. Those of another command would be taken
  for finished ones, so its folder is refused.

A disk may still lose the end of a file when the machine goes down. So before the manifest is
written, the size of each chunk is compared with its facts; a chunk that differs loses its facts,
and the next run makes it again. A thousand chunks share a subfolder and are listed together, so no
list of all chunks is ever in memory.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from posixpath import basename, dirname
from tempfile import TemporaryDirectory
from typing import Any, Final, Self
from uuid import uuid4

from fsspec import AbstractFileSystem
from fsspec.core import url_to_fs

COMMAND: Final = "command.json"
MANIFEST: Final = "manifest.sha256"
TOGETHER: Final = 1000
"""Chunks in one folder."""

_RENAMING: Final = frozenset({"file", "local", "sftp", "ssh", "smb", "hdfs", "webhdfs"})
"""The file systems of fsspec that rename in one step; all others are taken for object stores."""


class OtherCommand(ValueError):  # noqa: N818 - it is said of the folder, in one line
    """Raised when a folder holds the chunks of another command, or files of another kind."""


class Spoiled(RuntimeError):  # noqa: N818 - an answer about a chunk, which is then made again
    """Raised when a chunk is not as it was written; from then on it counts as missing."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of a chunk; each complaint comes with the number of its line, 0 for none."""

    size: int
    sha256: str
    answers: int
    lines: int
    status: int
    complaints: list[tuple[int, str]]


@dataclass(frozen=True, slots=True)
class Folder:
    """The folder of a command, on any file system that fsspec knows."""

    system: AbstractFileSystem
    path: str

    @classmethod
    def at(cls, url: str) -> Self:
        """The folder at a URL or a local path; raises ValueError where no file system fits."""
        try:
            system, path = url_to_fs(url)
        except (ImportError, OSError) as error:
            raise ValueError(str(error)) from error
        return cls(system, path.rstrip("/"))

    @property
    def url(self) -> str:
        """The folder's address, without a password."""
        return str(self.system.unstrip_protocol(self.path)).removeprefix("file://")

    def claim(self, identity: dict[str, Any]) -> None:
        """Makes this the folder of a command; raises OtherCommand where it cannot be."""
        if not self.is_claimed(identity):
            self._write(COMMAND, json.dumps(identity, indent=1).encode())

    def is_claimed(self, identity: dict[str, Any]) -> bool:
        """Whether this is the folder of a command already; raises OtherCommand where it cannot be.

        An empty folder, or one of hidden files only, belongs to no command yet.
        """
        self.system.invalidate_cache()
        if not self.system.exists(f"{self.path}/{COMMAND}"):
            if any(not name.startswith(".") for name in self._listed(self.path)):
                raise OtherCommand(f"{self.url} is not empty and holds no chunks")
            return False
        known = json.loads(self.system.cat_file(f"{self.path}/{COMMAND}"))
        for name in sorted(known.keys() | identity.keys()):
            if known.get(name) != identity.get(name):
                raise OtherCommand(
                    f"{self.url} belongs to another command: {name} is "
                    f"{json.dumps(known.get(name))} there, not {json.dumps(identity.get(name))}"
                )
        return True

    def kept(self, chunks: int) -> Iterator[bool]:
        """Yields for each chunk whether it is there; lists a subfolder only when it is reached."""
        for first in range(0, chunks, TOGETHER):
            listed = self._listed(self._group(first)).keys()
            for number in range(first, min(first + TOGETHER, chunks)):
                yield {f"{number:09}.txt", f"{number:09}.json"} <= listed

    def keep(self, number: int, answers: bytes, facts: Facts) -> None:
        """Writes a chunk, which may be done twice."""
        self._write(chunk_name(number), answers)
        self._write(_facts_name(number), json.dumps(asdict(facts)).encode())

    def facts(self, chunks: int) -> Iterator[Facts]:
        """Yields the facts of each chunk; raises Spoiled.

        On the way it removes the files that killed workers left under other names.
        """
        for first in range(0, chunks, TOGETHER):
            group = self._group(first)
            sizes = self._listed(group)
            for name in sizes:
                if name.startswith("."):
                    self.system.rm_file(f"{group}/{name}")
            numbers = range(first, min(first + TOGETHER, chunks))
            names = [f"{group}/{number:09}.json" for number in numbers]
            texts = {basename(name): text for name, text in self.system.cat(names).items()}
            for number in numbers:
                yield self._checked(
                    number, texts[f"{number:09}.json"], sizes.get(f"{number:09}.txt")
                )

    def seal(self, lines: Iterator[str]) -> str:
        """Writes the manifest from its lines and returns its URL."""
        # To a local file first: the lines may be too many for memory, and may end in an exception.
        with TemporaryDirectory() as own:
            with open(f"{own}/{MANIFEST}", "w", encoding="ascii") as file:  # noqa: PTH123
                file.writelines(lines)
            final = f"{self.path}/{MANIFEST}"
            target = self._aside(MANIFEST) if self._renames else final
            self.system.put_file(f"{own}/{MANIFEST}", target)
            if self._renames:
                self.system.mv(target, final)
        return f"{self.url}/{MANIFEST}"

    def _checked(self, number: int, text: bytes, size: int | None) -> Facts:
        try:
            facts = Facts(**json.loads(text))
        except (ValueError, TypeError):
            facts = None
        if facts is None or facts.size != size:
            # Without its facts the chunk is missing, so the next run makes it again.
            self.system.rm_file(f"{self.path}/{_facts_name(number)}")
            raise Spoiled(f"chunk {number} is not as it was written")
        return facts

    def _group(self, number: int) -> str:
        return dirname(f"{self.path}/{chunk_name(number)}")

    def _listed(self, path: str) -> dict[str, int]:
        """The names in a folder with their sizes."""
        # Other machines write here, of which fsspec's cache knows nothing.
        self.system.invalidate_cache(path)
        try:
            found = self.system.ls(path, detail=True)
        except FileNotFoundError:
            return {}
        return {basename(each["name"]): each["size"] for each in found}

    @property
    def _renames(self) -> bool:
        protocol = self.system.protocol
        names = {protocol} if isinstance(protocol, str) else set(protocol)
        return not names.isdisjoint(_RENAMING)

    def _aside(self, name: str) -> str:
        whole = f"{self.path}/{name}"
        self.system.makedirs(dirname(whole), exist_ok=True)
        return f"{dirname(whole)}/.{basename(name)}.{uuid4().hex}"

    def _write(self, name: str, content: bytes) -> None:
        if not self._renames:
            self.system.pipe_file(f"{self.path}/{name}", content)
            return
        aside = self._aside(name)
        self.system.pipe_file(aside, content)
        self.system.mv(aside, f"{self.path}/{name}")


def chunk_name(number: int) -> str:
    """The file with the answers of a chunk; these names sort as the numbers do."""
    return f"{number // TOGETHER:06}/{number:09}.txt"


def _facts_name(number: int) -> str:
    return f"{number // TOGETHER:06}/{number:09}.json"
