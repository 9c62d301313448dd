"""Questions to the engine, asked in the name of a person, who may have to wait."""

from collections.abc import AsyncIterator, Callable, Sequence
from typing import Final, TypeVar

from bot.game.game import Game
from bot.game.hint import last_cell, state_key
from bot.ledger.owner import NOBODY, Owner
from bot.play.visit import Visit
from bot.pool.engine import Decision, EngineBusy, EngineLost
from bot.pool.jobs import Found, begin_now, better_now, read_now, step_now, way_now
from bot.store.games import StoredGame
from engine.board import Grid, Symmetry
from engine.make import Puzzle
from engine.search import BudgetSpent
from engine.techniques import State, Step
from engine.way import Begun, Mistake

Result = TypeVar("Result")

MOST_KNOWN: Final = 200

READ_AT_ONCE: Final = 256
"""Characters of the longest text that is read in the event loop: the slowest takes 4 ms."""

MOST_SLICES: Final = 6
"""How often the engine goes on with the search for a better way.

In the hardest puzzles a machine at a quarter of the usual speed needs it once or twice.
"""

_NEXT: Final = dict[tuple[State, Sequence[int], int | None], Step | Mistake]()
"""The steps that were found last; they are the same for everybody and never change."""


async def ask(visit: Visit, job: Callable[..., Result], *question: object) -> Result:
    """The engine's answer to `job(*question, budget)`; raises as the pool does."""
    return await visit.services.engine.ask(visit.owner, job, *question, on_wait=visit.on_wait)


def nobody_waits(visit: Visit) -> bool:
    """Whether a question that need not be answered would hold up nobody."""
    return visit.services.engine.is_idle


async def read(visit: Visit, reader: Callable[..., Result], text: str, *question: object) -> Result:
    """Reads a text with `reader(text, *question)`; raises as the reader and the pool do.

    A text longer than READ_AT_ONCE is read by a worker.
    """
    if len(text) <= READ_AT_ONCE:
        return reader(text, *question)
    return await ask(visit, read_now, reader, (text, *question))


async def decide(visit: Visit, grid: Grid) -> Decision:
    """Whether `grid` has no, one or several solutions; raises as the pool does."""
    return await visit.services.engine.decide(visit.owner, grid, on_wait=visit.on_wait)


async def generate(
    visit: Visit, size: int, symmetry: Symmetry, seed: str, clues: int | None = None
) -> Puzzle:
    """A new puzzle with exactly one solution; raises as the pool does."""
    engine = visit.services.engine
    return await engine.generate(visit.owner, size, symmetry, seed, clues, on_wait=visit.on_wait)


async def next_step(visit: Visit, game: Game) -> Step | Mistake | None:
    """The mistake or the next step of a game as it stands; None once it is solved.

    Of equally easy steps it is the one nearest to the last turn, which is the same for everybody
    who sees the board. A board that shows a hint asks for it at each drawing, so the last answers
    are cached.
    """
    state, notes, near = question = State.of(game.givens, game.values), game.notes, last_cell(game)
    if (known := _NEXT.get(question)) is not None:
        return known
    found = await ask(visit, step_now, state, game.solution, notes, near)
    if found is not None:
        _NEXT[question] = found
    if len(_NEXT) > MOST_KNOWN:
        del _NEXT[next(iter(_NEXT))]
    return found


async def hint_on(visit: Visit, stored: StoredGame) -> Step | Mistake | None:
    """The mistake or step of the hint that the board shows.

    None if it shows none, or if the engine has no answer now.
    """
    hint = stored.hint
    if hint is None or not stored.is_open or hint.state != state_key(stored.game):
        return None
    try:
        return await next_step(visit, stored.game)
    except (BudgetSpent, EngineBusy, EngineLost):
        return None


async def begin(visit: Visit, grid: Grid) -> Begun:
    """The first steps of the way to the solution, found long before the whole way."""
    return await ask(visit, begin_now, State.start(grid))


async def whole_way(visit: Visit, grid: Grid, begun: Begun | None = None) -> Found:
    """The whole way to the solution, continued from `begun` if that is given.

    The engine is asked for it in parts, so that other people's questions get their turns between.
    If there was no time to try everything, `better_ways` goes on with what is `paused`.
    """
    state, steps, paused = State.start(grid), list[Step](), b""
    while not state.is_solved and (found := await ask(visit, way_now, state, begun)).steps:
        # A later part's search would go on from there, not from the start.
        paused = b"" if steps else found.paused
        begun = None
        steps += found.steps
        for step in found.steps:
            state = step.after(state)
    return Found(tuple(steps), paused)


async def better_ways(visit: Visit, paused: bytes) -> AsyncIterator[tuple[Step, ...]]:
    """Yields the best way after each part of a search that goes on; raises as the pool does.

    Nobody waits for it, so the bot asks in its own name, behind all who have not asked for much;
    the people for whom it asks take turns.
    """
    owner = Owner(NOBODY.account, visit.owner.account)
    for _ in range(MOST_SLICES):
        if not paused:
            break
        found = await visit.services.engine.ask(owner, better_now, paused)
        paused = found.paused
        if found.steps:
            yield found.steps
