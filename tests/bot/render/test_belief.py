from dataclasses import replace

import pytest

from bot import messages
from bot.game.pupil import Belief
from bot.render.belief import belief_buttons, belief_html
from engine.techniques.fish import X_WING

NOTHING = Belief(
    0.05, is_known=False, alone=0, right=0, wrong=0, helped=0, said=None, is_beyond=False
)


def test_of_a_newcomer_nothing_is_claimed() -> None:
    said = belief_html("en", NOTHING)
    assert "still new to you" in said
    assert "1 time out of 10" in said
    assert "seen you use it yet" in said


def test_all_reasons_are_told() -> None:
    belief = Belief(
        0.93, is_known=True, alone=12, right=1, wrong=2, helped=1, said="known", is_beyond=True
    )
    said = belief_html("en", belief)
    for reason in ("9 times", "12 moves", "one position", "2 answers", "named it once", "harder"):
        assert reason in said
    assert "you told me that you know it" in said
    assert "haven't seen" not in said


@pytest.mark.parametrize("language", messages.languages())
def test_what_is_certain_can_be_denied_and_what_is_not_both_ways(language: str) -> None:
    def labels(belief: Belief) -> list[str]:
        return [button[0] for button in belief_buttons(language, X_WING, belief)]

    know_it = messages.text(language, "button.know_it")
    not_yet = messages.text(language, "button.not_yet")
    assert labels(NOTHING) == [know_it]
    assert labels(replace(NOTHING, chance=0.5)) == [know_it, not_yet]
    assert labels(replace(NOTHING, chance=0.9, is_known=True)) == [not_yet]
    assert "{" not in belief_html(language, NOTHING)
