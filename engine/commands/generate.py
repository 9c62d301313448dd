"""Print different puzzles, each with exactly one solution."""

from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count, islice
from math import isqrt
from pathlib import Path
from typing import Final

from engine.board.arguments import Choice, choice
from engine.board.geometry import Geometry
from engine.board.grid import Grid
from engine.board.rng import fresh_seed
from engine.board.symmetry import Symmetry, parse_mask
from engine.commands import options
from engine.commands.console import NOT_UNIQUE, Console, UsageError
from engine.commands.puzzles import shown
from engine.difficulty import Difficulty, DifficultyImpossible, generate_graded, generate_with
from engine.make.mask import MaskImpossible, generate_on_mask
from engine.make.puzzle import CluesImpossible, Puzzle, generate
from engine.notation.readings import SIZES
from engine.search.budget import Budget, BudgetSpent
from engine.techniques import Technique, technique_named

SECONDS: Final = 60.0
_REPEATS: Final = 1000

_Make = Callable[[str], Puzzle]


def add_arguments(parser: ArgumentParser) -> None:
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "-n", type=options.count, default=1, metavar="N", dest="wanted", help="how many (1)"
    )
    which.add_argument(
        "--seeds",
        type=seed_numbers,
        metavar="A-B",
        help="the puzzle of each of these seeds, counted from 1, also where it was there before",
    )
    parser.add_argument(
        "--size",
        type=int,
        choices=SIZES,
        help="rows of the board, one of %(choices)s (default: 9, or as large as the mask)",
        metavar="SIZE",
    )
    pattern = parser.add_mutually_exclusive_group()
    pattern.add_argument(
        "--symmetry",
        type=partial(one_of, "symmetry", Symmetry),
        default=Symmetry.CENTRAL,
        metavar="KIND",
        help=f"of the pattern of givens: {', '.join(Symmetry)} (default: central)",
    )
    pattern.add_argument(
        "--mask",
        metavar="FILE",
        help="givens exactly where this drawing has marks; '.', '0', '_', '-' and spaces are blank",
    )
    wish = parser.add_mutually_exclusive_group()
    wish.add_argument(
        "--difficulty",
        type=partial(one_of, "difficulty", Difficulty),
        metavar="D",
        help=", ".join(Difficulty),
    )
    wish.add_argument(
        "--with",
        type=wanted_technique,
        metavar="TECHNIQUE",
        dest="technique",
        help="that needs this technique somewhere, such as x-wing",
    )
    wish.add_argument(
        "--clues",
        type=options.count,
        metavar="N",
        help="how many givens (default: as few as can be)",
    )
    options.add_seed(parser)
    options.add_budget(parser, SECONDS)
    options.add_cluster(parser, "seeds")
    options.add_pretty(parser)


def run(
    console: Console,
    *,
    wanted: int,
    seeds: tuple[int, int] | None,
    size: int | None,
    symmetry: Symmetry,
    mask: str | None,
    clues: int | None,
    difficulty: Difficulty | None,
    technique: Technique | None,
    seed: str | None,
    budget: Budget | None,
    pretty: bool,
) -> None:
    """Prints `wanted` different puzzles, less those that are not made in time.

    With `seeds`, a first and a last number, it prints the puzzle of each of these seeds instead.
    """
    budget = budget or Budget(SECONDS)
    if mask and (clues or difficulty or technique):
        raise UsageError("--mask says where givens are: it goes with no other wish about them")
    if mask:
        make = _on_mask(_mask_text(mask, console), size, budget)
    elif wish := difficulty or technique:
        make = _to_order(Geometry.of_size(size or 9), symmetry, wish, budget)
    else:
        shape = Geometry.of_size(size or 9)
        make = partial(generate, shape, symmetry, clues=clues, budget=budget)
    first, last = seeds or (1, wanted)
    progress = console.progress(last - first + 1)
    if not seed:
        seed = fresh_seed()
        console.tell_seed(seed)
    try:
        numbers = range(first, last + 1)
        made = _of_each(make, seed, numbers) if seeds else _different(make, seed, console)
        for grid in islice(made, len(numbers)):
            if grid:
                console.answer(shown(grid, pretty=pretty))
            else:
                console.complain(f"no puzzle within {_limit(budget)}", NOT_UNIQUE)
            progress.advance()
    except (CluesImpossible, DifficultyImpossible, MaskImpossible) as error:
        console.complain(str(error), NOT_UNIQUE)


def _limit(budget: Budget) -> str:
    if budget.seconds < float("inf"):
        return f"{budget.seconds:g} seconds"
    return f"{budget.nodes:,} nodes"


def seed_numbers(text: str) -> tuple[int, int]:
    """The first and the last number of a range of seeds, such as `1-1000`."""
    first, dash, last = text.partition("-")
    numbers = options.count(first), options.count(last if dash else first)
    if numbers[0] > numbers[1]:
        raise options.wrong(f"{text!r} is no range of seeds: say 1-1000")
    return numbers


def one_of(name: str, kind: type[Choice], text: str) -> Choice:
    """The member whose text this is, in capitals or not."""
    try:
        return choice(name, text, kind)
    except ValueError as error:
        raise options.wrong(str(error)) from None


def wanted_technique(text: str) -> Technique:
    """The technique with a name, or the nearest one that is taught."""
    try:
        return technique_named(text).lesson
    except ValueError as error:
        raise options.wrong(str(error)) from None


def _different(make: _Make, seed: str, console: Console) -> Iterator[Grid | None]:
    """Yields puzzles without repeats, and None for each that the budget did not allow.

    Ends after _REPEATS repeats in a row, when hardly any other puzzle can be left.
    """
    # Hashes take a tenth of the memory of puzzles. One puzzle in 10**13 is left out because
    # another has the same hash.
    seen: set[int] = set()
    repeats = 0
    for number in count(1):
        grid = _made(make, _seed(seed, number))
        if grid and hash(grid.values) in seen:
            repeats += 1
            if repeats == _REPEATS:
                console.complain(f"no more than {len(seen)} different puzzles found", NOT_UNIQUE)
                return
            continue
        if grid:
            repeats = 0
            seen.add(hash(grid.values))
        yield grid


def _of_each(make: _Make, seed: str, numbers: range) -> Iterator[Grid | None]:
    return (_made(make, _seed(seed, number)) for number in numbers)


def _seed(seed: str, number: int) -> str:
    """The seed itself for the first puzzle, as `engine.generate` takes it; derived ones after."""
    return seed if number == 1 else f"{seed}/{number}"


def _made(make: _Make, seed: str) -> Grid | None:
    try:
        return make(seed).grid
    except BudgetSpent:
        return None


def _to_order(
    geometry: Geometry, symmetry: Symmetry, wish: Difficulty | Technique, budget: Budget
) -> _Make:
    if isinstance(wish, Difficulty):
        return lambda seed: generate_graded(geometry, symmetry, seed, wish, budget)
    return lambda seed: generate_with(geometry, symmetry, seed, wish, budget)


def _on_mask(text: str, size: int | None, budget: Budget) -> _Make:
    rows = text.strip("\r\n").splitlines()
    height = isqrt(len(rows[0])) if len(rows) == 1 else len(rows)
    try:
        geometry = Geometry.of_size(size or height)
        cells = parse_mask(text, geometry)
    except ValueError as error:
        raise UsageError(f"the mask cannot be read: {error}") from error
    return partial(generate_on_mask, geometry, cells, budget=budget)


def _mask_text(file: str, console: Console) -> str:
    try:
        content = console.stdin.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise UsageError(f"{file}: {error.strerror}") from error
    return content.decode("utf-8-sig", "replace")
