from bot.store.sqlite.foreign import FORGOTTEN_SECONDS, ForeignLock


class Time:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_patience_begins_when_the_lock_is_first_met() -> None:
    time = Time()
    lock = ForeignLock(time)
    lock.meets()
    assert lock.left(3) == 3
    for _ in range(8):
        time.now += 0.5
        lock.meets()
    assert lock.left(3) == -1
    assert lock.left(0.5) == -3.5


def test_a_lock_after_something_was_written_is_another_one() -> None:
    time = Time()
    lock = ForeignLock(time)
    lock.meets()
    time.now += 0.5
    lock.ends()
    lock.meets()
    assert lock.left(3) == 3


def test_a_lock_that_nobody_met_for_a_while_is_another_one() -> None:
    time = Time()
    lock = ForeignLock(time)
    lock.meets()
    time.now += FORGOTTEN_SECONDS
    lock.meets()
    assert lock.left(3) == 3 - FORGOTTEN_SECONDS
    time.now += FORGOTTEN_SECONDS + 0.5
    lock.meets()
    assert lock.left(3) == 3
