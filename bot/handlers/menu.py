"""The command menus that Telegram shows, for each language and for private chats and groups."""

from telegram import (
    Bot,
    BotCommand,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
)

from bot import messages
from bot.handlers import MENU, PRIVATE_ONLY


async def register(bot: Bot) -> None:
    """Tells Telegram the commands; the default language also serves all languages without one."""
    everywhere = [name for name in MENU if name not in PRIVATE_ONLY]
    for language in messages.languages():
        code = None if language == messages.DEFAULT else language
        private, group = BotCommandScopeAllPrivateChats(), BotCommandScopeAllGroupChats()
        await bot.set_my_commands(_menu(language, list(MENU)), private, code)
        await bot.set_my_commands(_menu(language, everywhere), group, code)


def _menu(language: str, names: list[str]) -> list[BotCommand]:
    return [BotCommand(name, messages.text(language, f"command.{name}")) for name in names]
