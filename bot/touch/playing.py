"""What calls do to games: finds the game, says who may touch it, and carries out acts in order.

A call that changes a game waits for its turn in the chat (`SudokuApplication.turn`), as an update
does. Another replica may still be faster; the store makes a turn only on the state that it was
meant for, so such an act is tried once more.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Final

from bot import messages
from bot.chat.errors import wording
from bot.game.person import User, person_of_chat
from bot.game.refused import NOTHING, Refused
from bot.play.calls import Call, NotTheirs, acting, of_page
from bot.play.errors import MovedOn, UserError
from bot.play.mark import AlreadyDone, Device, DeviceMark
from bot.play.turns import carry_out, redo, undo
from bot.play.visit import Visit
from bot.store import devices, games, players, users, views
from bot.store.games import StoredGame
from bot.telegram.application import SudokuApplication
from bot.telegram.members import Members
from bot.touch.acts import Act, Back, Write
from bot.touch.answers import CallRefused, Code
from bot.touch.plain import text_of
from bot.touch.signed import Session
from bot.touch.state import State, state_of
from bot.touch.watching import Stream, told

Result = dict[str, object]

KNOWN: Final = frozenset({"taken", "others_turn", "given", "filled"})
"""Refusals of the rules that the page knows by their own names."""


class Playing:
    """The games of one running bot, as pages touch them."""

    def __init__(self, application: SudokuApplication) -> None:
        self._application = application
        self._services = application.services
        self._members = Members(application.bot, application.services.clock)

    @asynccontextmanager
    async def turn(self, game_id: int) -> AsyncIterator[None]:
        """Keeps other calls and updates of the game's chat waiting; raises NotTheirs."""
        chat_id = await games.chat_of(self._services.database, game_id)
        if chat_id is None:
            raise NotTheirs
        async with self._application.turn(chat_id):
            yield

    async def called(self, session: Session, user: User, game_id: int) -> Call:
        """A call about a game; raises NotTheirs, and CallRefused in a blocked chat."""
        call = await of_page(self._services, user, game_id, session.name)
        chat_id = call.stored.chat_id
        blocked = self._application.blocked
        if blocked.has_person(user.id) or blocked.has_chat(chat_id):
            raise CallRefused(Code.NOT_YOURS)
        if call.visit.group is None:
            return call
        may_play = call.may_play or await self._members.has(chat_id, user.id)
        return replace(call, visit=await self._as_the_group_sees(call.visit), may_play=may_play)

    async def carry_out(
        self, call: Call, device: str, acts: Sequence[Act]
    ) -> tuple[list[Result], Call]:
        """Carries out acts until one is refused; one that was carried out before is done."""
        results, visit = list[Result](), call.visit
        last = await devices.last_of(visit.database, visit.user.id, device)
        for act in acts:
            if act.number > last:
                try:
                    call = await self._attempt(call, DeviceMark(device, act.number), act)
                except (Refused, UserError) as error:
                    results.append(await _refusal(call, act, error))
                    break
            results.append({"number": act.number, "done": True})
        return results, call

    async def leave(self, call: Call) -> None:
        """Has the boards of a game follow now."""
        if call.may_play:
            await views.end_rest(self._services.database, call.stored.id)
            self._services.stale_views.set()

    async def states(
        self, session: Session, user: User, game_id: int, name: str, stream: Stream, *, device: str
    ) -> AsyncIterator[bytes]:
        """The newest states of a game, for as long as a stream lasts.

        What the device does itself is not told again. Who only watches changes nothing, not even
        the clock.
        """
        here = Device(user.id, device)

        async def state() -> State:
            await self._application.inbox.precedence.after_chats()
            return await state_of(await self.called(session, user, game_id), name)

        def lasts() -> bool:
            return session.lasts(self._services.clock().timestamp())

        with self._services.changes.watch(game_id, here) as changed:
            async for one in told(stream, changed, state, lasts):
                yield one

    async def _attempt(self, call: Call, mark: DeviceMark, act: Act) -> Call:
        """Carries out an act, once more if somebody else was faster; raises as play does."""
        if not call.may_play:
            raise UserError("call.watching")
        if not call.stored.is_open:
            raise UserError("board.over")
        call = await acting(call, mark, act.waited)
        try:
            stored = await _carry_out(call.visit, call.stored, act)
        except AlreadyDone:
            stored = await self._again(call)
        except UserError as error:
            if error.key != "board.too_fast":
                raise
            stored = await _carry_out(call.visit, await self._again(call), act)
        return replace(call, stored=stored)

    async def _again(self, call: Call) -> StoredGame:
        """The game as it stands now, if somebody else has changed it."""
        visit = call.visit
        stored = await games.get(visit.database, call.stored.id, visit.place, visit.user.id)
        if stored is None:
            raise NotTheirs
        return stored

    async def _as_the_group_sees(self, visit: Visit) -> Visit:
        """The visit of somebody in a group, who may be an anonymous administrator there.

        They act as the group, as they do in the chat; while that is not known nobody has a name.
        """
        chat_id = visit.place.chat_id
        is_anonymous = self._application.administrators.is_anonymous(chat_id, visit.user.id)
        if is_anonymous is None:
            return replace(visit, name=None)
        if not is_anonymous:
            return visit
        person = await users.see(visit.database, person_of_chat(chat_id), visit.seconds)
        return replace(visit, user=person, name="")


async def _carry_out(visit: Visit, stored: StoredGame, act: Act) -> StoredGame:
    match act.wanted:
        case Write(intents, held):
            return (await carry_out(visit, stored, intents, owes=None, held=held))[0]
        case Back() as step:
            # Another turn would be taken back than the one that the person saw.
            if act.version != stored.version:
                raise MovedOn
            if step is Back.REDO:
                return (await redo(visit, stored, None))[0]
            return (await undo(visit, stored, None))[0]


async def _refusal(call: Call, act: Act, error: Refused | UserError) -> Result:
    """What the page is told of an act that was refused: a code, words, and of a cell by whom."""
    visit, game = call.visit, call.stored.game
    worded = wording(error)
    words = [messages.html(visit.language, worded[0], **worded[1])] if worded else []
    found: Result = {"number": act.number, "refused": _code(error), "words": text_of(words)}
    if error.key == "taken" and isinstance(act.wanted, Write):
        wrong = (each.cell for each in act.wanted.intents.intents)
        cell = next((cell for cell in wrong if game.values[cell] != act.wanted.held), None)
        if cell is not None:
            found |= {"cell": cell, "by": await _writer(call, cell)}
    return found


def _code(error: Refused | UserError) -> str:
    """The name by which the page knows a refusal."""
    if error.key in NOTHING:
        return "nothing"
    if error.key in KNOWN:
        return error.key
    return {"call.watching": "watching", "board.over": "over"}.get(error.key, "moved_on")


async def _writer(call: Call, cell: int) -> str:
    """Who wrote the digit of a cell, as the others see them; empty for oneself."""
    person = call.stored.game.placed_by(cell)
    if person is None or person == call.visit.user.id:
        return ""
    people = await players.of_game(call.visit.database, call.stored.id)
    return next((each.name or each.letter for each in people if each.user_id == person), "")
