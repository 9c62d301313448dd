"""The jobs that workers run; the last argument of each is its Budget.

Workers import this file, so it must not import the event loop or anything of Telegram.

A job runs with a short budget first and, if that raises BudgetSpent, again with a long one. Some
jobs can return a part of their answer when the time is over. With less than WORTH_HAVING_SECONDS
they raise BudgetSpent instead: a second run soon finds the same part and more.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeVar

from bot.game.game import Game
from bot.game.puzzle_list import ListedBoard, read_puzzle_list
from bot.game.report import Report
from bot.pool.engine import Decision
from bot.pool.played import unaided
from bot.pool.scan import NoScan, WhyNoScan, is_pdf, scanned
from engine import photo
from engine.board import Geometry, Grid, InvalidGrid, NoSolution, NotUnique, Symmetry, has_symmetry
from engine.difficulty import (
    RATED,
    Difficulty,
    Grade,
    difficulty_of,
    generate_for_learner,
    generate_graded,
    generate_with,
    pace_of,
    rate,
)
from engine.make import Puzzle, generate
from engine.photo import Reading, Unreadable, Why
from engine.practice import Claim, Judged, Ways, judge
from engine.search import Budget, BudgetSpent, is_unique, solve
from engine.techniques import (
    FULL_HOUSE,
    HIDDEN_SINGLE,
    NAKED_SINGLE,
    Family,
    State,
    Step,
    Technique,
    by_trial,
    cost,
    next_single,
    steps,
)
from engine.way import (
    HELD,
    Begun,
    Mistake,
    begin,
    find_mistake,
    next_digit,
    next_step,
    settled_way,
    to_next_digit,
    way_within,
    with_notes,
)
from engine.words import MOST_READ, passages

Result = TypeVar("Result")

WORTH_HAVING_SECONDS: Final = 1.0
"""With a shorter budget a job returns no part of an answer: the next run finds it again."""

BOARD_SHARE: Final = 4
"""One board of a text may take the whole time divided by this."""

PART_SECONDS: Final = 1.0
"""After this time a text is answered in part, so that others have their turns in between."""

_SINGLES: Final = (FULL_HOUSE, HIDDEN_SINGLE, NAKED_SINGLE)


@dataclass(frozen=True, slots=True)
class Checked:
    """A piece of a text; of a board with blanks also the Decision, unless that took too long."""

    found: ListedBoard
    decision: Decision | None = None


@dataclass(frozen=True, slots=True)
class Weighed:
    """What a short way costs in hundredths, its steps beyond singles, and its hardest technique."""

    cost: int
    steps: int
    hardest: Technique | None


HINT_NODES: Final = 800
"""Finders that are asked for a cheap way to the next digit, since people wait for a hint."""

HINT_SHARE: Final = 0.5
"""The share of the time for that way; the rest is for the easiest step where there is none."""

GLANCE_SECONDS: Final = 0.2
"""How long the difficulty of a puzzle that somebody brought is looked for unasked."""

KNOWN_LABELS: Final = 64

GLANCED_SIZE: Final = 9
"""The largest board whose difficulty may be found in that time."""


@dataclass(frozen=True, slots=True)
class Appraisal:
    """A first look at a puzzle: its solutions, and its difficulty where that is found quickly.

    Only a 9x9 has a grade.
    """

    decision: Decision
    difficulty: Difficulty | None = None
    grade: Grade | None = None


def read_now(reader: Callable[..., Result], question: tuple[object, ...], _: Budget) -> Result:
    """The result of a reader of texts, which needs no budget: its work is linear in the text."""
    return reader(*question)


def drawn_now(drawing: Callable[..., Result], parts: tuple[object, ...], _: Budget) -> Result:
    """What a function draws, which takes as long as it takes: its work is bounded by its parts."""
    return drawing(*parts)


def decide_now(grid: Grid, budget: Budget) -> Decision:
    """The Decision on `grid`, in the calling process; raises BudgetSpent."""
    try:
        return Decision((solve(grid, budget),))
    except NoSolution as none:
        return Decision((), none.contradiction)
    except NotUnique as several:
        return Decision(several.grids)


def generate_now(
    size: int, symmetry: Symmetry, seed: str, clues: int | None, budget: Budget
) -> Puzzle:
    """A puzzle of the usual shape of its size, in the calling process; raises BudgetSpent."""
    return generate(Geometry.of_size(size), symmetry, seed, clues, budget)


def appraise_now(grid: Grid, budget: Budget) -> Appraisal:
    """The Appraisal of a puzzle; raises BudgetSpent where not even its solutions are found."""
    deadline = budget.deadline()
    decision = decide_now(grid, budget)
    if len(decision.solutions) != 1 or grid.geometry.size > GLANCED_SIZE:
        return Appraisal(decision)
    glance = Budget(min(GLANCE_SECONDS, budget.until(deadline).seconds))
    try:
        if grid.geometry is not RATED:
            return Appraisal(decision, difficulty_of(grid, glance))
        grade = rate(grid, glance)
    except BudgetSpent:
        return Appraisal(decision)
    return Appraisal(decision, grade.difficulty, grade)


def step_now(
    state: State, solution: Grid, notes: Sequence[int], near: int | None, budget: Budget
) -> Step | Mistake | None:
    """The mistake in a player's digits or notes, or else the next step to one more digit.

    `state` holds the digits alone; correct notes narrow its candidates. A digit that can be seen
    without notes comes first, and of equally easy ones that nearest to the cell `near`. Otherwise
    the step is the first of a cheap way within the easiest band of difficulty that has one. Where
    that would take steps that are slow to find, or above the puzzle's label although there is one
    within it, it is the easiest step. Where its proof has more passages than anybody reads, it is a
    digit by trial. Raises BudgetSpent.
    """
    if (mistake := find_mistake(state, solution, notes)) is not None:
        return mistake
    state = with_notes(state, notes, solution)
    step = next_digit(state, near) or _cheap_step(state, budget)
    # The proof is too long for anybody if it does not fit in so many passages.
    if step is not None and len(passages(step)) > MOST_READ:
        return by_trial(state, solution)
    return step


def _cheap_step(state: State, budget: Budget) -> Step | None:
    """The first step of a cheap way to the next digit, or the easiest step; raises BudgetSpent."""
    deadline = budget.deadline()
    try:
        share = Budget(HINT_SHARE * budget.seconds, min(HINT_NODES, budget.nodes))
        way = to_next_digit(state, share)
    except BudgetSpent:
        # With more time there may be a way; an easy step must not depend on how fast a machine is.
        if budget.seconds < WORTH_HAVING_SECONDS:
            raise
        return next_step(state, budget.until(deadline))
    return _within_label(way[0], state, budget.until(deadline)) if way else None


def _within_label(step: Step, state: State, budget: Budget) -> Step:
    """The step, unless it is above the puzzle's label and the easiest one is not: then that one."""
    hardest, easiest = step.technique.difficulty, next_step(state, budget)
    if easiest is None or hardest.is_within(easiest.technique.difficulty):
        return step
    label = _label(state.givens)
    if hardest.is_within(label) or not easiest.technique.difficulty.is_within(label):
        return step
    return easiest


