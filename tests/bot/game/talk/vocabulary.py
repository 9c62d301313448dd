"""The vocabulary with which the bot reads."""

from bot import messages
from bot.game.talk.lexicon import Lexicon, simplified
from bot.game.talk.reading import Vocabulary
from bot.render.hint_words import techniques_by_name

COMMANDS = sorted(
    key.removeprefix("command.") for key in messages.catalogue("en") if key.startswith("command.")
)
LEXICONS = {
    code: Lexicon.of(code, messages.talk(code), techniques_by_name("en"), COMMANDS)
    for code in messages.languages()
}
VOCABULARY = Vocabulary(LEXICONS, simplified(messages.talk("zh")))
