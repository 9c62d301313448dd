"""The room's side of HTTP: the page, and the calls that it makes.

Whoever opens the page shows what Telegram has signed about them, and gets a session
(`bot.touch.signed`); every other call shows that session in a header, and is counted in its
person's name before its body is read (`bot.touch.callers`).

There are no cookies, so no other page can call in a person's name; and a call names its game by a
reference of ours, of which `bot.touch.playing` asks whether the person may touch it.
"""

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial
from time import monotonic
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from bot.chat.sharing import prepared, shared
from bot.game.person import NOBODY as UNKNOWN
from bot.game.person import User
from bot.game.place import Place
from bot.game.reference import read_position_name, read_reference, reference
from bot.ledger.owner import NOBODY, Owner
from bot.operate.limits import OwnAllowance
from bot.play.calls import Call
from bot.play.games import clocked
from bot.play.rate import improve, may_improve
from bot.store import games, users
from bot.store.hints import LAST_STAGE
from bot.store.seam.not_stored import NotStored
from bot.telegram.application import SudokuApplication
from bot.telegram.conversation import link_to
from bot.touch.acts import acts_of, device_of
from bot.touch.answers import CallRefused, Code, Work, answer, safe
from bot.touch.bodies import Body, flag_in, read_body, text_in, whole_in
from bot.touch.callers import Callers
from bot.touch.files import Files
from bot.touch.hints import MOST_PARTS, hint_of
from bot.touch.playing import Playing
from bot.touch.positions import Sitting
from bot.touch.practising import Practising
from bot.touch.signed import NotSigned, Session, TooOld, read_launch
from bot.touch.state import State, state_of
from bot.touch.streaming import States, Streaming
from bot.touch.watching import Watching
from bot.touch.ways import MOST_STEPS, way_of
from bot.touch.words import words_of
from bot.web.port import is_stream

PATH: Final = "/touch"
FILE_BURST: Final = 256
FILE_SECONDS: Final = 1 / 128
"""Seconds between two files, for all pages together, beyond those that come at once."""

KEPT_BURST: Final = 5
KEPT_SECONDS: Final = 10
"""Seconds between two messages that Telegram is asked to keep for a person, beyond those."""

TALL_SCREEN: Final = 812
"""Points of a phone's screen of which a chat has at least 740, below the hour, above the buttons.

A board with the keys for a tall phone is whole on those.
"""
LARGEST_SCREEN: Final = 100_000

_INIT: Final = re.compile(r".{1,6000}", re.DOTALL)
_REFERENCE: Final = re.compile(r"[A-Za-z0-9_-]{0,64}")

Practise = Callable[[Sitting, Body], Awaitable[dict[str, object]]]


