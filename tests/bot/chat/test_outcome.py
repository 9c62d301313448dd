"""Which results count, for what, and what is said about them."""

from datetime import UTC, datetime

import pytest

from bot.playground import Person
from bot.playground.chats import User
from bot.render.preferences import Look
from bot.store import results, users
from bot.store.results import Standing
from tests.bot.house import House, Talk, right_moves, wrong_move


async def standings(talk: Talk) -> list[Standing]:
    found = await results.of_user(talk.house.database, talk.person.id)
    return [result.standing for result in reversed(found)]


async def solves(talk: Talk, seconds: int = 600) -> str:
    """Types all cells in one message, this long after the start."""
    talk.house.clock.forward(seconds=seconds)
    moves = " ".join(right_moves(await talk.game()))
    return await talk.sends(moves if talk.chat is None else f"@SudokuPlaygroundBot {moves}")


async def test_a_time_counts(chat: Talk) -> None:
    await chat.sends("/new 9")
    assert "10:00" in await solves(chat)
    assert await standings(chat) == [Standing.TIMED]


async def test_what_is_too_quick_counts_as_solved_only(chat: Talk) -> None:
    await chat.sends("/daily")
    said = await solves(chat, seconds=20)
    assert "less than a second a cell" in said
    assert "20 s" not in said
    assert "The first day of a streak." in said
    assert await standings(chat) == [Standing.UNTIMED]
    said = await chat.sends("/stats")
    assert "1 puzzle solved" in said
    assert "best" not in said
    assert not any("📈" in label for label in chat.buttons)


async def test_a_pasted_answer_is_timed_by_the_clock_on_the_wall(chat: Talk) -> None:
    """The timer leaves these pauses out, but somebody who solves on paper goes on in them."""
    await chat.sends("/new 9")
    assert "50:00" in await solves(chat, seconds=3000)


async def test_who_asked_for_the_solution_has_no_result(chat: Talk) -> None:
    await chat.sends("/daily")
    stored = await chat.game()
    await chat.sends(f"/solve {stored.puzzle.grid}")
    said = await solves(chat)
    assert "seen this solution" in said
    assert "streak" not in said
    assert "Nothing solved yet" in await chat.sends("/stats")


async def test_a_digit_more_in_the_question_does_not_help(chat: Talk) -> None:
    await chat.sends("/new 9")
    puzzle = (await chat.game()).puzzle
    cell = puzzle.grid.blanks()[0]
    await chat.sends(f"/solve {puzzle.grid.with_values({cell: puzzle.solution[cell]})}")
    assert "seen this solution" in await solves(chat)


async def test_what_was_asked_in_private_is_known_in_the_group(
    house: House, chat: Talk, club: Talk, ming_in_club: Talk
) -> None:
    await chat.sends("/daily")
    await chat.sends("/giveup")
    await chat.presses("Yes, show it")
    await club.sends("/daily")
    moves = right_moves(await club.game())
    await ming_in_club.sends(f"@SudokuPlaygroundBot {' '.join(moves[1:])}")
    house.clock.forward(seconds=600)
    await club.sends(f"@SudokuPlaygroundBot {moves[0]}")
    assert "seen this solution" not in club.text, "what one has seen is not told to all"
    assert await standings(club) == [Standing.SEEN]
    assert await standings(ming_in_club) == [Standing.TIMED]


async def test_what_a_group_was_shown_all_of_it_has_seen(club: Talk, ming_in_club: Talk) -> None:
    await club.sends("/daily")
    stored = await club.game()
    await ming_in_club.sends(f"/solve {stored.puzzle.grid}")
    await solves(club)
    assert await standings(club) == [Standing.SEEN]


async def test_the_same_puzzle_again_is_practice(chat: Talk) -> None:
    await chat.sends("/new 9 #7")
    await solves(chat)
    await chat.sends("/new 9 #7")
    assert "seen this solution" in await solves(chat)
    assert await standings(chat) == [Standing.TIMED, Standing.SEEN]


async def test_a_puzzle_that_somebody_else_asked_about_is_fresh(chat: Talk, ming: Talk) -> None:
    await chat.sends("/daily")
    await chat.sends(f"/solve {(await chat.game()).puzzle.grid}")
    await ming.sends("/daily")
    await solves(ming)
    assert await standings(ming) == [Standing.TIMED]


async def test_a_printed_game_keeps_its_streak_but_no_time(chat: Talk) -> None:
    await chat.sends("/daily")
    assert "not for your times" in await chat.sends("/print")
    await chat.presses("🖨 With the solution")
    said = await solves(chat)
    assert "on paper" in said
    assert "first day of a streak" in said
    assert await standings(chat) == [Standing.UNTIMED]


