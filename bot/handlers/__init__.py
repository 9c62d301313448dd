"""All handlers: one module per command, with its HANDLERS, and PRESSED for its buttons.

The command menu lists the commands in the order of MENU.
"""

from typing import Final

from bot.handlers import (
    added,
    asked,
    board,
    calendar,
    cells,
    check,
    daily,
    deleteme,
    evening,
    export,
    games,
    giveup,
    help,  # noqa: A004 - the module of /help
    hint,
    import_,
    junk,
    language,
    learn,
    migrate,
    new,
    notes,
    photo,
    practise,
    print_,
    privacy,
    rate,
    settings,
    share,
    shelf,
    solve,
    start,
    stats,
    steps,
    subscribe,
    typed,
    undo,
    unsubscribe,
    wishes,
    zoom,
)
from bot.handlers.dispatch import Handler, dispatcher, handler_of, table
from bot.handlers.routes import Command

MENU: Final = {
    "daily": daily,
    "new": new,
    "board": board,
    "undo": undo,
    "redo": undo,
    "notes": notes,
    "check": check,
    "hint": hint,
    "submit": typed,
    "solve": solve,
    "rate": rate,
    "learn": learn,
    "games": games,
    "calendar": calendar,
    "share": share,
    "print": print_,
    "import": import_,
    "shelf": shelf,
    "giveup": giveup,
    "subscribe": subscribe,
    "unsubscribe": unsubscribe,
    "stats": stats,
    "settings": settings,
    "language": language,
    "help": help,
    "export": export,
    "privacy": privacy,
    "deleteme": deleteme,
    "start": start,
}
"""Every command with its module, as the menu lists them."""

PRIVATE_ONLY: Final = frozenset(
    ["start", "stats", "calendar", "settings", "import", "shelf", "export", "privacy", "deleteme"]
)
"""Commands that work everywhere, but that the menu of a group does not list."""

MODULES: Final = tuple(
    dict.fromkeys(
        [photo, *MENU.values(), cells, zoom, steps, practise, wishes, evening, migrate, added, junk]
    )
)
"""Photos come first: an image file is no puzzle list."""

PRESSED: Final = table(pressed for module in MODULES for pressed in getattr(module, "PRESSED", ()))
"""The handler of every button."""

ROUTES: Final = tuple(route for module in MODULES for route in getattr(module, "HANDLERS", ()))

WISHES: Final = (
    *asked.QUESTIONS,
    *(route for module in MODULES for route in getattr(module, "WISHES", ())),
)
"""What has no command and is asked for in words or with a button."""

COMMANDS: Final = {
    route.name: route.function for route in (*ROUTES, *WISHES) if isinstance(route, Command)
}
"""The functions of all commands, and of the wishes that have no command, by name."""

HANDLERS: Final[tuple[Handler, ...]] = (
    dispatcher(PRESSED, COMMANDS),
    *(handler_of(route, COMMANDS) for route in ROUTES),
)
"""All handlers; the first that fits an update gets it."""
