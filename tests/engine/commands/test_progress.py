from io import StringIO

from engine.commands.progress import Progress


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_short_work_shows_no_bar() -> None:
    screen, clock = Terminal(), Clock()
    progress = Progress(screen, clock, 10)
    for _ in range(10):
        clock.now += 0.09
        progress.advance()
    progress.clear()
    assert screen.getvalue() == ""


def test_long_work_shows_how_much_is_done_and_left() -> None:
    screen, clock = Terminal(), Clock()
    progress = Progress(screen, clock, 400)
    progress.advance(60)
    clock.now += 50
    progress.advance(40)
    assert "25%" in screen.getvalue()
    assert "2 puzzles, 0/s" in screen.getvalue()
    assert "2:30 left" in screen.getvalue()


def test_the_bar_tells_the_rate_and_leaves_out_what_was_there_before() -> None:
    screen, clock = Terminal(), Clock()
    progress = Progress(screen, clock, 1000)
    progress.leave_out(600)
    clock.now += 4
    progress.advance(100, 8000)
    assert "25%  8,000 puzzles, 2,000/s, 0:12 left" in screen.getvalue()


def test_the_bar_is_not_drawn_for_every_puzzle() -> None:
    screen, clock = Terminal(), Clock()
    progress = Progress(screen, clock, 100_000)
    clock.now += 2
    for _ in range(1000):
        progress.advance()
    assert screen.getvalue().count("puzzles") == 1


def test_threads_may_say_in_any_order_how_much_is_done() -> None:
    screen, clock = Terminal(), Clock()
    progress = Progress(screen, clock, 8, "parts")
    clock.now += 2
    progress.reach(4)
    clock.now += 2
    progress.reach(2)
    assert screen.getvalue().count(" 50%  4 parts") == 2


def test_without_a_total_there_is_a_count() -> None:
    screen, clock = Terminal(), Clock()
    progress = Progress(screen, clock)
    clock.now += 2
    progress.advance()
    assert screen.getvalue().endswith("1 puzzles, 0/s")


def test_what_is_counted_can_have_another_name() -> None:
    screen, clock = Terminal(), Clock()
    progress = Progress(screen, clock, 4, "parts")
    clock.now += 2
    progress.advance()
    assert "1 parts" in screen.getvalue()


def test_the_bar_is_erased_once() -> None:
    screen, clock = Terminal(), Clock()
    progress = Progress(screen, clock, 10)
    clock.now += 2
    progress.advance()
    progress.clear()
    erased = screen.getvalue()
    assert erased.endswith("\r\x1b[K")
    progress.clear()
    assert screen.getvalue() == erased


def test_the_bar_is_as_full_as_the_work_is_done() -> None:
    for done, filled in ((1, 0), (25, 8), (50, 15), (90, 27), (100, 30), (130, 30)):
        screen, clock = Terminal(), Clock()
        progress = Progress(screen, clock, 100)
        clock.now += 120
        progress.advance(done, 0)
        bar = screen.getvalue()[screen.getvalue().index("[", 4) :]
        assert len(bar.partition("]")[0]) == 31
        assert bar.count("#") == filled
        assert f"] {min(done, 100):3}%  0 puzzles, 0/s, " in bar


def test_the_time_that_is_left_has_minutes_and_seconds() -> None:
    for elapsed, done, left in (
        (60, 50, "1:00"),
        (90, 60, "1:00"),
        (61, 50, "1:01"),
        (9, 90, "0:01"),
    ):
        screen, clock = Terminal(), Clock()
        progress = Progress(screen, clock, 100)
        clock.now += elapsed
        progress.advance(done)
        assert screen.getvalue().endswith(f", {left} left")


def test_a_bar_appears_after_a_second_and_ten_times_in_each() -> None:
    screen, clock = Terminal(), Clock()
    progress = Progress(screen, clock, 1000)
    drawn = []
    for after in (0.99, 0.01, 0.09, 0.02, 0.05, 0.06):
        clock.now += after
        progress.advance()
        drawn.append(screen.getvalue().count("puzzles"))
    assert drawn == [0, 1, 1, 2, 2, 3]


def test_a_file_gets_no_bar() -> None:
    stream, clock = StringIO(), Clock()
    progress = Progress(stream, clock, 10)
    clock.now += 60
    progress.advance()
    assert stream.getvalue() == ""
