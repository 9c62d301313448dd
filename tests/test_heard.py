import pytest

from bot.pool.engine_pool import EnginePool
from tests.heard import MOST_EACH, MOST_SECONDS, listened, spoken


def test_of_chinese_only_what_is_spoken_counts() -> None:
    assert spoken("第1行：空，空", "zh") == 5
    assert spoken("Row 1: 2, 3", "en") == 11


@pytest.mark.long
@pytest.mark.parametrize("how", ["typed", "by keys"])
async def test_a_6x6_is_heard_to_its_end_in_three_minutes(engine: EnginePool, how: str) -> None:
    heard = await listened(engine, "en", 6, 1, is_typed=how == "typed")
    assert heard.moves > 20
    assert heard.each <= MOST_EACH
    assert heard.seconds <= MOST_SECONDS
    assert bool(heard.turned) == (how == "by keys")