@lru_cache(KNOWN_LABELS)
def _label(puzzle: Grid) -> Difficulty:
    """The difficulty of a puzzle with one solution; what takes long to rate is extreme."""
    # What is expert at most takes milliseconds; the hardest of all would take seconds.
    try:
        return difficulty_of(puzzle, Budget(GLANCE_SECONDS))
    except BudgetSpent:
        return Difficulty.EXTREME


def reason_now(state: State, cell: int, budget: Budget) -> tuple[Step, int]:
    """The step that places the digit of a blank cell, and how many steps have to come before it.

    The easiest steps are taken until a single stands in the cell. Raises BudgetSpent.
    """
    deadline, before = budget.deadline(), 0
    while True:
        singles = (step for single in _SINGLES for step in steps(state, single))
        found = next((step for step in singles if step.placements[0].cell == cell), None)
        if found is not None:
            return found, before
        step = next_step(state, budget.until(deadline))
        if step is None:
            raise BudgetSpent
        state, before = step.after(state), before + 1


def shown_now(state: State, technique: Technique, _: Budget) -> Step | None:
    """The first step of a technique in a state, None where it has none."""
    return next(steps(state, technique), None)


def judge_now(
    givens: Grid, state: State, technique: Technique, claim: Claim, budget: Budget
) -> Judged:
    """The verdict on a claim in an exercise of a technique; raises BudgetSpent."""
    deadline = budget.deadline()
    solution = solve(givens, budget)
    return judge(state, solution, technique, claim, budget.until(deadline))


