from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.game.pupil import KNOWN, LEVELS, NEW, Belief, Own, Pupil, after_game
from engine.difficulty import Difficulty
from engine.techniques import FULL_HOUSE, HIDDEN_SINGLE, NAKED_SINGLE, TAUGHT, Technique
from engine.techniques.als import ALS_XZ
from engine.techniques.fish import X_WING
from engine.techniques.subsets import NAKED_PAIR
from engine.techniques.wings import XY_WING

Found = Sequence[tuple[Technique, ...]]

HIDDEN: Found = 30 * [(HIDDEN_SINGLE,)]
LAST: Found = 20 * [(FULL_HOUSE, HIDDEN_SINGLE, NAKED_SINGLE)]
SINGLES: Found = [*HIDDEN, *LAST]
EXPERT: Found = [*SINGLES, (XY_WING,), (XY_WING,)]


def player(game: Found, times: int, slips: int = 0) -> Pupil:
    pupil = Pupil()
    for _ in range(times):
        pupil = after_game(pupil, game, slips, is_alone=True)
    return pupil


def test_levels_rise_with_the_order_of_the_lessons() -> None:
    assert [LEVELS[each] for each in TAUGHT] == sorted(LEVELS.values())


def test_four_hundred_points_are_ten_to_one() -> None:
    level = LEVELS[X_WING]
    assert Pupil(level).chance(X_WING) == pytest.approx(1 / 2)
    assert Pupil(level + 400).chance(X_WING) == pytest.approx(10 / 11)
    assert Pupil(level - 400).chance(X_WING) == pytest.approx(1 / 11)


@pytest.mark.parametrize("hardest", [X_WING, XY_WING])
def test_three_puzzles_solved_alone_need_no_lesson_up_to_their_difficulty(
    hardest: Technique,
) -> None:
    person = player([*SINGLES, (hardest,), (hardest,)], 3)
    lessons = [each.difficulty for each in TAUGHT if not person.knows(each)]
    assert min(lessons) > hardest.difficulty
    assert person.level > hardest.difficulty


def test_one_puzzle_solved_alone_still_needs_lessons_of_its_difficulty() -> None:
    person = player(EXPERT, 1)
    assert not person.knows(XY_WING)
    assert person.level < Difficulty.EXPERT


def test_extreme_puzzles_show_no_more_than_their_hardest_technique() -> None:
    person = player([*SINGLES, (ALS_XZ,), (ALS_XZ,)], 10)
    assert person.knows(ALS_XZ)
    assert not person.knows(TAUGHT[-1])


def test_very_many_easy_puzzles_make_no_master() -> None:
    beginner = player(SINGLES, 200)
    assert beginner.knows(FULL_HOUSE)
    assert beginner.knows(HIDDEN_SINGLE)
    assert not beginner.knows(NAKED_PAIR)
    assert beginner.level in {Difficulty.EASY, Difficulty.MEDIUM}


def test_one_hint_forgets_nothing_and_several_do() -> None:
    pupil = player(EXPERT, 3)
    once = pupil.after(FULL_HOUSE, seen=False)
    assert once.knows(FULL_HOUSE)
    assert once.whole == pupil.whole
    often = pupil
    for _ in range(5):
        often = often.after(X_WING, seen=False)
    assert pupil.knows(X_WING)
    assert not often.knows(X_WING)
    assert often.knows(NAKED_PAIR), "only what hints named is in doubt"


def test_what_an_easier_technique_gives_says_little_about_the_harder_one() -> None:
    ways = (FULL_HOUSE, HIDDEN_SINGLE, NAKED_SINGLE)
    pupil = Pupil()
    for _ in range(100):
        pupil = pupil.after_ways(ways)
    own = [pupil.own[technique].points for technique in ways]
    assert own == sorted(own, reverse=True)
    alone = Pupil()
    for _ in range(20):
        alone = alone.after_ways((NAKED_SINGLE,))
    assert alone.chance(NAKED_SINGLE) > pupil.chance(NAKED_SINGLE)


def test_mistakes_and_checks_make_a_game_count_less() -> None:
    strengths = [player(EXPERT, 1, slips).whole for slips in (0, 1, 5, 50)]
    assert strengths == sorted(strengths, reverse=True)
    assert player(EXPERT, 3, slips=20).level in {Difficulty.EASY, Difficulty.MEDIUM}


def test_practice_says_nothing_about_the_rest() -> None:
    pupil = Pupil().practised(NAKED_PAIR, seen=True)
    assert pupil.whole == Pupil().whole
    assert pupil.chance(NAKED_PAIR) > Pupil().chance(NAKED_PAIR)
    assert pupil.chance(X_WING) == Pupil().chance(X_WING)


@pytest.mark.parametrize("technique", [FULL_HOUSE, TAUGHT[-1]])
@pytest.mark.parametrize("pupil", [Pupil(), Pupil(2500, own={FULL_HOUSE: Own(-900, 12)})])
def test_what_people_say_of_themselves_is_believed(pupil: Pupil, technique: Technique) -> None:
    assert pupil.said(technique, known=True).chance(technique) >= KNOWN
    assert pupil.said(technique, known=False).chance(technique) < NEW


def test_a_game_with_nothing_of_ones_own_changes_nothing() -> None:
    assert after_game(Pupil(), [], 0, is_alone=True) == Pupil()


def test_a_belief_is_known_unsure_or_new() -> None:
    belief = Belief(
        0.9, is_known=True, alone=0, right=0, wrong=0, helped=0, said=None, is_beyond=False
    )
    assert belief.kind == "known"
    assert replace(belief, chance=0.5, is_known=False).kind == "unsure"
    assert replace(belief, chance=0.1, is_known=False).kind == "new"
