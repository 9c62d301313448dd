"""Questions to the teacher in the engine: what the workers do, and doors that ask them."""

from bot.context import Services
from bot.game.hint import state_of
from bot.game.play import Play
from engine import Budget, Grid
from engine.ladder import easiest_step
from engine.logic import Mistake, find_mistake
from engine.techniques import State, Step


def step_now(state: State, solution: Grid, budget: Budget) -> Step | Mistake | None:
    """What is wrong in a player's state, or else their easiest next step; raises BudgetSpent."""
    return find_mistake(state, solution) or easiest_step(state, budget)


async def next_step(services: Services, asker: int, play: Play) -> Step | Mistake | None:
    """The same for a game as it stands; None once it is solved."""
    return await services.engine.ask(asker, step_now, state_of(play), play.solution)
