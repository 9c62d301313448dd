"""A short way to the solution of a puzzle, as a person would take it.

The problem: always taking the easiest step makes a long way. A third of what it removes is never
needed, and a slightly harder step often saves five easy ones. The shortest way of all cannot be
found in general. What is found here is the best of a few tries, with these guarantees:

- Up to 9x9 no step beyond singles can be left out (`engine.way.way`). Singles are not counted,
  since each blank cell is filled anyway.
- No step is above *hard*, or *medium*, where there is a way within it (`engine.way.band`). Whoever
  asks may have a way held to *expert* as well (`hardest`), as the label of a puzzle is.
- The result is always the same, unless the time runs out; then it is the best way so far. The nodes
  of a budget are the finders that are asked, so they always end a search at the same place.

How one way is found and made shorter is told in `engine.way.tries`.

The first step is known long before the way is (`begin`). Singles are part of every way, and only
four puzzles of a thousand begin without any. For those, a sweep (`engine.way.sweep`) finds some way
in a few tenths of a second. A step that gains much is put in front, and what is then not needed is
taken out. The result is a way that needs its first step. That step stays: a try that does not need
it does not count.

What did not work:

- To take steps out of the way of the easiest steps alone. That leaves half as many steps again,
  because a step that was never taken cannot be kept.
- To begin with the cheapest way to the next digit. For two of twenty-two of these steps no way was
  found that needs them.
"""

from typing import Final

from engine.board.arguments import instance
from engine.board.grid import Grid, grid_of
from engine.search.budget import DEFAULT_BUDGET, Budget, BudgetSpent
from engine.search.search import solve
from engine.techniques import State, Step
from engine.techniques.singles import next_single, placed_singles
from engine.techniques.technique import Difficulty
from engine.way.band import allowed, easiest_finders
from engine.way.easiest import next_step
from engine.way.readable import HARDER, SOLUTION, again_readable
from engine.way.sweep import SHORTENED_SECONDS, swept
from engine.way.tries import MOST_NODES, Progress, Search
from engine.way.way import Begun, Goal, with_singles

HELD: Final = Difficulty.HARD
"""The hardest band to which a way is held unless somebody asks for more."""

TRIES: Final = 4
TRIES_FOR_A_DIGIT: Final = 2
SHARE: Final = 0.85
"""The share of the time that goes into a short way; the rest is for the easiest steps where none
was found.
"""

SEARCHED_SIZE: Final = 9
"""On larger boards it takes too long to look at many steps first (`engine.way.sweep`)."""


def short_way(
    puzzle: Grid | str, budget: Budget = DEFAULT_BUDGET, *, uniqueness: bool = True
) -> tuple[Step, ...]:
    """All steps of a short way from the puzzle to its solution, singles included.

    The puzzle is a Grid or its line. Without `uniqueness` nothing is used that assumes that there
    is only one solution. Raises NoSolution, NotUnique, and BudgetSpent where no way was found.
    """
    deadline, grid = instance("budget", budget, Budget).deadline(), grid_of(puzzle)
    solve(grid, budget)
    return way_from(State.start(grid), budget.until(deadline), uniqueness=uniqueness)


def begin(
    state: State, budget: Budget, hardest: Difficulty = HELD, *, uniqueness: bool = True
) -> Begun:
    """The first steps of a short way from a state of a puzzle with one solution.

    The way has no step above the easiest band up to `hardest` that has one.
    The rest of the way takes longer to find. There are no steps if the state is solved. If it has
    no single, there are none either where the time is too short or the board larger than
    SEARCHED_SIZE.
    """
    singles = tuple(with_singles(state, ()))
    if singles or state.is_solved or state.geometry.size > SEARCHED_SIZE:
        return Begun(singles)
    try:
        search = _search_from(state, _share(budget), hardest, uniqueness=uniqueness)
        way = search.begun(state)
    except BudgetSpent:
        return Begun(())
    return Begun(tuple(with_singles(state, way.steps[:1])), way) if way else Begun(())


def way_from(
    state: State,
    budget: Budget,
    begun: Begun | None = None,
    hardest: Difficulty = HELD,
    *,
    uniqueness: bool = True,
    progress: Progress | None = None,
) -> tuple[Step, ...]:
    """All steps of a short way from a state of a puzzle with one solution to its end.

    They begin with `begun`, by default the result of `begin`, which says what `hardest` is. The
    search goes on from `progress` and keeps there how far it comes. Raises BudgetSpent where no way
    was found.
    """
    deadline = budget.deadline()
    begun = begun or begin(state, budget, hardest, uniqueness=uniqueness)
    known = (progress and progress.best) or begun.way
    try:
        search = _search_from(
            state,
            budget.until(deadline),
            hardest,
            uniqueness=uniqueness,
            keeps_time=True,
            progress=progress,
        )
    except BudgetSpent:
        if known is None:
            raise
        return tuple(with_singles(state, known.steps))
    way = search.best(placed_singles(state), TRIES, begun.way)
    return tuple(with_singles(state, way.steps))


