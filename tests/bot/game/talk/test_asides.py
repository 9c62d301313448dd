"""What is said besides must not turn a wish around."""

import pytest

from bot.game.talk.details import Wanted
from tests.bot.game.talk.vocabulary import VOCABULARY


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Something gentle please, I haven't played in ages", Wanted("new", "easy")),
        ("un sudoku fácil, llevo años sin jugar", Wanted("new", "easy")),
        ("来个简单的，我好几年没玩了", Wanted("new", "easy")),
        ("pencil marks everywhere except in row 3", Wanted("notes")),
        ("除了第三行，其他候选数都填上", Wanted("notes")),
        ("pon las notas en todas menos la columna 4", Wanted("notes")),
        ("send the board as text, pictures don't open", Wanted("board", "full")),
        ("mándame el tablero en texto, que las fotos no se abren", Wanted("board", "full")),
        ("用文字发盘面，照片打不开", Wanted("board", "full")),
        ("one that is ni tan tonto ni imposible, 9x9", Wanted("new", "9 medium")),
        ("not yesterday's, today's please", Wanted("daily")),
        ("el de hoy, no el de ayer", Wanted("daily")),
        ("不是昨天的，今天的那题", Wanted("daily")),
        ("don't touch my digits, just clear the notes", Wanted("notes", "clear")),
        ("borra las notas, pero no toques mis números", Wanted("notes", "clear")),
        ("can I get two a day, one at 9 and one at 8 pm", Wanted("once_a_day")),
        ("dos al día, a las 8 y a las 20", Wanted("once_a_day")),
        ("我想每天两次，早上八点和晚上八点", Wanted("once_a_day")),
    ],
)
def test_a_remark_or_an_exception_leaves_the_wish_as_it_is(text: str, wanted: Wanted) -> None:
    reading = VOCABULARY.read(text, "en", playing=wanted.name != "daily")
    assert reading is not None
    assert reading.wanted[0] == wanted


@pytest.mark.parametrize(
    "text", ["don't delete my notes", "dont check it", "不要动我的数字", "no toques mis notas"]
)
def test_a_denial_that_says_nothing_else_leaves_everything_alone(text: str) -> None:
    reading = VOCABULARY.read(text, "en", playing=True)
    assert reading is not None
    assert reading.wanted[0] == Wanted("leave")


@pytest.mark.parametrize("text", ["undo the 5", "deshaz el 5 de arriba", "撤销那个5"])
def test_an_undo_that_names_a_digit_is_never_sure(text: str) -> None:
    reading = VOCABULARY.read(text, "en", playing=True)
    assert reading is None or not reading.is_sure


def test_both_levels_are_offered_where_something_between_them_is_wanted() -> None:
    for text in ("somewhere between medium and hard", "要中等偏难的", "entre medio y difícil"):
        reading = VOCABULARY.read(text, "en", playing=False)
        assert reading is not None
        assert not reading.is_sure
        assert reading.wanted == (Wanted("new", "medium"), Wanted("new", "hard"))
