import pytest

from bot.game.talk.lexicon import Lexicon, fold
from bot.game.talk.nearest import Nearest
from tests.bot.game.talk.vocabulary import LEXICONS, VOCABULARY

NEAREST = {code: Nearest(lexicon) for code, lexicon in LEXICONS.items()}


def near(text: str, language: str, *, playing: bool = True) -> list[str]:
    folded = fold(text, VOCABULARY.simplified)
    found = NEAREST[language].wishes(folded, playing=playing, most=3)
    return [one.name for one in found]


@pytest.mark.parametrize(
    ("language", "text", "wish"),
    [
        ("en", "so many of those numbers in it were incorrect, could somebody check them", "check"),
        ("en", "how much time did all of that take", "time_taken"),
        ("zh", "这步怎么走都不知道了", "hint"),
        ("es", "vaya, cuántas casillas vacías", "whats_left"),
    ],
)
def test_words_of_a_wish_are_near_it_without_its_phrases(
    language: str, text: str, wish: str
) -> None:
    assert wish in near(text, language)


@pytest.mark.parametrize("text", ["", "zebras and giraffes", "of the and a", "8 9 12"])
def test_nothing_is_near_to_words_that_say_nothing(text: str) -> None:
    assert near(text, "en") == []


def test_the_wish_that_more_speaks_for_comes_first_and_no_more_than_asked_for() -> None:
    lexicon = Lexicon.of(
        "en", {"word": {"hint": "red fox, red hen", "undo": "red dog", "check": "grey cat"}}, {}
    )
    two = Nearest(lexicon)
    assert [one.name for one in two.wishes("red fox", playing=True, most=3)] == ["hint"]
    both = two.wishes("red fox red dog", playing=True, most=3)
    assert [one.name for one in both] == ["hint", "undo"]
    assert len(two.wishes("red fox red dog", playing=True, most=1)) == 1


def test_what_needs_no_game_is_near_with_and_without_one() -> None:
    assert near("cancel all of these messages", "en", playing=False)[0] == "unsubscribe"
    assert near("cancel all of these messages", "en", playing=True)[0] == "unsubscribe"
