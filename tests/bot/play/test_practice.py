from dataclasses import replace

from bot.play import practice
from bot.pool.engine_pool import EnginePool
from engine.practice import positions
from engine.techniques import Technique
from tests.bot.house import House, Talk

PAIR = Technique.NAKED_PAIR


async def test_an_example_is_a_position_with_the_step_that_it_stands_for(chat: Talk) -> None:
    visit, known = await chat.visit(), positions()[PAIR]
    found = [await practice.example(visit, PAIR, number) for number in range(len(known))]
    assert [one.position for one in found if one] == list(known)
    assert {one.step.technique for one in found if one} == {PAIR}
    assert await practice.example(visit, PAIR, len(known)) == found[0]


async def test_the_engine_is_asked_once_for_each_position(house: House, chat: Talk) -> None:
    visit = await chat.visit()
    found = await practice.example(visit, PAIR, 0)
    never_started = EnginePool(1)
    alone = replace(visit, services=replace(house.services, engine=never_started))
    assert await practice.example(alone, PAIR, 0) == found
