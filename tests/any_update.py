"""Makes any Update that the Bot API's published schema allows, and some that it may allow one day.

The schema is in tests/updates.txt, so that nothing here depends on the library that reads updates.
Optional members are present or absent, numbers and texts are ordinary or as extreme as possible,
and now and then there is a member, a value or a kind of update that the schema does not have.

Drawing optional members at random might not end, because messages hold messages. So an update may
be DEEPEST levels deep and have MOST_MEMBERS members; beyond either, only required members are
drawn.
"""

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

SCHEMA: Final = Path(__file__).with_name("updates.txt")

UNHEARD_OF: Final = 0.02
DEEPEST: Final = 6
MOST_MEMBERS: Final = 150
"""Deeper than this, and after this many members, only required members are drawn."""

INTEGERS: Final = (0, 1, 2, 7, 60, 1_700_000_000, 2**31 - 1, 2**31, 2**52 - 1, 1 - 2**52, -1)
FLOATS: Final = (0.0, -90.0, 179.99, 1.5, 1e300, 5e-324)
STRINGS: Final = (
    *("", "a", "Ana", "数独", "مرحبا", "<b>&", "\u202eabc", "\0", "\u2028", "👩‍👩‍👧‍👦", "%s{0}"),
    *("x" * 64, "0123456789" * 410, "e\u0301" * 200, "-1", "true", "/start", "\n" * 50),
)
PLAIN: Final[Mapping[str, Sequence[object]]] = {
    "Boolean": (False, True),
    "Float": FLOATS,
    "Integer": INTEGERS,
    "String": STRINGS,
}
LIFETIME: Final = range(1_400_000_000, 2_000_000_000)


@dataclass(frozen=True, slots=True)
class Member:
    """A member of a type: it holds one of some strings, or a value of one of some types."""

    name: str
    is_optional: bool
    strings: tuple[str, ...]
    types: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Schema:
    """The members of each type that has members, and for each union the types in it."""

    members: dict[str, tuple[Member, ...]]
    unions: dict[str, tuple[str, ...]]


@cache
def schema() -> Schema:
    """What tests/updates.txt says."""
    found = Schema({}, {})
    for line in _lines():
        name, *rest = line.split()
        if name.endswith(":"):
            found.unions[name[:-1]] = tuple(rest)
        else:
            found.members[name] = tuple(map(_member, rest))
    return found


def _lines() -> Iterator[str]:
    lines = SCHEMA.read_text("utf-8").splitlines()
    text = "\n".join(line for line in lines if not line.startswith("#"))
    yield from re.sub(r"\n +", " ", text).splitlines()


def _member(text: str) -> Member:
    name, sign, values = re.split(r"([:=])", text, maxsplit=1)
    kinds = tuple(values.split("|"))
    strings, types = (kinds, ()) if sign == "=" else ((), kinds)
    return Member(name.removesuffix("?"), name.endswith("?"), strings, types)


@dataclass(frozen=True, slots=True)
class Scene:
    """The people and chats that updates are about, besides strangers, as Telegram's JSON.

    `texts` are what people write, `data` what buttons hold.
    """

    people: Sequence[dict[str, Any]]
    chats: Sequence[dict[str, Any]]
    texts: Sequence[str]
    data: Sequence[str]


class AnyUpdate:
    """Draws one update after another."""

    def __init__(self, seed: int, scene: Scene) -> None:
        self._random = random.Random(seed)
        self._scene = scene
        self._richness = 0.0
        self._left = 0

    def draw(self, number: int) -> dict[str, Any]:
        """The next update, with that number."""
        dice = self._random
        # Most updates hold little, but some hold everything.
        self._richness = dice.choice((0.0, 0.02, 0.05, 0.2, 0.6))
        self._left = MOST_MEMBERS
        kind = self._kind()
        if kind is None:
            return {"update_id": number, "brand_new_kind": self._anything(0)}
        content = {"update_id": number, kind.name: self._value(kind.types[0], 0)}
        return content | self._unheard_of()

    def _kind(self) -> Member | None:
        """Half of all updates are messages and presses, as in real use."""
        kinds = [member for member in schema().members["Update"] if member.is_optional]
        usual = [kind for kind in kinds if kind.name in ("message", "callback_query")]
        if self._random.random() < UNHEARD_OF:
            return None
        return self._random.choice(usual if self._random.random() < 0.5 else kinds)

    def _value(self, kind: str, depth: int) -> Any:
        dice = self._random
        if kind.startswith("["):
            return [self._value(kind[1:-1], depth + 1) for _ in range(self._length(depth))]
        if kind in schema().unions:
            return self._value(self._one_of(schema().unions[kind], depth), depth)
        if kind in schema().members:
            return self._object(kind, depth)
        return dice.choice(PLAIN[kind])

    def _one_of(self, types: Sequence[str], depth: int) -> str:
        flat = [kind for kind in types if kind == "String"]
        return self._random.choice(flat if flat and self._is_enough(depth) else types)

    def _length(self, depth: int) -> int:
        return 0 if self._is_enough(depth) else self._random.choice((0, 1, 1, 2, 3))

    def _object(self, kind: str, depth: int) -> dict[str, Any]:
        dice, known = self._random, {"User": self._scene.people, "Chat": self._scene.chats}
        # Mostly people and chats that the scene has, so that updates concern each other.
        if kind in known and dice.random() < 0.9:
            return dict(dice.choice(known[kind]))
        made = {
            member.name: self._member(kind, member, depth)
            for member in schema().members[kind]
            if not member.is_optional or self._is_there(kind, member, depth)
        }
        return made | self._unheard_of()

    def _is_there(self, kind: str, member: Member, depth: int) -> bool:
        if (kind, member.name) in USUAL:
            return self._random.random() < 0.8
        return not self._is_enough(depth) and self._random.random() < self._richness

    def _is_enough(self, depth: int) -> bool:
        return depth > DEEPEST or self._left < 0

    def _member(self, kind: str, member: Member, depth: int) -> Any:
        dice = self._random
        self._left -= 1
        if (kind, member.name) == ("Message", "text"):
            return dice.choice((*self._scene.texts, *STRINGS))
        if (kind, member.name) == ("CallbackQuery", "data"):
            return dice.choice((*self._scene.data, *STRINGS))
        if member.name == "date" and not member.strings and dice.random() < 0.8:
            return dice.choice(LIFETIME)
        if member.strings and dice.random() < UNHEARD_OF:
            return "brand_new"
        if member.strings:
            chosen = dice.choice(member.strings)
            return int(chosen) if chosen.isdecimal() else chosen
        return self._value(dice.choice(member.types), depth + 1)

    def _unheard_of(self) -> dict[str, Any]:
        return {"brand_new": self._anything(0)} if self._random.random() < UNHEARD_OF else {}

    def _anything(self, depth: int) -> Any:
        dice = self._random
        match dice.randrange(6) if depth < 4 else 0:
            case 1:
                return dice.choice(INTEGERS)
            case 2:
                return None
            case 3 | 4:
                return {dice.choice(("id", "from", "chat", "x")): self._anything(depth + 1)}
            case 5:
                return [self._anything(depth + 1) for _ in range(dice.randrange(3))]
            case _:
                return dice.choice(STRINGS)


USUAL: Final = {
    ("Message", "from"),
    ("Message", "text"),
    ("Message", "entities"),
    ("CallbackQuery", "message"),
    ("CallbackQuery", "data"),
}
"""Optional members that are usually present."""
