"""The folder of a command: its chunks, with what is known of each, and the manifest.

A chunk is two files, `000000/000000042.txt` with the answers and `.json` with what else is known.
The second one is written last, so a chunk is there when both names are. Whoever is killed leaves
no half file under a final name: where a file can be renamed, it is written aside first; an object
store cannot do that, but shows an object only when the whole of it has arrived.

A thousand chunks share a folder and are listed together, so nobody holds a list of all of them.
The file `command.json` says whose chunks they are. Chunks of another command would be taken for
finished ones, hence such a folder is refused.
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
    """Raised when a folder holds the chunks of another command, or something else."""


class Spoiled(RuntimeError):  # noqa: N818 - an answer about a chunk, which is then made again
    """Raised when a chunk is not as it was written; it is missing from then on."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of a chunk; complaints stand behind the numbers of their lines, 0 for none."""

    size: int
    sha256: str
    answers: int
    lines: int
    status: int
    complaints: list[tuple[int, str]]


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder of any file system that fsspec knows."""

    system: AbstractFileSystem
    path: str

    @classmethod
    def at(cls, url: str) -> Self:
        """The folder of a URL, or of a path of this machine; raises ValueError."""
        try:
            system, path = url_to_fs(url)
        except (ImportError, OSError) as error:
            raise ValueError(str(error)) from error
        return cls(system, path.rstrip("/"))

    @property
    def url(self) -> str:
        """Where it is, without a password."""
        return str(self.system.unstrip_protocol(self.path)).removeprefix("file://")

    def claim(self, identity: dict[str, Any]) -> None:
        """Makes this the folder of a command; raises OtherCommand."""
        if not self.is_claimed(identity):
            self._write(COMMAND, json.dumps(identity, indent=1).encode())

    def is_claimed(self, identity: dict[str, Any]) -> bool:
        """Whether it is the folder of a command; raises OtherCommand where it cannot be."""
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
        """Of each chunk whether it is there, looked at as far as one asks."""
        for first in range(0, chunks, TOGETHER):
            listed = self._listed(self._group(first)).keys()
            for number in range(first, min(first + TOGETHER, chunks)):
                yield {f"{number:09}.txt", f"{number:09}.json"} <= listed

    def keep(self, number: int, answers: bytes, facts: Facts) -> None:
        """Writes a chunk; doing so twice is harmless."""
        self._write(chunk_name(number), answers)
        self._write(_facts_name(number), json.dumps(asdict(facts)).encode())

    def facts(self, chunks: int) -> Iterator[Facts]:
        """What is known of each chunk; raises Spoiled. Files that were left aside go."""
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
        """Writes the manifest, of any length, and gives its URL."""
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
            self.system.rm_file(f"{self.path}/{_facts_name(number)}")
            raise Spoiled(f"chunk {number} is not as it was written")
        return facts

    def _group(self, number: int) -> str:
        return dirname(f"{self.path}/{chunk_name(number)}")

    def _listed(self, path: str) -> dict[str, int]:
        """The names in a folder with their sizes."""
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
    """Where the answers of a chunk stand; these names sort as the numbers do."""
    return f"{number // TOGETHER:06}/{number:09}.txt"


def _facts_name(number: int) -> str:
    return f"{number // TOGETHER:06}/{number:09}.json"
