"""/import: puts the puzzles of a text or a file on the shelf, and accounts for each line."""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Final

from markupsafe import Markup
from telegram import Document
from telegram.ext import filters

from bot.chat import photo
from bot.chat.errors import invalid
from bot.chat.files import fetched, is_picture, require_size
from bot.handlers.routes import command, message
from bot.ledger.ledger import FILES
from bot.play import shelf
from bot.play.errors import UserError
from bot.play.shelf import Brought, Unreadable
from bot.render.buttons.personal import OpenShelf
from bot.render.keyboard import keyboard
from bot.render.words import ranges
from bot.telegram.context import Context

MOST_BYTES: Final = 256 * 1024
UNTOLD: Final = ("application/octet-stream", "binary/octet-stream", "", None)
"""The types of files of which their sender has not said what they are."""

MOST_REASONS: Final = 10
MOST_RANGES: Final = 300


class _IsPicture(Exception):  # noqa: N818 - what is the case with a file, not a fault
    """Raised when a file is no text but a picture."""


async def import_(context: Context) -> None:
    quoted = context.replied
    typed = context.rest or context.quoted
    if typed.strip():
        await _import(context, partial(_typed, typed))
    elif await photo.offer_quoted(context):
        return
    elif quoted and quoted.document:
        await _import_file(context, quoted.document)
    else:
        raise UserError("import.usage")


async def file_sent(context: Context) -> None:
    """Imports a file; in a group only if its caption begins with the command."""
    document = context.message.document if context.message else None
    caption = (context.message.caption if context.message else None) or ""
    if document and (context.is_private or caption.startswith("/import")):
        await _import_file(context, document)


async def _import_file(context: Context, document: Document) -> None:
    """Imports a file, or reads it as a photo if its first bytes are those of a picture.

    Many programs send every file as `application/octet-stream`. One that is too large for a list of
    puzzles may only be a picture.
    """
    if (document.file_size or 0) > MOST_BYTES and document.mime_type in UNTOLD:
        await photo.offer(context, document, _require_picture)
        return
    require_size(document, MOST_BYTES, _too_big)
    try:
        await _import(context, partial(_read, context, document))
    except _IsPicture:
        await photo.offer(context, document)


async def _read(context: Context, document: Document) -> str:
    async with fetched(context, document, FILES, MOST_BYTES, _too_big) as content:
        return _text_of(content)


async def _typed(text: str) -> str:
    return text


def _require_picture(content: bytearray) -> None:
    if not is_picture(content):
        raise _too_big()


def _text_of(content: bytearray) -> str:
    if is_picture(content):
        raise _IsPicture
    is_wide = content.startswith((b"\xff\xfe", b"\xfe\xff"))
    # A byte order mark tells UTF-16 from UTF-8; in UTF-8 it may be there and is dropped.
    text = content.decode("utf-16" if is_wide else "utf-8-sig", "replace")
    if "\0" in text:
        raise UserError("import.not_text")
    return text


def _too_big() -> UserError:
    return UserError("import.too_big", kilobytes=MOST_BYTES // 1024)


async def _import(context: Context, read: Callable[[], Awaitable[str]]) -> None:
    await context.show_typing()
    found = await shelf.bring(context.visit, read)
    button = (context.text("button.shelf"), OpenShelf(context.user.id))
    await context.say(_report(context, found), keyboard([[button]]) if found.has_any else None)


def _report(context: Context, found: Brought) -> Markup:
    """Accounts for every line of the text."""
    told = [
        context.html(f"import.{fate}", count=len(lines), lines=_lines(lines))
        for fate, lines in found.fates.items()
    ]
    told += [_reason(context, one) for one in found.unreadable[:MOST_REASONS]]
    more = [one.lines for one in found.unreadable[MOST_REASONS:]]
    if more:
        told.append(context.html("import.unreadable", count=len(more), lines=_lines(more)))
    return Markup("\n").join(told)


def _reason(context: Context, one: Unreadable) -> Markup:
    key, values = invalid(one.reason)
    reason = context.text(key, **values)
    return context.html("import.reason", lines=_lines([one.lines]), reason=reason)


def _lines(found: Sequence[range]) -> str:
    text = ranges(number for lines in found for number in lines)
    return text if len(text) <= MOST_RANGES else text[:MOST_RANGES].rpartition(",")[0] + " …"


HANDLERS = (
    command("import", import_),
    message(filters.Document.ALL, file_sent),
)
