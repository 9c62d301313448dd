from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Sequence
from math import inf

import pytest

from engine.board.geometry import Geometry
from engine.commands import options
from engine.search.budget import Budget

Add = Callable[[ArgumentParser], None]


def parsed(add: Add, *argv: str) -> dict[str, object]:
    parser = ArgumentParser()
    add(parser)
    return vars(parser.parse_args(argv))


@pytest.mark.parametrize(
    ("add", "argv", "values"),
    [
        (options.add_puzzle_files, (), {"files": ["-"], "geometry": None}),
        (
            options.add_puzzle_files,
            ("--box", "3x2", "a", "b"),
            {"files": ["a", "b"], "geometry": Geometry(3, 2)},
        ),
        (options.add_box, (), {"geometry": None}),
        (lambda parser: options.add_seconds(parser, 2.5), (), {"seconds": 2.5}),
        (lambda parser: options.add_seconds(parser, 2.5), ("--seconds", "7"), {"seconds": 7}),
        (lambda parser: options.add_budget(parser, 2.5), (), {"budget": None}),
        (
            lambda parser: options.add_budget(parser, 2.5),
            ("--seconds", "7"),
            {"budget": Budget(7)},
        ),
        (
            lambda parser: options.add_budget(parser, 2.5),
            ("--nodes", "7"),
            {"budget": Budget(inf, 7)},
        ),
        (
            lambda parser: options.add_cluster(parser, "seeds"),
            ("--cluster", "local", "--to", "there", "--chunk", "5"),
            {"cluster": "local", "to": "there", "chunk": 5},
        ),
        (
            lambda parser: options.add_cluster(parser, "seeds"),
            (),
            {"cluster": None, "to": None, "chunk": None},
        ),
        (options.add_threads, (), {"threads": None}),
        (options.add_threads, ("--threads", "3"), {"threads": 3}),
        (options.add_pretty, (), {"pretty": False}),
        (options.add_pretty, ("--pretty",), {"pretty": True}),
        (options.add_seed, (), {"seed": None}),
        (options.add_seed, ("--seed", "galaxy"), {"seed": "galaxy"}),
    ],
)
def test_options_have_values(add: Add, argv: Sequence[str], values: dict[str, object]) -> None:
    assert parsed(add, *argv) == values


def test_a_budget_is_of_time_or_of_nodes() -> None:
    with pytest.raises(SystemExit):
        parsed(lambda parser: options.add_budget(parser, 1), "--seconds", "1", "--nodes", "1")


def refused(read: Callable[[str], object], text: str) -> bool:
    try:
        read(text)
    except ArgumentTypeError as error:
        return repr(text) in str(error)
    return False


def test_counts_are_whole_numbers_from_one() -> None:
    assert options.count("1") == 1
    assert options.count("007") == 7
    assert options.count("9" * 18) == 10**18 - 1
    for text in ("0", "-1", "+1", "1.0", "x", "", " 1", "٣", "²", "1_000"):
        assert refused(options.count, text)


def test_a_number_that_is_too_large_is_told_the_largest() -> None:
    assert options.count("0" * 5000 + "12") == 12
    for text in ("1" + "0" * 18, "9" * 20, "9" * 5000):
        with pytest.raises(ArgumentTypeError) as told:
            options.count(text)
        assert str(told.value).endswith("is more than 999999999999999999, the largest number here")
        assert text[:19] in str(told.value)
        assert len(str(told.value)) < 100


def test_seconds_are_a_time_above_zero() -> None:
    assert options.seconds("0.001") == 0.001
    assert options.seconds("1e3") == 1000
    for text in ("0", "-1", "nan", "inf", "x", "0.0"):
        assert refused(options.seconds, text)
    assert options.budget_of_seconds("0.5") == Budget(0.5)


def test_nodes_take_whatever_time_they_take() -> None:
    assert options.budget_of_nodes("1") == Budget(inf, 1)
    assert options.budget_of_nodes("9" * 18) == Budget(inf, 10**18 - 1)
    assert refused(options.budget_of_nodes, "0")


def test_a_box_has_rows_and_columns() -> None:
    assert options.box("3x2") is Geometry(3, 2)
    assert options.box("2X3") is Geometry(2, 3)
    for text in ("3", "3x3x3", "9x9"):
        assert refused(options.box, text)
    for text in ("3x", "x3", "0x3", "axb", "-1x3"):
        with pytest.raises(ArgumentTypeError):
            options.box(text)


def test_a_cluster_has_an_address_or_is_local() -> None:
    for text in ("local", "tcp://host:8786", "tls://10.0.0.1:1"):
        assert options.scheduler(text) == text
    for text in ("", "Local", "tcp://", "tls:", "http://host", "host:8786", "tcp", "://x"):
        assert refused(options.scheduler, text)
