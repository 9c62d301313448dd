"""Which messages of a group are comments below a post of its channel.

Telegram shows a message among the comments of a post only if it replies to one of them. It marks
neither the thread nor an answer to a comment, only the post itself, to which the first comments
reply. So the threads of those are stored. Any other thread of replies in a group is left alone: a
quote above each board would push its title off a phone's screen.
"""

from contextlib import suppress

from telegram import Message

from bot.store import comments
from bot.store.seam.not_stored import NotStored
from bot.store.seam.source import Store


async def is_comment(store: Store, message: Message) -> bool:
    """Whether a message is a comment below a post, as far as that is known.

    While nothing can be stored, the comment itself is known, and the answers to it are not.
    """
    thread, replied = message.message_thread_id, message.reply_to_message
    if thread is None or message.is_topic_message:
        return False
    if await comments.has(store, message.chat.id, thread):
        return True
    if replied is None or not replied.is_automatic_forward:
        return False
    with suppress(NotStored):
        # Nobody waits for another process, as the next first comment tells the same.
        await comments.add(store.patient(0), message.chat.id, thread)
    return True
