"""Goes on with the puzzles that another process was making when it ended."""

from bot.chat.making import take_up
from bot.store import makings
from bot.telegram.application import SudokuApplication


async def take_up_makings(application: SudokuApplication) -> None:
    """Begins every making anew that is left; each becomes a game or a word of regret.

    Of several processes each takes up those of the chats that it holds.
    """
    database = application.services.database
    for making in await makings.left(database, application.bot.id, database.replica):
        if (making.place, making.message_id) not in application.work:
            await take_up(application, making)
