import re

import pytest

from bot.game.move import Act, notes_text
from bot.store import hints, views
from bot.store.views import Staleness
from engine import SYMBOLS
from engine.techniques import State
from tests.bot.house import House, Talk, right_moves, wrong_move

HINT = "💡 Hint"
MONSTER = "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1"
"""Easter Monster, whose first step is a nested net."""


def passage(text: str) -> tuple[int, int]:
    """Which passage a text is, and of how many."""
    found = re.search(r"Part (\d+) of (\d+)", text)
    assert found
    return int(found[1]), int(found[2])


async def goes_to_an_elimination(chat: Talk) -> None:
    """Takes hints until one eliminates something, and shows that one to its end."""
    while True:
        await chat.sends("/hint")
        # A technique that is new to the person is named at once.
        while label := next((label for label in chat.buttons if "💡" in label), None):
            await chat.presses(label)
        if "remove" in chat.text:
            return
        await chat.presses("✔ Do it")


def has_cells(chat: Talk) -> bool:
    """Whether the newest message has the usual buttons of a board."""
    rows = chat.last["reply_markup"]["inline_keyboard"]
    return any(key["callback_data"].startswith("cell:") for row in rows for key in row)


async def test_the_board_tells_where_why_and_what_and_nothing_is_sent(
    house: House, chat: Talk
) -> None:
    await chat.sends("/new 4 easy 42")
    board = chat.last["message_id"]
    house.api.calls.clear()
    await chat.presses("💡")
    assert HINT in chat.text
    assert "Look at" in chat.text
    assert "Hidden single" not in chat.text
    await chat.presses("💡 Why?")
    assert "only one cell is left for it" in chat.text or "just one cell is blank" in chat.text
    assert "So put" not in chat.text
    await chat.presses("💡 And the move?")
    assert "So put" in chat.text
    assert chat.last["message_id"] == board
    assert (await chat.game()).message_id == board
    made = {method for method, _ in house.api.calls}
    assert made == {"sendChatAction", "editMessageText", "answerCallbackQuery"}
    assert (await chat.game()).game.done == 0


async def test_the_cells_are_marked_on_the_board_below_its_title(chat: Talk) -> None:
    await chat.sends("/new easy 42")
    title = chat.text.splitlines()[0]
    for _ in range(3):
        await chat.sends("/hint")
    board = chat.text.partition(HINT)[0]
    assert board.startswith(title)
    assert board.count("+") == 1 + 2 * 2
    assert "=" in board, "the digits that leave one cell"


async def test_one_key_leads_back_to_the_board(chat: Talk) -> None:
    await chat.sends("/new easy 42")
    await chat.sends("/board")
    before = chat.text, chat.buttons
    await chat.presses("💡")
    assert not has_cells(chat)
    assert chat.buttons == ["💡 Why?", "◀ Board", "🖼 Picture"]
    await chat.presses("◀ Board")
    assert (chat.text, chat.buttons) == before


async def test_what_was_told_is_shown_again_and_no_more_than_that(house: House, chat: Talk) -> None:
    await chat.sends("/new easy 42")
    await chat.presses("💡")
    await chat.presses("💡 Why?")
    said = chat.text
    await chat.presses("◀ Board")
    await chat.presses("💡")
    assert chat.text == said
    assert sum((await hints.by_person(house.database, (await chat.game()).id)).values()) == 1


async def test_a_double_tap_tells_no_more_than_one_tap(chat: Talk) -> None:
    await chat.sends("/new easy 42")
    game = (await chat.game()).id
    for data in (f"hint:{game}:0:1", f"hint:{game}:0:1"):
        await chat.forges(data)
    assert "Look at" in chat.text
    for data in (f"hint:{game}:0:2", f"hint:{game}:0:2", f"hint:{game}:0:99"):
        await chat.forges(data)
        assert ("So put" in chat.text) == data.endswith("99")


async def test_a_typed_hint_comes_with_a_new_board_that_stays_the_last_message(
    house: House, chat: Talk
) -> None:
    await chat.sends("/new easy 42")
    old = chat.last["message_id"]
    house.api.calls.clear()
    await chat.sends("/hint")
    assert [m for m, _ in house.api.calls if m.startswith("send")] == [
        "sendChatAction",
        "sendMessage",
    ]
    assert (await chat.game()).message_id == chat.last["message_id"] > old
    await chat.presses("◀ Board")
    assert has_cells(chat)


