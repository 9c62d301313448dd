"""Wishes without a command: a greeting, an easier or harder puzzle, starting the game over.

Also the buttons of wishes that the bot offered because it was not sure of them.
"""

from dataclasses import replace

from bot.chat import boards, meaning, talk
from bot.chat.making import grant
from bot.chat.ordering import wish_in
from bot.chat.otherwise import others_of
from bot.chat.pressed import is_about
from bot.chat.welcome import first_board, greet
from bot.game.talk.details import Wanted
from bot.game.wish import AWAY, FIRST_SIZE, SIZES, Wish, after_first, beside, like, size_beside
from bot.handlers.routes import command, press
from bot.play import consent, games, rewind
from bot.play.consent import Question
from bot.play.errors import UserError
from bot.play.statistics import is_newcomer, solves
from bot.render.buttons.action import Button
from bot.render.buttons.personal import CarryOut, MeantOther
from bot.render.buttons.playing import MakeHarder, PlayOn, StartOver
from bot.render.keyboard import keyboard
from bot.store.games import StoredGame
from bot.telegram.context import Context
from engine.difficulty import Difficulty


async def hello(context: Context) -> None:
    """Greets, and leads back to the current game if there is one."""
    if await games.find_current(context.visit) is None:
        await greet(context, is_first=await is_newcomer(context.visit))
    else:
        await talk.reply(context, "greeted")


async def puzzle(context: Context) -> None:
    """A puzzle asked for in words; what they leave open is as in the game played last.

    Somebody who has never played begins with an easy one, small unless they name a size.
    """
    stored = await meaning.any_game(context)
    if stored is None and await is_newcomer(context.visit):
        if not context.words:
            await first_board(context)
            return
        wish = wish_in(context)
        is_open = not (wish.difficulty or wish.technique or wish.seed)
        await grant(context, replace(wish, difficulty=Difficulty.EASY) if is_open else wish)
        return
    await grant(context, wish_in(context, await _usual(context, stored) if stored else None))


async def _usual(context: Context, stored: StoredGame) -> Wish:
    """A wish for more of the same, or for what suits after the first small board."""
    size, found = stored.puzzle.grid.geometry.size, await solves(context.visit)
    if not stored.is_open and len(found) == 1 and found[0].size == size == FIRST_SIZE:
        return after_first(found[0].seconds, found[0].hints, found[0].mistakes)
    return like(size, stored.puzzle.difficulty)


async def easier(context: Context) -> None:
    await _beside(context, -1)


async def harder(context: Context) -> None:
    await _beside(context, 1)


async def harder_pressed(context: Context, action: MakeHarder) -> None:
    stored = await games.numbered(context.visit, action.game_id)
    await _grant_beside(context, stored, 1)


async def start_over(context: Context) -> None:
    """Asks whether to start the game over; nothing changes until somebody says yes."""
    await _ask_to_start_over(context, await meaning.game(context))


async def start_over_pressed(context: Context, action: StartOver) -> None:
    stored = await games.unfinished(context.visit, action.game_id)
    if not await consent.is_answer(context.visit, stored, Question.START_OVER, action.proof):
        await context.toast(context.text("game.asked_again"))
        await _ask_to_start_over(context, stored)
        return
    after = await rewind.start_over(context.visit, stored)
    if is_about(context, stored.id):
        await context.remove_keyboard(context.pressed_message)
    await boards.show(context, after, context.note("talk.started_over"))


async def want_pressed(context: Context, action: CarryOut) -> None:
    if action.wish in talk.TOLD:
        playing = await games.find_current(context.visit) is not None
        await talk.reply(context, action.wish, playing=playing)
        return
    if action.wish not in context.commands:
        raise UserError("junk.old_button")
    await talk.carry_out(context, Wanted(action.wish, action.rest))


async def meant_other_pressed(context: Context, action: MeantOther) -> None:
    """Goes back to the game that words have led away from, and offers what else they may mean."""
    question = "talk.meant_other"
    if action.game_id:
        await games.go_back(context.visit, action.game_id)
        question = "talk.meant_other_back"
    known = [one for one in others_of(action) if one.name in {*context.commands, *talk.TOLD}]
    await talk.offer(context, question, known or [Wanted("help")])


async def _ask_to_start_over(context: Context, stored: StoredGame) -> None:
    if not stored.game.done:
        await boards.show(context, stored, context.note("talk.nothing_placed"))
        return
    proof = await consent.ask(context.visit, stored, Question.START_OVER)
    buttons: list[list[Button]] = [
        [(context.text("button.no_giveup"), PlayOn(stored.id))],
        [(context.text("button.start_over"), StartOver(stored.id, stored.version, proof))],
    ]
    await context.say(context.html("talk.start_over", game=stored.id), keyboard(buttons))


async def _beside(context: Context, step: int) -> None:
    """Makes a puzzle one difficulty from that of the game meant, or else from the usual one.

    A size that is named is kept, whatever the game's size is.
    """
    stored = await meaning.any_game(context)
    named = _named_size(context, stored) if context.words else 0
    if stored is None:
        await grant(context, beside(named or Wish().size, None, step, keeps_size=bool(named)))
    else:
        await _grant_beside(context, stored, step, named)


def _named_size(context: Context, stored: StoredGame | None) -> int:
    """The size that the words name, or the one beside that of a game."""
    step = AWAY.get(context.rest)
    if step is None:
        return wish_in(context).size
    return size_beside(stored.puzzle.grid.geometry.size if stored else Wish().size, step)


async def _grant_beside(context: Context, stored: StoredGame, step: int, named: int = 0) -> None:
    """Makes a puzzle one difficulty from that of a game; where there is none, says so."""
    size, present = stored.puzzle.grid.geometry.size, stored.puzzle.difficulty
    wish = beside(named or size, present, step, keeps_size=bool(named))
    if (wish.size, wish.difficulty) != (size, present):
        await grant(context, wish)
        return
    # A smaller board is easier, and a bigger one harder.
    other = [each for each in SIZES if (each < size if step < 0 else each > size)]
    more = [Wanted("new", f"{each} {present}") for each in (size, *other[:1])]
    await talk.offer(context, "new.easiest" if step < 0 else "new.hardest", more, size=size)


WISHES = (
    command("hello", hello),
    command("puzzle", puzzle),
    command("easier", easier),
    command("harder", harder),
    command("start_over", start_over),
)
"""Wishes that have no command, as if they were commands."""

PRESSED = (
    press(CarryOut, want_pressed),
    press(MeantOther, meant_other_pressed),
    press(MakeHarder, harder_pressed),
    press(StartOver, start_over_pressed),
)
