"""Several people on one board: what they share, and what each has alone."""

import asyncio
import re
from random import Random
from typing import Any

import pytest

from bot.background.dailies import send_daily
from bot.background.ticker import Ticker
from bot.game.place import Place
from bot.playground import Person
from bot.playground.chats import User
from bot.store import games, outbox, subscriptions, views
from bot.store.games import StoredGame
from bot.store.outbox import Advance
from bot.store.views import Staleness
from tests.bot.background.test_redrawing import draws, is_killed
from tests.bot.handlers.test_migrate import NEW, service_message
from tests.bot.house import Budget, House, Talk, limited_house, right_moves, wrong_move

BOT = "@SudokuPlaygroundBot"


@pytest.fixture
def ana(house: House) -> Talk:
    """Ana, who reads Spanish, in the group."""
    talk = Talk(house, Person(house.api, User(1003, "Ana", "es")))
    house.club.chat.members[talk.person.id] = talk.person.user
    return house.in_club(talk)


def keys(talk: Talk) -> list[tuple[str, str | None]]:
    """The buttons below the newest board, with their colours."""
    rows = talk.last["reply_markup"]["inline_keyboard"]
    return [(button["text"], button.get("style")) for row in rows for button in row]


def cell(stored: StoredGame, number: int) -> str:
    return f"cell:{stored.id}:{stored.puzzle.grid.blanks()[number]}"


def digit(stored: StoredGame, number: int) -> str:
    """The button of the right digit for a blank cell."""
    return f"digit:{stored.id}:{stored.puzzle.solution[stored.puzzle.grid.blanks()[number]]}"


def edits(house: House) -> int:
    return sum(method.startswith("edit") for method, _ in house.api.calls)


async def test_the_board_is_the_groups_whoever_draws_it(
    ming: Talk, club: Talk, ming_in_club: Talk, ana: Talk
) -> None:
    await ming.sends("/settings")
    await ming.presses("盘面：文字")
    assert "盘面：紧凑文字" in ming.buttons
    await club.sends("/new 4")
    stored = await club.game()
    for number, talk in enumerate((ming_in_club, ana, club)):
        for key in (cell(stored, number), digit(stored, number)):
            await talk.presses(key)
        assert "to fill" in club.text
        assert "\n1: " in club.text
        assert "Check" in club.buttons
    for talk in (ming_in_club, ana):
        await talk.sends(f"{BOT} {right_moves(stored)[3]}")
        assert "to fill" in club.text
        assert "Check" in club.buttons
        await talk.presses("↩")
        assert "Taken back" in club.text
        await talk.sends("/notes")
        assert "Check" in club.buttons
        await talk.presses("More")
        assert "Fill in notes" in club.buttons
        await talk.presses("◀ Board")


async def test_nobodys_pencil_is_shown_or_used_by_another(
    house: House, club: Talk, ming_in_club: Talk
) -> None:
    await club.sends("/new 4")
    stored, neutral = await club.game(), keys(club)
    assert await ming_in_club.presses("Notes") == "已切换到笔记。"
    assert keys(club) == neutral
    assert edits(house) == 0
    await club.presses(cell(stored, 0))
    await club.presses(digit(stored, 0))
    assert (await club.game()).game.turns[-1].moves[0].act == "place"
    assert "记的数字" in await ming_in_club.presses(cell(stored, 1))
    await ming_in_club.presses(digit(stored, 1))
    assert (await club.game()).game.turns[-1].moves[0].act == "notes"
    tools = [label for label, _ in keys(club)][-5:]
    assert tools == [label for label, _ in neutral][-5:]
    assert all(style is None for _, style in keys(club))
    assert "笔记" not in await ming_in_club.presses("Notes")
    await ming_in_club.presses(digit(stored, 1))
    assert (await club.game()).game.turns[-1].moves[0].act == "place"


async def test_nobodys_digit_is_shown_or_written_by_another(club: Talk, ming_in_club: Talk) -> None:
    await club.sends("/new 4")
    stored, neutral = await club.game(), keys(club)
    await ming_in_club.presses("More")
    assert "Cell ⇄ digit" in club.buttons
    assert "先点数字" in await ming_in_club.presses("Cell ⇄ digit")
    assert keys(club) == neutral
    await ming_in_club.presses(digit(stored, 0))
    assert "now its digit" in await club.presses(cell(stored, 1))
    assert keys(club) == neutral
    assert (await club.game()).game.turns == ()
    await ming_in_club.presses(cell(stored, 0))
    ((move,),) = [turn.moves for turn in (await club.game()).game.turns]
    assert move.cell == stored.puzzle.grid.blanks()[0]


