"""Reads positions of every family aloud: `python -m tests.aloud FOLDER`.

FOLDER gets, of each technique, the picture of every step of help, as the bot sends it, and a file
for each language with all words below these pictures: the lesson, where to look, which technique
and why, and the move. A person who reads that language well reads it aloud, the pictures beside.
The run fails where a reason of a puzzle rated below 9.0 is longer than READ_AT_ONCE.

`--techniques` takes others than the chosen ones, `--of 3` more positions of each.
"""

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from bot import messages
from bot.render.hint import hint_picture
from bot.render.hint_words import READ_AT_ONCE, about, why
from bot.render.hinted import step_words
from bot.render.picture import board_png
from bot.render.stage import Stage
from engine import rate
from engine.practice import Position, positions
from engine.techniques import TAUGHT, Step, Technique, steps

HARDEST: Final = 9.0
"""Below this rating no reason may be longer than what is read in one go."""

TAG: Final = re.compile(r"</?b>")
TOLD: Final = (Stage.WHERE, Stage.WHY, Stage.MOVE)
CHOSEN: Final = (
    Technique.HIDDEN_SINGLE,
    Technique.NAKED_SINGLE,
    Technique.POINTING,
    Technique.DIRECT_HIDDEN_PAIR,
    Technique.NAKED_TRIPLE,
    Technique.X_WING,
    Technique.FINNED_SWORDFISH,
    Technique.FINNED_FRANKEN_SWORDFISH,
    Technique.SKYSCRAPER,
    Technique.TURBOT_FISH,
    Technique.XY_WING,
    Technique.W_WING,
    Technique.SIMPLE_COLORING_TRAP,
    Technique.MULTI_COLORING_1,
    Technique.MEDUSA_TRAP,
    Technique.UNIQUE_RECTANGLE_3,
    Technique.BUG_PLUS_1,
    Technique.AIC,
    Technique.DISCONTINUOUS_LOOP,
    Technique.CONTINUOUS_LOOP,
    Technique.AIC_WITH_ALS,
    Technique.SUE_DE_COQ,
    Technique.ALS_XZ,
    Technique.ALS_XY_WING,
    Technique.CELL_FORCING_CHAIN,
    Technique.CONTRADICTION_NET,
    Technique.NESTED_NET,
)
"""One technique of each family or more."""


class Read(NamedTuple):
    """A position of a technique, and the step that is taken there."""

    position: Position
    step: Step
    rating: float

    @property
    def technique(self) -> Technique:
        return self.step.technique


def chosen(techniques: Sequence[Technique], each: int) -> Iterator[Read]:
    """The first positions of some techniques, that of the lesson first."""
    for technique in techniques:
        for position in positions(technique)[:each]:
            step = next(steps(position.state, technique))
            yield Read(position, step, rate(position.givens).rating)


def told(language: str, read: Read) -> str:
    """All words of a position in the order in which people meet them."""
    title = messages.html(language, "hint.title")
    lines = [f"{read.technique} · {read.rating:.1f}", about(language, read.technique)]
    for stage in TOLD:
        words = step_words(language, title, read.step, stage, below_picture=True)
        lines.append(f"[{stage}] {TAG.sub('', words.unescape())}")
    return "\n".join(lines)


def longest(step: Step) -> int:
    """How many characters the reason of a step has in the language in which it has most."""
    return max(len(why(language, step)) for language in messages.languages())


def is_too_long(read: Read, most: int = READ_AT_ONCE) -> bool:
    """Whether a reason is longer than what is read in one go, and none of the hardest."""
    return read.rating < HARDEST and longest(read.step) > most


def draw(folder: Path, label: str, read: Read) -> None:
    """Writes the picture of each stage."""
    for stage in TOLD:
        position = read.position
        picture = hint_picture(position.state, position.givens, read.step, stage)
        (folder / f"{label}-{stage}.png").write_bytes(board_png(picture))


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.aloud", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument(
        "--techniques", nargs="+", default=CHOSEN, choices=TAUGHT, type=Technique, metavar="NAME"
    )
    parser.add_argument("--of", type=int, default=1, help="positions of each (1)")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    all_read = [*chosen(options.techniques, options.of)]
    for number, read in enumerate(all_read, 1):
        draw(options.folder, f"{number:02}-{read.technique}", read)
    for language in messages.languages():
        texts = (f"{number:02} {told(language, read)}" for number, read in enumerate(all_read, 1))
        (options.folder / f"{language}.txt").write_text("\n\n".join(texts) + "\n", "utf-8")
    long = [
        f"too long: {read.technique}, {read.position}" for read in all_read if is_too_long(read)
    ]
    print(f"{len(all_read)} positions", *long, sep="\n")
    sys.exit(bool(long))


if __name__ == "__main__":
    main()