async def beaten_by(house: House, number: int) -> None:
    """Some people solve the daily, in 300 seconds each."""
    for stranger in range(9001, 9001 + number):
        talk = Talk(house, Person(house.api, User(stranger, "A stranger", "en")))
        await talk.sends("/daily")
        await solves(talk, seconds=300)
        house.clock.forward(seconds=-300)


async def test_faster_than_whom_where_enough_others_solved_the_daily(
    house: House, chat: Talk, ming: Talk
) -> None:
    await beaten_by(house, 4)
    await chat.sends("/daily")
    assert "Faster" not in await solves(chat, seconds=200)
    house.clock.forward(seconds=-200)
    await ming.sends("/daily")
    assert "今天比 5 人中的 80% 快" in await solves(ming, seconds=299)


@pytest.mark.long
async def test_each_level_of_a_day_is_compared_by_itself(
    house: House, chat: Talk, ming: Talk
) -> None:
    await beaten_by(house, 5)
    await chat.sends("/daily easy")
    assert "Faster" not in await solves(chat, seconds=200)
    await chat.presses("📋 Copy")
    assert str(chat.person.clipboard).startswith("Sudoku 2026-11-20 · easy")
    house.clock.forward(seconds=-200)
    await ming.sends("/daily")
    assert "今天比 5 人中的 100% 快" in await solves(ming, seconds=200)


async def test_who_took_a_hint_is_not_compared(house: House, chat: Talk) -> None:
    await beaten_by(house, 5)
    await chat.sends("/daily")
    await chat.sends("/hint")
    said = await solves(chat, seconds=200)
    assert "Faster" not in said
    assert "o hints" not in said
    assert "\n1 hint or check · no mistakes\n" in said


async def test_the_end_tells_difficulty_hints_and_mistakes(chat: Talk) -> None:
    await chat.sends("/new easy")
    assert "Solved! 🎉 10:00 · easy\nNo hints · no mistakes" in await solves(chat)
    await chat.sends("/new easy")
    await chat.sends(wrong_move(await chat.game()))
    assert "easy\nNo hints · 1 mistake" in await solves(chat)


async def test_the_usual_time_is_told_once_there_is_one(chat: Talk) -> None:
    told = []
    for seconds in (100, 110, 120, 115):
        await chat.sends("/new 4 easy")
        told.append("this hard: 1:50" in await solves(chat, seconds=seconds))
    assert told == [False, False, False, True]
    await chat.sends("/new 4 easy")
    assert "Faster than each of your last three this hard." in await solves(chat, seconds=105)


async def test_one_more_a_little_harder(chat: Talk, ming: Talk) -> None:
    await chat.sends("/new 4 easy")
    await solves(chat)
    await chat.presses("A little harder")
    stored = await chat.game()
    assert (stored.puzzle.grid.geometry.size, stored.puzzle.difficulty) == (6, "easy")
    await chat.sends("/new easy")
    await solves(chat)
    await chat.presses("A little harder")
    assert (await chat.game()).puzzle.difficulty == "medium"
    assert "另一个聊天" in await ming.forges(f"harder:{stored.id}", (await begun(ming)))


async def test_beside_a_last_game_that_stands_alone_is_one_more_button(chat: Talk) -> None:
    """One row less leaves the board of a daily whole on a small phone."""

    def rows() -> list[list[str]]:
        return [
            [key["text"] for key in row] for row in chat.last["reply_markup"]["inline_keyboard"]
        ]

    await chat.sends("/daily")
    await solves(chat)
    assert rows()[1:] == [["Daily: easy", "Daily: medium"], ["⌨️ More buttons", "New puzzle"]]
    await chat.sends("/daily easy")
    await solves(chat)
    assert rows()[1:] == [["A little harder"], ["Daily: medium", "New puzzle"]]
    chat.house.clock.forward(days=1)
    await chat.sends("/daily")
    await solves(chat)
    assert rows()[2][0] == "A little harder"
    assert len(rows()) == 3


async def begun(talk: Talk) -> int:
    """The message of a new board."""
    await talk.sends("/new 4")
    return int(talk.last["message_id"])


async def test_nothing_is_harder_than_the_hardest(house: House, chat: Talk) -> None:
    house.clock.now = datetime(2026, 11, 22, 12, tzinfo=UTC)
    await chat.sends("/daily")
    assert (await chat.game()).puzzle.difficulty == "extreme"
    await solves(chat)
    assert not any("harder" in label for label in chat.buttons)


