"""Where people play."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """A chat and a topic of it; topic 0 is the general one, or a chat without topics.

    The numbers of groups are negative.
    """

    chat_id: int
    topic_id: int = 0
