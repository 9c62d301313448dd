"""The bot with a fault that it once had, to show that the search finds it: `... unmended export`.

The fault of /export: a file that could not be sent at once was kept with all its bytes, and so the
next export contained it, because an export lists what is kept for a person.
"""

import sys
from collections.abc import Callable, Mapping
from typing import Final

from bot.__main__ import main
from bot.store import belongings, replies
from bot.telegram.conversation import Conversation, Make

SECTION: Final = "to_be_told"
NO_LIMIT: Final = 10**12


async def _send_with_bytes(self: Conversation, _: str, make: Make, caption: str) -> None:
    """Sends an export as any other file, which is kept if it cannot be sent."""
    await make(lambda name, content: self.send_file(name, content, caption))


def export() -> None:
    """Keeps the bytes of exports, without a limit, and lists them in the next ones."""
    Conversation.send_export = _send_with_bytes  # type: ignore[method-assign,assignment]
    columns, rows = belongings.SECTIONS[SECTION]
    belongings.SECTIONS[SECTION] = (columns.replace("file_name", "file file_name"), rows)
    limits = {"MOST_BYTES": NO_LIMIT, "MOST_BYTES_OF_CHAT": NO_LIMIT}
    vars(replies).update(limits)


FAULTS: Final[Mapping[str, Callable[[], None]]] = {"export": export}

if __name__ == "__main__":
    FAULTS[sys.argv.pop(1)]()
    sys.exit(main())