def played_now(game: Game, helped: Collection[str], budget: Budget) -> dict[int, tuple[Ways, ...]]:
    """What each player of a game found without help, as `unaided` says; raises BudgetSpent.

    What even a long budget is too short for is left out.
    """
    deadline = budget.deadline()
    found = unaided(game, helped, budget)
    if not budget.until(deadline).seconds and budget.seconds < WORTH_HAVING_SECONDS:
        raise BudgetSpent
    return found


def pictures_now(content: bytes | bytearray, budget: Budget) -> tuple[Reading, ...]:
    """The boards in a picture, or in that of a PDF's first page.

    Raises Unreadable, NoScan, and BudgetSpent if the time was short. The seconds of this budget are
    processor time, and a picture that takes all of a long one is TOO_HARD unless some boards were
    found. Only this job imports numpy and OpenCV. It also limits the memory of its process
    meanwhile.
    """
    try:
        with photo.limited_memory():
            found, is_whole = _read_within(bytes(content), budget)
    except BudgetSpent:
        if budget.seconds < WORTH_HAVING_SECONDS:
            raise
        raise Unreadable(Why.TOO_HARD) from None
    if not is_whole and budget.seconds < WORTH_HAVING_SECONDS:
        raise BudgetSpent
    return found


def _read_within(content: bytes, budget: Budget) -> tuple[tuple[Reading, ...], bool]:
    if not is_pdf(content):
        return photo.read_within(content, budget)
    try:
        return photo.read_within(scanned(content), budget)
    except Unreadable as error:
        # The page may show a board beside its largest picture, which was not looked at.
        if error.why is not Why.NO_BOARD:
            raise
        raise NoScan(WhyNoScan.NO_BOARD) from error


def graded_now(
    size: int, symmetry: Symmetry, seed: str, wanted: Difficulty, budget: Budget
) -> Puzzle:
    """A puzzle of a difficulty; raises DifficultyImpossible and BudgetSpent."""
    return generate_graded(Geometry.of_size(size), symmetry, seed, wanted, budget)


def with_now(
    size: int, symmetry: Symmetry, seed: str, technique: Technique, budget: Budget
) -> Puzzle:
    """A puzzle that needs a technique; raises BudgetSpent."""
    return generate_with(Geometry.of_size(size), symmetry, seed, technique, budget)


def learner_now(seed: str, technique: Technique, budget: Budget) -> Puzzle:
    """A 9x9 puzzle that needs a technique and nothing harder; raises BudgetSpent.

    A puzzle that only shows the technique is returned if the time was long enough for a better one.
    """
    deadline = budget.deadline()
    puzzle = generate_for_learner(seed, technique, budget)
    if not budget.until(deadline).seconds and budget.seconds < WORTH_HAVING_SECONDS:
        raise BudgetSpent
    return puzzle


def difficulty_now(grid: Grid, budget: Budget) -> Difficulty:
    """How hard a puzzle of any shape is; raises NoSolution, NotUnique and BudgetSpent."""
    return difficulty_of(grid, budget)


def pace_now(grid: Grid, budget: Budget) -> int:
    """The seconds that a 9x9 takes people; 0 where that is not found at a glance.

    Raises NoSolution and NotUnique.
    """
    glance = Budget(min(GLANCE_SECONDS, budget.seconds))
    try:
        return pace_of(grid, glance).middle
    except BudgetSpent:
        return 0


def report_now(grid: Grid, budget: Budget) -> Report:
    """How hard a puzzle is and how it is built; raises NoSolution, NotUnique and BudgetSpent."""
    grade = rate(grid, budget) if grid.geometry is RATED else None
    return Report(
        difficulty=grade.difficulty if grade else difficulty_of(grid, budget),
        grade=grade,
        is_minimal=_is_minimal(grid, budget),
        symmetries=_symmetries(grid),
    )


