"""The subcommands of `sudoku-bot`, one module each, named after it.

Each has `add_arguments(parser)` and `run(settings, arguments)`, which gives the exit status.
"""

from typing import Final

OK: Final = 0
FAILED: Final = 1
"""What was asked for could not be done, or is not well."""

CANNOT_BEGIN: Final = 2
"""A wrong setting or wrong usage, or another process at the same work."""

TOKEN_REFUSED: Final = 3
"""Telegram has refused the token for half a minute; it may have been wrong from the start."""
