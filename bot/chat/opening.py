"""Opens dailies, stored puzzles and links, and shows the game or how it ended."""

from dataclasses import replace

from markupsafe import Markup

from bot import messages
from bot.chat import boards, outcome
from bot.game.days import daily_difficulty, day_of, is_of_streak
from bot.game.link import DailyTarget, read_payload
from bot.play import begin
from bot.play.finish import TOUGH, is_in_streak, is_todays
from bot.render.buttons.puzzles import OpenDaily
from bot.render.keyboard import keyboard
from bot.render.keys import MORE
from bot.render.preferences import Look
from bot.store import results
from bot.store.games import GameState, StoredGame
from bot.store.puzzles import PuzzleRow
from bot.store.results import Standing
from bot.telegram.conversation import Conversation


async def open_daily(context: Conversation, label: str) -> None:
    """Shows the chat's game of the daily with this label, or how that game ended."""
    stored = await begin.play_daily(context.visit, label)
    await _show(context, stored)


async def open_puzzle(context: Conversation, puzzle: PuzzleRow) -> None:
    """Shows the chat's unfinished game of a puzzle, or a new one."""
    await _show(context, await begin.play_puzzle(context.visit, puzzle))


async def open_link(context: Conversation, payload: str) -> bool:
    """Opens the puzzle that a link's payload leads to; False if it leads nowhere."""
    match read_payload(payload):
        case None:
            return False
        case DailyTarget(label):
            await open_daily(context, begin.reachable(context.visit, label))
        case target:
            await open_puzzle(context, await begin.puzzle_behind(context.visit, target))
    return True


async def offer_daily(context: Conversation, stored: StoredGame, label: str) -> None:
    """Shows a daily to a chat that plays another game, with a button to play this one."""
    language = context.board_language
    play = [(messages.text(language, "button.play"), OpenDaily(label))]
    buttons = keyboard([play, await outcome.level_buttons(context.board_visit, stored)])
    # Drawn as a board without keys, since its own buttons only offer to begin.
    view = replace(boards.view_of(context.visit, stored), is_open=False)
    note = context.note("daily.waiting")
    if _is_tough(stored):
        note = Markup("\n").join([note, context.note("daily.tough")])
    await boards.post(context, await boards.face(context.board_visit, view, note, buttons))


def or_warning(context: Conversation, stored: StoredGame, note: Markup) -> Markup:
    """The note, or for a hard daily that nobody has begun, where the easier ones are."""
    if not _is_tough(stored):
        return note
    is_spoken = context.visit.choices.board == Look.SPEAK
    more = messages.text(context.board_language, "button.more") if is_spoken else MORE
    return context.note("daily.easier", more=more)


def _is_tough(stored: StoredGame) -> bool:
    """Whether a game is the daily of its date, is hard, and has no moves yet."""
    is_hard = is_in_streak(stored) and stored.puzzle.difficulty in TOUGH
    return is_hard and not stored.game.turns


async def _tell_result(context: Conversation, stored: StoredGame, label: str) -> None:
    """Says how the daily of a label ended here, and offers the others of its date."""
    label = _name(context, label)
    words = context.html("daily.given_up_already", label=label)
    if stored.state is GameState.SOLVED:
        words = context.html("daily.solved_already", label=label)
        result = await results.get(context.database, context.user.id, stored.id)
        if result is not None and result.standing is Standing.TIMED:
            time = messages.duration(context.language, result.seconds)
            words = context.html("daily.solved_in", label=label, time=time)
    if is_todays(context.visit, stored):
        words = Markup("\n").join([words, context.html("daily.next")])
    await context.say(words, keyboard(await outcome.next_games(context.visit, stored)))


def _name(context: Conversation, label: str) -> str:
    """A label in words: the date, and the difficulty of one beside the daily."""
    if is_of_streak(label):
        return label
    difficulty = context.text(f"difficulty.{daily_difficulty(label)}")
    return context.text("daily.level", date=day_of(label), difficulty=difficulty)


async def _show(context: Conversation, stored: StoredGame) -> None:
    if not stored.is_open:
        await _tell_result(context, stored, stored.daily_label or "")
        return
    note = context.note("game.resumed")
    if not stored.game.turns:
        note = _first_note(context, stored)
    await boards.show(context, stored, note)


def _first_note(context: Conversation, stored: StoredGame) -> Markup:
    if is_todays(context.visit, stored) and not is_in_streak(stored):
        return context.note("daily.beside")
    return or_warning(context, stored, boards.how_to_move(context, stored))
