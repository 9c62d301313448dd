"""Plain talk: what people just say is done by the functions of the commands, or offered.

A clear wish is carried out right away. One that would lose something asks first, because its
command does. A wish that is only likely is offered as a button, which does what the command would
have done.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Final

from markupsafe import Markup

from bot import messages
from bot.chat.otherwise import footer_of
from bot.game.keyboard import Keyboard
from bot.game.talk.details import Wanted
from bot.game.talk.guesses import begins, guided
from bot.game.talk.lexicon import Lexicon, simplified
from bot.game.talk.reading import Reading, Vocabulary
from bot.play import practice, subscribe
from bot.play.errors import UserError
from bot.render.buttons.action import Button
from bot.render.buttons.personal import CarryOut
from bot.render.hint_words import techniques_by_name
from bot.render.keyboard import fits, keyboard, next_keyboard
from bot.render.wishes import wish_label
from bot.render.words import time_of_day, zone_name
from bot.telegram.context import Context

_LATIN_WORD: Final = re.compile(r"\W*[^\W\d\u3400-\u9fff]+\W*")
_ONE_WORD: Final = re.compile(rf"{_LATIN_WORD.pattern}|\s*[\u3400-\u9fff]{{1,4}}\W*")
"""A Latin word, or as many Chinese characters as make one."""

_IN_WORDS: Final = {"new": "puzzle"}
"""Commands that do a little more when they are asked for in words."""

SHOWING: Final = frozenset(
    {
        *("board", "calendar", "games", "help", "learn", "privacy", "rate", "settings", "shelf"),
        *("stats", "rules", "signs", "time_taken", "whats_left", "why", "share", "hint", "check"),
        *("import", "print", "start_over", "giveup", "deleteme", "last_move", "hints_used"),
        *("export", "term", "drop_games"),
    }
)
"""Wishes that are carried out even where they are only likely.

