from bot.playground import Group, Person


def test_nothing_reaches_a_removed_bot(alice: Person, club: Group) -> None:
    club.remove_bot(alice)
    assert alice.say("/new", club.chat) is None
