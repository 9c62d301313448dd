from io import BytesIO, StringIO

import pytest

from engine.commands.console import NOT_UNIQUE, UNFINISHED, UNREADABLE, Console


class Stream(StringIO):
    """A terminal that counts how often it is flushed."""

    flushes = 0

    def isatty(self) -> bool:
        return True

    def flush(self) -> None:
        self.flushes += 1


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def begun() -> tuple[Console, Stream, Stream, Clock]:
    out, err, clock = Stream(), Stream(), Clock()
    return Console(BytesIO(), out, err, clock), out, err, clock


def test_answers_are_lines() -> None:
    console, out, err, _ = begun()
    console.answer("one")
    console.answer_all(["two", "three"])
    console.answer_all([])
    assert out.getvalue() == "one\ntwo\nthree\n"
    assert err.getvalue() == ""
    assert console.status == 0


def test_answers_are_flushed_every_fifth_of_a_second_and_at_the_end() -> None:
    console, out, _, clock = begun()
    with console:
        for after, flushes in ((0, 0), (0.19, 0), (0.011, 1), (0.1, 1), (0.19, 2), (5, 3), (0, 3)):
            clock.now += after
            console.answer("12")
            assert out.flushes == flushes
        console.flush()
        assert out.flushes == 4
        clock.now += 0.1
        console.flush()
        clock.now += 0.15
        console.answer("12")
        assert out.flushes == 5
    assert out.flushes == 6


def test_the_status_is_the_worst_of_all() -> None:
    console, _, err, _ = begun()
    console.tell("a word")
    assert console.status == 0
    console.raise_status(NOT_UNIQUE)
    assert console.status == 1
    console.complain("bad")
    console.complain("better", NOT_UNIQUE)
    assert console.status == UNREADABLE == 2
    console.cannot_read("file", 3, ValueError("no puzzle"))
    assert console.status == 2
    console.complain("worse", UNFINISHED)
    assert console.status == 3
    console.tell_seed("x1")
    assert err.getvalue() == "a word\nbad\nbetter\nfile:3: no puzzle\nworse\n--seed x1\n"


@pytest.mark.parametrize("says", [Console.answer, Console.tell, Console.complain])
def test_the_bar_steps_aside(says: object) -> None:
    console, _, err, clock = begun()
    bar = console.progress(4, "parts")
    clock.now += 2
    bar.advance()
    assert "1 parts" in err.getvalue()
    drawn = len(err.getvalue())
    says(console, "word")  # type: ignore[operator]
    assert err.getvalue()[drawn:].startswith("\r\x1b[K")


def test_there_is_one_bar_at_a_time_and_none_at_the_end() -> None:
    console, _, err, clock = begun()
    with console:
        for _ in range(2):
            bar = console.progress()
            clock.now += 2
            bar.advance()
            assert err.getvalue().endswith("1 puzzles, 0/s")
    assert err.getvalue().count("\r\x1b[K") == 4
    assert err.getvalue().endswith("\r\x1b[K")
