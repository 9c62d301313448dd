"""Corrections of boards that were read from photos: by buttons, typed, or said in a sentence."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.game.entry import Answer, Entry, Letters, read_typed
from bot.game.entry.corrections import corrections
from bot.game.move import Act, IntentKind, Intents, Move
from bot.game.refused import Refused
from bot.play.errors import UserError
from bot.play.photo import draft_of, look_at
from bot.play.questions import read as read_text
from bot.play.visit import Visit
from bot.store import drafts
from bot.store.drafts import Draft
from engine.board import InvalidGrid


@dataclass(frozen=True, slots=True)
class Before:
    """What a cell of a draft was before it was corrected."""

    cell: int
    value: int
    is_by_hand: bool = False
    is_doubtful: bool = False
    is_repaired: bool = False

    @classmethod
    def of(cls, draft: Draft, cell: int) -> "Before":
        """What a cell of a draft is now."""
        return cls(
            cell,
            draft.grid[cell],
            cell in draft.by_hand,
            cell in draft.doubtful,
            cell in draft.repaired,
        )

    def marked(self, draft: Draft) -> Draft:
        """A draft in which the cell, whose marks are gone, has them again."""
        cells = (self.cell,)
        return replace(
            draft,
            doubtful=draft.doubtful + (cells if self.is_doubtful else ()),
            repaired=draft.repaired + (cells if self.is_repaired else ()),
            by_hand=draft.by_hand.union(cells if self.is_by_hand and self.value else ()),
        )


@dataclass(frozen=True, slots=True)
class Corrected:
    """A corrected draft, the values that were said, and what became different.

    `missed` says why other parts of the text changed nothing.
    """

    draft: Draft
    changes: Mapping[int, int]
    before: tuple[Before, ...]
    missed: tuple[Refused, ...] = ()

    @property
    def moves(self) -> tuple[Move, ...]:
        """The corrections as moves."""
        return tuple(
            Move(Act.PLACE if value else Act.ERASE, cell, value)
            for cell, value in self.changes.items()
        )


async def correct(visit: Visit, draft_id: int, changes: Mapping[int, int]) -> Draft:
    """Changes cells of a draft, which are no longer doubtful then.

    Raises as `draft_of` does, and UserError for a cell or a value that the board does not have.
    """
    return await _change(visit, await draft_of(visit, draft_id), changes)


async def take_back(visit: Visit, draft_id: int, before: Before) -> Draft:
    """Puts a cell of a draft back to what it was before a correction; raises as `correct` does."""
    draft = await draft_of(visit, draft_id)
    return await _change(visit, draft, {before.cell: before.value}, before)


async def is_correction(visit: Visit, draft: Draft, typed: str) -> bool:
    """Whether a text reads as digits for cells of a draft, or as an attempt at that."""
    said = corrections(typed, draft.grid, Letters(visit.user.letters))
    try:
        entry = await _entry(visit, draft, typed)
    except Refused:
        # Mistyped moves: the person hears what is wrong with them.
        return True
    except InvalidGrid:
        return False
    if entry is None:
        return bool(said.changes)
    return isinstance(entry, Intents) and _only_places(entry)


async def correct_typed(visit: Visit, draft_id: int, typed: str) -> Corrected:
    """Corrects a draft as somebody typed: `r4c5 7`, a row, the whole board, or in a sentence.

    Of a sentence each part that is understood counts. Raises UserError for a text that corrects
    nothing, and Refused and InvalidGrid as `read_typed` and `corrections` do.
    """
    draft = await draft_of(visit, draft_id)
    changes, missed = await _changes(visit, draft, typed)
    before = tuple(Before.of(draft, cell) for cell in changes if changes[cell] != draft.grid[cell])
    return Corrected(await correct(visit, draft_id, changes), changes, before, missed)


async def _changes(
    visit: Visit, draft: Draft, typed: str
) -> tuple[dict[int, int], tuple[Refused, ...]]:
    """The new values of cells, and what a text says of others that was not understood.

    A plain reading comes first, and a sentence counts only if there is none.
    """
    said = corrections(typed, draft.grid, Letters(visit.user.letters))
    try:
        entry = await _entry(visit, draft, typed)
    except Refused as refused:
        if not said.changes:
            # What a sentence lacks is said more exactly than what a list of moves does.
            raise (said.missed[0] if len(said.missed) == 1 else refused) from None
        entry = None
    match entry:
        case Answer(grid) if grid.geometry is draft.grid.geometry:
            wanted = dict(enumerate(grid.values))
            return {cell: value for cell, value in wanted.items() if value != draft.grid[cell]}, ()
        case Intents(intents) if _only_places(entry):
            return {one.cell: one.value for one in intents}, ()
        case None if said.changes or said.missed:
            return dict(said.changes), said.missed
    raise UserError("photo.how_to_correct")


async def _entry(visit: Visit, draft: Draft, typed: str) -> Entry | None:
    """What a text says of cells; raises as `read_typed` does."""
    letters = Letters(visit.user.letters)
    return await read_text(visit, read_typed, typed, draft.grid.geometry, letters)


def _only_places(entry: Intents) -> bool:
    """Whether digits are written or erased, and nothing else."""
    return {one.kind for one in entry.intents} <= {IntentKind.PLACE, IntentKind.ERASE}


async def _change(
    visit: Visit, draft: Draft, changes: Mapping[int, int], before: Before | None = None
) -> Draft:
    """Stores new values of cells, with the marks that one of them had before."""
    size = draft.grid.geometry.size
    if any(cell >= size * size or value > size for cell, value in changes.items()):
        raise UserError("junk.old_button")
    await look_at(visit, draft.id)
    corrected = replace(
        draft,
        grid=draft.grid.with_values(dict(changes)),
        doubtful=tuple(cell for cell in draft.doubtful if cell not in changes),
        repaired=tuple(cell for cell in draft.repaired if cell not in changes),
        by_hand=draft.by_hand - {cell for cell, value in changes.items() if not value},
    )
    corrected = before.marked(corrected) if before else corrected
    await drafts.change(visit.database, corrected)
    return corrected
