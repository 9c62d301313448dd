"""What only asks something, and what requests it."""

import pytest

from bot.game.entry import Letters
from bot.game.entry.pointed import digit_erased, last_changed, one_erased
from bot.game.entry.question import is_question, ordered
from bot.game.entry.sought import erased_in, notes_erased_in
from bot.game.entry.spoken import likely_move, spoken_moves
from engine.board import Geometry

NINE = Geometry.of_size(9)


@pytest.mark.parametrize(
    "text",
    [
        *("can I put 2 in r3c1", "should I put a 2 in r3c1", "so may I place a 2 there"),
        *(
            "could a 2 go in r3c1",
            "would a 2 fit",
            "that was not a 4, it was a 2?",
            "r3c1 2, right",
        ),
        *("puedo poner un 2 en f3c1", "debo poner un 2", "¿debería borrarlo?", "es un 2, ¿no?"),
        *("se puede poner un 2 ahí", "f3c1 es 2, verdad", "es un 2, no"),
        *("为啥是2", "r3c1填2么", "r3c1填2呢", "我能填2嗎", "要不要删掉", "是不是2", "r3c1填了没"),
    ],
)
def test_a_question_is_known_with_and_without_its_mark(text: str) -> None:
    assert is_question(text)


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("can you put 2 in r3c1?", "put 2 in r3c1"),
        ("hey could u please put it there", "please put it there"),
        ("¿puedes poner un 2 ahí?", "poner un 2 ahi"),
        ("¿podría usted borrarlo?", "borrarlo"),
        ("puse un 7, ¿me lo cambias?", "puse un 7,"),
        ("能帮我填2吗", "我填2"),
        ("能不能把它改成2？", "它改成2"),
        ("put 2 in r3c1", "put 2 in r3c1"),
        ("should be a 2 in r3c1", "should be a 2 in r3c1"),
        ("top right", "top right"),
        ("r3c1填2吧", "r3c1填2吧"),
        ("r2c2填6 不对不对 r5c3", "r2c2填6 不对不对 r5c3"),
    ],
)
def test_an_order_stays_without_the_words_that_request_it(text: str, order: str) -> None:
    said = ordered(text)
    assert said is not None
    assert said.strip() == order


@pytest.mark.parametrize(
    ("order", "question"),
    [
        ("can you put 2 in r3c1?", "can I put 2 in r3c1"),
        ("¿puedes poner un 2 en f3c1?", "puedo poner un 2 en f3c1"),
        ("能帮我在r3c1填2吗", "可以在r3c1填2吗"),
        ("r3c1是2", "r3c1为啥是2"),
    ],
)
def test_a_move_is_made_for_an_order_and_not_for_a_question(order: str, question: str) -> None:
    assert spoken_moves(order, NINE, Letters.ROW) == "r3c1=2"
    assert spoken_moves(question, NINE, Letters.ROW) is None
    assert likely_move(question, NINE, Letters.ROW) is None


@pytest.mark.parametrize(
    "text", ["r3c1 could be 2", "a 2 can go in r3c1", "2 could also go in r3c1"]
)
def test_what_is_only_possible_is_offered(text: str) -> None:
    assert spoken_moves(text, NINE, Letters.ROW) is None
    assert likely_move(text, NINE, Letters.ROW) == "r3c1 2"


@pytest.mark.parametrize(
    "text", ["我把r3c1填了2", "r3c1我放了2", "我在第三行第一列填了2", "i just put a 2 in r3c1"]
)
def test_what_somebody_tells_of_their_moves_is_only_offered(text: str) -> None:
    assert spoken_moves(text, NINE, Letters.ROW) is None
    assert likely_move(text, NINE, Letters.ROW) == "r3c1 2"


@pytest.mark.parametrize(
    "text",
    [
        *("把r3c1填了2", "帮我把r3c1填了2", "我要把r3c1填了2", "给我r3c1填了2", "r3c1我填2"),
        *("change the 5 i just put in r3c1 to a 2", "put a 2 in r3c1", "pongo un 2 en f3c1"),
    ],
)
def test_what_is_to_be_done_is_no_tale(text: str) -> None:
    assert spoken_moves(text, NINE, Letters.ROW) == "r3c1=2"


def test_what_to_write_is_asked() -> None:
    for text in ("que pongo, un 2 en f3c1", "dónde pongo el 2, en f3c1", "a ver qué pongo en f3c1"):
        assert is_question(text)


def test_nothing_is_changed_or_erased_for_a_question() -> None:
    asked = "{} the last digit be 6"
    assert last_changed("the last digit should be 6")
    assert last_changed(asked.format("should")) is None
    assert digit_erased("把所有的8都删掉") == 8
    assert digit_erased("要不要把所有的8都删掉") is None
    assert one_erased("can you delete the 5?")
    assert one_erased("should I delete the 5") is None
    assert erased_in("can you erase everything in row 3?", NINE, Letters.ROW) == 2
    assert erased_in("should I erase everything in row 3", NINE, Letters.ROW) is None
    notes = "remove all the 4 candidates from box 2"
    assert notes_erased_in(f"can you {notes}?", NINE, Letters.ROW)
    assert notes_erased_in(f"should I {notes}", NINE, Letters.ROW) is None


def test_rough_words_at_the_end_make_a_question() -> None:
    for end in ("rite", "huh", "innit", "or what", "or nah", "right"):
        assert is_question(f"r5c1 is 3 {end}")
    assert not is_question("put a 3 in the cell to the right")
