"""A board from a photo: what was read, next to the photo, and what can be done with it."""

from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import astuple
from typing import Final

from markupsafe import Markup
from telegram import InlineKeyboardMarkup, Message

from bot.chat.drawing import drawn
from bot.chat.files import SentFile, fetched, require_size
from bot.game.move import Act, Move
from bot.ledger.ledger import FILES
from bot.play import corrections
from bot.play import photo as photos
from bot.play.corrections import Corrected
from bot.play.errors import UserError
from bot.play.photo import Judged, Seen
from bot.pool.jobs import Appraisal
from bot.render.board_picture import BoardPicture
from bot.render.buttons.action import Button
from bot.render.buttons.puzzles import (
    CorrectDraft,
    HintDraft,
    NameWrongInDraft,
    PlayDraft,
    SetDraft,
    ShowDraft,
    SolveDraft,
    TakeBackInDraft,
)
from bot.render.draft import beside, draft_picture
from bot.render.keyboard import keyboard
from bot.render.picture import board_png
from bot.render.rating import difficulty_line
from bot.render.view import move_list
from bot.render.words import cell_list, contradiction
from bot.store.drafts import Draft
from bot.store.seam.reading import require_writing
from bot.telegram.context import Context
from bot.telegram.conversation import Conversation
from engine.board import SYMBOLS

MOST_BYTES: Final = 15_000_000
PDF_TYPE: Final = "application/pdf"

MOST_OTHERS: Final = 3
"""Other boards of the same photo that are offered."""

MOST_NAMED: Final = 12
"""Cells that are named below a picture, which shows the others."""

MOST_TAKEN_BACK: Final = 12
"""Corrections of one message that have a button to take them back."""

MOST_MISSED: Final = 5
"""Parts of a text of which is said why they change nothing."""

KEYS_IN_A_ROW: Final = 5

WAYS: Final = (("◀", 0, -1), ("▲", -1, 0), ("▼", 1, 0), ("▶", 0, 1))
"""The buttons to the neighbouring cells: their sign, rows down and columns to the right."""


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
    context: Conversation, picture: SentFile, require: Callable[[bytearray], None] | None = None
) -> None:
    """Shows what is read in a picture, with buttons to go on with.

    `require` raises an error for content that is not to be read.
    """
    photos.require_reader(context.visit)
    # Before a picture is fetched and read whose draft could not be stored.
    require_writing()
    found = await _read(context, picture, require)
    others = [one.draft for one in found[1 : 1 + MOST_OTHERS]]
    await _show(context, found[0], others)


async def correct(context: Conversation, draft: Draft, typed: str) -> None:
    """Corrects a draft as somebody said, and shows it with what was changed and what was not.

    Each change can be taken back with a button. Raises what `corrections.correct_typed` raises.
    """
    said = await corrections.correct_typed(context.visit, draft.id, typed)
    words = move_list(context.language, draft.grid.geometry, said.moves)
    changed = context.html("photo.corrected", moves=words)
    note = [changed if said.moves else context.html("board.nothing"), *_missed(context, said)]
    back = [TakeBackInDraft(draft.id, *astuple(before)) for before in said.before]
    await _show_again(context, said.draft, Markup("\n").join(note), back)


async def show(context: Conversation, draft: Draft) -> None:
    """Shows a draft without the photo."""
    await _show_again(context, draft)


async def show_taken_back(
    context: Conversation, draft: Draft, cell: int, message_id: int, left: Sequence[TakeBackInDraft]
) -> None:
    """Shows in the message of a correction that a cell is as before, and what else can be."""
    state = _state(context, draft, cell)
    note = context.html("photo.taken_back", cell=state)
    await _show_again(context, draft, note, left, message_id)


async def _show_again(
    context: Conversation,
    draft: Draft,
    note: Markup | None = None,
    back: Sequence[TakeBackInDraft] = (),
    message_id: int | None = None,
) -> None:
    """Shows a draft below a note, in a new message or in place of another."""
    appraisal = await photos.appraise(context.visit, draft)
    png = await drawn(context.visit, board_png, _picture(draft))
    html = Markup("\n").join([*([note] if note else []), _caption(context, draft, appraisal)])
    buttons = _buttons(context, draft, appraisal, back=back)
    if message_id is None:
        await context.send_picture(png, html, buttons)
    else:
        await context.change_picture(message_id, png, html, buttons)


def _missed(context: Conversation, said: Corrected) -> list[Markup]:
    """Why parts of what somebody said change nothing."""
    told = [context.html(f"refused.{one.key}", **one.values) for one in said.missed[:MOST_MISSED]]
    more = len(said.missed) - len(told)
    return [*told, *([context.html("photo.more_missed", count=more)] if more else [])]


