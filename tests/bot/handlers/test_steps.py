import re

from engine import Geometry, Symmetry
from engine.difficulty import Difficulty, generate_graded
from tests.bot.house import Talk

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
# Rated 7.3, and solved with 77 steps.
EXTREME = generate_graded(Geometry(3, 3), Symmetry.CENTRAL, "3", Difficulty.EXTREME).grid


async def test_a_run_of_singles_is_folded_into_one_line(chat: Talk) -> None:
    await chat.sends(f"/solve {EASY}")
    said = await chat.presses("👣 Step by step")
    assert "easy, 51 steps" in said
    assert len(re.findall(r"r\dc\d=\d", said)) == 51
    assert chat.buttons == []


async def test_a_small_board_is_explained_too(chat: Talk, ming: Talk) -> None:
    small = "1...  ..3.  .4..  ...2"
    for talk, label in ((chat, "👣 Step by step"), (ming, "👣 逐步讲解")):
        await talk.sends(f"/solve {small}")
        assert "12" in await talk.presses(label)


async def test_a_long_way_has_pages_that_take_each_others_place(chat: Talk) -> None:
    await chat.sends(f"/solve {EXTREME}")
    assert "page 1 of" in await chat.presses("👣 Step by step")
    first = chat.last["message_id"]
    assert chat.buttons == ["▶"]
    await chat.presses("▶")
    assert chat.last["message_id"] == first
    assert "page 2 of" in chat.text
    assert chat.buttons == ["◀", "▶"]


async def test_how_hard_from_the_same_message(chat: Talk) -> None:
    await chat.sends(f"/solve {EASY}")
    assert "rating 1.2" in await chat.presses("How hard?")


async def test_only_what_somebody_brought_is_explained(chat: Talk, ming: Talk) -> None:
    await ming.sends("/new 4")
    await chat.sends("/start")
    number = (await ming.game()).puzzle.id
    for data in (f"steps:{number}", f"ratepuzzle:{number}", "steps:999", "steps"):
        assert "is gone" in await chat.forges(data)
