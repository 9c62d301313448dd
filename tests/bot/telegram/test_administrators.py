from bot.playground import Group
from bot.telegram.administrators import KNOWN_CHATS, KNOWN_SECONDS, Administrators
from tests.bot.house import House


def asked(house: House) -> int:
    """How often Telegram was asked."""
    return [method for method, _ in house.api.calls].count("getChatAdministrators")


async def test_they_are_asked_for_again_only_after_a_while(house: House) -> None:
    known = Administrators(house.application.bot, house.clock)
    for _ in range(3):
        assert await known.of(house.club.chat.id) == {house.alice.person.id}
    assert asked(house) == 1
    house.club.promote(house.ming.person)
    house.clock.forward(seconds=KNOWN_SECONDS)
    assert await known.of(house.club.chat.id) == {house.alice.person.id, house.ming.person.id}
    assert asked(house) == 2


async def test_a_clock_that_goes_back_keeps_nobody_in_office(house: House) -> None:
    known = Administrators(house.application.bot, house.clock)
    await known.of(house.club.chat.id)
    house.clock.forward(days=-1)
    await known.of(house.club.chat.id)
    assert asked(house) == 2


async def test_of_too_many_groups_the_one_asked_for_longest_ago_is_forgotten(house: House) -> None:
    known = Administrators(house.application.bot, house.clock)
    first, *others = [
        Group(house.api, -1_003_000_000_000 - number, "Club", [house.alice.person])
        for number in range(KNOWN_CHATS)
    ]
    for group in (house.club, first, *others[:-1]):
        await known.of(group.chat.id)
    await known.of(house.club.chat.id)
    await known.of(others[-1].chat.id)
    before = asked(house)
    await known.of(house.club.chat.id)
    assert asked(house) == before
    await known.of(first.chat.id)
    assert asked(house) == before + 1
