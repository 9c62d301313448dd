"""The command `sudoku-bot`: Telegram with a token, the playground in a browser without one."""

import logging
import os
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Sequence
from types import ModuleType
from typing import Final

from bot.commands import (
    FAILED,
    NOBODY_READS,
    backup,
    block,
    doctor,
    migrate,
    move,
    playground,
    restore,
    run,
    top,
    unblock,
)
from bot.commands.console import refuse
from bot.commands.ending import ENDINGS, ending
from bot.operate import logs
from bot.settings import SettingError, Settings
from engine import __version__

COMMANDS: Final[tuple[ModuleType, ...]] = (
    run,
    playground,
    doctor,
    top,
    block,
    unblock,
    backup,
    restore,
    migrate,
    move,
)

SERVING: Final = (run, playground)
"""Commands whose standard error is a log."""

SECRETS: Final = (
    "SUDOKU_BOT_TOKEN",
    "SUDOKU_BOT_SECRET",
    "SUDOKU_BOT_DATABASE",
    "SUDOKU_BOT_METRICS_TOKEN",
)

_EPILOG: Final = """\
All settings come from the environment (SUDOKU_BOT_...); bot/README.md lists them.

exit status:
  0   all went well
  1   what was asked for could not be done, or `doctor` found something wrong;
      or a bug, with its traceback
  2   wrong usage
  75  what may pass by itself: try again in a while
  77  Telegram has refused the token for half a minute
  78  what lasts until somebody changes it, such as a wrong setting
  130 Ctrl-C before a bot serves; one that serves ends with 0
  141 whoever read the output has gone
"""

log = logging.getLogger(__name__)


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one subcommand and returns its exit status; argparse exits by itself on wrong usage."""
    # New files are for this user alone: the database and its side files hold everybody's data.
    os.umask(0o077)
    # python-telegram-bot then gives waiting times as timedelta, and does not warn at each of them.
    os.environ.setdefault("PTB_TIMEDELTA", "1")
    if argv is None:
        # Otherwise multiprocessing runs the script that called this in every worker, with all its
        # imports.
        sys.modules["__main__"] = sys.modules[__name__]
    arguments = _parser().parse_args(argv)
    command: ModuleType = arguments.command
    is_object = command in SERVING and os.environ.get("SUDOKU_BOT_LOG_FORMAT") == "json"
    try:
        return _run(command, arguments)
    except ENDINGS as wrong:
        status, reason = ending(wrong)
        if status == NOBODY_READS and command not in SERVING:
            return status
        if is_object and isinstance(wrong, SettingError):
            # A wrong setting is told in the form of the log, too.
            logs.configure("INFO", token="", log_format="json")
        if is_object:
            log.critical(reason)
        else:
            refuse(reason)
        return FAILED if command is doctor else status


def _run(command: ModuleType, arguments: Namespace) -> int:
    try:
        settings = Settings.from_environment(os.environ)
    except SettingError as wrong:
        if command is not doctor:
            raise
        return doctor.run_without_settings(wrong)
    _forget_secrets()
    logs.configure(settings.log_level, settings.token, settings.log_format)
    if command in SERVING:
        for doubt in settings.doubts:
            log.warning(doubt)
    return int(command.run(settings, arguments))


def _forget_secrets() -> None:
    """Removes the secrets from the environment, which every worker process inherits."""
    for name in SECRETS:
        os.environ.pop(name, None)


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="sudoku-bot",
        description="A Sudoku bot. With SUDOKU_BOT_TOKEN it serves Telegram, without it a chat "
        "page in the browser.",
        epilog=_EPILOG,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"sudoku-bot {__version__}")
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
