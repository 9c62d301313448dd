from bot.game.memory import Recall, due_at, is_known, remembered
from bot.play import lessons
from bot.play.lessons import Course
from bot.store import hints
from bot.store import lessons as stored
from bot.store.lessons import Lesson
from engine.techniques import DIGIT_BY_TRIAL, TAUGHT, Technique
from engine.techniques.fish import X_WING
from engine.techniques.singles import FULL_HOUSE, HIDDEN_SINGLE
from engine.techniques.subsets import NAKED_PAIR
from tests.bot.house import Talk

WING = X_WING


async def test_hints_and_practice_are_counted_apart(chat: Talk) -> None:
    await chat.sends("/start")
    visit = await chat.visit()
    async with visit.database.transaction() as transaction:
        await lessons.serve(visit, transaction, WING)
        await lessons.miss(visit, transaction, WING)
        await lessons.learn(visit, transaction, WING, Recall.ALONE)
        await lessons.help_with(visit, transaction, WING)
    found = await stored.get(visit.database, visit.user.id, WING)
    assert (found.served, found.wrong, found.correct, found.helped) == (1, 1, 1, 1)
    assert found.due_at is not None
    assert found.due_at > visit.seconds
    assert not is_known(found.card)


async def test_a_digit_by_trial_says_nothing_about_anybody(chat: Talk) -> None:
    await chat.sends("/start")
    visit = await chat.visit()
    before = await lessons.course(visit)
    async with visit.database.transaction() as transaction:
        await lessons.help_with(visit, transaction, DIGIT_BY_TRIAL)
    assert await lessons.course(visit) == before


KNOWN = remembered(remembered(None, Recall.ALONE, 0), Recall.ALONE, 3 * 86_400)
BEGUN = remembered(None, Recall.FORGOTTEN, 0)


def course_of(now: int, *solved: Technique, **cards: str) -> Course:
    """What somebody knows with these cards, who has solved `solved` positions of some of them."""
    found = {
        name: Lesson(name, card, due_at(card), correct=int(name in solved))
        for name, card in cards.items()
    }
    return Course(found, now)


def test_whoever_knows_nothing_begins_at_the_beginning() -> None:
    fresh = course_of(0)
    assert fresh.learning is fresh.lesson is FULL_HOUSE
    assert fresh.again is None


def test_what_was_begun_comes_before_what_is_new() -> None:
    found = course_of(0, full_house=KNOWN, x_wing=BEGUN, naked_pair=BEGUN)
    assert found.learning is found.lesson is NAKED_PAIR
    assert found.knows(FULL_HOUSE)
    assert found.has_begun(X_WING)
    assert not found.has_begun(FULL_HOUSE)


def test_the_longest_due_comes_again_first() -> None:
    cards = {"full_house": KNOWN, "x_wing": BEGUN}
    found = course_of(400 * 86_400, FULL_HOUSE, WING, **cards)
    assert found.again is WING
    assert course_of(0, WING, x_wing=BEGUN).again is None


def test_nobody_waits_for_what_was_practised_to_be_due() -> None:
    for now, again in ((0, None), (2 * 86_400, FULL_HOUSE)):
        found = course_of(now, FULL_HOUSE, full_house=BEGUN)
        assert found.lesson is HIDDEN_SINGLE
        assert found.again is again
        assert found.learning is FULL_HOUSE


def test_what_only_hints_have_begun_is_taught_before_it_is_practised_again() -> None:
    found = course_of(2 * 86_400, full_house=BEGUN)
    assert found.lesson is FULL_HOUSE
    assert found.again is None


def test_whoever_knows_all_learns_the_hardest() -> None:
    everything = course_of(0, **dict.fromkeys(TAUGHT, KNOWN))
    assert everything.learning is everything.lesson is TAUGHT[-1]


async def test_the_lesson_of_a_game_is_what_took_most_hints(chat: Talk) -> None:
    await chat.sends("/new 4 none 5")
    visit, game = await chat.visit(), await chat.game()
    assert await lessons.lesson_of(visit, game.id) is None
    for state, technique in enumerate(("naked_pair", "x_wing", "x_wing", "naked_pair", None)):
        await hints.tell(visit.database, game.id, str(state), 2, visit.user.id, technique=technique)
    assert await lessons.lesson_of(visit, game.id) == (WING, 2)
