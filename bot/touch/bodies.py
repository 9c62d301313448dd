"""The body of a call: a small JSON object, read as if a stranger had written it.

Whatever it holds is looked at before it is used: a call that is wrong is answered with 400 and the
name of the field, and never ends in an error of ours.
"""

import json
import re
from collections.abc import Mapping
from typing import Final, NoReturn

from starlette.requests import Request

LARGEST_BODY: Final = 8_000
"""Bytes; twenty acts, or Telegram's `initData`, take at most 4,000."""

Body = Mapping[str, object]


class BadCall(ValueError):  # noqa: N818 - says what is
    """Raised for a body that is not what the page sends; the text names the field."""


class TooMuch(ValueError):  # noqa: N818 - says what is
    """Raised for a body that is longer than LARGEST_BODY."""


async def read_body(request: Request) -> Body:
    """The JSON object that a call brings; raises BadCall and TooMuch."""
    content = bytearray()
    async for chunk in request.stream():
        content += chunk
        if len(content) > LARGEST_BODY:
            raise TooMuch
    try:
        found = json.loads(content, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise BadCall("body") from error
    return object_of(found, "body")


def object_of(found: object, name: str) -> Body:
    """What was found, if it is an object; raises BadCall."""
    if not isinstance(found, dict):
        raise BadCall(name)
    return found


def list_of(found: object, name: str, most: int) -> list[object]:
    """What was found, if it is a list of 1 to `most` things; raises BadCall."""
    if not isinstance(found, list) or not 1 <= len(found) <= most:
        raise BadCall(name)
    return found


def text_in(body: Body, name: str, pattern: re.Pattern[str]) -> str:
    """A text that matches a pattern as a whole; raises BadCall."""
    found = body.get(name)
    if not isinstance(found, str) or not pattern.fullmatch(found):
        raise BadCall(name)
    return found


def whole_in(body: Body, name: str, least: int, most: int, usual: int | None = None) -> int:
    """A whole number within limits, or the usual one where there is none; raises BadCall."""
    found = body.get(name)
    if found is None:
        found = usual
    # A bool is an int in Python, but `true` is no number.
    if type(found) is not int or not least <= found <= most:
        raise BadCall(name)
    return found


def seconds_in(body: Body, name: str, most: int) -> float:
    """A time in seconds, 0 where there is none; raises BadCall."""
    found = body.get(name, 0)
    if isinstance(found, bool) or not isinstance(found, int | float) or not 0 <= found <= most:
        raise BadCall(name)
    return float(found)


def flag_in(body: Body, name: str) -> bool:
    """Yes or no; raises BadCall."""
    found = body.get(name)
    if not isinstance(found, bool):
        raise BadCall(name)
    return found


def _no_number(name: str) -> NoReturn:
    raise BadCall(name)
