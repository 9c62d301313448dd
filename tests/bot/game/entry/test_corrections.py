import pytest

from bot.game.entry import Letters
from bot.game.entry.corrections import LONGEST, corrections
from engine.board import Grid
from engine.notation import parse

READ = parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")


def changed(text: str, grid: Grid = READ) -> dict[str, int]:
    found = corrections(text, grid, Letters.ROW)
    assert found.missed == ()
    return {grid.geometry.name(cell): value for cell, value in found.changes.items()}


def missed(text: str) -> list[tuple[str, object]]:
    found = corrections(text, READ, Letters.ROW)
    assert found.changes == {}
    return [(one.key, one.values.get("cell") or one.values.get("text")) for one in found.missed]


@pytest.mark.parametrize(
    "text",
    [
        "the 3 in row 1 column 2 is a 2",
        "The three at row one, column two is really a two.",
        "row 1, column 2 should be 2 instead of 3",
        "r1c2 is a 2, not a 3",
        "r1c2 isn't a 3, it's a 2",
        "r1c2: 3 -> 2",
        "change the 3 in r1c2 to a 2",
        "r1c2 was read as 3 but is 2",
        "the 3 in row 1 column 2 is wrong, it's a 2",
        "第1行第2列的3是2",
        "第一行第二列不是3，是2",
        "把第1行第2列的3改成2",
        "第1行第2列的3其实是2",
        "第1行第2列应该是2",
        "el 3 de la fila 1 columna 2 es un 2",
        "el 3 de la primera fila, segunda columna es un 2",
        "r1c2 no es un 3, es un 2",
        "fila 1 columna 2: es un 2 y no un 3",
        "en la fila 1, columna 2 hay un 2 en lugar de un 3",
    ],
)
def test_a_wrong_digit_is_told_from_the_right_one(text: str) -> None:
    assert changed(text) == {"r1c2": 2}


@pytest.mark.parametrize(
    "text",
    [
        "r1c2 is blank",
        "the 3 in r1c2 is not there",
        "there's nothing in r1c2",
        "row 1 column 2 should be empty",
        "第一行第二列是空的",
        "第1行第2列没有数字",
        "la fila 1 columna 2 está vacía",
        "en la fila 1 columna 2 no hay nada",
        "no hay un 3 en r1c2",
    ],
)
def test_a_cell_is_said_to_be_blank(text: str) -> None:
    assert changed(text) == {"r1c2": 0}


@pytest.mark.parametrize(
    "text",
    [
        "the 3 in r1c2 is a 2, r2c1 is blank and r3c1 is a 1",
        "第1行第2列的3是2，第2行第1列是空的，第3行第1列是1",
        "el 3 de r1c2 es un 2, r2c1 está vacía y r3c1 es un 1",
    ],
)
def test_several_cells_are_corrected_at_once(text: str) -> None:
    assert changed(text) == {"r1c2": 2, "r2c1": 0, "r3c1": 1}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("the 5 in r1c2 is a 2", ("read_otherwise", "r1c2")),
        ("the 0 in r1c2 is a 2", ("read_otherwise", "r1c2")),
        ("the 7 in r1c3 is a 2", ("read_blank", "r1c3")),
        ("the 3 in r1c20 is a 2", ("no_such_cell", "r1c20")),
        ("the 3 in r1c2 is a 12", ("no_such_digit", "r1c2")),
        ("the 3 in r1c2 is wrong", ("no_digit", "r1c2")),
        ("r1c2 is not a 3", ("no_digit", "r1c2")),
        ("r1c2 is purple", ("part_not_understood", "r1c2 is purple")),
        ("don't change r1c2 to 2", ("part_not_understood", "don't change r1c2 to 2")),
        ("r1c2 is not blank", ("part_not_understood", "r1c2 is not blank")),
        ("r1c2 is 3 or 4 or 5", ("part_not_understood", "r1c2 is 3 or 4 or 5")),
    ],
)
def test_what_cannot_be_meant_is_refused_with_its_place(text: str, why: tuple[str, str]) -> None:
    assert missed(text) == [why]


def test_a_part_that_is_not_understood_leaves_the_others() -> None:
    found = corrections("r1c2 is a 2, r1c3 is purple, r3c1 is a 1", READ, Letters.ROW)
    assert found.changes == {1: 2, 18: 1}
    assert [one.values for one in found.missed] == [{"text": "r1c3 is purple"}]


@pytest.mark.parametrize("text", ["hello", "is the 3 in r1c2 a 2?", "r1c2 is a 2 " + " " * LONGEST])
def test_talk_questions_and_very_long_texts_correct_nothing(text: str) -> None:
    found = corrections(text, READ, Letters.ROW)
    assert (found.changes, found.missed) == ({}, ())


def test_a_long_part_is_quoted_shortened() -> None:
    ((_, text),) = missed("r1c2 is as purple as the sea in the evening of a long day")
    assert text == "r1c2 is as purple as the sea in the eve…"