async def test_in_a_group_the_board_that_is_near_shows_it(club: Talk) -> None:
    await club.sends("/new 4 easy 42")
    board = club.last["message_id"]
    assert await club.sends("/hint") == ""
    assert club.last["message_id"] == board
    assert HINT in club.text
    for _ in range(4):
        await club.sends("/help")
    await club.sends("/hint")
    assert club.last["message_id"] > board
    assert "💡 And the move?" in club.buttons


@pytest.mark.parametrize("way", ["typed", "pressed"])
async def test_a_move_plays_and_the_hint_goes(chat: Talk, way: str) -> None:
    await chat.sends("/new 4 easy 42")
    await chat.presses("💡")
    stored = await chat.game()
    cell = stored.puzzle.grid.blanks()[0]
    digit = stored.puzzle.solution[cell]
    if way == "typed":
        await chat.sends(f"{stored.puzzle.grid.geometry.name(cell)}={digit}")
    else:
        # With buttons that were pressed before the hint came.
        await chat.forges(f"cell:{stored.id}:{cell}")
        assert HINT in chat.text
        await chat.forges(f"digit:{stored.id}:{digit}")
    assert HINT not in chat.text
    assert has_cells(chat)
    assert (await chat.game()).game.values[cell] == digit
    await chat.sends("/undo")
    assert HINT not in chat.text


async def test_every_look_shows_it_in_its_way(chat: Talk) -> None:
    await chat.sends("/new easy 42")
    for look in ("compact", "speak"):
        await chat.sends(f"/board {look}")
        await chat.presses("💡" if look == "compact" else "Hint")
        assert "Look at" in chat.text
        assert has_pre(chat) == (look == "compact")
        assert "Row 9: " in chat.text or look == "compact"
    await chat.sends("/board image")
    message, plain = chat.last["message_id"], chat.last["photo"]
    await chat.presses("💡")
    assert chat.last["message_id"] == message
    assert "Look at" in chat.last["caption"]
    assert chat.last["photo"] != plain
    assert chat.buttons == ["💡 Why?", "◀ Board"]
    await chat.presses("◀ Board")
    assert chat.last["photo"] != plain or HINT not in chat.last["caption"]
    assert has_cells(chat)


def has_pre(chat: Talk) -> bool:
    return any(entity["type"] == "pre" for entity in chat.last.get("entities", ()))


async def test_it_outlives_a_restart_and_is_drawn_again_with_the_board(
    house: House, chat: Talk
) -> None:
    await chat.sends("/new easy 42")
    await chat.presses("💡")
    said, stored = chat.text, await chat.game()
    place = (await chat.visit()).place
    await house.stops()
    await house.starts()
    await views.mark(house.database, stored.id, place, Staleness.REDRAW, 5, keeps_hint=True)
    house.api.calls.clear()
    await chat.forges(f"gap:{stored.id}")
    assert "editMessageText" in [method for method, _ in house.api.calls]
    assert chat.text == said
    await chat.presses("💡 Why?")
    assert "So put" not in chat.text
    assert said.splitlines()[0] in chat.text


async def test_the_board_alone_is_shown_on_request(chat: Talk) -> None:
    await chat.sends("/new easy 42")
    await chat.presses("💡")
    assert HINT not in await chat.sends("/board")
    assert has_cells(chat)


async def test_a_hint_button_of_an_old_board_shows_it_on_a_new_one(chat: Talk) -> None:
    await chat.sends("/new easy 42")
    old = chat.last["message_id"]
    await chat.sends("/board")
    newer = chat.last["message_id"]
    await chat.presses("💡", old)
    assert chat.last["message_id"] > newer
    assert HINT in chat.text
    assert (await chat.game()).message_id == chat.last["message_id"]


async def test_buttons_of_hints_that_were_messages_of_their_own_still_work(chat: Talk) -> None:
    await chat.sends("/new easy 42")
    game = (await chat.game()).id
    await chat.sends("/privacy")
    hint = chat.last["message_id"]
    for told in ("Look at", "Hidden single", "So put"):
        await chat.forges(f"hint:{game}:0", hint)
        assert told in chat.text or (told == "Hidden single" and "Full house" in chat.text)
    await chat.forges(f"drawhint:{game}:0", hint)
    assert "So put" in chat.last["caption"]
    assert (await chat.game()).message_id == chat.last["message_id"]
    await chat.forges(f"dohint:{game}:0", hint)
    assert (await chat.game()).game.done == 1
    assert "caption" not in chat.last
    await chat.sends(wrong_move(await chat.game()))
    await chat.forges(f"hintcells:{game}", hint)
    assert "Look at r" in chat.text


