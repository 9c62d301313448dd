"""The errors that end a command: the exit status of each, and the line that says why.

The exit status tells a supervisor whether to start the program again. Only what cannot pass without
an operator is final (MUST_CHANGE): a wrong setting or right, a file that is damaged or of another
program. Any other reason may be gone a moment later, such as a full disk, another process that is
still ending, or a standby that is being promoted (MAY_PASS). In doubt it is better to try again: a
start that fails costs nothing, and a bot that is not started again is gone until somebody looks.
"""

import errno
import socket
import sqlite3
from typing import Final

from telegram.error import InvalidToken

from bot.commands import MAY_PASS, MUST_CHANGE, NOBODY_READS, TOKEN_REFUSED
from bot.commands.console import NoOutput
from bot.settings import SettingError
from bot.store.seam.holding import ReplicaEnded
from bot.store.seam.lock import DatabaseInUse
from bot.store.seam.migrations import SchemaTooNew, SchemaTooOld
from bot.store.seam.not_stored import (
    FILE_REASONS,
    LASTING,
    NotStored,
    StoreError,
    Unusable,
    explained,
    explained_file,
)
from bot.telegram.polling import TokenTaken
from bot.web.port import NoPort

ENDINGS: Final = (
    SettingError,
    InvalidToken,
    SchemaTooNew,
    SchemaTooOld,
    StoreError,
    sqlite3.Error,
    DatabaseInUse,
    ReplicaEnded,
    TokenTaken,
    OSError,
)
"""What ends a command with one line; anything else is a bug."""

DATABASE: Final = "SUDOKU_BOT_DATABASE"
TAKEN: Final = "another process serves this bot with the same token: only one of them can"
REFUSED: Final = "SUDOKU_BOT_TOKEN is not accepted: copy it again from @BotFather"


def ending(error: Exception) -> tuple[int, str]:
    """The exit status for one of ENDINGS, and the line that says why the command ended."""
    match error:
        case SettingError():
            return MUST_CHANGE, str(error)
        case InvalidToken():
            return TOKEN_REFUSED, REFUSED
        case TokenTaken():
            # Both have disturbed each other for ten minutes, and would again after a new start.
            return MUST_CHANGE, TAKEN
        case ReplicaEnded():
            return MAY_PASS, str(error)
        case OSError():
            return _of_the_system(error)
        case _:
            return _of_the_database(error)


def cause(error: Exception) -> tuple[int, str]:
    """As `ending`, for a command that names what it has failed at: without the setting."""
    status, line = ending(error)
    return status, line.removeprefix(f"{DATABASE}: ")


def _of_the_system(error: OSError) -> tuple[int, str]:
    if isinstance(error, NoOutput):
        status = NOBODY_READS if error.errno == errno.EPIPE else MAY_PASS
        return status, f"standard output cannot be written: {error.strerror}"
    # A port that is taken raises OSError as well, and has nothing to do with the database.
    is_port = isinstance(error, NoPort)
    if not is_port and (error.filename or error.errno in FILE_REASONS):
        return _of_the_database(explained_file(error))
    what = "SUDOKU_BOT_PORT or SUDOKU_BOT_LISTEN" if is_port else "the operating system refuses"
    lasts = error.errno in LASTING or (is_port and error.errno == socket.EAI_NONAME)
    return MUST_CHANGE if lasts else MAY_PASS, f"{what}: {error}"


def _of_the_database(error: Exception) -> tuple[int, str]:
    reason = explained(error) if isinstance(error, sqlite3.Error) else error
    may_pass = isinstance(reason, NotStored | DatabaseInUse) and not isinstance(reason, Unusable)
    return MAY_PASS if may_pass else MUST_CHANGE, f"{DATABASE}: {reason}"
