"""Single values that the service remembers about itself, by name."""

from typing import Final

from bot.store.seam.source import Source

BACKED_UP: Final = "backed_up_at"
"""The second at which the newest backup was made by our own command."""


async def get(source: Source, name: str) -> str | None:
    """The value that is stored under a name; None where there is none."""
    row = await source.one("select value from facts where name = $1", name)
    return row[0] if row else None


async def keep(source: Source, name: str, value: str) -> str:
    """Store `value` under a name unless it has one; returns the value that it has afterwards."""
    # The update changes nothing: without it a conflict would return no row.
    rows = await source.all(
        "insert into facts (name, value) values ($1, $2)"
        " on conflict (name) do update set value = facts.value returning value",
        name,
        value,
    )
    return str(rows[0][0])


async def put(source: Source, name: str, value: str) -> None:
    """Store `value` under a name, in place of any that it has."""
    await source.all(
        "insert into facts (name, value) values ($1, $2)"
        " on conflict (name) do update set value = excluded.value",
        name,
        value,
    )
