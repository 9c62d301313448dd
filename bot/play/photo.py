"""Boards from photos: read, checked and corrected as drafts, and only then played.

No reader is always right, so a board from a photo is a draft until its sender has confirmed it. A
draft belongs to one person, who may type corrections for a while after looking at it. Such a text
may also be a puzzle or talk, so a draft takes only digits for its cells, and mistyped attempts at
that (`is_correction`).

Digits that somebody wrote into the printed puzzle are not givens. They become the first turn of the
game.
"""

from dataclasses import dataclass, replace

from bot.game.entry import Answer, Entry, Letters, parse_entry, read_typed
from bot.game.entry.spoken import spoken_moves
from bot.game.move import Act, IntentKind, Intents, Move, Turn
from bot.game.refused import Refused
from bot.play import begin
from bot.play.errors import UserError
from bot.play.games import find_current
from bot.play.questions import ask
from bot.play.questions import read as read_text
from bot.play.turns import make_turn
from bot.play.visit import Visit
from bot.pool.engine import OpenFile
from bot.pool.jobs import Appraisal, appraise_now
from bot.store import drafts, puzzles
from bot.store.drafts import Draft
from bot.store.games import StoredGame
from bot.store.puzzles import Origin
from bot.store.seam.source import Source
from engine.board import InvalidGrid
from engine.photo import Unreadable


@dataclass(frozen=True, slots=True)
class Seen:
    """A draft with the part of the photo that it was read from, which is not stored."""

    draft: Draft
    cut_out: bytes


def require_reader(visit: Visit) -> None:
    """Raises UserError if the libraries for pictures are not installed."""
    if not visit.services.pictures.is_there:
        raise UserError("photo.not_installed")


async def read(visit: Visit, opened: OpenFile) -> tuple[Seen, ...]:
    """Reads the boards of a picture as drafts, the one that is most likely meant first.

    Raises UserError if nothing can be read.
    """
    found = []
    try:
        readings = await visit.services.pictures.read(visit.owner, opened)
    except Unreadable as error:
        raise UserError(f"photo.{error.why}") from error
    for reading in readings:
        draft = Draft(
            0,
            visit.user.id,
            reading.grid,
            reading.doubtful,
            reading.repaired,
            reading.by_hand,
            visit.place,
        )
        kept = await drafts.add(visit.database, draft, visit.seconds)
        found.append(Seen(kept, reading.cut_out))
    await drafts.look_at(visit.database, visit.user.id, found[0].draft.id, visit.seconds)
    return tuple(found)


async def draft_of(visit: Visit, draft_id: int) -> Draft:
    """A person's own draft; raises UserError if it is somebody else's, or gone."""
    draft = await drafts.get(visit.database, draft_id)
    if draft is None:
        raise UserError("photo.gone")
    if draft.user_id != visit.user.id:
        raise UserError("junk.not_yours")
    return draft


async def looked_at(visit: Visit) -> Draft | None:
    """The draft that this person is looking at, if that is in this place."""
    draft_id = visit.user.draft_id
    draft = await drafts.get(visit.database, draft_id) if draft_id is not None else None
    return draft if draft and draft.place == visit.place else None


async def look_at(visit: Visit, draft_id: int) -> Draft:
    """Opens a person's own draft for corrections by text; raises as `draft_of` does."""
    draft = await draft_of(visit, draft_id)
    await drafts.look_at(visit.database, visit.user.id, draft_id, visit.seconds)
    return draft


async def look_away(visit: Visit, source: Source | None = None) -> None:
    """Closes this person's draft to corrections by text; `source` is a transaction to join."""
    await drafts.look_at(source or visit.database, visit.user.id, None, None)


async def appraise(visit: Visit, draft: Draft) -> Appraisal:
    """How many solutions the givens of a draft have, and how hard they are."""
    return await ask(visit, appraise_now, draft.givens)


