from bot.game.place import Place


def test_a_chat_without_topics_is_its_general_topic() -> None:
    assert Place(-100) == Place(-100, 0)
