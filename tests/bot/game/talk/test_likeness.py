import zlib
from array import array

import pytest

from bot.game.talk.likeness import FILE, FOUR_BYTES, Likeness, features, known, packed, unpacked
from tests.bot.game.talk.training import learnt, plain, said

FEW = (
    ("undo", "take that back"),
    ("undo", "撤销这一步"),
    ("undo", "deshaz la jugada"),
    ("hint", "give me a clue"),
    ("hint", "给个提示"),
    ("hint", "dame una pista"),
    ("board", "show the board"),
    ("board", "看看盘面"),
    ("board", "muestra el tablero"),
)


def first(model: Likeness, text: str) -> str:
    return next((one.wish for one in model.like(plain(text))), "")


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("that move back please", "undo"),
        ("could i have a clue", "hint"),
        ("我想看盘面", "board"),
        ("una PISTA, por favor!!", "hint"),
        ("take that bakc", "undo"),
        ("muestrame el tablerito", "board"),
    ],
)
def test_a_text_is_like_the_messages_that_share_its_words(text: str, wish: str) -> None:
    assert first(learnt(FEW), text) == wish


def test_the_lead_says_how_far_a_wish_is_ahead() -> None:
    model = learnt(FEW)
    sure, torn = model.like("clue"), model.like("clue back")
    assert sure[0].lead > torn[0].lead > 0
    assert {one.wish for one in torn[:2]} == {"undo", "hint"}


def test_a_text_of_strange_words_is_like_nothing() -> None:
    assert learnt(FEW).like(plain("xyzzy 呵呵")) == ()
    assert learnt(FEW).like("") == ()
    assert learnt([*FEW, ("maths", "algebra")]).like("zebra") == ()
    assert learnt([*FEW, ("nice", "🎉 yes!")]).like("🎉!") == ()


def test_strange_words_make_the_lead_shorter() -> None:
    model = learnt(FEW)
    assert model.like("clue")[0].lead > model.like("clue xyzzy")[0].lead > 0


def test_which_number_it_is_makes_no_difference() -> None:
    assert [*features("row 4")] == [*features("row 7")]


def test_long_texts_count_no_more_than_short_ones() -> None:
    model = learnt(FEW)
    assert model.like("clue " * 50)[0].lead == pytest.approx(model.like("clue")[0].lead, rel=0.4)


def test_a_file_holds_what_was_learnt() -> None:
    model = learnt(FEW)
    assert unpacked(packed(model)) == model
    assert list(model.checksums) == sorted(set(model.checksums))
    assert array(FOUR_BYTES).itemsize == 4
    assert zlib.crc32(b"<clue>") in model.checksums


@pytest.mark.long
def test_the_weights_of_the_bot_are_those_of_the_messages() -> None:
    assert FILE.read_bytes() == packed(learnt(said())), "python -m tests.bot.game.talk.training"


def test_each_message_is_most_like_its_own_wish() -> None:
    """Whatever was learnt must at least be remembered."""
    sample = said()[::40]
    model = known()
    right = sum(first(model, text) == wish for wish, text in sample)
    assert right > 0.9 * len(sample)
