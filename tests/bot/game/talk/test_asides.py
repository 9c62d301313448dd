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
        ("not the daily, just an easy one", Wanted("new", "easy")),
        ("an easy one, not the daily", Wanted("new", "easy")),
        ("i dont want the daily, give me a 6x6", Wanted("new", "6")),
        ("anything but hard or extreme", Wanted("new", "medium")),
        ("dont message me before 9am", Wanted("subscribe", "09.00")),
        ("no rules just an easy one", Wanted("new", "easy")),
        ("i know the rules, give me an easy one", Wanted("new", "easy")),
        ("i dont know the rules", Wanted("rules")),
        ("is row 7 right or what", Wanted("check")),
        ("im not giving up", Wanted("leave")),
        ("never message me again", Wanted("unsubscribe")),
        ("i dont want a new one i want a hint", Wanted("hint")),
        ("not a 9x9", Wanted("sizes")),
        ("im so sick of 9x9 puzzles", Wanted("sizes")),
        ("i hate 9x9 gimme something smaller", Wanted("new", "6")),
        ("no 6x6, something bigger", Wanted("new", "16")),
        ("not 6x6, a 4x4", Wanted("new", "4")),
        ("no 6x6 or 8x8, give me a 4x4", Wanted("new", "4")),
        ("not too easy, a 9x9", Wanted("new", "9 medium")),
        ("el de hoy, no el de ayer", Wanted("daily")),
        ("不是昨天的，今天的那题", Wanted("daily")),
        ("don't touch my digits, just clear the notes", Wanted("notes", "clear")),
        ("borra las notas, pero no toques mis números", Wanted("notes", "clear")),
        ("can I get two a day, one at 9 and one at 8 pm", Wanted("once_a_day")),
        ("dos al día, a las 8 y a las 20", Wanted("once_a_day")),
        ("我想每天两次，早上八点和晚上八点", Wanted("once_a_day")),
        ("mandame 2 diarios por dia", Wanted("once_a_day")),
        ("send me 2 a day", Wanted("once_a_day")),
        ("每天给我发2题", Wanted("once_a_day")),
        ("print this one without my numbers", Wanted("print")),
        ("print the original, not what I've filled in", Wanted("print")),
        ("quiero imprimirlo sin los números que yo he puesto", Wanted("print")),
        ("imprime solo las cifras iniciales", Wanted("print")),
        ("打印这题 不要我填的数字", Wanted("print")),
        ("quita ese y el de antes tb", Wanted("undo", "2")),
        ("borra la última y la penúltima", Wanted("undo", "2")),
        ("quita ese", Wanted("undo")),
        ("borra los dos que acabo de poner", Wanted("undo", "2")),
        ("把我刚才填的那俩都删了", Wanted("undo", "2")),
        ("哎呀手滑了 这步跟前面那步都不要了", Wanted("undo", "2")),
        ("把这步和上一步都撤了", Wanted("undo", "2")),
        ("有没有12宫的", Wanted("new", "12")),
        ("有十二宫格的吗", Wanted("new", "12")),
        ("第五宫还差什么", Wanted("whats_left", "box 5")),
    ],
)
def test_a_remark_or_an_exception_leaves_the_wish_as_it_is(text: str, wanted: Wanted) -> None:
    reading = VOCABULARY.read(text, "en", playing=wanted.name != "daily")
    assert reading is not None
    assert reading.wanted[0] == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("un 6x6 del nivel más difícil", Wanted("new", "6 expert")),
        ("uno de 8x8 con la dificultad más alta", Wanted("new", "8 extreme")),
        ("ponme el sudoku más fácil de 16x16", Wanted("new", "16 easy")),
        ("el nivel más bajo de 6x6", Wanted("new", "6 easy")),
        ("8x8 at the lowest difficulty", Wanted("new", "8 easy")),
        ("来一道难度最低的8x8", Wanted("new", "8 easy")),
        ("un 16x16 más difícil", Wanted("harder", "16")),
        ("un 6x6 más fácil que este", Wanted("easier", "6")),
        ("来个难一点的16x16", Wanted("harder", "16")),
        ("比这个简单的6x6", Wanted("easier", "6")),
        ("quiero un nivel más difícil", Wanted("harder")),
        ("otro de un nivel más bajo", Wanted("easier")),
        ("haz el sudoku más difícil", Wanted("harder")),
        ("el siguiente más difícil", Wanted("harder")),
        ("harder than this 9x9", Wanted("harder")),
        ("Can I have an easier one? I'm nine.", Wanted("easier")),
        ("9x9 one notch below the hardest", Wanted("new", "9 expert")),
        ("6x6, second hardest level", Wanted("new", "6 expert")),
        ("uno de 6x6 justo por debajo del más difícil", Wanted("new", "6 expert")),
        ("仅次于最难的9x9", Wanted("new", "9 expert")),
        ("one step above the easiest", Wanted("new", "medium")),
        ("el segundo más fácil", Wanted("new", "medium")),
        ("第二简单的", Wanted("new", "medium")),
    ],
)
def test_the_highest_level_is_no_higher_level_and_a_named_size_stays(
    text: str, wanted: Wanted
) -> None:
    reading = VOCABULARY.read(text, "en", playing=True)
    assert reading is not None
    assert reading.is_sure
    assert reading.wanted[0] == wanted


