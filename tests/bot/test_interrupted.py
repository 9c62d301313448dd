"""Ends every handler at each of its moments: what it did is done once, and it is answered.

The moments that matter are the commits, because everything between two of them is lost with the
process. So a first run counts the commits of an act and records what the database then holds. In
further runs the process ends just after each commit in turn, and once when everything is said but
the update is not yet known to be dealt with. The next process must then leave the database as if
nothing had happened, and between them the two processes must say something.
"""

import asyncio
import re
import shutil
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, Final

import pytest
from telegram.ext import CallbackQueryHandler, CommandHandler, MessageHandler

from bot import app
from bot.handlers import HANDLERS
from bot.play.finish import AT_ONCE
from bot.play.services import Services
from bot.playground import BotApi, PlaygroundRequest, default_people
from bot.playground.chats import Chat
from bot.pool.engine_pool import EnginePool
from bot.pool.pictures import Pictures
from bot.render.keyboard import ACTIONS
from bot.store import drafts, erasures
from bot.store.drafts import Draft
from bot.store.seam.migrations import MIGRATIONS
from bot.store.sqlite.database import Database
from bot.store.sqlite.write_ahead_log import LogSync
from bot.telegram.application import SudokuApplication
from bot.telegram.language import language_of, zone_of
from engine import SYMBOLS, parse
from tests.bot.clock import Clock
from tests.bot.house import AT_ONCE_SECONDS, NETWORK
from tests.bot.playground.pictures import png
from tests.fewer import first_cases

EASY: Final = ".234341221434321"
"""A board of 4x4 with one blank cell."""

HARD: Final = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
GAME: Final = "/new 4 none 5"
DRAFT: Final = ("/start", "*draft", "?draft:1")
"""A board that was read from a photo is shown, with its buttons."""

