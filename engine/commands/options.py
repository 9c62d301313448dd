"""Options that several subcommands share, and the types of their values."""

from typing import TYPE_CHECKING, Final

from engine.board.geometry import Geometry
from engine.search.budget import Budget

if TYPE_CHECKING:
    from argparse import ArgumentParser, ArgumentTypeError

LARGEST: Final = 10**18 - 1
"""The largest whole number of an option: as many digits as 63 bits can hold whatever they are."""


def add_puzzle_files(parser: "ArgumentParser") -> None:
    """FILE... and --box."""
    parser.add_argument(
        "files",
        nargs="*",
        default=["-"],
        metavar="FILE",
        help="puzzles, one a line; - or nothing is standard input",
    )
    add_box(parser)


def add_box(parser: "ArgumentParser") -> None:
    """--box."""
    parser.add_argument(
        "--box",
        type=box,
        metavar="RxC",
        dest="geometry",
        help="boxes of R rows and C columns, such as 3x2 (default: from the number of cells)",
    )


def add_seconds(
    parser: "ArgumentParser", default: float, meaning: str = "give up on a puzzle after this time"
) -> None:
    """--seconds."""
    parser.add_argument(
        "--seconds",
        type=seconds,
        default=default,
        metavar="S",
        help=f"{meaning} (default: {default:g})",
    )


def add_budget(parser: "ArgumentParser", default: float) -> None:
    """--seconds and --nodes; a budget is None where neither is given."""
    either = parser.add_mutually_exclusive_group()
    either.add_argument(
        "--seconds",
        type=budget_of_seconds,
        metavar="S",
        dest="budget",
        help=f"give up on a puzzle after this time (default: {default:g})",
    )
    either.add_argument(
        "--nodes",
        type=budget_of_nodes,
        metavar="N",
        dest="budget",
        help="give up on a puzzle after this many nodes of its search, the same on every machine",
    )


def add_cluster(parser: "ArgumentParser", chunk: str) -> None:
    """--cluster, --to and --chunk; `chunk` says what a chunk is measured in."""
    parser.add_argument(
        "--cluster",
        type=scheduler,
        metavar="ADDRESS",
        help="work on a Dask cluster, tcp://HOST:PORT or tls://HOST:PORT, or on all cores: local",
    )
    parser.add_argument(
        "--to",
        metavar="FOLDER",
        help="where the chunks of a cluster go, a path or URL that all its workers can write to",
    )
    parser.add_argument(
        "--chunk", type=count, metavar="N", help=f"how large a chunk of a cluster is, in {chunk}"
    )


def add_threads(parser: "ArgumentParser") -> None:
    """--threads."""
    parser.add_argument(
        "--threads", type=count, metavar="N", help="work on this many threads (default: all cores)"
    )


def add_pretty(parser: "ArgumentParser") -> None:
    """--pretty."""
    parser.add_argument(
        "--pretty", action="store_true", help="draw boards, a blank line after each"
    )


def add_seed(parser: "ArgumentParser") -> None:
    """--seed."""
    parser.add_argument(
        "--seed",
        metavar="S",
        help="any word or number; the same seed gives the same puzzles on every machine",
    )


def wrong(message: str) -> "ArgumentTypeError":
    """The error that the type of an argument raises."""
    # Imported here because the defaults of these options are used without argparse.
    from argparse import ArgumentTypeError  # noqa: PLC0415

    return ArgumentTypeError(message)


def count(text: str) -> int:
    """A whole number from 1 to LARGEST."""
    digits = text.lstrip("0") if text.isascii() and text.isdigit() else ""
    if not digits:
        raise wrong(f"{text!r} is not a whole number from 1")
    # By their length first: Python refuses to read thousands of digits.
    if len(digits) > len(str(LARGEST)):
        raise wrong(f"{_shortened(text)!r} is more than {LARGEST}, the largest number here")
    return int(digits)


def _shortened(text: str) -> str:
    return text if len(text) <= 30 else f"{text[:27]}..."


def seconds(text: str) -> float:
    """A time above zero."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise wrong(f"{text!r} is not a number of seconds")
    return value


def scheduler(text: str) -> str:
    """The address of a cluster."""
    scheme, _, place = text.partition("://")
    if text != "local" and not (scheme in {"tcp", "tls"} and place):
        raise wrong(f"{text!r} is no cluster: say local, tcp://HOST:PORT or tls://HOST:PORT")
    return text


def budget_of_seconds(text: str) -> Budget:
    """A limit of time."""
    return Budget(seconds(text))


def budget_of_nodes(text: str) -> Budget:
    """A limit of nodes, whatever time they take."""
    return Budget(float("inf"), count(text))


def box(text: str) -> Geometry:
    """The shape of a box, such as 3x2."""
    try:
        rows, columns = map(count, text.lower().split("x"))
        return Geometry(rows, columns)
    except ValueError:
        raise wrong(f"{text!r} is not a box: say 3x2 for 3 rows, 2 columns") from None
