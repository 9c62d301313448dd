"""Exercises: positions to learn a technique from, and what people answer.

One position of a person is open at a time, in one place. They may ask for it to be explained stage
by stage, and they may try more than once, but only the first right answer counts, and it counts
less after help or a wrong answer. A position that was explained to its end counts as forgotten. For
a technique that asks for all that goes, candidates may be found one by one, and whoever has found
some of them is as good as helped.

What they type may also be meant for their game. An answer to the position is only what reads as a
conclusion, placements and eliminations; in a reply to the position it is any move, so that no
such move goes into a game.
"""

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from bot.game.entry import Entry, Letters, read_typed
from bot.game.memory import Recall
from bot.game.move import Intent, IntentKind, Intents, digits_of
from bot.game.refused import Refused
from bot.play import lessons
from bot.play.mark import AlreadyDone
from bot.play.questions import ask, read
from bot.play.visit import Visit
from bot.pool.jobs import judge_now, shown_now
from bot.store import exercises
from bot.store.exercises import Exercise
from bot.store.hints import LAST_STAGE
from bot.store.seam.source import Source, Transaction
from engine.board import InvalidGrid
from engine.practice import Claim, Judged, Position, Verdict, exercise, positions
from engine.techniques import Candidate, Step, Technique, technique_named

MOST_KNOWN: Final = 500

_STEPS: Final = dict[tuple[Technique, Position], Step]()
"""The steps that were found last; they are the same for everybody and never change."""


@dataclass(frozen=True, slots=True)
class Example:
    """A position in which a technique applies, with a step of it."""

    position: Position
    step: Step


@dataclass(frozen=True, slots=True)
class Attempt:
    """What somebody has typed while a position is open.

    `entry` is what that says of cells; None for words and for mistyped moves.
    """

    exercise: Exercise
    example: Example
    entry: Entry | None

    @property
    def claim(self) -> Claim | None:
        """The conclusion in the text; None if it says anything else."""
        return _claim(self.entry) if isinstance(self.entry, Intents) else None

    def is_answer(self, *, in_reply: bool) -> bool:
        """Whether it answers the position; in a reply to it any move does, so no game gets it."""
        return isinstance(self.entry, Intents) if in_reply else self.claim is not None


async def example(visit: Visit, technique: Technique) -> Example | None:
    """The position that a lesson shows, which is never an exercise; raises as the pool does."""
    known = positions(technique)
    return await _shown(visit, technique, known[0]) if known else None


async def position(visit: Visit, technique: Technique, number: int) -> Example | None:
    """A position to practise on; None if too few are known. Raises as the pool does."""
    found = exercise(technique, number)
    return await _shown(visit, technique, found) if found else None


async def begin(visit: Visit, technique: Technique) -> Exercise:
    """Opens the next position of a technique for this person."""
    # After a crash the position was opened already, and no other one is to be served.
    before = await exercises.get(visit.database, visit.user.id)
    if visit.is_repeated and before and before.technique == technique:
        return before
    async with visit.database.transaction() as transaction:
        number = await lessons.serve(visit, transaction, technique)
        found = Exercise(visit.place, technique, number)
        await exercises.put(transaction, visit.user.id, found, visit.seconds)
        await visit.takes_effect(transaction)
    return found


async def shown(visit: Visit, message_id: int) -> None:
    """Stores which message shows this person's open position."""
    await exercises.is_shown(visit.database, visit.user.id, message_id)


async def keep_open(visit: Visit) -> None:
    """Keeps the next text of this person for their position, although their game takes this one."""
    await exercises.touch(visit.database.unhurried, visit.user.id, visit.seconds)


async def stop(visit: Visit) -> None:
    """Lets the next texts of this person be for their game, although their position is open."""
    await exercises.touch(visit.database.unhurried, visit.user.id, None)


async def open_exercise(visit: Visit, source: Source | None = None) -> Exercise | None:
    """The open position of this person, if it is in this place and not done.

    `source` is a transaction to join.
    """
    found = await exercises.get(source or visit.database, visit.user.id)
    return found if found and not found.is_done and found.place == visit.place else None


async def exercise_of(
    visit: Visit, source: Source, technique: Technique, number: int
) -> Exercise | None:
    """What this person practises on in this place, done or not, if it is this position."""
    found = await exercises.get(source, visit.user.id)
    is_this = found and (found.technique, found.number) == (technique, number)
    return found if found and is_this and found.place == visit.place else None


async def attempt_at(visit: Visit, found: Exercise, typed: str) -> Attempt | None:
    """What a text says of an open position; None if the position is no longer known.

    Raises as the pool does.
    """
    shown = await position(visit, technique_named(found.technique), found.number)
    if shown is None:
        return None
    geometry, letters = shown.position.givens.geometry, Letters(visit.user.letters)
    try:
        entry = await read(visit, read_typed, typed, geometry, letters)
    except (Refused, InvalidGrid):
        entry = None
    return Attempt(found, shown, entry)


