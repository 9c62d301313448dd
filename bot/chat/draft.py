"""A board that was read from a photo: shown beside it, corrected and judged.

The photo is kept nowhere. Telegram keeps the picture in which the bot has shown it, so that is
fetched again when somebody corrects the board (`_shown`). Where it cannot be had now, the board is
shown alone.
"""

import logging
from collections.abc import Sequence
from dataclasses import astuple
from typing import Final

from markupsafe import Markup

from bot.chat.draft_buttons import buttons, keys, open_cells, state_of
from bot.chat.drawing import drawn
from bot.chat.files import fetched
from bot.ledger.ledger import FILES, NothingReserved
from bot.play import corrections
from bot.play import photo as photos
from bot.play.corrections import Corrected
from bot.play.errors import UserError
from bot.play.photo import Judged
from bot.pool.jobs import Appraisal
from bot.render.about import about
from bot.render.board_picture import BoardPicture
from bot.render.board_words import move_list
from bot.render.buttons.puzzles import OfDraft, TakeBackInDraft
from bot.render.draft import draft_picture, is_beside
from bot.render.drawings import beside_again, board_png
from bot.render.keyboard import actions
from bot.render.rating import difficulty_line
from bot.render.words import cell_list, contradiction
from bot.store import drafts
from bot.store.drafts import Draft
from bot.telegram.context import Context
from bot.telegram.conversation import Conversation
from bot.telegram.keys import data_of_keys

MOST_NAMED: Final = 12
"""Cells that are named below a picture, which shows the others."""

MOST_MISSED: Final = 5
"""Parts of a text of which is said why they change nothing."""

MOST_BYTES: Final = 1_000_000
"""A picture of a photo beside a board is smaller."""

log = logging.getLogger(__name__)


async def correct(context: Context, draft: Draft, typed: str) -> None:
    """Corrects a draft as somebody said, and shows it with what was changed and what was not.

    Each change can be taken back with a button. Raises what `corrections.correct_typed` raises.
    """
    said = await corrections.correct_typed(context.visit, draft.id, typed)
    words = move_list(context.language, draft.grid.geometry, said.moves)
    changed = context.html("photo.corrected", moves=words)
    note = [changed if said.moves else context.html("board.nothing"), *_missed(context, said)]
    back = [TakeBackInDraft(draft.id, *astuple(before)) for before in said.before]
    await _show_again(context, said.draft, Markup("\n").join(note), back)


async def show(context: Context, draft: Draft) -> None:
    """Shows a draft in a new message, beside the photo if that can be had."""
    await _show_again(context, draft)


async def show_taken_back(
    context: Context, draft: Draft, cell: int, message_id: int, left: Sequence[TakeBackInDraft]
) -> None:
    """Shows in the message of a correction that a cell is as before, and what else can be."""
    note = context.html("photo.taken_back", cell=state_of(context, draft, cell))
    await _show_again(context, draft, note, left, message_id)


async def _show_again(
    context: Context,
    draft: Draft,
    note: Markup | None = None,
    back: Sequence[TakeBackInDraft] = (),
    message_id: int | None = None,
) -> None:
    """Shows a draft below a note, in a new message or in place of another."""
    appraisal = await photos.appraise(context.visit, draft)
    picture = await _shown(context, draft)
    html = Markup("\n").join([*([note] if note else []), caption(context, draft, appraisal)])
    below = buttons(context, draft, appraisal, back=back)
    if message_id is None:
        await context.send_picture(picture, html, below)
    else:
        await context.change_picture(message_id, picture, html, below)


async def _shown(context: Context, draft: Draft, here: int | None = None) -> bytes:
    """The picture of a draft beside the photo, or alone where the photo cannot be had now."""
    board = board_of(draft, here)
    name = draft.picture or await _found(context, draft)
    if name is not None:
        sent = context.sent_before(name)
        try:
            async with fetched(context, sent, FILES, MOST_BYTES, _too_large) as content:
                return await drawn(context.visit, beside_again, bytes(content), board, here)
        except (UserError, NothingReserved, OSError) as missing:
            log.warning("a board is shown without its photo: %r", missing)
    return await drawn(context.visit, board_png, board)


