"""Which replica does what only one may do (`bot.store.postgres.replicas`).

A role is taken by whoever finds it free, and is free again with the end of that replica.

Only a replica calls these functions.
"""

from bot.store.seam.source import Source


async def lead(source: Source, role: str, replica: int) -> bool:
    """Take a role if nobody has it; whether it is this replica's."""
    held_by = await source.one("select holder from leaders where role = $1", role)
    if held_by is None:
        held_by = await source.one(
            "insert into leaders (role, holder) values ($1, $2)"
            " on conflict (role) do nothing returning holder",
            role,
            replica,
        )
    return held_by is not None and held_by[0] == replica


async def resign(source: Source, role: str, replica: int) -> None:
    """Let another replica have a role before this one ends."""
    await source.all("delete from leaders where role = $1 and holder = $2", role, replica)