ACTS: Final[Mapping[str, tuple[str, ...]]] = {
    "/daily": ("/daily",),
    "daily:": ("/start", "!daily"),
    "/new": (GAME,),
    "new:": ("/start", "!new", "!new:4"),
    "forme:": ("/learn", "!forme"),
    "cancelmaking:": (GAME, "?cancelmaking"),
    "/board": (GAME, "/board compact"),
    "/tall": (GAME, "/tall"),
    "board:": (GAME, "!more", "!board"),
    "more:": (GAME, "!more"),
    "/undo": (GAME, "+", "/undo"),
    "undo:": (GAME, "+", "!undo"),
    "/redo": (GAME, "+", "/undo", "/redo"),
    "redo:": (GAME, "+", "/undo", "!more", "!redo"),
    "/notes": (GAME, "/notes"),
    "fill:": (GAME, "!more", "!fill"),
    "rub:": (GAME, "/notes", "!more", "!rub"),
    "see:": (GAME, "!more", "!see"),
    "unit:": (GAME, "!more", "!see", "!unit"),
    "/check": (GAME, "+", "/check"),
    "check:": (GAME, "+", "!more", "!check"),
    "which:": (GAME, "-", "/check", "!which"),
    "right:": (GAME, "-", "/check", "!right"),
    "/hint": (GAME, "/hint"),
    "hint:": (GAME, "/hint", "!hint"),
    "drawhint:": (GAME, "/hint", "!drawhint"),
    "dohint:": (GAME, "/hint", "!hint", "!hint", "!dohint"),
    "hintcells:": (GAME, "-", "/hint", "!hintcells"),
    "/move": (GAME, "/move +"),
    "/submit": (GAME, "/submit ="),
    "wrong:": (GAME, "/submit #", "!wrong"),
    "/solve": (f"/solve {EASY}",),
    "open:": (EASY, "!open"),
    "answer:": (EASY, "!answer"),
    "/rate": (f"/rate {EASY}",),
    "ratethis:": (EASY, "!ratethis"),
    "/learn": ("/learn",),
    "learn:": ("/learn", "!learn"),
    "believe:": ("/learn naked pair", "!believe"),
    "example:": ("/learn nested net", "!example"),
    "position:": ("/learn nested net", "!practise", "?position:nested_net:0:2:1"),
    "practise:": ("/learn naked single", "!practise"),
    "tapbox:": ("/learn naked single", "!practise", "!tapbox"),
    "tapcell:": ("/learn naked single", "!practise", "?tapcell:naked_single:0:0:1"),
    "answerthis:": ("/learn naked single", "!practise", "?answerthis:naked_single:0:0:1:1:1"),
    "/games": (GAME, "/games"),
    "games:": (GAME, "!more", "!games"),
    "switch:": (GAME, "/new 4 none 6", "/games", "!switch:1"),
    "/calendar": ("/calendar",),
    "month:": ("/calendar", "!month"),
    "/share": (GAME, "/share"),
    "share:": (GAME, "!more", "!share"),
    "/print": (GAME, "/print"),
    "print:": (GAME, "/share", "!print"),
    "printnew:": (GAME, "/print", "!print", "!printnew"),
    "/import": (f"/import {EASY}",),
    "document": ("*document",),
    "/shelf": (f"/import {EASY}", "/shelf"),
    "shelf:": (f"/import {EASY}", "!shelf"),
    "take:": (f"/import {EASY}", "/shelf", "!take"),
    "tidy:": (f"/import {EASY}", "/shelf", "!take", "+", "/shelf", "!tidy"),
    "/giveup": (GAME, "/giveup"),
    "giveup:": (GAME, "!more", "!giveup"),
    "yesgiveup:": (GAME, "/giveup", "!yesgiveup"),
    "playon:": (GAME, "/giveup", "!playon"),
    "/subscribe": ("/subscribe 8:00 Berlin",),
    "city:": ("/subscribe 8:00", "!city"),
    "/unsubscribe": ("/subscribe 8:00 Berlin", "/unsubscribe"),
    "evening:": ("/settings", "!evening"),
    "remind:": ("/subscribe 8:00 Berlin", "/settings", "!evening", "!remind"),
    "remindnomore:": (
        *("/subscribe 8:00 Berlin", "/settings", "!evening", "!remind"),
        "!remindnomore",
    ),
    "/stats": (EASY, "!open", "+", "/stats"),
    "stats:": (EASY, "!open", "+", "?stats:1001"),
    "chart:": (EASY, "!open", "+", "?chart:1001:4"),
    "/settings": ("/settings",),
    "look:": ("/settings", "!look"),
    "theme:": ("/settings", "!look", "!look", "!theme"),
    "policy:": ("/settings", "!policy"),
    "group:": ("*club", "/settings", "!group"),
    "groupspeak:": ("*club", "/language", "!groupspeak:zh"),
    "timer:": ("/settings", "!timer"),
    "order:": ("/settings", "!order"),
    "letters:": ("/settings", "!letters"),
    "/language": ("/language zh",),
    "language:": ("/start", "!language"),
    "speak:": ("/language", "!speak"),
    "/help": ("/help",),
    "help:": ("/start", "!help"),
    "topic:": ("/help", "!topic"),
    "/export": ("/export",),
    "/privacy": ("/privacy",),
    "/deleteme": ("/deleteme",),
    "yesdelete:": ("/deleteme", "!yesdelete"),
    "keepme:": ("/deleteme", "!keepme"),
    "/start": ("/start",),
    "first:": ("/start", "!first"),
    "cell:": (GAME, "!cell"),
    "digit:": (GAME, "!cell", "!digit"),
    "swap:": (GAME, "!more", "!swap"),
    "pencil:": (GAME, "!pencil"),
    "gap:": (GAME, "!gap"),
    "harder:": (EASY, "!open", "+", "!harder"),
    "startover:": (GAME, "+", "start over", "!startover"),
    "want:": (GAME, "my parrot wants all the notes", "!want"),
    "no:": (GAME, "I want a 6x6, please", "!no"),
    "box:": ("/new 9 none 5", "!box"),
    "boxes:": ("/new 9 none 5", "?boxes:1"),
    "steps:": (f"/solve {HARD}", "!steps"),
    "drawstep:": (f"/solve {HARD}", "!steps", "!drawstep"),
    "ratepuzzle:": (f"/solve {HARD}", "!ratepuzzle"),
    "migrate": ("*migrate",),
    "text": (GAME, "+"),
    "command": ("/nothing",),
    "other": ("*sticker",),
    "photo": ("*photo",),
    "draft:": (*DRAFT[:-1], "?draft:1"),
    "draftback:": (*DRAFT, "*correction", "!draftback"),
    "draftfix:": (*DRAFT, "!draftfix"),
    "drafthint:": (*DRAFT, "!drafthint"),
    "draftplay:": (*DRAFT, "!draftplay"),
    "draftset:": (*DRAFT, "!draftfix", "!draftset"),
    "draftsolve:": (*DRAFT, "!draftsolve"),
    "draftwrong:": ("/start", "*full", "?draft:1", "!draftwrong"),
    "button": (GAME, "?nothing"),
}
"""For each handler the steps that lead up to it, and last the act that it handles.

A text is sent, after `*club` in the group; `*draft` is a board read from a photo, and `*half` has a
digit filled in by hand, on `*full` all are, one of them wrongly; `!action` presses the newest
button whose data begin so, and `?data` a button that is not there. `+` and `-` place a right and a
wrong digit; `=` and `#` stand for the solution and for a wrong answer.
"""

