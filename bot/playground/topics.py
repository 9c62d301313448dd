"""Topics of a forum, and the threads that replies make in every supergroup.

Telegram calls two things a thread. A topic is the thread below the service message that opened it:
each of its messages is marked `is_topic_message` and is a reply to that service message unless it
answers another one. But outside of topics a reply has a `message_thread_id` too: the number of the
message with which its thread began. Sending to that number is refused, and a message to the general
topic has no number at all (github.com/tdlib/telegram-bot-api, issues 356, 447 and 798).
"""

from typing import Final

from bot.playground.chats import Chat
from bot.playground.errors import refuse
from bot.playground.messages import Messages, as_reply
from bot.playground.parameters import Json

ICON_COLOR: Final = 0x6FB9F0


def threaded(messages: Messages, chat: Chat, topic: int, replied: Json | None) -> Json:
    """The fields of a message about its thread and the message that it answers, `replied`.

    Without a `topic` the message goes where `replied` is. Refused where there is no such topic.
    """
    if topic and topic not in chat.topics:
        refuse("message thread not found")
    if not topic and replied is not None and replied.get("is_topic_message"):
        topic = replied["message_thread_id"]
    if topic:
        answered = replied or messages.get(chat.id, topic)
        return {"message_thread_id": topic, "is_topic_message": True} | _answer(answered)
    if replied is None or not chat.is_group:
        return _answer(replied)
    root = replied.get("message_thread_id", replied["message_id"])
    return {"message_thread_id": root} | _answer(replied)


def opened(chat: Chat, name: str) -> Json:
    """Open a topic, whose number is that of the next message; the fields of that message."""
    topic = chat.message_count + 1
    chat.topics.append(topic)
    created = {"name": name, "icon_color": ICON_COLOR}
    return {"message_thread_id": topic, "is_topic_message": True, "forum_topic_created": created}


def _answer(replied: Json | None) -> Json:
    return {"reply_to_message": as_reply(replied)} if replied else {}
