import pytest

from bot.playground.errors import ApiError
from bot.playground.messages import Messages, as_reply


def test_messages_are_found_by_chat_and_number() -> None:
    messages = Messages()
    for chat, number in ((7, 1), (7, 2), (-5, 1)):
        messages.put({"chat": {"id": chat}, "message_id": number, "text": f"{chat} {number}"})
    messages.put({"chat": {"id": 7}, "message_id": 1, "text": "edited"})
    assert [message["text"] for message in messages.of(7)] == ["edited", "7 2"]
    assert messages.find(-5, 1, "message to edit")["text"] == "-5 1"
    for chat, number in ((7, 3), (8, 1)):
        assert messages.get(chat, number) is None
        with pytest.raises(ApiError, match="message to edit not found"):
            messages.find(chat, number, "message to edit")


def test_a_message_goes_with_its_reaction() -> None:
    messages = Messages()
    messages.put({"chat": {"id": 7}, "message_id": 1})
    messages.react(7, 1, "🎉")
    assert messages.reactions(7) == {1: "🎉"}
    for _ in range(2):
        messages.remove(7, 1)
        assert (messages.get(7, 1), messages.reactions(7)) == (None, {})


def test_a_reply_shows_no_reply_to_which_it_is_one() -> None:
    reply = {"message_id": 3, "reply_to_message": {"message_id": 1}}
    assert as_reply(reply) == {"message_id": 3}
