"""Checks a proof of how many solutions a puzzle has, without trusting the program that wrote it.

A proof is a text; engine/README.md defines it and its versions. The search that writes one is
thousands of lines of C, too much to be trusted after reading. This file is small enough for that,
searches nothing, and imports nothing of the engine, so that an error there cannot hide here. It
repeats what it needs: the symbols, the rules, and the numbers of the literals.

Solutions are compared with the rules and the givens. That there is no other solution takes a
refutation, as in DRUP, the format of solvers for propositional logic: a list of clauses, of which
each must follow from the rules, the givens, the solutions that were ruled out and the clauses
before it, by unit propagation alone. To check a clause, assume that all its literals are false and
propagate: if that ends in a contradiction, the clause follows. The empty clause ends the proof.

On a large board propagation finds out far more than the contradiction needs. So a clause may have
hints, as in LRAT: the rules and clauses to look at, in this order. A hint is believed no more than
anything else in a proof: all literals of its clause but one must be false already, and that one is
then true. If the hints end without a contradiction, the clause is refused, whether it is true or
not. Here sets of literals are whole numbers with a bit for each: even with some thousand bits, two
of them are compared sooner than a few literals are looked at in turn.

Literals are signed numbers. A list with a place for each of them finds that of a negative one from
its end, as lists in Python do.

Invariants of `_Logic` between two calls, until it is refuted: `_true` holds everything that follows
by propagation. That stays true for good, so a clause that is added with one literal left need not
be watched. Any other clause is watched by its first two literals: neither is false unless the
other one is true. Undoing the assumptions of a check only takes values away, so the watches stay
right without any repair.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property, reduce
from itertools import chain, permutations
from operator import or_
from typing import Final, NamedTuple, final

_SYMBOLS: Final = ".123456789ABCDEFGHIJKLMNOP"
_VERSIONS: Final = ("1", "2")


class ProofWrong(ValueError):  # noqa: N818 - it is what the check finds
    """Raised for a proof that does not prove what it says; the message names the line."""


class NoProof(ProofWrong):
    """Raised for what is no proof at all, such as a picture."""


class Proved(NamedTuple):
    """What is proved of a puzzle: it has these solutions and, unless they are two, no other.

    `box` is the shape of its boxes, such as `3x3`.
    """

    puzzle: str
    solutions: tuple[str, ...]
    box: str


def check_proof(proof: str | Iterable[str]) -> tuple[Proved, ...]:
    """What each proof in a text, or in the lines of a file, proves; all are checked by then.

    Raises ProofWrong at the first proof that does not hold, NoProof if it is none, and TypeError
    for what is neither text nor lines of text.
    """
    return tuple(proofs_in(proof))


def proofs_in(proof: str | Iterable[str]) -> Iterator[Proved]:
    """Yields what `check_proof` returns, for more proofs than there is memory for.

    A proof is checked when it is asked for. So nothing is proved of those that are not, and those
    after one that does not hold are not checked at all.
    """
    check: _Check | None = None
    number = 0
    for number, line in enumerate(proof.splitlines() if isinstance(proof, str) else proof, 1):
        if not isinstance(line, str):
            raise TypeError(f"a proof is a text or lines of text, not of {type(line).__name__}")
        with _at(number):
            if line.startswith("proof "):
                if check:
                    yield check.proved()
                check = _Check(*line.split()[1:])
            else:
                _begun(check).read(line.split())
    if not number:
        raise ProofWrong("there is no proof in it")
    with _at(number):
        yield _begun(check).proved()


@contextmanager
def _at(number: int) -> Iterator[None]:
    try:
        yield
    except NoProof as error:
        raise NoProof(f"line {number}: {error}") from None
    except (ValueError, TypeError) as error:
        raise ProofWrong(f"line {number}: {error}") from None


def _begun(check: "_Check | None") -> "_Check":
    if not check:
        raise NoProof("a proof begins with 'proof'")
    return check


@final
class _Check:
    """One proof, which is read line by line."""

    def __init__(self, *words: str) -> None:
        # The first version did not say that it is one.
        *versions, box, puzzle = words
        version = " ".join(versions) or "1"
        if version not in _VERSIONS:
            raise ValueError(f"this is version {version} of a proof, and only 1 and 2 are known")
        self._version = version
        self._number_of: dict[tuple[int, ...], int] = {}
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
        *numbers, end = map(int, words[is_forgotten:])
        if end:
            raise ValueError("a clause ends with 0")
        if is_forgotten:
            self._forget(numbers)
        else:
            self._conclude(numbers)

    def _conclude(self, numbers: list[int]) -> None:
        if self._version == "1":
            self._number_of[tuple(sorted(numbers))] = self._logic.conclude(numbers, [])
            return
        end = numbers.index(0) if 0 in numbers else len(numbers)
        self._logic.conclude(numbers[:end], numbers[end + 1 :])

    def _forget(self, numbers: list[int]) -> None:
        # In version 1 they are the literals of one clause, since then of any clauses the numbers.
        if self._version == "1":
            numbers = [self._number_of.pop(tuple(sorted(numbers)), 0)]
        for number in numbers:
            self._logic.forget(number)

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
    """The cells of each unit, and the groups of literals of which exactly one is true, in order.

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
    shared: list[list[list[int]]] = [[[] for _ in range(size * size)] for _ in range(4)]
    for number, part in enumerate(parts):
        is_column = number >= size * high
        across = part[0] % size if is_column else part[0] // size
        for digit in range(1, size + 1):
            there = (size * size + number) * size + digit
            groups.append([cell * size + digit for cell in part] + [-there])
            shared[is_column][across * size + digit - 1].append(there)
            shared[2 + is_column][box_of[part[0]] * size + digit - 1].append(there)
    return rows + columns + boxes, [*groups, *chain.from_iterable(shared)]


