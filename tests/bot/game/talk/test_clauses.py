import pytest

from bot.game.talk.clauses import parted, tagged, without_ornaments
from bot.game.talk.lexicon import Tag
from tests.bot.game.talk.vocabulary import LEXICONS


def told(text: str) -> list[str]:
    """What the clauses of an English text say, without the words that say nothing."""
    clauses = tagged(text, [*LEXICONS.values()])
    kept = ([tag.text for tag in clause if "filler" not in tag.concepts] for clause in clauses)
    return [" ".join(words) for words in kept]


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("too easy, undo it", ["too easy", "undo it"]),
        ("i tried but im stuck so a hint", ["i tried", "im stuck", "a hint"]),
        ("做了很久但是卡住了", ["做了很久", "卡住了"]),
        (", ;", []),
    ],
)
def test_a_text_is_parted_at_commas_and_at_words_that_link(text: str, clauses: list[str]) -> None:
    assert [part.strip() for part in parted(text)] == clauses


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("hard ones, no thanks", ["hard ones no thanks"]),
        ("a picture instead of text", ["a picture"]),
        ("instead of text a picture", ["a picture"]),
        ("a hint, but dont tell me the answer", ["hint"]),
        ("a hint, undo", ["hint", "undo"]),
    ],
)
def test_what_is_refused_or_kept_back_is_no_wish_of_its_own(text: str, clauses: list[str]) -> None:
    assert told(text) == clauses


def test_emoji_are_ornaments_only_beside_words() -> None:
    fire, hint = Tag("🔥", frozenset({"harder"})), Tag("hint", frozenset({"hint"}))
    assert without_ornaments([fire, hint]) == [hint]
    assert without_ornaments([fire]) == [fire]
