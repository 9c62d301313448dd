import pytest

from bot import messages
from bot.game.talk.lexicon import Lexicon, cut, fold, simplified, tokens
from tests.bot.game.talk.vocabulary import LEXICONS, VOCABULARY

ENGLISH, CHINESE, SPANISH = LEXICONS["en"], LEXICONS["zh"], LEXICONS["es"]


def concepts(text: str, own: Lexicon, *others: Lexicon) -> list[set[str]]:
    folded = fold(text, VOCABULARY.simplified)
    return [set(tag.concepts) for tag in cut(folded, own, others)]


@pytest.mark.parametrize(
    ("typed", "folded"),
    [("Difícil!", "dificil!"), ("I'm", "im"), ("ＨＩ", "hi"), ("pleeease", "please"), ("難", "难")],
)
def test_capitals_accents_and_the_script_do_not_matter(typed: str, folded: str) -> None:
    assert fold(typed, VOCABULARY.simplified) == folded


def test_each_chinese_character_is_a_word() -> None:
    assert tokens("给我x-wing 2题") == ["给", "我", "x", "wing", "2", "题"]


def test_the_longest_phrase_counts() -> None:
    assert concepts("give up", ENGLISH) == [{"giveup"}]
    assert concepts("太难了", CHINESE) == [{"too"}, {"difficulty:hard"}, {"filler"}]
    assert concepts("más fácil", SPANISH) == [{"easier"}]


@pytest.mark.parametrize("typed", ["hnit", "hiint", "hing", "hints"])
def test_a_slip_of_one_letter_is_forgiven(typed: str) -> None:
    assert concepts(typed, ENGLISH) == [{"hint"}]


@pytest.mark.parametrize("typed", ["card", "nu", "hnt", "obtiens", "xyzzy", "ab" * 100])
def test_a_short_word_or_one_with_two_slips_is_left_alone(typed: str) -> None:
    assert concepts(typed, ENGLISH) == [set()]


def test_letters_that_changed_places_come_before_a_wrong_letter() -> None:
    assert concepts("hepl", ENGLISH) == [{"help"}]


def test_a_plural_is_its_singular() -> None:
    assert concepts("naked pairs", ENGLISH) == [{"technique:naked_pair"}]
    assert concepts("parejas desnudas", SPANISH) == [{"technique:naked_pair"}]


@pytest.mark.parametrize("typed", ["6x6", "6 × 6", "6*6", "６ｘ６"])
def test_a_size_is_written_in_many_ways(typed: str) -> None:
    assert concepts(typed, ENGLISH) == [{"size:6"}]


def test_another_language_helps_out() -> None:
    assert concepts("来个hard的", CHINESE)[1] == set()
    assert concepts("来个hard的", CHINESE, ENGLISH)[1] == {"difficulty:hard"}


def test_traditional_characters_become_as_many_simplified_ones() -> None:
    pairs = messages.talk("zh")["fold"]
    assert len(pairs["traditional"]) == len(pairs["simplified"])
    assert simplified(messages.talk("en")) == {}


def test_every_language_has_words_for_the_same_concepts() -> None:
    named = {
        code: {(table, key) for table, keys in messages.talk(code).items() for key in keys}
        for code in LEXICONS
    }
    both = {(table, key) for table, key in named["en"] if table not in {"number", "technique"}}
    for code in LEXICONS:
        assert both - named[code] == set()
