import pytest

from bot.game.talk.details import Wanted
from bot.game.talk.guesses import guided
from tests.bot.game.talk.vocabulary import VOCABULARY

ORDERS = {
    "en": (
        *("speak english", "in english please", "please talk to me in english from now on"),
        *("can you speak english?", "I'd like it in english", "I want english", "english"),
        *("could we do this in english", "hey, switch to english", "i prefer english"),
        *("change my language to english", "bro speak english, i understand nothing"),
        *(
            "put it in english pls",
            "i can't read this, speak english",
            "why is it all in chinese, english please",
        ),
    ),
    "es": (
        *("habla español", "en español por favor", "háblame en español", "español"),
        *("¿puedes hablar en español?", "quiero que hables en español", "ponlo en español"),
        *("cambia el idioma a español", "prefiero español", "¿podemos hablar en español?"),
        *("no entiendo nada de inglés, habla español", "hola, en español porfa"),
        *("no entiendo ponlo en español", "en español plis no entiendo nada"),
        *("no me hables en inglés, en español", "cámbialo a español plis"),
        *("mamá, habla español", "bro habla español", "no entiendo nada ponlo en español"),
    ),
    "zh": (
        *("说中文", "请说中文", "中文", "可以中文吗", "你会说中文吗", "换成中文", "用中文吧"),
        *("我想用中文", "能不能说中文", "跟我说中文", "请用中文回答我", "我看不懂，说中文"),
        *("咋全是英文 我看不懂 说中文", "请换成中文吧我看不懂"),
        *("把语言换成中文", "以后都用中文", "老师，说中文", "大佬说中文吧"),
    ),
}

STATEMENTS = {
    "en": (
        *("my wife plays in chinese", "I speak spanish", "I'm learning chinese"),
        *("my friend only speaks chinese", "my mother tongue is spanish", "we speak spanish here"),
        *("I can't speak english well", "people in my family speak chinese at home"),
        *("my son wants to learn chinese", "i can read chinese a little", "she talks in spanish"),
        *("why do you talk to me in spanish now", "i never speak chinese"),
        *("why do you talk to me in chinese", "the menu was in chinese yesterday"),
    ),
    "es": (
        *("no sé inglés", "mi hijo habla inglés", "hablo chino en casa", "estudio inglés"),
        *("estoy aprendiendo inglés", "mi jefe habla chino", "mi novia quiere hablar inglés"),
        *("no puedo hablar inglés", "aquí se habla inglés", "ella habla chino muy bien"),
        *("mi madre es china y habla chino", "yo sé un poco de inglés"),
        *("profe habla inglés", "abuela habla chino", "en casa habla inglés"),
    ),
    "zh": (
        *("我不会英语", "我会说西班牙语", "我妈妈只会说英语", "我在学英语", "我朋友用英文玩"),
        *("他说英语", "我的孩子说西班牙语", "我们在家说英语", "我不会说英语", "我的老师讲英语"),
        *("我觉得西班牙语好听", "我们班同学都说英语"),
        *("老师讲英语", "老师让我说英语", "老板讲西班牙语", "跟老师说英语", "奶奶说英语"),
    ),
}


def wished(language: str, text: str) -> tuple[Wanted | None, bool]:
    """What comes first in a text, and whether it is done."""
    found = VOCABULARY.read(text, language, playing=False)
    reading = guided(found, VOCABULARY.likes(text))
    return (reading.wanted[0], reading.is_sure) if reading else (None, False)


@pytest.mark.parametrize(("code", "text"), [(c, one) for c, said in ORDERS.items() for one in said])
def test_a_language_that_is_ordered_is_spoken(code: str, text: str) -> None:
    # Whatever is spoken until then.
    for own in ORDERS:
        assert wished(own, text) == (Wanted("language", code), True)


@pytest.mark.parametrize(
    ("language", "text"), [(c, one) for c, said in STATEMENTS.items() for one in said]
)
def test_what_is_said_of_a_language_orders_none(language: str, text: str) -> None:
    wanted, is_sure = wished(language, text)
    assert not (wanted and wanted.name == "language" and wanted.rest and is_sure)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        *(("en", one) for one in ("I can't speak english well", "i dont know english")),
        *(("es", one) for one in ("no sé inglés", "no puedo hablar inglés")),
        *(("zh", one) for one in ("我不会英语", "我不会说英语")),
    ],
)
def test_who_does_not_know_a_language_is_asked_which_one(language: str, text: str) -> None:
    assert wished(language, text)[0] == Wanted("language")