def _state(context: Conversation, draft: Draft, cell: int) -> str:
    """A cell and what stands in it."""
    value = draft.grid[cell]
    move = Move(Act.PLACE if value else Act.ERASE, cell, value)
    return move_list(context.language, draft.grid.geometry, [move])


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
    context: Conversation, draft: Draft, cell: int, message_id: int | None = None
) -> None:
    """Asks for the digit of a cell, in a new message or in place of the question before."""
    cells = _open_cells(draft)
    # -1 asks for the first open cell, and forged data may name one beyond the board.
    here = cell if 0 <= cell < len(draft.grid.values) else next(iter(cells), 0)
    png = await drawn(context.visit, board_png, _picture(draft, here))
    name = draft.grid.geometry.name(here)
    html = context.html("photo.which", cell=name, left=len(cells))
    keys = _keys(context, draft, here, cells)
    if message_id is None:
        await context.send_picture(png, html, keys)
    else:
        await context.change_picture(message_id, png, html, keys)


async def show_corrected(context: Conversation, draft: Draft, message_id: int) -> None:
    """Ends the questions: their message shows the draft again."""
    await _show_again(context, draft, message_id=message_id)


async def _read(
    context: Conversation, picture: SentFile, require: Callable[[bytearray], None] | None
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

    return await photos.read(context.visit, opened)


def _too_large() -> UserError:
    return UserError("photo.too_large")


async def _show(context: Conversation, seen: Seen, others: Sequence[Draft]) -> None:
    draft = seen.draft
    appraisal = await photos.appraise(context.visit, draft)
    png = await drawn(context.visit, beside, seen.cut_out, _picture(draft))
    buttons = _buttons(context, draft, appraisal, others)
    await context.send_picture(png, _caption(context, draft, appraisal), buttons)


def _picture(draft: Draft, here: int | None = None) -> BoardPicture:
    return draft_picture(
        draft.grid, draft.givens, doubtful=draft.doubtful, repaired=draft.repaired, here=here
    )


def _caption(context: Conversation, draft: Draft, appraisal: Appraisal) -> Markup:
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


def _buttons(
    context: Conversation,
    draft: Draft,
    appraisal: Appraisal,
    others: Sequence[Draft] = (),
    back: Sequence[TakeBackInDraft] = (),
) -> InlineKeyboardMarkup:
    number = draft.id
    backs = [_take_back(context, draft, one) for one in back[:MOST_TAKEN_BACK]]
    rows: list[list[Button]] = [backs[at : at + 2] for at in range(0, len(backs), 2)]
    judged = photos.judge(draft, appraisal)
    if judged is not None and judged.wrong:
        rows.append([(context.text("button.which"), NameWrongInDraft(number))])
    is_done = judged is not None and judged.is_right
    if len(appraisal.decision.solutions) == 1 and draft.givens.blanks() and not is_done:
        rows.append([(context.text("button.play"), PlayDraft(number))])
        rows[-1].append((context.text("button.solve"), SolveDraft(number)))
        rows.append([(context.text("button.hint"), HintDraft(number))])
    else:
        rows.append([])
    rows[-1].append((context.text("button.correct"), CorrectDraft(number)))
    for at, other in enumerate(others, 2):
        label = context.text("photo.another", number=at, size=other.grid.geometry.size)
        rows.append([(label, ShowDraft(other.id))])
    return keyboard(rows)


def _take_back(context: Conversation, draft: Draft, action: TakeBackInDraft) -> Button:
    state = _state(context, draft, action.cell)
    return context.text("photo.take_back", move=state), action


def _beside(draft: Draft, here: int) -> Iterator[tuple[str, int]]:
    """Each sign of WAYS with its cell; beyond an edge comes the opposite edge."""
    size = draft.grid.geometry.size
    row, column = divmod(here, size)
    for sign, down, right in WAYS:
        yield sign, (row + down) % size * size + (column + right) % size


def _open_cells(draft: Draft) -> tuple[int, ...]:
    """The cells to ask about, each once."""
    return tuple(dict.fromkeys([*draft.doubtful, *draft.repaired]))


def _keys(
    context: Conversation, draft: Draft, here: int, cells: Sequence[int]
) -> InlineKeyboardMarkup:
    """The digits for a cell, its neighbours, the next doubtful cell, and the end of asking."""
    values = range(draft.grid.geometry.size + 1)
    keys: list[Button] = [
        (SYMBOLS[value - 1] if value else "·", SetDraft(draft.id, here, value)) for value in values
    ]
    # The blank goes last, behind the digits.
    keys = [*keys[1:], keys[0]]
    rows = [keys[at : at + KEYS_IN_A_ROW] for at in range(0, len(keys), KEYS_IN_A_ROW)]
    rows.append([(sign, CorrectDraft(draft.id, cell)) for sign, cell in _beside(draft, here)])
    later = [cell for cell in cells if cell != here]
    if later:
        following = cells[(cells.index(here) + 1) % len(cells)] if here in cells else later[0]
        name = draft.grid.geometry.name(following)
        label = context.text("photo.next", cell=name)
        rows.append([(label, CorrectDraft(draft.id, following))])
    rows.append([(context.text("button.done"), ShowDraft(draft.id))])
    return keyboard(rows)
