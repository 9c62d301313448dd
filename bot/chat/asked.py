"""Answers to questions about the board as it stands, such as `row 4` and `where can 7 go`."""

from markupsafe import escape

from bot import messages
from bot.chat.boards import preferences_of
from bot.game.asked import AskedUnit, read_question
from bot.game.mistakes import shown_mistakes
from bot.render.speech import spoken_places, spoken_unit
from bot.store.games import StoredGame
from bot.telegram.conversation import Conversation


async def answer_asked(context: Conversation, stored: StoredGame, typed: str) -> bool:
    """Answers a text that is such a question; False for any other text."""
    game, language = stored.game, context.language
    units, patterns = messages.vocabulary("unit"), messages.vocabulary("where")
    asked = read_question(typed, game.givens.geometry, units, patterns)
    if asked is None:
        return False
    if isinstance(asked, AskedUnit):
        faults = shown_mistakes(game, preferences_of(context.visit).policy)
        words = spoken_unit(language, game, faults, asked.unit)
    else:
        words = spoken_places(language, game, asked.digit)
    await context.say(escape(words))
    return True
