"""What calls do to positions of practice: the chat's exercises, answered by taps.

A position has a plain name, by which anybody may open it. It counts only for the person who
practises on it now (`bot.store.exercises`), in the place where they began; for all others it is
judged and explained, and nothing is stored. That is what the buttons in a chat do as well, and the
judge, its words and what is stored are theirs (`bot.play.practice`).

An answer has the number of an act, which rises on its device: it counts once, however often it is
sent. Where it ends the position, the message in the chat follows.
"""

import logging
from collections.abc import AsyncIterator
from dataclasses import replace

from markupsafe import Markup

from bot.chat.exercise import follow
from bot.game.person import User
from bot.game.place import Place
from bot.game.reference import read_position_name
from bot.messages import html
from bot.play import lessons, practice
from bot.play.mark import AlreadyDone, Device, DeviceMark
from bot.play.visit import Visit, group_of
from bot.render.exercise import again_words, verdict_words
from bot.render.hint_words import last_of
from bot.render.stage import Stage
from bot.store import exercises
from bot.store.exercises import Exercise
from bot.telegram.application import SudokuApplication
from bot.telegram.conversation import Conversation
from bot.touch.acts import HIGHEST, device_of
from bot.touch.answers import CallRefused, Code, refused_by
from bot.touch.bodies import Body, list_of, whole_in
from bot.touch.positions import Sitting, position_of, told_of
from bot.touch.signed import Session
from bot.touch.state import State
from bot.touch.watching import Stream, told
from engine.practice import Claim, Judged, Verdict
from engine.techniques import TECHNIQUES, Candidate, Technique, technique_named

Told = dict[str, object]

log = logging.getLogger(__name__)


class Practising:
    """The positions of practice of one running bot, as pages touch them."""

    def __init__(self, application: SudokuApplication) -> None:
        self._application = application
        self._services = application.services

    async def called(self, session: Session, user: User, name: str) -> Sitting:
        """A call about a position of that name.

        Raises CallRefused for the name of none and in a blocked chat, and as the pool does.
        """
        technique, number = read_position_name(name) or ("", 0)
        if technique not in TECHNIQUES:
            raise CallRefused(Code.GONE)
        return await self._sitting(user, session.name, technique_named(technique), number)

    async def state(self, sitting: Sitting) -> State:
        """How a position stands."""
        return position_of(sitting, await _kept(sitting))

    async def states(
        self, session: Session, user: User, name: str, stream: Stream, *, device: str
    ) -> AsyncIterator[bytes]:
        """How a position stands, again whenever something has come of what its person practises.

        Of what another replica was answered a page hears when its person comes back to it.
        """

        async def state() -> State:
            return await self.state(await self.called(session, user, name))

        def lasts() -> bool:
            return session.lasts(self._services.clock().timestamp())

        with self._services.practised.watch(user.id, Device(user.id, device)) as changed:
            async for one in told(stream, changed, state, lasts):
                yield one

    async def hint(self, sitting: Sitting, stage: int, part: int) -> Told:
        """Tells one of the three stages of a hint, and never less than was told before."""
        visit, step = sitting.visit, sitting.example.step
        async with self._application.turn(visit.place.chat_id):
            kept = await _kept(sitting)
            await practice.tell(visit, sitting.technique, sitting.number, stage)
        told = Stage(max(stage, kept.stage if kept else 0))
        note = await _again(sitting) if told is Stage.MOVE else ""
        if told is Stage.MOVE:
            self._follow(sitting, kept, None)
        return told_of(
            sitting, step, told, part, title=html(visit.language, "hint.title"), note=note
        )

    async def answer(self, sitting: Sitting, body: Body) -> Told:
        """Judges what somebody concludes: that a digit stands in a cell, or goes from some.

        Raises BadCall, and as the pool does.
        """
        claim, mark = _claim(sitting, body), _mark(body)
        visit, technique = replace(sitting.visit, mark=mark), sitting.technique
        position = sitting.example.position
        async with self._application.turn(visit.place.chat_id):
            kept = await _kept(sitting)
            judged = await practice.answer(visit, technique, sitting.number, position, claim)
        words = verdict_words(visit.language, position.state, technique, claim, judged)
        told: Told = {"verdict": judged.verdict, "words": words}
        if judged.verdict is Verdict.RIGHT:
            told["solved"] = await _solved(sitting, judged, words)
            self._follow(sitting, kept, judged)
        return told | {"state": await self.state(sitting)}

    async def another(self, sitting: Sitting, body: Body) -> Told:
        """Opens the next position of the technique, once for each act; raises BadCall."""
        visit = replace(sitting.visit, mark=_mark(body))
        async with self._application.turn(visit.place.chat_id):
            try:
                begun = await practice.begin(visit, sitting.technique)
            except AlreadyDone:
                found = await practice.open_exercise(visit)
                begun = found or Exercise(visit.place, sitting.technique, sitting.number)
        technique = technique_named(begun.technique)
        now = await self._sitting(visit.user, visit.name, technique, begun.number)
        return {"state": await self.state(now)}

    def _follow(self, sitting: Sitting, before: Exercise | None, judged: Judged | None) -> None:
        """Has the message in the chat follow, if the position was open there until now."""
        if before is None or before.is_done or before.message_id is None:
            return
        key = before.place, before.message_id
        self._application.work.begin(key, self._show(sitting, before, judged))

    async def _show(self, sitting: Sitting, before: Exercise, judged: Judged | None) -> None:
        visit, place = sitting.visit, before.place
        try:
            async with self._application.turn(place.chat_id):
                conversation = await Conversation.of(self._application, visit.user, place)
                await follow(conversation, before, sitting.example, judged)
        except Exception as error:
            # Its buttons still tell the same.
            if refused_by(error) is None:
                raise
            log.warning("a position in a chat stays as it was: %s", type(error).__name__)

    async def _sitting(
        self, user: User, name: str | None, technique: Technique, number: int
    ) -> Sitting:
        kept = await exercises.get(self._services.database, user.id)
        is_this = kept and (kept.technique, kept.number) == (technique, number)
        place = kept.place if kept and is_this else Place(user.id)
        if self._application.blocked.has_chat(place.chat_id):
            raise CallRefused(Code.NOT_YOURS)
        visit = Visit(
            self._services,
            user,
            place,
            self._services.clock(),
            self._services.language_of(user, None),
            group=await group_of(self._services.database, place, user),
            name=name,
        )
        example = await practice.position(visit, technique, number)
        if example is None:
            raise CallRefused(Code.GONE)
        return Sitting(visit, technique, number, example)


