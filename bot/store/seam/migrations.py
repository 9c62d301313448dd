"""The numbered scripts of the schema, which make a database and bring it up to date."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Final


class SchemaTooNew(Exception):  # noqa: N818 - says what is, as the engine's errors do
    """Raised when the database was written by a newer program than this one."""

    def __init__(self, found: int, known: int) -> None:
        super().__init__(
            f"the database has schema {found}, this program knows schemas up to {known}: "
            "use a newer version of the program"
        )
        self.found = found
        self.known = known


class SchemaTooOld(Exception):  # noqa: N818 - as above
    """Raised where a command meets a database that was not brought up to date."""

    def __init__(self, found: int, known: int) -> None:
        super().__init__(
            f"the database has schema {found}, this program needs {known}: "
            "start the bot of this version, or run `sudoku-bot migrate`"
        )


def folder_of(package: Path) -> Path:
    """The folder of the scripts, where `package` is the folder of the package `bot`.

    An installation has them inside the package, a checkout beside it. A folder of that name beside
    an installed package belongs to another program and is ignored.
    """
    inside = package / "migrations"
    return inside if inside.is_dir() else package.with_name("migrations")


MIGRATIONS: Final = folder_of(Path(__file__).parents[2])
"""The scripts of this program."""


def scripts(folder: Path) -> tuple[str, ...]:
    """The texts of 0001_*.sql, 0002_*.sql, ... in order.

    Raises ValueError when there are none, or a number is missing or taken twice.
    """
    paths = sorted(folder.glob("*.sql"))
    numbers = [path.name.partition("_")[0] for path in paths]
    if not paths or numbers != [f"{number:04}" for number in range(1, len(paths) + 1)]:
        raise ValueError(f"migrations in {folder} are not numbered 0001, 0002, ...: {numbers}")
    return tuple(path.read_text(encoding="utf-8") for path in paths)


def require_current(found: int) -> None:
    """Raises SchemaTooNew or SchemaTooOld for a database that is not of this program's schema."""
    known = len(scripts(MIGRATIONS))
    if found > known:
        raise SchemaTooNew(found, known)
    if found < known:
        raise SchemaTooOld(found, known)


def statements(script: str) -> Iterator[str]:
    """The statements of a script; a semicolon within a string or a trigger ends none."""
    statement = ""
    for piece in script.split(";"):
        statement += piece + ";"
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    # Empty, unless the script breaks off in a statement, which the database then refuses.
    yield statement
