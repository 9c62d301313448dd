"""Limits the memory of a process that reads pictures, whatever pictures it is given."""

import sys
from typing import Final

MOST_MEMORY: Final = 1_200_000_000
"""Bytes of address space; a picture at the limits takes a third of them."""


def limit_process() -> None:
    """Limits the address space of the calling process to MOST_MEMORY; does so on Linux only."""
    if sys.platform == "linux":
        import resource  # noqa: PLC0415 - not on every platform

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        most = MOST_MEMORY if hard == resource.RLIM_INFINITY else min(MOST_MEMORY, hard)
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))