@pytest.mark.parametrize(
    "text",
    [
        *("este es el sudoku más difícil que he hecho", "el 9x9 más difícil que he hecho"),
        *("es el tablero más fácil que vi nunca", "the hardest 9x9 I have ever done"),
    ],
)
def test_a_puzzle_that_is_the_hardest_so_far_is_left_for_no_other_one(text: str) -> None:
    reading = VOCABULARY.read(text, "en", playing=True)
    assert reading is not None
    assert not reading.is_sure


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("上周五每日", "friday-1"),
        ("这周一的每日我漏了", "monday-0"),
        ("周二的每日", "tuesday"),
        ("昨天的每日还能做吗", "yesterday"),
        ("el diario del sábado pasado", "saturday"),
        ("last Wednesday's daily", "wednesday"),
    ],
)
def test_the_daily_of_a_day_is_not_that_of_every_day(text: str, day: str) -> None:
    reading = VOCABULARY.read(text, "en", playing=False)
    assert reading is not None
    assert reading.wanted[0] == Wanted("daily", day)


@pytest.mark.parametrize("text", ["周一到周五每日八点发", "每周六每日都发给我", "每日 周三的"])
def test_a_weekday_beside_every_day_subscribes_to_nothing(text: str) -> None:
    reading = VOCABULARY.read(text, "en", playing=False)
    assert reading is not None
    assert reading.wanted[0].name != "daily"
    assert not (reading.is_sure and reading.wanted[0].name == "subscribe")


@pytest.mark.parametrize(
    "text", ["don't delete my notes", "dont check it", "不要动我的数字", "no toques mis notas"]
)
def test_a_denial_that_says_nothing_else_leaves_everything_alone(text: str) -> None:
    reading = VOCABULARY.read(text, "en", playing=True)
    assert reading is not None
    assert reading.wanted[0] == Wanted("leave")


@pytest.mark.parametrize(
    "text", ["undo the 5", "deshaz el 5 de arriba", "撤销那个5", "delete my last game"]
)
def test_an_undo_that_names_a_digit_or_a_game_is_never_sure(text: str) -> None:
    reading = VOCABULARY.read(text, "en", playing=True)
    assert reading is None or not reading.is_sure


def test_both_levels_are_offered_where_something_between_them_is_wanted() -> None:
    for text in ("somewhere between medium and hard", "要中等偏难的", "entre medio y difícil"):
        reading = VOCABULARY.read(text, "en", playing=False)
        assert reading is not None
        assert not reading.is_sure
        assert reading.wanted == (Wanted("new", "medium"), Wanted("new", "hard"))
