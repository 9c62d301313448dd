"""Loads the C cores into interpreters of one process that have a lock each, side by side.

    python tests/engine/interpreters.py

Python has such interpreters since 3.12, and gives them one interface since 3.13; on older ones this
does nothing. Fails where one of them has no core, or another answer.
"""

import sys
from importlib import import_module
from threading import Thread
from typing import Any, Final

CODE: Final = f"""
import sys, warnings
sys.path[:] = {sys.path!r}
warnings.simplefilter("error")
import engine
assert engine.ACCELERATED
for limit in range(1, 2000, 20):
    assert engine.count_solutions("." * 81, limit) == limit
blanks = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
assert engine.rate(blanks).rating == 1.2
"""
AT_ONCE: Final = 4


def main() -> None:
    """Runs the code in several new interpreters at once."""
    if sys.version_info < (3, 13):
        return
    interpreters: Any = import_module("_interpreters")
    failed: list[object] = []

    def work() -> None:
        own = interpreters.create("isolated")
        failed.append(interpreters.exec(own, CODE))
        interpreters.destroy(own)

    threads = [Thread(target=work) for _ in range(AT_ONCE)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failed != [None] * AT_ONCE:
        sys.exit(f"interpreters failed: {failed}")


if __name__ == "__main__":
    main()
