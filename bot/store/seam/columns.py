"""The columns of a statement, taken from the type of its rows, so that each is named only once.

A row type is a NamedTuple or a dataclass. A field selects the column of its name, or the SQL
expression in its annotation if there is one:

    class Line(NamedTuple):
        id: int
        player: Annotated[int | None, "t.user_id"]

    sql, read = f"select {columns(Line)} from turns t", Line(*row)
"""

from functools import cache
from typing import get_type_hints


@cache
def columns(row: type[object]) -> str:
    """The expressions of a row type in the order of its fields, for `select` or `returning`."""
    hints = get_type_hints(row, include_extras=True)
    return ", ".join(_expression(name, hint) for name, hint in hints.items())


def _expression(name: str, hint: object) -> str:
    metadata: tuple[object, ...] = getattr(hint, "__metadata__", ())
    return next((text for text in metadata if isinstance(text, str)), name)