async def test_a_hint_for_a_board_that_has_moved_on_begins_anew(chat: Talk) -> None:
    await chat.sends("/new easy 42")
    game = (await chat.game()).id
    await chat.sends(right_moves(await chat.game())[0])
    await chat.forges(f"hint:{game}:0:3")
    assert "Look at" in chat.text


async def test_on_the_board_of_another_game_it_says_which_one_is_played(chat: Talk) -> None:
    await chat.sends("/new easy 42")
    old = chat.last["message_id"]
    await chat.sends("/new 4")
    assert "#1" in await chat.presses("💡", old)
    assert HINT not in chat.text


async def test_do_it_does_what_was_said(chat: Talk) -> None:
    await chat.sends("/new easy 42")
    for _ in range(3):
        await chat.sends("/hint")
    said, board = chat.text.rpartition("So put ")[2], chat.last["message_id"]
    await chat.presses("✔ Do it")
    assert chat.last["message_id"] == board
    stored = await chat.game()
    ((move,),) = (turn.moves for turn in stored.game.turns)
    cell = stored.puzzle.grid.geometry.name(move.cell)
    assert said == f"{SYMBOLS[move.value - 1]} in {cell}."
    assert stored.puzzle.solution[move.cell] == move.value


@pytest.mark.long
async def test_what_is_ruled_out_is_remembered_in_the_notes(chat: Talk) -> None:
    await chat.sends("/new hard 7")
    await goes_to_an_elimination(chat)
    assert "pencils in all candidates" in chat.text
    await chat.presses("✔ Do it")
    assert "pencilled in" in chat.text
    stored = await chat.game()
    moves = stored.game.turns[-1].moves
    assert {move.act for move in moves} == {Act.NOTES}
    filled = sum(1 for turn in stored.game.turns[:-1] for _ in turn.moves)
    assert len(moves) == len(stored.puzzle.grid.blanks()) - filled
    for move in moves:
        assert move.value >> stored.puzzle.solution[move.cell] - 1 & 1


async def test_a_hint_follows_the_players_own_board(chat: Talk) -> None:
    await chat.sends("/new easy 42")
    first = (await chat.sends("/hint")).partition(HINT)[2]
    await chat.sends(" ".join(right_moves(await chat.game())[:20]))
    assert (await chat.sends("/hint")).partition(HINT)[2] != first


@pytest.mark.parametrize("size", [4, 9])
async def test_a_board_is_read_in_a_reply_whatever_is_marked_on_it(chat: Talk, size: int) -> None:
    await chat.sends(f"/new {size} easy 42")
    solution = str((await chat.game()).puzzle.solution)
    for _ in range(3):
        await chat.sends("/hint")
        board = chat.last["message_id"]
        assert solution in await chat.sends("/solve", board)


async def test_a_wrong_digit_is_told_first_and_where_only_if_one_asks(
    chat: Talk, ming: Talk
) -> None:
    for talk, wrong, which in (
        (chat, "1 of your digits can't be right", "Show me which"),
        (ming, "有 1 个不可能对", "告诉我是哪几格"),
    ):
        await talk.sends("/new 4 easy 42")
        stored = await talk.game()
        cell = stored.puzzle.grid.blanks()[0]
        name, right = stored.puzzle.grid.geometry.name(cell), stored.puzzle.solution[cell]
        await talk.sends(f"{name}={right % 4 + 1}")
        board = talk.last["message_id"]
        await talk.presses("💡")
        assert wrong in talk.text
        assert name not in talk.text
        assert '"' not in talk.text
        await talk.presses(which)
        assert name in talk.text
        assert f'{right % 4 + 1}"' in talk.text
        assert f"{name}={right}" not in talk.text
        assert talk.last["message_id"] == board
        await talk.sends(f"{name}={right}")
        assert wrong not in await talk.sends("/hint")