They change nothing or ask first. A hint and a check count in the result, but people ask for help in
more words than can be known; they are given where the words are most like such a wish, too.
"""

_BESIDE_NEW: Final = SHOWING | {"daily"}
"""What may be meant beside a new puzzle that is begun where none is played."""

IN_GAME: Final = frozenset(
    {
        *("board", "check", "giveup", "hint", "move", "notes", "rate", "redo", "start_over"),
        *("time_taken", "undo", "whats_left", "why", "last_move", "hints_used"),
    }
)
"""Wishes about the game that is played."""

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
    "yes": (),
    "ok": (),
    "hour": (),
    "direction": ("easier", "harder"),
    "leave": (),
    "sight": ("board image", "settings"),
    "bigger": ("board image", "new 16", "settings"),
    "photo": (),
    "chat": (),
    "friends": ("share",),
    "against": ("daily", "share"),
    "leaders": ("stats", "daily"),
    "variant": ("new", "daily"),
    "free": (),
    "broken": ("board", "help"),
    "fair": ("hint", "check"),
    "foreign": ("language",),
    "maths": ("rules", "new easy"),
    "offline": ("print",),
    "levels": ("new easy", "new medium", "new hard", "rate"),
    "sizes": ("new 4", "new 6", "new 8", "new 9", "new 16"),
    "dailies": ("daily", "calendar", "subscribe"),
    "some_days": ("subscribe", "evening"),
    "once_a_day": ("subscribe", "new"),
    "measured": ("rate", "learn"),
    "origin": ("rules",),
    "fewest": ("new",),
    "quiet": ("settings",),
    "only_asked": ("settings", "unsubscribe"),
    "own_notes": ("notes clear", "help notes"),
    "one_unit": ("hint", "giveup"),
    "uncounted": ("giveup", "new"),
    "afterwards": ("new",),
    "limits": ("settings",),
    "install": ("help",),
}
"""By the name of what is answered in words, the wishes that are offered with the answer."""

WITHOUT_GAME: Final[Mapping[str, tuple[str, ...]]] = {
    "too_hard": ("easier",),
    "done": ("games", "daily", "new"),
    "pause": (),
    "broken": ("help",),
    "fair": ("rules",),
}
"""Of REPLIES, those with other words and wishes where nothing is played."""

TOLD: Final = frozenset(
    {
        *("pause", "photo", "friends", "against", "leaders", "variant", "free", "fair", "foreign"),
        *("maths", "offline", "levels", "sizes", "dailies", "some_days", "only_asked", "limits"),
        *(
            "sight",
            "own_notes",
            "one_unit",
            "uncounted",
            "install",
            "afterwards",
            "once_a_day",
            "measured",
            "origin",
            "fewest",
            "quiet",
        ),
    }
)
"""Of REPLIES, those that answer a question, and so may be offered on a button themselves."""


async def understand(context: Context, typed: str, *, playing: bool) -> bool:
    """Does what a text asks for, or offers what it may ask for; False if it means nothing.

    A reply in a group that does not name the bot may be talk among people. Then only a clear wish
    is carried out, and anything else is left alone.
    """
    vocabulary = _vocabulary(tuple(context.commands))
    found = vocabulary.read(typed, context.language, playing=playing)
    likes = vocabulary.likes(typed)
    is_word = found is not None and found.is_sure and _ONE_WORD.fullmatch(typed)
    # Whoever types the one word for a thing means it, whatever else the word is like.
    reading = found if is_word else guided(found, likes)
    if reading is None:
        return False
    if found is None:
        language = vocabulary.language_of(typed, context.language)
        reading = vocabulary.at_hour(replace(reading, language=language), typed)
    if not playing:
        reading = _without_game(reading)
    if context.is_asked or _is_clear(reading):
        is_begun = found is not None and begins(found, likes, reading)
        is_free = not playing and (is_begun or _only_begins(reading))
        await _answer(context, typed, reading, playing=playing, is_free=is_free)
    return True


async def do_if_clear(context: Context, typed: str, *, playing: bool) -> bool:
    """Does what a text asks for if that is beyond doubt; False if it does nothing."""
    reading = _vocabulary(tuple(context.commands)).read(typed, context.language, playing=playing)
    if reading is None or not _is_clear(reading):
        return False
    await _answer(context, typed, reading, playing=playing)
    return True


def meant_by(context: Context, words: str) -> str:
    """The name of the wish that a few words stand for beyond doubt, or an empty text."""
    reading = _vocabulary(tuple(context.commands)).read(words, context.language, playing=False)
    return reading.wanted[0].name if reading and _is_clear(reading) else ""


async def reply(
    context: Context, name: str, more: Sequence[Wanted] = (), *, playing: bool = True
) -> None:
    """Says one of REPLIES, and offers its wishes and some more, as far as they are possible."""
    is_other = name in WITHOUT_GAME and not playing
    offered = [*(_named(WITHOUT_GAME[name]) if is_other else _beside(name)), *more]
    if name == "stop":
        offered = [*await _practice_to_stop(context), *offered]
    possible = [one for one in offered if playing or one.name not in IN_GAME]
    words = [context.html(f"talk.{name}_free" if is_other else f"talk.{name}")]
    if name == "dailies":
        words.insert(0, await _when_it_comes(context))
    await context.say(Markup("\n").join(words), _buttons(context, possible))


async def _when_it_comes(context: Context) -> Markup:
    """At which hour the daily is sent here, or that it is not."""
    kept = await subscribe.active(context.visit)
    if kept is None:
        return context.html("talk.dailies_off")
    time, zone = time_of_day(kept.minute), zone_name(context.language, kept.zone)
    return context.html("talk.dailies_here", time=time, zone=zone, date=kept.next_label)


async def offer(context: Context, key: str, wanted: Collection[Wanted], **values: object) -> None:
    """Says something with a button for each wish."""
    if any(one.name == "stop" for one in wanted):
        wanted = [*await _practice_to_stop(context), *wanted]
    await say_with(context, context.html(key, **values), wanted)


async def say_with(context: Context, words: Markup, wanted: Collection[Wanted]) -> None:
    """Says these words with a button for each wish."""
    await context.say(words, _buttons(context, wanted))


async def _practice_to_stop(context: Context) -> list[Wanted]:
    """The wish to stop practising, of somebody who practises here."""
    is_open = await practice.open_exercise(context.visit) is not None
    return [Wanted("stop_practice")] if is_open and context.user.exercise_at is not None else []


async def carry_out(context: Context, wanted: Wanted) -> None:
    """Does what the command of a wish does; if that needs a game, says how to get one."""
    context.means(wanted.rest)
    try:
        await context.commands[_IN_WORDS.get(wanted.name, wanted.name)](context)
    except UserError as error:
        # Nothing was done that could be taken back.
        context.footer = None
        if error.key != "game.none":
            raise
        await context.say(context.html("game.none"), next_keyboard(context.language))


async def _answer(
    context: Context, typed: str, reading: Reading, *, playing: bool, is_free: bool = False
) -> None:
    """Does, says or offers what was read; `is_free` says that doing it would cost nothing."""
    first, *others = reading.wanted
    # Somebody who writes in a language can read it, whichever they chose. A single word that acts
    # on the game is no conversation in it.
    is_act = first.name in IN_GAME and reading.is_sure and _LATIN_WORD.fullmatch(typed)
    if reading.language and not is_act:
        context.answer_in(reading.language)
    if reading.is_guess:
        await offer(context, "talk.offer", reading.wanted)
    elif first.name in REPLIES:
        await reply(context, first.name, others, playing=playing)
    elif is_free or reading.is_sure or reading.is_small_talk or _costs_nothing(reading):
        # Whoever types the one word for a thing means it.
        is_word = reading.is_sure and _ONE_WORD.fullmatch(typed)
        if not (reading.is_small_talk or is_word):
            context.footer = await footer_of(context, first, [*others, *reading.others])
        await carry_out(context, first)
    else:
        await offer(context, "talk.offer", reading.wanted)


def _without_game(reading: Reading) -> Reading:
    """A reading of somebody who plays nothing: what needs a game is the less likely.

    Who does not know what this is wants to hear how it works.
    """
    if reading.wanted[0].name == "confused":
        return replace(reading, wanted=(Wanted("help"),), is_likely=True)
    if reading.is_sure:
        return reading
    possible = tuple(one for one in reading.wanted if one.name not in IN_GAME)
    return replace(reading, wanted=possible or reading.wanted)


def _only_begins(reading: Reading) -> bool:
    """Whether a wish likely begins a puzzle, which interrupts nothing if none is played."""
    first, *others = reading.wanted
    is_puzzle = first.name == "new" or (first.name == "daily" and not others)
    return reading.is_likely and is_puzzle and all(one.name in _BESIDE_NEW for one in others)


def _costs_nothing(reading: Reading) -> bool:
    """Whether the wish is likely and among SHOWING."""
    first = reading.wanted[0]
    is_choice = first == Wanted("language")
    is_shown = is_choice or (first.name in SHOWING and not (first.name == "board" and first.rest))
    return reading.is_likely and is_shown


def _is_clear(reading: Reading) -> bool:
    return reading.is_sure and not reading.is_small_talk and reading.wanted[0].name not in REPLIES


@cache
def _vocabulary(commands: tuple[str, ...]) -> Vocabulary:
    """The words of all languages, and the names of the commands, which mean themselves."""
    techniques = techniques_by_name(messages.DEFAULT)
    lexicons, folds = dict[str, Lexicon](), dict[int, str]()
    for code in messages.languages():
        tables = messages.talk(code)
        lexicons[code] = Lexicon.of(code, tables, techniques, commands)
        folds |= simplified(tables)
    return Vocabulary(lexicons, folds)


def _buttons(context: Context, wanted: Collection[Wanted]) -> Keyboard | None:
    offered = dict.fromkeys(offer for one in wanted for offer in _offered(one))
    actions = {one: CarryOut(context.user.id, one.name, one.rest) for one in offered}
    buttons: list[Button] = [
        (wish_label(context.language, one), action)
        for one, action in actions.items()
        if (one.name in context.commands or one.name in TOLD) and fits(action)
    ]
    return keyboard([button] for button in buttons) if buttons else None


def _offered(wanted: Wanted) -> Iterable[Wanted]:
    """The wish itself, or the wishes that are offered with an answer that has no button."""
    is_question = wanted.name in REPLIES and wanted.name not in TOLD
    return _beside(wanted.name) if is_question else [wanted]


def _beside(name: str) -> list[Wanted]:
    """The wishes that are offered with the words of one of REPLIES."""
    return _named(REPLIES[name])


def _named(offered: Iterable[str]) -> list[Wanted]:
    split = (one.partition(" ") for one in offered)
    return [Wanted(wish, rest) for wish, _, rest in split]
