"""Goes on with the puzzles that an earlier or another process was making when it ended."""

from bot.chat.making import take_up
from bot.store import makings
from bot.telegram.application import SudokuApplication


async def take_up_makings(application: SudokuApplication) -> None:
    """Begins every making again that was left; each ends with a game or an apology.

    Those of blocked accounts and chats are ended instead, without a word. Of several processes,
    each takes up the makings of the chats that it holds.
    """
    database, blocked = application.services.database, application.blocked
    for making in await makings.left(database, application.bot.id, database.replica):
        key = making.place, making.message_id
        if blocked.has_person(making.user_id) or blocked.has_chat(making.place.chat_id):
            await makings.take(database, *key)
            application.work.let_go(key)
        elif key not in application.work:
            await take_up(application, making)
