"""The command `sudoku-bot`: Telegram with a token, the playground in a browser without one."""

import os
import sqlite3
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Sequence
from types import ModuleType
from typing import Final

from telegram.error import InvalidToken

from bot.commands import (
    CANNOT_BEGIN,
    FAILED,
    TOKEN_REFUSED,
    backup,
    doctor,
    migrate,
    move,
    playground,
    restore,
    run,
)
from bot.commands.console import refuse
from bot.operate import logs
from bot.settings import SettingError, Settings
from bot.store.holding import ReplicaEnded
from bot.store.lock import DatabaseInUse
from bot.store.migrate import SchemaTooNew
from bot.store.not_stored import StoreError, Unreachable
from bot.telegram.polling import TokenTaken

COMMANDS: Final[tuple[ModuleType, ...]] = (run, playground, doctor, backup, restore, migrate, move)

SECRETS: Final = ("SUDOKU_BOT_TOKEN", "SUDOKU_BOT_SECRET", "SUDOKU_BOT_DATABASE")

_EPILOG: Final = """\
All settings come from the environment (SUDOKU_BOT_...); bot/README.md lists them.

exit status:
  0  all went well
  1  what was asked for could not be done, or `doctor` found something wrong
  2  a wrong setting or wrong usage, or another process is at the same work
  3  Telegram has refused the token for half a minute
"""

ENDINGS: Final = (
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


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one subcommand and gives its exit status; wrong usage exits on its own."""
    # The database holds a secret and everybody's data, and so do the files beside it.
    os.umask(0o077)
    # Its waiting times become timedelta, without a warning at each of them.
    os.environ.setdefault("PTB_TIMEDELTA", "1")
    if argv is None:
        # Or else multiprocessing runs the script that called this in every worker, all imports too.
        sys.modules["__main__"] = sys.modules[__name__]
    arguments = _parser().parse_args(argv)
    command: ModuleType = arguments.command
    try:
        settings = Settings.from_environment(os.environ)
        _forget_secrets()
        logs.configure(settings.log_level, settings.token, settings.log_format)
        return _status(command, settings, arguments)
    except SettingError as wrong:
        refuse(str(wrong))
        return FAILED if command is doctor else CANNOT_BEGIN


def _forget_secrets() -> None:
    """Takes the secrets out of the environment, which every worker process would inherit."""
    for name in SECRETS:
        os.environ.pop(name, None)


def _status(command: ModuleType, settings: Settings, arguments: Namespace) -> int:
    try:
        return int(command.run(settings, arguments))
    except ENDINGS as wrong:
        status, reason = ending(wrong)
        refuse(reason)
        return status


def ending(error: Exception) -> tuple[int, str]:
    """The exit status of a command that an error has ended, and the line that says why."""
    match error:
        case InvalidToken():
            return TOKEN_REFUSED, REFUSED
        case TokenTaken():
            return CANNOT_BEGIN, TAKEN
        case ReplicaEnded():
            return FAILED, str(error)
        case Unreachable():
            # It may be there soon, so that systemd is to start the bot again.
            return FAILED, f"SUDOKU_BOT_DATABASE: {error}"
        case OSError(filename=None):
            # What is no file is an address.
            return CANNOT_BEGIN, f"SUDOKU_BOT_PORT or SUDOKU_BOT_LISTEN: {error}"
        case _:
            return CANNOT_BEGIN, f"SUDOKU_BOT_DATABASE: {error}"


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="sudoku-bot",
        description="A Sudoku bot. With SUDOKU_BOT_TOKEN it serves Telegram, without it a chat "
        "page in the browser.",
        epilog=_EPILOG,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.set_defaults(command=run)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    for command in COMMANDS:
        description = str(command.__doc__)
        subparser = commands.add_parser(
            command.__name__.rpartition(".")[2],
            description=description,
            help=description.partition("\n")[0],
        )
        command.add_arguments(subparser)
        subparser.set_defaults(command=command)
    return parser


if __name__ == "__main__":
    sys.exit(main())
