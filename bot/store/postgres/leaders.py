"""Which replica does what only one may do (`bot.store.postgres.replicas`).

The first replica that finds a role free takes it, and has it until it resigns or ends.

Only a replica calls these functions.
"""

from bot.store.seam.source import Source


async def lead(source: Source, role: str, replica: int) -> bool:
    """Take a role if it is free; True if this replica has it then."""
    # Asked before anything is written: nearly always somebody has the role.
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
    """Give up a role, for another replica to take before this one ends."""
    await source.all("delete from leaders where role = $1 and holder = $2", role, replica)
