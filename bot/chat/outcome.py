"""What is said about a game that is over, and what comes next."""

from collections.abc import Callable

from markupsafe import Markup
from telegram import InlineKeyboardMarkup

from bot import messages
from bot.chat import links
from bot.play.finish import Ending, ending_of, is_todays, streak_of
from bot.play.visit import Visit
from bot.render.keyboard import keyboard, next_choices
from bot.render.result_card import result_card
from bot.render.words import duration
from bot.store import results
from bot.store.games import GameState, StoredGame
from bot.store.results import Result, Standing


async def praise(visit: Visit, stored: StoredGame) -> Markup:
    """What is said to a person about a game that is solved."""
    key = "game.solved_daily" if stored.daily_label else "game.solved"
    words = messages.html(visit.language, key)
    ending = await ending_of(visit, stored)
    if ending is None:
        return words
    if ending.result.standing is Standing.TIMED:
        time = duration(visit.language, ending.result.seconds)
        words += " " + messages.html(visit.language, "outcome.time", time=time)
    return Markup("\n").join([words, *_remarks(visit, ending)])


async def next_buttons(
    visit: Visit, stored: StoredGame, link: Callable[[str], str]
) -> InlineKeyboardMarkup:
    """What one can do after a game: tell about it, and play on; `link` makes one of a payload."""
    choices = next_choices(visit.language, daily=not is_todays(visit, stored))
    result = await results.get(visit.database, visit.user.id, stored.id)
    if stored.state is not GameState.SOLVED or result is None:
        return keyboard([choices])
    text = await _card(visit, stored, result)
    address = link(links.payload_of_game(visit.services.secret, stored))
    share = links.share_button(messages.text(visit.language, "button.share"), text, address)
    copy = links.copy_buttons(messages.text(visit.language, "button.copy"), f"{text}\n{address}")
    return keyboard([[share, *copy], choices])


def _remarks(visit: Visit, ending: Ending) -> list[Markup]:
    result = ending.result
    if result.standing is Standing.SEEN:
        return [messages.html(visit.language, "outcome.seen")]
    lines = []
    if result.standing is Standing.UNTIMED:
        key = "outcome.quick" if ending.is_quick else "outcome.printed"
        lines.append(messages.html(visit.language, key))
    elif ending.beaten is not None:
        time = duration(visit.language, ending.beaten)
        lines.append(messages.html(visit.language, "outcome.best", size=result.size, time=time))
    if result.daily_label and result.in_time:
        lines += _of_the_day(visit, ending)
    return lines


def _of_the_day(visit: Visit, ending: Ending) -> list[Markup]:
    lines = []
    if ending.slower:
        percent = 100 * ending.slower // ending.others
        count = ending.others
        line = messages.html(visit.language, "outcome.faster", percent=percent, count=count)
        lines.append(line)
    if ending.days:
        lines.append(messages.html(visit.language, "game.streak", count=ending.days))
    return lines


async def _card(visit: Visit, stored: StoredGame, result: Result) -> str:
    seconds = result.seconds if result.standing is Standing.TIMED else None
    days = (await streak_of(visit)).current if stored.daily_label else 0
    return result_card(
        visit.language,
        stored.game,
        stored.daily_label,
        seconds,
        days,
        difficulty=stored.puzzle.difficulty,
    )
