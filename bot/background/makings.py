"""Goes on with the puzzles that an earlier process was making when it ended."""

from bot.chat.making import take_up
from bot.store import makings
from bot.telegram.application import SudokuApplication


async def take_up_makings(application: SudokuApplication) -> None:
    """Begins every making anew that is left; each becomes a game or a word of regret."""
    for making in await makings.left(application.services.database, application.bot.id):
        await take_up(application, making)
