import math
import os
import subprocess
import sys
import zlib
from array import array

import pytest

from bot.game.talk.likeness import FILE, FOUR_BYTES, Likeness, features, known, packed, unpacked
from tests.bot.game.talk.training import learnt, read, said, source_of
from tests.structure import ROOT

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
SMALL = learnt(FEW, least_seen=1)
LEARNS = """
import sys
from bot.game.talk.likeness import packed
from tests.bot.game.talk.training import learnt, said
sys.stdout.buffer.write(packed(learnt(said())))
"""


def first(model: Likeness, text: str) -> str:
    return next((one.wish for one in model.like(*read(text))), "")


def probability(text: str) -> float:
    return SMALL.like(*read(text))[0].probability


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
    assert first(SMALL, text) == wish


def test_all_wishes_are_ranked_by_probability() -> None:
    sure, torn = SMALL.like(*read("give me a clue")), SMALL.like(*read("clue back"))
    assert math.isclose(sum(one.probability for one in torn), 1)
    assert sure[0].probability > torn[0].probability > torn[2].probability
    assert {one.wish for one in torn[:2]} == {"undo", "hint"}
    assert {one.wish for one in torn} == {"undo", "hint", "board"}


def test_a_text_of_strange_words_is_like_nothing() -> None:
    assert SMALL.like(*read("xyzzy 呵呵")) == ()
    assert SMALL.like("", []) == ()
    assert learnt([*FEW, ("maths", "algebra")], least_seen=1).like(*read("zebra")) == ()
    assert learnt([*FEW, ("nice", "🎉 yes!")], least_seen=1).like(*read("🎉!")) == ()


def test_strange_words_make_a_wish_less_probable() -> None:
    assert probability("a clue") > probability("a clue xyzzy") > probability("a clue xyzzy foo")


def test_which_number_it_is_makes_no_difference() -> None:
    assert [*features("row 4")] == [*features("row 7")]


def test_a_phrase_that_nobody_used_counts_like_those_that_mean_the_same() -> None:
    """None of the words stands in the messages, but the rules know what they mean."""
    assert first(SMALL, "rewind") == "undo"
    assert first(SMALL, "你能提示吗") == "hint"
    assert SMALL.like("rewind", []) == ()


def test_long_texts_count_no_more_than_short_ones() -> None:
    assert probability("clue " * 50) == pytest.approx(probability("clue clue clue"), rel=0.1)


def test_what_is_seen_once_is_not_kept() -> None:
    model = learnt([*FEW, ("hint", "a clue")], least_seen=2)
    assert zlib.crc32(b"<clue>") in model.checksums
    assert zlib.crc32(b"<back>") not in model.checksums


def test_a_file_holds_what_was_learnt() -> None:
    assert unpacked(packed(SMALL)) == SMALL
    assert list(SMALL.checksums) == sorted(set(SMALL.checksums))
    assert array(FOUR_BYTES).itemsize == 4
    assert zlib.crc32(b"<clue>") in SMALL.checksums


def test_the_weights_of_the_bot_are_learnt_from_the_messages_as_they_are() -> None:
    assert known().source == source_of(said()), "python -m tests.bot.game.talk.training"


@pytest.mark.long
def test_whoever_learns_again_gets_weights_that_read_alike() -> None:
    """The last bits of a weight may differ from one processor to another.

    They are learnt in a process of its own, in which products of small matrices take one thread:
    several would mostly wait for each other, and compute while they wait.
    """
    alone = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    learning = subprocess.run(
        [sys.executable, "-c", LEARNS], env=alone, cwd=ROOT, capture_output=True, check=True
    )
    texts = [text for _, text in said()[::60]]
    again, model = unpacked(learning.stdout), known()
    assert sum(first(again, text) == first(model, text) for text in texts) > 0.99 * len(texts)


def test_the_weights_take_little_memory() -> None:
    assert FILE.stat().st_size < 2_000_000


def test_each_message_is_most_like_its_own_wish() -> None:
    """Whatever was learnt must at least be remembered."""
    sample = said()[::100]
    model = known()
    right = sum(first(model, text) == wish for wish, text in sample)
    assert right > 0.9 * len(sample)
