"""What a page asks of a game: it names the game, and no place.

A page is opened by a link, and links are forwarded. So a call is believed about who calls, and
everything else is looked up: whether the game is there, whose it is, and whether this person may
play in it. In private that is the person of the chat. A group's game may be watched by whoever has
been given its reference, and played by people who have had a part in a game of that group; the
caller may know of others that they are members.
"""

from dataclasses import dataclass, replace

from bot.game.fair_play import played
from bot.game.person import User
from bot.game.place import Place
from bot.play.mark import DeviceMark
from bot.play.services import Services
from bot.play.visit import Visit, group_of
from bot.store import games, players
from bot.store.games import StoredGame


class NotTheirs(Exception):  # noqa: N818 - an answer to a page, not a fault
    """Raised for a game that is not there, or that this person may not even see."""


@dataclass(frozen=True, slots=True)
class Call:
    """A call about a game, as the person who calls sees it."""

    visit: Visit
    stored: StoredGame
    may_play: bool


async def of_page(services: Services, user: User, game_id: int, name: str | None = None) -> Call:
    """A call of a person, who goes by `name`, about a game; raises NotTheirs."""
    chat_id = await games.chat_of(services.database, game_id)
    if chat_id is None or (chat_id > 0 and chat_id != user.id):
        raise NotTheirs
    place = Place(chat_id)
    group = await group_of(services.database, place, user)
    language = services.language_of(user, group)
    visit = Visit(services, user, place, services.clock(), language, group=group, name=name)
    stored = await games.get(services.database, game_id, place, user.id)
    if stored is None:
        raise NotTheirs
    may_play = group is None or await players.have_played(services.database, chat_id, user.id)
    return Call(visit, stored, may_play)


async def acting(call: Call, mark: DeviceMark, waited: float = 0) -> Call:
    """The call as it carries out one act, which was made `waited` seconds ago.

    The clock of an unfinished game is brought up to now. A pause is not counted as play, but a wait
    for the network is no pause: whoever played on meanwhile gains no time by it.
    """
    visit, stored = replace(call.visit, mark=mark), call.stored
    now = visit.seconds
    if not stored.is_open or stored.acted_at == now:
        return replace(call, visit=visit)
    gap = max(0, now - stored.acted_at)
    seconds = max(
        played(stored.played, stored.acted_at, now), stored.played + min(gap, int(waited))
    )
    await games.set_played(visit.database.unhurried, stored.id, seconds, now)
    return replace(call, visit=visit, stored=replace(stored, played=seconds, acted_at=now))
