"""What is said about a game that is over, and what comes next."""

from markupsafe import Markup
from telegram import InlineKeyboardMarkup

from bot.chat import links
from bot.play.finish import Ending, ending_of, is_todays
from bot.play.statistics import streak_of
from bot.render.keyboard import keyboard, next_choices, next_keyboard
from bot.render.result_card import result_card
from bot.render.words import duration
from bot.store import results
from bot.store.games import GameState, StoredGame
from bot.store.results import Result, Standing
from bot.telegram.conversation import Conversation


async def praise(context: Conversation, stored: StoredGame) -> Markup:
    """The words about a solved game, as its player reads them."""
    words = context.html("game.solved_daily" if stored.daily_label else "game.solved")
    ending = await ending_of(context.visit, stored)
    if ending is None:
        return words
    if ending.result.standing is Standing.TIMED:
        time = duration(context.language, ending.result.seconds)
        words += " " + context.html("outcome.time", time=time)
    return Markup("\n").join([words, *_remarks(context, ending)])


async def next_buttons(context: Conversation, stored: StoredGame) -> InlineKeyboardMarkup:
    """The buttons below a finished game: share the result, and play on."""
    choices = next_choices(context.language, daily=not is_todays(context.visit, stored))
    result = await results.get(context.database, context.user.id, stored.id)
    if stored.state is not GameState.SOLVED or result is None:
        return keyboard([choices])
    text = await _card(context, stored, result)
    address = links.address(context, links.payload_of_game(context, stored))
    share = links.share_button(context.text("button.share"), text, address)
    return keyboard([[share, *links.copy_buttons(context, f"{text}\n{address}")], choices])


async def tell_result(context: Conversation, stored: StoredGame, label: str) -> None:
    """Says how the daily of a label ended here."""
    words = context.html("daily.given_up_already", label=label)
    if stored.state is GameState.SOLVED:
        words = context.html("daily.solved_already", label=label)
        result = await results.get(context.database, context.user.id, stored.id)
        if result is not None and result.standing is Standing.TIMED:
            time = duration(context.language, result.seconds)
            words = context.html("daily.solved_in", label=label, time=time)
    todays = is_todays(context.visit, stored)
    if todays:
        words = Markup("\n").join([words, context.html("daily.next")])
    await context.say(words, next_keyboard(context.language, daily=not todays))


def _remarks(context: Conversation, ending: Ending) -> list[Markup]:
    result = ending.result
    if result.standing is Standing.SEEN:
        return [context.html("outcome.seen")]
    lines = []
    if result.standing is Standing.UNTIMED:
        lines.append(context.html("outcome.quick" if ending.is_quick else "outcome.printed"))
    elif ending.beaten is not None:
        time = duration(context.language, ending.beaten)
        lines.append(context.html("outcome.best", size=result.size, time=time))
    if result.daily_label and result.in_time:
        lines += _of_the_day(context, ending)
    return lines


def _of_the_day(context: Conversation, ending: Ending) -> list[Markup]:
    lines = []
    if ending.slower:
        percent = 100 * ending.slower // ending.others
        lines.append(context.html("outcome.faster", percent=percent, count=ending.others))
    if ending.days:
        lines.append(context.html("game.streak", count=ending.days))
    return lines


async def _card(context: Conversation, stored: StoredGame, result: Result) -> str:
    seconds = result.seconds if result.standing is Standing.TIMED else None
    days = (await streak_of(context.visit)).current if stored.daily_label else 0
    return result_card(context.language, stored.game, stored.daily_label, seconds, days)
