"""Which threads of a group are the comments below a post of its channel.

Telegram shows a message among the comments of a post only if it replies to one of them. It marks
neither the thread nor an answer to a comment, only the post itself, to which the first comments
reply. So the threads of those are remembered. Any other thread of replies in a group is left alone:
a quote above each board would push its title off a phone's screen.
"""

from typing import Final

from telegram import Message

MOST_THREADS: Final = 10_000
"""Threads that are remembered, those written in last."""


class Comments:
    """The threads of comments that this process has seen."""

    def __init__(self) -> None:
        self._threads: dict[tuple[int, int], None] = {}

    def has(self, message: Message) -> bool:
        """Whether a message is a comment below a post, as far as that is known."""
        thread, replied = message.message_thread_id, message.reply_to_message
        if thread is None or message.is_topic_message:
            return False
        key = (message.chat.id, thread)
        is_known = key in self._threads
        if is_known or (replied is not None and replied.is_automatic_forward):
            # Put back at the end, so that the first is the one idle longest.
            self._threads.pop(key, None)
            self._threads[key] = None
            if len(self._threads) > MOST_THREADS:
                del self._threads[next(iter(self._threads))]
            return True
        return False
