"""A hint as the page draws it on its board: in three stages, with the marks of the chat's pictures.

The marks come from `bot.render.hint`, which decides how many of them a stage may show, so that the
page never tells more than the chat. A hint of the page counts as one of the chat does, and goes on
where the other one stopped. No board in the chat shows it.
"""

from dataclasses import replace
from typing import Final

from bot.chat.boards import view_of
from bot.game.hint import state_of
from bot.play.calls import Call
from bot.play.hint import tell
from bot.play.questions import next_step
from bot.render.board_picture import BoardPicture
from bot.render.hint import hint_picture
from bot.render.hint_words import last_of, shown_of
from bot.render.hinted import hinted_words
from bot.render.marks import CellRole, Highlight
from bot.render.noted import marked
from bot.render.stage import Hint, Stage
from bot.store.games import StoredGame
from bot.store.hints import LAST_STAGE
from bot.touch.answers import CallRefused, Code
from bot.touch.marks import marks_of
from bot.touch.plain import text_of
from engine.techniques import Step
from engine.way import Mistake

MOST_PARTS: Final = 1_000


async def hint_of(call: Call, stage: int, part: int) -> dict[str, object]:
    """The hint of an unfinished game up to a stage, from 1 to LAST_STAGE.

    Of a reason that is told in parts it is the `part`th, from 0. A stage is never less than what
    was told before. Raises CallRefused for who only watches and for a game that is over, and as
    the pool does.
    """
    visit, stored = call.visit, call.stored
    if not call.may_play or not stored.is_open:
        raise CallRefused(Code.NOT_YOURS)
    told = await tell(visit, stored, stage, passage=part, owes=None)
    found = await next_step(visit, stored.game)
    if told.hint is None or found is None:
        raise TypeError("an unfinished game has a step or a mistake")
    hint = Hint(found, told.hint.stage, told.hint.passage)
    picture, parts, at = _drawn(stored, hint), 1, 0
    if isinstance(found, Step) and hint.stage >= Stage.WHY:
        parts, at = last_of(found) + 1, shown_of(found, hint.passage)
    is_last = hint.stage == LAST_STAGE and at == parts - 1
    return {
        "stage": hint.stage,
        "last": is_last if isinstance(found, Step) else hint.stage >= Stage.WHY,
        "words": text_of(hinted_words(visit.language, view_of(visit, stored), hint)),
        **marks_of(stored.game.givens.geometry, picture),
        "parts": parts,
        "part": at,
    }


def _drawn(stored: StoredGame, hint: Hint) -> BoardPicture:
    game = stored.game
    match hint.found:
        case Step() as step:
            state, stage = state_of(game), Stage(hint.stage)
            return hint_picture(state, game.givens, step, stage, passage=hint.passage)
        case Mistake():
            picture = marked(BoardPicture(values=game.values, givens=game.givens), hint.named)
            wrong = (Highlight(cell, CellRole.TARGET) for cell in hint.named.cells)
            return replace(picture, highlights=(*picture.highlights, *wrong))
