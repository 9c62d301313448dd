"""A digit that was written instead of another."""

import pytest

from bot.game.entry.exchange import Mistaken, mistaken_in


@pytest.mark.parametrize(
    ("text", "was", "becomes"),
    [
        ("I meant a 5, not a 2", 2, 5),
        ("oops i typed 3 instead of eight", 3, 8),
        ("oops ment 6 not 9", 9, 6),
        ("didn't mean 4, I meant 9. can you fix it please", 4, 9),
        ("sorry that wasn't a 6 but a 1", 6, 1),
        ("wanted to tap 7 but hit 4 ugh", 4, 7),
        ("no era un 2 sino un 6", 2, 6),
        ("perdón, quise escribir el tres y puse el cinco", 5, 3),
        ("puse un 7 en vez de un 1, ¿me lo cambias?", 7, 1),
        ("不是4是8", 4, 8),
        ("本来想填6，手滑点成了3", 3, 6),
        ("填成2了，应该是7", 2, 7),
        ("是9不是1 打错了", 1, 9),
        ("it's not a 4, it's a 2", 4, 2),
        ("that is not a 4, that should be a 2", 4, 2),
        ("it's a 2, not a 4", 4, 2),
        ("should have been a 2 not a 4", 4, 2),
        ("es un 2, no un 4", 4, 2),
        ("no debía ser un 4, sino un 2", 4, 2),
        ("应该是2，不是4", 4, 2),
        ("我想填2不是4", 4, 2),
        ("nope not a 4, i ment 2", 4, 2),
        ("no, 2 not 4", 4, 2),
        ("no era un 4, quise decir 2", 4, 2),
        ("不是4，我要的是2", 4, 2),
    ],
)
def test_both_digits_are_found(text: str, was: int, becomes: int) -> None:
    assert mistaken_in(text) == Mistaken(was, becomes, is_sure=True)


@pytest.mark.parametrize(
    "text",
    [
        "I meant a 5, not a 2, like in yesterday's puzzle",
        "no era un 2 sino un 6 lo que pedía mi hermana",
        "老师说不是4是8",
        "that was not a 4, it was a 2?",
        "no era un 2 sino un 6?",
        "不是4是8吗",
        # What was said before may be a size.
        "I said 6 not 9",
        "te dije 6, no 9",
    ],
)
def test_a_question_or_what_else_is_said_makes_it_only_likely(text: str) -> None:
    found = mistaken_in(text)
    assert found is not None
    assert not found.is_sure


@pytest.mark.parametrize(
    "text",
    [
        "r3c4 is 5, not 3",
        "neither 3, 5 nor 7",
        "I meant the 9x9, not the 4x4",
        "not 5 not 5",
        "no es el 3 en la fila 4, es el 5",
        "不是4",
        "I meant a 5, not a 2. " * 9,
    ],
)
def test_one_digit_and_a_place_are_something_else(text: str) -> None:
    assert mistaken_in(text) is None


@pytest.mark.parametrize(
    ("text", "is_sure"),
    [
        ("nope not a 4, i ment 2, same spot", True),
        ("no era un 4, quise decir 2, en el mismo sitio", True),
        ("不是4，我要的是2，同一个位置", True),
        ("you useless bot i said 2 not 4 in the last one", False),
        ("eres una porqueria de bot te dije 2 no 4 en la ultima q puse!!!", False),
    ],
)
def test_the_last_cell_is_named_beside_its_digits(text: str, *, is_sure: bool) -> None:
    assert mistaken_in(text) == Mistaken(4, 2, is_sure, is_last=True)


@pytest.mark.parametrize("text", ["te dije 6x6 no 9x9", "i said level 3 not 8", "I didn't say 3"])
def test_what_was_said_of_other_things_is_none(text: str) -> None:
    assert mistaken_in(text) is None