async def test_wrong_cells_are_struck_out_in_the_picture(chat: Talk) -> None:
    await chat.sends("/new 4 easy 42")
    await chat.sends("/board image")
    await chat.sends(wrong_move(await chat.game()))
    await chat.presses("💡")
    counted = chat.last["photo"]
    await chat.presses("Show me which")
    assert chat.last["photo"] != counted
    assert "Look at r" in chat.last["caption"]
    await chat.presses("◀ Board")
    assert has_cells(chat)


async def test_notes_that_are_wrong_are_told_before_their_cells(chat: Talk) -> None:
    await chat.sends("/new 4 easy 42")
    stored = await chat.game()
    shape, solution = stored.puzzle.grid.geometry, stored.puzzle.solution
    candidates, blanks = State.start(stored.puzzle.grid).cells, stored.puzzle.grid.blanks()
    notes = [f"note {shape.name(cell)} {notes_text(candidates[cell], shape)}" for cell in blanks]
    first = blanks[0]
    notes[0] = f"note {shape.name(first)} {solution[first] % 4 + 1}"
    await chat.sends("\n".join(notes))
    assert "notes of 1 cell first" in await chat.sends("/hint")
    assert shape.name(first) not in chat.text
    await chat.presses("Show me which")
    assert f"{shape.name(first)} lacks " in chat.text
    assert "?" in chat.text
    await chat.sends("/undo")
    assert HINT in await chat.sends("/hint")


async def test_hints_are_counted_and_told_in_the_result(house: House, chat: Talk) -> None:
    await chat.sends("/new 4 easy 42")
    for _ in range(3):
        await chat.sends("/hint")
    assert sum((await hints.by_person(house.database, (await chat.game()).id)).values()) == 1
    await chat.presses("✔ Do it")
    await chat.sends("/hint")
    said = await chat.sends(" ".join(right_moves(await chat.game())))
    assert "2 hints" in said


async def test_the_end_says_that_no_hints_were_taken(chat: Talk) -> None:
    await chat.sends("/new 4 easy 42")
    said = await chat.sends(" ".join(right_moves(await chat.game())))
    assert "Solved! 🎉 easy\nNo hints · no mistakes" in said
    assert "hint or check" not in said


async def test_an_old_hint_does_nothing_any_more(chat: Talk) -> None:
    await chat.sends("/new 4 easy 42")
    for _ in range(3):
        await chat.sends("/hint")
    old = chat.last["message_id"]
    await chat.sends(right_moves(await chat.game())[0])
    done = (await chat.game()).game.done
    assert "moved on" in await chat.presses("✔ Do it", old)
    assert (await chat.game()).game.done == done


async def test_nothing_is_done_before_it_is_said(chat: Talk) -> None:
    await chat.sends("/new 4 easy 42")
    await chat.sends("/hint")
    stored = await chat.game()
    assert "moved on" in await chat.forges(f"dohint:{stored.id}:0")
    assert (await chat.game()).game.done == 0


async def test_the_board_becomes_a_picture_with_the_hint_and_goes_on_as_one(
    house: House, chat: Talk
) -> None:
    await chat.sends("/new easy 42")
    await chat.presses("💡")
    board = chat.last["message_id"]
    house.api.calls.clear()
    await chat.presses("🖼 Picture")
    picture = chat.last
    assert picture["message_id"] == board
    assert "Look at" in picture["caption"]
    await chat.presses("💡 Why?")
    assert "Hidden single" in chat.last["caption"] or "Full house" in chat.last["caption"]
    assert chat.last["photo"] != picture["photo"]
    await chat.presses("💡 And the move?")
    await chat.presses("✔ Do it")
    assert [m for m, _ in house.api.calls if m.startswith("edit")] == ["editMessageMedia"] * 4
    assert has_cells(chat)
    assert (await chat.game()).game.done == 1


async def test_without_a_game_there_is_no_hint(chat: Talk) -> None:
    assert "no game here" in await chat.sends("/hint")


@pytest.mark.parametrize("data", ["hint:1:0", "dohint:1:0", "drawhint:x", "hintcells:1", "dohint"])
async def test_forged_buttons_reach_nobody_elses_game(chat: Talk, ming: Talk, data: str) -> None:
    await ming.sends("/new 4")
    await chat.sends("/start")
    await chat.forges(data)
    assert chat.alerted
    assert (await ming.game()).game.done == 0