MORE: Final[Mapping[str, tuple[str, ...]]] = {
    "a wrong answer": (GAME, "/submit #"),
    "a wrong answer that is pasted": (GAME, "#"),
    "the last digit": (EASY, "!open", "+"),
    "a game of the shelf that is open": (f"/import {EASY}", "/shelf", "!take", "!take"),
    "a hint for a half-solved puzzle": ("/start", "*half", "?draft:1", "!drafthint"),
    "an answer written on the board": (GAME, "/submit #", "?want:1001:place_answer:1"),
    "games given up": (*(GAME,) * (AT_ONCE + 1), f"?want:1001:drop_games:yes {AT_ONCE + 1}"),
    "practice that is stopped": ("/learn naked single", "!practise", "?want:1001:stop_practice"),
    "a large puzzle": ("." * 254 + "12",),
    "a pencil in a group": ("*club", GAME, "!pencil"),
    "a digit in a group": ("*club", GAME, "!cell", "!digit"),
    "a box in a group": ("*club", "/new 9 none 5", "!box"),
    "a picture of an album": ("/start", "*album", "*album"),
    "a correction of a photo": (*DRAFT, "*correction"),
    "a hint in a group": ("*club", GAME, "!hint"),
    "the last digit in a group": (
        "*club",
        f"/import {EASY}",
        "/shelf",
        "!take",
        "!cell",
        "!digit:1",
    ),
}

KINDS: Final = ("photo", "document", "migrate", "text", "command", "other")
"""The messages that are not commands, in the order of their handlers in HANDLERS."""

SILENT: Final = {
    "migrate": "the group is told nothing",
    "yesdelete:": "what was said is gone with all else; the next process knows nobody to answer",
}


@dataclass
class Fate:
    """Ends the process after commit number `at`, counted from 0; never if that is None."""

    at: int | None = None
    commits: int = 0

    def committed(self) -> None:
        if self.commits == self.at:
            raise asyncio.CancelledError
        self.commits += 1


class MortalLog(LogSync):
    """Keeps what was committed, but may end the process just after that."""

    def __init__(self, database: Path, fate: Fate) -> None:
        super().__init__(database)
        self._fate = fate

    async def settle(self) -> None:
        self._fate.committed()


@dataclass
class World:
    """A pretend Telegram with one person, and a database that outlives the processes."""

    engine: EnginePool
    path: Path
    clock: Clock = field(default_factory=Clock)
    heard: int = 0
    chat: Chat | None = None

    def __post_init__(self) -> None:
        self.api = BotApi(clock=self.clock.seconds)
        self.person, _, self.club = default_people(self.api)
        self.api.world.listeners.add(self._listen)

    def _listen(self, event: dict[str, Any]) -> None:
        is_ours = event["event"] == "message" and event["message"]["from"]["is_bot"]
        self.heard += is_ours or event["event"] == "answer"

    @asynccontextmanager
    async def process(self, fate: Fate) -> AsyncIterator[SudokuApplication]:
        database = await Database.open(self.path, MIGRATIONS, lambda at: MortalLog(at, fate))
        try:
            services = Services(
                database,
                self.engine,
                b"secret",
                self.clock,
                lambda: "7",
                zone_of,
                language_of,
                Pictures(),
                at_once_seconds=AT_ONCE_SECONDS,
            )
            application = app.build(
                services, self.api.token, NETWORK, lambda: PlaygroundRequest(self.api)
            )
            async with application:
                yield application
        finally:
            await database.close()

    async def does(self, application: SudokuApplication, step: str) -> None:
        """Takes one step: its update then has arrived, and is not handled yet."""
        if step[-1] in {"+", "-"} or "=" in step or "#" in step:
            step = await self._move(application, step)
        if step.startswith("!"):
            message, data = self._button(step[1:])
            self.person.press(message, data, self.chat)
        elif step.startswith("?"):
            self.person.forge(self.person.last()["message_id"], step[1:])
        elif step == "*document":
            self.person.send_document("some.txt", f"{EASY}\n".encode())
        elif step in {"*photo", "*album"}:
            self.person.send_photo(png(8, 8), album="an album" if step == "*album" else None)
        elif step == "*sticker":
            self.person.send_sticker()
        elif step in {"*draft", "*half", "*full"}:
            by_hand = frozenset({"*half": {5}, "*full": {0}}.get(step, set()))
            grid = parse(EASY).with_values({0: 2} if step == "*full" else {})
            read = Draft(0, self.person.id, grid, by_hand=by_hand)
            await drafts.add(application.services.database, read, 5)
        elif step == "*correction":
            self.person.say("r1c2 3", reply_to=self.person.last()["message_id"])
        elif step == "*migrate":
            content = {"migrate_to_chat_id": -1009999999999}
            self.api.world.deliver(
                "message",
                self.api.world.new_message(self.person.private, self.person.user, content),
            )
        else:
            self.person.say(step, self.chat)

    async def _move(self, application: SudokuApplication, step: str) -> str:
        row = await application.services.database.one(
            "select p.givens, p.solution from place_games c join games g on g.id = c.game_id"
            " join puzzles p on p.id = g.puzzle_id where c.chat_id = $1",
            self.person.id,
        )
        assert row is not None
        givens, solution = row
        wrong = "".join(
            given if given != "." else SYMBOLS[SYMBOLS.index(digit) ^ 1]
            for given, digit in zip(givens, solution, strict=True)
        )
        if step[-1] in {"+", "-"}:
            cell, digits = givens.index("."), solution if step[-1] == "+" else wrong
            return f"{step[:-1]}r{cell // 4 + 1}c{cell % 4 + 1}={digits[cell]}"
        return step.replace("=", solution).replace("#", wrong)

    def _button(self, action: str) -> tuple[int, str]:
        for message in reversed(self.person.messages(self.chat)):
            for row in message.get("reply_markup", {}).get("inline_keyboard", []):
                for button in row:
                    if re.match(rf"{action}(:|$)", button.get("callback_data", "")):
                        return message["message_id"], button["callback_data"]
        raise LookupError(f"no button {action}")


