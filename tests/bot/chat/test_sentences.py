"""The moves that sentences mean in a game, where only the game says which digit is meant."""

import pytest

from bot.playground import Person
from bot.playground.chats import User
from tests.bot.house import House, Talk, right_moves


@pytest.fixture
async def moves(chat: Talk) -> list[str]:
    await chat.sends("/new 4")
    return right_moves(await chat.game())


async def test_the_last_digit_is_changed_and_no_other(chat: Talk, moves: list[str]) -> None:
    first, second = moves[:2]
    await chat.sends(first)
    await chat.sends(second)
    digit, other = int(second[5]), int(second[5]) % 4 + 1
    said = await chat.sends(f"change the number I just put in to {other}")
    assert f"{second[:4]} = {other}" in said
    # Another digit was the last one: what is meant is unsure.
    await chat.sends(f"change the {digit} I just put to {other % 4 + 1}")
    stored = await chat.game()
    placed = {str(move.cell): move.value for turn in stored.game.turns for move in turn.moves}
    assert sorted(placed.values()) == sorted([int(first[5]), other])


async def test_without_a_last_digit_there_is_none_to_change(chat: Talk, moves: list[str]) -> None:
    await chat.sends("change my last number to 2")
    assert (await chat.game()).game.done == 0
    await chat.sends(" ".join(moves[:3]))
    assert await chat.sends("change my last number to 2") == "Did you mean this?"
    assert chat.buttons == ["↩ Undo"]
    assert (await chat.game()).game.done == 1


@pytest.mark.parametrize(
    ("language", "sentence", "none"),
    [
        ("en", "oops, I meant a {new}, not a {old}", "No {old} on the board is yours."),
        ("es", "no era un {old} sino un {new}", "Ningún {old} del tablero es tuyo."),
        ("zh", "不是{old}是{new} 打错了", "盘上没有你填的 {old}。"),
    ],
)
async def test_a_digit_becomes_the_one_that_was_meant(
    house: House, language: str, sentence: str, none: str
) -> None:
    talk = Talk(house, Person(house.api, User(77, "Somebody", language, "somebody")))
    await talk.sends("/new 4")
    first, second = right_moves(await talk.game())[:2]
    await talk.sends(first)
    await talk.sends(second)
    old, new = int(second[5]), int(second[5]) % 4 + 1
    assert f"{second[:4]} = {new}" in await talk.sends(sentence.format(old=old, new=new))
    # Where no such digit is theirs, that is said, and what they may mean is only offered.
    gone = next(digit for digit in range(1, 5) if digit not in {new, int(first[5])})
    said = await talk.sends(sentence.format(old=gone, new=gone % 4 + 1))
    assert said.startswith(none.format(old=gone))
    assert f"{second[:4]} = {new}" in said
    assert f"{second[:4]} = {gone % 4 + 1}" in talk.buttons[0]


async def test_a_digit_that_was_meant_for_the_cell_beside_it_goes_there(chat: Talk) -> None:
    await chat.sends("/new 9 #11")
    stored = await chat.game()
    grid = stored.puzzle.grid
    geometry = grid.geometry
    cell = next(at for at in grid.blanks() if at % 9 < 8 and not grid[at + 1])
    await chat.sends(f"{geometry.name(cell)}=5")
    await chat.sends("oops, that was meant to go one to the right")
    values = (await chat.game()).game.values
    assert (values[cell], values[cell + 1]) == (0, 5)


