from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.wish import (
    SIZES,
    UnknownSize,
    UnknownWish,
    Vocabulary,
    Wish,
    after_first,
    beside,
    find_technique,
    guess_technique,
    like,
    parse_wish,
    size_beside,
)
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


def test_the_size_beside_another_one() -> None:
    assert [size_beside(size, 1) for size in SIZES] == [6, 8, 9, 16, 16]
    assert [size_beside(size, -1) for size in SIZES] == [4, 4, 6, 8, 9]


@pytest.mark.parametrize("size", SIZES)
def test_a_puzzle_beside_another_one_may_keep_its_size(size: int) -> None:
    hardest = beside(size, Difficulty.EXTREME, 4, keeps_size=True)
    assert (hardest.size, hardest.difficulty) == (
        size,
        beside(size, hardest.difficulty, 0).difficulty,
    )
    assert beside(size, hardest.difficulty, 1, keeps_size=True) == hardest


def test_without_a_choice_it_is_a_symmetric_9x9() -> None:
    wish = Wish()
    assert (wish.size, wish.symmetry, wish.is_for_learner) == (9, Symmetry.CENTRAL, False)
    assert (wish.seed, wish.difficulty, wish.technique) == (None, None, None)
    assert parse_wish([], VOCABULARY) == wish


@pytest.mark.parametrize("size", [4, 6, 8, 9, 16])
def test_a_puzzle_is_made_in_these_sizes(size: int) -> None:
    assert parse_wish([str(size)], VOCABULARY).size == size
    assert parse_wish([f"{size}x{size}"], VOCABULARY).size == size


@pytest.mark.parametrize(
    ("typed", "wish"),
    [
        ("009", Wish(9)),
        ("0009", Wish(seed="0009")),
        ("0", Wish(seed="0")),
        ("26 9", Wish(9, seed="26")),
        ("hard 25", Wish(seed="25", difficulty=Difficulty.HARD)),
        ("7" * 99, Wish(seed="7" * 64)),
        ("seed:" + "z" * 70, Wish(seed="z" * 64)),
        ("#" + "z" * 70, Wish(seed="z" * 64)),
    ],
)
def test_other_numbers_are_seeds_of_at_most_64_characters(typed: str, wish: Wish) -> None:
    assert parse_wish(typed.split(), VOCABULARY) == wish


def test_numbers_up_to_25_in_front_are_sizes() -> None:
    for number in {*range(1, 26)} - {*SIZES}:
        with pytest.raises(UnknownSize) as unknown:
            parse_wish([str(number)], VOCABULARY)
        assert (unknown.value.size, unknown.value.word) == (number, str(number))
        assert str(unknown.value) == str(number)


MANY = Vocabulary(
    {"none": "none"},
    {"hard": "hard", "harder": "expert"},
    {"X-wing": X_WING, "naked pair": NAKED_PAIR},
    {"with"},
    sizes={"small": "6", "five": "5"},
    fillers={"a", "please"},
    learners=("for_me", "para_mi"),
)


@pytest.mark.parametrize(
    ("typed", "wish"),
    [
        ("a small", Wish(6)),
        ("please a hard", Wish(difficulty=Difficulty.HARD)),
        ("for me", Wish(is_for_learner=True)),
        ("a small for me hard", Wish(6, difficulty=Difficulty.HARD, is_for_learner=True)),
        ("hard para mi", Wish(difficulty=Difficulty.HARD, is_for_learner=True)),
        ("none", Wish(symmetry=Symmetry.NONE)),
        ("9 with x wing hard", Wish(9, difficulty=Difficulty.HARD, technique=X_WING)),
        ("with naked 9", Wish(9, technique=NAKED_PAIR)),
    ],
)
def test_words_for_sizes_for_learners_and_for_nothing(typed: str, wish: Wish) -> None:
    assert parse_wish(typed.split(), MANY) == wish


@pytest.mark.parametrize(
    ("typed", "word", "guess"),
    [
        ("hardr", "hardr", "harder"),
        ("for", "for", ""),
        ("z" * 40, "z" * 30, ""),
        ("with", "", ""),
        ("9 with x-wng", "x-wng", "X-wing"),
        ("with nakd pair please", "nakd pair please", "naked pair"),
        ("with " + "z" * 40, "z" * 30, ""),
    ],
)
def test_what_names_nothing_is_quoted_in_short_with_one_guess(
    typed: str, word: str, guess: str
) -> None:
    with pytest.raises(UnknownWish) as unknown:
        parse_wish(typed.split(), MANY)
    assert (unknown.value.word, unknown.value.guess) == (word, guess)
    assert str(unknown.value) == word


def test_a_technique_is_found_by_its_name_or_the_beginning_of_one() -> None:
    names = {"naked pair": NAKED_PAIR, "X-wing": X_WING, "nak": BUG}
    assert find_technique("Naked-Pair", names) is NAKED_PAIR
    assert find_technique("xw", names) is X_WING
    assert find_technique("NAK", names) is BUG
    for typed in ("", "-", "wing", "naked pairs"):
        assert find_technique(typed, names) is None


def test_the_nearest_name_of_a_technique_is_guessed() -> None:
    names = ["naked pair", "naked pairs", "X-wing"]
    assert guess_technique("Nakd pair", names) == "naked pair"
    assert guess_technique("swordfish", names) == ""


def test_unrated_puzzles_count_as_medium_where_there_is_such_a_band() -> None:
    wishes = [beside(size, None, 0) for size in (*SIZES, 12)]
    easy, medium = Difficulty.EASY, Difficulty.MEDIUM
    assert [wish.difficulty for wish in wishes] == [easy, *[medium] * 5]
    assert [wish.size for wish in wishes] == [*SIZES, 9]


@pytest.mark.parametrize(
    ("seconds", "hints", "mistakes", "size"),
    [(40, 0, 0, 9), (300, 0, 0, 6), (40, 0, 1, 6), (40, 1, 0, 4), (40, 0, 3, 4), (None, 0, 0, 6)],
)
def test_the_second_board_knows_how_the_first_went(
    seconds: int | None, hints: int, mistakes: int, size: int
) -> None:
    assert after_first(seconds, hints, mistakes) == Wish(size, difficulty=Difficulty.EASY)


@pytest.mark.parametrize(
    ("typed", "wish"),
    [
        ("", Wish(6, difficulty=Difficulty.HARD)),
        ("diagonal", Wish(6, Symmetry.DIAGONAL, difficulty=Difficulty.HARD)),
        ("9", Wish(9, difficulty=Difficulty.HARD)),
        ("4", Wish(4, difficulty=Difficulty.EASY)),
        ("16", Wish(16)),
        ("9 #7", Wish(9, seed="7")),
        ("#7", Wish(9, seed="7")),
        ("with x-wing", Wish(technique=X_WING)),
    ],
)
def test_what_words_leave_open_is_as_usual(typed: str, wish: Wish) -> None:
    usual = like(6, "hard")
    assert parse_wish(typed.split(), VOCABULARY, usual) == wish


def test_a_difficulty_that_a_size_never_has_comes_in_nine() -> None:
    vocabulary = Vocabulary(WORDS, {"extreme": "extreme"})
    wish = parse_wish(["extreme"], vocabulary, Wish(4))
    assert (wish.size, wish.difficulty) == (9, Difficulty.EXTREME)
