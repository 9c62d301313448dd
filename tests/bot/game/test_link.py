import re
from string import ascii_letters, ascii_lowercase, ascii_uppercase, digits

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.link import (
    PACKED_SIZES,
    DailyTarget,
    PuzzleTarget,
    day_payload,
    grid_payload,
    is_proven,
    length_of,
    pack,
    read_payload,
    stored_payload,
    unpack,
)
from engine import Geometry, Grid, parse

NINE = parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
TELEGRAM = re.compile(r"[A-Za-z0-9_-]{1,64}")
GRIDS = st.sampled_from(PACKED_SIZES).flatmap(
    lambda size: st.builds(
        lambda values: Grid(Geometry.of_size(size), bytes(values)),
        st.lists(st.integers(0, size), min_size=size * size, max_size=size * size),
    )
)


def test_a_9x9_packs_into_45_characters() -> None:
    assert [length_of(size) for size in (4, 6, 8, 9)] == [7, 17, 34, 45]
    assert len(pack(NINE) or "") == 45


@pytest.mark.long
@given(GRIDS)
def test_what_was_packed_is_unpacked_and_telegram_takes_it(grid: Grid) -> None:
    payload = grid_payload(grid)
    assert payload
    assert TELEGRAM.fullmatch(payload)
    assert read_payload(payload) == grid


@given(st.text(ascii_letters + digits + "-_", min_size=45, max_size=45))
def test_each_text_is_one_grid_or_none(packed: str) -> None:
    grid = unpack(packed)
    assert grid is None or pack(grid) == packed


@given(st.text(max_size=80))
def test_any_other_text_leads_nowhere_or_somewhere_but_never_fails(text: str) -> None:
    read_payload(text)
    for kind in "dps":
        read_payload(kind + text)


@pytest.mark.parametrize("shape", [Geometry(3, 2), Geometry(4, 2), Geometry(3, 4), Geometry(4, 4)])
def test_other_shapes_are_not_packed(shape: Geometry) -> None:
    assert grid_payload(Grid(shape, bytes(shape.cell_count))) is None


def test_a_daily_is_told_by_its_label() -> None:
    assert read_payload(day_payload("2026-11-20")) == DailyTarget("2026-11-20")
    assert read_payload("d2026-02-30") is None
    payload = day_payload("2026-11-20-easy")
    assert TELEGRAM.fullmatch(payload)
    assert read_payload(payload) == DailyTarget("2026-11-20-easy")
    assert read_payload("d2026-11-20-extreme") is None


def test_the_number_of_a_stored_puzzle_needs_the_proof_that_goes_with_it() -> None:
    payload = stored_payload(b"secret", 7)
    stored = read_payload(payload)
    assert isinstance(stored, PuzzleTarget)
    assert TELEGRAM.fullmatch(payload)
    assert stored.puzzle_id == 7
    assert is_proven(b"secret", stored)
    assert not is_proven(b"other", stored)
    assert not is_proven(b"secret", PuzzleTarget(8, stored.proof))


@pytest.mark.parametrize(
    "payload", ["from_a_friend", "", "p7", "p0-" + "a" * 16, "s", "d", "s" * 46]
)
def test_any_other_payload_leads_nowhere(payload: str) -> None:
    assert read_payload(payload) is None


@pytest.mark.parametrize("line", [str(NINE), "." * 80 + "1", "9" * 81, "1" + "." * 80])
def test_a_9x9_is_packed_as_its_decimal_number_in_64_digits(line: str) -> None:
    """Links in old messages must open as long as there are messages."""
    packed = pack(Grid(NINE.geometry, bytes(int(digit) for digit in line.replace(".", "0"))))
    assert packed is not None
    alphabet = ascii_uppercase + ascii_lowercase + digits + "-_"
    value = sum(alphabet.index(sign) * 64**at for at, sign in enumerate(reversed(packed)))
    assert value == int(line.replace(".", "0"))


def test_a_text_that_says_more_than_a_board_holds_is_none() -> None:
    assert unpack("_" * 45) is None
    assert unpack("A" * 45) == Grid.blank(NINE.geometry)
    assert unpack("A" * 44) is None
    assert unpack("A" * 44 + ".") is None


@pytest.mark.parametrize("puzzle_id", [1, 10**14, 10**15 - 1])
def test_the_number_of_a_stored_puzzle_has_up_to_15_figures(puzzle_id: int) -> None:
    payload = stored_payload(b"secret", puzzle_id)
    assert len(payload) <= 64
    stored = read_payload(payload)
    assert isinstance(stored, PuzzleTarget)
    assert stored.puzzle_id == puzzle_id
    assert read_payload(stored_payload(b"secret", 10**15)) is None
