"""The event stream of the chat page: a snapshot of everything, then each event (SSE)."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterable

from bot.playground.api import BotApi
from bot.playground.chats import Chat
from bot.playground.parameters import Json
from bot.playground.people import Person

SHOWN_MESSAGES = 200
LONGEST_BACKLOG = 2000
MOST_PAGES = 50
KEEPALIVE_SECONDS = 15.0


class Feed:
    """One queue for each open page.

    A page that falls behind is cut off, and so is the oldest one where too many are open. A page
    that was cut off connects again and gets a new snapshot.
    """

    def __init__(self, api: BotApi, people: Iterable[Person]) -> None:
        self._world = api.world
        self._people = tuple(people)
        self._pages: dict[asyncio.Queue[Json | None], None] = {}
        api.world.listeners.add(self._listen)

    async def stream(self) -> AsyncIterator[str]:
        queue: asyncio.Queue[Json | None] = asyncio.Queue()
        # Before the snapshot is taken, so that no event falls between the two.
        self._pages[queue] = None
        for oldest in tuple(self._pages)[:-MOST_PAGES]:
            oldest.put_nowait(None)
        try:
            yield _line(self.snapshot())
            while True:
                try:
                    async with asyncio.timeout(KEEPALIVE_SECONDS):
                        event = await queue.get()
                except TimeoutError:
                    # A line with a colon is a comment: it only keeps the connection open.
                    yield ": still here\n\n"
                    continue
                if event is None:
                    return
                yield _line(event)
        finally:
            del self._pages[queue]

    def close(self) -> None:
        """End every stream, so that the server can stop; pages come back by themselves."""
        for queue in tuple(self._pages):
            queue.put_nowait(None)

    def snapshot(self) -> Json:
        """Everything a page needs, as the event `snapshot`."""
        world = self._world
        return {
            "event": "snapshot",
            "me": world.me.to_json(),
            "photo": world.photo.id if world.photo else None,
            "people": [person.user.to_json() for person in self._people],
            "chats": [_chat(chat) for chat in world.chats],
            "messages": {
                str(chat.id): list(world.messages.of(chat.id))[-SHOWN_MESSAGES:]
                for chat in world.chats
            },
            "reactions": {
                str(chat.id): {
                    str(n): emoji for n, emoji in world.messages.reactions(chat.id).items()
                }
                for chat in world.chats
            },
            "menus": self._menus(),
        }

    def _menus(self) -> Json:
        """The commands and the description that each person is shown in each chat."""
        return {
            f"{chat.id} {person.id}": {
                "commands": self._world.menus.seen_by(person.user, chat),
                "description": self._description(person),
            }
            for chat in self._world.chats
            for person in self._people
            if person.id in chat.members
        }

    def _description(self, person: Person) -> str:
        texts = self._world.descriptions
        language = person.user.language_code.partition("-")[0]
        return texts.get(("description", language)) or texts.get(("description", ""), "")

    def _listen(self, event: Json) -> None:
        # Scopes and languages decide what each person sees, so all menus are sent again.
        if event["event"] == "menu":
            event = {"event": "menu", "menus": self._menus()}
        for queue in tuple(self._pages):
            # None ends the stream, and the page comes back for a new snapshot.
            behind = queue.qsize() >= LONGEST_BACKLOG
            queue.put_nowait(None if behind else event)


def _chat(chat: Chat) -> Json:
    return chat.to_json() | chat.state() | {"members": list(chat.members), "name": chat.title}


def _line(event: Json) -> str:
    return f"data: {json.dumps(event, ensure_ascii=False)}\n\n"
