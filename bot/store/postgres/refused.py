"""The errors of PostgreSQL as StoreErrors, each with one line that names the real cause."""

from typing import Final

import asyncpg

from bot.store.seam.not_stored import NotStored, StoreError, Undone, Unreachable, Unusable

POOLED: Final = "a pooler in transaction mode must know prepared statements, as PgBouncer 1.21 does"

REASONS: Final = {
    "26": POOLED,
    "42P05": POOLED,
    "28": "PostgreSQL does not let this user in, or the password is wrong",
    "3D": "PostgreSQL has no such database",
    "40": "PostgreSQL has ended what was in the way of something else",
    "53": "PostgreSQL has no room, or no connection left",
    "58": "PostgreSQL cannot read or write its files",
    "XX": "the database is damaged, or PostgreSQL has a fault",
    "25006": "the database can only be read: it may be a standby",
    "55P03": "PostgreSQL has waited too long for a lock",
    "42501": "the user of the database has not the right to do that",
    "57014": "PostgreSQL has ended what took too long",
}
"""By the first two characters of an SQLSTATE, or by all five."""

LOST: Final = ("08", "57P", "25P03")
"""How SQLSTATEs begin after which the connection is of no use."""

UNDONE: Final = ("40", "55P03")
UNUSABLE: Final = ("26", "42P05", "28", "3D", "42501")
"""How SQLSTATEs begin that last until an operator changes an address, a right or a setting."""


def explained(error: Exception) -> StoreError:
    """The StoreError for an error of asyncpg; a NotStored where the program is not to blame.

    No text holds a password, because PostgreSQL repeats none. Nor does it hold what people wrote:
    the detail of an error may quote a row, and the log shows causes too, so it is removed.
    """
    match error:
        case asyncpg.PostgresError():
            return _of_the_server(error)
        case asyncpg.ClientConfigurationError():
            return Unusable(f"the address of PostgreSQL cannot be used ({error})")
        case asyncpg.DataError():
            return StoreError(_one_line(error))
        case TimeoutError():
            return Unreachable("PostgreSQL does not answer in time")
        case OSError() | asyncpg.InterfaceError() | asyncpg.InternalClientError():
            return Unreachable(f"PostgreSQL cannot be reached ({_one_line(error)})")
        case _:
            return StoreError(_one_line(error))


def _of_the_server(error: asyncpg.PostgresError) -> StoreError:
    error.detail = error.hint = None
    told, state = _one_line(error), error.sqlstate or ""
    if state.startswith(LOST):
        return Unreachable(f"PostgreSQL cannot be reached ({told})")
    reason = REASONS.get(state, REASONS.get(state[:2]))
    if reason is None:
        return StoreError(told)
    kind = Undone if state.startswith(UNDONE) else NotStored
    if state.startswith(UNUSABLE):
        kind = Unusable
    return kind(f"{reason} ({told})")


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__
