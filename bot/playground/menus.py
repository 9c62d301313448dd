"""The bot's command lists by scope and language, and which of them a person sees."""

import re
from typing import Any

from bot.playground.chats import Chat, User
from bot.playground.errors import refuse
from bot.playground.parameters import Json

MOST_COMMANDS = 100
LONGEST_COMMAND = 32
LONGEST_DESCRIPTION = 256

_SCOPES = {
    "default": (),
    "all_private_chats": (),
    "all_group_chats": (),
    "all_chat_administrators": (),
    "chat": ("chat_id",),
    "chat_administrators": ("chat_id",),
    "chat_member": ("chat_id", "user_id"),
}


class Menus:
    def __init__(self) -> None:
        self._lists: dict[tuple[str, str], list[Json]] = {}

    def set(self, scope: str, language: str, commands: list[Json]) -> None:
        self._lists[scope, language] = commands

    def get(self, scope: str, language: str) -> list[Json]:
        return self._lists.get((scope, language), [])

    def delete(self, scope: str, language: str) -> None:
        self._lists.pop((scope, language), None)

    def seen_by(self, user: User, chat: Chat) -> list[Json]:
        """The list of the narrowest scope that has one, in the person's language if it has that."""
        wide = ("all_group_chats",) if chat.is_group else ("all_private_chats",)
        narrow = (f"chat_member {chat.id} {user.id}", f"chat {chat.id}")
        language = user.language_code.partition("-")[0]
        for scope in (*narrow, *wide, "default"):
            for code in (language, ""):
                if commands := self.get(scope, code):
                    return commands
        return []


def read_scope(scope: Any) -> str:
    """A scope object as a key: its type and the ids it is about."""
    if scope is None:
        return "default"
    if not isinstance(scope, dict):
        refuse("Can't parse BotCommandScope: BotCommandScope must be an Object")
    if scope.get("type") not in _SCOPES:
        refuse("Can't parse BotCommandScope: Unsupported type specified")
    for name in _SCOPES[scope["type"]]:
        if name not in scope:
            refuse(f"Can't parse BotCommandScope: Can't find field \"{name}\"")
    return " ".join([scope["type"], *(str(scope[name]) for name in _SCOPES[scope["type"]])])


def read_language(code: str) -> str:
    if code and not re.fullmatch("[a-z]{2}", code):
        refuse("Invalid language code specified")
    return code


def read_commands(commands: Any) -> list[Json]:
    if not isinstance(commands, list):
        refuse("Expected an Array of BotCommand")
    if len(commands) > MOST_COMMANDS:
        refuse("BOT_COMMANDS_TOO_MUCH")
    return [_command(item) for item in commands]


def _command(item: Any) -> Json:
    if not isinstance(item, dict):
        refuse("Can't parse BotCommand: expected an Object")
    for name in ("command", "description"):
        if not isinstance(item.get(name), str):
            refuse(f"Can't parse BotCommand: Can't find field \"{name}\"")
    command = item["command"].strip().removeprefix("/")
    description = item["description"].strip()
    _check_command(command)
    if not description:
        refuse("Command description must be non-empty")
    if len(description) > LONGEST_DESCRIPTION:
        refuse(f"Command description length must not exceed {LONGEST_DESCRIPTION}")
    return {"command": command, "description": description}


def _check_command(command: str) -> None:
    if not command:
        refuse("Command must be non-empty")
    if len(command) > LONGEST_COMMAND:
        refuse(f"Command length must not exceed {LONGEST_COMMAND}")
    if not re.fullmatch("[a-z0-9_]+", command):
        refuse("BOT_COMMAND_INVALID")
