from dataclasses import replace

import pytest

from bot import messages
from bot.game.pupil import Belief
from bot.render.belief import belief_buttons, belief_html
from engine.techniques.fish import X_WING

NOTHING = Belief(
    0.05, is_known=False, alone=0, right=0, wrong=0, helped=0, said=None, is_beyond=False
)


@pytest.mark.parametrize("chance", [0.05, 0.4, 0.93])
def test_where_nothing_was_seen_it_is_a_guess_and_no_claim(chance: float) -> None:
    said = belief_html("en", replace(NOTHING, chance=chance, is_known=chance > 0.8))
    assert said.startswith("💭 I haven't seen you use it yet, so this is a guess:")
    assert "I think" not in said
    assert "out of 10." in said


@pytest.mark.parametrize("language", messages.languages())
def test_it_is_one_line_with_the_reasons_behind_the_number(language: str) -> None:
    told = belief_html(language, replace(NOTHING, chance=0.4, alone=3))
    reason = messages.text(language, "belief.alone", count=3)
    assert "\n" not in told
    assert told.index("4") < told.index(reason)


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
