"""Reads the words of an order for a puzzle."""

from bot import messages
from bot.game.wish import UnknownSize, UnknownWish, Vocabulary, Wish, parse_wish
from bot.play.errors import UserError
from bot.render.hint_words import techniques_by_name
from bot.telegram.context import Context


def wish_in(context: Context, usual: Wish | None = None) -> Wish:
    """The wish in the words of a command, as `parse_wish` reads it; raises UserError."""
    vocabulary = Vocabulary(
        messages.vocabulary("symmetry"),
        messages.vocabulary("difficulty"),
        techniques_by_name(context.language),
        messages.vocabulary("with"),
        messages.vocabulary("size"),
        messages.vocabulary("filler"),
        messages.vocabulary("learner"),
    )
    try:
        return parse_wish(context.words, vocabulary, usual)
    except UnknownSize as unknown:
        raise UserError("new.no_such_size", size=unknown.size) from unknown
    except UnknownWish as unknown:
        raise _unknown(context, unknown) from unknown


def _unknown(context: Context, unknown: UnknownWish) -> UserError:
    if unknown.guess:
        return UserError("new.guess", word=unknown.word, guess=unknown.guess)
    symmetries = messages.listed(context.language, messages.examples(context.language, "symmetry"))
    bands = messages.listed(context.language, messages.examples(context.language, "difficulty"))
    return UserError("new.unknown", word=unknown.word, choices=symmetries, difficulties=bands)
