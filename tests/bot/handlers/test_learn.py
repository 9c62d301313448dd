import pytest

from bot import messages
from engine.techniques import TAUGHT
from tests.bot.house import Talk


async def test_all_techniques_are_listed_by_difficulty(chat: Talk) -> None:
    said = await chat.sends("/learn")
    for technique in TAUGHT:
        assert messages.text("en", f"technique.{technique}.name") in said
    assert chat.buttons == ["easy", "medium", "hard", "expert", "extreme"]
    await chat.presses("hard")
    assert "X-wing" in chat.buttons
    assert "XY-wing" not in chat.buttons


@pytest.mark.parametrize("typed", ["x-wing", "X Wing", "xwing", "x_wing"])
async def test_a_technique_with_an_example(chat: Talk, typed: str) -> None:
    said = await chat.sends(f"/learn {typed}")
    assert messages.text("en", "technique.x_wing.about") in said
    assert chat.last["photo"]
    assert "Example · X-wing" in chat.last["caption"]
    assert "So remove" in chat.last["caption"]


async def test_in_chinese(ming: Talk) -> None:
    assert "X" in await ming.sends(f"/learn {messages.text('zh', 'technique.x_wing.name')}")
    assert messages.text("zh", "technique.x_wing.name") in ming.last["caption"]


async def test_a_misspelt_technique_is_guessed(chat: Talk, ming: Talk) -> None:
    assert "Did you mean “X-wing”?" in await chat.sends("/learn x-wimg")
    assert "/learn" in await chat.sends("/learn quantum")
    assert "你是说" in await ming.sends("/learn x-wimg")


async def test_a_name_of_the_rating_scale_leads_to_the_nearest_lesson(chat: Talk) -> None:
    said = await chat.sends("/learn nishio")
    assert "Nishio has no lesson of its own" in said
    assert messages.text("en", "technique.contradiction_forcing_chain.about") in said
    assert "has no lesson" not in await chat.sends("/learn y-wing")


async def test_what_assumes_a_single_solution_says_so(chat: Talk) -> None:
    assert "relies on the puzzle" in await chat.sends("/learn unique rectangle type 1")
    assert "relies on the puzzle" not in await chat.sends("/learn naked pair")
