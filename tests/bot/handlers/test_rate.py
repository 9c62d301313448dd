import pytest

from tests.bot.house import Talk

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


async def test_an_easy_puzzle(chat: Talk, ming: Talk) -> None:
    said = await chat.sends(f"/rate {EASY}")
    assert "easy · rating 1.2" in said
    assert "Hidden single × 30" in said
    assert "Full house × 21" in said
    assert "30 clues, not minimal, symmetric" in said
    assert "简单 · 难度分 1.2" in await ming.sends(f"/rate {EASY}")


async def test_the_scale_and_the_gentler_path_both_have_their_say(chat: Talk) -> None:
    await chat.sends("/new expert 3")
    said = await chat.sends("/rate")
    assert "expert · rating" in said
    assert "Hardest step on the Sudoku Explainer scale: " in said
    assert "symmetric" in said


async def test_a_reply_rates_the_puzzle_it_replies_to(chat: Talk) -> None:
    chat.person.say(EASY)
    theirs = chat.person.messages()[-1]["message_id"]
    assert "rating 1.2" in await chat.sends("/rate", theirs)


async def test_other_sizes_have_a_difficulty_but_no_rating(chat: Talk) -> None:
    await chat.sends("/new 4 full")
    said = await chat.sends("/rate")
    assert said.startswith("easy\n")
    assert "rating" not in said
    assert "fully symmetric" in said


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("." * 81, "Several solutions"),
        ("55" + "." * 79, "No solution"),
        ("hello", "no puzzle"),
        (SOLUTION, "not minimal"),
    ],
)
async def test_what_is_no_puzzle(chat: Talk, typed: str, said: str) -> None:
    assert said in await chat.sends(f"/rate {typed}")


async def test_nothing_to_rate(chat: Talk) -> None:
    assert "no game here" in await chat.sends("/rate")
