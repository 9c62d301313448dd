"""Playing with the buttons below a board."""

import pytest

from bot.store import users
from bot.store.games import GameState, StoredGame
from tests.bot.house import Budget, House, Talk, limited_house


def below(stored: StoredGame, number: int = 0) -> tuple[str, str]:
    """The button of a blank cell, and the button of its digit."""
    cell = stored.puzzle.grid.blanks()[number]
    return f"cell:{stored.id}:{cell}", f"digit:{stored.id}:{stored.puzzle.solution[cell]}"


def wrong_digit(stored: StoredGame, number: int = 0) -> str:
    cell = stored.puzzle.grid.blanks()[number]
    return (
        f"digit:{stored.id}:{stored.puzzle.solution[cell] % stored.puzzle.grid.geometry.size + 1}"
    )


def edits(house: House) -> int:
    return sum(method.startswith("edit") for method, _ in house.api.calls)


async def test_a_chosen_cell_is_told_and_shown(house: House, chat: Talk) -> None:
    await chat.sends("/new 4")
    stored = await chat.game()
    cell, _ = below(stored)
    said = await chat.presses(cell)
    name = stored.puzzle.grid.geometry.name(stored.puzzle.grid.blanks()[0])
    assert said == f"{name} – now its digit"
    assert not chat.alerted
    assert edits(house) == 1
    assert "[·]" in chat.buttons
    assert "(.)" in chat.text


async def test_in_a_group_nobody_sees_what_somebody_else_chose(house: House, club: Talk) -> None:
    await club.sends("/new 4")
    assert "now its digit" in await club.presses(below(await club.game())[0])
    assert edits(house) == 0


async def test_a_digit_is_one_edit_of_the_same_message(house: House, chat: Talk) -> None:
    await chat.sends("/new 4")
    stored, board = await chat.game(), chat.last["message_id"]
    cell, digit = below(stored)
    await chat.presses(cell)
    await chat.presses(digit)
    assert edits(house) == 2, "the chosen cell, and the digit"
    assert chat.last["message_id"] == board
    (turn,) = (await chat.game()).game.turns
    assert turn.moves[0].value == stored.puzzle.solution[turn.moves[0].cell]
    assert await chat.presses(digit) == "First press a cell, then its digit."
    await chat.presses(cell)
    assert await chat.presses(digit) == "It's already like that."
    assert edits(house) == 3


@pytest.mark.long
@pytest.mark.parametrize("size", [4, 6])
async def test_a_small_game_is_played_to_the_end_by_buttons_alone(
    house: House, chat: Talk, size: int
) -> None:
    await chat.sends(f"/new {size}")
    stored = await chat.game()
    blanks = len(stored.puzzle.grid.blanks())
    house.clock.forward(minutes=2)
    for number in range(blanks):
        for button in below(stored, number):
            await chat.presses(button)
    assert (await chat.game()).state is GameState.SOLVED
    assert "Solved!" in chat.text
    assert edits(house) == 2 * blanks - 1, "the end is a message of its own"


@pytest.mark.long
@pytest.mark.parametrize("first", ["cell", "digit"])
async def test_a_large_game_is_played_to_the_end_by_buttons_alone(
    house: House, chat: Talk, first: str
) -> None:
    """A player who only presses buttons that are there, box after box."""
    await chat.sends("/new 9 9")
    stored = await chat.game()
    house.clock.forward(minutes=5)
    if first == "digit":
        await chat.presses("⋯")
        swap = next(each for each in data(chat) if each.startswith("swap:"))
        assert "First press a digit" in await chat.presses(swap)
    solution, armed = stored.puzzle.solution, 0
    while (await chat.game()).state is GameState.OPEN:
        cells = [
            int(button["callback_data"].split(":")[2])
            for buttons in chat.last["reply_markup"]["inline_keyboard"]
            for button in buttons
            if button["callback_data"].startswith("cell") and button["text"] == "·"
        ]
        if not cells:
            await chat.presses(next(label for label in chat.buttons if label in "◤▲◥◀◆▶◣▼◢"))
            continue
        cell = min(cells, key=lambda cell: (solution[cell] != armed, solution[cell]))
        chosen = [f"cell:{stored.id}:{cell}"]
        if armed != solution[cell] or first == "cell":
            armed = solution[cell]
            digit = f"digit:{stored.id}:{armed}"
            chosen = [*chosen, digit] if first == "cell" else [digit, *chosen]
        for button in chosen:
            await chat.presses(button)
    assert "Solved!" in chat.text
    placed = sum(len(turn.moves) for turn in (await chat.game()).game.turns)
    assert placed == len(stored.puzzle.grid.blanks())


async def test_a_digit_without_a_cell_says_what_comes_first(chat: Talk, ming: Talk) -> None:
    await chat.sends("/new 4")
    assert await chat.presses(below(await chat.game())[1]) == "First press a cell, then its digit."
    await ming.sends("/new 4")
    assert "先点格子" in await ming.forges(f"digit:{(await ming.game()).id}:1")


