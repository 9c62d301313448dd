from bot.telegram.drawn import MOST_CHATS, DrawnBoards


def test_a_board_is_known_from_drawing_it_until_something_changes() -> None:
    drawn = DrawnBoards()
    assert not drawn.shows(1, 10)
    drawn.draw(1, 10)
    assert drawn.shows(1, 10)
    assert not drawn.shows(2, 10)
    drawn.draw(1, 11)
    assert (drawn.shows(1, 10), drawn.shows(1, 11)) == (False, True)
    drawn.outdate(1)
    drawn.outdate(2)
    assert not drawn.shows(1, 11)


def test_only_the_latest_chats_are_remembered() -> None:
    drawn = DrawnBoards()
    for chat in range(MOST_CHATS + 1):
        drawn.draw(chat, 1)
    drawn.draw(1, 2)
    drawn.draw(MOST_CHATS + 1, 1)
    assert [drawn.shows(chat, 1) for chat in (0, 2, 3, MOST_CHATS + 1)] == [
        *(False, False),
        *(True, True),
    ]
    assert drawn.shows(1, 2)
