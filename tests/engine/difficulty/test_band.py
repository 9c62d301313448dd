from engine.difficulty import DIFFICULTY_OF, Difficulty, up_to
from engine.techniques import Technique


def test_bands_follow_the_order_of_the_techniques() -> None:
    order = list(Difficulty)
    bands = [order.index(DIFFICULTY_OF[technique]) for technique in Technique]
    assert bands == sorted(bands)
    assert set(DIFFICULTY_OF.values()) == set(Difficulty)
    assert DIFFICULTY_OF[Technique.HIDDEN_SINGLE] is Difficulty.EASY
    assert DIFFICULTY_OF[Technique.X_WING] is Difficulty.HARD
    assert DIFFICULTY_OF[Technique.AIC] is Difficulty.EXTREME


def test_the_difficulties_up_to_one_of_them() -> None:
    assert up_to(Difficulty.EASY) == (Difficulty.EASY,)
    assert up_to(Difficulty.HARD) == (Difficulty.EASY, Difficulty.MEDIUM, Difficulty.HARD)
    assert up_to(Difficulty.EXTREME) == tuple(Difficulty)
