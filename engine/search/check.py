"""Checks a proof of how many solutions a puzzle has, without trusting the program that wrote it.

A proof is a text; engine/README.md defines it. The search that writes one is thousands of lines of
C, too much to be trusted after reading. This file is small enough for that, searches nothing, and
imports nothing of the engine, so that an error there cannot hide here. It repeats what it needs:
the symbols, the rules, and the numbers of the literals.

Solutions are compared with the rules and the givens. That there is no other solution takes a
refutation, as in DRUP, the format of solvers for propositional logic: a list of clauses, of which
each must follow from the rules, the givens, the solutions that were ruled out and the clauses
before it, by unit propagation alone. To check a clause, assume that all its literals are false and
propagate: if that ends in a contradiction, the clause follows. The empty clause ends the proof.

Literals are signed numbers. A list with a place for each of them finds that of a negative one from
its end, as lists in Python do.

Invariants of `_Logic` between two calls, until it is refuted: `_true` holds everything that follows
by propagation. That stays true for good, so a clause that is added with one literal left need not
be watched. Any other clause is watched by its first two literals: neither is false unless the
other one is true. Undoing the assumptions of a check only takes values away, so the watches stay
right without any repair.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import permutations
from typing import Final, NamedTuple, final

_SYMBOLS: Final = ".123456789ABCDEFGHIJKLMNOP"


class ProofWrong(ValueError):  # noqa: N818 - it is what the check finds
    """Raised for a proof that does not prove what it says; the message names the line."""


class Proved(NamedTuple):
    """What is proved of a puzzle: it has these solutions and, unless they are two, no other.

    `box` is the shape of its boxes, such as `3x3`.
    """

    puzzle: str
    solutions: tuple[str, ...]
    box: str


def check_proof(proof: str | Iterable[str]) -> Iterator[Proved]:
    """Yields what each proof in a text, or in the lines of a file, proves.

    Raises ProofWrong at the first proof that does not hold, after yielding those before it.
    """
    check: _Check | None = None
    number = 0
    for number, line in enumerate(proof.splitlines() if isinstance(proof, str) else proof, 1):
        with _at(number):
            if line.startswith("proof "):
                if check:
                    yield check.proved()
                check = _Check(*line.split()[1:])
            else:
                _begun(check).read(line.split())
    with _at(number):
        yield _begun(check).proved()


@contextmanager
def _at(number: int) -> Iterator[None]:
    try:
        yield
    except (ValueError, TypeError) as error:
        raise ProofWrong(f"line {number}: {error}") from None


def _begun(check: "_Check | None") -> "_Check":
    if not check:
        raise ValueError("a proof begins with 'proof'")
    return check


@final
class _Check:
    """One proof, which is read line by line."""

    def __init__(self, box: str, puzzle: str) -> None:
        high, wide = map(int, box.split("x"))
        size = self._size = high * wide
        if min(high, wide) < 2 or size > 25 or len(puzzle) != size * size:
            raise ValueError("the puzzle does not fit its box")
        self._box = f"{high}x{wide}"
        self._units, groups = _rules(high, wide)
        self._logic = _Logic(groups, size * size * (size + high + wide))
        self._puzzle, self._solutions = puzzle, list[str]()
        for literal in self._literals(puzzle):
            self._logic.add([literal])

    def _literals(self, line: str) -> list[int]:
        values = [_SYMBOLS.index(symbol) for symbol in line]
        if max(values) > self._size:
            raise ValueError("a digit is above the size")
        return [cell * self._size + value for cell, value in enumerate(values) if value]

    def read(self, words: Sequence[str]) -> None:
        """Reads the words of one line; raises ValueError where it does not hold."""
        if words[:1] == ["solution"]:
            self._add_solution(*words[1:])
            return
        is_forgotten = words[:1] == ["d"]
        *literals, end = map(int, words[is_forgotten:])
        if end:
            raise ValueError("a clause ends with 0")
        if is_forgotten:
            self._logic.forget(literals)
        else:
            self._logic.conclude(literals)

    def _add_solution(self, line: str) -> None:
        digits = set(_SYMBOLS[1 : self._size + 1])
        if len(line) != len(self._puzzle) or line in self._solutions:
            raise ValueError("this is not another solution")
        if any({line[cell] for cell in unit} != digits for unit in self._units):
            raise ValueError("this solution breaks the rules")
        if any(given not in {".", own} for given, own in zip(self._puzzle, line, strict=True)):
            raise ValueError("this solution has other givens")
        self._solutions.append(line)
        # Ruled out from here on, so that a contradiction means: there is no other.
        self._logic.add([-literal for literal in self._literals(line)])

    def proved(self) -> Proved:
        """What the lines so far prove; raises ValueError if they leave other solutions open."""
        # Two solutions prove `many` by themselves; three or more only claim that these are all.
        if len(self._solutions) != 2 and not self._logic.is_refuted:
            raise ValueError("the proof ends, and other solutions are not ruled out")
        return Proved(self._puzzle, tuple(self._solutions), self._box)


def _rules(high: int, wide: int) -> tuple[list[list[int]], list[list[int]]]:
    """The cells of each unit, and the groups of literals of which exactly one is true.

    A part is what a row or a column shares with a box. Beside each digit of a cell there is a
    variable for each digit of a part: is the digit there?
    """
    size = high * wide
    line = range(size)
    rows = [[row * size + column for column in line] for row in line]
    columns = [list(cells) for cells in zip(*rows, strict=True)]
    parts = [row[at : at + wide] for row in rows for at in range(0, size, wide)]
    parts += [column[at : at + high] for column in columns for at in range(0, size, high)]
    box_of = [cell // size // high * high + cell % size // wide for cell in range(size * size)]
    boxes = [[cell for cell in range(size * size) if box_of[cell] == box] for box in line]
    groups = [[cell * size + digit for digit in range(1, size + 1)] for cell in range(size * size)]
    shared: dict[tuple[str, int, int], list[int]] = {}
    for number, part in enumerate(parts):
        is_row = number < size * high
        for digit in range(1, size + 1):
            there = (size * size + number) * size + digit
            groups.append([cell * size + digit for cell in part] + [-there])
            across = part[0] // size if is_row else part[0] % size
            shared.setdefault((f"line {is_row}", across, digit), []).append(there)
            shared.setdefault((f"box {is_row}", box_of[part[0]], digit), []).append(there)
    return rows + columns + boxes, groups + list(shared.values())


@final
class _Logic:
    """Clauses, and what follows from them by unit propagation.

    Of a group exactly one literal is true. That at least one is true is a clause like any other;
    that no two are is kept in `_forces`, which lists for each literal those that it makes true.
    """

    def __init__(self, groups: Iterable[Sequence[int]], variables: int) -> None:
        self.is_refuted = False
        self._variables = variables
        self._value = [0] * (2 * variables + 1)
        self._forces: list[list[int]] = [[] for _ in self._value]
        self._watched: list[list[list[int]]] = [[] for _ in self._value]
        self._concluded: dict[tuple[int, ...], list[int]] = {}
        self._true: list[int] = []
        self._spread = 0
        for group in groups:
            for one, other in permutations(group, 2):
                self._forces[one].append(-other)
            self.add(list(group))

    def add(self, clause: list[int]) -> None:
        """Adds a clause that is true from here on, and propagates it."""
        # The literals that are not false come first, so that they are the ones to watch.
        clause.sort(key=lambda literal: self._value[literal] < 0)
        if len(clause) > 1 and self._value[clause[1]] >= 0:
            self._watched[clause[0]].append(clause)
            self._watched[clause[1]].append(clause)
        elif not clause or not self._set(clause[0]) or not self._propagate():
            self.is_refuted = True

    def conclude(self, literals: Sequence[int]) -> None:
        """Adds a clause that follows; raises ValueError if propagation does not show that."""
        if not all(0 < abs(literal) <= self._variables for literal in literals):
            raise ValueError("there is no such literal")
        before = len(self._true)
        # A literal that is true already makes the clause hold, as does a contradiction before it.
        is_possible = not self.is_refuted and all(self._set(-literal) for literal in literals)
        if is_possible and self._propagate():
            raise ValueError("this clause does not follow")
        for literal in self._true[before:]:
            self._value[literal] = self._value[-literal] = 0
        del self._true[before:]
        self._spread = before
        # A set, because a literal that comes twice could be both of those that are watched.
        clause = self._concluded[tuple(sorted(literals))] = list(set(literals))
        self.add(clause)

    def forget(self, literals: Sequence[int]) -> None:
        """Drops a concluded clause; what followed from it by itself stays true."""
        clause = self._concluded.pop(tuple(sorted(literals)), None)
        if clause is None:
            raise ValueError("there is no such clause to forget")
        # Emptied in place: `_look` drops empty clauses when it comes across them.
        clause.clear()

    def _set(self, literal: int) -> bool:
        """Makes a literal true; False when it is false already."""
        if not self._value[literal]:
            self._value[literal], self._value[-literal] = 1, -1
            self._true.append(literal)
        return self._value[literal] > 0

    def _propagate(self) -> bool:
        """Makes true whatever follows from the true literals; False on a contradiction."""
        while self._spread < len(self._true):
            literal = self._true[self._spread]
            self._spread += 1
            if not all(map(self._set, self._forces[literal])) or not self._look(-literal):
                return False
        return True

    def _look(self, gone: int) -> bool:
        """Updates the clauses that watch a literal that became false; False on a contradiction."""
        value, watching = self._value, self._watched[gone]
        staying = self._watched[gone] = []
        for at, clause in enumerate(watching):
            if not clause:
                continue
            # The watched literals are the first two; let the false one be the second.
            if clause[0] == gone:
                clause[0], clause[1] = clause[1], gone
            if value[clause[0]] <= 0:
                for k in range(2, len(clause)):
                    if value[clause[k]] >= 0:
                        clause[1], clause[k] = clause[k], gone
                        self._watched[clause[1]].append(clause)
                        break
                else:
                    # All others are false: the first one must be true.
                    staying.append(clause)
                    if not self._set(clause[0]):
                        staying += watching[at + 1 :]
                        return False
                continue
            staying.append(clause)
        return True
