"""A puzzle made to order, which may take so long that the chat goes on meanwhile.

A making may end in three ways: the puzzle is found, the person presses Cancel, or the process is
killed. So the making is stored (`store.makings`), and whoever deletes that record first decides how
it ends. A making that failed keeps its record until the person has been told. The task that waits
for the engine dies with its process; the next process makes the same puzzle again, from the same
seed.

The message that announces a making is a courtesy. If Telegram does not take it now there is none,
because the puzzle would overtake it. A making without a message is stored with its update's number,
negated, in place of the message's.
"""

import asyncio
import json
import logging
from dataclasses import replace

from telegram.error import TelegramError

from bot.chat import boards
from bot.chat.errors import in_words, wording
from bot.game.place import Place
from bot.game.wish import Wish
from bot.play import wishes
from bot.play.errors import UserError
from bot.render.buttons.puzzles import CancelMaking
from bot.render.hint_words import name
from bot.render.keyboard import keyboard
from bot.store import chats, makings, users
from bot.store.games import StoredGame
from bot.store.makings import Making
from bot.store.seam.reading import require_writing
from bot.store.stock import Ready
from bot.telegram.application import SudokuApplication
from bot.telegram.context import Context
from bot.telegram.conversation import Conversation
from bot.telegram.flood import is_transient
from engine.board import Symmetry
from engine.difficulty import Difficulty
from engine.techniques import technique_named

log = logging.getLogger(__name__)


async def grant(context: Context, wish: Wish) -> None:
    """Begins a game with a puzzle to order, or announces that it is being made."""
    wishes.check(wish)
    visit = context.visit
    if visit.is_repeated:
        # The making was stored before a crash, and the background goes on with it.
        return
    # Before a worker makes a puzzle that could not be stored.
    require_writing()
    ready = await wishes.in_stock(visit, wish)
    if ready is None:
        await context.show_typing()
        seed = wish.seed or visit.services.new_seed()
        # A making outlives the handler, and keeps the context until it has told what it tells.
        asking = replace(visit, on_wait=context.tell_queue)
        found = asyncio.ensure_future(wishes.make(asking, wish, seed))
        try:
            # Not `wait_for`, which would cancel the making at the end of the wait.
            done, _ = await asyncio.wait([found], timeout=visit.services.at_once_seconds)
            if not done:
                await _make_on(context, wish, seed, found)
                return
        except BaseException:
            _give_up(found)
            raise
        ready = found.result()
    stored = await wishes.begin_made(visit, wish, ready)
    await boards.show(context, stored, _note(context, wish, stored))


async def cancel(context: Context, message_id: int) -> None:
    """Ends a making, and says so even if it has ended before.

    Raises UserError for somebody else's.
    """
    making = await makings.get(context.database, context.place, message_id)
    if making is not None and making.user_id != context.user.id:
        raise UserError("junk.not_yours")
    if await makings.take(context.database, context.place, message_id) is not None:
        context.sudoku.work.let_go((context.place, message_id))
    await context.change(message_id, context.html("new.cancelled"), None)


async def take_up(sudoku: SudokuApplication, making: Making) -> None:
    """Begins a making again that an earlier process left, or whose group has moved."""
    person = await users.get(sudoku.services.database, making.user_id)
    context = await Conversation.of(sudoku, person, making.place)
    sudoku.work.begin((making.place, making.message_id), _make_again(context, making))


async def follow_group(sudoku: SudokuApplication, old: int, new: int) -> None:
    """Moves everything of a group to its supergroup, including what is being made.

    A second call changes nothing.
    """
    for moved in await chats.move(sudoku.services.database, old, new):
        # Its task would look for the making in the old chat and find nothing.
        sudoku.work.let_go((Place(old, moved.place.topic_id), moved.message_id))
        if sudoku.services.database.replica is None:
            await take_up(sudoku, moved)
        # With replicas the holder of the supergroup finds the making within a second.


async def _make_again(context: Conversation, making: Making) -> None:
    wish = _read(making.wish)
    found = asyncio.ensure_future(wishes.make(context.visit, wish, making.seed))
    await _follow(context, wish, making, found)


async def _make_on(context: Context, wish: Wish, seed: str, found: asyncio.Future[Ready]) -> None:
    """Goes on in a task, so that the chat is free, above all for a press on Cancel."""
    visit, update = context.visit, context.visit.update
    update_id = update.update_id if update else 0
    # Telegram's numbers are positive, so no message can be mistaken for an update.
    message_id = await _announced(context, wish) or -update_id
    making = Making(
        visit.place,
        message_id,
        visit.user.id,
        update.bot_id if update else 0,
        update_id,
        _text(wish),
        seed,
        visit.seconds,
    )
    async with context.database.transaction() as transaction:
        await makings.begin(transaction, making)
        await visit.takes_effect(transaction)
    behind = await Conversation.of(context.sudoku, visit.user, visit.place)
    behind.stay_below(context.comment_id)
    key = visit.place, message_id
    if not context.sudoku.work.begin(key, _follow(behind, wish, making, found)):
        # This process is ending; the next one makes the puzzle again.
        _give_up(found)


