"""The command menus that Telegram shows, for each language and for private chats and groups."""

from collections.abc import Collection

from telegram import (
    Bot,
    BotCommand,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
)

from bot import messages


async def register(bot: Bot, commands: Collection[str], private_only: Collection[str]) -> None:
    """Tells Telegram the commands, and the texts of an empty chat with the bot and of its page.

    The menu of the default language also serves all languages without one.
    """
    everywhere = [name for name in commands if name not in private_only]
    for language in messages.languages():
        code = None if language == messages.DEFAULT else language
        private, group = BotCommandScopeAllPrivateChats(), BotCommandScopeAllGroupChats()
        await bot.set_my_commands(_menu(language, commands), private, code)
        await bot.set_my_commands(_menu(language, everywhere), group, code)
        await bot.set_my_description(messages.text(language, "bot.description"), code)
        await bot.set_my_short_description(messages.text(language, "bot.short"), code)


def _menu(language: str, names: Collection[str]) -> list[BotCommand]:
    return [BotCommand(name, messages.text(language, f"command.{name}")) for name in names]
