"""The address of a PostgreSQL database, read and shown without its password."""

from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit

SCHEMES: Final = ("postgres", "postgresql")


class BadAddress(ValueError):  # noqa: N818 - says what is
    """Raised for an address that cannot be one of PostgreSQL; the text quotes no part of it."""


@dataclass(frozen=True, slots=True)
class Server:
    """A database at a PostgreSQL server; its text form is the address without user and password."""

    url: str = field(repr=False)

    def __str__(self) -> str:
        parts = urlsplit(self.url)
        return f"postgresql://{_hosts(parts.netloc)}{parts.path}"

    @staticmethod
    def of(value: str) -> "Server | None":
        """The database that a setting names; None where the setting names no server.

        Raises BadAddress.
        """
        scheme = value.partition(":")[0].lower()
        if "://" not in value and not scheme.startswith(SCHEMES):
            return None
        if not value.lower().startswith(tuple(f"{name}://" for name in SCHEMES)):
            raise BadAddress("its address must begin with postgresql://, a file has no ://")
        _require_readable(value)
        return Server(value)


def _require_readable(url: str) -> None:
    """Refuse what would be misread: unencoded signs of a password look like a host or a path."""
    try:
        parts = urlsplit(url)
    except ValueError:
        raise BadAddress("the host of its address cannot be read") from None
    if parts.fragment or "@" in parts.path + parts.query:
        raise BadAddress("write / ? # @ and % in a password as %2F %3F %23 %40 and %25")
    # An address may name several hosts.
    for host in _hosts(parts.netloc).split(","):
        # The address of an IPv6 host has colons too, within brackets.
        port = host.rpartition("]")[2].partition(":")[2]
        if port and not port.isdecimal():
            raise BadAddress("the port of its address is no number")


def _hosts(netloc: str) -> str:
    return netloc.rpartition("@")[2]
