"""/export: everything that is stored about a person, as files."""

from bot.chat import export as files
from bot.handlers.routes import command
from bot.play.errors import UserError
from bot.telegram.context import Context


async def export(context: Context) -> None:
    if not context.is_private:
        raise UserError("export.as_chat" if context.user.is_chat else "export.private")
    await context.show_typing()
    await files.send(context)


HANDLERS = (command("export", export),)
