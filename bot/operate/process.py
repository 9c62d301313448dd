"""The process itself: the signals that end it, and its collector of cycles."""

import asyncio
import gc
import signal
from typing import Final

GENERATIONS: Final = (5_000, 2, 200)
"""When the collector looks through objects, which holds everything up.

It looks through the young ones after so many have been made, through the older ones after so many
of those looks, and through all after so many of these. Half a microsecond goes by for each object,
also for those that came in place of others: with (20,000, 10, 10) and 500 pages, 70,000 young ones
took 40 ms, and with (5,000, 5, 80) as many older ones took as long. Now a look takes at most 8 ms
of processor time beside 500 pages, and all looks 0.4 % of the time of a move. Answers leave the
collector nothing to find, so it looks through all objects as rarely as ever.
"""


def leave_to_the_end() -> None:
    """Exempts all objects of now from the collector, which then need not look through them."""
    gc.freeze()
    gc.set_threshold(*GENERATIONS)


def stop_at_signals() -> None:
    """Has the first SIGTERM or Ctrl-C cancel this task; later ones change nothing."""
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    stopping = False

    def stop() -> None:
        nonlocal stopping
        if task is not None and not stopping:
            stopping = True
            task.cancel()

    for name in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(name, stop)
        except NotImplementedError:
            # On Windows Ctrl-C arrives as KeyboardInterrupt instead.
            break