def _is_minimal(grid: Grid, budget: Budget) -> bool:
    """Whether the puzzle would have several solutions without any one of its givens."""
    givens = (cell for cell, value in enumerate(grid.values) if value)
    return not any(is_unique(grid.with_values({cell: 0}), budget) for cell in givens)


def _symmetries(grid: Grid) -> tuple[Symmetry, ...]:
    kinds = (kind for kind in Symmetry if kind is not Symmetry.NONE)
    return tuple(kind for kind in kinds if has_symmetry(grid, kind))


def begin_now(state: State, budget: Budget) -> Begun:
    """How a short way begins, which is known long before all of it; raises BudgetSpent."""
    # Where there are singles they are known at once, and the label would take longer.
    held = HELD if next_single(state) else _held(state)
    begun = begin(state, budget, held)
    if not begun.steps and budget.seconds < WORTH_HAVING_SECONDS:
        raise BudgetSpent
    return begun


def way_now(state: State, begun: Begun | None, budget: Budget) -> tuple[Step, ...]:
    """The next steps from a state, as far as the time allows, at least one unless it is solved.

    They are all of a short way if there is time for it, which has no step above the puzzle's label
    where there is such a way up to expert, and begin with the steps of `begun`, if it has some.
    Raises BudgetSpent where a long budget would find more, or a better way.
    """
    steps, is_whole = _way(state, budget, begun, _held(state))
    if not is_whole and not steps:
        raise BudgetSpent
    return steps


def _held(state: State) -> Difficulty:
    """The hardest band to which the way of a puzzle is held: expert only if that is its label."""
    return Difficulty.EXPERT if _label(state.givens) is Difficulty.EXPERT else HELD


def _way(
    state: State, budget: Budget, begun: Begun | None = None, held: Difficulty = HELD
) -> tuple[tuple[Step, ...], bool]:
    """The way within a budget and whether it is whole; a short budget must find the short way."""
    if budget.seconds < WORTH_HAVING_SECONDS:
        return settled_way(state, budget, begun, held), True
    return way_within(state, budget, begun, held)


def weighed_now(grid: Grid, budget: Budget) -> Weighed:
    """What the short way of a puzzle with one solution costs a person; raises BudgetSpent.

    Singles are not counted, since every way fills each blank cell by one.
    """
    way, is_whole = _way(State.start(grid), budget)
    if not is_whole:
        raise BudgetSpent
    steps = [step for step in way if step.technique.family is not Family.SINGLES]
    hardest = max(steps, key=cost, default=None)
    whole = round(100 * sum(map(cost, steps)))
    return Weighed(whole, len(steps), hardest.technique if hardest else None)


def bundle_now(text: str, most: int, budget: Budget) -> tuple[tuple[Checked, ...], bool]:
    """What is known of each piece of a text, and whether that is all of the text.

    It is not all if the text has more than `most` boards, or once PART_SECONDS are over or, with a
    short budget, a board was too hard for it. Raises BudgetSpent if that was the first one.
    """
    is_short = budget.seconds < WORTH_HAVING_SECONDS
    time = Budget(min(budget.seconds / 2, PART_SECONDS))
    deadline, checked, boards = time.deadline(), list[Checked](), 0
    for found in read_puzzle_list(text):
        boards += isinstance(found.board, Grid)
        if boards > most or (checked and not time.until(deadline).seconds):
            return tuple(checked), False
        try:
            decision = _known(found.board, budget)
        except BudgetSpent:
            if is_short and not checked:
                raise
            if is_short:
                return tuple(checked), False
            decision = None
        checked.append(Checked(found, decision))
    return tuple(checked), True


def _known(board: Grid | InvalidGrid, budget: Budget) -> Decision | None:
    """The Decision on a board with blanks; raises BudgetSpent where its share is too short."""
    if isinstance(board, InvalidGrid) or not board.blanks():
        return None
    return decide_now(board, Budget(budget.seconds / BOARD_SHARE))