def _give_up(found: asyncio.Future[Ready]) -> None:
    """Cancels a making, or if it has ended, takes the exception that nobody else will take."""
    found.cancel()
    if found.done() and not found.cancelled():
        found.exception()


async def _announced(context: Context, wish: Wish) -> int | None:
    """Announces what is being made; the message's number, or None if Telegram refuses it now."""
    if context.sudoku.must_keep(context.chat_id):
        return None
    buttons = keyboard([[(context.text("button.cancel"), CancelMaking())]])
    try:
        return await context.post(context.html("new.making", what=_what(context, wish)), buttons)
    except TelegramError as error:
        if not is_transient(error):
            raise
        log.warning("telegram: nobody is told of a making: %s", error)
        return None


async def _follow(
    context: Conversation, wish: Wish, making: Making, found: asyncio.Future[Ready]
) -> None:
    try:
        ready = await found
    except Exception as error:  # noqa: BLE001 - as for every handler, it becomes an answer
        await _excuse(context, making, error)
        return
    # The turn first: a task that waits for its chat may be cancelled, one that sends may not.
    async with context.sudoku.turn(context.chat_id):
        with context.sudoku.work.unbroken():
            await _begin(context, wish, making, ready)


async def _begin(context: Conversation, wish: Wish, making: Making, ready: Ready) -> None:
    async with context.database.transaction() as transaction:
        if await makings.take(transaction, making.place, making.message_id) is None:
            # Somebody pressed Cancel first.
            return
        # The game begins now, not when the puzzle was asked for.
        visit = replace(context.visit, now=context.services.clock())
        stored = await wishes.begin_made(visit, wish, ready, source=transaction)
    if making.message_id > 0:
        await _tell(context, making, context.html("new.made", what=_what(context, wish)))
    await boards.show(context, stored, _note(context, wish, stored))


async def _excuse(context: Conversation, making: Making, error: Exception) -> None:
    """Says why there is no puzzle, unless the person has cancelled it."""
    worded = wording(error)
    if worded is None:
        log.error("a puzzle could not be made", exc_info=error)
    key, values = in_words(context, *(worded or ("error.bug", {})))
    async with context.sudoku.turn(context.chat_id):
        with context.sudoku.work.unbroken():
            if await makings.get(context.database, making.place, making.message_id):
                await _tell(context, making, context.html(key, **values))
                # Last: after a kill before it the next process tries again, instead of silence.
                await makings.take(context.database, making.place, making.message_id)


async def _tell(context: Conversation, making: Making, html: str) -> None:
    """Says how a making ended; a refusal of Telegram is only logged."""
    try:
        if making.message_id > 0:
            await context.change(making.message_id, html, None)
        else:
            await context.say(html)
    except TelegramError as error:
        log.warning("telegram: the message of a making stays as it was: %s", error)


def _note(context: Conversation, wish: Wish, stored: StoredGame) -> str:
    """The note below the first board of a puzzle made to order."""
    if wish.seed:
        return context.note("game.seed", seed=wish.seed)
    if wish.technique:
        key = "new.for_you" if wish.is_for_learner else "new.needs"
        return context.note(key, name=name(context.board_language, wish.technique))
    return boards.how_to_move(context, stored)


def _what(context: Conversation, wish: Wish) -> str:
    parts = [f"{wish.size}×{wish.size}", context.text(f"symmetry.{wish.symmetry}")]
    if wish.difficulty:
        parts.append(context.text(f"difficulty.{wish.difficulty}"))
    if wish.technique:
        parts.append(name(context.language, wish.technique))
    return " · ".join(parts)


def _text(wish: Wish) -> str:
    """A wish as JSON for the store."""
    said = [wish.size, wish.symmetry, wish.seed, wish.difficulty, wish.technique]
    return json.dumps([*said, wish.is_for_learner])


def _read(text: str) -> Wish:
    """Reads the JSON of a wish, which an earlier version may have stored without its last field."""
    size, symmetry, seed, difficulty, technique, *learner = json.loads(text)
    return Wish(
        size,
        Symmetry(symmetry),
        seed,
        Difficulty(difficulty) if difficulty else None,
        technique_named(technique) if technique else None,
        is_for_learner=any(learner),
    )