async def _kept(sitting: Sitting) -> Exercise | None:
    """What the store has of a position; None if the person does not practise on it now."""
    visit = sitting.visit
    return await practice.exercise_of(visit, visit.database, sitting.technique, sitting.number)


async def _again(sitting: Sitting) -> Markup | str:
    """When the technique comes again, where that is known."""
    visit, technique = sitting.visit, sitting.technique
    course = await lessons.course(visit)
    days = course.days_until(technique)
    if days is None:
        return ""
    return again_words(visit.language, days, is_known=course.knows(technique))


async def _solved(sitting: Sitting, judged: Judged, words: str) -> Told:
    """How a solved position is explained: the end of its reason, below how it was judged.

    The other parts can be turned to only if the step is the example's own, since a page names the
    position, and so finds no other step.
    """
    step, note = judged.step or sitting.example.step, await _again(sitting)
    title = Markup("{}").format(words)
    told = told_of(sitting, step, Stage.MOVE, last_of(step), title=title, note=note)
    return told if step == sitting.example.step else told | {"parts": 1, "part": 0}


def _mark(body: Body) -> DeviceMark:
    return DeviceMark(device_of(body), whole_in(body, "number", 1, HIGHEST))


def _claim(sitting: Sitting, body: Body) -> Claim:
    """What a call concludes; raises BadCall."""
    geometry = sitting.example.position.givens.geometry
    digit = whole_in(body, "digit", 1, geometry.size)
    found = list_of(body.get("cells"), "cells", geometry.size)
    last = geometry.cell_count - 1
    cells = [whole_in({"cells": cell}, "cells", 0, last) for cell in found]
    options = tuple(Candidate(cell, digit) for cell in dict.fromkeys(cells))
    return Claim(options) if sitting.example.step.placements else Claim((), options)
