"""The words and the keys of an exercise: tap a box, then a cell in it, then a digit."""

from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from bot import messages
from bot.game.move import digits_of, notes_text
from bot.render.buttons.action import Button
from bot.render.buttons.puzzles import (
    AnswerExercise,
    Learn,
    Practise,
    TapBox,
    TapCell,
    TurnPosition,
)
from bot.render.hint_words import last_of, name, shown_of, told_in
from bot.render.hinted import more_label
from bot.render.passages import passage_keys
from bot.render.stage import Stage
from engine.board import SYMBOLS
from engine.practice import Claim, Judged, Verdict, asks_for_all
from engine.techniques import Candidate, State, Step, Technique

FULL: Final = "✓"
NOT: Final = "≠"
BACK: Final = "◀"
MOST_IN_ROW: Final = 5
NO_BOX: Final = -1


@dataclass(frozen=True, slots=True)
class Tapped:
    """A position of a technique by its number, how much of it was told, and what was tapped.

    `passage` is the shown one, where the reason is told in passages.
    """

    technique: Technique
    number: int
    stage: Stage = Stage.QUESTION
    box: int = NO_BOX
    cell: int | None = None
    passage: int = 0


def exercise_pad(language: str, state: State, step: Step, tapped: Tapped) -> list[list[Button]]:
    """The boxes of the board, the cells of the chosen one, or the digits of the chosen cell."""
    if tapped.cell is not None:
        rows = _digits(state, step, tapped, tapped.cell)
    elif tapped.box != NO_BOX:
        rows = _cells(state, tapped)
    else:
        rows = _boxes(state, tapped)
    more = more_label(language, step, tapped.stage)
    last: list[Button] = [(more, _told_more(step, tapped))]
    if tapped.cell is not None or tapped.box != NO_BOX:
        last.insert(0, (BACK, TapBox(tapped.technique, tapped.number, tapped.stage)))
    turns = position_keys(language, step, tapped) if tapped.stage is Stage.WHY else []
    return [row for row in (*rows, turns, last) if row]


def _told_more(step: Step, tapped: Tapped) -> Practise:
    """The next stage of a hint; the move beside the last passage of the reason."""
    here = (tapped.technique, tapped.number, tapped.stage + 1)
    if tapped.stage is Stage.WHY and told_in(step):
        return TurnPosition(*here, last_of(step))
    return Practise(*here)


def position_keys(language: str, step: Step, tapped: Tapped) -> list[Button]:
    """The keys to the passages beside the shown one."""
    here, shown = (tapped.technique, tapped.number, tapped.stage), shown_of(step, tapped.passage)
    return passage_keys(language, step, shown, lambda at: TurnPosition(*here, at))


def solved_pad(
    language: str, technique: Technique, again: Technique | None, lesson: Technique
) -> list[list[Button]]:
    """The keys below a position that is solved or told to the end: another one, or the path."""
    another = Practise(technique, 0, Stage.QUESTION)
    rows: list[list[Button]] = [[(messages.text(language, "button.another"), another)]]
    if again or lesson is not technique:
        rows.append(path_buttons(language, again, lesson)[0])
    return [*rows, [(messages.text(language, "button.techniques"), Learn())]]


def path_buttons(language: str, again: Technique | None, lesson: Technique) -> list[list[Button]]:
    """The keys to a technique that is due again, if there is one, and to the next lesson."""
    rows: list[list[Button]] = []
    if again is not None:
        label = messages.text(language, "button.again", name=name(language, again))
        rows.append([(label, Practise(again, 0, Stage.QUESTION))])
    label = messages.text(language, "button.lesson", name=name(language, lesson))
    return [*rows, [(label, Learn(lesson))]]


