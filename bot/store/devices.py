"""Up to which act each device of a person has been followed."""

from typing import Final

from bot.store.seam.source import Source

MOST: Final = 100
"""Devices of one person, a new one with each opened page. Whoever made up names without end would
otherwise fill the disk."""

KEPT_SECONDS: Final = 60 * 86_400
"""A device that was not heard of for longer is forgotten, with whatever it still wants to send."""


async def advance(source: Source, user_id: int, device: str, number: int, now: int) -> bool:
    """Note an act of a device; False, with nothing changed, if it or a later one was noted before.

    The person must have been seen. Of more than MOST devices the one that was not heard of for
    longest is forgotten.
    """
    row = await source.one(
        "insert into devices (user_id, device, number, seen_at) values ($1, $2, $3, $4)"
        " on conflict (user_id, device) do update"
        " set number = excluded.number, seen_at = excluded.seen_at"
        " where devices.number < excluded.number"
        " returning (select count(*) from devices where user_id = $1)",
        user_id,
        device,
        number,
        now,
    )
    if row is None:
        return False
    # PostgreSQL counts what stood there before this statement, SQLite may count the new row.
    if row[0] >= MOST:
        await _forget_oldest(source, user_id, device)
    return True


async def last_of(source: Source, user_id: int, device: str) -> int:
    """The number of the last act of a device; 0 if there was none."""
    row = await source.one(
        "select number from devices where user_id = $1 and device = $2", user_id, device
    )
    return row[0] if row else 0


async def forget(source: Source, before: int) -> None:
    """Forget the devices that were not heard of since then."""
    await source.all("delete from devices where seen_at < $1", before)


async def _forget_oldest(source: Source, user_id: int, kept: str) -> None:
    """Forget the devices of a person beyond MOST, but never the one that is `kept`."""
    await source.all(
        "delete from devices where user_id = $1 and device in (select device from devices"
        " where user_id = $1 and device <> $2 order by seen_at desc, device limit $4 offset $3)",
        user_id,
        kept,
        MOST - 1,
        MOST,
    )
