import pytest

from bot.game.talk.language import language_wanted
from bot.game.talk.lexicon import cut, fold
from tests.bot.game.talk.vocabulary import VOCABULARY


def wanted(text: str) -> str:
    own, *others = VOCABULARY.lexicons.values()
    return language_wanted(cut(fold(text, VOCABULARY.simplified), own, others))


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("in spanish please", "es"),
        ("why is it all in chinese, english please", "en"),
        ("stop talking spanish, speak chinese", "zh"),
        ("no entiendo nada de inglés, habla español", "es"),
        ("我看不懂，说中文", "zh"),
    ],
)
def test_the_language_that_is_not_denied_is_wanted(text: str, language: str) -> None:
    assert wanted(text) == language


@pytest.mark.parametrize(
    "text", ["stop talking spanish", "I can't speak english", "english or spanish", "another one"]
)
def test_of_several_or_none_it_is_left_open(text: str) -> None:
    assert wanted(text) == ""
