"""Pieces of work side by side."""

import os
import signal
from threading import Barrier, Event, get_ident

import pytest

from engine.search.budget import BudgetSpent
from engine.search.threads import check_threads, cores, parts_of, side_by_side


def test_results_come_in_the_order_of_the_parts_though_all_run_at_once() -> None:
    together = Barrier(3, timeout=300)

    def work(part: int) -> int:
        together.wait()
        return part * part

    assert side_by_side(work, [3, 1, 2], 3) == [9, 1, 4]


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_any_number_of_threads_does_all_the_work(threads: int) -> None:
    assert side_by_side(str, range(40), threads) == [str(part) for part in range(40)]
    assert side_by_side(str, [], threads) == []


def test_an_error_is_raised_when_all_have_ended() -> None:
    ended = []

    def work(part: int) -> None:
        if part == 1:
            raise BudgetSpent
        ended.append(part)

    with pytest.raises(BudgetSpent):
        side_by_side(work, [1, 2, 3], 3)
    assert sorted(ended) == [2, 3]


@pytest.mark.parametrize("threads", [0, -3])
def test_there_is_at_least_one_thread(threads: int) -> None:
    with pytest.raises(ValueError, match=f"threads must be 1 or more, not {threads}"):
        check_threads(threads)


def test_a_process_has_cores() -> None:
    assert 1 <= cores() <= (os.cpu_count() or 1)


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("boards", [0, 1, 2, 7, 100])
def test_parts_are_whole_boards_and_miss_none(boards: int, threads: int) -> None:
    items = bytes(range(boards)) * 2
    parts = parts_of(items, threads, 2)
    assert b"".join(parts) == items
    assert all(len(part) % 2 == 0 for part in parts)
    assert threads > 1 or len(parts) == 1


def test_each_thread_has_one_large_part_and_two_small_ones() -> None:
    for threads, boards in ((1, [8]), (2, [6, 6, 1, 1, 1, 1]), (3, [6] * 3 + [1] * 6)):
        items = bytes(range(2 * sum(boards)))
        assert [len(part) // 2 for part in parts_of(items, threads, 2)] == boards


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_no_part_is_empty(threads: int) -> None:
    for boards in range(1, 20):
        assert all(parts_of(bytes(3 * boards), threads, 3))


def test_a_signal_ends_the_work_of_all_and_nobody_is_waited_for() -> None:
    main, stop, seen, done = get_ident(), bytearray(1), Event(), []

    def work(part: int) -> None:
        if get_ident() == main:
            os.kill(os.getpid(), signal.SIGINT)
            seen.wait(60)
        while not stop[0]:
            pass
        done.append(part)
        seen.set()

    with pytest.raises(KeyboardInterrupt):
        side_by_side(work, range(50), 2, stop)
    assert stop[0]
    assert seen.wait(60)
    assert len(done) == 1
