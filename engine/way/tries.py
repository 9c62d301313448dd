"""The tries from which a short way is chosen.

A try first goes forward: wherever no single is left, it looks at the steps of many techniques and
takes the one that gains most for its cost (`engine.techniques.costs`). The gain counts the
candidates that the step removes and those that then fall by themselves. Afterwards steps are taken
out again. The first try is greedy, the others add some noise, and the cheapest way is kept.

To look at all steps is what takes the time. So the next best ones of a look are weighed again after
the step that was taken, and as long as one of them is about as good as the best one was, it is
taken without a new look. That saves a quarter of the time, and the ways are shorter rather than
longer: the steps of one moment fit together, and there is time for more tries. Steps that are too
long to be read in one go are looked at only where a look finds no others. One of them may then be
taken without a new look, although a new look would find shorter ones; to look after each of them
leaves as many long steps in the ways of the hardest puzzles.

Where the budget does not last to the end of the first try, a sweep (`engine.way.sweep`) goes on
from where it has come to, and what turns out not to be needed is taken out as elsewhere. That way
has less than half the steps of a way of the easiest ones, and one that a slow machine can find.
The try itself can be gone on with later: all that a search has done is in its `Progress`, and a
search that goes on from one finds what it would have found without the pause.

What did not work:

- To look at a few of the shortest steps of each technique. The short ones often remove nothing that
  matters, and ten of them were followed by ten nets.
- To take the shortest forcing chain where nothing else is found. The one that gains most, chain or
  net, saves the others.
- To begin with a sweep and choose among its way as well. It is the best one in only 7 of 130
  puzzles, and takes a fifth of the time.
- To take more steps without a new look once half of the budget is gone, so that the first try needs
  no sweep. Ways of 24 of the hardest puzzles cost 3 % more at a quarter of the speed.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, islice
from random import Random
from time import monotonic
from typing import Final, NamedTuple

from engine.search.budget import Budget, BudgetSpent
from engine.techniques import SLOW, SLOW_SECONDS, Finder, State, Step
from engine.techniques.costs import cost
from engine.techniques.forcing import forcing_chains
from engine.techniques.graves import bivalue_graves
from engine.techniques.nets import contradiction_nets, left_open
from engine.way.readable import HARDER
from engine.way.sweep import swept
from engine.way.way import Goal, Way, distinct, shortened, taken_first

NOISE: Final = 0.7
"""How much better chance may make a step look, from the second try on."""

ENOUGH: Final = 36
"""Once this many steps are found, harder techniques are not tried."""

OF_ONE_FINDER: Final = 40
OF_BRANCHING: Final = 200

OF_A_START: Final = 8

OF_A_LOOK: Final = 12
"""The next best steps of a look that are weighed again after the best one."""

AS_GOOD: Final = 0.8
"""The share of the worth of a look's best step from which another one is taken without a new look.

