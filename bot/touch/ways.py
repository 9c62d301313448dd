"""The way to the solution of a game that is over, a step at a time, as the page draws it."""

from typing import Final

from bot.messages import html, text
from bot.play.calls import Call
from bot.play.rate import step_of
from bot.render.hint import hint_picture
from bot.render.hint_words import last_of, shown_of
from bot.render.hinted import step_words
from bot.render.stage import Stage
from bot.touch.answers import CallRefused, Code
from bot.touch.marks import marks_of
from bot.touch.plain import text_of
from bot.touch.state import line_of

MOST_STEPS: Final = 10_000


async def way_of(call: Call, number: int, part: int, *, is_better: bool) -> dict[str, object]:
    """The `number`th step, from 1; of a reason that is told in parts the `part`th, from 0.

    `is_better` unless the page has shown a step of the way that was found first. A number beyond
    the ends gives the first or the last one. Raises CallRefused for who only watches and for a game
    that is not over, whose solution it would tell, and as the pool does.
    """
    visit, stored = call.visit, call.stored
    if not call.may_play or stored.is_open:
        raise CallRefused(Code.NOT_YOURS)
    here = await step_of(visit, stored.puzzle, number, is_better=is_better)
    givens = stored.puzzle.grid
    step, part = here.step, shown_of(here.step, part)
    title = html(visit.language, "steps.title", number=here.number, count=here.count)
    words = step_words(visit.language, title, step, Stage.MOVE, part, below_picture=False)
    picture = hint_picture(here.state, givens, step, Stage.MOVE, passage=part)
    heading, *lines = text_of([words]).split("\n")
    if here.news:
        lines.append(text(visit.language, here.news, number=here.forks_at))
    return {
        "step": here.number,
        "count": here.count,
        "better": here.is_better,
        "harder": here.harder,
        "title": heading,
        "words": "\n".join(lines),
        "values": line_of(here.state.grid),
        **marks_of(givens.geometry, picture),
        "parts": last_of(step) + 1,
        "part": part,
    }
