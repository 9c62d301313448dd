import asyncio

from bot.play.changes import Changes


async def test_only_those_who_watch_a_game_are_told_of_it() -> None:
    changes = Changes()
    with changes.watch(1) as first, changes.watch(1) as second, changes.watch(2) as other:
        changes.changed(1)
        assert (first.is_set(), second.is_set(), other.is_set()) == (True, True, False)


async def test_however_much_happens_it_is_told_once() -> None:
    changes = Changes()
    with changes.watch(1) as watcher:
        for _ in range(9):
            changes.changed(1)
        await asyncio.wait_for(watcher.wait(), 5)
        watcher.clear()
        assert not watcher.is_set()


async def test_after_a_gap_everybody_looks_again() -> None:
    changes = Changes()
    with changes.watch(1) as first, changes.watch(2) as second:
        changes.heard(None)
        assert first.is_set()
        assert second.is_set()


async def test_whoever_has_gone_is_told_nothing_more() -> None:
    changes = Changes()
    with changes.watch(1) as watcher:
        pass
    changes.heard(1)
    changes.heard(None)
    assert not watcher.is_set()
