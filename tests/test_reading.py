"""The short form of hostile texts; `python -m tests.reading` is the long one."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.play.questions import READ_AT_ONCE
from tests.fewer import first_cases
from tests.reading import AT_ONCE, IN_A_WORKER, LONGEST, PIECES, allowed, hostile, work

texts = st.builds(hostile, st.integers(0, 2**32).map(random.Random))


@pytest.mark.long
@given(texts)
def test_reading_any_message_takes_work_in_proportion_to_its_length(text: str) -> None:
    for name, reader in AT_ONCE.items():
        assert work(reader, text) <= allowed(name, text), name


@pytest.mark.long
@given(texts.map(lambda text: text[: 2 * READ_AT_ONCE]))
def test_what_a_worker_reads_takes_work_in_proportion_to_its_length(text: str) -> None:
    for name, reader in IN_A_WORKER.items():
        assert work(reader, text) <= allowed(name, text), name


@pytest.mark.parametrize("piece", first_cases(20, PIECES))
def test_a_message_of_one_piece_takes_work_in_proportion_to_its_length(piece: str) -> None:
    text = (piece * LONGEST)[:LONGEST]
    for name, reader in AT_ONCE.items():
        assert work(reader, text) <= allowed(name, text), name
