"""Whether Telegram confirms that somebody is in a group."""

from bot.telegram.members import KNOWN_SECONDS, Members
from tests.bot.house import House


def members_of(house: House) -> Members:
    return Members(house.application.bot, house.services.clock)


async def test_people_of_a_group_are_confirmed_and_others_are_not(house: House) -> None:
    members, club = members_of(house), house.club.chat
    assert await members.has(club.id, house.ming.person.id)
    assert await members.has(club.id, house.alice.person.id)
    del club.members[house.ming.person.id]
    assert not await members_of(house).has(club.id, house.ming.person.id)
    assert not await members.has(club.id, 999_999)
    assert not await members.has(-1_000_000, house.alice.person.id)


async def test_an_answer_is_remembered_for_a_minute(house: House) -> None:
    members, club, ming = members_of(house), house.club.chat, house.ming.person.id
    assert await members.has(club.id, ming)
    left = club.members.pop(ming)
    house.clock.forward(seconds=KNOWN_SECONDS - 1)
    assert await members.has(club.id, ming)
    house.clock.forward(seconds=1)
    assert not await members.has(club.id, ming)
    club.members[ming] = left
    assert not await members.has(club.id, ming)
    house.clock.forward(seconds=-KNOWN_SECONDS)
    assert await members.has(club.id, ming)