async def test_a_solved_board_needs_none(chat: Talk) -> None:
    await chat.sends("/new 4 easy 42")
    await chat.sends(" ".join(right_moves(await chat.game())))
    assert "no game here" in await chat.sends("/hint")


async def plays_the_monster(chat: Talk) -> int:
    """Easter Monster with the reason of its first step; gives the message of the board."""
    await chat.sends(MONSTER)
    await chat.presses("▶ Play")
    await chat.presses("💡")
    await chat.presses("💡 Why?")
    return int(chat.last["message_id"])


@pytest.mark.long
async def test_a_long_reason_is_told_in_passages_on_the_board(house: House, chat: Talk) -> None:
    board = await plays_the_monster(chat)
    house.api.calls.clear()
    assert "Nested net" in chat.text
    first, count = passage(chat.text)
    assert (first, count > 2) == (1, True)
    assert chat.buttons[0] == "Part 2 ›"
    seen = [chat.text]
    for number in (2, 3):
        await chat.presses(f"Part {number} ›")
        seen.append(chat.text)
        assert passage(chat.text) == (number, count)
    await chat.presses("‹ Part 2")
    assert chat.text == seen[1]
    assert len(set(seen)) == 3
    assert "So remove" not in chat.text
    await chat.presses("💡 And the move?")
    assert passage(chat.text) == (count, count)
    assert "So remove" in chat.text
    assert chat.buttons[:2] == [f"‹ Part {count - 1}", "✔ Do it"]
    await chat.presses(f"‹ Part {count - 1}")
    assert "So remove" in chat.text
    assert {m for m, _ in house.api.calls if m.startswith(("edit", "send"))} == {
        "editMessageText",
        "sendChatAction",
    }
    assert chat.last["message_id"] == board
    await chat.presses("✔ Do it")
    assert (await chat.game()).game.done == 1


@pytest.mark.long
async def test_each_passage_has_a_picture_which_begins_where_the_text_was(chat: Talk) -> None:
    await plays_the_monster(chat)
    await chat.presses("Part 2 ›")
    await chat.presses("🖼 Picture")
    told, pictures = passage(chat.last["caption"]), [chat.last["photo"]]
    assert told[0] == 2
    assert told[1] > 2
    await chat.presses("Part 3 ›")
    assert passage(chat.last["caption"])[0] == 3
    assert chat.last["photo"] not in pictures


@pytest.mark.long
async def test_a_passage_that_is_not_there_is_the_last_one(chat: Talk) -> None:
    await plays_the_monster(chat)
    stored = await chat.game()
    await chat.forges(f"hint:{stored.id}:0:2:9999")
    told, count = passage(chat.text)
    assert told == count


async def test_a_hint_on_an_old_board_that_was_followed_has_no_buttons(chat: Talk) -> None:
    await chat.sends("/new 4 easy 42")
    for _ in range(3):
        await chat.sends("/hint")
    old, label = chat.last["message_id"], "✔ Do it"
    assert label in chat.buttons
    for _ in range(3):
        await chat.sends("/hint")
    assert chat.last["message_id"] != old
    done = (await chat.game()).game.done
    await chat.presses(label, old)
    assert (await chat.game()).game.done == done + 1
    (message,) = [m for m in chat.person.messages() if m["message_id"] == old]
    assert "reply_markup" not in message


async def test_a_hint_that_is_followed_below_another_message_leaves_its_buttons(
    club: Talk, ming_in_club: Talk
) -> None:
    await club.sends("/new 4 easy 42")
    for _ in range(3):
        await club.sends("/hint")
    stored = await club.game()
    await club.sends("/help")
    other = club.last
    await ming_in_club.forges(f"dohint:{stored.id}:{stored.game.done}")
    assert (await club.game()).game.done == stored.game.done + 1
    assert other in club.person.messages(club.chat)


@pytest.mark.parametrize(
    ("wish", "following"),
    [("/hint", "💡 Why?"), ("/hint why", "💡 And the move?"), ("/hint answer", "✔ Do it")],
)
async def test_a_hint_is_told_as_far_as_it_is_wished(chat: Talk, wish: str, following: str) -> None:
    await chat.sends("/new 4 easy 42")
    await chat.sends(wish)
    assert chat.buttons[0] == following