async def test_of_several_equal_digits_the_other_one_or_the_one_on_that_side_is_meant(
    chat: Talk,
) -> None:
    await chat.sends("/new 9 #11")
    grid = (await chat.game()).puzzle.grid
    name, blanks = grid.geometry.name, grid.blanks()
    top, low = name(blanks[0]), name(blanks[-1])
    for cell in (top, low):
        await chat.sends(f"{cell}=5")
    for text, meant in (
        ("not that one, delete the other 5", [top]),
        ("delete the 5 at the bottom", [low]),
        ("delete the 5", [top, low]),
    ):
        assert await chat.sends(text) == "Did you mean this?"
        assert chat.buttons == [f"⌫ Erase {cell}" for cell in meant]


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "remove all the {0} candidates from row {1}"),
        ("es", "borra las notas {0} de la fila {1}"),
        ("zh", "把第{1}行的候选数{0}全部删掉"),
    ],
)
async def test_a_note_is_removed_from_the_whole_unit_and_no_other(
    house: House, language: str, sentence: str
) -> None:
    talk = Talk(house, Person(house.api, User(80, "Somebody", language, "somebody")))
    await talk.sends("/new 9 #11")
    before = (await talk.game()).game
    geometry = before.values.geometry
    rows = [[at for at in row if not before.values[at]] for row in geometry.rows]
    noted = [*rows[1][:2], rows[2][0]]
    await talk.sends(" ".join(f"note {geometry.name(at)} 12" for at in noted))
    await talk.sends(sentence.format(1, 2))
    notes = (await talk.game()).game.notes
    assert [notes[at] for at in noted] == [0b10, 0b10, 0b11]


@pytest.mark.parametrize(
    ("language", "sentence", "none"),
    [
        ("en", "the same again in {}", "not the same in {}"),
        ("es", "lo mismo en {}", "no lo mismo en {}"),
        ("zh", "{}也填一样的", "{}别填一样的"),
    ],
)
async def test_the_last_digit_is_offered_for_another_blank_cell(
    house: House, language: str, sentence: str, none: str
) -> None:
    talk = Talk(house, Person(house.api, User(81, "Somebody", language, "somebody")))
    await talk.sends("/new 9 #11")
    first, second = right_moves(await talk.game())[:2]
    await talk.sends(first)
    await talk.sends(sentence.format(second[:4]))
    move = f"{second[:4]} = {first[5:]}"
    assert [button for button in talk.buttons if move in button]
    # Nothing is written yet, and nowhere else than into a blank cell.
    assert (await talk.game()).game.done == 1
    for text in (sentence.format(first[:4]), none.format(second[:4])):
        await talk.sends(text)
        assert not [button for button in talk.buttons if " = " in button]


@pytest.mark.parametrize(
    "sentence",
    [
        "that was not a {old}, it was a {new}?",
        "no era un {old} sino un {new}?",
        "不是{old}是{new}吗",
    ],
)
async def test_a_digit_that_somebody_only_asks_about_is_offered(chat: Talk, sentence: str) -> None:
    await chat.sends("/new 9 #11")
    await chat.sends("r9c9=4")
    before = (await chat.game()).game.values
    await chat.sends(sentence.format(old=4, new=2))
    assert (await chat.game()).game.values == before
    assert ["r9c9 = 2" in label for label in chat.buttons] == [True]
    await chat.sends(sentence.format(old=9, new=2))
    assert not any("Write" in label for label in chat.buttons)


async def test_the_last_digit_goes_on_to_another_cell(chat: Talk) -> None:
    await chat.sends("/new 4")
    game = (await chat.game()).game
    size = game.givens.geometry.size
    # A blank cell with a blank one beside it, of which neither gets its right digit for sure.
    cell = next(
        at for at in game.givens.blanks() if at % size < size - 1 and not game.givens[at + 1]
    )
    name, beside = (game.givens.geometry.name(at) for at in (cell, cell + 1))
    await chat.sends(f"{name} 1")
    said = await chat.sends("move the last number I placed one cell to the right")
    assert f"{beside} = 1" in said
    # What moved is still the last digit.
    assert f"{beside} = 2" in await chat.sends("change it to 2")
    assert f"{beside} = 1" in await chat.sends("change my last number to 1")
    await chat.sends("move the last number I placed one cell to the left")
    await chat.sends("move it one cell to the right")
    assert f"{beside} = 2" in await chat.sends("change my last number to 2")
    await chat.sends("change it to 1")
    await chat.sends("no, move it one cell to the left")
    values = (await chat.game()).game.values
    assert (values[cell], values[cell + 1]) == (1, 0)
    # Who may mean the board is asked, and another digit of one's own is not written over.
    assert await chat.sends("move it right") == "Did you mean this?"
    assert chat.buttons == [f"✏️ Move 1: {name} → {beside}"]
    await chat.sends(f"{beside} 2")
    assert await chat.sends(f"move the 1 in {name} to {beside}") == "Did you mean this?"
    assert (await chat.game()).game.values[cell] == 1
    await chat.presses(f"✏️ Move 1: {name} → {beside}")
    assert (await chat.game()).game.values[cell + 1] == 1