async def test_the_keys_of_a_large_board_turn_for_all_and_by_their_ways_alone(
    house: House, club: Talk, ming_in_club: Talk
) -> None:
    await club.sends("/new 9 none 5")
    stored = await club.game()
    await ming_in_club.presses("⇆")
    right = cells_shown(club)
    blanks = stored.puzzle.grid.blanks()
    seen = [f"cell:{stored.id}:{blank}" in right for blank in blanks]
    shown, hidden = seen.index(True), seen.index(False)
    await club.presses(cell(stored, shown))
    await club.presses(digit(stored, shown))
    assert cells_shown(club) == right
    await club.sends(f"{BOT} {right_moves(stored)[hidden]}")
    assert cells_shown(club) == right
    await house.stops()
    await house.starts()
    await club.presses("↩")
    assert cells_shown(club) == right
    await club.presses("⇆")
    assert cells_shown(ming_in_club) != right


def cells_shown(talk: Talk) -> set[str]:
    rows: list[list[dict[str, Any]]] = talk.last["reply_markup"]["inline_keyboard"]
    data = [str(button["callback_data"]) for row in rows for button in row]
    return {one for one in data if one.startswith("cell:")}


async def test_a_turned_box_lets_go_of_the_cell_of_whoever_turned_it(
    club: Talk, ming_in_club: Talk
) -> None:
    await club.sends("/new 9 none 5")
    stored = await club.game()
    await club.presses(cell(stored, 0))
    await ming_in_club.presses(cell(stored, 0))
    await ming_in_club.presses("⇅")
    assert (await ming_in_club.game()).selection.cell is None
    assert (await club.game()).selection.cell == stored.puzzle.grid.blanks()[0]


async def test_the_background_draws_the_groups_board(
    house: House, club: Talk, ming_in_club: Talk
) -> None:
    await club.sends("/new 4")
    stored, neutral = await club.game(), keys(club)
    await ming_in_club.presses("Notes")
    update = ming_in_club.person.say(f"{BOT} {right_moves(stored)[0]}", house.club.chat)
    await is_killed(house, update)
    await draws(house)
    assert "Welcome back" in club.text
    assert [label for label, _ in keys(club)][-5:] == [label for label, _ in neutral][-5:]
    await views.mark(
        house.database,
        stored.id,
        Place(club.chat_id),
        Staleness.REDRAW,
        5,
        asked_by=ming_in_club.person.id,
    )
    await draws(house)
    assert "to fill" in club.text
    assert "Check" in club.buttons


async def test_a_pencil_survives_a_restart(house: House, club: Talk) -> None:
    await club.sends("/new 4")
    stored = await club.game()
    await club.presses("Notes")
    await house.stops()
    await house.starts()
    await club.presses(cell(stored, 0))
    await club.presses(digit(stored, 0))
    assert (await club.game()).game.turns[-1].moves[0].act == "notes"


async def test_a_supergroup_goes_on_with_language_look_and_box(
    house: House, club: Talk, ming_in_club: Talk
) -> None:
    await ming_in_club.sends("/new 9 none 5")
    await club.sends("/board compact")
    await club.presses("▶")
    before = await club.game()
    house.api.world.chats.add_group(NEW, "Sudoku Club", house.club.chat.members.values())
    await club.delivers(service_message(club, club.chat_id, migrate_to_chat_id=NEW))
    after = await games.current(house.database, Place(NEW))
    assert after is not None
    assert after.selection.box == before.selection.box is not None
    there = Talk(house, club.person, house.api.world.chats[NEW])
    await there.sends("/board")
    assert "多数人" in there.text
    assert ": " not in there.text.partition("1 2 3")[2]


async def test_who_placed_what_stands_below_the_board(
    club: Talk, ming_in_club: Talk, ana: Talk
) -> None:
    await club.sends("/new 4")
    assert "Alice" not in club.text
    moves = right_moves(await club.game())
    for talk, some in ((ming_in_club, moves[:2]), (club, moves[2:5]), (ana, moves[5:6])):
        await talk.sends(f"{BOT} {' '.join(some)}")
    assert told(club) == ["A 小明 2 · B Alice 3 · C Ana 1"]
    refused = await club.presses("↩")
    assert "somebody else's" in refused
    assert told(club) == ["A 小明 2 · B Alice 3 · C Ana 1"]
    await ana.presses("↩")
    assert told(club) == ["A 小明 2 · B Alice 3"]
    await ana.sends("/redo")
    assert told(club) == ["A 小明 2 · B Alice 3 · C Ana 1"]


