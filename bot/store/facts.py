"""Things that the service remembers about itself, by name."""

from bot.store.seam.source import Source


async def get(source: Source, name: str) -> str | None:
    """What is remembered under a name."""
    row = await source.one("select value from facts where name = $1", name)
    return row[0] if row else None


async def keep(source: Source, name: str, value: str) -> str:
    """What was remembered under a name before, or else `value`, which is from now on."""
    rows = await source.all(
        "insert into facts (name, value) values ($1, $2)"
        " on conflict (name) do update set value = facts.value returning value",
        name,
        value,
    )
    return str(rows[0][0])
