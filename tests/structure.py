"""Prints how the project is built: rooms, arrows, chains, and the files that an update enters.

    python -m tests.structure

Everything is read from the sources, except the files that an update enters: those are counted while
the real Application handles the update in the pretend Telegram. Each function below says how its
figure is counted.
"""

import argparse
import ast
import asyncio
import io
import sys
import tempfile
import threading
import tokenize
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import median, quantiles
from types import FrameType
from typing import Any, Final

from bot.pool.engine_pool import EnginePool
from tests.bot.clock import Clock
from tests.bot.house import open_house, right_moves

ROOT: Final = Path(__file__).parents[1]
SHORT: Final = 45
"""A module with fewer lines may be too small to exist."""

UPDATES: Final = ("a typed move", "/hint", "/new")

Graph = Mapping[str, frozenset[str]]
"""Each module or room with those that it imports."""


def sources(folder: str) -> list[Path]:
    """The Python files below a folder of the repository, in order."""
    return sorted((ROOT / folder).rglob("*.py"))


def name_of(path: Path) -> str:
    """A file's path from the repository's root."""
    return path.relative_to(ROOT).as_posix()


def module_of(path: Path) -> str:
    """The name by which a file is imported."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@cache
def tree(path: Path) -> ast.Module:
    """A Python file, parsed."""
    return ast.parse(path.read_text("utf-8"))


@cache
def import_nodes(path: Path) -> Sequence[ast.Import | ast.ImportFrom]:
    """All import statements of a Python file, on any level."""
    nodes = ast.walk(tree(path))
    return [node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom)]


@cache
def imports(path: Path) -> Sequence[str]:
    """The modules that a file imports, on any level, by their full names.

    `from package import name` imports the module of that name if there is one, otherwise the
    package. The packages above a module are not counted.
    """
    found = list[str]()
    for node in import_nodes(path):
        if isinstance(node, ast.Import):
            found += (alias.name for alias in node.names)
            continue
        assert node.level == 0, f"{path}: imports are written out"
        module = str(node.module)
        names = [f"{module}.{alias.name}" for alias in node.names]
        found += (whole if _is_module(whole) else module for whole in names)
    return found


@cache
def _is_module(name: str) -> bool:
    path = ROOT / name.replace(".", "/")
    files = path.with_suffix(".py"), path.with_suffix(".pyi"), path / "__init__.py"
    return any(file.is_file() for file in files)


def modules(*folders: str) -> Graph:
    """Which of the Python files below some folders import which."""
    named = {module_of(path): path for folder in folders for path in sources(folder)}
    return {
        name: frozenset(found for found in imports(path) if found in named and found != name)
        for name, path in named.items()
    }


def rooms(graph: Graph) -> Graph:
    """The first level below a package: each folder is a room, and so is each loose module.

    An arrow leads from one room to another if any file of the one imports any file of the other.
    """
    package = min(graph, key=len)
    depth = package.count(".") + 1
    room = {name: name.split(".")[depth] for name in graph if name != package}
    return {
        one: frozenset(
            room[found]
            for name, of in room.items()
            if of == one
            for found in graph[name]
            if room.get(found, one) != one
        )
        for one in room.values()
    }


def behind(graph: Graph, name: str) -> frozenset[str]:
    """Everything that a module or room imports, directly or through others."""
    found, waiting = set[str](), [name]
    while waiting:
        new = graph[waiting.pop()] - found
        found |= new
        waiting += new
    return frozenset(found)


def arrows(graph: Graph) -> list[tuple[str, str]]:
    """The pairs of importer and imported, sorted."""
    return sorted((one, other) for one, others in graph.items() for other in others)


def arrows_back(graph: Graph) -> list[tuple[str, str]]:
    """The arrows on a cycle: from what they point at, arrows lead back to where they begin."""
    reached = {name: behind(graph, name) for name in graph}
    return [(one, other) for one, other in arrows(graph) if one in reached[other]]


def longest_chain(graph: Graph) -> list[str]:
    """The longest path along the arrows, with both ends; arrows on cycles are left out."""
    back = set(arrows_back(graph))

    @cache
    def chain(name: str) -> list[str]:
        below = [chain(other) for other in sorted(graph[name]) if (name, other) not in back]
        return [name, *max(below, key=len, default=[])]

    return max(map(chain, sorted(graph)), key=len)


def loose(package: str, first: Graph) -> list[str]:
    """The rooms of a package that are single modules."""
    return sorted(room for room in first if (ROOT / package / f"{room}.py").is_file())


@dataclass(frozen=True, slots=True)
class Texture:
    """Lengths in lines, of every file and of every function with its signature and docstring."""

    files: Sequence[int]
    functions: Sequence[int]
    short: Sequence[str]
    comments: float
    """The share of all lines that hold a comment."""


def texture(*folders: str) -> Texture:
    """How the Python files below some folders are written; empty files do not count."""
    texts = {path: path.read_text("utf-8") for folder in folders for path in sources(folder)}
    lengths = {path: len(text.splitlines()) for path, text in texts.items() if text}
    return Texture(
        sorted(lengths.values()),
        sorted(length for path in texts for length in _functions(path)),
        [name_of(path) for path, length in lengths.items() if length < SHORT and _is_one(path)],
        sum(map(_comments, texts.values())) / sum(lengths.values()),
    )


def _is_one(path: Path) -> bool:
    return path.name not in {"__init__.py", "__main__.py"}


def _functions(path: Path) -> Iterator[int]:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield (node.end_lineno or node.lineno) - node.lineno + 1


def _comments(text: str) -> int:
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return sum(token.type == tokenize.COMMENT for token in tokens)


class Entered:
    """Records in which files of bot/ and engine/ a function is called while `watches` is true.

    Files of the pretend Telegram do not count, nor do bodies of modules and classes. It sees
    threads that start while it is installed, but no other processes.
    """

    def __init__(self) -> None:
        self.files: set[str] = set()
        self.watches = False

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if self.watches and event == "call" and code.co_name != "<module>":
            self.files.add(code.co_filename)

    def below(self, folder: str) -> list[str]:
        """The recorded files of a folder, sorted."""
        pretended = ROOT / "bot" / "playground"
        return [
            name_of(path)
            for path in sources(folder)
            if str(path) in self.files and pretended not in path.parents
        ]

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Profiles every function call, in this thread and in new ones, while the block runs."""
        threading.setprofile(self)
        sys.setprofile(self)
        try:
            yield
        finally:
            sys.setprofile(None)
            threading.setprofile(None)


