"""A visit: who does something, in which place, when, in which language, and with what services."""

from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from zoneinfo import ZoneInfo

from bot.game.days import LocalDays, days_of
from bot.game.person import SPOKEN, Group, User
from bot.game.place import Place
from bot.game.player import shown_name
from bot.ledger.owner import Owner
from bot.play.mark import AlreadyDone, Device, DeviceMark, Mark, UpdateMark
from bot.play.services import Services
from bot.pool.engine import OnWait
from bot.store import devices, games, groups, inbox, players, users
from bot.store.seam.reading import OnlyReading
from bot.store.seam.source import Source, Store


@dataclass(frozen=True, slots=True)
class Visit:
    """One person in one place at one moment, speaking `language`.

    `mark` is that of the update or of the page's act behind it, None for what the bot does by
    itself. `on_wait` is called with the place in the engine's queue at which a question waits.
    `group` has the group's choices for its boards, and is None in a private chat. `name` is what
    the person calls themselves; it is empty if the others must not know it, and None while it is
    not known whether they may.
    """

    services: Services
    user: User
    place: Place
    now: datetime
    language: str
    mark: Mark | None = None
    on_wait: OnWait | None = None
    group: Group | None = None
    name: str | None = ""
    clocks: dict[int, int] = field(default_factory=dict, compare=False)
    """By their numbers, for how many seconds games were played until now, as far as that is not
    stored yet."""

    @property
    def owner(self) -> Owner:
        """In whose name memory and processor time are reserved: the chat's where it is nobody's."""
        return Owner(self.user.id or self.place.chat_id, self.place.chat_id)

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
        """The person's days, which decide when a daily begins and ends for them."""
        return days_of(self.user, self.zone)

    @property
    def choices(self) -> User | Group:
        """The choices that the boards here follow: the group's, or the person's."""
        return self.group or self.user

    @property
    def is_spoken(self) -> bool:
        """Whether the boards here are spoken, for people who listen to them."""
        return self.choices.board == SPOKEN

    @property
    def is_private(self) -> bool:
        """Whether the person is alone with the bot."""
        return self.place.chat_id == self.user.id

    @property
    def update(self) -> UpdateMark | None:
        """The update behind the visit, if there is one."""
        return self.mark if isinstance(self.mark, UpdateMark) else None

    @property
    def device(self) -> Device | None:
        """The person's device behind the visit, if it is one act of a page."""
        return Device(self.user.id, self.mark.device) if isinstance(self.mark, DeviceMark) else None

    @property
    def is_repeated(self) -> bool:
        """Whether an earlier process had made this visit's change when it was killed."""
        return self.update is not None and self.update.took_effect

    async def takes_effect(self, source: Source, game_id: int | None = None) -> None:
        """Notes, in the transaction of a change, that this visit must not make it again.

        After a crash the game `game_id` is shown instead. Without a game the handler runs again,
        and must see from `is_repeated` that its change was made. Raises AlreadyDone for an act of a
        page that was followed before.
        """
        match self.mark:
            case UpdateMark(bot_id, update_id):
                await inbox.take_effect(source, bot_id, update_id, game_id)
            case DeviceMark(device, number):
                if not await devices.advance(source, self.user.id, device, number, self.seconds):
                    raise AlreadyDone

    async def store_clocks(self, source: Source | None = None) -> None:
        """Stores the clocks that are not stored yet; `source` is a transaction to join.

        Whoever may only read leaves them to the next use of the games.
        """
        for game_id in tuple(self.clocks):
            with suppress(OnlyReading):
                await games.set_played(
                    source or self.database.unhurried, game_id, self.clocks[game_id], self.seconds
                )
            self.clock_is_stored(game_id)

    def clock_is_stored(self, game_id: int) -> None:
        """Notes that nothing of a game's clock is left to store."""
        self.clocks.pop(game_id, None)

    async def takes_part(self, source: Source, game_id: int) -> None:
        """Gives the person a seat in a group's game, in the transaction of what they do."""
        if self.group is not None:
            name, is_known = shown_name(self.name or ""), self.name is not None
            await players.sit(source, game_id, self.user.id, name, is_known=is_known)

    async def settle(self, source: Source, player: User) -> None:
        """Fixes the zone of somebody who plays a daily and never chose one.

        Otherwise their days would move with their language, and they could play a daily before its
        day.
        """
        if player.zone is None and player.zone_before is None:
            await users.settle_zone(source, player.id, self.services.zone_of(player).key)


async def group_of(source: Source, place: Place, user: User) -> Group | None:
    """The choices of the group of a place, this person's until it has chosen.

    None in a private chat.
    """
    # Groups and channels have negative numbers.
    if place.chat_id > 0:
        return None
    return await groups.get(source, place.chat_id) or Group.of(user)
