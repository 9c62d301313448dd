import pytest

from bot import messages
from engine.techniques import TAUGHT
from tests.bot.house import Talk


async def test_techniques_are_found_by_difficulty(chat: Talk) -> None:
    said = await chat.sends("/learn")
    bands = ["easy", "medium", "hard", "expert", "extreme"]
    assert chat.buttons == bands
    found = []
    for band in bands:
        await chat.sends("/learn")
        await chat.presses(band)
        found += chat.buttons[:-1]
        line = next(line for line in said.splitlines() if line.startswith(f"{band}: "))
        assert chat.buttons[0] in line
        assert f"{len(chat.buttons) - 1 - 4} more" in line or len(chat.buttons) - 1 <= 4
    assert found == [messages.text("en", f"technique.{one}.name") for one in TAUGHT]
    await chat.sends("/learn")
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


async def test_practising_asks_first_and_tells_step_by_step(chat: Talk) -> None:
    await chat.sends("/learn naked pair")
    await chat.presses("✍ Practise")
    asked = chat.last
    assert "Do you see it?" in asked["caption"]
    assert "In row" not in asked["caption"]
    for label, told in (("💡 Where?", "Look at"), ("💡 Why?", "have no candidates but")):
        await chat.presses(label)
        assert told in chat.last["caption"]
        assert "remove" not in chat.last["caption"]
    await chat.presses("💡 And the move?")
    assert "remove" in chat.last["caption"]
    assert chat.last["message_id"] == asked["message_id"]
    await chat.presses("Another one")
    assert chat.last["photo"] != asked["photo"]


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


@pytest.mark.parametrize("data", ["practise:x_wing:0:9", "practise:x_wing", "practise:zz:0:0"])
async def test_forged_buttons(chat: Talk, data: str) -> None:
    await chat.sends("/start")
    await chat.forges(data)
