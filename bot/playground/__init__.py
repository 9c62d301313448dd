"""A pretend Telegram: a strict Bot API in memory, pretend people, and a chat page over both."""

from bot.playground.api import PLAYGROUND_TOKEN, BotApi
from bot.playground.errors import ApiError
from bot.playground.groups import Group, default_people
from bot.playground.people import Person
from bot.playground.request import PlaygroundRequest

__all__ = [
    "PLAYGROUND_TOKEN",
    "ApiError",
    "BotApi",
    "Group",
    "Person",
    "PlaygroundRequest",
    "default_people",
]
