"""Refusals: exceptions whose message the person reads."""

from bot.store.games import StoredGame


class UserError(Exception):
    """Raised when a person should read the message `key` with its values."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key)
        self.key = key
        self.values = values


class OtherGame(UserError):  # noqa: N818 - an answer to the person, not a fault
    """Raised when somebody means a game that is not the one played in this place."""

    def __init__(self, game_id: int, playing: int) -> None:
        super().__init__("board.second", game=game_id, current=playing)
        self.game_id = game_id


class OldBoard(UserError):  # noqa: N818 - as above
    """Raised when the pressed message is not the one that shows the game now."""

    def __init__(self, game: StoredGame) -> None:
        super().__init__("board.old")
        self.game = game


class MovedOn(UserError):  # noqa: N818 - as above
    """Raised when the game has changed since the pressed board was drawn, as after a double tap."""

    def __init__(self) -> None:
        super().__init__("board.moved_on")