async def test_a_given_stays(chat: Talk) -> None:
    await chat.sends("/new 4")
    stored = await chat.game()
    given = next(cell for cell, value in enumerate(stored.puzzle.grid.values) if value)
    assert "is a given" in await chat.presses(f"cell:{stored.id}:{given}")
    assert not chat.alerted
    assert await chat.presses(below(stored)[1]) == "First press a cell, then its digit."


async def test_erasing(chat: Talk) -> None:
    await chat.sends("/new 4")
    stored = await chat.game()
    cell, digit = below(stored)
    await chat.presses(cell)
    await chat.presses(digit)
    await chat.presses(cell)
    assert "erased" in await chat.presses("⌫")
    assert "already" in await chat.presses("⌫")
    assert len((await chat.game()).game.turns) == 2


async def test_the_pencil_adds_and_removes_notes_and_shows_them_on_the_button(chat: Talk) -> None:
    await chat.sends("/new 4")
    stored = await chat.game()
    cell, _ = below(stored)
    assert await chat.presses("Notes") == "Digits are notes now."
    assert "now its notes" in await chat.presses(cell)
    await chat.presses("¹")
    await chat.presses("⁴")
    assert "[¹⁴]" in chat.buttons
    await chat.presses("¹")
    assert "[⁴]" in chat.buttons
    assert await chat.presses("✎ on") == "Digits are digits again."
    assert "①" in chat.buttons
    assert {move.act for turn in (await chat.game()).game.turns for move in turn.moves} == {"notes"}


async def test_notes_do_not_go_into_a_cell_with_a_digit(chat: Talk) -> None:
    await chat.sends("/new 4")
    stored = await chat.game()
    for button in below(stored):
        await chat.presses(button)
    await chat.presses("Notes")
    await chat.presses(below(stored)[0])
    assert "has a digit already" in await chat.presses(f"digit:{stored.id}:1")


async def test_who_presses_digits_first_is_told_so_below_a_new_board(chat: Talk) -> None:
    await chat.sends("/new 4")
    assert "Press a cell, then its digit." in chat.text
    await chat.presses("More")
    await chat.presses("Digit first")
    await chat.sends("/new 4")
    assert "Press a digit, then its cells." in chat.text


async def test_digit_first_places_with_every_cell_and_the_eraser_too(chat: Talk) -> None:
    await chat.sends("/new 4")
    stored = await chat.game()
    await chat.presses("More")
    await chat.presses("Digit first")
    cell, digit = below(stored)
    assert await chat.presses(cell) == "First press a digit, then its cells."
    assert "now its cells" in await chat.presses(digit)
    assert f"[{digit[-1]}]" in chat.buttons
    await chat.presses(cell)
    assert (await chat.game()).game.done == 1
    await chat.presses("⌫")
    assert "[⌫]" in chat.buttons
    assert "erased" in await chat.presses(cell)
    await chat.presses("More")
    await chat.presses("Cell first")
    assert "[⌫]" not in chat.buttons


@pytest.mark.parametrize(
    ("policy", "said"),
    [("silent", None), ("conflicts", "too."), ("wrong", "isn't right.")],
)
async def test_a_mistake_is_told_as_the_person_wants(
    house: House, chat: Talk, policy: str, said: str | None
) -> None:
    """A board that is full but for two cells, so that a wrong digit must clash with another one."""
    await chat.sends("/new 4")
    stored = await chat.game()
    blanks = stored.puzzle.grid.blanks()
    solution, name = stored.puzzle.solution, stored.puzzle.grid.geometry.name
    await chat.sends(" ".join(f"{name(c)}={solution[c]}" for c in blanks[1:-1]))
    await users.set_policy(house.database, chat.person.id, policy)
    await chat.presses(below(stored)[0])
    right = f"digit:{stored.id}:{solution[blanks[0]]}"
    wrong = next(
        b for b in sorted(data(chat)) if b.startswith("digit:") and b != right and b[-1] != "0"
    )
    answer = await chat.presses(wrong)
    assert (said or "") in answer
    assert ("too." in answer, "isn't right" in answer) == (policy == "conflicts", policy == "wrong")
    assert ('"' in chat.text) == (policy != "silent")


def data(talk: Talk) -> set[str]:
    rows = talk.last["reply_markup"]["inline_keyboard"]
    return {button["callback_data"] for row in rows for button in row}


async def test_what_is_held_survives_a_restart(house: House, chat: Talk) -> None:
    await chat.sends("/new 9")
    stored = await chat.game()
    cell, digit = below(stored, 30)
    await chat.presses("✎")
    await chat.forges(cell)
    await house.stops()
    await house.starts()
    assert "notes" in await chat.forges(digit)
    await chat.presses("[✎]")
    await chat.forges(digit)
    (note, place) = (await chat.game()).game.turns
    assert note.moves[0].cell == place.moves[0].cell == stored.puzzle.grid.blanks()[30]


