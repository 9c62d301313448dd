"""The subcommands of `sudoku-bot`, one module each, named after it.

Each has `add_arguments(parser)` and `run(settings, arguments)`, which returns the exit status.
"""

from typing import Final

OK: Final = 0
FAILED: Final = 1
"""The command could not do what was asked for, or the doctor found a fault."""

WRONG_USAGE: Final = 2
"""The arguments make no sense; argparse ends with this status as well."""

MAY_PASS: Final = 75
"""What ended the program may pass by itself (EX_TEMPFAIL of sysexits.h)."""

TOKEN_REFUSED: Final = 77
"""Telegram has refused the token for half a minute (EX_NOPERM); it may be good all the same."""

MUST_CHANGE: Final = 78
"""Nothing helps until somebody changes a setting, a right or a file (EX_CONFIG)."""

INTERRUPTED: Final = 130
"""Ctrl-C ended a command or a start; a bot that serves ends with OK (128 + SIGINT)."""

NOBODY_READS: Final = 141
"""Whoever read the output has gone, as `head` does (128 + SIGPIPE)."""
