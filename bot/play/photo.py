"""Boards from photos: read, checked and corrected as drafts, and only then played.

No reader is always right, so a board from a photo is a draft until its sender has confirmed it. A
draft belongs to one person, who may type corrections for a while after looking at it. Such a text
may also be a puzzle or talk, so a draft takes only digits for its cells, and mistyped attempts at
that (`is_correction` in `bot.play.corrections`).

Digits that somebody wrote into the printed puzzle are not givens. They become the first turn of the
game.
"""

from dataclasses import dataclass
from typing import Final

from bot.game.move import Act, Move, Turn
from bot.play import begin
from bot.play.errors import UserError
from bot.play.games import find_current
from bot.play.questions import ask
from bot.play.turns import make_turn
from bot.play.visit import Visit
from bot.pool.engine import OpenFile
from bot.pool.jobs import Appraisal, appraise_now
from bot.pool.scan import NoScan
from bot.store import drafts, puzzles
from bot.store.drafts import Draft, InAlbum
from bot.store.games import StoredGame
from bot.store.puzzles import Origin
from bot.store.seam.source import Source
from engine.photo import Unreadable

MOST_BOARDS: Final = 4
"""Boards of one photo that are kept."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A draft with the part of the photo that it was read from, which is not stored."""

    draft: Draft
    cut_out: bytes


def require_reader(visit: Visit) -> None:
    """Raises UserError if the libraries for pictures are not installed."""
    if not visit.services.pictures.is_there:
        raise UserError("photo.not_installed")


async def read(visit: Visit, opened: OpenFile, album: InAlbum | None = None) -> tuple[Seen, ...]:
    """Reads the boards of a picture as drafts, the one that is most likely meant first.

    A picture of an album that was read before, but not answered, gets the same drafts again. Raises
    UserError if nothing can be read.
    """
    found = []
    try:
        readings = await visit.services.pictures.read(visit.owner, opened)
    except (Unreadable, NoScan) as error:
        raise UserError(f"photo.{error.why}") from error
    before = await _read_before(visit, album)
    for number, reading in enumerate(readings[:MOST_BOARDS]):
        draft = Draft(
            before[number].id if number < len(before) else 0,
            visit.user.id,
            reading.grid,
            reading.doubtful,
            reading.repaired,
            reading.by_hand,
            visit.place,
            album=album,
        )
        if draft.id:
            await drafts.change(visit.database, draft)
        else:
            draft = await drafts.add(visit.database, draft, visit.seconds)
        found.append(Seen(draft, reading.cut_out))
    await drafts.look_at(visit.database, visit.user.id, found[0].draft.id, visit.seconds)
    return tuple(found)


async def _read_before(visit: Visit, album: InAlbum | None) -> list[Draft]:
    """What an earlier process has read in the same picture of an album."""
    if album is None:
        return []
    known = await drafts.of_album(visit.database, visit.user.id, visit.place.chat_id, album.name)
    return [one for one in known if one.album and one.album.message_id == album.message_id]


async def read_from_album(visit: Visit, name: str) -> dict[int, Draft]:
    """The first board of each picture of an album, by the picture's message."""
    found = dict[int, Draft]()
    for one in await drafts.of_album(visit.database, visit.user.id, visit.place.chat_id, name):
        if one.album is not None:
            found.setdefault(one.album.message_id, one)
    return found


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


@dataclass(frozen=True, slots=True)
class Judged:
    """What is wrong on a page that is filled in to the end; cells ascending.

    `wrong` are cells that differ from the only solution of the givens. Where the givens do not have
    exactly one, `clashing` are cells with equal digits in a row, column or box.
    """

    wrong: tuple[int, ...] = ()
    clashing: tuple[int, ...] = ()

    @property
    def is_right(self) -> bool:
        """Whether nothing is wrong."""
        return not (self.wrong or self.clashing)


def judge(draft: Draft, appraisal: Appraisal) -> Judged | None:
    """Compares a page that is filled in to the end with its solution; None for any other."""
    grid = draft.grid
    if grid.blanks():
        return None
    match appraisal.decision.solutions:
        case (solution,):
            differing = (cell for cell in sorted(draft.by_hand) if grid[cell] != solution[cell])
            return Judged(wrong=tuple(differing))
    return Judged(clashing=tuple(sorted({cell for two in grid.conflicts() for cell in two.cells})))


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


def _check(draft: Draft, appraisal: Appraisal) -> None:
    if not draft.givens.blanks():
        raise UserError("opened.full")
    if len(appraisal.decision.solutions) != 1:
        raise UserError("opened.several" if appraisal.decision.solutions else "opened.none")
