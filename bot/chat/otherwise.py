"""The way back from what words have done: a button for "No, I meant …".

It stands below the answer, and where words have led to another game, above its board: the moves of
a game have keys of their own to take them back. The button holds all that a press needs, so that
nothing is stored for it: which game was played before, and the next best readings of the words. Its
data are short, so the readings that come last may be left out.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from bot.game.keyboard import Key
from bot.game.talk.details import Wanted
from bot.play import games
from bot.render.buttons.personal import MeantOther
from bot.render.keyboard import fits, key
from bot.store.games import StoredGame
from bot.telegram.context import Context
from bot.telegram.conversation import Footer

_MOST_OTHERS: Final = 4
_BETWEEN: Final = ";"

_OPPOSITE: Final = {
    "subscribe": "unsubscribe",
    "unsubscribe": "subscribe",
    "evening": "evening_off",
    "evening_off": "evening",
}
"""What takes back a wish that is about no game."""

_PLAYING: Final = ("hint", "check", "undo", "board", "easier", "help")
_IDLE: Final = ("daily", "new", "rules", "help")
"""What people most often mean, with a game and without one."""

_NEW: Final = frozenset({"new", "puzzle", "easier", "harder"})
_PUZZLES: Final = (
    *(Wanted("board"), Wanted("new", "9"), Wanted("new", "6"), Wanted("easier"), Wanted("harder")),
)
"""What is most often meant instead of a new puzzle: the game from before, or another puzzle."""


async def footer_of(context: Context, done: Wanted, others: Iterable[Wanted]) -> Footer | None:
    """The button for the answer to words that are taken as one wish and may mean the others.

    None for a language: its answer has a button of its own that leads back.
    """
    if done.name == "language" and done.rest:
        return None
    before = await games.waiting(context.visit)
    is_puzzle = done.name in _NEW
    usual = _PUZZLES if is_puzzle and before else map(Wanted, _PLAYING if before else _IDLE)
    opposite = [Wanted(_OPPOSITE[done.name])] if done.name in _OPPOSITE else []
    found = dict.fromkeys((*opposite, *others, *usual))
    # Another puzzle of the kind that they got is not what they meant.
    offered = [one for one in found if one != done and (is_puzzle or one.name != done.name)]
    person = context.user.id

    def footer(shown: StoredGame | None) -> Key | None:
        left = before.id if before and shown and before.id != shown.id else 0
        if shown and not left:
            return None
        action = _fitted(MeantOther(person, left), offered)
        label = context.text("button.meant_other")
        return key(label, action)

    return footer


def others_of(action: MeantOther) -> list[Wanted]:
    """The wishes that a button offers."""
    split = (one.partition(" ") for one in action.others.split(_BETWEEN) if one)
    return [Wanted(name, rest) for name, _, rest in split]


def _fitted(action: MeantOther, others: Sequence[Wanted]) -> MeantOther:
    """The action with as many of the others as its data have room for."""
    for one in others:
        text = f"{one.name} {one.rest}".strip()
        offered = [*filter(None, action.others.split(_BETWEEN)), text]
        more = MeantOther(action.person, action.game_id, _BETWEEN.join(offered))
        is_whole = not {":", _BETWEEN} & set(text)
        if is_whole and len(offered) <= _MOST_OTHERS and fits(more):
            action = more
    return action
