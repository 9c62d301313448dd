"""The state of a game, as the page draws it."""

import json

import pytest

from bot.play.calls import Call, of_page
from bot.store import users
from bot.touch.state import State, state_of
from engine import SYMBOLS
from tests.bot.house import House, Talk, right_moves, wrong_move


async def state(talk: Talk) -> State:
    """The state of the chat's game for the person."""
    house = talk.house
    user = await users.get(house.database, talk.person.id)
    assert user is not None
    call: Call = await of_page(house.services, user, (await talk.game()).id, None)
    return await state_of(call, "g7")


async def test_a_board_is_told_cell_by_cell(chat: Talk) -> None:
    await chat.sends("/new 6x6 easy")
    told, stored = await state(chat), await chat.game()
    assert (told["game"], told["size"], told["box"]) == ("g7", 6, [2, 3])
    assert told["symbols"] == "123456"
    assert told["givens"] == told["values"] == str(stored.puzzle.grid)
    assert len(str(told["values"])) == 36
    clues = stored.puzzle.grid.clue_count
    assert told["title"] == f"6×6 · easy · {clues} clues"
    assert (told["notes"], told["last"], told["ending"]) == ({}, (), None)


async def test_a_title_has_room_beside_the_clock(chat: Talk) -> None:
    await chat.sends("/daily")
    assert str((await state(chat))["title"]).startswith("Daily 11-")


async def test_digits_beyond_nine_are_shown_by_letters(chat: Talk) -> None:
    await chat.sends("/new 16x16 easy")
    told = await state(chat)
    assert told["symbols"] == SYMBOLS[:16] == "123456789ABCDEFG"
    assert len(str(told["values"])) == 256
    assert len(json.dumps(told)) < 2_000


async def test_notes_stand_by_their_cells_as_digits(chat: Talk) -> None:
    await chat.sends("/new 4x4 easy")
    first, second, *_ = (await chat.game()).puzzle.grid.blanks()
    name = (await chat.game()).puzzle.grid.geometry.name
    await chat.sends(f"note {name(first)} 24")
    await chat.sends(f"note {name(second)} 1")
    assert (await state(chat))["notes"] == {str(first): (2, 4), str(second): (1,)}


@pytest.mark.parametrize("policy", ["silent", "conflicts", "wrong"])
async def test_mistakes_show_as_far_as_the_person_asks(chat: Talk, policy: str) -> None:
    await chat.sends("/new 4x4 easy")
    stored = await chat.game()
    await chat.house.database.all("update users set policy = $1", policy)
    await chat.sends(wrong_move(stored))
    told, wrong = await state(chat), stored.puzzle.grid.blanks()[0]
    clashes = sorted({cell for pair in (await chat.game()).game.conflicts() for cell in pair.cells})
    assert told["wrong"] == ([wrong] if policy == "wrong" else [])
    assert told["clashes"] == (clashes if policy == "conflicts" else [])


async def test_the_time_goes_on_while_nobody_acts_but_not_for_long(chat: Talk) -> None:
    await chat.sends("/new 4x4 easy")
    chat.house.clock.forward(seconds=30)
    assert (await state(chat))["played"] == 30
    chat.house.clock.forward(hours=1)
    found = await state(chat)
    # The page counts of a break what the server counts.
    assert found["played"] == found["longest_break"] == 60


async def test_what_can_be_undone_and_redone_is_told(chat: Talk) -> None:
    await chat.sends("/new 4x4 easy")
    assert ((await state(chat))["undo"], (await state(chat))["redo"]) == (False, False)
    await chat.sends(right_moves(await chat.game())[0])
    assert ((await state(chat))["undo"], (await state(chat))["redo"]) == (True, False)
    await chat.sends("/undo")
    assert ((await state(chat))["undo"], (await state(chat))["redo"]) == (False, True)


async def test_a_group_is_told_who_was_last(house: House, club: Talk, ming_in_club: Talk) -> None:
    await club.sends("/new 4x4 easy")
    move = right_moves(await club.game())[0]
    await ming_in_club.sends(f"@{house.application.bot.username} {move}")
    assert (await club.game()).game.done == 1
    of_alice, of_ming = await state(club), await state(ming_in_club)
    assert (of_alice["group"], of_alice["last_by"], of_alice["undo"]) == (True, "小明", False)
    assert (of_ming["last_by"], of_ming["undo"]) == ("", True)


async def test_a_solved_game_is_praised_in_plain_words(chat: Talk) -> None:
    await chat.sends("/new 4x4 easy")
    for move in right_moves(await chat.game()):
        assert (await state(chat))["ending"] is None
        await chat.sends(move)
    ending = (await state(chat))["ending"]
    assert isinstance(ending, dict)
    assert (ending["kind"], ending["cheer"]) == ("solved", True)
    assert "solution" not in ending
    assert not any("<" in line for line in ending["lines"])
