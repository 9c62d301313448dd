"""Answers to questions about whole units and all cells."""

import pytest

from bot.playground import Person
from bot.playground.chats import User
from tests.bot.house import House, Talk, right_moves


@pytest.mark.parametrize(
    ("language", "asked", "has", "lacks"),
    [
        ("en", "which digits are in row 9 already?", "In row 9 already: 3, 5, 9", "Missing"),
        ("es", "¿qué cifras hay ya en la fila 9?", "En la fila 9 ya están: 3, 5, 9", "faltan"),
        ("zh", "第九行已经有哪些数字", "第 9 行已经有：3、5、9", "还缺"),
    ],
)
async def test_the_digits_of_a_unit_and_those_that_it_lacks(
    house: House, language: str, asked: str, has: str, lacks: str
) -> None:
    talk = Talk(house, Person(house.api, User(79, "Somebody", language, "somebody")))
    await talk.sends("/new 9 #11")
    first, second = (await talk.sends(asked)).splitlines()
    assert first == has
    assert lacks in second
    assert [digit for digit in second if digit in "12345678"][-6:] == [*"124678"]


async def test_who_wants_help_in_a_unit_gets_what_it_lacks_and_a_hint(chat: Talk) -> None:
    await chat.sends("/new 9 #11")
    said = await chat.sends("is there anything I can do in row 9?")
    assert said.endswith("Missing in row 9: 1, 2, 4, 6, 7, 8")
    assert chat.buttons == ["💡 A hint"]
    assert "Look at" in await chat.presses("💡 A hint")


async def test_the_fullest_unit_has_the_fewest_blanks(chat: Talk) -> None:
    await chat.sends("/new 9 #11")
    game = (await chat.game()).game
    blanks = [sum(not game.values[cell] for cell in row) for row in game.values.geometry.rows]
    fewest = min(blanks)
    numbers = ", ".join(str(at) for at, count in enumerate(blanks, 1) if count == fewest)
    said = await chat.sends("which row is nearest to done?")
    assert said == f"Fullest row: {numbers} (blank cells: {fewest})"
    # A row that is full is no longer near.
    row = blanks.index(fewest)
    cells = [at for at in game.values.geometry.rows[row] if not game.values[at]]
    name = game.values.geometry.name
    await chat.sends(" ".join(f"{name(at)}={game.solution[at]}" for at in cells))
    said = await chat.sends("which row is nearest to done?")
    assert str(row + 1) not in said.partition("(")[0]


async def test_cells_with_one_candidate_are_counted_and_not_named(chat: Talk) -> None:
    await chat.sends("/new 4")
    game = (await chat.game()).game
    peers, values = game.values.geometry.peers, game.values
    count = sum(
        len({values[peer] for peer in peers[at] if values[peer]}) == 3 for at in values.blanks()
    )
    assert count
    said = await chat.sends("are there any cells with only one candidate left?")
    assert said.startswith(f"Yes: {count} blank cell")
    assert "r1c" not in said


@pytest.mark.parametrize(
    ("language", "question", "answer"),
    [
        ("en", "is there any cell with only one candidate?", "No, but 1 blank cell can take no"),
        ("es", "¿hay alguna celda con un solo candidato?", "No, pero en 1 celda vacía no cabe"),
        ("zh", "有没有只剩一个候选数的格子", "没有；不过有 1 个空格什么数字都填不了"),
    ],
)
async def test_where_nothing_fits_in_a_cell_it_is_not_said_to_take_several_digits(
    house: House, language: str, question: str, answer: str
) -> None:
    talk = Talk(house, Person(house.api, User(81, "Somebody", language, "somebody")))
    await talk.sends("/new 4")
    first, *moves = right_moves(await talk.game())
    beside = next(move for move in moves if move[:3] == first[:3])
    moves.remove(beside)
    await talk.sends(" ".join([*moves, f"{beside[:5]}{first[5]}"]))
    assert (await talk.sends(question)).startswith(answer)
