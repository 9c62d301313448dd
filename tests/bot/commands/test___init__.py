import os
import signal
from argparse import ArgumentParser

import pytest

from bot import commands
from bot.commands import (
    FAILED,
    INTERRUPTED,
    MAY_PASS,
    MUST_CHANGE,
    NOBODY_READS,
    OK,
    TOKEN_REFUSED,
    WRONG_USAGE,
)


def test_the_statuses_are_those_of_unix() -> None:
    assert (OK, FAILED) == (0, 1)
    assert (MAY_PASS, TOKEN_REFUSED, MUST_CHANGE) == (75, 77, 78)
    assert (INTERRUPTED, NOBODY_READS) == (128 + signal.SIGINT, 128 + signal.SIGPIPE)
    assert (os.EX_TEMPFAIL, os.EX_NOPERM, os.EX_CONFIG) == (75, 77, 78)


def test_wrong_usage_ends_as_argparse_does() -> None:
    with pytest.raises(SystemExit) as ended:
        ArgumentParser().parse_args(["--nothing"])
    assert ended.value.code == WRONG_USAGE == 2


def test_every_status_means_one_thing() -> None:
    statuses = [value for name, value in vars(commands).items() if name.isupper()]
    assert sorted(statuses) == sorted({*statuses})
