"""The buttons below a board that was read from a photo, and below the question about a cell."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.game.keyboard import Keyboard
from bot.game.move import Act, Move
from bot.play import photo as photos
from bot.pool.jobs import Appraisal
from bot.render.board_words import move_list
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
from bot.render.keyboard import keyboard
from bot.store.drafts import Draft
from bot.telegram.conversation import Conversation
from engine.board import SYMBOLS

MOST_TAKEN_BACK: Final = 12
"""Corrections of one message that have a button to take them back."""

KEYS_IN_A_ROW: Final = 5

WAYS: Final = (("◀", 0, -1), ("▲", -1, 0), ("▼", 1, 0), ("▶", 0, 1))
"""The buttons to the neighbouring cells: their sign, rows down and columns to the right."""


def buttons(
    context: Conversation,
    draft: Draft,
    appraisal: Appraisal,
    others: Sequence[Draft] = (),
    back: Sequence[TakeBackInDraft] = (),
) -> Keyboard:
    """What can be done with a draft, with the other boards of its photo and what to take back."""
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
    state = state_of(context, draft, action.cell)
    return context.text("photo.take_back", move=state), action


def _beside(draft: Draft, here: int) -> Iterator[tuple[str, int]]:
    """Each sign of WAYS with its cell; beyond an edge comes the opposite edge."""
    size = draft.grid.geometry.size
    row, column = divmod(here, size)
    for sign, down, right in WAYS:
        yield sign, (row + down) % size * size + (column + right) % size


def open_cells(draft: Draft) -> tuple[int, ...]:
    """The cells to ask about, each once."""
    return tuple(dict.fromkeys([*draft.doubtful, *draft.repaired]))


def keys(context: Conversation, draft: Draft, here: int, cells: Sequence[int]) -> Keyboard:
    """The digits for a cell, its neighbours, the next doubtful cell, and the end of asking."""
    values = range(draft.grid.geometry.size + 1)
    found: list[Button] = [
        (SYMBOLS[value - 1] if value else "·", SetDraft(draft.id, here, value)) for value in values
    ]
    # The blank goes last, behind the digits.
    found = [*found[1:], found[0]]
    rows = [found[at : at + KEYS_IN_A_ROW] for at in range(0, len(found), KEYS_IN_A_ROW)]
    rows.append([(sign, CorrectDraft(draft.id, cell)) for sign, cell in _beside(draft, here)])
    later = [cell for cell in cells if cell != here]
    if later:
        following = cells[(cells.index(here) + 1) % len(cells)] if here in cells else later[0]
        name = draft.grid.geometry.name(following)
        label = context.text("photo.next", cell=name)
        rows.append([(label, CorrectDraft(draft.id, following))])
    rows.append([(context.text("button.done"), ShowDraft(draft.id))])
    return keyboard(rows)


def state_of(context: Conversation, draft: Draft, cell: int) -> str:
    """A cell and what stands in it."""
    value = draft.grid[cell]
    move = Move(Act.PLACE if value else Act.ERASE, cell, value)
    return move_list(context.language, draft.grid.geometry, [move])