def way_within(
    state: State,
    budget: Budget,
    begun: Begun | None = None,
    hardest: Difficulty = HELD,
    progress: Progress | None = None,
) -> tuple[tuple[Step, ...], bool]:
    """The steps from a state of a puzzle with one solution, and whether they reach the end.

    They are a short way. Where the time or MOST_NODES are too few for one, they are the easiest
    steps, as far as the time allows. In either case they begin with the steps of `begun`, if it has
    any. Asked again with the same `progress`, it goes on where its time was over, and gives the
    best way until then; that `is_over` once it finds no better one.
    """
    deadline = budget.deadline()
    if state.geometry.size > SEARCHED_SIZE:
        if progress:
            progress.is_over = True
        way = swept(placed_singles(state), SOLUTION, HARDER, budget, SHORTENED_SECONDS)
        return tuple(with_singles(state, way.steps)), SOLUTION.is_reached(way.states[-1])
    begun = begun or begin(state, budget, hardest)
    try:
        share = _share(budget.until(deadline))
        return way_from(state, share, begun, hardest, progress=progress), True
    except BudgetSpent:
        steps = [*begun.steps]
    try:
        for known in begun.steps:
            state = known.after(state)
        while step := next_step(state, budget.until(deadline)):
            steps.append(step)
            state = step.after(state)
    except BudgetSpent:
        return tuple(steps), False
    return tuple(steps), True


def settled_way(
    state: State, budget: Budget, begun: Begun | None = None, hardest: Difficulty = HELD
) -> tuple[Step, ...]:
    """The short way that `way_within` finds if it has time enough.

    Raises BudgetSpent where the time was too short to try everything. What a try found until then
    may be much longer.
    """
    if state.geometry.size > SEARCHED_SIZE:
        steps, is_whole = way_within(state, budget)
        if not is_whole:
            raise BudgetSpent
        return steps
    deadline = budget.deadline()
    begun = begun or begin(state, budget, hardest)
    share = _share(budget.until(deadline))
    search = _search_from(state, share, hardest, uniqueness=True)
    way = search.best(placed_singles(state), TRIES, begun.way)
    if search.is_late:
        raise BudgetSpent
    return tuple(with_singles(state, way.steps))


def to_next_digit(state: State, budget: Budget, *, uniqueness: bool = True) -> tuple[Step, ...]:
    """The steps of a cheap way from a state of a puzzle with one solution to one more digit.

    Only the last one places a digit. Empty once the board is full. Raises BudgetSpent where the
    finders that never take seconds find no way, or the time was too short to try everything.
    """
    if state.is_solved:
        return ()
    if (single := next_single(state)) is not None:
        return (single,)

    def is_reached(now: State) -> bool:
        return now.values != state.values or next_single(now) is not None

    # No singles are placed after a step: the first of them is the goal.
    goal = Goal(is_reached, lambda now: now, again_readable)
    deadline = budget.deadline()
    finders = easiest_finders(state, goal, budget, uniqueness=uniqueness)
    if finders is None:
        raise BudgetSpent
    search = Search(goal, budget.until(deadline), finders)
    way = search.best(state, TRIES_FOR_A_DIGIT)
    if search.is_late:
        raise BudgetSpent
    end = way.states[-1]
    last = next_single(end) if end.values == state.values else None
    return (*way.steps, last) if last else way.steps


def _search_from(
    state: State,
    budget: Budget,
    hardest: Difficulty,
    *,
    uniqueness: bool,
    keeps_time: bool = False,
    progress: Progress | None = None,
) -> Search:
    """The search for a way to the solution within the easiest band; raises BudgetSpent."""
    deadline, start = budget.deadline(), placed_singles(state)
    finders = easiest_finders(start, SOLUTION, budget, hardest, uniqueness=uniqueness)
    finders = finders or allowed(HARDER, uniqueness=uniqueness)
    left = budget.until(deadline)
    return Search(SOLUTION, left, finders, keeps_time=keeps_time, progress=progress)


def _share(budget: Budget) -> Budget:
    """The part of a budget that goes into a short way."""
    return Budget(budget.seconds * SHARE, min(budget.nodes, MOST_NODES))