def told(talk: Talk) -> list[str]:
    """The lines that name people, without the marks around the names."""
    lines = re.sub("[\u2068\u2069]|Digits per player: ", "", talk.text).splitlines()
    return [line for line in lines if re.match(r"[A-H] |[A-H]: |somebody|\d+ others?", line)]


async def test_the_end_says_who_did_what(house: House, club: Talk, ming_in_club: Talk) -> None:
    await club.sends("/new 4")
    stored = await club.game()
    moves = right_moves(stored)
    await ming_in_club.sends(f"{BOT} {wrong_move(stored)}")
    await ming_in_club.sends(f"{BOT} {' '.join(moves[:3])}")
    await club.sends("/hint")
    await club.sends("/check")
    await club.sends("/board")
    house.clock.forward(minutes=3)
    await club.sends(f"{BOT} {' '.join(moves[3:])}")
    assert "Solved! 🎉 3:00" in club.text
    assert told(club) == [
        "A 小明: 3 right, 1 mistake",
        f"B Alice: {len(moves) - 3} right, 2 hints or checks",
    ]


async def test_whoever_is_deleted_is_somebody(
    house: House, club: Talk, ming: Talk, ming_in_club: Talk
) -> None:
    """Also on the board that the group sees, and without anybody having to press it."""
    await club.sends("/new 4")
    moves = right_moves(await club.game())
    await ming_in_club.sends(f"{BOT} {moves[0]}")
    await club.sends(f"{BOT} {moves[1]}")
    await ming.sends("/deleteme")
    await ming.presses("是的，全部删除")
    assert await draws(house)
    assert told(club) == ["B Alice 1 · somebody 1"]
    await ming_in_club.sends(f"{BOT} {moves[2]}")
    assert told(club) == ["B Alice 1 · C 小明 1 · somebody 1"]
    await club.sends(f"{BOT} {' '.join(moves[3:])}")
    assert told(club)[-1] == "somebody: 1 right"


async def test_a_board_that_is_over_loses_the_name_as_well(
    house: House, club: Talk, ming: Talk, ming_in_club: Talk
) -> None:
    await club.sends("/new 4")
    moves = right_moves(await club.game())
    await club.sends(f"{BOT} {moves[0]}")
    await ming_in_club.sends(f"{BOT} {' '.join(moves[1:])}")
    await ming.sends("/deleteme")
    await ming.presses("是的，全部删除")
    assert await draws(house)
    assert told(club) == ["A Alice: 1 right", f"somebody: {len(moves) - 1} right"]


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "gone"), [("over", {"days": 1, "minutes": 1}), ("open", {"days": 30, "minutes": 1})]
)
async def test_names_are_forgotten_when_nobody_needs_them(
    house: House, club: Talk, game: str, gone: dict[str, int]
) -> None:
    await club.sends("/new 4")
    moves = right_moves(await club.game())
    await club.sends(f"{BOT} {' '.join(moves if game == 'over' else moves[:1])}")
    ticker = Ticker(house.database, lambda: int(house.clock.seconds()), asyncio.sleep)
    await ticker.tick()
    assert await house.database.all("select name from players") == [("Alice",)]
    house.clock.forward(**gone)
    await ticker.tick()
    assert await house.database.all("select name from players") == [(None,)]
    await club.sends("/board")
    assert "Alice" not in club.text
    assert game == "over" or told(club) == ["A 1"]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("<b>Eve</b> & Co", "<b>Eve</b> & Co"),
        ("\u202eevil\u2066\u200b", "evil"),
        ("A 99 · B", "A 99 · B"),
        ("x" * 64, "x" * 15 + "…"),
        ("\n\u3164\u2800", None),
    ],
)
async def test_any_name_stays_one_short_line(house: House, name: str, shown: str | None) -> None:
    eve = Talk(house, Person(house.api, User(1009, name, "en")), house.club.chat)
    house.club.chat.members[1009] = eve.person.user
    await eve.sends("/new 4")
    await eve.sends(f"{BOT} {right_moves(await eve.game())[0]}")
    assert told(eve) == [f"A {shown} 1" if shown else "A 1"]
    marked = [entity["type"] for entity in eve.last["entities"] if entity["type"] != "pre"]
    assert marked == ["bold", "bold"], "the title and the letter"


