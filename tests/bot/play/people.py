"""People who play without Telegram: their visits, and games on boards with known solutions."""

from dataclasses import dataclass, replace
from typing import Final
from zoneinfo import ZoneInfo

from bot.game.move import Act, Move, Turn
from bot.game.person import User
from bot.game.place import Place
from bot.play.begin import begin
from bot.play.mark import UpdateMark
from bot.play.services import Services
from bot.play.visit import Visit, group_of
from bot.store import dailies, inbox, puzzles, users, views
from bot.store.games import StoredGame
from bot.store.puzzles import Origin
from bot.store.seam.holding import Arrival, Left
from bot.store.seam.source import Store
from bot.store.views import Staleness, View
from engine import Grid, parse
from tests.bot.clock import Clock

ALICE: Final = 1001
MING: Final = 1002
CLUB: Final = -100_500
"""The chat of a group of both."""

BOT: Final = 99
GIVENS: Final = parse("...43..22..3.32.")
SOLUTION: Final = parse("1234341221434321")
BLANKS: Final = tuple(GIVENS.blanks())


def zone_of(user: User) -> ZoneInfo:
    """UTC, for people who have not chosen a zone."""
    return ZoneInfo(user.zone or "UTC")


@dataclass
class People:
    """The people of a test, and the services that they share."""

    services: Services
    clock: Clock
    database: Store

    async def visit(self, person: int = ALICE, chat: int | None = None) -> Visit:
        """A person's visit at this moment: in private, or in another chat."""
        now = self.clock()
        user = await users.see(self.database, person, int(now.timestamp()))
        place = Place(chat or person)
        group = await group_of(self.database, place, user)
        return Visit(self.services, user, place, now, "en", group=group)

    async def begins(
        self,
        visit: Visit,
        givens: Grid = GIVENS,
        solution: Grid = SOLUTION,
        label: str | None = None,
    ) -> StoredGame:
        """A game that begins with a board; with a label it is a daily."""
        puzzle = await puzzles.add(self.database, givens, solution, Origin.NEW)
        if label is not None:
            await dailies.put(self.database, label, puzzle.id)
        return await begin(visit, puzzle.id, label=label)


def repeated(visit: Visit) -> Visit:
    """The visit as the next process sees it, after one that was killed just after its change."""
    return replace(visit, mark=UpdateMark(BOT, 7, took_effect=True))


def turn(player: int, *cells: int, wrong: bool = False) -> Turn:
    """The turn that puts digits into these cells, all right or all wrong."""
    digits = {cell: SOLUTION[cell] % 4 + 1 if wrong else SOLUTION[cell] for cell in cells}
    return Turn(player, tuple(Move(Act.PLACE, cell, digit) for cell, digit in digits.items()))


async def view_of(visit: Visit, stored: StoredGame) -> View:
    """The view of a game in the visited place."""
    found = await views.get(visit.database, stored.id, visit.place)
    assert found is not None
    return found


async def is_drawn(visit: Visit, stored: StoredGame, message_id: int = 5) -> None:
    """Records that a message shows the game as it is stored."""
    view = await view_of(visit, stored)
    assert await views.shown(visit.database, stored.id, visit.place, message_id, view.version)


async def owed(visit: Visit, stored: StoredGame) -> Staleness | None:
    """What the visited place is owed."""
    return (await view_of(visit, stored)).stale


async def of_an_update(visit: Visit) -> Visit:
    """The visit as an update brings it, which waits in the inbox."""
    await inbox.receive(visit.database, BOT, [Arrival(7, visit.user.id, None, "{}")], visit.seconds)
    return replace(visit, mark=UpdateMark(BOT, 7))


async def effect(visit: Visit) -> Left:
    """What the next process would find of the update: whether it took effect, and in which game."""
    (left,) = await inbox.left(visit.database, BOT)
    return left
