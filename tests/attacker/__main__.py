"""Attacks the bot with everything that people can send, and measures who pays for it.

    python -m tests.attacker --seconds 30                  # each kind alone, then all together
    python -m tests.attacker --kinds files /solve          # these, then those together
    python -m tests.attacker --postgres --replicas 2       # the same on replicas
    python -m tests.attacker --search --write worst.json   # for what grows, from nothing
    python -m tests.attacker --replay worst.json

The bot runs as an operator runs it, below a limit on its memory, against a pretend Telegram with
Telegram's limits. Honest people ask for photos, solutions, hints, puzzles, moves and presses before
and during each attack. The exit status is 1, with a line for each failure, if the processes hold
more than 400 MB, if one of them is killed for its memory or the bot ends, if many workers have to
be replaced, if somebody honest is not answered, or if they wait too long at the 99th percentile.

A search looks for short sequences that make something grow, steered by what the last ones cost. It
fails if a stored row or an answer at least doubles with each round of a sequence, several times on
end. `--without export` takes the mending of such a fault out, which the search must then find.
"""

import argparse
import asyncio
import json
import random
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tests.attacker import unmended
from tests.attacker.figures import calm_row, details, heading, row
from tests.attacker.grammar import GROUPS, Kind, chosen
from tests.attacker.hunt import read, replay, search, worst, write
from tests.attacker.limit import Limit, limited
from tests.attacker.running import alone, replicas
from tests.attacker.siege import Begin, Plan, besiege
from tests.attacker.unmended import FAULTS

TOGETHER = "all together"


def tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


async def run(
    parts: Sequence[tuple[str, Sequence[Kind]]],
    plan: Plan,
    begin: Begin,
    slack: float,
    file: Path | None,
) -> list[str]:
    """Attacks once for each part, and writes all figures to a file; the failures."""
    failures, told = list[str](), list[dict[str, Any]]()
    tell(heading())
    for name, some in parts:
        figures = await besiege(name, some, plan, begin)
        for line in (calm_row(figures), row(figures)):
            tell(line)
        for line in details(figures):
            sys.stderr.write(f"{line}\n")
        failures += figures.failures(slack)
        told.append(figures.to_json())
        if file:
            file.write_text(json.dumps(told, ensure_ascii=False), "utf-8")  # noqa: ASYNC240 - our own
    return failures


def parts_of(some: Sequence[Kind], *, alone: bool, together: bool) -> list[tuple[str, list[Kind]]]:
    """Each kind alone, then all together if there are several."""
    parts = [(kind.name, [kind]) for kind in some] if alone else []
    if together and (len(some) > 1 or not parts):
        parts.append((TOGETHER, [*some]))
    return parts


def beginning(limit: Callable[[], Limit], count: int, program: Sequence[str]) -> Begin:
    """What starts the bot: so many replicas on PostgreSQL, or one process on SQLite for none."""
    if count:
        return lambda api: replicas(api, limit, count, program)
    return lambda api: alone(api, limit, program)


async def hunt(some: Sequence[Kind], options: argparse.Namespace, begin: Begin) -> list[str]:
    """Searches for what grows, and writes the worst attempts; the failure if there is one."""
    found, grown = await search(some, options.seconds, options.seed, begin, tell)
    for line in worst(found):
        tell(line)
    if options.write:
        write(options.write, found, grown)
    return [f"{grown.attempt.name}: {grown.cost.failure}"] if grown else []


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.attacker", description=(__doc__ or "").partition("\n")[0]
    )
    add = parser.add_argument
    add("--kinds", nargs="*", default=[], help=f"of acts, or groups: {', '.join(GROUPS)} (all)")
    add("--accounts", type=int, default=30, help="that attack (30)")
    add("--seconds", type=float, default=600.0, help="of each attack, or of the search (600)")
    add("--calm", type=float, default=20.0, help="seconds before each attack (20)")
    add("--hurry", type=float, default=1.0, help="divides the pauses of the attackers (1)")
    add("--slack", type=float, default=1.0, help="times each longest wait (1)")
    add("--limit", type=int, default=512, help="megabytes that each process tree may take (512)")
    add("--emulate", action="store_true", help="the limit, although the kernel could keep it")
    add("--only", choices=["alone", "together"], help="each kind alone, or all together (both)")
    add("--postgres", action="store_true", help="replicas on PostgreSQL instead of SQLite")
    add("--replicas", type=int, default=2, help="how many, with --postgres (2)")
    add("--search", action="store_true", help="for what grows, instead of attacking")
    add("--write", type=Path, metavar="FILE", help="for all figures, or the worst of a search")
    add("--replay", type=Path, metavar="FILE", help="does what a search has written once more")
    add("--without", choices=FAULTS, help="the bot with a fault that it once had")
    add("--seed", type=int, default=random.randrange(10**6), help="of the dice")
    options = parser.parse_args()
    try:
        some = chosen(options.kinds)
    except KeyError as unknown:
        parser.error(f"there is no kind {unknown}")
    program = ("-m", unmended.__name__, options.without) if options.without else ("-m", "bot")
    limit = limited(options.limit, is_emulated=options.emulate)
    begin = beginning(limit, options.replicas if options.postgres else 0, program)
    tell(f"seed {options.seed}; a limit of {options.limit} MB")
    if options.replay:
        doing = replay(read(options.replay), options.seed, begin, tell)
    elif options.search:
        doing = hunt(some, options, begin)
    else:
        plan = Plan(
            options.accounts, options.seconds, options.calm, options.seed, hurry=options.hurry
        )
        parts = parts_of(some, alone=options.only != "together", together=options.only != "alone")
        doing = run(parts, plan, begin, options.slack, options.write)
    failures = asyncio.run(doing)
    for line in failures:
        tell(line)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
