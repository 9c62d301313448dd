"""A game's board as a message: sent as a new one, or edited in place.

Whatever changes a game marks its views as stale in the same transaction (`store.views`), and
drawing the board here takes the mark away. Three things may come between the change and the
drawing:

- Another press of the same board is waiting. Then that press draws both changes.
- Telegram's limits forbid the board now, or Telegram does not take it. Then the background draws
  it later, in its newest state only, so that no queue of old states builds up.
- The process is killed. The mark is on the disk, and the next process finds it.

So nobody waits for a board that the next move would overwrite, and no board stays behind what is
stored. In a group, where several people play at the same time, a move edits the board if that is
still near the end of the chat, instead of sending a new one.
"""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from markupsafe import Markup, escape
from telegram.error import BadRequest, TelegramError

from bot.chat import outcome
from bot.chat.drawing import surely_drawn
from bot.chat.milestone import send_card
from bot.chat.page import with_page
from bot.game.example import example_move
from bot.game.keyboard import Keyboard
from bot.game.pace import Promise
from bot.game.person import Policy
from bot.game.player import Player
from bot.play.pace import promise
from bot.play.questions import hint_on
from bot.play.visit import Visit
from bot.render.board_words import board_html
from bot.render.drawings import board_picture
from bot.render.hinted import hinted_html, hinted_pad
from bot.render.keyboard import keyboard
from bot.render.keys import Rows
from bot.render.pad import pad
from bot.render.preferences import Look, Preferences
from bot.render.stage import Hint
from bot.render.view import GameView
from bot.store import players, views
from bot.store.games import StoredGame
from bot.store.seam.source import Source
from bot.store.views import Staleness
from bot.telegram.application import LateBoard
from bot.telegram.conversation import Conversation
from bot.telegram.flood import is_transient

log = logging.getLogger(__name__)


NEAR: Final = 6
"""The most messages below a board at which people still see it without looking for it."""


@dataclass(frozen=True, slots=True)
class Face:
    """The content of a board's message; with a picture the text is its caption."""

    html: str
    keyboard: Keyboard
    picture: bytes | None


def preferences_of(visit: Visit) -> Preferences:
    """The choices of the person, or of the group that plays here."""
    chosen, digit_first = visit.choices, visit.group is None and visit.user.digit_first
    return Preferences(
        Look(chosen.board), Policy(chosen.policy), chosen.theme, chosen.timer, digit_first
    )


def view_of(
    visit: Visit,
    stored: StoredGame,
    look: Look | None = None,
    players: tuple[Player, ...] = (),
    promise: Promise | None = None,
    *,
    tells_all: bool = False,
    has_more: bool = False,
) -> GameView:
    """A stored game as it is seen here, in `look` if one is given, else in the chosen look.

    In a group nobody sees what another person has selected, and all see which of its `players`
    did what.
    """
    preferences, is_shared = preferences_of(visit), visit.group is not None
    return GameView(
        stored.id,
        stored.game,
        stored.puzzle.symmetry,
        stored.daily_label,
        stored.selection.shared if is_shared else stored.selection,
        replace(preferences, look=look) if look else preferences,
        stored.played,
        stored.puzzle.difficulty,
        stored.is_open,
        version=stored.version,
        is_shared=is_shared,
        players=players,
        promise=promise,
        tells_all=tells_all,
        has_more=has_more,
    )


def how_to_move(context: Conversation, stored: StoredGame) -> Markup:
    """What to press first, as this person has chosen or everybody in a group, or what to type.

    Below a picture there is room for what to press only.
    """
    chosen = preferences_of(context.board_visit)
    if chosen.look is Look.IMAGE:
        return context.note("game.new_brief_digit" if chosen.digit_first else "game.new_brief")
    key = "game.new_hint_digit" if chosen.digit_first else "game.new_hint"
    if context.board_visit.group is not None:
        # What is merely typed in a group may not reach the bot.
        key = "game.new_hint_group"
    return context.note(key, example=example_move(stored.game))


