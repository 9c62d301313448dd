from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.game.memory import is_known
from bot.play import practice
from bot.play.visit import Visit
from bot.pool.engine_pool import EnginePool
from bot.store import exercises, lessons
from bot.store.hints import LAST_STAGE
from bot.store.lessons import Lesson
from engine.practice.claim import Claim, Judged, Verdict, judge
from engine.practice.position import exercise, positions
from engine.search.budget import Budget
from engine.search.search import solve
from engine.techniques.chains import XY_CHAIN
from engine.techniques.layout import Candidate
from engine.techniques.subsets import NAKED_PAIR
from tests.bot.house import House, Talk
from tests.bot.play.people import effect, of_an_update

PAIR = NAKED_PAIR


async def lesson(chat: Talk) -> Lesson:
    return await lessons.get(chat.house.database, chat.person.id, PAIR)


async def answer(visit: Visit, number: int, claim: Claim) -> Judged:
    position = exercise(PAIR, number)
    assert position is not None
    return await practice.answer(visit, PAIR, number, position, claim)


async def right(chat: Talk, number: int) -> Claim:
    found = await practice.position(await chat.visit(), PAIR, number)
    assert found is not None
    return Claim(removed=found.step.eliminations)


def wrong(number: int) -> Claim:
    """A candidate that is the solution of its cell."""
    position = exercise(PAIR, number)
    assert position is not None
    cell, solution = position.values.blanks()[0], solve(position.givens)
    return Claim(removed=(Candidate(cell, solution[cell]),))


async def test_the_example_of_a_lesson_shows_its_technique(chat: Talk) -> None:
    await chat.sends("/start")
    found = await practice.example(await chat.visit(), PAIR)
    assert found is not None
    assert found.position == positions(PAIR)[0]
    assert found.step.technique is PAIR


async def test_the_engine_is_asked_once_for_each_position(house: House, chat: Talk) -> None:
    await chat.sends("/start")
    visit = await chat.visit()
    found = await practice.position(visit, PAIR, 0)
    never_started = EnginePool(1)
    alone = replace(visit, services=replace(house.services, engine=never_started))
    assert await practice.position(alone, PAIR, 0) == found


async def test_each_position_is_another_one_and_the_count_goes_on(chat: Talk) -> None:
    await chat.sends("/start")
    visit = await chat.visit()
    numbers = [(await practice.begin(visit, PAIR)).number for _ in range(3)]
    assert numbers == [0, 1, 2]
    assert (await lesson(chat)).served == 3


async def test_what_is_solved_alone_is_remembered_longer_than_with_help(chat: Talk) -> None:
    await chat.sends("/start")
    visit = await chat.visit()
    begun = await practice.begin(visit, PAIR)
    judged = await answer(visit, begun.number, await right(chat, begun.number))
    assert judged.verdict is Verdict.RIGHT
    alone = await lesson(chat)
    assert (alone.correct, alone.wrong) == (1, 0)
    assert alone.due_at is not None
    await lessons.put(visit.database, visit.user.id, Lesson(PAIR))
    begun = await practice.begin(visit, PAIR)
    await practice.tell(visit, PAIR, begun.number, 1)
    await answer(visit, begun.number, await right(chat, begun.number))
    helped = await lesson(chat)
    assert helped.due_at is not None
    assert visit.seconds < helped.due_at < alone.due_at


async def test_a_wrong_answer_counts_and_the_right_one_after_it_too(chat: Talk) -> None:
    await chat.sends("/start")
    visit = await chat.visit()
    number = (await practice.begin(visit, PAIR)).number
    judged = await answer(visit, number, wrong(number))
    assert judged.verdict is Verdict.WRONG
    assert await lesson(chat) == Lesson(PAIR, served=1, wrong=1)
    await answer(visit, number, await right(chat, number))
    found = await lesson(chat)
    assert (found.correct, found.wrong) == (1, 1)
    kept = await exercises.get(visit.database, visit.user.id)
    assert kept is not None
    assert kept.is_done


async def test_the_second_right_answer_to_a_position_tells_nothing(chat: Talk) -> None:
    await chat.sends("/start")
    visit = await chat.visit()
    number = (await practice.begin(visit, PAIR)).number
    for _ in range(2):
        await answer(visit, number, await right(chat, number))
    assert (await lesson(chat)).correct == 1


async def test_what_is_told_to_the_end_was_not_known(chat: Talk) -> None:
    await chat.sends("/start")
    visit = await chat.visit()
    number = (await practice.begin(visit, PAIR)).number
    for stage in (1, 2, 3):
        await practice.tell(visit, PAIR, number, stage)
    await answer(visit, number, await right(chat, number))
    found = await lesson(chat)
    assert (found.correct, found.due_at is None, is_known(found.card)) == (0, False, False)
    assert await practice.open_exercise(visit) is None


