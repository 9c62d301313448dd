import pytest

from bot.render.stage import Hint, Stage
from engine.practice.position import positions
from engine.techniques import steps
from engine.techniques.singles import FULL_HOUSE
from engine.way.player import Mistake


@pytest.mark.parametrize("stage", Stage)
def test_the_cells_of_a_mistake_are_named_once_it_is_asked_why(stage: Stage) -> None:
    mistake = Mistake((2, 7))
    assert Hint(mistake, stage).named == (mistake if stage >= Stage.WHY else Mistake())


@pytest.mark.parametrize("stage", Stage)
def test_a_step_names_no_mistake(stage: Stage) -> None:
    step = next(steps(positions(FULL_HOUSE)[0].state, FULL_HOUSE))
    assert Hint(step, stage).named == Mistake()
