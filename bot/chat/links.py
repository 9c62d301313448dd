"""Links that open a puzzle in the bot, and the buttons that share them."""

from urllib.parse import quote, urlencode

from telegram.constants import InlineKeyboardButtonLimit

from bot.game.keyboard import Key
from bot.game.link import day_payload, grid_payload, stored_payload
from bot.store.games import StoredGame
from bot.store.puzzles import PuzzleRow


def payload_of(secret: bytes, puzzle: PuzzleRow) -> str:
    """The payload that leads to a puzzle: its packed grid, or its number if that is too long."""
    packed = grid_payload(puzzle.grid)
    return packed or stored_payload(secret, puzzle.id)


def payload_of_game(secret: bytes, stored: StoredGame) -> str:
    """The payload that leads to the puzzle of a game, or to its daily."""
    if stored.daily_label:
        return day_payload(stored.daily_label)
    return payload_of(secret, stored.puzzle)


def share_button(label: str, text: str, link: str) -> Key:
    """A button that opens Telegram's list of chats, with a text and a link ready to send."""
    query = urlencode({"url": link, "text": text}, quote_via=quote)
    return {"text": label, "url": f"https://t.me/share/url?{query}"}


def copy_buttons(label: str, text: str) -> list[Key]:
    """A button that copies a text to the clipboard; none if it is too long for Telegram."""
    if len(text) > InlineKeyboardButtonLimit.MAX_COPY_TEXT:
        return []
    return [{"text": label, "copy_text": {"text": text}}]
