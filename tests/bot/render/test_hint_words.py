"""What techniques are called: every name that players use leads to one that is taught."""

import pytest

from bot import messages
from bot.game.wish import find_technique
from bot.render.hint_words import name, techniques_by_name
from engine.techniques import SCALE, TAUGHT, Technique

CALLED = {
    "turbot fish": Technique.TURBOT_FISH,
    "Y-wing": Technique.XY_WING,
    "locked candidates": Technique.POINTING,
    "box/line reduction": Technique.CLAIMING,
    "Nice Loop": Technique.CONTINUOUS_LOOP,
    "VWXYZ-wing": Technique.VWXYZ_WING,
    "Nishio": Technique.NISHIO,
    "unique rectangle": Technique.UNIQUE_RECTANGLE,
    "simple coloring": Technique.SIMPLE_COLORING_TRAP,
    "二链列": Technique.X_WING,
    "二阶鱼": Technique.X_WING,
    "三链列": Technique.SWORDFISH,
    "唯一余数": Technique.NAKED_SINGLE,
    "区块摒除": Technique.POINTING,
    "待定数组": Technique.ALS_XZ,
    "染色": Technique.SIMPLE_COLORING_TRAP,
    "简单染色": Technique.SIMPLE_COLORING_TRAP,
    "多宝鱼": Technique.TURBOT_FISH,
    "pez espada": Technique.SWORDFISH,
    "candidatos bloqueados": Technique.POINTING,
}


@pytest.mark.parametrize("language", messages.languages())
def test_names_that_players_use_are_understood_in_every_language(language: str) -> None:
    names = techniques_by_name(language)
    assert {called: find_technique(called, names) for called in CALLED} == CALLED


@pytest.mark.parametrize("language", messages.languages())
def test_what_a_rating_says_can_be_learned(language: str) -> None:
    names = techniques_by_name(language)
    for technique in SCALE:
        found = find_technique(name(language, technique), names)
        assert found is technique
        assert found.lesson in TAUGHT


@pytest.mark.parametrize("language", messages.languages())
def test_no_two_techniques_have_one_name(language: str) -> None:
    assert len({name(language, technique) for technique in Technique}) == len(Technique)
