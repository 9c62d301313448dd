"""Goes on with the puzzles that an earlier process was making when it ended."""

from bot.chat.making import make_again
from bot.store import makings, users
from bot.telegram.application import SudokuApplication
from bot.telegram.conversation import Conversation


async def take_up_makings(application: SudokuApplication) -> None:
    """Begins every unfinished making anew; each ends with a game, or with the reason why not."""
    database = application.services.database
    for making in await makings.left(database, application.bot.id):
        person = await users.get(database, making.user_id)
        context = Conversation.of(application, person, making.place)
        application.go_on(making.place, making.message_id, make_again(context, making))
