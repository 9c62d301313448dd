"""Everything that people can send, as kinds from which single acts are drawn.

The commands are those that the bot's own handlers name, and the buttons are its own actions, so
that a new one joins by itself. Any command gets any argument; some get those that are expensive for
them more often. An act is a value that can be written down and sent again by another account.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from functools import partial
from typing import Any, Final

from bot.handlers import PRIVATE_ONLY, ROUTES
from bot.handlers.routes import Command
from bot.render.keyboard import ACTIONS
from tests.attacker import hard_boards
from tests.attacker.files import FILES


class Sort(StrEnum):
    """How an act reaches the bot."""

    TEXT = "text"
    FILE = "file"
    PRESS = "press"
    """A button of one of the newest messages."""

    OLD_PRESS = "old press"
    """A button of any message that had one, with the data that it had then."""

    FORGED = "forged"
    """Any data below the newest message with buttons."""

    EDIT = "edit"
    """Another text for what this account said last."""


class Where(StrEnum):
    """The place of an act: a private chat, or a group and in whose name somebody writes there."""

    PRIVATE = "private"
    GROUP = "group"
    TOPIC = "topic"
    ANONYMOUS = "anonymous"
    CHANNEL = "channel"


@dataclass(frozen=True, slots=True)
class Act:
    """One thing that somebody sends.

    `what` is the text, the name of the file, the data of a forged button, or the number of a button
    among those shown.
    """

    kind: str
    sort: Sort
    where: Where
    what: str
    caption: str = ""

    def to_json(self) -> dict[str, str]:
        return asdict(self)

    @staticmethod
    def of_json(told: Mapping[str, Any]) -> "Act":
        return Act(
            str(told["kind"]),
            Sort(told["sort"]),
            Where(told["where"]),
            str(told["what"]),
            str(told.get("caption", "")),
        )


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of act; one account does it every so many seconds."""

    name: str
    seconds: float
    draw: Callable[[random.Random], Act]
    is_private: bool = False
    """Whether it is meant for private chats."""


COMMANDS: Final = tuple(dict.fromkeys(route.name for route in ROUTES if isinstance(route, Command)))

ARGUMENTS: Final = (
    "", "", "4", "6", "8", "9", "12", "16", "25", "9 none 5", "16 central 7", "9 x-wing", "easy",
    "medium", "hard", "expert", "extreme", "for me", "image", "text", "2026-11-21",
    "2026-11-21-easy", "yesterday", "zh", "es", "en", "8:00 Berlin", "23:59 Asia/Kathmandu",
    "25:99 Nowhere", "1", "2", "7000001", "-1", "99999999999999999999", "x-wing", "swordfish",
    "naked single", "all", "results", "r1c1", "r1c1=5", "yes", "no", "30", "100", "A" * 500,
    "\u202e" * 50, "<b>&amp;", "数独" * 300, "🧩" * 200, "8:" * 300, "9" * 5_000,
    "'; drop table users; --",
)  # fmt: skip

WITH_BOARDS: Final = frozenset({"solve", "rate", "import", "submit", "learn", "print", "steps"})
"""Commands that are usually sent with a board."""

WORDS: Final = (
    "hello", "what can you do?", "give me a hard one", "another hint please", "你好，来一个数独",
    "给我一个难一点的", "dame un sudoku difícil", "help", "undo the last three moves", "I give up",
    "print four easy puzzles", "every day at eight in Berlin", "why?", "thanks", "5", "(" * 2_000,
    "数独" * 2_048, "x" * 4_096, "🧩" * 2_048, "r1c1" * 1_000, "\u200b" * 4_000 + "x",
    "no " * 1_365, "one two three " * 290, "1:" * 2_000, "请把第一行第一列填五" * 400,
)  # fmt: skip

MOVES: Final = (
    "r1c1 1", "r1c1 x", "r2c3=4 r3c3=2", "A1 5", "1: 1234", "r5c5 5 r5c6 6 r5c7 7", "undo",
    "box 5 row 2 = 7", "第一行第二列填五", "r9c9 9", "note r1c1 123", "r1c1=1 " * 580, "E5 5",
    "r1c1 1\n" * 500, "." * 81, "12" * 8,
)  # fmt: skip

FIELDS: Final = ("0", "1", "2", "3", "5", "8", "40", "80", "-1", "99999", "x", "", "zh", "0:1")
CAPTIONS: Final = ("", "", "", "/solve", "/import", "/rate", "hello", "数" * 1_000)
WHERES: Final = (*(Where.PRIVATE,) * 6, *Where)
MOST_UNITS: Final = 4_096