With 0.4 ways are costlier; with 1 the time is enough for fewer tries.
"""

FOR_THE_REST: Final = 0.25
"""The share of the time that is kept for a sweep until the first try has come to its end."""

RETURN: Final = 0.7
"""The power of what a step gains: twice as much is not worth twice the cost."""

MOST_NODES: Final = 3000
"""Finders that are asked for a short way of the bot. Twice as many find ways that are no shorter on
average (2.0 s at most for 20 puzzles from 8.3 to 9.1, some 4 s for the hardest known).
"""

_ALWAYS: Final = frozenset(HARDER[: HARDER.index(bivalue_graves) + 1])
"""These finders are asked at each stop."""


class _Option(NamedTuple):
    """A step that could be next, the state that it leads to, and what it gains for its cost."""

    step: Step
    after: State
    worth: float


@dataclass(slots=True)
class _Path:
    """A try as far as it has gone, and what may come next without a new look.

    `others` are the next best steps of the last look, of which one is taken that is worth `wanted`.
    """

    steps: list[Step]
    states: list[State]
    others: list[Step] = field(default_factory=list)
    wanted: float = 0.0

    @property
    def way(self) -> Way:
        return Way(tuple(self.steps), tuple(self.states))


@dataclass(slots=True)
class Progress:
    """How far a search has come, so that another one, in any process, can go on from there.

    `nodes` are the finders that may still be asked. `best` is the cheapest way so far, `tried` the
    number of tries that have come to their end, and `path` the one that has not. A search `is_over`
    once there is nothing more that its time has kept it from.
    """

    nodes: int = MOST_NODES
    best: Way | None = None
    tried: int = 0
    path: _Path | None = None
    random: Random = field(default_factory=partial(Random, 0))
    options: dict[State, list[_Option]] = field(default_factory=dict)
    is_over: bool = False


class Search:
    """The search for one short way, which goes on from a `progress` if one is given.

    The nodes of the budget are the finders that are asked in looks; a sweep may ask as many again,
    which usually takes half as long. If the search `keeps_time`, a part of it is left for the sweep
    that ends a first try which is too slow.
    """

    def __init__(
        self,
        goal: Goal,
        budget: Budget,
        finders: tuple[Finder, ...],
        *,
        keeps_time: bool = False,
        progress: Progress | None = None,
    ) -> None:
        self._goal = goal
        self._finders = finders
        self._deadline = budget.deadline()
        self._nodes = budget.nodes
        self._nodes_of_a_sweep = budget.nodes
        for_looks = Budget((1 - FOR_THE_REST) * budget.seconds) if keeps_time else budget
        self._looks_until = for_looks.deadline()
        self._is_paused = False
        self._made = progress or Progress(budget.nodes)

    @property
    def is_late(self) -> bool:
        """Whether the time has ended the search, so that it could go on."""
        return not self._made.is_over

    def begun(self, start: State) -> Way | None:
        """A way that is found fast and begins with a step that gains much for its cost.

        None where the time is too short for one.
        """
        way = self._swept(start)
        if not self._goal.is_reached(way.states[-1]):
            return None
        try:
            options = sorted(self._looked_at(start), key=_worth, reverse=True)
        except BudgetSpent:
            return way
        ways = (
            taken_first(option.step, way, self._goal, self._deadline)
            for option in options[:OF_A_START]
        )
        return next(filter(None, ways), way)

    def best(self, start: State, tries: int, begun: Way | None = None) -> Way:
        """The cheapest way of some tries; raises BudgetSpent where not even a sweep ends the first.

        If a way has begun, all tries begin with its first step, and it is one of the ways to choose
        from.
        """
        made = self._made
        made.best = made.best or begun
        first = Way(begun.steps[:1], begun.states[:2]) if begun else Way((), (start,))
        while not made.is_over:
            # No way is shorter than one step.
            if made.tried == tries or (made.best and len(made.best.steps) < 2):
                made.is_over = True
            elif not self._tried(first):
                break
        if made.best is None:
            raise BudgetSpent
        return made.best

    def _tried(self, first: Way) -> bool:
        """Goes on with a try that begins with `first`; False where it must be left for later."""
        made = self._made
        if made.best:
            self._looks_until = self._deadline
        path = made.path = made.path or _Path([*first.steps], [*first.states])
        # The first try is greedy, without noise.
        is_at_goal = self._forward(path, made.random if made.tried else None)
        if is_at_goal or made.best is None:
            forward = path.way if is_at_goal else self._ended(path.way)
            way = shortened(forward, self._goal, self._deadline)
            # A person may have seen the first step already, so a way without it does not count.
            if way.steps[: len(first.steps)] == first.steps and (
                made.best is None or way.cost < made.best.cost
            ):
                made.best = way
            if monotonic() >= self._deadline:
                return False
        elif self._is_paused:
            return False
        else:
            made.is_over = True
        # A try that was only put off goes on where it is.
        if is_at_goal or not self._is_paused:
            made.tried += 1
            made.path = None
        return True

    def _forward(self, path: _Path, random: Random | None) -> bool:
        """Goes on with the best step at each stop; whether the budget lasted up to the goal.

        `random` adds noise to the choice.
        """
        self._is_paused = False
        while not self._goal.is_reached(state := path.states[-1]):
            ranked = _ranked(self._still(path.others, state), random) if path.others else []
            if not ranked or ranked[0].worth < path.wanted:
                # Whoever goes on from here begins with the look, without new noise.
                path.others = []
                try:
                    ranked = _ranked(self._all_options(state), random)
                except BudgetSpent:
                    return False
                path.wanted = AS_GOOD * ranked[0].worth
                del ranked[1 + OF_A_LOOK :]
            best, *rest = ranked
            path.others = [option.step for option in rest]
            path.steps.append(best.step)
            path.states.append(best.after)
        return True

    def _ended(self, way: Way) -> Way:
        """A way that has stopped under way, with a sweep to the goal; raises BudgetSpent."""
        rest = self._swept(way.states[-1])
        if not self._goal.is_reached(rest.states[-1]):
            raise BudgetSpent
        return Way(way.steps + rest.steps, way.states + rest.states[1:])

    def _swept(self, start: State) -> Way:
        left = Budget(nodes=self._nodes_of_a_sweep).until(self._deadline)
        return swept(start, self._goal, self._finders, left)

    def _all_options(self, state: State) -> Sequence[_Option]:
        """What a look finds; raises BudgetSpent."""
        # Tries come through the same states, and looking at all steps takes long.
        options = self._made.options
        if state not in options:
            nodes = self._made.nodes
            try:
                options[state] = self._looked_at(state)
            except BudgetSpent:
                # The whole look will be repeated.
                if self._is_paused:
                    self._made.nodes = nodes
                raise
        return options[state]

    def _still(self, steps: Iterable[Step], state: State) -> Iterator[_Option]:
        """What still holds of some steps in a state, weighed there."""
        before = _open(state)
        for step in steps:
            if (found := self._goal.again(step, state)) is not None:
                yield self._option(found, state, before)

    def _looked_at(self, state: State) -> list[_Option]:
        """Some steps that could be next, only readable ones if there are any.

        Raises BudgetSpent where there is none within the time.
        """
        found, long = list[Step](), list[Step]()
        for finder in self._finders:
            # Cheap finders are always asked; slow ones only if nothing else is found.
            is_dear = finder in SLOW or len(found) >= ENOUGH
            if found and is_dear and finder not in _ALWAYS:
                break
            if not self._may_ask(finder):
                raise BudgetSpent
            for step in self._some_steps(finder, state):
                (found if step.is_readable else long).append(step)
        if not (found := found or long):
            raise BudgetSpent
        before = _open(state)
        return [self._option(step, state, before) for step in found]

    def _option(self, step: Step, state: State, before: int) -> _Option:
        after = self._goal.settled(step.after(state))
        gain = before - _open(after)
        # A step that reaches the goal gains everything that was open.
        if self._goal.is_reached(after):
            gain += before
        return _Option(step, after, float(gain**RETURN / cost(step)))

    def _some_steps(self, finder: Finder, state: State) -> Iterator[Step]:
        if finder is not forcing_chains:
            return islice(distinct(finder(state)), OF_ONE_FINDER)
        # Forcing chains and nets compete: the one that gains most saves the others.
        both = (distinct(branching(state)) for branching in (finder, contradiction_nets))
        return chain(*(islice(steps, OF_BRANCHING) for steps in both))

    def _may_ask(self, finder: Finder) -> bool:
        """Whether the budget allows for one more finder."""
        if not self._made.nodes:
            return False
        left = self._looks_until - monotonic()
        if not self._nodes or left < (SLOW_SECONDS if finder in SLOW else 0):
            self._is_paused = True
            return False
        self._nodes -= 1
        self._made.nodes -= 1
        return True


def _worth(option: _Option) -> float:
    return option.worth


def _ranked(options: Iterable[_Option], random: Random | None) -> list[_Option]:
    """The options, the worthiest first, as chance makes them look."""
    if random:
        options = (
            option._replace(worth=option.worth * (1 + NOISE * random.random()))
            for option in options
        )
    return sorted(options, key=_worth, reverse=True)


def _open(state: State) -> int:
    """The candidates left, plus those left once singles and locked candidates are done as well."""
    return sum(mask.bit_count() for mask in state.cells) + left_open(state)