async def handled(application: SudokuApplication) -> None:
    for update in await application.bot.get_updates():
        await application.process_update(update)


async def kept(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Everything in a database, except the inbox and what differs from one run to the next."""
    database = await Database.open(path, MIGRATIONS)
    try:
        names = await database.all("select name from sqlite_master where type = 'table'")
        found = {}
        for (name,) in names:
            if name not in {"inbox", "counters", "facts"}:
                columns = await database.all(f"pragma table_info({name})")
                wanted = [column[1] for column in columns if column[1] != "message_id"]
                found[name] = sorted(
                    await database.all(f"select {', '.join(wanted)} from {name}"),  # noqa: S608
                    key=repr,
                )
        return found
    finally:
        await database.close()


@pytest.fixture
def new_world(engine: EnginePool, empty: Path, tmp_path: Path) -> Callable[[], World]:
    numbers = count()
    return lambda: World(engine, Path(shutil.copy(empty, tmp_path / f"{next(numbers)}.db")))


async def led_up(world: World, steps: tuple[str, ...]) -> None:
    """Takes all steps but the last, and deals with them."""
    async with world.process(Fate()) as application:
        for step in steps[:-1]:
            if step == "*club":
                world.chat = world.club.chat
                continue
            await world.does(application, step)
            await handled(application)
        await application.inbox.wipe()


async def acts(world: World, step: str, fate: Fate) -> None:
    """A process that takes the last step until its fate; then `fate` has the number of commits."""
    async with world.process(Fate()) as application:
        await world.does(application, step)
    doomed = Fate()
    try:
        async with world.process(doomed) as application:
            updates = await application.bot.get_updates()
            doomed.commits, doomed.at = 0, fate.at
            for update in updates:
                await application.process_update(update)
            fate.commits = doomed.commits
    except asyncio.CancelledError:
        pass


async def comes_back(world: World) -> None:
    """Starts the next process, which handles what was left and finishes deletions."""
    async with world.process(Fate()) as application:
        for update in await application.inbox.left(application.bot):
            await application.process_update(update)
        await application.inbox.wipe()
        assert await application.inbox.left(application.bot) == ()
        assert await erasures.finish(application.services.database)


@pytest.mark.parametrize("name", first_cases(6, [*ACTS, *MORE]))
async def test_a_process_may_end_at_any_moment(name: str, new_world: Callable[[], World]) -> None:
    steps = {**ACTS, **MORE}[name]
    fate, undisturbed = Fate(), new_world()
    await led_up(undisturbed, steps)
    await acts(undisturbed, steps[-1], fate)
    wanted = await kept(undisturbed.path)
    for moment in range(fate.commits + 1):
        world = new_world()
        await led_up(world, steps)
        heard = world.heard
        await acts(world, steps[-1], Fate(moment))
        await comes_back(world)
        found = await kept(world.path)
        assert found == wanted, f"after moment {moment} of {fate.commits}"
        assert world.heard > heard or name in SILENT, f"silent after moment {moment}"


def test_every_handler_is_ended() -> None:
    kinds, known = iter(KINDS), set()
    for handler in HANDLERS:
        match handler:
            case CommandHandler():
                known |= {f"/{command}" for command in handler.commands}
            case CallbackQueryHandler():
                known |= {"button", *(f"{name}:" for name in ACTIONS)}
            case MessageHandler():
                known.add(next(kinds))
    assert known == set(ACTS)
