import pytest

from bot.game.talk.direction import CLAUSES, directed, is_refusal
from bot.game.talk.lexicon import Tag, cut
from engine.difficulty import Difficulty
from tests.bot.game.talk.vocabulary import LEXICONS

ABOVE_HARD = {"difficulty:expert", "difficulty:extreme"}
COMPLAINTS = {"too_hard", "too_easy", "easier", "harder"}


def meant(text: str, language: str = "en", *, is_question: bool = False) -> set[str]:
    """What a clause says about the difficulty."""
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
        ("dont give me a harder one", {"easier"}),
        ("not a hard one", {"difficulty:easy", "difficulty:medium"}),
        ("hard ones i do not want", {"difficulty:easy", "difficulty:medium"}),
        ("hard ones i hate", {"difficulty:easy", "difficulty:medium"}),
        ("stop sending hard ones", {"difficulty:easy", "difficulty:medium"}),
        ("not a medium one", {"difficulty:easy", "difficulty:hard", *ABOVE_HARD}),
        ("not an easy one", {"difficulty:medium", "difficulty:hard", *ABOVE_HARD}),
        ("one that isnt hard", {"difficulty:medium"}),
        ("no hint give me a hard one", {"difficulty:hard"}),
        ("a hard one not a hint", {"difficulty:hard"}),
        ("give me a hard one i dont like it", {"difficulty:hard"}),
        ("more advanced", {"harder"}),
    ],
)
def test_a_word_is_joined_to_what_qualifies_it(text: str, wanted: set[str]) -> None:
    assert meant(text) == wanted


def test_what_is_denied_in_a_question_may_be_wanted() -> None:
    assert meant("没有难的", "zh") == {"difficulty:medium"}
    assert meant("没有难的", "zh", is_question=True) == {"easier", "harder"}


def test_a_clause_may_do_nothing_but_refuse() -> None:
    def tags(text: str) -> list[Tag]:
        return cut(text, LEXICONS["en"], ())

    assert is_refusal(tags("no thanks"))
    assert is_refusal(tags("i dont want them"))
    assert not any(map(is_refusal, map(tags, ["", "please", "i dont want this", "no hints"])))


def test_nothing_is_joined_across_clauses() -> None:
    assert CLAUSES.split("no, hard. at 8.30 p.m. 太难了，来") == [
        *("no", " hard", "at 8.30 p.m", "太难了", "来"),
    ]


def test_the_words_that_are_joined_stay_readable() -> None:
    first, last = directed(cut("not hard enough please", LEXICONS["en"], ()), is_question=False)
    assert (first.text, last.text) == ("not hard enough", "please")


def all_but(*levels: str) -> set[str]:
    return {f"difficulty:{level}" for level in Difficulty} - {f"difficulty:{one}" for one in levels}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("a medium one no thanks", all_but("medium")),
        ("no medium ones", all_but("medium")),
        ("no more of the hard ones", {"difficulty:easy", "difficulty:medium"}),
        ("i dont want hints hard ones", {"difficulty:easy", "difficulty:medium"}),
        # What is denied or too much is something else.
        ("too many medium ones", {"difficulty:medium"}),
        ("i hate hints easy ones", {"difficulty:easy"}),
        ("too late give me a hard one", {"difficulty:hard"}),
        ("send isnt easy", {"difficulty:medium"}),
        ("i want it isnt easy", {"too_hard"}),
    ],
)
def test_a_refusal_leaves_the_other_levels(text: str, wanted: set[str]) -> None:
    assert meant(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("not hard", {"difficulty:easy", "difficulty:medium"}),
        ("dont you have hard ones", {"easier", "harder"}),
        ("harder or not", {"easier", "harder"}),
    ],
)
def test_a_question_may_deny_what_it_asks_for(text: str, wanted: set[str]) -> None:
    assert meant(text, is_question=True) == wanted


def test_a_wish_in_chinese_may_begin_with_what_it_is_not() -> None:
    assert meant("要不是难的", "zh") == {"difficulty:medium"}
