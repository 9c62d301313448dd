"""How an update finds its handler, and what happens before and after each handler.

Before a handler runs, the update arrives: its context is filled in and the person is stored. An
update that had changed a game when its process was killed gets no handler; only that game's board
is brought up to date (`owed.resume`). After a handler a pressed button is answered, whatever
happened, because Telegram shows a spinner on it until then. Last, the clocks of the games that it
was about are stored, unless a turn has done so.

The handler of a button is found by the type of the action that its data hold. Data come from
people's devices and may be forged, so an action of one person is refused for all others, and one
that changes the pressed message (InPlace) counts in a group only below a message that has it.

Every error becomes an answer. Only what could not be stored is raised to the application, where it
could not be answered either or where a second attempt may succeed (`bot.telegram.attempts`).
"""

import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from functools import partial
from typing import Any, Final

from telegram import Update
from telegram.constants import ChatMemberStatus, ChatType
from telegram.error import BadRequest, TelegramError
from telegram.ext import (
    BaseHandler,
    CallbackQueryHandler,
    ChatMemberHandler,
    CommandHandler,
    MessageHandler,
    filters,
)

from bot.chat import owed
from bot.chat.applause import tell_unchanged
from bot.chat.errors import in_words, way_out, wording
from bot.chat.pressed import catch_up, offer_switch, require_button
from bot.game.refused import NOTHING, Refused
from bot.handlers.routes import Added, Command, Handle, Message, Press
from bot.operate.metrics import UpdateResult, ended, taken_by
from bot.play.errors import OtherGame, UserError
from bot.render.buttons.action import Action, InPlace, Owned
from bot.render.keyboard import read
from bot.store.seam.not_stored import NotStored, StoreError, Undone
from bot.store.seam.reading import OnlyReading
from bot.telegram.context import Context

Handler = BaseHandler[Any, Context, Any]
Table = Mapping[type[Action], Press]

Commands = Mapping[str, Handle]
"""The functions of commands by name, for wishes in plain words."""

PRESENT: Final = (
    ChatMemberStatus.MEMBER,
    ChatMemberStatus.ADMINISTRATOR,
    ChatMemberStatus.RESTRICTED,
)
"""What the bot is in a group where people may play."""

LONGEST_ALERT: Final = 200
"""Characters of the longest answer that can stand above a button; longer ones are messages."""

UNKNOWN: Final = "junk"
"""The name in logs and metrics for the handler of a button that no longer does anything."""

log = logging.getLogger(__name__)


def table(presses: Iterable[Press]) -> Table:
    """The handlers of buttons by type of action; raises ValueError if two have the same type."""
    found = dict[type[Action], Press]()
    for press in presses:
        if press.action in found:
            raise ValueError(f"two handlers of {press.action.__name__}")
        found[press.action] = press
    return found


class _WhenAdded(ChatMemberHandler[Context, None]):
    """Handles that the bot was added to a group.

    Any other news of its membership, such as that somebody has blocked it, is nobody's visit: it
    must not store again whoever has deleted what was stored of them.
    """

    def check_update(self, update: object) -> bool:
        news = update.my_chat_member if isinstance(update, Update) else None
        if news is None or news.chat.type not in {ChatType.GROUP, ChatType.SUPERGROUP}:
            return False
        before, after = news.old_chat_member.status, news.new_chat_member.status
        return before not in PRESENT and after in PRESENT


def handler_of(route: Command | Message | Added, commands: Commands) -> Handler:
    """The library's handler of a command or a kind of message; edited messages do not count."""
    if isinstance(route, Added):
        run = _run(_module_of(route.function), route.function, commands)
        return _WhenAdded(run, ChatMemberHandler.MY_CHAT_MEMBER)
    if isinstance(route, Command):
        run = _run(route.name, route.function, commands, may_overtake=route.may_overtake)
        return CommandHandler(route.name, run, filters=filters.UpdateType.MESSAGE)
    run = _run(_module_of(route.function), route.function, commands)
    return MessageHandler(filters.UpdateType.MESSAGE & route.kind, run)


