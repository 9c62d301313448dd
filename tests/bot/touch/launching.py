"""Launches of the page as Telegram signs them."""

from urllib.parse import urlencode

from bot.touch.signed import launch_hash


def launched(token: str, now: int, **fields: str) -> str:
    """The `initData` that a client hands to the page, signed at `now`."""
    signed = {"auth_date": str(now)} | fields
    lines = "\n".join(f"{name}={value}" for name, value in sorted(signed.items()))
    return urlencode(signed | {"hash": launch_hash(token, lines)})