async def _found(context: Context, draft: Draft) -> str | None:
    """Finds the photo in the message of the draft that is pressed or replied to, and notes it."""
    message = context.pressed or context.own_replied
    if message is None or not message.photo:
        return None
    subject, largest = about(actions(data_of_keys(message))), message.photo[-1]
    is_its = isinstance(subject, OfDraft) and subject.draft_id == draft.id
    if not is_its or not is_beside(largest.width, largest.height):
        return None
    await drafts.picture(context.database, draft.id, largest.file_id)
    return largest.file_id


def _too_large() -> UserError:
    return UserError("photo.too_large")


def _missed(context: Conversation, said: Corrected) -> list[Markup]:
    """Why parts of what somebody said change nothing."""
    told = [context.html(f"refused.{one.key}", **one.values) for one in said.missed[:MOST_MISSED]]
    more = len(said.missed) - len(told)
    return [*told, *([context.html("photo.more_missed", count=more)] if more else [])]


async def name_wrong(context: Conversation, draft: Draft) -> None:
    """Names the wrong cells of a page that is filled in to the end."""
    judged = photos.judge(draft, await photos.appraise(context.visit, draft))
    wrong = judged.wrong if judged else ()
    if not wrong:
        # It has been corrected meanwhile.
        raise UserError("junk.old_button")
    cells = cell_list(context.language, draft.grid.geometry, wrong)
    await context.say(context.html("submit.which", count=len(wrong), cells=cells))


async def ask_for_cell(
    context: Context, draft: Draft, cell: int, message_id: int | None = None
) -> None:
    """Asks for the digit of a cell, in a new message or in place of the question before."""
    cells = open_cells(draft)
    # -1 asks for the first open cell, and forged data may name one beyond the board.
    here = cell if 0 <= cell < len(draft.grid.values) else next(iter(cells), 0)
    picture = await _shown(context, draft, here)
    name = draft.grid.geometry.name(here)
    html = context.html("photo.which", cell=name, left=len(cells))
    below = keys(context, draft, here, cells)
    if message_id is None:
        await context.send_picture(picture, html, below)
    else:
        await context.change_picture(message_id, picture, html, below)


async def show_corrected(context: Context, draft: Draft, message_id: int) -> None:
    """Ends the questions: their message shows the draft again."""
    await _show_again(context, draft, message_id=message_id)


def board_of(draft: Draft, here: int | None = None) -> BoardPicture:
    """What was read, with marks for cells that are in doubt or that somebody is asked about."""
    return draft_picture(
        draft.grid, draft.givens, doubtful=draft.doubtful, repaired=draft.repaired, here=here
    )


def caption(context: Conversation, draft: Draft, appraisal: Appraisal) -> Markup:
    """What was read, how many solutions that has, and which cells to look at."""
    size, clues = draft.grid.geometry.size, draft.givens.clue_count
    lines = [context.html("photo.read", size=size, clues=clues)]
    if draft.by_hand:
        lines.append(context.html("photo.by_hand", count=len(draft.by_hand)))
    judged = photos.judge(draft, appraisal)
    lines.append(_judgement(context, draft, judged) if judged else _verdict(context, appraisal))
    for key, cells in (("doubtful", draft.doubtful), ("repaired", draft.repaired)):
        if cells:
            named = cell_list(context.language, draft.grid.geometry, cells[:MOST_NAMED])
            lines.append(context.html(f"photo.{key}", count=len(cells), cells=named))
    return Markup("\n").join(lines)


def _judgement(context: Conversation, draft: Draft, judged: Judged) -> Markup:
    """What is said of a page that is filled in to the end; wrong cells are named on request."""
    if judged.is_right:
        return context.html("photo.right")
    if judged.wrong:
        return context.html("submit.wrong", count=len(judged.wrong))
    cells = cell_list(context.language, draft.grid.geometry, judged.clashing[:MOST_NAMED])
    return context.html("photo.clashing", count=len(judged.clashing), cells=cells)


def _verdict(context: Conversation, appraisal: Appraisal) -> Markup:
    match appraisal.decision.solutions:
        case (_,):
            parts = [context.html("photo.unique")]
            if appraisal.difficulty:
                difficulty = appraisal.difficulty, appraisal.grade
                parts.append(difficulty_line(context.language, *difficulty))
            return Markup(" · ").join(parts)
        case (_, _, *_):
            return context.html("photo.several")
        case _ if appraisal.decision.contradiction is None:
            return context.html("photo.none")
    reason = contradiction(context.language, appraisal.decision.contradiction)
    return context.html("photo.why", reason=reason)