async def tell(visit: Visit, technique: Technique, number: int, stage: int) -> None:
    """Stores how far an unsolved position was explained to this person.

    After the last stage it is done, and the technique counts as forgotten.
    """
    async with visit.database.transaction() as transaction:
        found = await _present(visit, transaction, technique, number)
        if found is None or found.stage >= stage:
            # It is done, or an old button asks for less than was told.
            return
        is_done = stage >= LAST_STAGE
        if is_done:
            recall = Recall.HELPED if found.found else Recall.FORGOTTEN
            await lessons.learn(visit, transaction, technique, recall)
        await _keep(visit, transaction, replace(found, stage=stage, is_done=is_done))


async def answer(
    visit: Visit, technique: Technique, number: int, position: Position, claim: Claim
) -> Judged:
    """Judges a conclusion from a position, and stores what it says about the person.

    What was found before counts with it. Only the first right answer counts, and less after help or
    a wrong one; what is true for another reason counts for nothing. An answer that comes again is
    judged as before, and not counted. Raises as the pool does.
    """
    before = await exercise_of(visit, visit.database, technique, number)
    earlier = found_in(before) if before else ()
    question = position.givens, position.state, technique
    whole = replace(claim, removed=(*dict.fromkeys((*earlier, *claim.removed)),))
    judged = await ask(visit, judge_now, *question, whole)
    if earlier and judged.verdict not in {Verdict.RIGHT, Verdict.PART}:
        # It may belong to another step, with which the person begins anew.
        whole, judged = claim, await ask(visit, judge_now, *question, claim)
    if not visit.is_repeated and judged.verdict in {Verdict.RIGHT, Verdict.PART, Verdict.WRONG}:
        with suppress(AlreadyDone):
            await _note(visit, technique, number, judged.verdict, whole)
    return judged


def found_in(exercise: Exercise) -> tuple[Candidate, ...]:
    """The candidates that were found before."""
    pairs = (word.split(".") for word in exercise.found.split())
    return tuple(Candidate(int(cell), int(digit)) for cell, digit in pairs)


def _claim(entry: Intents) -> Claim | None:
    """The conclusion in typed moves: digits and notes to remove; None if there is anything else."""
    kinds = {intent.kind for intent in entry.intents}
    if not kinds <= {IntentKind.PLACE, IntentKind.REMOVE_NOTES}:
        return None
    return Claim(
        tuple(_placed(intent) for intent in entry.intents if intent.kind is IntentKind.PLACE),
        tuple(
            Candidate(intent.cell, digit)
            for intent in entry.intents
            if intent.kind is IntentKind.REMOVE_NOTES
            for digit in digits_of(intent.value)
        ),
    )


def _placed(intent: Intent) -> Candidate:
    return Candidate(intent.cell, intent.value)


async def _note(
    visit: Visit, technique: Technique, number: int, verdict: Verdict, claim: Claim
) -> None:
    async with visit.database.transaction() as transaction:
        found = await _present(visit, transaction, technique, number)
        if found is None:
            return
        is_right = verdict is Verdict.RIGHT
        if is_right:
            is_alone = not found.wrong and not found.stage
            recall = Recall.ALONE if is_alone else Recall.HELPED
            await lessons.learn(visit, transaction, technique, recall)
        elif verdict is Verdict.WRONG:
            await lessons.miss(visit, transaction, technique)
        wrong, told = found.wrong + (verdict is Verdict.WRONG), found.found
        if verdict is Verdict.PART:
            told = " ".join(f"{cell}.{digit}" for cell, digit in claim.removed)
        await _keep(visit, transaction, replace(found, wrong=wrong, is_done=is_right, found=told))


async def _keep(visit: Visit, transaction: Transaction, after: Exercise) -> None:
    """Stores what has come of a position, of which whoever watches it hears."""
    await exercises.put(transaction, visit.user.id, after, visit.seconds)
    await visit.takes_effect(transaction)
    transaction.afterwards(partial(visit.services.practised.changed, visit.user.id, visit.device))


async def _present(
    visit: Visit, source: Source, technique: Technique, number: int
) -> Exercise | None:
    """The person's open exercise, if it is this one."""
    found = await exercise_of(visit, source, technique, number)
    return found if found and not found.is_done else None


async def _shown(visit: Visit, technique: Technique, place: Position) -> Example | None:
    step = _STEPS.get((technique, place)) or await ask(visit, shown_now, place.state, technique)
    if step is None:
        return None
    _STEPS[technique, place] = step
    if len(_STEPS) > MOST_KNOWN:
        del _STEPS[next(iter(_STEPS))]
    return Example(place, step)