def dispatcher(handlers: Table, commands: Commands) -> Handler:
    """The library's handler of all pressed buttons."""

    async def pressed(update: Update, context: Context) -> None:
        query = update.callback_query
        action = read((query.data if query else None) or "")
        press = handlers.get(type(action)) if action else None
        name = _module_of(press.function) if press else UNKNOWN
        context.commands = commands
        function = partial(_press, action=action, press=press)
        may_overtake = press is not None and press.may_overtake
        await _handle(name, function, update, context, may_overtake=may_overtake)

    return CallbackQueryHandler(pressed)


async def _press(context: Context, action: Action | None, press: Press | None) -> None:
    if action is None or press is None:
        raise UserError("junk.old_button")
    if isinstance(action, Owned) and action.person != context.user.id:
        raise UserError("junk.not_yours")
    if isinstance(action, InPlace):
        await require_button(context)
    await press.function(context, action)


def _run(
    name: str, function: Handle, commands: Commands, *, may_overtake: bool = False
) -> Callable[[Update, Context], Coroutine[Any, Any, None]]:
    async def handle(update: Update, context: Context) -> None:
        context.commands = commands
        await _handle(name, function, update, context, may_overtake=may_overtake)

    return handle


async def _handle(
    name: str, function: Handle, update: Update, context: Context, *, may_overtake: bool
) -> None:
    """Runs the handler of an update, counted under a name; every error becomes an answer.

    Raises OnlyReading for an update that has to wait for an earlier one of its chat.
    """
    taken_by(name)
    if not await context.arrive(update):
        return
    if context.is_behind and not may_overtake:
        raise OnlyReading("an earlier message of the chat is not stored yet")
    mark = context.visit.update
    try:
        # An earlier process had made this update's change, so only its board may be missing.
        if mark and mark.game_id is not None:
            await owed.resume(context, mark.game_id)
        else:
            await function(context)
    except Exception as error:  # noqa: BLE001 - every error becomes an answer, bugs a log too
        await _report(context, error)
    await context.toast()
    if context.query is not None:
        await _catch_up(context)
    await _store_clocks(context)


async def _report(context: Context, error: Exception) -> None:
    """Answers the person where they are looking: above the pressed button, or in the chat.

    Raises Undone and OnlyReading, so that the update is handled again. Raises NotStored if the
    answer cannot be kept; then the update is handled again as well.
    """
    if isinstance(error, Undone | OnlyReading):
        raise error
    # What is refused now may be right once the earlier message is dealt with.
    if context.is_behind:
        raise OnlyReading("an earlier message of the chat is not stored yet") from error
    # The network failed or a chat is closed, so an answer would not arrive either.
    if isinstance(error, TelegramError) and not isinstance(error, BadRequest):
        ended(UpdateResult.FAILED)
        log.warning("telegram: %s", error)
        return
    worded = wording(error)
    is_refusal = worded is not None and not isinstance(error, NotStored)
    ended(UpdateResult.REFUSED if is_refusal else UpdateResult.FAILED)
    if not is_refusal:
        log.error("an update could not be handled", exc_info=error)
    key, values = in_words(context, *(worded or ("error.bug", {})))
    said = context.text(key, **values)
    try:
        if context.query is not None and len(said) <= LONGEST_ALERT:
            # An alert has to be closed by hand, and of another game the button below says it all.
            alert = not isinstance(error, Refused | OtherGame)
            await context.toast(said, alert=alert)
            if isinstance(error, OtherGame):
                await offer_switch(context, error)
        elif isinstance(error, Refused) and error.key in NOTHING:
            await tell_unchanged(context, context.html(key))
        else:
            buttons = way_out(context.language, error)
            await context.say(context.html(key, **values), buttons)
    except TelegramError as unreachable:
        log.warning("telegram: %s", unreachable)


async def on_error(_update: object, context: Context) -> None:
    """The Application's error handler, for errors outside of all handlers."""
    log.error("outside of all handlers", exc_info=context.error)


async def _catch_up(context: Context) -> None:
    try:
        await catch_up(context)
    except Exception as error:  # noqa: BLE001 - as above
        await _report(context, error)


async def _store_clocks(context: Context) -> None:
    # The person has their answer, and the next use of the game brings its clock up to then.
    try:
        await context.visit.store_clocks()
    except StoreError as refusal:
        log.warning("the clock of a game is stored with its next use: %s", refusal)


def _module_of(function: Callable[..., Awaitable[None]]) -> str:
    """The name in logs and metrics for the handler of a button or a message: its module's."""
    return function.__module__.rpartition(".")[2].removesuffix("_")
