import pytest

from bot.pool.engine_pool import EnginePool
from bot.render.preferences import Look
from engine import parse
from tests.bot.playground.browsing import CHROMIUM, chromium
from tests.taps import Count, Mode, measure, singles, tapped


def test_the_player_knows_what_naked_and_hidden_singles_tell() -> None:
    """A 3 in column 3 leaves 4 for r1c3, and in row 1 it leaves r1c4 for the 3."""
    assert singles(parse("12........3.....")) == {(2, 4), (3, 3)}


@pytest.mark.long
async def test_a_scripted_player_needs_few_taps(engine: EnginePool) -> None:
    """On one puzzle of each size, in the order of logic, as in the table of CONTRIBUTING."""
    found = await measure(engine, (4, 9), [1], 2.0)
    each = {key: counts.taps / counts.digits for key, counts in found.items()}
    assert each[4, Mode.CELL_FIRST] == 2
    assert each[9, Mode.CELL_FIRST] <= 2.5
    assert each[9, Mode.DIGIT_FIRST] <= 2.4
    assert each[9, Mode.BY_DIGIT] <= 1.6
    hinted = [counts for (_, mode), counts in found.items() if mode is Mode.HINTED]
    assert set(hinted) == {Count(digits=1, taps=4, messages=0, edits=4)}
    played = [counts for (_, mode), counts in found.items() if mode is not Mode.HINTED]
    assert all(counts.messages == 1 for counts in played), "the end of each game"
    assert all(counts.edits <= counts.taps for counts in found.values())


@pytest.mark.long
async def test_the_keys_for_a_tall_phone_need_fewer_taps(engine: EnginePool) -> None:
    found = await measure(engine, (9,), [1, 2], 2.0, Look.TALL)
    each = {mode: counts.taps / counts.digits for (_, mode), counts in found.items()}
    assert each[Mode.CELL_FIRST] <= 2.2
    assert each[Mode.BY_DIGIT] <= 1.6


@pytest.mark.long
@pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine")
@pytest.mark.xdist_group("processes")
async def test_the_touch_board_takes_the_fewest_taps() -> None:
    async with chromium() as browser:
        found = await tapped(browser, (4, 9), 1)
    for (_, mode), taps in found.items():
        each, fewest = taps.taps / taps.digits, taps.fewest / taps.digits
        assert each == 2 if mode is Mode.CELL_FIRST else each <= fewest + 0.1
