import asyncpg
import pytest

from bot.store.postgres.refused import explained
from bot.store.seam.not_stored import NotStored, Undone, Unreachable


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (asyncpg.InvalidPasswordError("no\nentry"), "the password is wrong (no entry)"),
        (asyncpg.InvalidCatalogNameError("x"), "no such database"),
        (asyncpg.DiskFullError("x"), "no room"),
        (asyncpg.TooManyConnectionsError("x"), "no connection left"),
        (asyncpg.ReadOnlySQLTransactionError("x"), "can only be read"),
        (asyncpg.InsufficientPrivilegeError("x"), "not the right"),
        (asyncpg.DataCorruptedError("x"), "damaged"),
        (asyncpg.ClientConfigurationError("x"), "address"),
        (asyncpg.DuplicatePreparedStatementError("x"), "PgBouncer 1.21"),
        (asyncpg.InvalidSQLStatementNameError("x"), "PgBouncer 1.21"),
    ],
)
def test_the_world_is_blamed_for_what_it_has_done(error: Exception, words: str) -> None:
    told = explained(error)
    assert isinstance(told, NotStored)
    assert words in str(told)
    assert "\n" not in str(told)


@pytest.mark.parametrize(
    "error",
    [
        ConnectionRefusedError("refused"),
        TimeoutError(),
        asyncpg.CannotConnectNowError("x"),
        asyncpg.AdminShutdownError("x"),
        asyncpg.ConnectionDoesNotExistError("x"),
        asyncpg.InterfaceError("connection is closed"),
        asyncpg.IdleInTransactionSessionTimeoutError("x"),
    ],
)
def test_a_broken_connection_is_told_apart(error: Exception) -> None:
    assert isinstance(explained(error), Unreachable)


def test_what_was_undone_may_be_tried_again() -> None:
    assert isinstance(explained(asyncpg.DeadlockDetectedError("x")), Undone)
    assert isinstance(explained(asyncpg.SerializationError("x")), Undone)
    assert isinstance(explained(asyncpg.LockNotAvailableError("x")), Undone)


def test_a_mistake_of_the_program_is_nobody_elses_fault() -> None:
    for error in (
        asyncpg.UndefinedTableError("x"),
        asyncpg.NotNullViolationError("x"),
        asyncpg.DataError("x"),
        LookupError("x"),
    ):
        assert not isinstance(explained(error), NotStored)
