"""What a process that reads pictures may use at most, whatever it is handed."""

import sys
from typing import Final

MOST_MEMORY: Final = 1_200_000_000
"""Bytes of address space; a picture at the limits takes a third of them."""


def limit_process() -> None:
    """Holds the calling process to that, for ever; where there is no such limit, nothing."""
    if sys.platform == "linux":
        import resource  # noqa: PLC0415 - not on every platform

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        most = MOST_MEMORY if hard == resource.RLIM_INFINITY else min(MOST_MEMORY, hard)
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))
