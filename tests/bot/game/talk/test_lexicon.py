import pytest

from bot import messages
from bot.game.talk.lexicon import Lexicon, Tag, cut, fold, phrased, simplified, tokens
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


@pytest.mark.parametrize("typed", ["card", "nu", "hn", "obtiens", "xyzzy", "ab" * 100])
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


@pytest.mark.parametrize("own", LEXICONS.values(), ids=LEXICONS)
def test_every_phrase_is_found_whole(own: Lexicon) -> None:
    for phrase, meant in own.phrases.items():
        assert own.at(phrase, 0) == (len(phrase), meant)
        assert own.at([*phrase, "xyzzy"], 0) == (len(phrase), meant)


def test_the_beginning_of_a_phrase_is_not_the_phrase() -> None:
    own = of(quit="give up", help="hint, hint at")
    assert own.at(["give"], 0) is None
    assert own.at(["give", "hint"], 1) == (1, frozenset({"help"}))


def test_a_tag_tells_its_words_and_where_it_comes_from() -> None:
    assert cut("give up hnit xyzzy 难 6x6", ENGLISH, [CHINESE]) == [
        Tag("give up", frozenset({"giveup"})),
        Tag("hnit", frozenset({"hint"}), is_mended=True),
        Tag("xyzzy", frozenset(), is_own=False),
        Tag("难", frozenset({"difficulty:hard"}), is_own=False),
        Tag("6x6", frozenset({"size:6"}), is_own=False),
    ]
    assert Tag("hint", frozenset()) == Tag("hint", frozenset(), is_own=True, is_mended=False)


def test_strange_words_and_numbers_stand_one_by_one() -> None:
    assert concepts("xyzzy hint zebra hint", ENGLISH) == [set(), {"hint"}, set(), {"hint"}]
    assert concepts("8 hints, 0123456789", ENGLISH) == [
        *({"number:8"}, {"hint"}, {"number:12345678"}),
    ]


@pytest.mark.parametrize("typed", ["6x7", "7x6", "116x6"])
def test_two_different_numbers_are_no_size(typed: str) -> None:
    assert not any(one.startswith("size:") for each in concepts(typed, ENGLISH) for one in each)


def of(**words: str) -> Lexicon:
    """A lexicon with these concepts, each with its phrases."""
    return Lexicon.of("en", {"word": words}, {})


def test_a_phrase_may_be_written_as_one_word_unless_that_is_short() -> None:
    own = of(quit="give up", leave="go out", proceed="go on", hard="太难")
    assert concepts("giveup goout goon", own) == [{"quit"}, {"leave"}, set()]
    assert ("太难",) not in own.phrases


def test_a_short_word_keeps_its_s() -> None:
    own = of(laugh="ha", cover="hat", tower="cas")
    assert concepts("has hats cass", own) == [set(), {"cover"}, set()]


def test_a_plural_in_es_is_its_singular() -> None:
    assert concepts("boxes luces", of(box="box", light="luc")) == [{"box"}, {"light"}]


def test_each_traditional_character_needs_its_simplified_one() -> None:
    assert simplified({"fold": {"traditional": "難題", "simplified": "难题"}}) == {
        ord("難"): "难",
        ord("題"): "题",
    }
    with pytest.raises(ValueError, match="shorter"):
        simplified({"fold": {"traditional": "難題", "simplified": "难"}})


def test_a_word_that_says_nothing_names_no_technique() -> None:
    assert concepts("ur", ENGLISH) == [{"filler"}]


def test_phrases_are_told_by_what_they_mean() -> None:
    def said(text: str) -> list[str]:
        return phrased(cut(fold(text, VOCABULARY.simplified), ENGLISH, ()))

    assert said("undo 3 xyzzy") == ["undo", "number", ""]
    assert said("undo 3 xyzzy") == said("please undo 5 plugh")
    assert said("a hard one") != said("an easy one")
    assert phrased(cut("otro", SPANISH, ())) == phrased(cut("another", ENGLISH, ()))
