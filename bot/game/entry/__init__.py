"""Moves and answers as people type them."""

from bot.game.entry.intent import Answer, Entry, Intent, IntentKind, Intents, to_turn
from bot.game.entry.message import Letters
from bot.game.entry.parse import parse_entry

__all__ = [
    "Answer",
    "Entry",
    "Intent",
    "IntentKind",
    "Intents",
    "Letters",
    "parse_entry",
    "to_turn",
]
