import re

import pytest

from bot import messages
from bot.play import practice
from engine.techniques import TAUGHT, Technique
from engine.techniques.singles import FULL_HOUSE, HIDDEN_SINGLE
from tests.bot.house import House, Talk


async def test_techniques_are_found_by_difficulty(chat: Talk) -> None:
    said = await chat.sends("/learn")
    bands = ["easy", "medium", "hard", "expert", "extreme"]
    first = ["📖 Lesson: Full house", "🎯 A puzzle for me"]
    assert chat.buttons == [*first, *bands]
    found = []
    for band in bands:
        await chat.sends("/learn")
        await chat.presses(band)
        found += chat.buttons[:-1]
        line = next(line for line in said.splitlines() if line.startswith(f"{band}: "))
        assert chat.buttons[0] in line
        assert f"{len(chat.buttons) - 1 - 2} more" in line or len(chat.buttons) - 1 <= 2
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
    assert "\n简单：最后一格、" in await ming.sends("/learn")
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


async def solves(chat: Talk, technique: Technique) -> None:
    """Practises a technique once, without help."""
    await chat.sends(f"/learn {technique}")
    await chat.presses("✍ Practise")
    begun = await practice.open_exercise(await chat.visit())
    assert begun is not None
    found = await practice.position(await chat.visit(), technique, begun.number)
    assert found is not None
    placed = [f"r{cell // 9 + 1}c{cell % 9 + 1}={value}" for cell, value in found.step.placements]
    assert "✓ Right!" in await chat.sends(" ".join(placed))


async def test_the_list_is_a_path_that_remembers_what_is_known(house: House, chat: Talk) -> None:
    single = HIDDEN_SINGLE
    for technique in (FULL_HOUSE, FULL_HOUSE, single):
        await solves(chat, technique)
        house.clock.forward(days=3)
    said = await chat.sends("/learn")
    assert "✓ Full house, ◐ Hidden single\n" in said
    assert ": Naked single," in said
    assert f"✓ known: 1 of {len(TAUGHT)} ·" in said
    assert chat.buttons[:2] == ["✍ Practise again: Hidden single", "📖 Lesson: Naked single"]
    await chat.presses("easy")
    assert chat.buttons[:2] == ["✓ Full house", "◐ Hidden single"]


async def test_what_is_about_to_be_forgotten_comes_again(house: House, chat: Talk) -> None:
    for _ in range(2):
        await solves(chat, FULL_HOUSE)
        house.clock.forward(days=2)
    await chat.sends("/learn")
    assert chat.buttons[0] == "📖 Lesson: Hidden single"
    house.clock.forward(days=30)
    await chat.sends("/learn")
    assert chat.buttons[:2] == ["✍ Practise again: Full house", "📖 Lesson: Hidden single"]
    await chat.presses("✍ Practise again: Full house")
    assert "Full house" in chat.last["caption"]


@pytest.mark.long
async def test_the_passages_of_an_example_are_turned_in_its_message(chat: Talk) -> None:
    await chat.sends("/learn nested net")
    message = chat.last["message_id"]
    assert "Part 1 of " in chat.last["caption"]
    assert chat.buttons[:2] == ["Part 2 ›", "✍ Practise"]
    await chat.presses("Part 2 ›")
    assert "Part 2 of " in chat.last["caption"]
    assert chat.last["message_id"] == message
    assert chat.buttons[:3] == ["‹ Part 1", "Part 3 ›", "✍ Practise"]
    await chat.forges("example:nested_net:9999", message)
    assert re.search(r"Part (\d+) of \1\n", chat.last["caption"])
    assert await chat.forges("example:remote_pairs_of_nobody:1", message)


async def test_of_what_is_no_technique_the_beginning_is_repeated(chat: Talk) -> None:
    assert f"“{'q' * 30}”" in await chat.sends(f"/learn {'q' * 31}")


async def test_difficulties_stand_in_rows_of_three_and_techniques_in_rows_of_two(
    chat: Talk,
) -> None:
    await chat.sends("/learn")
    rows = chat.last["reply_markup"]["inline_keyboard"]
    assert [len(row) for row in rows[-2:]] == [3, 2]
    await chat.presses("hard")
    *rows, back = chat.last["reply_markup"]["inline_keyboard"]
    assert {len(row) for row in rows[:-1]} == {2}
    assert [key["text"] for key in back] == ["All techniques"]
    assert "All techniques" in chat.buttons
    await chat.presses("All techniques")
    assert chat.buttons[-5:] == ["easy", "medium", "hard", "expert", "extreme"]


def text_of(chat: Talk, message_id: int) -> str:
    messages = chat.person.messages(chat.chat)
    return next(str(each["text"]) for each in messages if each["message_id"] == message_id)


async def test_what_is_believed_is_told_and_corrected_with_one_tap(chat: Talk) -> None:
    said = await chat.sends("/learn x-wing")
    assert "this is a guess" in said
    page = chat.last["message_id"] - 1
    assert "Noted!" in await chat.presses("✓ I know this", page)
    assert "I think you know this" in text_of(chat, page)
    assert "you told me that you know it" in text_of(chat, page)
    await chat.presses("✗ Not yet", page)
    assert "still new to you" in text_of(chat, page)
    await chat.sends("/learn")
    assert chat.buttons[0] == "📖 Lesson: X-wing"


async def test_in_a_group_nobody_is_told_what_is_believed(house: House, chat: Talk) -> None:
    club = house.in_club(chat)
    assert "💭" not in await club.sends("/learn x-wing")
