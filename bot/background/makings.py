"""Goes on with the puzzles that an earlier or another process was making when it ended."""

from bot.chat.making import take_up
from bot.store import makings
from bot.telegram.application import SudokuApplication


async def take_up_makings(application: SudokuApplication) -> None:
    """Begins every making again that was left; each ends with a game or an apology.

    Of several processes, each takes up the makings of the chats that it holds.
    """
    database = application.services.database
    for making in await makings.left(database, application.bot.id, database.replica):
        if (making.place, making.message_id) not in application.work:
            await take_up(application, making)
