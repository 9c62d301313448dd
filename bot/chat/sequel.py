"""Goes on with the hint on a board where somebody asks for it in words."""

from markupsafe import Markup

from bot import messages
from bot.chat import boards
from bot.chat.applause import applaud_end
from bot.game.sequel import Sequel, read_sequel
from bot.play import hint as hints
from bot.play.hint import CELLS_STAGE, FIRST_STAGE, Followed
from bot.play.questions import next_step
from bot.render.board_words import move_list
from bot.render.hint_words import last_of
from bot.store.games import StoredGame
from bot.store.hints import LAST_STAGE
from bot.store.views import ShownHint, Staleness
from bot.telegram.context import Context
from bot.telegram.conversation import Conversation
from engine.techniques import Step


async def answer_sequel(context: Context, stored: StoredGame, typed: str) -> bool:
    """Tells more of the hint that the board shows, or makes its moves; False for other texts."""
    if stored.hint is None or not context.is_asked:
        return False
    words, around = messages.vocabulary("sequel"), messages.vocabulary("around")
    wanted = read_sequel(typed, words, around)
    if wanted is None:
        return False
    await context.show_typing()
    found = await next_step(context.visit, stored.game)
    match found:
        case None:
            return False
        case Step() if wanted is Sequel.MOVES:
            await _make_moves(context, stored)
        case Step():
            await _tell_more(context, stored, stored.hint, found)
        case _:
            await _tell(context, stored, CELLS_STAGE)
    return True


def echo_of(context: Conversation, done: Followed) -> Markup | str:
    """The line about the moves of a hint that was followed."""
    if done.filled_in:
        return context.note("hint.filled_in")
    return move_list(context.board_language, done.stored.game.givens.geometry, done.moves)


async def _make_moves(context: Context, stored: StoredGame) -> None:
    # Whoever wants the moves at once has been told them, as if the stages between were pressed.
    told = await hints.tell(context.visit, stored, LAST_STAGE, owes=None)
    done = await hints.follow(context.visit, told, Staleness.SEND)
    await boards.show_move(context, done.stored, echo_of(context, done))
    await applaud_end(context, done.stored)


async def _tell_more(context: Context, stored: StoredGame, shown: ShownHint, step: Step) -> None:
    """Shows the next passage of the reason, or after the last one the next stage."""
    stage, passage = shown.stage + 1, shown.passage
    if shown.stage > FIRST_STAGE and passage < last_of(step):
        stage, passage = shown.stage, passage + 1
    await _tell(context, stored, stage, passage)


async def _tell(context: Context, stored: StoredGame, stage: int, passage: int = 0) -> None:
    after = await hints.tell(context.visit, stored, stage, passage=passage)
    await boards.show_move(context, after)
