"""A real browser with the size of a phone."""

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from playwright.async_api import Browser, ViewportSize, async_playwright, expect

CHROMIUM: Final = shutil.which("chromium")
FLAGS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--no-first-run",
)
PHONE: Final[ViewportSize] = {"width": 360, "height": 740}
SMALL_PHONE: Final[ViewportSize] = {"width": 360, "height": 640}
SIZES: Final[dict[str, ViewportSize]] = {
    "phone": PHONE,
    "desk": {"width": 1280, "height": 800},
}

# Whoever waits for a page waits for something that comes. On a busy machine, where a browser
# without a window gets few frames, it may come late.
expect.set_options(timeout=60_000)


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        await browser.close()
