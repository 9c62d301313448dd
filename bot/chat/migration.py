"""A group has become a supergroup, to which Telegram gives another number."""

from bot.chat import making
from bot.game.place import Place
from bot.store import chats
from bot.telegram.application import SudokuApplication


async def follow(sudoku: SudokuApplication, old: int, new: int) -> None:
    """Gives the supergroup all that the group had; what is being made comes there.

    Calling it again changes nothing.
    """
    for moved in await chats.move(sudoku.services.database, old, new):
        # Its task would look for the making in the old chat and find nothing.
        sudoku.let_go(Place(old, moved.place.topic_id), moved.message_id)
        await making.take_up(sudoku, moved)
