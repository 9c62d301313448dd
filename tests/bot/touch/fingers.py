"""A person with a finger on the touch board, in a real browser."""

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

from playwright.async_api import Browser, Locator, Page, ViewportSize, expect

from engine import Geometry
from engine.board import SYMBOLS
from engine.way.easiest import easiest_way
from tests.bot.playground.serving import served
from tests.bot.touch.standin import Standin

SMALL: Final[ViewportSize] = {"width": 360, "height": 560}
SIZES: Final[dict[str, ViewportSize]] = {
    "small": SMALL,
    "phone": {"width": 360, "height": 740},
    "tablet": {"width": 768, "height": 1024},
    "desk": {"width": 1280, "height": 800},
}


class Fingers:
    """Taps the cells and keys of one page, and counts the taps."""

    def __init__(self, page: Page, standin: Standin) -> None:
        self.page, self.standin = page, standin
        self.taps = 0
        self.armed = 0

    def cell(self, cell: int) -> Locator:
        return self.page.locator(f"[data-cell='{cell}']")

    def key(self, digit: int) -> Locator:
        return self.page.locator("#digits button").nth(digit - 1)

    def tool(self, name: str) -> Locator:
        return self.page.locator(f".tool.{name}")

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    async def tap(self, *targets: Locator) -> None:
        for target in targets:
            self.taps += 1
            await target.tap()

    async def write(self, cell: int, digit: int) -> None:
        """Cell first."""
        await self.tap(self.cell(cell), self.key(digit))

    async def write_held(self, cell: int, digit: int) -> None:
        """Digit first: the digit is taken up only where it is not in hand."""
        if await self.key(digit).get_attribute("aria-pressed") != "true":
            await self.tap(self.key(digit))
        await self.tap(self.cell(cell))

    async def drag(self, cells: Sequence[int]) -> None:
        """One finger over the middles of these cells."""
        places = [await self.middle(cell) for cell in cells]
        session = await self.page.context.new_cdp_session(self.page)
        for number, (x, y) in enumerate(places):
            kind = "touchMove" if number else "touchStart"
            await session.send("Input.dispatchTouchEvent", _touch(kind, [{"x": x, "y": y}]))
        await session.send("Input.dispatchTouchEvent", _touch("touchEnd", []))
        await session.detach()

    async def touches(self, kind: str, cell: int, by: int = 0) -> None:
        """A finger's event in the middle of a cell, or some pixels beside it.

        By script, so that it comes at once and alone: a browser without a window keeps touches
        until its next frame.
        """
        x, y = await self.middle(cell)
        about: dict[str, Any] = {"clientX": x + by, "clientY": y, "pointerId": 1, "isPrimary": True}
        about |= {"pointerType": "touch", "bubbles": True}
        await self.cell(cell).dispatch_event(kind, about)

    async def presses(self, kind: str, key: Locator, **about: Any) -> None:
        """A finger's event in the middle of a key, by script as well."""
        box = await key.bounding_box()
        assert box is not None
        at = {"clientX": box["x"] + box["width"] / 2, "clientY": box["y"] + box["height"] / 2}
        await key.dispatch_event(kind, {**at, "pointerType": "touch", "bubbles": True, **about})

    async def middle(self, cell: int) -> tuple[float, float]:
        box = await self.cell(cell).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    async def sees(self, cell: int, text: str) -> None:
        """Waits until a cell is called so."""
        name = f"row {cell // self.size + 1} column {cell % self.size + 1}, {text}"
        await expect(self.cell(cell)).to_have_accessible_name(name)

    @property
    def size(self) -> int:
        assert self.standin.game is not None
        return self.standin.game.geometry.size


@asynccontextmanager
async def opened(
    browser: Browser,
    standin: Standin,
    size: ViewportSize = SMALL,
    *,
    problems: list[str] | None = None,
    address: dict[str, Any] | None = None,
    script: str = "",
    **context: Any,
) -> AsyncIterator[Fingers]:
    """The page of a game, opened; what goes wrong in it is an error."""
    found: list[str] = [] if problems is None else problems
    async with served(standin.app) as url:
        with_touch = {"viewport": size, "has_touch": True, "is_mobile": size["width"] < 1000}
        made = await browser.new_context(**{**with_touch, "locale": "en", **context})
        page = await made.new_page()
        page.on("pageerror", lambda error: found.append(str(error)))
        page.on("console", lambda line: found.append(line.text) if line.type == "error" else None)
        await page.add_init_script(script)
        await page.goto(standin.address(url, **(address or {})))
        await expect(page.locator("#app, #notice").filter(visible=True)).to_have_count(1)
        yield Fingers(page, standin)
        await made.close()
    if problems is None:
        assert found == []


def in_order(line: str) -> Iterator[tuple[int, int]]:
    """Every digit to be placed, with its cell, in the order of the engine's logic."""
    for step in easiest_way(line):
        yield from step.placements


def by_digit(line: str) -> list[tuple[int, int]]:
    """Every digit to be placed, all of one digit before the next."""
    return sorted(in_order(line), key=lambda placed: placed[1])


def symbol(digit: int) -> str:
    return SYMBOLS[digit - 1]


def blanks(line: str) -> list[int]:
    return [cell for cell, sign in enumerate(line) if sign == "."]


def peers(size: int, cell: int) -> tuple[int, ...]:
    return Geometry.of_size(size).peers[cell]


def _touch(kind: str, points: list[dict[str, float]]) -> dict[str, Any]:
    return {"type": kind, "touchPoints": points}
