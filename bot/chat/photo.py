"""Pictures that people send: what is read in them is shown next to them."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Final

from telegram import Message

from bot.chat.draft import board_of, caption
from bot.chat.draft_buttons import buttons
from bot.chat.drawing import drawn
from bot.chat.files import SentFile, fetched, require_size
from bot.ledger.ledger import FILES
from bot.play import photo as photos
from bot.play.errors import UserError
from bot.play.photo import Seen
from bot.render.drawings import beside
from bot.store import drafts
from bot.store.drafts import Draft, InAlbum
from bot.store.seam.reading import require_writing
from bot.telegram.context import Context
from bot.telegram.conversation import Conversation

MOST_BYTES: Final = 15_000_000
PDF_TYPE: Final = "application/pdf"


def picture_in(message: Message | None) -> SentFile | None:
    """The picture or PDF in a message, a photo in its largest size; None where there is none."""
    if message is None:
        return None
    if message.photo:
        return message.photo[-1]
    document = message.document
    kind = (document.mime_type or "") if document else ""
    is_picture = kind.startswith("image/") or kind == PDF_TYPE
    return document if is_picture else None


async def offer_quoted(context: Context) -> bool:
    """Reads the photo that a message replies to; False where there is none."""
    picture = picture_in(context.replied)
    if picture is not None:
        await offer(context, picture)
    return picture is not None


async def offer(
    context: Conversation,
    picture: SentFile,
    require: Callable[[bytearray], None] | None = None,
    album: InAlbum | None = None,
) -> None:
    """Shows what is read in a picture, with buttons to go on with.

    `require` raises an error for content that is not to be read.
    """
    photos.require_reader(context.visit)
    # Before a picture is fetched and read whose draft could not be stored.
    require_writing()
    found = await _read(context, picture, require, album)
    others = [one.draft for one in found[1:]]
    number = await _show(context, found[0], others)
    if album is not None:
        await drafts.answered(context.database, found[0].draft.id, number or 0)


async def _read(
    context: Conversation,
    picture: SentFile,
    require: Callable[[bytearray], None] | None,
    album: InAlbum | None,
) -> Sequence[Seen]:
    """The boards in a picture, which is fetched when it can be read."""
    require_size(picture, MOST_BYTES, _too_large)
    await context.show_typing()

    @asynccontextmanager
    async def opened() -> AsyncIterator[bytearray]:
        async with fetched(context, picture, FILES, MOST_BYTES, _too_large) as content:
            if require is not None:
                require(content)
            yield content

    return await photos.read(context.visit, opened, album)


def _too_large() -> UserError:
    return UserError("photo.too_large")


async def _show(context: Conversation, seen: Seen, others: Sequence[Draft]) -> int | None:
    """Shows a draft beside the photo; the number of the message, None where it is kept."""
    draft = seen.draft
    appraisal = await photos.appraise(context.visit, draft)
    png = await drawn(context.visit, beside, seen.cut_out, board_of(draft))
    keys = buttons(context, draft, appraisal, others)
    return await context.send_picture(png, caption(context, draft, appraisal), keys)
