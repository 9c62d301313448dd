"""What somebody means: which game a command is about, and what a typed text is meant for.

A reply to a message of the bot means what that message shows, which its buttons name. If it has no
buttons, the store knows which game the message shows, as long as that is the game's newest message.
`bot.game.meaning` decides what a text is meant for; this module gathers what that takes.
"""

from dataclasses import dataclass

from bot.game.meaning import Meaning, Replied, Seen, Typed, meanings
from bot.play import corrections, games, practice
from bot.play import photo as photos
from bot.play.practice import Attempt
from bot.render.about import about
from bot.render.buttons.action import InGame
from bot.render.buttons.puzzles import OfDraft, Practise
from bot.render.keyboard import actions
from bot.store import views
from bot.store.drafts import Draft
from bot.store.exercises import Exercise
from bot.store.games import StoredGame
from bot.telegram.context import Context
from bot.telegram.keys import data_of_keys, has_keys


@dataclass(frozen=True, slots=True)
class NotPlayed:
    """A game of this chat that a text replies to, although another one is played here."""

    stored: StoredGame


async def game_replied_to(context: Context) -> int | None:
    """The number of the game that a message replies to; None if it names none."""
    message = context.own_replied
    if message is None:
        return None
    # Buttons name their game even in old messages; the store knows only the newest one.
    if not has_keys(message):
        return await views.game_at(context.database, context.place, message.message_id)
    found = about(actions(data_of_keys(message)))
    return found.game_id if isinstance(found, InGame) else None


async def game(context: Context) -> StoredGame:
    """The unfinished game that a message replies to, or else the current game.

    A game that is replied to is played here from now on. Raises UserError as `games.taken_up` and
    `games.current` do.
    """
    game_id = await game_replied_to(context)
    if game_id is None:
        return await games.current(context.visit)
    return await games.taken_up(context.visit, game_id)


async def any_game(context: Context) -> StoredGame | None:
    """The game that a message replies to, even if it is over or not played here, or the latest one.

    Raises UserError as `games.numbered` does.
    """
    game_id = await game_replied_to(context)
    if game_id is None:
        return await games.find_latest(context.visit)
    return await games.numbered(context.visit, game_id)


async def meant_by(context: Context, typed: str) -> StoredGame | NotPlayed | Attempt | Draft | None:
    """What a text is meant for; None if that is nothing that is open here.

    If it is meant for the game that is played here, that game's clock goes on. Raises UserError for
    a reply to what is gone or to somebody else's draft, and what the pool raises.
    """
    visit, user = context.visit, context.user
    latest = await games.last_here(visit)
    playing = latest if latest and latest.is_open else None
    exercise = await practice.open_exercise(visit) if user.exercise_at is not None else None
    draft = await photos.looked_at(visit) if user.draft_id is not None else None
    replied, number = await _replied(context, playing, exercise)
    said = Typed(
        visit.seconds,
        Seen(playing.acted_at, playing.message_id or 0) if playing else None,
        Seen(user.exercise_at or 0, exercise.message_id or 0) if exercise else None,
        Seen(user.draft_at or 0) if draft else None,
        replied,
        (latest.finished_at or 0) if latest else 0,
    )
    for meaning in meanings(said):
        match meaning:
            case Meaning.OTHER_GAME:
                return NotPlayed(await games.numbered(visit, number))
            case Meaning.DRAFT if replied is Replied.DRAFT:
                return await photos.draft_of(visit, number)
            case Meaning.DRAFT if draft and await corrections.is_correction(visit, draft, typed):
                return draft
            case Meaning.EXERCISE if exercise:
                attempt = await practice.attempt_at(visit, exercise, typed)
                if attempt and attempt.is_answer(in_reply=replied is Replied.EXERCISE):
                    return attempt
                # Words, or a mistyped conclusion: the position stays open to the next text.
                if attempt and attempt.entry is None:
                    await practice.keep_open(visit)
    return games.clocked(visit, playing) if playing else None


async def _replied(
    context: Context, playing: StoredGame | None, exercise: Exercise | None
) -> tuple[Replied, int]:
    """What a message replies to, and the number of that game or draft."""
    message = context.own_replied
    if message is None:
        return Replied.NOTHING, 0
    if exercise and exercise.message_id == message.message_id:
        return Replied.EXERCISE, 0
    match about(actions(data_of_keys(message))):
        case OfDraft(draft_id):
            return Replied.DRAFT, draft_id
        case Practise(technique, number):
            is_open = exercise and (exercise.technique, exercise.number) == (technique, number)
            return Replied.EXERCISE if is_open else Replied.OTHER_EXERCISE, 0
    game_id = await game_replied_to(context)
    if game_id is None:
        return Replied.NOTHING, 0
    is_played = playing is not None and playing.id == game_id
    return Replied.GAME if is_played else Replied.OTHER_GAME, game_id
