"""A hint as marks on a board: where to look, the pattern, and what follows from it."""

from dataclasses import replace

from bot.render.marks import (
    BoardPicture,
    CellRole,
    Highlight,
)
from bot.render.stage import Stage
from bot.render.step_marks import StepMarks
from bot.render.text_board import FILLED, LOOKED_AT, PATTERN, PLACED, REMOVED
from bot.render.theme import LIGHT, Theme
from engine.grid import Grid
from engine.techniques.state import State
from engine.techniques.step import Step
from engine.techniques.technique import WITHOUT_NOTES


def hint_picture(
    state: State, givens: Grid, step: Step, stage: Stage, theme: Theme = LIGHT
) -> BoardPicture:
    """The board of a state with as much of a step as the stage tells.

    Where the technique speaks of candidates, those of all cells are shown as notes.
    """
    marks = StepMarks(state, step)
    notes = () if step.technique in WITHOUT_NOTES else state.cells
    plain = BoardPicture(values=state.grid, givens=givens, notes=notes, theme=theme)
    if stage is Stage.QUESTION:
        return plain
    if stage is Stage.WHERE:
        return replace(plain, units=marks.first_units, highlights=marks.looked_at())
    return replace(
        plain,
        units=marks.units,
        highlights=marks.highlights(concluding=stage is Stage.MOVE),
        candidates=marks.candidate_marks(concluding=stage is Stage.MOVE),
        links=marks.links,
    )


def with_choice(picture: BoardPicture, unit: int | None, cell: int | None) -> BoardPicture:
    """The board with what somebody has chosen of it: a unit, and a cell in it."""
    units = picture.units if unit is None else picture.units | {unit}
    chosen = () if cell is None else (Highlight(cell, CellRole.TARGET),)
    return replace(picture, units=units, highlights=(*picture.highlights, *chosen))


def text_marks(state: State, step: Step, stage: Stage) -> dict[int, str]:
    """The marks of a step on a text board at a stage: an ASCII character for each marked cell."""
    marks = StepMarks(state, step)
    if stage is Stage.QUESTION:
        return {}
    if stage is Stage.WHERE:
        inside = {cell for unit in marks.first_units for cell in state.geometry.units[unit]}
        inside |= {each.cell for each in marks.looked_at()}
        return dict.fromkeys(sorted(inside & set(state.grid.blanks())), LOOKED_AT)
    shown = {cell: FILLED if state.grid[cell] else PATTERN for cell in marks.cells}
    if step.eliminations and stage is Stage.WHY:
        shown = dict.fromkeys(step.targets, LOOKED_AT) | shown
    if stage is Stage.MOVE:
        shown |= dict.fromkeys((option.cell for option in step.eliminations), REMOVED)
        shown |= dict.fromkeys((option.cell for option in step.placements), PLACED)
    return shown


def spoken_of(state: State, step: Step, stage: Stage) -> dict[int, int]:
    """The candidates of blank cells that a stage speaks of, as masks by cell."""
    if stage < Stage.WHY:
        return {}
    found = dict[int, int]()
    for mark in StepMarks(state, step).candidate_marks(concluding=stage is Stage.MOVE):
        found[mark.cell] = found.get(mark.cell, 0) | 1 << mark.digit - 1
    return found
