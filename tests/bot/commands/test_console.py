import pytest

from bot.commands.console import megabytes, refuse, say


def test_what_is_said_and_what_is_refused_go_apart(capsys: pytest.CaptureFixture[str]) -> None:
    say("all is well")
    refuse("the file is gone")
    assert capsys.readouterr() == ("all is well\n", "sudoku-bot: the file is gone\n")


def test_a_size_is_told_in_millions_of_bytes() -> None:
    assert [megabytes(size) for size in (0, 49_000, 1_000_000, 12_340_000)] == [
        *("0.0 MB", "0.0 MB"),
        *("1.0 MB", "12.3 MB"),
    ]
