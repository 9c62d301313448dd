"""Reads hostile texts with every reader, and counts the work.

    python -m tests.reading --texts 2000 --seed 7

A text of one message, 4,096 characters, may hold anything: two thousand rows, brackets that are
never closed, signs that expand to words. Work is counted in executed lines of Python, which are the
same on every machine and miss nothing that grows: a line is executed for each row, word or cell
that is looked at. The run fails if a reader executes more than LINES_A_CHARACTER for each character
of the longest message, which means that its work is not in proportion to the text. It prints the
longest processor times.
"""

import argparse
import random
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache, partial
from types import FrameType
from typing import Any, Final

from bot import messages
from bot.game.entry import Letters, is_attempt, read_typed
from bot.game.entry.board import board_in
from bot.game.notes import parse_unit
from bot.game.refused import Refused
from bot.game.schedule import read_time
from bot.game.wish import UnknownWish, Vocabulary, find_technique, guess_technique, parse_wish
from bot.game.zones import find_zone
from bot.play.questions import READ_AT_ONCE
from bot.render.hint_words import techniques_by_name
from engine.board.geometry import Geometry
from engine.board.grid import InvalidGrid
from engine.notation.notation import parse, parse_line

LONGEST: Final = 4096
LINES_A_CHARACTER: Final = 16
"""The most lines for each character of a text that is read in the event loop."""

LINES_IN_A_WORKER: Final = 150
"""The most lines for each character of a text beyond READ_AT_ONCE, which a worker reads."""

PIECES: Final = (
    *"0159.-_*?|+=~`^ ,;:#/\\'\"()[]{}<>&\t\n\r\v\f\0ax",
    *("1\n", "12\n", "123\n", "1 \n", "1\n\n", "1,\n", "1|\n", "10 ", "10\n", "1 2 10\n", "-\n"),
    *("1234\n", "12345678.\n", "a\n", "a b\n", "ab cd ", "words\n", "A1\n", "1a ", "1 a\n", "..."),
    *("[1]", "[[1],", "[ ", "= {", "=[", '"1"', "\"'", "None,", "[None],", "nan ", "-1,", "&nbsp;"),
    *("http://1 ", "http://a/1?", "www.", "//", "# ", "```\n", "[State]\n", "\r\n"),
    *("r4c5 ", "r4c5", "r4c5=", "r1c", "d5 ", "d5", "d555555 ", "r999999c999999 ", "457 ", "457"),
    *("4: ", "4:", "1: 53..7....\n", "row 4 column 5 ", "clear r4c5 ", "clear ", "note ", "+27 "),
    *("r4c5 +1 ", "99999 ", "and ", "is ", "=>", "y luego ", "fila 4 columna 5 ", "with x "),
    *("第4行", "第5列", "第", "十", "一", "清除", "填", "、", "行 "),
    *("1" * 81 + "\n", "1" * 81 + " ", "1" * 16 + " ", "1" * 26 + "\n", "5" * 625 + "\n"),
    *("é", "e\u0301", "\u0301", "ﷺ", "①", "²", "７", "٧", "🔟", "7️⃣", "🟥", "│", "─", "┼─\n", "…"),
    *("\u200b", "\u2028", "\x85", "\u3000", "−", "中", "한", "ß", "İ"),
)  # fmt: skip

Reader = Callable[[str], object]
LETTERS: Final = Letters.ROW


@cache
def vocabulary() -> Vocabulary:
    """The words that express a wish, in all languages."""
    techniques = techniques_by_name("es")
    kinds = map(messages.vocabulary, ("symmetry", "difficulty", "with", "size", "filler"))
    symmetries, difficulties, withs, sizes, fillers = kinds
    return Vocabulary(symmetries, difficulties, techniques, withs, sizes, fillers)


def _wish(text: str) -> object:
    return parse_wish(text.split(), vocabulary())


def _technique(text: str) -> object:
    names = techniques_by_name("en")
    return find_technique(text, names) or guess_technique(text, names)


def _unit(text: str) -> object:
    return parse_unit(text, Geometry(3, 3), messages.vocabulary("unit"))


AT_ONCE: Final[Mapping[str, Reader]] = {
    "a puzzle": parse,
    "a puzzle of 9x9": partial(parse, geometry=Geometry(3, 3)),
    "a line of a file": parse_line,
    "a wish": _wish,
    "a technique": _technique,
    "a zone": find_zone,
    "a time of day": read_time,
    "a unit": _unit,
}
IN_A_WORKER: Final[Mapping[str, Reader]] = {
    "a pasted board": board_in,
    "talk without a game": is_attempt,
    **{
        f"a move of {size}x{size}": partial(
            read_typed, geometry=Geometry.of_size(size), letters=LETTERS
        )
        for size in (4, 9, 16, 25)
    },
}


def hostile(chance: random.Random, length: int = LONGEST) -> str:
    """A few pieces again and again, in turn or at random."""
    pieces = chance.choices(PIECES, k=chance.choice((1, 1, 2, 3, 5)))
    if chance.random() < 0.5:
        return ("".join(pieces) * length)[:length]
    return "".join(chance.choices(pieces, k=length))[:length]


def work(reader: Reader, text: str) -> int:
    """How many lines of Python are executed while a text is read, or refused."""
    lines = 0

    def count(_frame: FrameType, event: str, _: Any) -> Any:
        nonlocal lines
        lines += event == "line"
        return count

    read(reader, "what is only done once")
    before = sys.gettrace()
    sys.settrace(count)
    try:
        read(reader, text)
    finally:
        sys.settrace(before)
    return lines


def read(reader: Reader, text: str) -> None:
    """Reads a text, or has it refused with one of the errors that people are told about."""
    with suppress(InvalidGrid, Refused, UnknownWish):
        reader(text)


def seconds(reader: Reader, text: str) -> float:
    """The processor time of reading a text, the shorter of two attempts."""
    times = []
    for _ in range(2):
        began = time.process_time()
        read(reader, text)
        times.append(time.process_time() - began)
    return min(times)


def allowed(name: str, text: str) -> int:
    """The most lines that a reader may execute for a text of this length."""
    each = LINES_A_CHARACTER if name in AT_ONCE else LINES_IN_A_WORKER
    return each * max(len(text), READ_AT_ONCE)


def longest(texts: list[str]) -> Iterator[str]:
    """The longest processor time of each reader in the event loop, and in a worker."""
    for name, reader in {**AT_ONCE, **IN_A_WORKER}.items():
        took, text = max((seconds(reader, text), text) for text in texts)
        yield f"{name}: {1000 * took:.1f} ms for {len(text)} characters, {text[:12]!r} ..."
        if name in IN_A_WORKER:
            took, text = max((seconds(reader, text[:READ_AT_ONCE]), text) for text in texts)
            yield f"  at once: {1000 * took:.1f} ms for {READ_AT_ONCE}, {text[:12]!r} ..."


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.reading", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--texts", type=int, default=300, help="hostile texts (300)")
    parser.add_argument("--seed", type=int, default=1, help="where chance begins (1)")
    options = parser.parse_args()
    chance = random.Random(options.seed)
    texts = [hostile(chance) for _ in range(options.texts)]
    for name, reader in {**AT_ONCE, **IN_A_WORKER}.items():
        most, text = max((work(reader, text), text) for text in texts)
        print(f"{name}: at most {most / len(text):.1f} lines a character, {text[:12]!r} ...")
        if most > allowed(name, text):
            raise SystemExit(f"{name} takes too much work for {text[:200]!r}")
    for line in longest(texts):
        print(line, flush=True)


if __name__ == "__main__":
    main()
