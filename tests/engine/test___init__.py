"""The public interface, and what `import engine` loads: every worker process waits for it."""

import ast
import doctest
import sys
import tomllib
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import engine
from engine import notation, photo
from tests.engine.isolated import run
from tests.structure import ROOT, module_of, sources

LAZY = [engine, notation, photo]
MODULES = [module_of(path) for path in sources("engine") if path.name != "__main__.py"]


SLOW = {"argparse", "asyncio", "dataclasses", "inspect", "json", "pathlib", "random", "secrets"} | {
    *("_hashlib", "shutil", "threading", "unicodedata", "urllib.parse"),
}


def test_what_is_slow_to_import_waits_until_it_is_needed() -> None:
    loaded = set(run("import engine; print(*sys.modules)").split())
    assert not loaded & SLOW
    assert {name for name in loaded if name.startswith("engine")} == {"engine"}
    loaded = set(run("import engine; engine.solve; print(*sys.modules)").split())
    assert "engine.search.search" in loaded
    assert not loaded & SLOW


def test_one_puzzle_on_the_command_line_needs_little() -> None:
    code = """
from engine.__main__ import main
import io
class Stdin: buffer = io.BytesIO(b'1...' + b'.' * 12)
sys.stdin = Stdin
main(['solve', '-'])
print(*sys.modules)
"""
    answer, loaded = run(code).splitlines()
    assert answer == "many"
    assert not set(loaded.split()) & {*SLOW, "engine.notation.notation", "engine.commands.bench"}


@pytest.mark.parametrize("table", LAZY)
def test_every_public_name_is_what_its_module_has(table: ModuleType) -> None:
    (homes,) = [
        node.body
        for node in ast.parse(Path(str(table.__file__)).read_text("utf-8")).body
        if isinstance(node, ast.If)
    ]
    named = [node for node in homes if isinstance(node, ast.ImportFrom)]
    assert {node.names[0].asname for node in named} == set(table.__all__)
    for node in named:
        name = node.names[0].name
        found = getattr(table, name)
        assert node.names[0].asname == name
        assert found is getattr(import_module(str(node.module)), name)
        assert not isinstance(found, ModuleType)


def test_only_public_names_are_listed() -> None:
    assert dir(engine) == sorted([*engine.__all__, "__version__"])
    with pytest.raises(AttributeError, match="module 'engine' has no attribute 'islice'"):
        _ = engine.islice


@pytest.mark.parametrize("name", MODULES)
def test_a_module_is_imported_by_its_name(name: str) -> None:
    """No name that a room offers is also the name of a module in it."""
    known: dict[str, object] = {}
    exec(f"import {name} as imported", known)  # noqa: S102 - it is what somebody would write
    assert known["imported"] is sys.modules[name]


def test_the_version_is_that_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert engine.__version__ == project["version"]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_are_true(name: str) -> None:
    module = import_module(name)
    failed, _ = doctest.testmod(
        module, extraglobs={each: getattr(engine, each) for each in engine.__all__}
    )
    assert failed == 0


@pytest.mark.parametrize(
    "name",
    ["count_many", "count_solutions", "generate", "pack_lines", "rate", "solve", "Budget", "Grid"],
)
def test_what_people_use_most_has_an_example(name: str) -> None:
    assert ">>> " in getattr(engine, name).__doc__
