import re

import pytest

from bot.game.entry import words
from bot.game.entry.words import listed, pattern

TABLES = [
    table for name, table in vars(words).items() if name.isupper() and isinstance(table, dict)
]


@pytest.mark.parametrize("table", TABLES)
def test_every_word_of_a_table_is_matched_whole(table: dict[str, str]) -> None:
    form = re.compile(pattern(table))
    for word in " ".join(table.values()).split():
        found = form.match(word)
        assert found is not None
        assert found[0] == word


def test_the_longest_word_that_fits_is_matched() -> None:
    table = {"en": "col c column", "zh": "填 填入"}
    for text in ("column", "填入"):
        found = re.match(pattern(table), text)
        assert found is not None
        assert found[0] == text


def test_a_latin_word_is_no_part_of_another_and_a_sign_may_be() -> None:
    form = re.compile(pattern({"en": "note x", "*": "=> 。", "zh": "空"}))
    assert form.match("notes") is None
    assert form.match("xy") is None
    assert [bool(form.match(text)) for text in ("note 5", "x5", "=>y", "。y", "空y")] == [True] * 5


def test_the_words_of_several_tables_are_one_pattern() -> None:
    both = re.compile(pattern({"en": "row"}, {"es": "fila"}))
    assert both.match("row")
    assert both.match("fila")


def test_words_for_numbers_are_in_their_order() -> None:
    for each in listed(words.NUMBERS):
        assert len(each) == 16
    for each in listed(words.ORDINALS):
        assert len(each) == 10
    assert listed({"en": "a b"}, {"zh": "c"}) == (("a", "b"), ("c",))
