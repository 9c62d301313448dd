"""What several people, or one person on several devices, may do to one game at the same time.

Each acts on the board that they saw. Whoever comes later must not overwrite, without knowing it,
what another has placed meanwhile, and nobody takes another person's turn back.
"""

from bot.game.game import Game
from bot.game.move import IntentKind, Intents
from bot.game.refused import Refused


def require_held(game: Game, intents: Intents, held: int) -> None:
    """Checks that the cells still hold what the person saw: the digit `held`, or 0 for none.

    Raises Refused `taken` otherwise. A cell that has got the very digit that is wanted is fine.
    """
    for intent in intents.intents:
        value = game.values[intent.cell]
        is_wanted = intent.kind is IntentKind.PLACE and value == intent.value
        if value != held and not is_wanted and not game.givens[intent.cell]:
            raise Refused("taken", cell=game.givens.geometry.name(intent.cell))


def require_own(game: Game, player: int) -> None:
    """Checks that the last applied turn is this player's, or nobody's any more.

    Raises Refused `others_turn` otherwise.
    """
    if game.done and game.turns[game.done - 1].player not in {player, None}:
        raise Refused("others_turn")
