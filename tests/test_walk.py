"""The short form of the random walk; `python -m tests.walk` is the long one."""

from pathlib import Path

import pytest

from bot.pool.engine_pool import EnginePool
from tests.walk import digits_drawn, too_wide, walk


@pytest.mark.long
async def test_whatever_people_do_everything_holds(tmp_path: Path, engine: EnginePool) -> None:
    kinds = await walk(tmp_path, 400, 1, engine)
    assert sum(kinds.values()) == 400
    assert {"press_any", "type_moves", "press_quickly", "command"} <= kinds.keys()


@pytest.mark.parametrize(("chat_id", "widest"), [(1001, 31), (-1001, 25)])
def test_the_walk_sees_boards_that_are_too_wide_or_not_ascii(chat_id: int, widest: int) -> None:
    def message(text: str) -> dict[str, object]:
        drawn = [{"type": "pre", "offset": 0, "length": len(text)}]
        return {"text": text, "entities": drawn, "chat": {"id": chat_id}}

    assert too_wide(message("x" * widest)) == []
    assert len(too_wide(message("x" * (widest + 1) + "\n" + "é"))) == 2


def test_the_walk_reads_boards() -> None:
    full = "   1 2 | 3 4\n1: 4 1'| _ 2!\n2: . .  | 1 4\n   ----+-----\n3: . 2 | 4 3\n4: 3 4 | . 1"
    assert digits_drawn(full, 4) == [4, 1, 0, 2, 0, 0, 1, 4, 0, 2, 4, 3, 3, 4, 0, 1]
    compact = "  12|34\n1 41|_2\n2 ..|14\n  --+--\n3 .2|43\n4 34|.1"
    assert digits_drawn(compact, 4) == [4, 1, 0, 2, 0, 0, 1, 4, 0, 2, 4, 3, 3, 4, 0, 1]
