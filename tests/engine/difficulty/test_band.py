from engine.board.geometry import Geometry
from engine.difficulty import Difficulty, hardest_of, up_to
from engine.difficulty.band import highest_of, of_rating


def test_ratings_belong_to_the_band_that_ends_at_or_above_them() -> None:
    bands = {
        Difficulty.EASY: (10, 12, 15),
        Difficulty.MEDIUM: (16, 17, 25),
        Difficulty.HARD: (26, 30, 40),
        Difficulty.EXPERT: (41, 50, 65),
        Difficulty.EXTREME: (66, 90, 119),
    }
    for band, ratings in bands.items():
        assert [of_rating(tenths) for tenths in ratings] == [band] * 3
    ends = {band: highest_of(band) for band in bands}
    assert all(of_rating(tenths) is band for band, tenths in ends.items())
    del ends[Difficulty.EXTREME]
    assert all(of_rating(tenths + 1) is not band for band, tenths in ends.items())


def test_the_difficulties_up_to_one_of_them() -> None:
    assert up_to(Difficulty.EASY) == (Difficulty.EASY,)
    assert up_to(Difficulty.HARD) == (Difficulty.EASY, Difficulty.MEDIUM, Difficulty.HARD)
    assert up_to(Difficulty.EXTREME) == tuple(Difficulty)


def test_small_boards_are_never_as_hard_as_large_ones() -> None:
    hardest = {size: hardest_of(Geometry.of_size(size)) for size in (4, 6, 8, 9, 16, 25)}
    assert hardest.pop(4) is Difficulty.EASY
    assert hardest.pop(6) is Difficulty.EXPERT
    assert set(hardest.values()) == {Difficulty.EXTREME}
