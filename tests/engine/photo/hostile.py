"""What the costliest pictures cost the reader: `python -m tests.engine.photo.hostile [--short]`.

Each of them is read by a process of its own, in the same way as by the bot's worker, and all of
them once more by one process, which is then as full of gaps as a worker after a day. The run fails
if a picture takes more processor time or more resident memory than any may.
"""

import argparse
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from tests.engine.photo.forms import PICTURES, SHORT

MOST_SECONDS: Final = 5.0
MOST_MEGABYTES: Final = 250


class Cost(NamedTuple):
    """What a process has spent on a picture, the most megabytes that it has held until then, and
    the number of boards in the picture or why there are none.
    """

    seconds: float
    megabytes: int
    answer: str


def cost(content: bytes) -> Cost:
    """Has a process of its own read a picture."""
    with TemporaryDirectory() as folder:
        file = Path(folder, "picture")
        file.write_bytes(content)
        (taken,) = costs([file])
    return taken


def costs(files: Sequence[Path]) -> list[Cost]:
    """Has another process read pictures one after the other."""
    command = [
        sys.executable,
        "-m",
        __spec__.name if __spec__ else __name__,
        "--read",
        *map(str, files),
    ]
    told = subprocess.run(command, capture_output=True, check=True, encoding="utf-8").stdout
    lines = (line.split() for line in told.splitlines())
    return [Cost(float(seconds), int(megabytes), answer) for seconds, megabytes, answer in lines]


def main() -> int:
    """Prints what each picture costs; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--short", action="store_true", help="only the costliest")
    parser.add_argument("--read", nargs="+", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.read:
        return _read(options.read)
    with TemporaryDirectory() as folder:
        return _measure(SHORT if options.short else tuple(PICTURES), Path(folder))


def _measure(names: Sequence[str], folder: Path) -> int:
    excess, files = 0, list[Path]()
    for number, name in enumerate(names):
        files.append(folder / str(number))
        files[-1].write_bytes(PICTURES[name]())
        (taken,) = costs(files[-1:])
        excess += _print(f"{name} ({files[-1].stat().st_size / 1000:,.0f} kB)", taken)
    together = costs(files)
    slowest = max(taken.seconds for taken in together)
    excess += _print("all, one after the other", Cost(slowest, together[-1].megabytes, ""))
    return int(excess > 0)


def _print(name: str, taken: Cost) -> bool:
    """Prints a line; whether it says too much."""
    is_excess = taken.seconds > MOST_SECONDS or taken.megabytes > MOST_MEGABYTES
    line = f"{name:42}{taken.seconds:6.2f} s{taken.megabytes:6} MB  {taken.answer}"
    sys.stdout.write(line + ("  TOO MUCH\n" if is_excess else "\n"))
    sys.stdout.flush()
    return is_excess


def _read(files: Sequence[Path]) -> int:
    from bot.pool.jobs import pictures_now  # noqa: PLC0415 - only in the other process
    from bot.pool.pictures import READ_SECONDS  # noqa: PLC0415
    from engine.photo.reading import Unreadable  # noqa: PLC0415
    from engine.search.budget import Budget  # noqa: PLC0415

    for file in files:
        # What comes to a worker is a bytearray, which is copied.
        content = bytearray(file.read_bytes())
        start = time.process_time()
        try:
            answer = str(len(pictures_now(content, Budget(READ_SECONDS))))
        except Unreadable as error:
            answer = error.why
        seconds = time.process_time() - start
        sys.stdout.write(f"{seconds:.3f} {megabytes('VmHWM')} {answer}\n")
    return 0


def megabytes(kind: str) -> int:
    """What this process has of a kind that proc(5) names.

    `VmHWM` is the most that was resident, not counting what the process was forked from.
    """
    status = Path("/proc/self/status").read_text("ascii")
    (line,) = [line for line in status.splitlines() if line.startswith(f"{kind}:")]
    return int(line.split()[1]) // 1024


if __name__ == "__main__":
    sys.exit(main())
