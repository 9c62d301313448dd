"""Plain wishes: what people just say is done by the functions of the commands, or offered.

What is clear is done at once. What would lose something asks by itself, as its command does. What
is only likely comes as buttons, which do what the command would have done.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import Final

from telegram import InlineKeyboardMarkup

from bot import messages
from bot.game.talk.lexicon import Lexicon, simplified
from bot.game.talk.reading import Reading, Vocabulary, Wanted
from bot.play.errors import UserError
from bot.render.buttons.action import Button
from bot.render.buttons.personal import CarryOut
from bot.render.hint_words import techniques_by_name
from bot.render.keyboard import keyboard, next_keyboard
from bot.render.wishes import wish_label
from bot.telegram.context import Context

MOST_DATA: Final = 64
"""Bytes that the data of a button may have (the Bot API)."""

REPLIES: Final[Mapping[str, tuple[str, ...]]] = {
    "too_hard": ("easier", "hint"),
    "too_easy": ("harder",),
    "stuck": ("hint", "help"),
    "confused": ("help", "hint", "learn"),
    "bored": ("daily", "new"),
    "play": ("board", "new", "daily"),
    "looks": ("settings", "board"),
    "stop": ("giveup", "unsubscribe"),
    "done": ("check", "giveup"),
    "greeted": ("board", "new", "daily"),
    "pause": (),
    "thanks": (),
    "bye": (),
    "nice": (),
    "bad": ("help",),
    "ok": (),
    "hour": (),
    "direction": ("easier", "harder"),
}
"""What is answered in words, and which wishes are offered with it."""


async def understand(context: Context, typed: str, *, playing: bool) -> bool:
    """Does what a text asks for, or offers what it may ask for; False where it means nothing.

    A reply in a group that does not name the bot may be talk among people: what it surely asks for
    is done, and all else is left alone.
    """
    reading = _vocabulary(tuple(context.commands)).read(typed, context.language, playing=playing)
    if reading is None:
        return False
    if context.is_asked or _is_clear(reading):
        await _answer(context, reading)
    return True


async def do_if_clear(context: Context, typed: str, *, playing: bool) -> bool:
    """Does what a text asks for where that is beyond doubt; False where it does nothing."""
    reading = _vocabulary(tuple(context.commands)).read(typed, context.language, playing=playing)
    if reading is None or not _is_clear(reading):
        return False
    await _answer(context, reading)
    return True


def meant_by(context: Context, word: str) -> str:
    """The wish that a word alone stands for beyond doubt, or empty."""
    reading = _vocabulary(tuple(context.commands)).read(word, context.language, playing=False)
    return reading.wanted[0].name if reading and _is_clear(reading) else ""


async def reply(context: Context, name: str, more: Sequence[Wanted] = ()) -> None:
    """Says one of REPLIES, with the wishes that it offers and some more."""
    await offer(context, f"talk.{name}", [Wanted(name), *more])


async def offer(context: Context, key: str, wanted: Collection[Wanted], **values: object) -> None:
    """Says something, with a button for each wish."""
    await context.say(context.html(key, **values), _buttons(context, wanted))


async def carry_out(context: Context, wanted: Wanted) -> None:
    """Does what the command of a wish does; where that needs a game, says how to get one."""
    context.means(wanted.rest)
    try:
        await context.commands[wanted.name](context)
    except UserError as error:
        if error.key != "game.none":
            raise
        await context.say(context.html("game.none"), next_keyboard(context.language))


async def _answer(context: Context, reading: Reading) -> None:
    if reading.language:
        context.answer_in(reading.language)
    first, *others = reading.wanted
    if first.name in REPLIES:
        await reply(context, first.name, others)
    elif reading.is_sure or reading.is_small_talk:
        await carry_out(context, first)
    else:
        await offer(context, "talk.offer", reading.wanted)


def _is_clear(reading: Reading) -> bool:
    return reading.is_sure and not reading.is_small_talk and reading.wanted[0].name not in REPLIES


@cache
def _vocabulary(commands: tuple[str, ...]) -> Vocabulary:
    """The words of all languages; the names of commands mean themselves."""
    techniques = techniques_by_name(messages.DEFAULT)
    lexicons, folds = dict[str, Lexicon](), dict[int, str]()
    for code in messages.languages():
        tables = messages.talk(code)
        lexicons[code] = Lexicon.of(code, tables, techniques, commands)
        folds |= simplified(tables)
    return Vocabulary(lexicons, folds)


def _buttons(context: Context, wanted: Collection[Wanted]) -> InlineKeyboardMarkup | None:
    offered = dict.fromkeys(offer for one in wanted for offer in _offered(one))
    buttons: list[Button] = [
        (wish_label(context.language, one), CarryOut(context.user.id, one.name, one.rest))
        for one in offered
        if one.name in context.commands and _fits(context, one)
    ]
    return keyboard([button] for button in buttons) if buttons else None


def _offered(wanted: Wanted) -> Iterable[Wanted]:
    """A wish itself, or what is offered with the words that answer it."""
    return map(Wanted, REPLIES[wanted.name]) if wanted.name in REPLIES else [wanted]


def _fits(context: Context, wanted: Wanted) -> bool:
    parts = ("want", str(context.user.id), wanted.name, wanted.rest)
    return len(":".join(parts).encode()) <= MOST_DATA
