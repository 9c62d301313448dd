"""Moves and answers as people type them."""

from bot.game.entry.message import Letters
from bot.game.entry.parse import Answer, Entry, is_attempt, parse_entry, read_typed

__all__ = ["Answer", "Entry", "Letters", "is_attempt", "parse_entry", "read_typed"]