async def correct(visit: Visit, draft_id: int, changes: dict[int, int]) -> Draft:
    """Changes cells of a draft, which are no longer doubtful then.

    Raises as `draft_of` does, and UserError for a cell or a value that the board does not have.
    """
    size = (await draft_of(visit, draft_id)).grid.geometry.size
    if any(cell >= size * size or value > size for cell, value in changes.items()):
        raise UserError("junk.old_button")
    draft = await look_at(visit, draft_id)
    sure = changes.keys()
    corrected = replace(
        draft,
        grid=draft.grid.with_values(changes),
        doubtful=tuple(cell for cell in draft.doubtful if cell not in sure),
        repaired=tuple(cell for cell in draft.repaired if cell not in sure),
        by_hand=draft.by_hand - {cell for cell, value in changes.items() if not value},
    )
    await drafts.change(visit.database, corrected)
    return corrected


async def is_correction(visit: Visit, draft: Draft, typed: str) -> bool:
    """Whether a text reads as digits for cells of a draft, or as an attempt at that."""
    try:
        entry = await _entry(visit, draft, typed)
    except Refused:
        # Mistyped moves: the person hears what is wrong with them.
        return True
    except InvalidGrid:
        return False
    return isinstance(entry, Intents) and _only_places(entry)


async def correct_typed(visit: Visit, draft_id: int, typed: str) -> tuple[Draft, tuple[Move, ...]]:
    """Corrects a draft as somebody typed: `r4c5 7`, a row, or the whole board; returns the moves.

    Raises UserError for any other text, and Refused and InvalidGrid as `read_typed` does.
    """
    draft = await draft_of(visit, draft_id)
    match await _entry(visit, draft, typed):
        case Answer(grid) if grid.geometry is draft.grid.geometry:
            wanted = dict(enumerate(grid.values))
            changes = {cell: value for cell, value in wanted.items() if value != draft.grid[cell]}
        case Intents(intents) as entry if _only_places(entry):
            changes = {one.cell: one.value for one in intents}
        case _:
            raise UserError("photo.how_to_correct")
    moves = tuple(
        Move(Act.PLACE if value else Act.ERASE, cell, value) for cell, value in changes.items()
    )
    return await correct(visit, draft_id, changes), moves


async def play(visit: Visit, draft_id: int) -> StoredGame:
    """Begins a game of a draft, whose handwritten digits become the first turn.

    Raises UserError unless the givens have exactly one solution.
    """
    draft = await draft_of(visit, draft_id)
    # After a crash the game is there already, though its update is handled again.
    begun = await find_current(visit) if visit.is_repeated else None
    if begun is not None and begun.puzzle.grid == draft.givens:
        return begun
    appraisal = await appraise(visit, draft)
    _check(draft, appraisal)
    async with visit.database.transaction() as transaction:
        puzzle = await puzzles.add(
            transaction, draft.givens, appraisal.decision.solutions[0], Origin.IMPORT
        )
        stored = await begin.begin(visit, puzzle.id, source=transaction)
        if draft.by_hand:
            moves = (Move(Act.PLACE, cell, draft.grid[cell]) for cell in sorted(draft.by_hand))
            turn = Turn(visit.user.id, tuple(moves))
            stored = await make_turn(visit, stored, turn, source=transaction)
        await look_away(visit, transaction)
        # Noted without the game, so that after a kill the handler runs again: the button may ask
        # for a hint too. It then finds the game that was begun.
        await visit.takes_effect(transaction)
    return stored


async def _entry(visit: Visit, draft: Draft, typed: str) -> Entry | None:
    """What a text says of cells, also in a sentence; raises as `read_typed` does.

    A plain reading comes first, and the moves in a sentence count only if there is none.
    """
    geometry, letters = draft.grid.geometry, Letters(visit.user.letters)
    spoken = spoken_moves(typed, geometry, letters)
    try:
        entry = await read_text(visit, read_typed, typed, geometry, letters)
    except Refused:
        if spoken is None:
            raise
        entry = None
    return parse_entry(spoken, geometry, letters) if entry is None and spoken else entry


def _only_places(entry: Intents) -> bool:
    """Whether digits are written or erased, and nothing else."""
    return {one.kind for one in entry.intents} <= {IntentKind.PLACE, IntentKind.ERASE}


def _check(draft: Draft, appraisal: Appraisal) -> None:
    if not draft.givens.blanks():
        raise UserError("opened.full")
    if len(appraisal.decision.solutions) != 1:
        raise UserError("opened.several" if appraisal.decision.solutions else "opened.none")