def asked(language: str, state: State, step: Step, tapped: Tapped) -> Markup:
    """The text that asks for the next tap."""
    if tapped.cell is not None:
        kind = "place" if step.placements else "remove"
        cell = state.geometry.name(tapped.cell)
        return messages.html(language, f"practice.which_{kind}", cell=cell)
    if tapped.box != NO_BOX:
        return messages.html(language, "practice.which_cell")
    example = claim_text(state, Claim((Candidate(30, 7),)))
    if not step.placements:
        example = claim_text(state, Claim((), (Candidate(30, 7),)))
    kind = asked_kind(tapped.technique, step)
    return messages.html(language, f"practice.ask_{kind}", example=example)


def asked_kind(technique: Technique, step: Step) -> str:
    """What a position asks for: a digit to `place`, a candidate to `remove`, or `all` of them."""
    if step.placements:
        return "place"
    return "all" if asks_for_all(technique) else "remove"


def again_words(language: str, days: int, *, is_known: bool) -> Markup:
    """In how many days a technique comes again."""
    return messages.html(language, f"practice.{'known' if is_known else 'again'}", count=days)


def verdict_words(
    language: str, state: State, technique: Technique, claim: Claim, judged: Judged
) -> str:
    """How a conclusion was judged."""
    key = f"practice.{judged.verdict}"
    values: dict[str, str | int] = {"claim": claim_text(state, claim)}
    match judged:
        case Judged(Verdict.RIGHT):
            values = {}
        case Judged(Verdict.PART):
            values["count"] = judged.left
        case Judged(Verdict.OTHER, None):
            key, values["technique"] = "practice.true", name(language, technique)
        case Judged(Verdict.OTHER, Step() as step):
            values["other"] = name(language, step.technique)
            values["technique"] = name(language, technique)
    return messages.text(language, key, **values)


def claim_text(state: State, claim: Claim) -> str:
    """A conclusion as people may type it: `r4c5<>7`, `r4c5=7`."""
    geometry = state.geometry
    placed = [f"{geometry.name(cell)}={SYMBOLS[value - 1]}" for cell, value in claim.placed]
    masks = dict[int, int]()
    for cell, value in claim.removed:
        masks[cell] = masks.get(cell, 0) | 1 << value - 1
    removed = [
        f"{geometry.name(cell)}<>{notes_text(mask, geometry)}" for cell, mask in masks.items()
    ]
    return " ".join(placed + removed)


def _boxes(state: State, tapped: Tapped) -> list[list[Button]]:
    """The boxes by their numbers, as they lie."""
    shape = state.geometry
    keys: list[Button] = []
    for box, cells in enumerate(shape.boxes):
        is_full = all(state.values[cell] for cell in cells)
        action = TapBox(tapped.technique, tapped.number, tapped.stage, box)
        keys.append((FULL if is_full else f"▦ {box + 1}", action))
    return _in_rows(keys, shape.size // shape.box_columns)


def _cells(state: State, tapped: Tapped) -> list[list[Button]]:
    """The cells of a box: where each is, with its digit or its candidates."""
    shape = state.geometry
    keys: list[Button] = []
    # The number of the box comes from a button, so it may be any.
    for cell in shape.boxes[tapped.box % shape.size]:
        value, place = state.values[cell], shape.name(cell)
        if value:
            again = TapBox(tapped.technique, tapped.number, tapped.stage, tapped.box)
            keys.append((SYMBOLS[value - 1], again))
        else:
            left = notes_text(state.cells[cell], shape)
            action = TapCell(tapped.technique, tapped.number, tapped.stage, cell)
            keys.append((f"{place}: {left}", action))
    return _in_rows(keys, shape.box_columns)


def _digits(state: State, step: Step, tapped: Tapped, cell: int) -> list[list[Button]]:
    places = bool(step.placements)
    sign = "=" if places else NOT
    keys: list[Button] = [
        (
            f"{sign} {SYMBOLS[digit - 1]}",
            AnswerExercise(tapped.technique, tapped.number, tapped.stage, cell, digit, places),
        )
        for digit in digits_of(state.cells[cell])
    ]
    return _in_rows(keys, MOST_IN_ROW)


def _in_rows(keys: list[Button], wide: int) -> list[list[Button]]:
    return [keys[at : at + wide] for at in range(0, len(keys), wide)]
