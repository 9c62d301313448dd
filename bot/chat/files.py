"""Files that people send, fetched only after memory has been reserved for them."""

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final, TypeAlias

from telegram import Document, PhotoSize
from telegram.error import TelegramError

from bot.ledger.ledger import Kind
from bot.play.errors import UserError
from bot.telegram.connection import AnswerTooLarge, reading_at_most
from bot.telegram.conversation import Conversation

SentFile: TypeAlias = Document | PhotoSize

PICTURES: Final = (b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"%PDF-")
"""The first bytes of a JPEG, a PNG and a PDF. Those of a WEBP hold its length."""

log = logging.getLogger(__name__)


def is_picture(content: bytes | bytearray) -> bool:
    """Whether the first bytes of a file are those of a picture or a PDF that can be read."""
    is_webp = content[:4] == b"RIFF" and content[8:12] == b"WEBP"
    return is_webp or content.startswith(PICTURES)


@asynccontextmanager
async def fetched(
    context: Conversation,
    sent: SentFile,
    kind: Kind,
    most: int,
    too_large: Callable[[], UserError],
) -> AsyncIterator[bytearray]:
    """Fetches a file, whose content is there while the block runs and is emptied after it.

    Reserves the size that Telegram names, or `most` bytes if it names none, as bytes of a kind, and
    reads no more than that. Raises what `too_large` makes, NothingReserved, and UserError if
    Telegram does not give the file.
    """
    require_size(sent, most, too_large)
    count = max(sent.file_size or 0, 0) or most
    content = bytearray()
    with context.visit.services.ledger.reserve(kind, context.visit.owner, count):
        try:
            yield await _fetch(sent, content, count, too_large)
        finally:
            # A question that still waits for a worker refers to it.
            content.clear()


def require_size(sent: SentFile, most: int, too_large: Callable[[], UserError]) -> None:
    """Raises what `too_large` makes for a file whose size is known to be above `most`."""
    if (sent.file_size or 0) > most:
        raise too_large()


async def _fetch(
    sent: SentFile, content: bytearray, count: int, too_large: Callable[[], UserError]
) -> bytearray:
    try:
        file = await sent.get_file()
        # The message may have named no size, or another one than this answer.
        if (file.file_size or 0) > count:
            raise too_large()
        with reading_at_most(count):
            await file.download_as_bytearray(content)
    except TelegramError as refusal:
        log.warning("telegram: a file was not fetched: %s", refusal)
        # Telegram hands no bot a file above 20 MB.
        if isinstance(refusal, AnswerTooLarge) or "too big" in refusal.message:
            raise too_large() from refusal
        raise UserError("file.unavailable") from refusal
    if len(content) > count:
        raise too_large()
    return content
