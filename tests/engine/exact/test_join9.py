"""Joining in the C core: in every width of vectors, within its time, and at its boundary."""

from array import array
from collections.abc import Iterator
from time import monotonic
from typing import Any

import pytest

from engine.board.grid import Grid
from engine.exact.join import join
from engine.exact.join9 import join9
from engine.exact.layout import Layout, layout
from engine.exact.partitions import crossing
from engine.search import accelerate
from engine.search.budget import BudgetSpent

_core: Any = pytest.importorskip("engine._core", reason="the C core was not built here")

WIDTHS = sorted({_core.use_vectors(bits) for bits in (0, 128, 256, 384, 512)})
WIDEST = _core.use_vectors(512)
CROSSING = array("H", [number for numbers in crossing(3, 3) for number in numbers]).tobytes()
TABLE_SIZE = 2 * 280**3
FEW = "53..7....6..195....98....6.8...6...34..8.3...7...2...6.6....28..................."


@pytest.fixture(autouse=True)
def _widest_again() -> Iterator[None]:
    yield
    assert _core.use_vectors(512) == WIDEST


def idle(*_: int) -> None:
    """The check for the time limit and the report of progress, which do nothing."""


@pytest.fixture(scope="module")
def blank() -> Layout:
    return layout(Grid.from_line("." * 81), idle)


@pytest.mark.long
@pytest.mark.parametrize("bits", WIDTHS)
@pytest.mark.parametrize("threads", [1, 2])
def test_every_width_joins_alike(blank: Layout, bits: int, threads: int) -> None:
    _core.use_vectors(bits)
    found = join9(blank, monotonic() + 60, threads, idle)
    assert found == 6_670_903_752_021_072_936_960


@pytest.mark.long
@pytest.mark.parametrize("bits", WIDTHS)
def test_the_core_joins_as_python_does(bits: int) -> None:
    _core.use_vectors(bits)
    laid_out = layout(Grid.from_line(FEW), idle)
    expected = sum(join(laid_out, idle))
    assert expected > 100
    assert join9(laid_out, monotonic() + 60, 2, idle) == expected


@pytest.mark.long
def test_progress_counts_the_first_fillings(blank: Layout) -> None:
    told: list[tuple[int, int]] = []
    join9(blank, monotonic() + 60, 1, lambda *parts: told.append(parts))
    assert told == [(1, 2), (2, 2)]


@pytest.mark.long
def test_without_time_nothing_is_found(blank: Layout) -> None:
    with pytest.raises(BudgetSpent) as spent:
        join9(blank, monotonic(), 2, idle)
    assert spent.value.found == 0


def test_another_thread_can_end_a_call() -> None:
    table = bytes(TABLE_SIZE)
    bands = bytes(16), bytes(16), bytes(16)
    assert accelerate.join((table, table, table), bands, 60.0) == (True, bytes(8))
    is_whole, sums = accelerate.join((table, table, table), bands, 60.0, bytearray(b"\1"))
    assert (is_whole, sums) == (False, bytes(8))


def words(*numbers: int) -> bytes:
    return array("I", numbers).tobytes()


@pytest.mark.parametrize(
    "arguments",
    [
        (bytes(15), CROSSING, bytes(280)),
        (words(0, 280, 0, 1), CROSSING, bytes(280)),
        (bytes(16), CROSSING[2:], bytes(280)),
        (bytes(16), b"\xff" * len(CROSSING), bytes(280)),
        (bytes(16), CROSSING, bytes(279)),
    ],
)
def test_what_is_no_stack_is_refused(arguments: tuple[bytes, bytes, bytes]) -> None:
    with pytest.raises(ValueError, match=r"must|above"):
        _core.table(*arguments)


@pytest.mark.parametrize(
    ("table", "band", "seconds", "stop"),
    [
        (bytes(280), bytes(16), 1.0, bytearray(1)),
        (None, bytes(17), 1.0, bytearray(1)),
        (None, words(280, 0, 0, 1), 1.0, bytearray(1)),
        (None, words(0, 0, 2**32 - 1, 1), 1.0, bytearray(1)),
        (None, bytes(16 * 57), 1.0, bytearray(1)),
        (None, bytes(16), -1.0, bytearray(1)),
        (None, bytes(16), 1.0, bytearray(2)),
    ],
)
def test_what_is_no_band_is_refused(
    table: bytes | None, band: bytes, seconds: float, stop: bytearray
) -> None:
    tables = [table or bytes(TABLE_SIZE)] * 3
    with pytest.raises(ValueError, match=r"must|too many"):
        _core.join(*tables, bytes(16), bytes(16), band, seconds, stop)


def test_a_full_lane_fits() -> None:
    table = array("H", [1]).tobytes() * 280**3
    band = words(0, 0, 0, 6) * 56
    (found,) = memoryview(_core.join(table, table, table, bytes(16), band, band, 1.0)[1]).cast("Q")
    assert found == 336 * 336
