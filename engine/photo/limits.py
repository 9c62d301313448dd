"""Keeps the resident memory of a process that reads pictures below a limit, whatever it is given.

The header of a file says what decoding will take (`engine/photo/header.py`), but a file may be made
to lie, and a picture to have a million borders. So the system is asked to refuse the process more
memory than it may have: an allocation then fails, and the picture is refused in an orderly way.

Linux limits no resident memory. What it does limit is addresses: of all kinds (RLIMIT_AS), and of
private memory that can be written to (RLIMIT_DATA). Both count what a library has set aside and
never touches, which is more than the pictures take: the linear algebra in numpy and in OpenCV keeps
32 MB and more for each thread that it might start. So this is done:

- Both are told to start no threads, before they are loaded: 600 MB of addresses less.
- Before each picture, what is resident and what is set aside are compared. The limits are what is
  set aside now, and what may still become resident.
- What a picture leaves behind is given back to the system, before it and after it: the memory that
  malloc keeps, and what hangs on an exception, whose frames still hold the picture. That also makes
  the comparison true. Without it a worker kept 110 MB after some photos, now 75.

RLIMIT_DATA counts all writable memory since Linux 4.7, and only a part of it elsewhere; RLIMIT_AS
is for the others. Pages of the libraries' files are not limited, and allowed for by FILES.

Tried and dropped: one limit for good, which counts the gaps in memory that pictures leave behind
and so refuses the hundredth picture; fixed thresholds for malloc, with which reading takes a tenth
to a third longer; and limits on addresses alone without the first step, which let a picture of
300 kB take 450 MB.
"""

import ctypes
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from traceback import clear_frames
from typing import Final

MOST_MEMORY: Final = 234 << 20
"""Bytes that may be resident; gaps in memory that are filled again may add 10 MB to them."""

FILES: Final = 44 << 20
"""Bytes of them for pages of the program and its libraries, of which 40 MB have been seen."""

_ROOM: Final = 64 << 20
"""Addresses for libraries that are still to be loaded."""

_THREADS: Final = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS")


@contextmanager
def limited_memory() -> Iterator[None]:
    """Within it, the process gets no more than MOST_MEMORY resident; on Linux only.

    What would take more raises MemoryError, or whatever a library makes of that. The libraries may
    only be loaded within it, or they have started their threads.
    """
    for name in _THREADS:
        os.putenv(name, "1")  # where C code looks for it
    _load()
    if sys.platform != "linux":
        yield
        return
    import resource  # noqa: PLC0415 - not on every platform

    kinds = {"VmData": resource.RLIMIT_DATA, "VmSize": resource.RLIMIT_AS}
    before = {kind: resource.getrlimit(kind) for kind in kinds.values()}
    _give_back()
    now = _status()
    left = max(0, MOST_MEMORY - FILES - now["RssAnon"])
    for name, kind in kinds.items():
        _, hard = before[kind]
        most = now[name] + left + (_ROOM if kind == resource.RLIMIT_AS else 0)
        soft = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (soft, hard))
    try:
        yield
    except Exception as error:
        _forget(error)
        raise
    finally:
        for kind, limits in before.items():
            resource.setrlimit(kind, limits)
        _give_back()


@cache
def _load() -> None:
    """Loads the libraries and the net, so that they are not counted as a part of a picture.

    A first product makes OpenBLAS ask for its memory, without which it would end the process later.
    """
    import numpy as np  # noqa: PLC0415 - with its threads told already

    import engine.photo.reader  # noqa: F401, PLC0415
    from engine.photo.cells import SIDE  # noqa: PLC0415
    from engine.photo.net import log_likelihoods  # noqa: PLC0415

    log_likelihoods(np.zeros((16, SIDE, SIDE), np.float32))


def _forget(error: BaseException | None) -> None:
    """Clears the variables of the functions that an exception came through, and of its causes."""
    while error is not None:
        clear_frames(error.__traceback__)
        error = error.__cause__ or error.__context__


def _status() -> dict[str, int]:
    """The bytes of each kind that the process has, from proc(5)."""
    lines = Path("/proc/self/status").read_text("ascii").splitlines()
    sizes = (line.split() for line in lines if line.endswith(" kB"))
    return {name.rstrip(":"): int(size) * 1024 for name, size, _ in sizes}


def _give_back() -> None:
    # Not every C library has it.
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
