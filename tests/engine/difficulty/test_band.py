from engine.difficulty import Difficulty, up_to
from engine.difficulty.band import of_rating


def test_ratings_belong_to_the_band_that_ends_at_or_above_them() -> None:
    assert [of_rating(tenths) for tenths in (10, 15, 16, 25, 40, 65, 66, 119)] == [
        *(Difficulty.EASY, Difficulty.EASY, Difficulty.MEDIUM, Difficulty.MEDIUM),
        *(Difficulty.HARD, Difficulty.EXPERT, Difficulty.EXTREME, Difficulty.EXTREME),
    ]


def test_the_difficulties_up_to_one_of_them() -> None:
    assert up_to(Difficulty.EASY) == (Difficulty.EASY,)
    assert up_to(Difficulty.HARD) == (Difficulty.EASY, Difficulty.MEDIUM, Difficulty.HARD)
    assert up_to(Difficulty.EXTREME) == tuple(Difficulty)