def kinds() -> dict[str, Kind]:
    """All kinds by name, in the order in which they attack alone."""
    found = [
        Kind(f"/{name}", 0.33, partial(_command, name), name in PRIVATE_ONLY) for name in COMMANDS
    ]
    found += [
        Kind("words", 0.33, partial(_text, "words", WORDS)),
        Kind("moves", 0.25, partial(_text, "moves", MOVES)),
        Kind("boards", 0.5, partial(_pasted, "boards", hard_boards.ordinary)),
        Kind("hard boards", 1.0, partial(_pasted, "hard boards", hard_boards.hard)),
    ]
    found += [Kind(name, 2.0, partial(_file, name, tuple(some))) for name, some in FILES.items()]
    found += [
        Kind("buttons", 0.25, partial(_press, "buttons", Sort.PRESS)),
        Kind("old buttons", 0.25, partial(_press, "old buttons", Sort.OLD_PRESS)),
        Kind("forged buttons", 0.25, partial(_forged, "forged buttons", tuple(ACTIONS))),
        Kind("edits", 0.33, _edit),
    ]
    found += [
        Kind(f"button {name}", 0.25, partial(_forged, f"button {name}", (name,)))
        for name in ACTIONS
    ]
    return {kind.name: kind for kind in found}


def usual() -> tuple[str, ...]:
    """The names of all kinds without those of single buttons, which `forged buttons` holds."""
    return tuple(name for name in kinds() if not name.startswith("button "))


GROUPS: Final[Mapping[str, Callable[[str], bool]]] = {
    "commands": lambda name: name.startswith("/"),
    "texts": lambda name: name in {"words", "moves", "boards", "hard boards"},
    "files": lambda name: name in FILES,
    "buttons": lambda name: name.endswith("buttons"),
    "edits": lambda name: name == "edits",
    "each": lambda name: name.startswith("button "),
}
"""Names for several kinds at once; `each` is every single button."""


def chosen(names: Sequence[str]) -> list[Kind]:
    """The kinds of these names and groups; all usual ones for none. Raises KeyError."""
    known = kinds()
    listed = []
    for name in names or usual():
        group = GROUPS.get(name) if name not in known or name == "buttons" else None
        listed += [one for one in known if group(one)] if group else [name]
    return [known[name] for name in dict.fromkeys(listed)]


def _where(dice: random.Random) -> Where:
    return Where(dice.choice(WHERES))


def _command(name: str, dice: random.Random) -> Act:
    boards = dice.random() < (0.7 if name in WITH_BOARDS else 0.1)
    argument = dice.choice(_boards(dice) if boards else ARGUMENTS)
    return Act(f"/{name}", Sort.TEXT, _where(dice), _cut(f"/{name} {argument}"))


def _boards(dice: random.Random) -> Sequence[str]:
    return dice.choice((hard_boards.ordinary, hard_boards.ordinary, hard_boards.hard))()


def _text(kind: str, texts: Sequence[str], dice: random.Random) -> Act:
    return Act(kind, Sort.TEXT, _where(dice), _cut(dice.choice(texts)))


def _pasted(kind: str, boards: Callable[[], Sequence[str]], dice: random.Random) -> Act:
    """A board as it is, in rows, or behind a command."""
    board = dice.choice(boards())
    size = round(len(board) ** 0.5)
    rows = "\n".join(board[at : at + size] for at in range(0, len(board), size))
    text = dice.choice((board, rows, f"/solve {board}", f"/rate {board}", f"/import {board}"))
    return Act(kind, Sort.TEXT, _where(dice), _cut(text))


def _file(kind: str, names: Sequence[str], dice: random.Random) -> Act:
    return Act(kind, Sort.FILE, _where(dice), dice.choice(names), dice.choice(CAPTIONS))


def _press(kind: str, sort: Sort, dice: random.Random) -> Act:
    return Act(kind, sort, _where(dice), str(dice.randrange(1_000)))


def _forged(kind: str, names: Sequence[str], dice: random.Random) -> Act:
    fields = [dice.choice(FIELDS) for _ in range(dice.randrange(5))]
    data = ":".join([dice.choice(names), *fields])
    return Act(kind, Sort.FORGED, _where(dice), data[:64])


def _edit(dice: random.Random) -> Act:
    text = dice.choice((*WORDS, *MOVES, "/new", "/export", f"/solve {hard_boards.hard()[0]}"))
    return Act("edits", Sort.EDIT, _where(dice), _cut(text))


def _cut(text: str) -> str:
    """As much of a text as one message holds."""
    return text.encode("utf-16-le")[: 2 * MOST_UNITS].decode("utf-16-le", "ignore").strip()
