"""A hint as marks on a board: where to look, the pattern, and what follows from it.

The marks of a step are the same for a picture and for a text board (`step_marks`, and
`passage_marks` for a piece of a long proof). A stage decides how many of them are shown, and never
more than its words tell: no mark for the question, a unit or the first cells for WHERE, the pattern
for WHY, and the placements and eliminations only with the MOVE.
"""

from dataclasses import replace

from bot.render.board_picture import BoardPicture
from bot.render.hint_words import last_of, shown_of, told_in
from bot.render.marks import (
    CandidateRole,
    CellRole,
    Highlight,
)
from bot.render.passage_marks import PassageMarks
from bot.render.stage import Stage
from bot.render.step_marks import StepMarks
from bot.render.text_board import FILLED, KNOWN, LOOKED_AT, PATTERN, PLACED, REMOVED
from bot.render.theme import LIGHT, Theme
from engine.board import Grid
from engine.techniques import WITHOUT_NOTES, State, Step


def hint_picture(
    state: State,
    givens: Grid,
    step: Step,
    stage: Stage,
    theme: Theme = LIGHT,
    *,
    passage: int = 0,
) -> BoardPicture:
    """The board of a state with as much of a step, or of one of its passages, as the stage tells.

    Where the technique is about candidates, those of all cells are shown as notes.
    """
    marks = _marks(state, step, stage, passage)
    notes = () if step.technique in WITHOUT_NOTES else marks.left
    plain = BoardPicture(values=state.grid, givens=givens, notes=notes, theme=theme)
    if stage is Stage.QUESTION:
        return plain
    if stage is Stage.WHERE:
        return replace(plain, units=marks.first_units, highlights=marks.looked_at())
    return replace(
        plain,
        units=marks.units,
        highlights=marks.highlights(concluding=_concludes(step, stage, passage)),
        candidates=marks.candidate_marks(concluding=_concludes(step, stage, passage)),
        links=marks.links,
        sets=marks.letters(),
    )


def with_choice(picture: BoardPicture, unit: int | None, cell: int | None) -> BoardPicture:
    """The board with a chosen unit tinted and a chosen cell framed."""
    units = picture.units if unit is None else picture.units | {unit}
    chosen = () if cell is None else (Highlight(cell, CellRole.TARGET),)
    return replace(picture, units=units, highlights=(*picture.highlights, *chosen))


def text_marks(state: State, step: Step, stage: Stage, passage: int = 0) -> dict[int, str]:
    """The marks of a step on a text board at a stage: an ASCII character for each marked cell."""
    marks = _marks(state, step, stage, passage)
    if stage is Stage.QUESTION:
        return {}
    if stage is Stage.WHERE:
        inside = {cell for unit in marks.first_units for cell in state.geometry.units[unit]}
        inside |= {each.cell for each in marks.looked_at()}
        return dict.fromkeys(sorted(inside & set(state.grid.blanks())), LOOKED_AT)
    shown = {cell: FILLED if state.grid[cell] else PATTERN for cell in marks.cells}
    shown |= dict.fromkeys(marks.known, KNOWN)
    if step.eliminations and stage is Stage.WHY:
        shown = dict.fromkeys(step.targets, LOOKED_AT) | shown
    if _concludes(step, stage, passage):
        shown |= dict.fromkeys((option.cell for option in step.eliminations), REMOVED)
        shown |= dict.fromkeys((option.cell for option in step.placements), PLACED)
    return shown


def spoken_of(state: State, step: Step, stage: Stage, passage: int = 0) -> dict[int, int]:
    """The candidates of blank cells that a stage speaks of, as masks by cell.

    Candidates that fall within a passage are left to its words.
    """
    if stage < Stage.WHY:
        return {}
    found, concludes = dict[int, int](), _concludes(step, stage, passage)
    for mark in _marks(state, step, stage, passage).candidate_marks(concluding=concludes):
        if concludes or mark.role is not CandidateRole.ELIMINATE:
            found[mark.cell] = found.get(mark.cell, 0) | 1 << mark.digit - 1
    return found


def _marks(state: State, step: Step, stage: Stage, passage: int) -> StepMarks:
    # Where to look is the same for all passages, so the first stages show the whole step.
    told = told_in(step) if stage >= Stage.WHY else ()
    if not told:
        return StepMarks(state, step)
    return PassageMarks(state, step, told[shown_of(step, passage)])


def _concludes(step: Step, stage: Stage, passage: int) -> bool:
    """Whether the move is shown: beside the last passage, where there are some."""
    return stage is Stage.MOVE and shown_of(step, passage) == last_of(step)
