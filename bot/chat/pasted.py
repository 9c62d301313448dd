"""A puzzle that somebody pasted: what it is, and what can be done with it."""

from markupsafe import Markup

from bot.chat import links
from bot.game.keyboard import Key
from bot.play import solve as solving
from bot.play.solve import Solved
from bot.pool.engine import Decision
from bot.pool.jobs import Appraisal
from bot.render.buttons.action import Button
from bot.render.buttons.puzzles import (
    MakePuzzle,
    OpenPuzzle,
    RatePuzzle,
    RateStored,
    ShowSteps,
    SolvePuzzle,
)
from bot.render.keyboard import keyboard
from bot.render.rating import difficulty_line
from bot.render.text_board import grid_html
from bot.render.words import cell_list, contradiction
from bot.store.puzzles import PuzzleRow
from bot.telegram.conversation import Conversation
from engine.board import Grid
from engine.search import differing_cells


async def offer(context: Conversation, puzzle: Grid) -> None:
    """Says how many solutions a puzzle has and how hard it is.

    A puzzle with exactly one solution comes with buttons to play, solve and rate it. A grid without
    blanks is solved instead.
    """
    if not puzzle.blanks():
        await solve(context, puzzle)
        return
    await context.show_typing()
    found = await solving.appraise(context.visit, puzzle)
    payload = found.payload
    if payload is None:
        decision = found.appraisal.decision
        await _answer(context, puzzle, await solving.show(context.visit, puzzle, decision))
        return
    buttons: list[list[Button | Key]] = [
        [
            (context.text("button.play"), OpenPuzzle(payload)),
            (context.text("button.solve"), SolvePuzzle(payload)),
        ],
        [
            (context.text("button.rate"), RatePuzzle(payload)),
            *links.copy_buttons(context.text("button.copy"), str(puzzle)),
        ],
    ]
    await context.say(
        Markup("\n").join(_unique(context, puzzle, found.appraisal)), keyboard(buttons)
    )


async def solve(context: Conversation, puzzle: Grid) -> None:
    """Says the solution of a puzzle, or two of several, or why there is none."""
    await context.show_typing()
    await _answer(context, puzzle, await solving.solve(context.visit, puzzle))


def _unique(context: Conversation, puzzle: Grid, found: Appraisal) -> list[Markup]:
    size, clues = puzzle.geometry.size, puzzle.clue_count
    lines = [context.html("opened.unique", size=size, clues=clues)]
    if found.difficulty:
        lines.append(difficulty_line(context.language, found.difficulty, found.grade))
    return [*lines, context.html("opened.question")]


async def _answer(context: Conversation, puzzle: Grid, solved: Solved) -> None:
    more = keyboard([_more_buttons(context, solved.stored)]) if solved.stored else None
    if len(solved.decision.solutions) > 1:
        copy = links.copy_buttons(context.text("button.copy"), str(puzzle))
        more = keyboard([[*copy, (context.text("button.new"), MakePuzzle())]])
    await context.say(_wording(context, puzzle, solved.decision), more)


def _wording(context: Conversation, puzzle: Grid, decision: Decision) -> Markup:
    match decision.solutions:
        case (only,):
            head = context.html("solve.one", clues=puzzle.clue_count)
            line = Markup("<code>{}</code>").format(only)
            return Markup("\n").join([head, grid_html(only), line])
        case (first, second, *_):
            differ = cell_list(context.language, puzzle.geometry, differing_cells(first, second))
            parts = [context.html("solve.several"), grid_html(first), grid_html(second)]
            parts.append(context.html("solve.differ", cells=differ))
            return Markup("\n").join([*parts, context.html("solve.mend")])
        case _:
            return _none(context, decision)


def _none(context: Conversation, decision: Decision) -> Markup:
    if decision.contradiction is None:
        return context.html("solve.none")
    reason = contradiction(context.language, decision.contradiction)
    return context.html("solve.why", reason=reason)


def _more_buttons(context: Conversation, puzzle: PuzzleRow) -> list[Button]:
    """The buttons below a solution: the steps to it, and the rating of the puzzle."""
    return [
        (context.text("button.steps"), ShowSteps(puzzle.id)),
        (context.text("button.rate"), RateStored(puzzle.id)),
    ]