@final
class _Sets(dict[int, int]):
    """The set of the literals of each rule and clause, by its number, for those who follow hints.

    A set is a whole number, with a bit for each literal that was undecided when the sets were made.
    Those that were true share the lowest bit, which is always possible; the false ones have none.
    """

    def __init__(
        self,
        numbered: Mapping[int, Sequence[int]],
        forces: Sequence[Sequence[int]],
        value: Sequence[int],
    ) -> None:
        super().__init__()
        self._numbered = numbered
        variables = len(value) // 2
        # The rules have nearly only positive literals; with low bits their sets are small numbers.
        literals = [*range(1, variables + 1), *range(-variables, 0)]
        undecided = [literal for literal in literals if not value[literal]]
        self.bit = {literal: 1 for literal in literals if value[literal] > 0}
        self.bit |= {literal: 2 << at for at, literal in enumerate(undecided)}
        self.possible = (2 << len(undecided)) - 1
        self.excludes = _Excludes(self, undecided, forces)

    def __missing__(self, number: int) -> int:
        if number not in self._numbered:
            raise ValueError(f"the hint {number} is not the number of a rule or a clause")
        found = self[number] = self.of(self._numbered[number])
        return found

    def of(self, literals: Iterable[int]) -> int:
        return reduce(or_, (self.bit.get(literal, 0) for literal in literals), 0)


@final
class _Excludes(dict[int, tuple[int, int]]):
    """By the length of its bit: a literal's bit, and the set of those that are false if it is true.

    They are false because of groups that they share.
    """

    def __init__(
        self, sets: _Sets, undecided: Sequence[int], forces: Sequence[Sequence[int]]
    ) -> None:
        super().__init__({1: (1, 0)})
        self._sets, self._undecided, self._forces = sets, undecided, forces

    def __missing__(self, length: int) -> tuple[int, int]:
        bit, waiting = self._sets.bit, [self._undecided[length - 2]]
        reached = set(waiting)
        for one in waiting:
            # What was true before makes nothing false that was not.
            more = [other for other in self._forces[one] if other not in reached and -other in bit]
            reached.update(more)
            waiting += more
        found = self[length] = (1 << length - 1, self._sets.of(-one for one in waiting))
        return found


@final
class _Logic:
    """Clauses, and what follows from them by unit propagation.

    Of a group exactly one literal is true. That at least one is true is a clause like any other;
    that no two are is kept in `_forces`, which lists for each literal those that it makes true.
    The groups are the rules. They have the first numbers, from 1, and concluded clauses the next.
    """

    def __init__(self, groups: Sequence[list[int]], variables: int) -> None:
        self.is_refuted = False
        self._variables = variables
        self._value = [0] * (2 * variables + 1)
        self._forces: list[list[int]] = [[] for _ in self._value]
        self._watched: list[list[list[int]]] = [[] for _ in self._value]
        self._rules = self._last = len(groups)
        self._numbered = dict(enumerate(groups, 1))
        self._true: list[int] = []
        self._known = 0  # so many of the true literals count in the sets
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

    def conclude(self, literals: Sequence[int], hints: Sequence[int]) -> int:
        """Adds a clause that follows, as the hints show, and gives its number.

        Without hints propagation has to show it. Raises ValueError where they do not.
        """
        if not all(0 < abs(literal) <= self._variables for literal in literals):
            raise ValueError("there is no such literal")
        assumed = [-literal for literal in literals]
        # After a contradiction everything follows.
        is_shown = self.is_refuted or (
            self._contradict(assumed, hints) if hints else self._is_impossible(assumed)
        )
        if not is_shown:
            raise ValueError("this clause does not follow")
        self._last += 1
        # A set, because a literal that comes twice could be both of those that are watched.
        clause = self._numbered[self._last] = list(set(literals))
        self.add(clause)
        return self._last

    def forget(self, number: int) -> None:
        """Drops a concluded clause; what followed from it by itself stays true."""
        if number <= self._rules or number not in self._numbered:
            raise ValueError("there is no such clause to forget")
        # Emptied in place: `_look` drops empty clauses when it comes across them.
        self._numbered.pop(number).clear()
        self._sets.pop(number, None)

    def _is_impossible(self, assumed: Iterable[int]) -> bool:
        """Whether literals that are assumed to be true lead to a contradiction by propagation."""
        before = len(self._true)
        is_possible = all(map(self._set, assumed)) and self._propagate()
        for literal in self._true[before:]:
            self._value[literal] = self._value[-literal] = 0
        del self._true[before:]
        self._spread = before
        return not is_possible

    def _contradict(self, assumed: Iterable[int], hints: Sequence[int]) -> bool:
        """Whether literals that are assumed to be true lead to a contradiction by hints.

        Raises ValueError for a hint that forces no literal.
        """
        sets = self._sets
        bit, excludes = sets.bit, sets.excludes
        sets.possible &= ~sets.of(-literal for literal in self._true[self._known :])
        self._known = len(self._true)
        possible = sets.possible
        for literal in assumed:
            one = possible & bit.get(literal, 0)
            if not one:
                return True
            possible ^= possible & excludes[one.bit_length()][1]
        for hint, clause in zip(hints, map(sets.__getitem__, hints), strict=True):
            left = possible & clause
            if not left:
                return True
            one, excluded = excludes[left.bit_length()]
            if left != one:
                raise ValueError(f"the hint {hint} leaves more than one literal")
            possible ^= possible & excluded
        return False

    @cached_property
    def _sets(self) -> _Sets:
        return _Sets(self._numbered, self._forces, self._value)

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
