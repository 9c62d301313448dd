"""Who does something, in which place and when, and what they do it with."""

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from bot.game.days import LocalDays, days_of
from bot.game.person import Group, User
from bot.game.place import Place
from bot.game.player import shown_name
from bot.play.services import Services
from bot.pool.engine import OnWait
from bot.store import groups, inbox, players, users
from bot.store.seam.source import Source, Store


@dataclass(frozen=True, slots=True)
class UpdateMark:
    """The update that brought somebody here, by which its effect is known after a crash.

    `took_effect` tells that an earlier process had made the change when it was killed, and
    `game_id` in which game where it was one.
    """

    bot_id: int
    update_id: int
    took_effect: bool = False
    game_id: int | None = None


@dataclass(frozen=True, slots=True)
class Visit:
    """One person in one place at one moment, speaking `language`.

    `update` is None for what the bot does by itself. `on_wait` is told at which place of the
    engine's queue a question waits. `group` is how the group there sees its boards, None where the
    person is alone with the bot. `name` is what the person calls themselves, empty where the others
    are not to know that, and None where nobody knows yet whether they may.
    """

    services: Services
    user: User
    place: Place
    now: datetime
    language: str
    update: UpdateMark | None = None
    on_wait: OnWait | None = None
    group: Group | None = None
    name: str | None = ""

    @property
    def database(self) -> Store:
        return self.services.database

    @property
    def seconds(self) -> int:
        """Now, in the unit of the database."""
        return int(self.now.timestamp())

    @property
    def zone(self) -> ZoneInfo:
        """Where the person's days begin."""
        return self.services.zone_of(self.user)

    @property
    def today(self) -> str:
        """The date label of the person's day."""
        return self.days.today(self.now)

    @property
    def days(self) -> LocalDays:
        """The days of the person, by which dailies are theirs."""
        return days_of(self.user, self.zone)

    @property
    def choices(self) -> User | Group:
        """Whose choices the boards here follow."""
        return self.group or self.user

    @property
    def is_private(self) -> bool:
        """Whether the person is alone with the bot."""
        return self.place.chat_id == self.user.id

    @property
    def is_repeated(self) -> bool:
        """Whether an earlier process had made this visit's change when it was killed."""
        return self.update is not None and self.update.took_effect

    async def takes_effect(self, source: Source, game_id: int | None = None) -> None:
        """Notes within the transaction of a change that must not be made again after a crash.

        With a game, that game is shown then. Without one the wish is carried out once more, and
        must see from `is_repeated` that its change is made.
        """
        if self.update is not None:
            mark = self.update
            await inbox.take_effect(source, mark.bot_id, mark.update_id, game_id)

    async def takes_part(self, source: Source, game_id: int) -> None:
        """Notes within the transaction of an act that the person plays in a game of a group."""
        if self.group is not None:
            name, is_known = shown_name(self.name or ""), self.name is not None
            await players.sit(source, game_id, self.user.id, name, is_known=is_known)

    async def settle(self, source: Source, player: User) -> None:
        """Keeps where the days of somebody begin who plays a daily and never chose a zone.

        Otherwise they would move with the language, and a daily could be played before its day.
        """
        if player.zone is None and player.zone_before is None:
            await users.settle_zone(source, player.id, self.services.zone_of(player).key)


async def group_of(source: Source, place: Place, user: User) -> Group | None:
    """How the group of a place sees its boards, as this person does until it has chosen.

    None in a private chat.
    """
    if place.chat_id > 0:
        return None
    return await groups.get(source, place.chat_id) or Group.of(user)