async def entered(engine: EnginePool, folder: Path) -> dict[str, Entered]:
    """The files that the handling of each update enters, from its arrival to the last call."""
    return {name: await _enters(name, engine, folder / f"{name[1:]}.db") for name in UPDATES}


async def _enters(update: str, engine: EnginePool, database: Path) -> Entered:
    seen = Entered()
    with seen.installed():
        async with open_house(engine, Clock(), database) as house:
            await house.alice.sends("/new 9 central 42")
            move, *_ = right_moves(await house.alice.game())
            seen.watches = True
            await house.alice.sends(update if update.startswith("/") else move)
            seen.watches = False
    return seen


async def _enter_all() -> dict[str, Entered]:
    with tempfile.TemporaryDirectory() as folder:
        async with EnginePool(1) as engine:
            await engine.started()
            return await entered(engine, Path(folder))


def _percentiles(lengths: Sequence[int]) -> str:
    return f"median {median(lengths):.0f} lines, 90 % at most {quantiles(lengths, n=10)[-1]:.0f}"


def _hall(package: str) -> Iterator[str]:
    """The rooms of a package on its first level."""
    graph = modules(package)
    first, chain = rooms(graph), longest_chain(graph)
    yield f"rooms on the first level of {package}/: {len(first)} ({', '.join(sorted(first))})"
    yield f"  loose modules: {', '.join(loose(package, first))}"
    yield f"  floors: {len(longest_chain(first))} ({' > '.join(longest_chain(first))})"
    yield f"  arrows between rooms: {len(arrows(first))}, back: {len(arrows_back(first))}"
    yield f"  longest chain of modules: {len(chain)} ({' > '.join(chain)})"
    yield from (f"  a circle: {one} > {other}" for one, other in arrows_back(graph))


def report() -> Iterator[str]:
    """The figures, line by line."""
    for package in ("bot", "engine", "bot/store"):
        yield from _hall(package)
    chain = longest_chain(modules("bot", "engine"))
    yield f"longest chain in all: {len(chain)} ({' > '.join(chain)})"
    for name, seen in asyncio.run(_enter_all()).items():
        bot, engine = len(seen.below("bot")), len(seen.below("engine"))
        yield f"{name} enters {bot + engine} files, {bot} of bot/ and {engine} of engine/"
    for folders in (("bot",), ("engine",), ("bot", "engine")):
        found = texture(*folders)
        yield f"{' and '.join(folders)}: {len(found.files)} files"
        yield f"  files: {_percentiles(found.files)}; {len(found.short)} below {SHORT}"
        yield f"  functions: {_percentiles(found.functions)}"
        yield f"  lines with a comment: {found.comments:.1%}"


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.structure", description=(__doc__ or "").partition("\n")[0]
    )
    parser.parse_args()
    for line in report():
        sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    main()
