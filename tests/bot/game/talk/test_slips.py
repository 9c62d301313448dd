import pytest

from bot.game.talk.slips import Slips


def english(*words: str) -> Slips:
    return Slips("en", frozenset(words))


def spanish(*words: str) -> Slips:
    return Slips("es", frozenset(words))


LONG = "uncharacteristically"


@pytest.mark.parametrize(
    ("typed", "known", "is_mended"),
    [
        # One letter wrong, missing, too many, or two neighbours that changed places.
        ("pizze", "pizza", True),
        ("xizza", "pizza", True),
        ("pzza", "pizza", True),
        ("izza", "pizza", False),
        ("pizzaa", "pizza", True),
        ("pizazz", "pizza", False),
        ("pziza", "pizza", True),
        ("pizaz", "pizza", True),
        ("zipza", "pizza", False),
        ("pezze", "pizza", False),
        ("piz", "pizza", False),
        # A word of four letters keeps its first one or all of them.
        ("hont", "hint", True),
        ("mint", "hint", False),
        ("ihnt", "hint", True),
        ("shint", "hint", False),
        ("hinty", "hint", True),
        # A shorter word is none that anybody mistypes.
        ("cart", "car", False),
        ("car", "cart", False),
        ("hınt", "hint", False),
        # Nor is one that is longer than any word of the lexicon's languages.
        (LONG[:-1] + "i", LONG, True),
        (LONG[:-2] + "y", LONG, True),
        (LONG + "y", LONG, False),
    ],
)
def test_one_slip_is_mended(typed: str, known: str, *, is_mended: bool) -> None:
    assert english(known).mended(typed) == (known if is_mended else None)


def test_a_word_without_its_vowels_is_the_one_that_has_these_consonants() -> None:
    own = english("hint", "board", "clear", "color", "undo")
    typed = ["hnt", "brd", "clr", "und", "hn"]
    assert [own.mended(word) for word in typed] == ["hint", "board", None, None, None]


def test_spanish_is_known_by_its_sound() -> None:
    own = spanish("como", "quiero", "llena", "hacer", "vez", "casa", "caza")
    typed = ["komo", "kiero", "yena", "aser", "ves", "kasa"]
    found = [own.mended(word) for word in typed]
    assert found == ["como", "quiero", "llena", "hacer", "vez", None]
    assert english("queso").mended("keso") is None


@pytest.mark.parametrize(
    ("own", "typed", "known"),
    [
        (english("spam"), "spamming", "spam"),
        (english("place"), "placing", "place"),
        (spanish("significa"), "significan", "significa"),
        (spanish("sudoku", "puzle"), "puzlecito", None),
        (spanish("facil"), "facilisimo", "facil"),
        (spanish("molestar"), "molestarme", "molestar"),
        (spanish("borra"), "borramelos", "borra"),
        # A root is no shorter than four letters: `net` is no `ne`.
        (english("net"), "netting", None),
        (english("pineapple"), "pinaple", "pineapple"),
        (english("pineapple"), "zebra", None),
    ],
)
def test_another_form_of_a_word_is_near_it(own: Slips, typed: str, known: str | None) -> None:
    assert own.near(typed) == known
