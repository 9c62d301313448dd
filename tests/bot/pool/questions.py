"""Questions for workers that take as long as a test wants.

A worker imports the module of a question in the time that the question has. So they stand here, in
a module that imports nothing which workers do not have, and not in a test's own module: that one
takes some seconds of processor time, and on a busy machine its worker was ended for them.
"""

import os
import signal
from pathlib import Path
from time import monotonic, sleep

from bot.pool.engine_pool import QUICK_SECONDS
from engine.search import Budget, BudgetSpent


def ponder(budget: Budget) -> None:
    """A question that is too hard for any budget."""
    deadline = budget.deadline()
    while monotonic() < deadline:
        pass
    raise BudgetSpent


def easy(_: Budget) -> int:
    """A question that any budget is enough for: which process are you?"""
    return os.getpid()


def freeze(budget: Budget) -> None:
    """A question that freezes a worker of the patient lane."""
    if budget.seconds == QUICK_SECONDS:
        raise BudgetSpent
    os.kill(os.getpid(), signal.SIGSTOP)


def hold(file: str, _: Budget) -> None:
    """A question that is over when a file exists, or never; it counts how often it was begun."""
    with Path(f"{file}.begun").open("a") as begun:
        begun.write(".")
    while not Path(file).exists():
        sleep(0.01)


def wait_for(file: str, budget: Budget) -> str:
    """A question that is too hard for the quick lane, and is answered once a file exists."""
    deadline = budget.deadline()
    while not Path(file).exists():
        if monotonic() >= deadline:
            raise BudgetSpent
        sleep(0.01)
    return file


def hang(file: str, budget: Budget) -> None:
    """A question that the patient lane never answers; a file shows that a worker has begun it."""
    if budget.seconds == QUICK_SECONDS:
        raise BudgetSpent
    Path(f"{file}.begun").touch()
    while True:
        sleep(60)