async def show(
    context: Conversation,
    stored: StoredGame,
    note: str = "",
    look: Look | None = None,
    *,
    tells_all: bool = False,
) -> None:
    """Sends the board as a new message, or owes it if it cannot be sent now.

    Somebody who listens hears the rows of the buttons, or all of them if it `tells_all`.

    The way back from words that led to this game stands above it: a row below the board would push
    its title off a phone's screen, and go with the next press.
    """
    footer, context.footer = context.footer, None
    if footer is not None and (button := footer(stored)) is not None:
        await context.say(context.html("talk.set_aside"), {"inline_keyboard": [[button]]})
    shown = partial(send, context, stored, note, look, tells_all=tells_all)
    await _show_or_owe(context, stored, note, shown)


async def show_move(context: Conversation, stored: StoredGame, note: str = "") -> None:
    """Shows a typed move as `show` does; in a group it edits the board if that is near.

    Somebody who listens hears no more than the note and how many cells are left.
    """
    if stands_near(context, stored.message_id):
        shown = partial(draw_or_send, context, stored, note)
    else:
        shown = partial(send, context, stored, note, is_heard=True)
    await _show_or_owe(context, stored, note, shown)


async def draw_or_send(context: Conversation, stored: StoredGame, note: str) -> None:
    """Edits the board in place, or sends it if its message is gone."""
    try:
        await draw(context, stored, note, is_picture=stored.is_picture)
    except BadRequest as refusal:
        log.info("telegram: a board is sent anew: %s", refusal)
        await send(context, stored, note)


async def _show_or_owe(
    context: Conversation, stored: StoredGame, note: str, shown: Callable[[], Awaitable[None]]
) -> None:
    await context.wait_early(for_board=True)
    is_free = context.sudoku.may_show(context.chat_id)
    if is_free:
        try:
            await shown()
        except TelegramError as error:
            if not is_transient(error):
                raise
            log.warning("telegram: a board is owed: %s", error)
        else:
            context.sudoku.late_boards.pop((stored.id, context.place), None)
            return
    version = await owe(context, stored.id, Staleness.SEND)
    if not context.is_private:
        source, place = context.database.unhurried, context.place
        await views.owe_below(source, stored.id, place, context.comment_id)
    # Kept in memory only: if the process ends first, a general note takes its place.
    late = LateBoard(note, version if is_free else None)
    context.sudoku.late_boards[stored.id, context.place] = late
    context.sudoku.stale_views.set()
    await context.tell_of_wait()


def stands_near(context: Conversation, message_id: int | None) -> bool:
    """Whether a group's board is so near the end of the chat that people see its edits."""
    newest = context.sudoku.newest_message(context.chat_id)
    if context.is_private or message_id is None or newest is None:
        return False
    return newest - message_id <= NEAR


async def send(
    context: Conversation,
    stored: StoredGame,
    note: str = "",
    look: Look | None = None,
    *,
    is_heard: bool = False,
    tells_all: bool = False,
) -> None:
    """Sends the board as a new message, which is the game's view here from now on.

    The board of a solved game comes with its effect, and that of a milestone with its card. Raises
    what Telegram raises.
    """
    face = await _face(context, stored, note, look=look, is_heard=is_heard, tells_all=tells_all)
    effect = await outcome.effect(context.visit, stored) if stored.game.is_solved else None
    await _is_shown(context, stored, await post(context, face, effect), face)
    if effect is not None:
        await send_card(context, stored)


async def post(context: Conversation, face: Face, effect: str | None = None) -> int:
    """Sends a board that does not become the game's view; returns the number of its message.

    It is no reply to the message that asked, whose quote would push the title off a phone's screen.
    An effect that Telegram refuses is left out.
    """
    send = partial(context.post, face.html, face.keyboard, face.picture, is_answer=False)
    try:
        return await send(effect=effect)
    except BadRequest as refusal:
        if effect is None:
            raise
        log.info("telegram: a board is sent without its effect: %s", refusal)
        return await send()


async def draw(
    context: Conversation,
    stored: StoredGame,
    note: str = "",
    rows: Rows | None = None,
    *,
    is_picture: bool,
    is_heard: bool = False,
) -> None:
    """Edits the message of a game in place, in the look nearest to the chosen one.

    A text may become a picture, but Telegram lets no picture become a text. `rows` replace the
    usual buttons.
    """
    look = _look_like(Look(context.visit.choices.board), is_picture=is_picture)
    face = await _face(context, stored, note, rows, look, is_heard=is_heard)
    await _change(context, stored, face)


