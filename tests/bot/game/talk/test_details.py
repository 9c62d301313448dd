import pytest

from bot.game.talk.details import Wanted, concepts_of, narrowed
from bot.game.talk.lexicon import Tag, cut, fold
from tests.bot.game.talk.vocabulary import LEXICONS, VOCABULARY


def tags(text: str) -> list[Tag]:
    return cut(fold(text, VOCABULARY.simplified), LEXICONS["en"], ())


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("undo the last 3 moves", Wanted("undo", "3")),
        ("undo the last 300 moves", Wanted("undo")),
        ("go back 3", Wanted("undo", "3")),
        ("undo the 7", Wanted("undo")),
        ("退两步", Wanted("undo", "2")),
        ("retrocede 4", Wanted("undo", "4")),
        ("only four rows please", Wanted("new", "4")),
        ("one with the numbers 1 to 6", Wanted("new", "6")),
        ("uno de cuatro filas", Wanted("new", "4")),
        ("只有六行六列的", Wanted("new", "6")),
        ("give me one for my 4 hours delay", Wanted("new")),
        ("dame uno, tengo 6 horas de viaje", Wanted("new")),
        ("飞机晚点4小时 来一道", Wanted("new")),
        ("show me notes of box 5", Wanted("notes", "box 5")),
        ("what is missing in column 4", Wanted("whats_left", "column 4")),
        ("a 6x6 with naked pairs", Wanted("new", "6 with naked pair")),
    ],
)
def test_the_details_stand_behind_the_name_of_a_wish(text: str, wanted: Wanted) -> None:
    reading = VOCABULARY.read(text, "en", playing=True)
    assert reading is not None
    assert reading.wanted[0] == wanted


def test_a_row_and_a_column_together_name_a_cell() -> None:
    assert "cell" in concepts_of(tags("row 3 column 4"))
    assert "cell" not in concepts_of(tags("row 3"))
    reading = VOCABULARY.read("zebra row 3 column 4", "en", playing=True)
    assert reading is None or Wanted("notes", "column 4") not in reading.wanted


def test_a_text_that_names_no_level_leaves_nothing_open() -> None:
    assert narrowed(tags("a puzzle")) == [tags("a puzzle")]
