import pytest

from bot.chat import opening
from bot.game.link import day_payload, grid_payload
from bot.store import dailies, puzzles, users
from bot.store.puzzles import Origin
from bot.telegram.conversation import Conversation
from engine import Grid, parse
from tests.bot.house import House, Talk, right_moves

TODAY, EASY, EARLIER = "2026-11-20", "2026-11-20-easy", "2026-11-01"
PUZZLE = parse("...43..22..3.32.")
SOLUTION = parse("1234341221434321")


async def daily(house: House, label: str, difficulty: str | None, grid: Grid = PUZZLE) -> None:
    """Makes a small puzzle of a known difficulty the daily of a label."""
    kept = await puzzles.add(house.database, grid, SOLUTION, Origin.DAILY, difficulty=difficulty)
    await dailies.put(house.database, label, kept.id)


async def conversation(talk: Talk) -> Conversation:
    visit = await talk.visit()
    return await Conversation.of(talk.house.application, visit.user, visit.place)


def html(chat: Talk) -> str:
    return str(chat.last["text"])


async def opens(chat: Talk, label: str) -> str:
    """What is said of a daily that is opened."""
    await opening.open_daily(await conversation(chat), label)
    return html(chat)


@pytest.mark.parametrize(
    ("difficulty", "is_tough"),
    [
        *((None, False), ("easy", False), ("medium", False)),
        *(("hard", True), ("expert", True), ("extreme", True)),
    ],
)
async def test_of_a_hard_daily_one_is_warned_until_the_first_move(
    house: House, chat: Talk, difficulty: str | None, *, is_tough: bool
) -> None:
    await chat.sends("/start")
    await daily(house, TODAY, difficulty)
    assert ("A hard one. Easier ones:" in await opens(chat, TODAY)) == is_tough
    assert ("Press a cell, then its digit" in html(chat)) != is_tough
    await chat.sends(right_moves(await chat.game())[0])
    assert "hard one" not in await opens(chat, TODAY)
    assert "Welcome back" in html(chat)


async def test_a_daily_beside_the_daily_says_that_it_counts_for_nothing(
    house: House, chat: Talk
) -> None:
    await chat.sends("/start")
    await daily(house, EASY, "hard")
    assert "Only 🔥 counts" in await opens(chat, EASY)
    assert "hard one" not in html(chat)
    await daily(house, EARLIER, None, PUZZLE.with_values({0: 1}))
    assert "Only 🔥 counts" not in await opens(chat, EARLIER)
    await daily(house, f"{EARLIER}-easy", None, PUZZLE.with_values({1: 2}))
    assert "Only 🔥 counts" not in await opens(chat, f"{EARLIER}-easy")


async def test_where_the_easier_ones_are_is_said_in_the_words_of_the_keys(
    house: House, chat: Talk
) -> None:
    await chat.sends("/start")
    await daily(house, TODAY, "hard")
    drawn = (await opens(chat, TODAY)).partition("Easier ones: ")[2]
    await users.set_board(house.database, chat.person.id, "speak")
    spoken = (await opens(chat, TODAY)).partition("Easier ones: ")[2]
    assert (drawn.split("\n")[0], spoken.split("\n")[0]) == ("⋯", "More")


@pytest.mark.parametrize("difficulty", ["easy", "hard"])
async def test_a_daily_that_is_offered_has_no_keys_but_to_begin(
    house: House, chat: Talk, difficulty: str
) -> None:
    await chat.sends("/new 4")
    playing = await chat.game()
    await daily(house, TODAY, difficulty)
    context = await conversation(chat)
    await opening.open_daily(context, TODAY)
    stored = await chat.game()
    await chat.sends("/new 4")
    await opening.offer_daily(context, stored, TODAY)
    assert "Today's puzzle is here. Your other game stays" in html(chat)
    assert ("A hard one. Take your time." in html(chat)) == (difficulty == "hard")
    assert chat.buttons[0] == "▶ Play"
    assert len(chat.buttons) == 3
    assert (await chat.game()).id not in {stored.id, playing.id}
    await chat.presses("▶ Play")
    assert (await chat.game()).id == stored.id


async def test_how_a_daily_ended_is_said_with_its_time_if_it_has_one(
    house: House, chat: Talk
) -> None:
    await chat.sends("/start")
    for label, seconds, words in (
        (
            TODAY,
            61,
            f"You've solved the daily of {TODAY}, in 1:01.\nThe next one comes at midnight.",
        ),
        (EARLIER, 1, f"You've solved the daily of {EARLIER}."),
    ):
        number = 0 if label == TODAY else 1
        await daily(house, label, "easy", PUZZLE.with_values({number: SOLUTION[number]}))
        await opens(chat, label)
        house.clock.forward(seconds=seconds)
        await chat.sends(" ".join(right_moves(await chat.game())))
        if label == EARLIER:
            await house.database.all("update results set standing = 'untimed' where seconds < 9")
        assert await opens(chat, label) == words
        assert ("Today's puzzle" in chat.buttons) == (label != TODAY)


async def test_a_daily_that_was_given_up_says_so(house: House, chat: Talk) -> None:
    await chat.sends("/start")
    await daily(house, EASY, "easy")
    await opens(chat, EASY)
    await chat.sends("/giveup")
    await chat.presses("Yes, show it")
    words = f"You've seen the solution of {TODAY} (easy).\nThe next one comes at midnight."
    assert await opens(chat, EASY) == words


async def test_links_lead_to_dailies_and_puzzles_or_nowhere(house: House, chat: Talk) -> None:
    await chat.sends("/start")
    await daily(house, EARLIER, "easy")
    context = await conversation(chat)
    assert await opening.open_link(context, day_payload(EARLIER))
    assert (await chat.game()).daily_label == EARLIER
    other = PUZZLE.with_values({0: 1})
    packed = grid_payload(other)
    assert packed is not None
    assert await opening.open_link(context, packed)
    stored = await chat.game()
    assert (stored.daily_label, stored.puzzle.grid) == (None, other)
    before = chat.last["message_id"]
    assert not await opening.open_link(context, "nonsense")
    assert chat.last["message_id"] == before


async def test_a_puzzle_is_gone_on_with_where_it_was_begun(house: House, chat: Talk) -> None:
    await chat.sends("/start")
    kept = await puzzles.add(house.database, PUZZLE, SOLUTION, Origin.NEW)
    context = await conversation(chat)
    await opening.open_puzzle(context, kept)
    first = await chat.game()
    assert "Press a cell, then its digit" in html(chat)
    await chat.sends(right_moves(first)[0])
    await chat.sends("/new 4")
    await opening.open_puzzle(context, kept)
    assert (await chat.game()).id == first.id
    assert "Welcome back" in html(chat)
