"""What ends a command: its exit status, and the line that says why.

Only what cannot pass without an operator is final: a wrong setting or right, another program's
file, a damaged one. Whatever else keeps the program from its work may be over a moment later, as a
full disk, another process that still ends, or a standby that is being promoted. A start that fails
again costs nothing, and one that is never tried again costs everybody the bot until somebody looks.
"""

import sqlite3
from typing import Final

from telegram.error import InvalidToken

from bot.commands import MAY_PASS, MUST_CHANGE, TOKEN_REFUSED
from bot.settings import SettingError
from bot.store.seam.holding import ReplicaEnded
from bot.store.seam.lock import DatabaseInUse
from bot.store.seam.migrations import SchemaTooNew
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
    StoreError,
    sqlite3.Error,
    DatabaseInUse,
    ReplicaEnded,
    TokenTaken,
    OSError,
)
"""What ends a command with one line; anything else is a bug."""

TAKEN: Final = "another process serves this bot with the same token: only one of them can"
REFUSED: Final = "SUDOKU_BOT_TOKEN is not accepted: copy it again from @BotFather"


def ending(error: Exception) -> tuple[int, str]:
    """The exit status of a command that one of ENDINGS has ended, and the line that says why."""
    match error:
        case SettingError():
            return MUST_CHANGE, str(error)
        case InvalidToken():
            return TOKEN_REFUSED, REFUSED
        case TokenTaken():
            # The two have disturbed each other for ten minutes; a new start would begin it anew.
            return MUST_CHANGE, TAKEN
        case ReplicaEnded():
            return MAY_PASS, str(error)
        case OSError():
            return _of_the_system(error)
        case _:
            return _of_the_database(error)


def _of_the_system(error: OSError) -> tuple[int, str]:
    is_port = isinstance(error, NoPort)
    if not is_port and (error.filename or error.errno in FILE_REASONS):
        return _of_the_database(explained_file(error))
    what = "SUDOKU_BOT_PORT or SUDOKU_BOT_LISTEN" if is_port else "the operating system refuses"
    return MUST_CHANGE if error.errno in LASTING else MAY_PASS, f"{what}: {error}"


def _of_the_database(error: Exception) -> tuple[int, str]:
    reason = explained(error) if isinstance(error, sqlite3.Error) else error
    may_pass = isinstance(reason, NotStored | DatabaseInUse) and not isinstance(reason, Unusable)
    return MAY_PASS if may_pass else MUST_CHANGE, f"SUDOKU_BOT_DATABASE: {reason}"
