"""Files that people send, fetched only after memory has been reserved for them."""

import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TypeAlias

from telegram import Document, PhotoSize
from telegram.error import TelegramError

from bot.play.errors import UserError
from bot.telegram.connection import AnswerTooLarge, reading_at_most
from bot.telegram.conversation import Conversation

SentFile: TypeAlias = Document | PhotoSize
Fetch: TypeAlias = Callable[[], Awaitable[bytearray]]

log = logging.getLogger(__name__)


@contextmanager
def reserved(
    context: Conversation, sent: SentFile, most: int, too_large: Callable[[], UserError]
) -> Iterator[Fetch]:
    """Reserves memory for a file while the block runs, and gives the function that fetches it.

    Reserves the size that Telegram names, or `most` bytes if it names none. Fetching reads no more
    than that, and the content is emptied after the block. Raises what `too_large` makes, and
    NothingReserved. Fetching raises these too, and UserError if Telegram does not give the file.
    """
    said = sent.file_size or 0
    if said > most:
        raise too_large()
    count = said if said > 0 else most
    with context.visit.services.reservations.reserve(context.user.id, count) as content:
        yield partial(_fetch, sent, content, count, too_large)


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
