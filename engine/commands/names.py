"""The names of the subcommands, and a way around argparse for arguments without options."""

from collections.abc import Sequence
from importlib import import_module
from types import ModuleType
from typing import Any, Final

COMMANDS: Final = (
    "solve",
    "check",
    "count",
    "generate",
    "rate",
    "explain",
    "practise",
    "random",
    "read",
    "bench",
)

_TAKE_FILES: Final = frozenset({"solve", "count"})


def command_module(name: str) -> ModuleType:
    """The module of a subcommand."""
    return import_module(f"engine.commands.{name}")


def plain_arguments(argv: Sequence[str]) -> dict[str, Any] | None:
    """What the parser would make of a subcommand with files and no options; None for anything else.

    argparse would take a third of the whole time of one puzzle, so it is not even imported here.
    """
    if not argv or argv[0] not in _TAKE_FILES:
        return None
    command, *files = argv
    if any(file.startswith("-") and file != "-" for file in files):
        return None
    defaults = _Defaults()
    command_module(command).add_arguments(defaults)
    return defaults.values | ({"files": files} if files else {})


class _Defaults:
    """Stands in for a parser and keeps the default of each argument that is added."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}

    def add_mutually_exclusive_group(self) -> "_Defaults":
        return self

    def add_argument(self, name: str, **settings: Any) -> None:
        value = False if settings.get("action") == "store_true" else settings.get("default")
        self.values[settings.get("dest", name.lstrip("-"))] = value
