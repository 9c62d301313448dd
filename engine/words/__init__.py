"""How a step is told: its reason in a language, as one sentence or as passages.

The words come from a catalogue, which a `Words` holds. The command line speaks English.
"""

from engine.words.english import explain
from engine.words.passage import MOST_READ, passages
from engine.words.phrase import passage_phrase, phrases
from engine.words.wording import Words

__all__ = [
    "MOST_READ",
    "Words",
    "explain",
    "passage_phrase",
    "passages",
    "phrases",
]
