"""Opens the touch board as a slow phone does, and taps on it: `python -m tests.opening`.

The real bot serves a game of 9x9, and a real Chromium opens its page each time as for the first
time, over a network of 150 ms and 1.6 Mbit/s and with a processor that is slowed down four times,
by Chromium's own DevTools protocol. Printed are the seconds from the address to a board that is
painted; other programs on the machine make them more, so that the quickest one tells most.

Then the page is played at full speed. Printed is the processor time of script, style and layout for
each tap, times four, which other programs hardly change; apart from it stands what handing the call
to the browser takes, which the page does after the board is painted. Telegram's own script, which a
phone keeps, is not loaded here.
"""

import argparse
import asyncio
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from typing import Final

from playwright.async_api import Browser, CDPSession, Page

from bot.playground import BotApi
from bot.pool.engine_pool import EnginePool
from tests.bot.clock import Clock
from tests.bot.house import House
from tests.bot.playground.browsing import PHONE, chromium
from tests.bot.touch.test_live import address, begun, served

LATENCY_MS: Final = 150
DOWN: Final = 1_600_000 / 8
"""Bytes a second."""

UP: Final = 750_000 / 8
SLOWER: Final = 4

WATCHES: Final = """
  window.painted = new Promise((told) => new MutationObserver((_, observer) => {
    if (document.getElementById("app")?.hidden !== false) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => told(performance.now())));
  }).observe(document, { subtree: true, childList: true, attributes: true }));
"""
"""Tells when the board is painted."""

SENDS: Final = """
  window.sending = 0;
  const call = window.fetch;
  window.fetch = (...how) => {
    const begun = performance.now();
    try { return call(...how); } finally { window.sending += performance.now() - begun; }
  };
"""
"""Counts the milliseconds of handing calls to the browser."""

NEXT_FRAME: Final = "() => new Promise((told) => requestAnimationFrame(() => setTimeout(told)))"
ANSWERED: Final = "() => !document.querySelector('#drawing .waiting')"
WORK: Final = frozenset({"ScriptDuration", "LayoutDuration", "RecalcStyleDuration"})


@dataclass(frozen=True, slots=True)
class Opened:
    """A page that was opened, in `seconds`."""

    page: Page
    protocol: CDPSession
    seconds: float


async def _opens(browser: Browser, url: str) -> Opened:
    context = await browser.new_context(viewport=PHONE, has_touch=True)
    page = await context.new_page()
    protocol = await context.new_cdp_session(page)
    await protocol.send("Network.enable")
    await protocol.send("Performance.enable", {"timeDomain": "threadTicks"})
    network = {"latency": LATENCY_MS, "downloadThroughput": DOWN, "uploadThroughput": UP}
    await protocol.send("Network.emulateNetworkConditions", {"offline": False, **network})
    await protocol.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    await page.add_init_script(WATCHES)
    await page.add_init_script(SENDS)
    await page.goto(url, wait_until="commit")
    milliseconds: float = await page.evaluate("() => window.painted")
    return Opened(page, protocol, milliseconds / 1000)


async def _work(opened: Opened) -> float:
    """The milliseconds of processor time that script, style and layout have taken."""
    told = await opened.protocol.send("Performance.getMetrics")
    seconds: float = sum(each["value"] for each in told["metrics"] if each["name"] in WORK)
    return 1000 * seconds


async def _tap(opened: Opened, place: tuple[float, float]) -> tuple[float, float]:
    """Taps while no answer is awaited; the milliseconds of work, and those of sending."""
    await opened.page.wait_for_function(ANSWERED)
    before, send = await _work(opened), opened.protocol.send
    sent: float = await opened.page.evaluate("() => window.sending")
    point = {"x": place[0], "y": place[1]}
    await send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    await send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    await opened.page.evaluate(NEXT_FRAME)
    work = await _work(opened) - before
    sending: float = await opened.page.evaluate("() => window.sending") - sent
    return work - sending, sending


async def _middle(page: Page, selector: str) -> tuple[float, float]:
    box = await page.locator(selector).bounding_box()
    if box is None:
        raise LookupError(selector)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


async def _taps(
    opened: Opened, blanks: Sequence[int], solution: Sequence[int]
) -> list[tuple[float, float]]:
    """Writes right digits, cell first; the work and the sending of each tap, slowed down."""
    await opened.protocol.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    keys = [
        await _middle(opened.page, f"#digits button:nth-child({digit})") for digit in range(1, 10)
    ]
    work = list[tuple[float, float]]()
    for cell in blanks:
        where = await _middle(opened.page, f"[data-cell='{cell}']")
        work += [await _tap(opened, where), await _tap(opened, keys[solution[cell] - 1])]
    return [(SLOWER * each, SLOWER * sending) for each, sending in work]


async def run(opens: int, cells: int) -> None:
    """Measures and prints."""
    clock = Clock()
    with tempfile.TemporaryDirectory() as folder:
        async with EnginePool(1) as engine, chromium() as browser:
            api = BotApi(clock=clock.seconds)
            house = House(engine, clock, Path(folder) / "sudoku.db", api, lambda: "7")
            await house.starts()
            async with served(house) as url:
                blanks, solution = await begun(house.alice, "/new 9 central 7")
                seconds = list[float]()
                for number in range(1, opens + 1):
                    opened = await _opens(browser, address(house.alice, url))
                    seconds.append(opened.seconds)
                    if number < opens:
                        await opened.page.context.close()
                work = await _taps(opened, blanks[:cells], solution)
                await opened.page.context.close()
            await house.stops()
    _print(seconds, work)


def _print(seconds: Sequence[float], taps: Sequence[tuple[float, float]]) -> None:
    print(f"first board, opened {len(seconds)} times: at best {min(seconds):.2f} s, ", end="")
    print(f"median {median(seconds):.2f} s")
    work = [each for each, _ in taps]
    most = quantiles(work, n=20, method="inclusive")[18]
    print(f"script, style and layout of {len(work)} taps: ", end="")
    print(f"median {median(work):.1f} ms, 95 of 100 within {most:.1f} ms")
    sent = [sending for _, sending in taps if sending]
    print(f"sending {len(sent)} calls: median {median(sent):.1f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.opening", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("--opens", type=int, default=9, help="times to open the page (9)")
    parser.add_argument("--cells", type=int, default=20, help="cells to fill, two taps each (20)")
    options = parser.parse_args()
    asyncio.run(run(options.opens, options.cells))


if __name__ == "__main__":
    main()
