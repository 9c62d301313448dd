"""One module per command; each exports HANDLERS. The order is that of the command menu."""

from typing import Final

from bot.handlers import (
    board,
    check,
    daily,
    deleteme,
    games,
    giveup,
    help,  # noqa: A004 - the module of /help
    hint,
    junk,
    language,
    learn,
    moves,
    new,
    privacy,
    rate,
    redo,
    settings,
    solve,
    start,
    stats,
    steps,
    submit,
    subscribe,
    undo,
    unsubscribe,
)
from bot.routes import Handler

MENU: Final = {
    "daily": daily,
    "new": new,
    "board": board,
    "undo": undo,
    "redo": redo,
    "check": check,
    "hint": hint,
    "submit": submit,
    "solve": solve,
    "rate": rate,
    "learn": learn,
    "games": games,
    "giveup": giveup,
    "subscribe": subscribe,
    "unsubscribe": unsubscribe,
    "stats": stats,
    "settings": settings,
    "language": language,
    "help": help,
    "privacy": privacy,
    "deleteme": deleteme,
    "start": start,
}
"""Every command with its module, as the menu lists them."""

PRIVATE_ONLY: Final = frozenset({"start", "stats", "settings", "privacy", "deleteme"})
"""Commands that work everywhere but that a group's menu does not list."""

HANDLERS: Final[tuple[Handler, ...]] = tuple(
    handler for module in (*MENU.values(), steps, moves, junk) for handler in module.HANDLERS
)
"""All handlers; the first that fits an update gets it."""
