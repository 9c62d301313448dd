import asyncio
from contextlib import ExitStack

from bot.play.changes import Changes
from bot.play.mark import Device


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


async def test_a_device_is_not_told_of_what_was_done_there() -> None:
    changes, phone = Changes(), Device(1, "phone")
    others = (Device(1, "tablet"), Device(2, "phone"), None)
    with ExitStack() as watching:
        here = watching.enter_context(changes.watch(1, phone))
        elsewhere = [watching.enter_context(changes.watch(1, each)) for each in others]
        changes.changed(1, phone)
        assert not here.is_set()
        assert all(watcher.is_set() for watcher in elsewhere)
        changes.heard(1)
        assert here.is_set()
