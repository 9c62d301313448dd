"""Attempts: short sequences of acts that the search repeats, and how it makes new ones.

An attempt is made from nothing, of kinds that are dealt like cards, so that all have been tried
before one comes again; or from one or two others by changing, adding, dropping or doubling an act,
its place, or the pace.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from tests.attacker.grammar import WHERES, Act, Kind, Where

MOST_ACTS: Final = 6
NEW_ACTS: Final = (1, 1, 2, 3)
PAUSES: Final = (0.0, 0.0, 0.15, 0.4, 1.1)
"""Seconds between two acts; Telegram takes one answer a second in a chat."""

ACCOUNTS: Final = (1, 1, 1, 1, 5)
"""How many accounts do the same at a time."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """Acts that some accounts do in turn, again and again, with a pause after each."""

    acts: tuple[Act, ...]
    pause: float = 0.0
    accounts: int = 1

    @property
    def name(self) -> str:
        kinds = (
            act.kind if act.where is Where.PRIVATE else f"{act.kind}@{act.where}"
            for act in self.acts
        )
        return f"{', '.join(kinds)}; pause {self.pause:g} s, accounts {self.accounts}"

    def to_json(self) -> dict[str, Any]:
        acts = [act.to_json() for act in self.acts]
        return {"pause": self.pause, "accounts": self.accounts, "acts": acts}

    @staticmethod
    def of_json(told: Mapping[str, Any]) -> "Attempt":
        acts = tuple(map(Act.of_json, told["acts"]))
        return Attempt(acts, float(told["pause"]), int(told["accounts"]))


class Breeder:
    """Makes attempts of these kinds; the same dice make the same ones."""

    def __init__(self, kinds: Sequence[Kind], dice: random.Random) -> None:
        self._kinds = kinds
        self._dice = dice
        self._deck: list[Kind] = []
        self._dealt = 0

    def from_nothing(self) -> Attempt:
        dice = self._dice
        # Each kind is tried alone first: one that keeps the chat busy hides what another one does.
        count = dice.choice(NEW_ACTS) if self.has_tried_all else 1
        some = [self._deal() for _ in range(count)]
        is_private = any(kind.is_private for kind in some)
        where = Where.PRIVATE if is_private else dice.choice(WHERES)
        acts = tuple(replace(kind.draw(dice), where=where) for kind in some)
        return Attempt(acts, dice.choice(PAUSES), dice.choice(ACCOUNTS))

    @property
    def has_tried_all(self) -> bool:
        """Whether every kind has been dealt."""
        return self._dealt >= len(self._kinds)

    def changed(self, attempt: Attempt, other: Attempt) -> Attempt:
        """The attempt with a change; some changes take acts of the other one."""
        changes: tuple[Callable[[Attempt, Attempt], Attempt], ...] = (
            self._redrawn, self._joined, self._dropped, self._doubled, self._moved, self._paced,
        )  # fmt: skip
        return self._dice.choice(changes)(attempt, other)

    def _deal(self) -> Kind:
        if not self._deck:
            self._deck = self._dice.sample(self._kinds, len(self._kinds))
        self._dealt += 1
        return self._deck.pop()

    def _redrawn(self, attempt: Attempt, _: Attempt) -> Attempt:
        """One act with other arguments, or another act in its place."""
        at = self._dice.randrange(len(attempt.acts))
        old = attempt.acts[at]
        same = [kind for kind in self._kinds if kind.name == old.kind]
        kind = same[0] if same and self._dice.random() < 0.7 else self._deal()
        new = replace(kind.draw(self._dice), where=old.where)
        return replace(attempt, acts=(*attempt.acts[:at], new, *attempt.acts[at + 1 :]))

    def _joined(self, attempt: Attempt, other: Attempt) -> Attempt:
        """An act of the other attempt, or a new one, among its own."""
        where = attempt.acts[0].where
        drawn = self._deal().draw(self._dice)
        act = self._dice.choice((*other.acts, drawn))
        at = self._dice.randrange(len(attempt.acts) + 1)
        acts = (*attempt.acts[:at], replace(act, where=where), *attempt.acts[at:])
        return replace(attempt, acts=acts[:MOST_ACTS])

    def _dropped(self, attempt: Attempt, other: Attempt) -> Attempt:
        if len(attempt.acts) == 1:
            return self._redrawn(attempt, other)
        at = self._dice.randrange(len(attempt.acts))
        return replace(attempt, acts=(*attempt.acts[:at], *attempt.acts[at + 1 :]))

    def _doubled(self, attempt: Attempt, _: Attempt) -> Attempt:
        at = self._dice.randrange(len(attempt.acts))
        acts = (*attempt.acts[: at + 1], *attempt.acts[at:])
        return replace(attempt, acts=acts[:MOST_ACTS])

    def _moved(self, attempt: Attempt, _: Attempt) -> Attempt:
        where = self._dice.choice((*Where,))
        return replace(attempt, acts=tuple(replace(act, where=where) for act in attempt.acts))

    def _paced(self, attempt: Attempt, _: Attempt) -> Attempt:
        pause, accounts = self._dice.choice(PAUSES), self._dice.choice(ACCOUNTS)
        return replace(attempt, pause=pause, accounts=accounts)