async def test_another_persons_position_tells_nothing_of_whoever_answers(
    house: House, chat: Talk
) -> None:
    await chat.sends("/start")
    await house.ming.sends("/start")
    number = (await practice.begin(await chat.visit(), PAIR)).number
    visit = await house.ming.visit()
    judged = await answer(visit, number, await right(chat, number))
    assert judged.verdict is Verdict.RIGHT
    assert await lessons.of_user(visit.database, visit.user.id) == {}


async def test_what_is_begun_told_and_answered_is_noted_with_its_update(chat: Talk) -> None:
    await chat.sends("/start")
    visit = await chat.visit()

    async def noted(act: Callable[[Visit], Awaitable[object]]) -> bool:
        await visit.database.all("delete from inbox")
        await act(await of_an_update(visit))
        return (await effect(visit)).took_effect

    assert await noted(lambda marked: practice.begin(marked, PAIR))
    assert await noted(lambda marked: practice.tell(marked, PAIR, 0, 1))
    assert not await noted(lambda marked: practice.tell(marked, PAIR, 0, 1))
    solution = await right(chat, 0)
    assert await noted(lambda marked: answer(marked, 0, wrong(0)))
    assert await noted(lambda marked: answer(marked, 0, solution))
    assert not await noted(lambda marked: answer(marked, 0, solution))


async def test_a_wrong_answer_leaves_a_position_open_and_is_counted(chat: Talk) -> None:
    await chat.sends("/start")
    visit = await chat.visit()
    number = (await practice.begin(visit, PAIR)).number
    for count in (1, 2):
        await answer(visit, number, wrong(number))
        found = await exercises.get(visit.database, visit.user.id)
        assert found is not None
        assert (found.wrong, found.is_done, found.stage) == (count, False, 0)
    await answer(visit, number, await right(chat, number))
    found = await exercises.get(visit.database, visit.user.id)
    assert found is not None
    assert (found.wrong, found.is_done) == (2, True)


async def several(visit: Visit) -> tuple[int, practice.Example]:
    """A position of an XY-chain of which several candidates go by its step."""
    for number in range(30):
        found = await practice.position(visit, XY_CHAIN, number)
        assert found is not None
        first = Claim(removed=found.step.eliminations[:1])
        judged = judge(
            found.position.state, solve(found.position.givens), XY_CHAIN, first, Budget(20)
        )
        if judged.left == 1:
            return number, replace(found, step=judged.step or found.step)
    raise AssertionError


async def begun(visit: Visit, number: int) -> None:
    async with visit.database.transaction() as transaction:
        found = exercises.Exercise(visit.place, XY_CHAIN, number)
        await exercises.put(transaction, visit.user.id, found, visit.seconds)


async def test_above_hard_all_that_goes_is_asked_and_found_one_by_one(chat: Talk) -> None:
    await chat.sends("/start")
    visit = await chat.visit()
    number, example = await several(visit)
    await begun(visit, number)
    one, other = example.step.eliminations
    verdicts = [
        (await practice.answer(visit, XY_CHAIN, number, example.position, Claim((), (each,))))
        for each in (one, other)
    ]
    assert [(each.verdict, each.left) for each in verdicts] == [
        (Verdict.PART, 1),
        (Verdict.RIGHT, 0),
    ]
    kept = await lessons.get(visit.database, visit.user.id, XY_CHAIN)
    assert (kept.correct, kept.wrong) == (1, 0)


async def test_whoever_has_found_a_part_has_not_forgotten(chat: Talk) -> None:
    await chat.sends("/start")
    visit = await chat.visit()
    number, example = await several(visit)
    await begun(visit, number)
    first = Claim((), example.step.eliminations[:1])
    await practice.answer(visit, XY_CHAIN, number, example.position, first)
    await practice.tell(visit, XY_CHAIN, number, LAST_STAGE)
    kept = await lessons.get(visit.database, visit.user.id, XY_CHAIN)
    assert kept.correct == 1
    assert kept.due_at is not None


async def test_what_is_true_for_another_reason_is_no_mistake(chat: Talk) -> None:
    await chat.sends("/start")
    visit = await chat.visit()
    await practice.begin(visit, PAIR)
    position = exercise(PAIR, 0)
    assert position is not None
    solution = solve(position.givens)
    for cell in position.values.blanks():
        judged = await answer(visit, 0, Claim((Candidate(cell, solution[cell]),)))
        if judged.verdict is Verdict.OTHER:
            break
    else:
        raise AssertionError
    assert (await lesson(chat)).wrong == 0