class Touch:
    """The page and its calls, for one running bot."""

    def __init__(
        self,
        application: SudokuApplication,
        path: str = PATH,
        files: Files | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.path = path.rstrip("/")
        self.watching = Watching(application.services.ledger)
        self._application = application
        self._services = application.services
        self._after_chats = application.inbox.precedence.after_chats
        self._playing = Playing(application)
        self._practising = Practising(application)
        self._files = files or Files()
        self._callers = Callers(application, clock)
        self._kept = OwnAllowance(KEPT_BURST, KEPT_SECONDS, clock)
        self._all_files = OwnAllowance(FILE_BURST, FILE_SECONDS, clock)
        self._file_head = f"GET {self.path}/files/".encode()

    @property
    def routes(self) -> Sequence[BaseRoute]:
        """What is served below `path`."""
        game = (self.act, self.hint, self.way, self.share, self.pause, self.leave)
        calls = (self.open, *game, self.conclude, self.another)
        return (
            Route("/", safe(self._files.page)),
            *(self._route(call, methods=["POST"]) for call in calls),
            self._route(self.watch),
            Route("/files/{tag}/{name}", safe(self._files.file)),
        )

    def needs_no_turn(self, head: bytes) -> bool:
        """Whether a head shows a session whose person has not called too often.

        Also whether it asks for a file: a page that opens for the first time asks for all of them.
        """
        if head.startswith(self._file_head):
            return not self._all_files.spend_now(NOBODY.account)
        return self._callers.may_call(head)

    def close(self) -> None:
        """Ends the streams, for which the server would wait."""
        self.watching.close()

    async def open(self, request: Request) -> Response:
        """Begins a session for what Telegram has signed, and shows what was meant.

        That is a game or a position of practice.
        """
        body = await read_body(request)
        device_of(body)
        height = whole_in(body, "screen", 0, LARGEST_SCREEN, 0)
        try:
            launch = read_launch(
                self._application.bot.token, text_in(body, "init", _INIT), self._callers.now
            )
        except (NotSigned, TooOld) as error:
            raise CallRefused(Code.SESSION) from error
        with self._callers.counted(launch.person):
            user = await users.see(
                self._services.database, launch.person, self._callers.now, launch.language
            )
            session = Session(launch.person, launch.name, self._callers.now)
            meant = text_in(body, "game", _REFERENCE) or launch.start
            meant = meant or await self._current(user)
            state = None
            if meant:
                state = await self._state(session, user, meant)
            language = self._services.language_of(user, None)
            settings = {"language": language, "digit_first": user.digit_first, "theme": user.theme}
            if state and height >= TALL_SCREEN and await self._suits_tall_phone(user):
                settings["more_keys"] = True
            begun = {"session": session.signed(self._services.secret), "state": state}
            return answer(begun | {"words": words_of(language), "settings": settings})

    async def act(self, request: Request) -> Response:
        """Carries out acts, one after the other, until one is refused."""
        session = self._callers.session(request)
        with self._callers.counted(session.person):
            user, body = await self._callers.user(session), await read_body(request)
            device, meant = device_of(body), text_in(body, "game", _REFERENCE)
            # Not within the turn, for which an update of its chat would wait.
            await self._after_chats()
            async with self._playing.turn(self._game(meant)):
                call = await self._call(session, user, meant)
                acts = self._callers.within_share(
                    session, acts_of(body, call.stored.game.givens.geometry)
                )
                results, call = await self._playing.carry_out(call, device, acts)
            await self._after_chats()
            state = await state_of(call, meant)
            return self._callers.answer(session, {"results": results, "state": state})

    async def hint(self, request: Request) -> Response:
        """Tells one of the three stages of a hint, in a game or of a position of practice."""
        session = self._callers.session(request)
        with self._callers.counted(session.person):
            user, body = await self._callers.user(session), await read_body(request)
            # The engine may think for longer than other answers take.
            is_stream(request)
            stage, part = (
                whole_in(body, "stage", 1, LAST_STAGE),
                whole_in(body, "part", 0, MOST_PARTS, 0),
            )
            meant = text_in(body, "game", _REFERENCE)
            if read_position_name(meant):
                sitting = await self._practising.called(session, user, meant)
                hint = await self._practising.hint(sitting, stage, part)
            else:
                hint = await hint_of(await self._call(session, user, meant), stage, part)
            return self._callers.answer(session, {"hint": hint})

    async def conclude(self, request: Request) -> Response:
        """Judges what somebody concludes from a position of practice."""
        return await self._practise(request, self._practising.answer)

    async def another(self, request: Request) -> Response:
        """Opens the next position of the technique of one."""
        return await self._practise(request, self._practising.another)

    async def way(self, request: Request) -> Response:
        """Tells a step of the way to the solution of a game that is over."""
        session = self._callers.session(request)
        with self._callers.counted(session.person):
            user, body = await self._callers.user(session), await read_body(request)
            is_stream(request)
            step, part = (
                whole_in(body, "step", 1, MOST_STEPS),
                whole_in(body, "part", 0, MOST_PARTS, 0),
            )
            call = await self._call(session, user, text_in(body, "game", _REFERENCE))
            # A page that was opened before this version does not say it.
            is_better = "better" not in body or flag_in(body, "better")
            told = await way_of(call, step, part, is_better=is_better)
            if may_improve(call.stored.puzzle.grid):
                search = improve(call.visit, call.stored.puzzle.grid)
                self._application.searches.begin(user.id, search)
            return self._callers.answer(session, {"way": told})

    async def share(self, request: Request) -> Response:
        """What the person may send to others about the game, and Telegram's number for it."""
        session = self._callers.session(request)
        with self._callers.counted(session.person):
            user, body = await self._callers.user(session), await read_body(request)
            call = await self._call(session, user, text_in(body, "game", _REFERENCE))
            bot, kept = self._application.bot, None
            what = await shared(call.visit, call.stored, partial(link_to, bot.username))
            if not self._kept.spend_now(session.person):
                kept = await prepared(bot, session.person, what)
            told = {"text": what.text, "link": what.link, "prepared": kept}
            return self._callers.answer(session, {"share": told})

    async def pause(self, request: Request) -> Response:
        """Brings the clock of a game up to now, as the page hides the board or shows it again.

        A pause counts as any other does (`bot.game.fair_play`), so that nobody plays without it.
        """
        session = self._callers.session(request)
        with self._callers.counted(session.person):
            user, body = await self._callers.user(session), await read_body(request)
            flag_in(body, "on")
            meant = text_in(body, "game", _REFERENCE)
            call = await self._call(session, user, meant)
            if call.may_play and call.stored.is_open:
                call = replace(call, stored=clocked(call.visit, call.stored))
                await call.visit.store_clocks()
            return self._callers.answer(session, {"state": await state_of(call, meant)})

    async def leave(self, request: Request) -> Response:
        """Has the boards of the chat follow at once, as nobody touches the page any more."""
        session = self._callers.session(request)
        with self._callers.counted(session.person):
            user, body = await self._callers.user(session), await read_body(request)
            call = await self._call(session, user, text_in(body, "game", _REFERENCE))
            await self._playing.leave(call)
            return self._callers.answer(session, {})

    async def watch(self, request: Request) -> Response:
        """A stream of the newest state, for as long as the page is open."""
        session = self._callers.session(request)
        meant, device = (request.query_params.get(name, "") for name in ("game", "device"))
        with self._callers.counted(session.person):
            user = await self._callers.user(session)
            states, chat_id = await self._watched(session, user, meant, device)
        return Streaming(request, self.watching, Owner(session.person, chat_id), states)

    async def _watched(
        self, session: Session, user: User, meant: str, device: str
    ) -> tuple[States, int]:
        """The states of what a stream is about, and the chat of that."""
        if read_position_name(meant):
            sitting = await self._practising.called(session, user, meant)
            states = partial(self._practising.states, session, user, meant, device=device)
            return states, sitting.visit.place.chat_id
        call = await self._call(session, user, meant)
        # By its number: a stream lasts for long, and would keep all that was read of the game.
        game_id = call.stored.id
        states = partial(self._playing.states, session, user, game_id, meant, device=device)
        return states, call.stored.chat_id

    async def _practise(self, request: Request, act: Practise) -> Response:
        session = self._callers.session(request)
        with self._callers.counted(session.person):
            user, body = await self._callers.user(session), await read_body(request)
            is_stream(request)
            meant = text_in(body, "game", _REFERENCE)
            sitting = await self._practising.called(session, user, meant)
            self._callers.within_share(session, (body,))
            return self._callers.answer(session, await act(sitting, body))

    def _route(self, call: Work, methods: Sequence[str] | None = None) -> Route:
        """The route of a call, which begins after chats are answered, as do its parts."""

        async def after_chats(request: Request) -> Response:
            await self._after_chats()
            return await call(request)

        return Route(f"/{call.__name__}", safe(after_chats), methods=methods)

    async def _state(self, session: Session, user: User, meant: str) -> State:
        """How a game, or a position of practice, stands."""
        await self._after_chats()
        if read_position_name(meant):
            sitting = await self._practising.called(session, user, meant)
            return await self._practising.state(sitting)
        return await state_of(await self._call(session, user, meant), meant)

    async def _call(self, session: Session, user: User, meant: str) -> Call:
        """A call about the game of a reference."""
        return await self._playing.called(session, user, self._game(meant))

    def _game(self, reference: str) -> int:
        game_id = read_reference(self._services.secret, reference, self._callers.now)
        if game_id is None:
            raise CallRefused(Code.GONE)
        return game_id

    async def _suits_tall_phone(self, user: User) -> bool:
        """Whether boards in the chat have the keys for a tall phone from now on.

        The page is not kept waiting where nothing can be stored.
        """
        if user.board != UNKNOWN.board:
            return False
        try:
            return await users.suit_tall_phone(self._services.database, user.id)
        except NotStored:
            return False

    async def _current(self, user: User) -> str:
        """The game that a person plays alone with the bot; empty if there is none."""
        game_id = await games.current_id(self._services.database, Place(user.id))
        return (
            "" if game_id is None else reference(self._services.secret, game_id, self._callers.now)
        )
