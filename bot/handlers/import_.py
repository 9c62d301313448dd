"""/import: puzzles from a text or a file onto the shelf, with an answer for each line."""

from typing import Final

from markupsafe import Markup
from telegram import Document
from telegram.error import BadRequest
from telegram.ext import filters

from bot.game.puzzle_list import ListedBoard
from bot.handlers.routes import command, message
from bot.play.errors import UserError
from bot.play.questions import ask
from bot.pool.engine import Decision
from bot.pool.jobs import bundle_now
from bot.render.buttons.personal import OpenShelf
from bot.render.keyboard import keyboard
from bot.render.words import ranges
from bot.store import puzzles, shelf
from bot.store.puzzles import Origin
from bot.telegram.context import Context
from engine.grid import Grid, InvalidGrid

MOST_BYTES: Final = 256 * 1024
MOST_PUZZLES: Final = 200
"""Boards that one import checks; what is behind them is told of, not read."""

MOST_REASONS: Final = 10
MOST_RANGES: Final = 300
FATES: Final = ("added", "known", "several", "none", "full", "hard", "over", "no_room")


async def import_(context: Context) -> None:
    quoted = context.message.reply_to_message if context.message else None
    typed = context.rest or context.quoted
    if typed.strip():
        await _import(context, typed)
    elif quoted and quoted.document:
        await _import(context, await _text_of(quoted.document))
    else:
        raise UserError("import.usage")


async def file_sent(context: Context) -> None:
    """A file needs no command in private; elsewhere its caption must say so."""
    document = context.message.document if context.message else None
    caption = (context.message.caption if context.message else None) or ""
    if document and (context.is_private or caption.startswith("/import")):
        await _import(context, await _text_of(document))


async def _text_of(document: Document) -> str:
    _check_size(document.file_size or 0)
    try:
        file = await document.get_file()
    except BadRequest as refusal:
        if "too big" not in refusal.message:
            raise
        raise _too_big() from refusal
    _check_size(file.file_size or 0)
    content = bytes(await file.download_as_bytearray())
    _check_size(len(content))
    is_wide = content[:2] in (b"\xff\xfe", b"\xfe\xff")
    text = content.decode("utf-16" if is_wide else "utf-8-sig", "replace")
    if "\0" in text:
        raise UserError("import.not_text")
    return text


def _check_size(count: int) -> None:
    """What a message says of its file, what Telegram says of it, and what comes may differ."""
    if count > MOST_BYTES:
        raise _too_big()


def _too_big() -> UserError:
    return UserError("import.too_big", kilobytes=MOST_BYTES // 1024)


async def _import(context: Context, text: str) -> None:
    await context.show_typing()
    checked, is_whole = await ask(context.visit, bundle_now, text, MOST_PUZZLES)
    if not any(isinstance(one.found.board, Grid) for one in checked):
        raise UserError("import.empty")
    fates: dict[str, list[range]] = {fate: [] for fate in FATES}
    unreadable = [one.found for one in checked if isinstance(one.found.board, InvalidGrid)]
    for one in checked:
        if isinstance(one.found.board, Grid):
            fates[await _fate(context, one.found.board, one.decision)].append(one.found.lines)
    if not is_whole:
        fates["over"] = _behind(text, checked[-1].found)
    button = (context.text("button.shelf"), OpenShelf(context.user.id))
    has_any = fates["added"] or fates["known"]
    report = _report(context, fates, unreadable)
    await context.say(report, keyboard([[button]]) if has_any else None)


def _behind(text: str, last: ListedBoard) -> list[range]:
    lines = enumerate(text.splitlines()[last.last :], start=last.last + 1)
    return [range(number, number + 1) for number, line in lines if line.strip()]


async def _fate(context: Context, board: Grid, decision: Decision | None) -> str:
    if not board.blanks():
        return "full"
    if decision is None:
        return "hard"
    if len(decision.solutions) != 1:
        return "several" if decision.solutions else "none"
    async with context.database.transaction() as transaction:
        if await shelf.count(transaction, context.user.id) >= shelf.MOST:
            return "no_room"
        kept = await puzzles.add(transaction, board, decision.solutions[0], Origin.IMPORT)
        is_new = await shelf.add(transaction, context.user.id, kept.id, context.seconds)
    return "added" if is_new else "known"


def _report(
    context: Context, fates: dict[str, list[range]], unreadable: list[ListedBoard]
) -> Markup:
    """Every line of the text is in one of the lines of the report."""
    told = [
        context.html(f"import.{fate}", count=len(found), lines=_lines(found))
        for fate, found in fates.items()
        if found
    ]
    told += [_reason(context, one) for one in unreadable[:MOST_REASONS]]
    more = [one.lines for one in unreadable[MOST_REASONS:]]
    if more:
        told.append(context.html("import.unreadable", count=len(more), lines=_lines(more)))
    return Markup("\n").join(told)


def _reason(context: Context, one: ListedBoard) -> Markup:
    error = one.board
    if isinstance(error, Grid):
        raise TypeError("a board needs no reason")
    reason = context.text(f"invalid.{error.reason}", **error.details)
    return context.html("import.reason", lines=_lines([one.lines]), reason=reason)


def _lines(found: list[range]) -> str:
    text = ranges(number for lines in found for number in lines)
    return text if len(text) <= MOST_RANGES else text[:MOST_RANGES].rpartition(",")[0] + " …"


HANDLERS = (
    command("import", import_),
    message(filters.Document.ALL, file_sent),
)
