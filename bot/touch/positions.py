"""A position of practice as the page draws it, as JSON: as it stands, and how it is explained.

What the page gets of a position is the state of a board without turns. For a technique that is
about candidates, its notes are those that are left. `practice` has what is asked for, and what was
found of it.
"""

from dataclasses import dataclass

from markupsafe import Markup

from bot.game.move import digits_of
from bot.game.reference import position_name
from bot.play import practice
from bot.play.practice import Example
from bot.play.visit import Visit
from bot.render.exercise import asked_kind
from bot.render.hint import hint_picture
from bot.render.hint_words import last_of, name, shown_of
from bot.render.hinted import step_words
from bot.render.stage import Stage
from bot.store.exercises import Exercise
from bot.touch.marks import marks_of
from bot.touch.plain import text_of
from bot.touch.state import State, line_of
from engine.board import SYMBOLS
from engine.techniques import WITHOUT_NOTES, Step, Technique


@dataclass(frozen=True, slots=True)
class Sitting:
    """A position of practice, as the person who has opened its page sees it."""

    visit: Visit
    technique: Technique
    number: int
    example: Example


def position_of(sitting: Sitting, kept: Exercise | None) -> State:
    """How a position stands; `kept` is what the store has of it, None if it is not the person's."""
    state, givens = sitting.example.position.state, sitting.example.position.givens
    found = practice.found_in(kept) if kept else ()
    left, geometry = state.after((), found), givens.geometry
    has_notes = sitting.technique not in WITHOUT_NOTES
    return {
        "game": position_name(sitting.technique, sitting.number),
        "version": 0,
        "title": name(sitting.visit.language, sitting.technique),
        "size": geometry.size,
        "box": [geometry.box_rows, geometry.box_columns],
        "symbols": SYMBOLS[: geometry.size],
        "givens": line_of(givens),
        "values": line_of(state.grid),
        "notes": {
            str(cell): digits_of(mask)
            for cell, mask in enumerate(left.cells)
            if has_notes and not state.values[cell]
        },
        "wrong": [],
        "clashes": [],
        "undo": False,
        "redo": False,
        "played": 0,
        "timer": False,
        "open": True,
        "may_play": True,
        "group": False,
        "last": [],
        "last_by": "",
        "ending": None,
        "practice": {
            "kind": asked_kind(sitting.technique, sitting.example.step),
            "found": [[cell, digit] for cell, digit in found],
            "done": bool(kept and kept.is_done),
        },
    }


def told_of(
    sitting: Sitting, step: Step, stage: Stage, part: int, *, title: Markup, note: Markup | str
) -> dict[str, object]:
    """What is told of a step in a position, as of a hint in a game (`bot.touch.hints`)."""
    position, at = sitting.example.position, shown_of(step, part) if stage >= Stage.WHY else 0
    words = step_words(sitting.visit.language, title, step, stage, at, below_picture=False)
    picture = hint_picture(position.state, position.givens, step, stage, passage=at)
    parts = last_of(step) + 1 if stage >= Stage.WHY else 1
    return {
        "stage": stage,
        "last": stage is Stage.MOVE and at == parts - 1,
        "words": text_of([words, Markup("{}").format(note)]),
        **marks_of(position.givens.geometry, picture),
        "parts": parts,
        "part": at,
    }