async def test_a_supergroup_knows_its_people(house: House, club: Talk) -> None:
    await club.sends("/new 4")
    await club.sends(f"{BOT} {right_moves(await club.game())[0]}")
    house.api.world.chats.add_group(NEW, "Sudoku Club", house.club.chat.members.values())
    await club.delivers(service_message(club, club.chat_id, migrate_to_chat_id=NEW))
    there = Talk(house, club.person, house.api.world.chats[NEW])
    await there.sends("/board")
    assert told(there) == ["A Alice 1"]


async def test_in_private_nobody_is_named(chat: Talk) -> None:
    await chat.sends("/new 4")
    await chat.sends(right_moves(await chat.game())[0])
    assert "Alice" not in chat.text
    assert await chat.house.database.all("select * from players") == []


async def test_the_daily_comes_in_the_language_and_the_look_of_the_group(
    house: House, club: Talk, ming_in_club: Talk
) -> None:
    house.club.promote(ming_in_club.person)
    await club.sends("/new 4")
    await club.sends("/board image")
    await ming_in_club.sends("/subscribe 8:00 Berlin")
    kept = await subscriptions.get(house.database, club.chat_id)
    assert kept is not None
    now, later = kept.next_due, kept.next_due + 86_400
    await outbox.advance_due(
        house.database, [Advance(kept, later, "2099-01-01", kept.next_label, later)], now
    )
    (row,) = await outbox.claim(house.database, 1, now)
    await send_daily(house.application, row)
    assert club.last["photo"]
    assert "Daily 2026-11-21" in club.last["caption"]
    assert "题" not in club.last["caption"]


async def test_a_hint_on_the_board_speaks_to_all(club: Talk, ming_in_club: Talk) -> None:
    await club.sends("/new 4")
    await ming_in_club.presses("💡")
    assert "💡 Why?" in club.buttons
    await ming_in_club.presses("💡 Why?")
    assert "💡 And the move?" in club.buttons
    await ming_in_club.sends("/hint")
    assert "✔ Do it" in club.buttons


async def test_a_question_about_a_mistake_is_asked_of_who_pressed(
    club: Talk, ming_in_club: Talk
) -> None:
    """A toast is seen by one person, in their own language."""
    await club.sends("/new 4")
    stored = await club.game()
    assert "先点格子" in await ming_in_club.presses(digit(stored, 0))
    assert "First press a cell" in await club.presses(digit(stored, 0))


async def test_mistakes_are_marked_as_the_group_has_chosen(
    ming: Talk, club: Talk, ming_in_club: Talk
) -> None:
    await ming.sends("/settings")
    await ming.presses("错误：提示冲突")
    await club.sends("/new 4")
    stored = await club.game()
    wrong = stored.puzzle.solution[stored.puzzle.grid.blanks()[0]] % 4 + 1
    await club.sends("/settings")
    await club.presses("Mistakes: show clashes")
    await club.presses("Mistakes: show wrong digits")
    await club.sends("/board")
    await ming_in_club.presses(cell(stored, 0))
    told_him = await ming_in_club.presses(f"digit:{stored.id}:{wrong}")
    assert told_him == f"r1c{stored.puzzle.grid.blanks()[0] + 1} = {wrong}"
    assert '"' not in club.text


async def test_what_changes_nothing_is_no_message_in_a_group(house: House, club: Talk) -> None:
    """It is a nod, since each message would take one of twenty a minute from the board."""
    await club.sends("/new 4")
    move = right_moves(await club.game())[0]
    await club.sends(f"{BOT} {move}")
    house.api.calls.clear()
    for text in (f"{BOT} {move}", "/redo"):
        assert await club.sends(text) == ""
    assert [method for method, _ in house.api.calls] == ["setMessageReaction"] * 2
    assert {*house.api.world.messages.reactions(club.chat_id).values()} == {"👌"}


