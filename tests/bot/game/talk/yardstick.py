"""Says how well what texts are like tells wishes that the model never saw.

    python -m tests.bot.game.talk.yardstick

It takes the wishes of the exams (`tests/bot/wishes_*.toml`), by the kind of what is right for each,
and asks the weights of the bot alone, without any rule: how often the first and the first three
kinds are right, and how many texts reach a probability and how many of these are right. The rules
were changed with the exams at hand, but the messages that the weights are learnt from were not.
"""

import re
import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path
from typing import Final

from bot.game.talk.likeness import Like, Likeness, known
from tests.bot.game.talk.training import read

EXAMS: Final = Path(__file__).parents[2]
PROBABILITIES: Final = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)

_ALSO: Final = {
    "calendar": {"yesterday"},
    "solve": {"import"},
    "settings": {"settings", "looks"},
    "new easy": {"new", "easier"},
    **{f"new {level}": {"new", "harder"} for level in ("hard", "expert", "extreme")},
    "notes clear": {"notes clear"},
}
"""The kinds of commands that are not called like their kind."""

_SAID: Final = {
    "first": {"new"},
    "foreign": {"language"},
    "play": {"board"},
    "time_so_far": {"time_taken"},
    "no_time": {"time_taken"},
    "chat": {"chat", "nothing"},
}
"""The kinds of answers that are not called like their kind."""

_FORMS: Final = (
    (r"easier please|.*简单点|uno más fácil", {"easier"}),
    (r"harder please|.*难一点|uno más difícil", {"harder"}),
    (r"another one please|otro|换一题|give me a hard one", {"new"}),
    (r"how many are left|还剩几个|.*差几个|cuántas quedan|cuántos ", {"whats_left"}),
    (r"why\?|por qué$|为什么？", {"why"}),
    (r"why|¿?por qué|为什么", {"why", "cell"}),
    (r"how long|¿cuánto tiempo|cuánto llevo|用了多久", {"time_taken"}),
    (r"重新开始", {"start_over"}),
    (r"what was my last|¿cuál fue mi última|我上一步", {"last_move"}),
    (r"用了几次提示|how many hints|cuántas pistas", {"hints_used"}),
    (r"no reminder|晚上不要提醒", {"evening_off"}),
    (r"avisame a las", {"evening"}),
    (r"borra|delete|erase|擦|note |[rf]\d+c\d+[ =]", {"move"}),
    (r"[\d.]{16}", {"import", "move"}),
    (r"", {"cell", "whats_left"}),
)
"""The kinds of what else is right: a sentence that does the same, or a move."""


@dataclass(frozen=True, slots=True)
class Wished:
    """A text of an exam, and the kinds that are right for it."""

    exam: str
    language: str
    text: str
    kinds: frozenset[str]


def wished() -> list[Wished]:
    """All texts of the exams, without those for which the bot has nothing."""
    return [one for path in sorted(EXAMS.glob("wishes_*.toml")) for one in _of_exam(path)]


def _of_exam(path: Path) -> Iterator[Wished]:
    exam = path.stem.removeprefix("wishes_")
    for language, listed in tomllib.loads(path.read_text("utf-8")).items():
        for text, _, right in listed:
            kinds = frozenset(kind for one in right.split(" | ") for kind in kinds_of(one))
            if kinds:
                yield Wished(exam, language, text, kinds)


def kinds_of(right: str) -> set[str]:
    """The kinds of messages for which a command, a move or an answer is right."""
    if right.startswith("/"):
        name, _, rest = right[1:].partition(" ")
        days = {"yesterday"} if name == "daily" and rest else {name}
        return _ALSO.get(right[1:], _ALSO.get(name, days))
    if right in _SAID:
        return _SAID[right]
    if re.fullmatch("[a-z_]+", right) and right != "otro":
        return {right} - {"nowhere"}
    return next(kinds for form, kinds in _FORMS if re.match(form, right))


def measured(model: Likeness, said: Sequence[Wished]) -> list[str]:
    """A line for all texts, for each exam, and for each language."""
    told = [(one, model.like(*read(one.text))) for one in said]
    lines = [f"{'':12}{'texts':>6}{'first':>7}{'three':>7}" + "".join(map(_head, PROBABILITIES))]
    lines.append(_line("all", told))
    for part in (attrgetter("exam"), attrgetter("language")):
        lines += [
            _line(name, [pair for pair in told if part(pair[0]) == name])
            for name in dict.fromkeys(map(part, said))
        ]
    return lines


def _head(probability: float) -> str:
    return f"{f'from {probability}':>12}"


def _line(name: str, told: Sequence[tuple[Wished, tuple[Like, ...]]]) -> str:
    first = sum(any(like.wish in one.kinds for like in likes[:1]) for one, likes in told)
    three = sum(any(like.wish in one.kinds for like in likes[:3]) for one, likes in told)
    line = f"{name:12}{len(told):6}{first / len(told):7.1%}{three / len(told):7.1%}"
    for probability in PROBABILITIES:
        reached = [
            likes[0].wish in one.kinds
            for one, likes in told
            if likes and likes[0].probability >= probability
        ]
        right = sum(reached) / max(1, len(reached))
        line += f"{f'{len(reached) / len(told):.0%}: {right:.0%}':>12}"
    return line


def main() -> int:
    print("\n".join(measured(known(), wished())))  # noqa: T201 - a command
    return 0


if __name__ == "__main__":
    sys.exit(main())
