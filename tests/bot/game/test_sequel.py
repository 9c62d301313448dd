"""What people say to a hint that their board shows."""

import pytest

from bot import messages
from bot.game.sequel import LONGEST, Sequel, read_sequel


def read(text: str) -> Sequel | None:
    return read_sequel(text, messages.vocabulary("sequel"), messages.vocabulary("around"))


@pytest.mark.parametrize(
    "text",
    [
        *(
            "more",
            "More, please!",
            "and then?",
            "i STILL don't get it...",
            "ok, go on",
            "which one?",
        ),
        *("más", "¿y ahora qué?", "pues sigo sin verlo", "dime más, porfa", "No lo entiendo"),
        *("然后呢？", "还是没看懂啊", "我还是没看懂", "再说详细点吧", "嗯，继续", "哪一格？"),
        *("adelante", "来吧"),
    ],
)
def test_more_of_the_hint_is_wanted(text: str) -> None:
    assert read(text) is Sequel.MORE


@pytest.mark.parametrize(
    "text",
    [
        *("just put it in", "ok, can you fill it in for me please?", "do it", "Write it down, thx"),
        *("ponlo tú", "pues ponlo por mí, gracias", "¡hazlo!", "rellénalo ya"),
        *("那你帮我填上吧", "直接填", "麻烦帮我填一下", "请填", "写吧"),
        *("can you do it?", "¿puedes? ponlo tú"),
    ],
)
def test_its_moves_are_wanted(text: str) -> None:
    assert read(text) is Sequel.MOVES


@pytest.mark.parametrize(
    "text",
    [
        *("", "please", "more sudokus", "don't do it", "no more", "put it in a picture", "yes"),
        *("más fácil", "no lo hagas", "no lo pongas", "sí", "otro más"),
        *("不用填", "别填", "更难的", "填错了", "更多题目", "谢谢"),
        *("pon", "escribe", "rellena", "写", "填", "放"),
        "go on " * LONGEST,
    ],
)
def test_anything_else_is_nothing_of_the_kind(text: str) -> None:
    assert read(text) is None


@pytest.mark.parametrize(
    "text",
    [
        *("do it?", "fill it in, right?", "already put it in", "¿ponlo?", "hazlo, ¿no?"),
        *("能填上吗", "填上？", "我填吧", "填好了", "填上了", "我写上去"),
    ],
)
def test_a_question_or_what_somebody_did_themselves_orders_no_move(text: str) -> None:
    assert read(text) is None