@pytest.mark.long
@pytest.mark.parametrize("are_typed", [True, False])
async def test_the_board_of_a_lively_group_is_seconds_behind(
    house: House, club: Talk, ming_in_club: Talk, ana: Talk, *, are_typed: bool
) -> None:
    """In a minute with a move a second, nine in ten are seen within 5 s, in 20 messages."""
    budget, people = Budget(), (club, ming_in_club, ana)

    async def sleep(pause: float) -> None:
        budget.now += pause

    async with limited_house(house, budget, sleep, burst=3):
        await club.sends("/new 6 none 5")
        stored, board = await club.game(), club.last["message_id"]
        blanks, right = stored.puzzle.grid.blanks(), right_moves(stored)
        moved, shown = list[float](), list[float]()
        budget.now += 60
        for second in range(60):
            # A digit is placed, then placed again, which changes nothing, and then taken away.
            number, act = second // 3 % len(blanks), second % 3
            talk = people[second % len(people)] if act < 2 else people[(second - 2) % len(people)]
            erased = f"{right[number].split('=')[0]} x", f"digit:{stored.id}:0"
            house.api.calls.clear()
            if are_typed:
                await talk.sends(f"{BOT} {erased[0] if act == 2 else right[number]}")
            else:
                await talk.presses(cell(stored, number), board)
                await talk.presses(erased[1] if act == 2 else digit(stored, number), board)
            if act != 1:
                moved.append(budget.now)
            await draws(house)
            made = [method for method, _ in house.api.calls]
            shown += [budget.now] * sum(one.startswith(("send", "edit")) for one in made)
            budget.now += 1
        late = [next((at for at in shown if at >= move), budget.now + 60) - move for move in moved]
        assert sorted(late)[len(late) * 9 // 10] <= 5
        assert len(shown) <= 20


@pytest.mark.long
@pytest.mark.timeout(600)
async def test_three_hundred_actions_of_five_people_come_out_as_a_model_has_them(
    house: House, club: Talk, ming_in_club: Talk, ana: Talk
) -> None:
    """A move a second for five minutes, typed and pressed, one of them an anonymous administrator.

    The board never lacks a move, nine in ten are seen within 5 s, no minute has more than 20
    messages, and at the end the message shows what the model has.
    """
    house.club.promote(ming_in_club.person, is_anonymous=True)
    others = [Talk(house, Person(house.api, User(at, f"P{at}", "en"))) for at in (1004, 1005)]
    for talk in others:
        house.club.chat.members[talk.person.id] = talk.person.user
    people = [club, ming_in_club, ana, *(house.in_club(talk) for talk in others)]
    random, budget = Random(28), Budget()

    async def sleep(pause: float) -> None:
        budget.now += pause

    async with limited_house(house, budget, sleep, burst=3):
        await club.sends("/new 6 none 5")
        stored, board = await club.game(), club.last["message_id"]
        model, blanks = list(stored.puzzle.grid.values), stored.puzzle.grid.blanks()
        moved, shown = list[float](), list[float]()
        budget.now += 60
        for at in range(300):
            talk, number = people[at % 5], random.randrange(len(blanks))
            digit = stored.puzzle.solution[blanks[number]]
            held = model[blanks[number]]
            value = random.choice([one for one in (0, digit, digit % 6 + 1) if one != held])
            house.api.calls.clear()
            if is_typed := random.random() < 0.5:
                name = stored.puzzle.grid.geometry.name(blanks[number])
                await talk.sends(f"{BOT} {name} {value or 'x'}")
            else:
                board = (await club.game()).message_id or board
                await talk.presses(cell(stored, number), board)
                await talk.presses(f"digit:{stored.id}:{value}", board)
            # The key of a digit that is all placed is blank.
            if is_typed or not value or model.count(value) < 6:
                moved.append(budget.now)
                model[blanks[number]] = value
            assert [*(await club.game()).game.values.values] == model
            await draws(house)
            made = [method for method, _ in house.api.calls]
            shown += [budget.now] * sum(one.startswith(("send", "edit")) for one in made)
            budget.now += 1
        for _ in range(60):
            if await draws(house):
                break
            budget.now += 1
        late = [next((at for at in shown if at >= move), budget.now) - move for move in moved]
        assert sorted(late)[len(late) * 9 // 10] <= 5
        assert all(sum(0 <= then - at < 60 for then in shown) <= 20 for at in shown)
    drawn = [line for line in club.text.splitlines() if line[:2] in {f"{row}:" for row in "123456"}]
    figures = "".join(re.sub(r"[^1-6.]", "", line[2:]) for line in drawn)
    assert figures == "".join(str(value or ".") for value in model)


async def test_the_first_board_of_a_group_says_to_reply_to_it(chat: Talk, club: Talk) -> None:
    assert "Or reply to this board: r" in await club.sends("/new 4")
    assert "Or type where and what: r" in await chat.sends("/new 4")