async def owe(context: Conversation, game_id: int, kind: Staleness) -> int:
    """Marks the board of a game as stale, for whoever draws it next; returns the owed version."""
    context.newest_at = None
    mark = await views.mark(
        context.database.unhurried,
        game_id,
        context.place,
        kind,
        context.seconds,
        asked_by=context.user.id,
        keeps_hint=True,
    )
    return mark.version


async def settle(context: Conversation, stored: StoredGame) -> None:
    """Takes the mark away without drawing, as another message has shown how the game stands."""
    await views.shown(
        context.database.unhurried,
        stored.id,
        context.place,
        stored.message_id,
        stored.view_version,
        is_picture=stored.is_picture,
    )


async def face(
    visit: Visit,
    view: GameView,
    note: str,
    buttons: Keyboard,
    *,
    is_heard: bool = False,
) -> Face:
    """The content of a board's message, in the language of the visit."""
    picture = None
    if view.preferences.look is Look.IMAGE:
        rows = len(buttons["inline_keyboard"])
        picture = await surely_drawn(visit, board_picture, view, rows)
    if view.hint is not None:
        return Face(hinted_html(visit.language, view, view.hint), buttons, picture)
    html = board_html(visit.language, view, note, is_heard=is_heard)
    return Face(html, buttons, picture)


async def _face(
    context: Conversation,
    stored: StoredGame,
    note: str,
    rows: Rows | None = None,
    look: Look | None = None,
    *,
    is_heard: bool = False,
    tells_all: bool = False,
) -> Face:
    visit = context.board_visit
    group, game = visit.group, stored.game
    people = () if group is None else await players.of_game(context.database, stored.id)
    promised = await promise(visit, stored)
    has_more = rows is not None
    view = view_of(visit, stored, look, people, promised, tells_all=tells_all, has_more=has_more)
    if await outcome.offers_keys_in_play(visit, stored):
        view = replace(view, offers_keys=True)
    if rows is None and (hint := await _hint(context, stored)) is not None:
        buttons = keyboard(hinted_pad(visit.language, view, hint))
        return await face(visit, replace(view, hint=hint), "", buttons)
    lines = [escape(note)] if note else []
    if game.is_solved:
        lines.append(await outcome.praise(visit, stored))
    elif not game.blank_count:
        lines.append(context.note("game.full_wrong", count=len(game.wrong_cells())))
    if stored.is_open:
        keys = rows or with_page(context, stored, pad(visit.language, view))
        buttons = keyboard(keys)
    else:
        buttons = await outcome.next_buttons(visit, stored, context.link)
    return await face(visit, view, Markup("\n").join(lines), buttons, is_heard=is_heard)


async def _hint(context: Conversation, stored: StoredGame) -> Hint | None:
    """The hint that the view shows, found again for its state; None where there is none."""
    if stored.hint is None:
        return None
    found = await hint_on(context.visit, stored)
    return Hint(found, stored.hint.stage, stored.hint.passage) if found else None


async def _change(context: Conversation, stored: StoredGame, face: Face) -> None:
    """Edits the message of a game, and notes what it shows."""
    message_id = stored.message_id or 0
    await context.edit(message_id, face.html, face.keyboard, face.picture)
    await _is_shown(context, stored, message_id, face)


async def _is_shown(context: Conversation, stored: StoredGame, message_id: int, face: Face) -> None:
    async def record(source: Source) -> None:
        is_newest = await views.shown(
            source,
            stored.id,
            context.place,
            message_id,
            stored.view_version,
            is_picture=face.picture is not None,
        )
        context.newest_at = message_id if is_newest else None

    await context.record(stored.id, record)


def _look_like(look: Look, *, is_picture: bool) -> Look:
    """The look of a picture, or the text look that is nearest to the chosen one."""
    if is_picture:
        return Look.IMAGE
    return Look.FULL if look is Look.IMAGE else look
