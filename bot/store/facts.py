"""What the service remembers about itself."""

from bot.store.database import Source


async def remember(source: Source, name: str, value: str) -> str:
    """Keep `value` under `name` unless one is kept already; the one that is kept."""
    rows = await source.all(
        "insert into facts (name, value) values ($1, $2)"
        " on conflict (name) do update set value = facts.value returning value",
        name,
        value,
    )
    return str(rows[0][0])
