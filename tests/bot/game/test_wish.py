from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.wish import SIZES, UnknownSize, UnknownWish, Vocabulary, Wish, beside, parse_wish
from engine import Symmetry
from engine.difficulty import Difficulty
from engine.techniques.fish import X_WING
from engine.techniques.graves import BUG_PLUS_1
from engine.techniques.scale import BUG
from engine.techniques.subsets import NAKED_PAIR

WORDS = {"symmetric": "central", "diagonal": "diagonal", "对角": "diagonal", "90": "rotate90"}
VOCABULARY = Vocabulary(
    WORDS,
    {"hard": "hard", "困难": "hard"},
    {
        "X-wing": X_WING,
        "naked pair": NAKED_PAIR,
        "X翼": X_WING,
        "BUG": BUG,
    },
    {"with", "带"},
)


@pytest.mark.parametrize(
    ("typed", "wish"),
    [
        ("", Wish(9, Symmetry.CENTRAL, None)),
        ("6", Wish(6)),
        ("6x6", Wish(6)),
        ("16×16", Wish(16)),
        ("4*4", Wish(4)),
        ("8", Wish(8)),
        ("8x8 diagonal", Wish(8, Symmetry.DIAGONAL)),
        ("12 9", Wish(9, seed="12")),
        ("26", Wish(seed="26")),
        ("hard 12", Wish(seed="12", difficulty=Difficulty.HARD)),
        ("#12", Wish(seed="12")),
        ("９", Wish(9)),
        ("Symmetric", Wish(9, Symmetry.CENTRAL)),
        ("对角 6", Wish(6, Symmetry.DIAGONAL)),
        ("6 9", Wish(6, seed="9")),
        ("2026", Wish(seed="2026")),
        ("6 diagonal 42", Wish(6, Symmetry.DIAGONAL, "42")),
        ("#6", Wish(seed="6")),
        ("seed=Galaxy", Wish(seed="galaxy")),
        ("90", Wish(9, Symmetry.ROTATE90)),
        ("HARD 6", Wish(6, difficulty=Difficulty.HARD)),
        ("6 困难 对角", Wish(6, Symmetry.DIAGONAL, difficulty=Difficulty.HARD)),
        ("with x-wing", Wish(technique=X_WING)),
        (
            "diagonal with Naked Pair 42",
            Wish(9, Symmetry.DIAGONAL, "42", None, NAKED_PAIR),
        ),
        ("with bug", Wish(technique=BUG_PLUS_1)),
        ("带 X翼 hard", Wish(9, difficulty=Difficulty.HARD, technique=X_WING)),
    ],
)
def test_words_in_any_order(typed: str, wish: Wish) -> None:
    assert parse_wish(typed.split(), VOCABULARY) == wish


@pytest.mark.parametrize(
    ("word", "guess"),
    [("diagnal", "diagonal"), ("symetric", "symmetric"), ("zzz", ""), ("8x8", ""), ("9x6", "")],
)
def test_a_word_that_names_nothing(word: str, guess: str) -> None:
    with pytest.raises(UnknownWish) as unknown:
        parse_wish(["4", word], VOCABULARY)
    assert (unknown.value.word, unknown.value.guess) == (word, guess)


@pytest.mark.parametrize(("typed", "size"), [("12", 12), ("5x5", 5), ("12x12 hard", 12), ("１", 1)])
def test_a_size_that_is_not_made_is_no_seed(typed: str, size: int) -> None:
    with pytest.raises(UnknownSize) as unknown:
        parse_wish(typed.split(), VOCABULARY)
    assert unknown.value.size == size


@given(st.lists(st.text(max_size=100), max_size=5))
def test_whatever_is_typed_is_a_wish_or_an_unknown_word(typed: list[str]) -> None:
    with suppress(UnknownWish):
        wish = parse_wish(typed, VOCABULARY)
        assert wish.size in SIZES
        assert wish.seed is None or wish.seed


@pytest.mark.parametrize(
    ("size", "difficulty", "step", "expected"),
    [
        (9, Difficulty.EASY, 1, (9, Difficulty.MEDIUM)),
        (9, Difficulty.EASY, -1, (9, Difficulty.EASY)),
        (9, Difficulty.EXTREME, 1, (9, Difficulty.EXTREME)),
        (9, None, 1, (9, Difficulty.HARD)),
        (9, "unrated", -1, (9, Difficulty.EASY)),
        (4, Difficulty.EASY, 1, (6, Difficulty.EASY)),
        (4, None, -1, (4, Difficulty.EASY)),
        (6, Difficulty.EXPERT, 1, (8, Difficulty.EXPERT)),
        (8, Difficulty.EXTREME, 1, (9, Difficulty.EXTREME)),
        (16, Difficulty.EXTREME, 1, (16, Difficulty.EXTREME)),
        (12, Difficulty.HARD, -1, (9, Difficulty.MEDIUM)),
    ],
)
def test_a_puzzle_beside_another_one(
    size: int, difficulty: str | None, step: int, expected: tuple[int, Difficulty]
) -> None:
    wish = beside(size, difficulty, step)
    assert (wish.size, wish.difficulty) == expected