async def test_two_people_hold_cells_of_their_own(club: Talk, ming_in_club: Talk) -> None:
    await club.sends("/new 4")
    stored = await club.game()
    await club.presses(below(stored, 0)[0])
    await ming_in_club.presses(below(stored, 1)[0])
    assert (await ming_in_club.game()).selection.cell == stored.puzzle.grid.blanks()[1]
    await club.presses(below(stored, 0)[1])
    await ming_in_club.presses(below(stored, 1)[1])
    turns = (await club.game()).game.turns
    assert [(turn.player, turn.moves[0].cell) for turn in turns] == [
        (club.person.id, stored.puzzle.grid.blanks()[0]),
        (ming_in_club.person.id, stored.puzzle.grid.blanks()[1]),
    ]
    assert (await ming_in_club.game()).selection.cell is None


@pytest.mark.long
@pytest.mark.parametrize(
    "button",
    [
        *("cell:{}", "cell:{}:", "cell:{}:16", "cell:{}:-1", "cell:{}:x", "digit:{}:5"),
        *("digit:{}:99999", "pencil:{}:2", "box:{}:4", "box:{}:-1", "unit:{}:12", "see:{}:-1"),
    ],
)
async def test_forged_buttons_are_answered_and_change_nothing(chat: Talk, button: str) -> None:
    await chat.sends("/new 4")
    stored = await chat.game()
    assert "too old" in await chat.forges(button.format(stored.id))
    assert await chat.game() == stored


async def test_an_old_board_offers_the_live_one(chat: Talk) -> None:
    await chat.sends("/new 4")
    old, stored = chat.last["message_id"], await chat.game()
    await chat.sends("/board")
    for button in (*below(stored), "Notes", "More"):
        assert "an old board" in await chat.presses(button, old)
        assert chat.last["message_id"] != old
    assert (await chat.game()).game.turns == ()


async def test_the_time_pauses_when_nothing_happens(house: House, chat: Talk) -> None:
    await chat.sends("/new 4")
    stored = await chat.game()
    house.clock.forward(seconds=40)
    await chat.presses(below(stored)[0])
    house.clock.forward(hours=9)
    await chat.presses(below(stored)[1])
    assert "⏱ 1:40" in chat.text
    house.clock.forward(seconds=20)
    await chat.sends("/board")
    assert "⏱ 2:00" in chat.text


async def test_a_chosen_digit_that_is_all_placed_goes_nowhere_any_more(chat: Talk) -> None:
    await chat.sends("/new 4")
    stored = await chat.game()
    blanks, solution = stored.puzzle.grid.blanks(), stored.puzzle.solution
    digit = solution[blanks[0]]
    await chat.presses("More")
    await chat.presses("Digit first")
    await chat.presses(f"digit:{stored.id}:{digit}")
    for cell in blanks:
        if solution[cell] == digit:
            await chat.presses(f"cell:{stored.id}:{cell}")
    done = (await chat.game()).game.done
    other = next(cell for cell in blanks if solution[cell] != digit)
    assert f"All the {digit}s are placed" in await chat.presses(f"cell:{stored.id}:{other}")
    assert "①②③④"[digit - 1] not in chat.buttons
    assert "are placed" in await chat.presses(f"digit:{stored.id}:{digit}")
    assert (await chat.game()).game.done == done


async def test_a_lone_digit_does_not_overwrite_what_was_just_placed(chat: Talk) -> None:
    await chat.sends("/new 4")
    stored = await chat.game()
    for button in below(stored):
        await chat.presses(button)
    before = (await chat.game()).game
    assert await chat.presses(wrong_digit(stored)) == "First press a cell, then its digit."
    assert (await chat.game()).game == before


async def test_a_key_between_two_boxes_does_nothing(house: House, chat: Talk) -> None:
    await chat.sends("/new 4")
    stored = await chat.game()
    assert not await chat.presses(f"gap:{stored.id}")
    assert await chat.game() == stored
    assert edits(house) == 0


async def test_a_choice_is_shown_only_where_the_next_move_need_not_wait(
    house: House, chat: Talk
) -> None:
    """Of two edits in quick succession, the second one is saved for the digit."""
    await chat.sends("/new 4")
    stored, budget = await chat.game(), Budget()

    async def sleep(pause: float) -> None:
        budget.now += pause

    async with limited_house(house, budget, sleep, burst=2):
        for number in range(3):
            chosen, digit = below(stored, number)
            before = edits(house)
            await chat.presses(chosen)
            shown = edits(house)
            await chat.presses(digit)
            assert (shown - before, edits(house) - shown) == (number == 0, 1)
            budget.now += 1.0
