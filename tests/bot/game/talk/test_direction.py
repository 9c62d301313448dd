import pytest

from bot.game.talk.direction import CLAUSES, directed
from bot.game.talk.lexicon import cut
from tests.bot.game.talk.vocabulary import LEXICONS

COMPLAINTS = {"too_hard", "too_easy", "easier", "harder"}


def meant(text: str, language: str = "en", *, is_question: bool = False) -> set[str]:
    """What a clause says of the difficulty."""
    own = LEXICONS[language]
    tags = directed(cut(text, own, ()), is_question=is_question)
    concepts = frozenset[str]().union(*(tag.concepts for tag in tags))
    return {one for one in concepts if one in COMPLAINTS or one.startswith("difficulty:")}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("too hard", {"too_hard"}),
        ("too hard something easy", {"too_hard", "difficulty:easy"}),
        ("too easy something harder", {"too_easy", "harder"}),
        ("way too damn hard", {"too_hard"}),
        ("a hard one too", {"difficulty:hard"}),
        ("not hard enough", {"too_easy"}),
        ("not easy enough", {"too_hard"}),
        ("hard enough", {"difficulty:hard"}),
        ("not too hard", {"difficulty:medium"}),
        ("not so hard", {"easier"}),
        ("not so easy", {"harder"}),
        ("this isnt hard", {"too_easy"}),
        ("its not easy", {"too_hard"}),
        ("its not too hard", {"easier", "harder"}),
        ("not easier", {"easier", "harder"}),
        ("more advanced", {"harder"}),
    ],
)
def test_a_word_is_joined_to_what_qualifies_it(text: str, wanted: set[str]) -> None:
    assert meant(text) == wanted


def test_what_is_denied_in_a_question_may_be_wanted() -> None:
    assert meant("没有难的", "zh") == {"difficulty:medium"}
    assert meant("没有难的", "zh", is_question=True) == {"easier", "harder"}


def test_nothing_is_joined_across_clauses() -> None:
    assert CLAUSES.split("no, hard. at 8.30 p.m. 太难了，来") == [
        *("no", " hard", "at 8.30 p.m", "太难了", "来"),
    ]


def test_the_words_that_are_joined_stay_readable() -> None:
    first, last = directed(cut("not hard enough please", LEXICONS["en"], ()), is_question=False)
    assert (first.text, last.text) == ("not hard enough", "please")
