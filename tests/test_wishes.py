"""The short form of the wishes: the held-out ones. `python -m tests.wishes` says all of them."""

from pathlib import Path

import pytest

from bot.pool.engine_pool import EnginePool
from tests.wishes import FILE, Case, Verdict, cases, is_good, judged, table


@pytest.mark.long
async def test_wishes_that_were_kept_back_are_carried_out_or_offered(
    engine: EnginePool, tmp_path: Path
) -> None:
    kept = [case for case in cases() if case.is_kept_back]
    found = await judged(engine, tmp_path, kept)
    assert len(found) == 60
    assert is_good(found), [one for one in found if one[1] in {Verdict.LOST, Verdict.WRONG}]


@pytest.mark.long
@pytest.mark.parametrize(
    ("file", "least"),
    [
        ("wishes_fresh.toml", 0.8),
        ("wishes_drawn.toml", 0.65),
        ("wishes_sealed.toml", 0.85),
        ("wishes_unknowing.toml", 0.8),
        ("wishes_exam.toml", 0.6),
        ("wishes_stranger.toml", 0.75),
        ("wishes_mixed.toml", 0.8),
        ("wishes_commuters.toml", 0.85),
        ("wishes_neighbours.toml", 0.75),
        ("wishes_odd.toml", 0.75),
        ("wishes_week.toml", 0.85),
        ("wishes_invented.toml", 0.84),
        ("wishes_crowd.toml", 0.97),
        ("wishes_visitors.toml", 0.89),
    ],
)
async def test_what_was_written_for_one_trial_is_carried_out_or_offered(
    engine: EnginePool, tmp_path: Path, file: str, least: float
) -> None:
    said = [case for case in cases(FILE.with_name(file)) if case.is_kept_back]
    found = await judged(engine, tmp_path, said)
    right = [verdict for _, verdict, _ in found if verdict in {Verdict.DONE, Verdict.OFFERED}]
    assert len(right) >= least * len(said), found


async def test_a_wish_that_has_something_else_done_is_wrong(
    engine: EnginePool, tmp_path: Path
) -> None:
    said = [
        Case("en", "undo please", "game", ("/new",), is_kept_back=False),
        Case("en", "zebras and giraffes", "game", ("/hint",), is_kept_back=False),
    ]
    found = await judged(engine, tmp_path, said)
    assert [verdict for _, verdict, _ in found] == [Verdict.WRONG, Verdict.LOST]
    assert not is_good(found)
    assert table(found)[1].split() == ["en", "0", "0", "1", "1"]
