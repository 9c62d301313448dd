from bot.playground import BotApi, Group, Person


def test_nothing_reaches_a_removed_bot(alice: Person, club: Group) -> None:
    club.remove_bot(alice)
    assert alice.say("/new", club.chat) is None


def test_the_first_member_owns_a_group_and_needs_no_other_rights(
    alice: Person, ming: Person, club: Group
) -> None:
    assert club.chat.owner == alice.id
    for person in (alice, ming):
        club.promote(person)
    assert club.chat.administrators == {ming.id}
    assert club.chat.anonymous == set()
    for person in (alice, ming):
        club.promote(person, is_anonymous=True)
    assert club.chat.anonymous == {alice.id, ming.id}
    for _ in range(2):
        club.demote(ming)
        assert (club.chat.administrators, club.chat.anonymous) == (set(), {alice.id})


def test_the_bot_hears_who_removed_it_and_who_brought_it_back(alice: Person, club: Group) -> None:
    for change, before, after in (
        (club.remove_bot, "member", "kicked"),
        (club.add_bot, "kicked", "member"),
    ):
        update = change(alice)
        assert update is not None
        told = update["my_chat_member"]
        assert told["from"]["id"] == alice.id
        statuses = told["old_chat_member"]["status"], told["new_chat_member"]["status"]
        assert statuses == (before, after)
        assert club.chat.bot_status == after


def test_a_topic_makes_a_forum_and_has_the_number_of_its_first_message(
    api: BotApi, alice: Person, club: Group
) -> None:
    alice.say("/new", club.chat)
    events: list[str] = []
    api.world.listeners.add(lambda event: events.append(event["event"]))
    topics = [club.open_topic(alice, name) for name in ("Puzzles", "Talk")]
    assert topics == club.chat.topics == [2, 3]
    assert events == ["message", "chat"] * 2
    opened = [update["message"]["message_id"] for update in api.world.updates.pending()[1:]]
    assert opened == topics
