"""What is drawn with Pillow, named without loading it.

A process that only has pictures drawn does without Pillow's five megabytes: it names one of these
functions, and the worker that calls it has Pillow already. Where no worker has time, a thread of
the bot draws, and loads Pillow then.
"""

from collections.abc import Sequence

from bot.render.board_picture import BoardPicture
from bot.render.theme import LIGHT, Theme
from bot.render.view import GameView


def board_png(picture: BoardPicture) -> bytes:
    """A board as PNG."""
    from bot.render import picture as drawing  # noqa: PLC0415 - Pillow

    return drawing.board_png(picture)


def board_picture(view: GameView, key_rows: int = 0) -> bytes:
    """The board of a game as PNG, as its player wants to see it."""
    from bot.render import picture as drawing  # noqa: PLC0415 - Pillow

    return drawing.board_picture(view, key_rows)


def history_png(times: Sequence[int], theme: Theme = LIGHT) -> bytes:
    """A chart of the seconds that games took."""
    from bot.render import chart  # noqa: PLC0415 - Pillow

    return chart.history_png(times, theme)


def streak_png(days: int, theme: Theme = LIGHT) -> bytes:
    """A card for so many days in a row."""
    from bot.render import streak_card  # noqa: PLC0415 - Pillow

    return streak_card.streak_png(days, theme)


def portrait() -> bytes:
    """The bot's profile picture as JPEG."""
    from bot.render import portrait as drawing  # noqa: PLC0415 - Pillow

    return drawing.portrait()


def beside(seen: bytes, picture: BoardPicture) -> bytes:
    """A JPEG of what was seen and what was read."""
    from bot.render import beside as drawing  # noqa: PLC0415 - Pillow

    return drawing.beside(seen, picture)


def beside_again(sent: bytes, picture: BoardPicture, here: int | None = None) -> bytes:
    """The same with what was seen from a JPEG that was sent before."""
    from bot.render import beside as drawing  # noqa: PLC0415 - Pillow

    return drawing.beside_again(sent, picture, here)
