"""How a look is stored of which replicas of the version before know nothing.

While an upgrade runs, they draw boards as well, and a look that they did not know would end in an
error instead of a board. So the column `board` holds the nearest look that they know, and another
one says that the keys are those for a tall phone. They overwrite the first alone: the second counts
only beside the look that it was stored with. It also says whether a look was ever chosen, so that
nothing else chooses one then.
"""

from typing import Final

from bot.game.person import NOBODY, TALL

OTHER: Final = 2
"""What the column `tall` holds beside another look that was chosen; 0 where none was."""

CHOSEN: Final = f"case when tall = 1 and board = '{NOBODY.board}' then '{TALL}' else board end"
"""The look that a row of `users` or `groups` holds, in SQL."""


def stored(look: str) -> tuple[str, int]:
    """The values of the columns `board` and `tall` for a look."""
    return (NOBODY.board, 1) if look == TALL else (look, OTHER)
