"""Questions about steps to the teacher in the engine, asked of the pool."""

from bot.chat.questions import ask
from bot.game.game import Game
from bot.game.hint import state_of
from bot.pool.jobs import path_now, step_now
from bot.render.buttons.puzzles import RateStored, ShowSteps
from bot.render.keyboard import Button
from bot.store.puzzles import PuzzleRow
from bot.telegram.context import Context
from engine import Grid
from engine.logic import Mistake
from engine.techniques import State, Step


async def next_step(context: Context, play: Game) -> Step | Mistake | None:
    """The mistake or the next step of a game as it stands; None once it is solved."""
    return await ask(context, step_now, state_of(play), play.solution)


async def path(context: Context, grid: Grid) -> tuple[Step, ...]:
    """The whole way to the solution, asked for piece by piece, so that others get their turns."""
    state, found = State.start(grid), list[Step]()
    while steps := await ask(context, path_now, state):
        found += steps
        for step in steps:
            state = step.after(state)
    return tuple(found)


def solved_buttons(context: Context, puzzle: PuzzleRow) -> list[Button]:
    """What else there is to know about a puzzle that somebody brought."""
    return [
        (context.text("button.steps"), ShowSteps(puzzle.id)),
        (context.text("button.rate"), RateStored(puzzle.id)),
    ]