async def test_no_digit_goes_beyond_the_board(chat: Talk, moves: list[str]) -> None:
    move = moves[0]
    await chat.sends(move)
    said = await chat.sends("move the last number 7 cells to the left")
    assert said.startswith("There's no cell r")
    assert (await chat.game()).game.done == 1


async def test_the_last_cell_is_meant_where_another_digit_of_it_was_said(chat: Talk) -> None:
    await chat.sends("/new 4")
    first, *others = right_moves(await chat.game())
    second = next(move for move in others if move[5] != first[5])
    await chat.sends(first)
    await chat.sends(second)
    old, cell = int(second[5]), second[:4]
    new = next(digit for digit in range(1, 5) if digit not in {old, int(first[5])})
    # The last cell holds neither digit, so it is asked, and not the first cell is meant.
    assert await chat.sends(f"not a {first[5]}, I meant {new}, same spot") == "Did you mean this?"
    assert chat.buttons == [f"✏️ Write: {cell} = {new}"]
    assert await chat.sends(f"you useless bot I said {new} not {old}") == "Did you mean this?"
    assert chat.buttons == [f"✏️ Write: {cell} = {new}"]
    assert f"{cell} = {new}" in await chat.sends(f"not a {old}, I meant {new}, same spot")


async def test_an_erasing_among_strange_words_is_offered_of_ones_own_digit(
    chat: Talk, moves: list[str]
) -> None:
    move, other = moves[:2]
    await chat.sends(move)
    assert await chat.sends(f"delete that silly thing in {move[:4]}") == "Did you mean this?"
    assert chat.buttons == [f"⌫ Erase {move[:4]}"]
    await chat.sends(f"delete that silly thing in {other[:4]}")
    assert f"⌫ Erase {other[:4]}" not in chat.buttons
    assert (await chat.game()).game.done == 1


async def test_a_digit_that_stands_at_its_goal_already_stays_where_it_was(
    chat: Talk, moves: list[str]
) -> None:
    (one, other), digit = (move[:4] for move in moves[:2]), int(moves[0][5])
    await chat.sends(f"{one}={digit} {other}={digit}")
    before = (await chat.game()).game.values
    said = await chat.sends(f"move the {digit} in {one} to {other}")
    assert said == f"{other} is already {digit}."
    # No such digit stands there.
    await chat.sends(f"move the {digit % 4 + 1} in {one} to {moves[2][:4]}")
    assert (await chat.game()).game.values == before


async def test_of_several_digits_that_were_said_the_last_one_is_meant(
    chat: Talk, moves: list[str]
) -> None:
    old, new = int(moves[0][5]), int(moves[0][5]) % 4 + 1
    for move in moves[:2]:
        await chat.sends(f"{move[:4]}={old}")
    await chat.sends(f"you useless bot I said {new} not {old}")
    assert chat.buttons == [f"✏️ Write: {moves[1][:4]} = {new}"]


async def test_of_several_digits_that_may_go_elsewhere_each_is_offered(
    chat: Talk, moves: list[str]
) -> None:
    blank = [move[:4] for move in moves]
    ways = {name: f"r{int(name[1]) + 1}{name[2:]}" for name in blank}
    own = [name for name in blank if ways[name] in blank][:2]
    for name in own:
        await chat.sends(f"{name}=1")
    before = (await chat.game()).game.values
    assert await chat.sends("I want to move the 1 down one") == "Did you mean this?"
    offered = [f"✏️ Move 1: {name} → {ways[name]}" for name in own]
    assert len(offered) == 2
    assert chat.buttons[:2] == offered
    assert (await chat.game()).game.values == before
