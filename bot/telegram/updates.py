"""Updates as Telegram writes them, each read alone.

The problem: python-telegram-bot reads a batch of updates as one. An update that it cannot read,
such as one from a server that is older or newer than the library, ended the reading of all others,
and as the batch was never confirmed it came again for ever. What it could read it could not always
write down again, so that storing it failed in the same way.

What holds: whatever one update holds, the others of its batch are read. So

- a batch is cut into the texts of its updates by their brackets alone, before anything is read;
- each text is kept as it came, never one that was written anew, and read by itself;
- what cannot be read has a fault instead: which error came of reading which type. Errors may quote
  what they stumble over, which is what people wrote, so their own words are never told.

An update without a number cannot be told from others and is passed over; Telegram sends none.
"""

import json
import logging
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from traceback import walk_tb
from typing import Any, Final

from telegram import Bot, Chat, Update

from bot.game.person import person_of_chat

LARGEST_NUMBER: Final = 2**63 - 1
"""What a column holds; Telegram promises 52 bits."""

_NUMBERED: Final = re.compile(r'"update_id"\s*:\s*(\d{1,19})(?!\d)')
_TOKEN: Final = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[\[{]|[\]}]', re.DOTALL)

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class UpdateText:
    """The JSON of one update as Telegram wrote it; logs do not show it."""

    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class ReadUpdate:
    """One update with whom it is from and where it was said, as far as it can be read.

    Either it has an `update`, or a `fault` that says why not.
    """

    number: int
    text: str = field(repr=False)
    user_id: int | None
    chat_id: int | None
    update: Update | None
    fault: str | None


def cut(answer: str) -> list[UpdateText] | None:
    """The objects in the list `result` of an answer; None where there is no such list."""
    found: list[UpdateText] | None = None
    depth, begin, key = 0, 0, ""
    for token in _TOKEN.finditer(answer):
        match token[0]:
            case "{" | "[":
                depth += 1
                if key == "result" and depth == 2 and token[0] == "[":
                    found = []
                elif depth == 3:
                    begin = token.start()
            case "}" | "]":
                if depth == 3 and key == "result" and found is not None:
                    found.append(UpdateText(answer[begin : token.end()]))
                depth -= 1
            case string if depth == 1:
                key = string[1:-1]
    return found


def read(texts: Iterable[UpdateText], bot: Bot) -> Iterator[ReadUpdate]:
    """Each update that has a number."""
    for each in texts:
        one = _read(each.text, bot)
        if one is None:
            log.warning("Telegram sent something that is no update, %d characters", len(each.text))
        else:
            yield one


def _read(text: str, bot: Bot) -> ReadUpdate | None:
    number = user_id = chat_id = None
    try:
        content = json.loads(text)
        number = _number(content["update_id"])
        user_id, chat_id = _whose(content)
        update, fault = Update.de_json(content, bot), None
    except Exception as error:  # noqa: BLE001 - whatever it is, the others must be read
        update, fault = None, _fault(error)
        found = _NUMBERED.search(text)
        number = number if number is not None else _number(int(found[1]) if found else None)
    if number is None:
        return None
    return ReadUpdate(number, text, user_id, chat_id, update, fault)


def _whose(content: dict[str, Any]) -> tuple[int | None, int | None]:
    """The person and the chat that an update names first."""
    told = next((_object(value) for value in content.values() if _object(value)), {})
    user = _object(told.get("from")) or _object(told.get("user"))
    sender = _object(told.get("sender_chat"))
    chat = _object(told.get("chat")) or _object(_object(told.get("message")).get("chat"))
    person = _person(_id(user.get("id")), _id(sender.get("id")))
    return _id(person), _id(chat.get("id"))


def person_of(update: Update) -> int | None:
    """The number of the person of an update, as it is stored of one; None where there is nobody.

    Whoever presses a button presses it in their own name.
    """
    user, sender = update.effective_user, update.effective_sender
    return _person(user.id if user else None, sender.id if isinstance(sender, Chat) else None)


def _person(user_id: int | None, sender_chat_id: int | None) -> int | None:
    """Telegram names one bot of its own for all who write in the name of a chat."""
    if user_id is None or sender_chat_id is None:
        return user_id
    return person_of_chat(sender_chat_id)


def _object(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _id(value: object) -> int | None:
    is_one = isinstance(value, int) and abs(value) <= LARGEST_NUMBER
    return int(value) if is_one else None  # type: ignore[call-overload] # seen above


def _number(value: object) -> int | None:
    found = None if isinstance(value, bool) else _id(value)
    return found if found is not None and found >= 0 else None


def _fault(error: Exception) -> str:
    """The kind of an error and the type that was being read, in no words of the error itself."""
    frames = (frame.f_locals.get("cls") for frame, _ in walk_tb(error.__traceback__))
    types = [cls.__name__ for cls in frames if isinstance(cls, type)]
    return f"{type(error).__name__} in {types[-1] if types else 'its JSON'}"
