import pytest

from bot import messages
from bot.game.asked import AskedDigit, AskedUnit, Question, folded, places, read_question
from bot.game.game import Game
from engine import Geometry, parse

NINE, SIXTEEN = Geometry.of_size(9), Geometry.of_size(16)


def read(text: str, geometry: Geometry = NINE) -> Question | None:
    units, patterns = messages.vocabulary("unit"), messages.vocabulary("where")
    return read_question(text, geometry, units, patterns)


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        *(("row 4", 3), ("Row 9", 8), ("column 3", 11), ("box 2", 19), ("block 9", 26)),
        *(("fila 4", 3), ("columna 3", 11), ("caja 2", 19), ("región 1", 18)),
        *(("第4行", 3), ("4行", 3), ("第3列", 11), ("第2宫", 19), ("2宫", 19)),
    ],
)
def test_a_unit_by_its_name_is_asked_about(text: str, unit: int) -> None:
    assert read(text) == AskedUnit(unit)


@pytest.mark.parametrize(
    "text",
    [
        *("where can 7 go", "Where can a 7 go?", "where does the 7 go", "places for 7"),
        *("¿Dónde puede ir el 7?", "donde va el 7", "dónde cabe un 7", "¿dónde puedo poner el 7?"),
        *("7能放哪里？", "7 可以填在哪里", "哪里能填7"),
    ],
)
def test_a_digit_is_asked_about(text: str) -> None:
    assert read(text) == AskedDigit(7)


@pytest.mark.parametrize(
    "text",
    [
        *("b 2", "c3", "r4c5 7", "row 10", "row 0", "row 4 column 5 is 7", "4: 53..7....", ""),
        *("where can i go", "where can 0 go", "box", "go", "notes row 3", "row 4 " * 20),
    ],
)
def test_moves_and_talk_are_no_questions(text: str) -> None:
    assert read(text) is None


def test_the_digits_of_a_large_board_are_letters_too() -> None:
    assert read("where can G go", SIXTEEN) == AskedDigit(16)
    assert read("where can G go") is None


def test_every_pattern_is_folded_and_has_its_digit() -> None:
    for pattern in messages.vocabulary("where"):
        assert pattern.count("{digit}") == 1
        assert folded(pattern.replace("{digit}", "7")) == pattern.replace("{digit}", "7")


def test_a_digit_can_go_where_no_peer_has_it() -> None:
    solution = parse("1234341221434321")
    game = Game(parse("12....12......21"), solution)
    assert places(game, 3) == [2, 3, 4, 5, 8, 9, 10, 11, 12, 13]
    assert places(game, 1) == [9]