async def test_whoever_knew_the_solution_has_no_card(chat: Talk) -> None:
    await chat.sends("/new easy")
    await chat.sends(f"/solve {(await chat.game()).puzzle.grid}")
    assert "mistakes" not in await solves(chat)
    assert chat.buttons == ["A little harder", "Today's puzzle", "New puzzle"]


async def test_a_new_best_time_names_the_one_before(chat: Talk) -> None:
    told = []
    for seconds in (100, 90, 95, 90, 80):
        await chat.sends("/new 4")
        told.append((await solves(chat, seconds=seconds)).partition("fastest 4×4")[2])
    assert told[0] == told[2] == told[3] == ""
    assert told[1].startswith(" so far! Before, it was 1:40.")
    assert told[4].startswith(" so far! Before, it was 1:30.")


@pytest.mark.parametrize("mistakes", [0, 1])
async def test_the_card_is_one_tap_away_and_gives_nothing_away(chat: Talk, mistakes: int) -> None:
    await chat.sends("/daily")
    for number in range(mistakes):
        await chat.sends(wrong_move(await chat.game(), number))
    await solves(chat)
    rows = chat.last["reply_markup"]["inline_keyboard"]
    share, copy = rows[0]
    assert share["url"].startswith("https://t.me/share/url?url=https%3A%2F%2Ft.me%2FSudoku")
    await chat.presses(copy["text"])
    card = str(chat.person.clipboard)
    assert card.startswith("Sudoku 2026-11-20 · hard\n⏱ 10:00 · no hints · ")
    assert ("1 mistake" in card) == bool(mistakes)
    assert "start=d2026-11-20" in card
    assert "⏱ 10:00" in card
    assert card.count("🟩") == 9 - mistakes
    assert card.count("🟨") == mistakes


@pytest.mark.parametrize("order", [1, -1])
async def test_in_a_group_each_finishes_by_their_own_clock(
    house: House, club: Talk, ming_in_club: Talk, order: int
) -> None:
    """It is Friday evening in New York, and Saturday morning in Shanghai."""
    await house.alice.sends("/subscribe 8:00 New York")
    await house.ming.sends("/subscribe 8:00 Shanghai")
    house.clock.now = datetime(2026, 11, 20, 12, tzinfo=UTC)
    await club.sends("/daily")
    house.clock.forward(hours=14)
    first, *others = right_moves(await club.game())
    for talk, moves in zip([club, ming_in_club][::order], ([first], others), strict=True):
        await talk.sends(f"@SudokuPlaygroundBot {' '.join(moves)}")
    in_time = [
        [result.in_time for result in await results.of_user(house.database, talk.person.id)]
        for talk in (house.alice, house.ming)
    ]
    assert in_time == [[True], [False]]


async def test_the_card_of_a_group_has_the_time_and_no_streak(club: Talk) -> None:
    await club.sends("/daily")
    await solves(club)
    await club.presses("📋 Copy")
    card = str(club.person.clipboard)
    assert "⏱ 10:00" in card
    assert "🔥" not in card


async def test_only_the_card_of_a_daily_has_the_streak(chat: Talk) -> None:
    cards = []
    for command in ("/daily", "/daily", "/new 4 easy"):
        await chat.sends(command)
        await solves(chat)
        await chat.presses("📋 Copy")
        cards.append(str(chat.person.clipboard).partition("🔥 ")[2][:1])
        chat.house.clock.forward(days=1)
    assert cards == ["", "2", ""]


async def test_more_keys_are_offered_once_below_the_first_9x9(chat: Talk) -> None:
    offer = "⌨️ More buttons"
    for size, is_offered in ((6, False), (9, True), (9, False)):
        await chat.sends(f"/new {size} easy")
        said = await solves(chat)
        assert ("Tall phone" in said) is (offer in chat.buttons) is is_offered
        if is_offered:
            await chat.presses(offer)
            assert "Boards look like that from now on" in chat.text
    person = await users.get(chat.house.database, chat.person.id)
    assert person is not None
    assert person.board == Look.TALL
    await chat.sends("/new 9 easy")
    rows = chat.last["reply_markup"]["inline_keyboard"]
    assert [len(row) for row in rows] == [8] * 8


async def test_more_keys_that_were_left_alone_are_not_offered_again(chat: Talk) -> None:
    for is_offered in (True, False):
        await chat.sends("/new 9 easy")
        assert ("Tall phone" in await solves(chat)) is is_offered


async def test_who_has_chosen_a_look_and_a_group_are_offered_no_more_keys(
    chat: Talk, club: Talk
) -> None:
    await chat.sends("/board image")
    await chat.sends("/new 9 easy")
    assert "Tall phone" not in await solves(chat)
    await club.sends("/new 9 easy")
    assert "Tall phone" not in await solves(club)
