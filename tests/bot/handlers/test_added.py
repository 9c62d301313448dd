"""The first words in a group."""

from bot.store import users
from tests.bot.house import House, Talk

STRANGER = 987654321


async def test_a_group_that_the_bot_is_added_to_hears_in_a_line_how_it_plays(
    house: House, club: Talk, ming_in_club: Talk
) -> None:
    house.club.remove_bot(club.person)
    said = await club.delivers(house.club.add_bot(club.person))
    assert said.startswith("Hello! /new starts a Sudoku for everybody here")
    assert "\n" not in said
    house.club.remove_bot(club.person)
    assert "大家好" in await ming_in_club.delivers(house.club.add_bot(ming_in_club.person))


async def test_other_news_of_its_membership_are_nobodys_visit(house: House, club: Talk) -> None:
    """Removed, or a member as before, it says nothing; whoever blocks it is not stored again."""
    update = house.club.add_bot(club.person)
    assert update is not None
    news = update["my_chat_member"]
    for change in ({"status": "kicked", "until_date": 0}, {"status": "left"}, {"status": "member"}):
        news["new_chat_member"] |= change
        news["old_chat_member"]["status"] = "member"
        assert await club.delivers(update) == ""
    news["from"] |= {"id": STRANGER}
    news["chat"] = {"id": STRANGER, "type": "private", "first_name": "X"}
    assert await club.delivers(update) == ""
    assert await users.get(house.database, STRANGER) is None
