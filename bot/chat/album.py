"""Albums: each picture is answered in its turn, and what was read in several is summed up.

Telegram sends the pictures of an album as messages of their own, each with the name of the album,
and never says which is the last one. So the album is summed up when no other picture of it waits
in its chat. If one comes later all the same, a new summary takes the place of the first.

After a restart the pictures that were not answered are read again, into the drafts that they had
(`bot.play.photo.read`). What was answered or summed up is not done again.
"""

from collections.abc import Sequence

from markupsafe import Markup

from bot.chat.errors import in_words, wording
from bot.chat.files import SentFile
from bot.chat.photo import offer
from bot.play import photo as photos
from bot.render.buttons.action import Button
from bot.render.buttons.puzzles import ShowDraft
from bot.render.keyboard import keyboard
from bot.store import drafts
from bot.store.drafts import Draft, InAlbum
from bot.store.seam.not_stored import NotStored, Undone
from bot.store.seam.reading import OnlyReading
from bot.telegram.context import Context


async def offer_in_album(context: Context, picture: SentFile, name: str) -> None:
    """Shows what is read in a picture of an album, and after the last one what all of them hold.

    Raises as `offer` does, unless the summary has to follow what is said of the error.
    """
    number = context.message.message_id if context.message else 0
    read = await photos.read_from_album(context.visit, name)
    if number in read and _is_answered(read[number]):
        # After a restart: the others may not wait yet, so only the last one sums up.
        is_last = number == max(read)
    else:
        await _answer(context, picture, InAlbum(name, number))
        is_last = True
    if is_last and not context.album_waits:
        await _sum_up(context, name)


async def is_begun(context: Context, name: str) -> bool:
    """Whether a picture of the album was read already, so that the others are meant, too."""
    return bool(await photos.read_from_album(context.visit, name))


def _is_answered(draft: Draft) -> bool:
    return draft.album is not None and draft.album.answer_id is not None


async def _answer(context: Context, picture: SentFile, album: InAlbum) -> None:
    """Shows what is read, or says here what is wrong if a summary has to follow that."""
    try:
        await offer(context, picture, album=album)
    except (NotStored, Undone, OnlyReading):
        raise
    except Exception as error:
        worded = wording(error)
        if worded is None or context.album_waits:
            raise
        key, values = in_words(context, *worded)
        await context.say(context.html(key, **values))


async def _sum_up(context: Context, name: str) -> None:
    """Says what was read in an album of which several pictures were, once."""
    read = [*(await photos.read_from_album(context.visit, name)).values()]
    told = {one.album.summary_id for one in read if one.album}
    if len(read) < 2 or None not in told:
        return
    rows = [[_button(number, one)] for number, one in enumerate(read, 1)]
    number = await context.say(_summary(context, read), keyboard(rows))
    await drafts.summed_up(context.database, read[0], number or 0)
    for earlier in told - {None, 0}:
        await context.remove(earlier or 0)


def _summary(context: Context, read: Sequence[Draft]) -> Markup:
    lines = [context.html("photo.album", count=len(read))]
    for number, one in enumerate(read, 1):
        size, clues = one.grid.geometry.size, one.givens.clue_count
        line = context.html("photo.in_album", number=number, size=size, clues=clues)
        unsure = len({*one.doubtful, *one.repaired})
        doubt = [context.html("photo.to_look_at", count=unsure)] if unsure else []
        lines.append(Markup(" · ").join([line, *doubt]))
    return Markup("\n").join(lines)


def _button(number: int, draft: Draft) -> Button:
    return f"{number} · {draft.grid.geometry.size}×{draft.grid.geometry.size}", ShowDraft(draft.id)
