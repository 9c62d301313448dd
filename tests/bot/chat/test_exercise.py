from bot.play import practice
from bot.store import exercises
from engine.techniques import technique_named
from tests.bot.house import House, Talk


async def begins(chat: Talk) -> str:
    """An answer to the first position of a technique, as a person may type it."""
    await chat.sends("/learn naked pair")
    await chat.presses("✍ Practise")
    visit = await chat.visit()
    begun = await exercises.get(visit.database, visit.user.id)
    assert begun is not None
    found = await practice.position(visit, technique_named(begun.technique), begun.number)
    assert found is not None
    cell, value = found.step.eliminations[0]
    return f"r{cell // 9 + 1}c{cell % 9 + 1}<>{value}"


async def test_the_message_of_a_position_is_remembered(chat: Talk) -> None:
    await begins(chat)
    kept = await exercises.get(chat.house.database, chat.person.id)
    assert kept is not None
    assert kept.message_id == chat.last["message_id"]


async def test_the_keys_of_a_position_go_when_it_is_solved_in_writing(chat: Talk) -> None:
    typed = await begins(chat)
    asked = chat.last["message_id"]
    assert "✓ Right!" in await chat.sends(typed)
    messages = {message["message_id"]: message for message in chat.person.messages(chat.chat)}
    assert "reply_markup" not in messages[asked]


async def test_in_a_group_each_answers_their_own(house: House) -> None:
    alice, ming = house.in_club(house.alice), house.in_club(house.ming)
    typed = await begins(alice)
    asked = alice.last["message_id"]
    assert "✓" not in await ming.sends(typed, asked)
    assert "✓ Right!" in await alice.sends(typed, asked)


async def test_what_is_no_conclusion_is_asked_for_again(chat: Talk) -> None:
    await begins(chat)
    asked = chat.last["message_id"]
    said = await chat.sends("r1c1+1", asked)
    assert "✓" not in said
    assert said
    kept = await exercises.get(chat.house.database, chat.person.id)
    assert kept is not None
    assert (kept.is_done, kept.wrong) == (False, 0)


async def test_the_next_position_is_another_one(chat: Talk) -> None:
    await chat.sends("/learn naked pair")
    numbers = []
    for _ in range(2):
        await chat.presses("✍ Practise", chat.last["message_id"])
        kept = await exercises.get(chat.house.database, chat.person.id)
        assert kept is not None
        assert kept.message_id == chat.last["message_id"]
        numbers.append(kept.number)
        await chat.sends("/learn naked pair")
    assert numbers == [0, 1]
