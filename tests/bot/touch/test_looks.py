"""How the touch board looks: sizes, themes, contrast, forms beside colours, names and motion."""

import json
from itertools import pairwise
from typing import Any, Final

import pytest
from playwright.async_api import Browser, expect

from bot.messages import languages
from bot.render.text_board import columns
from bot.touch.state import WIDEST_TITLE
from tests.bot.playground.browsing import CHROMIUM
from tests.bot.touch.fingers import SIZES, SMALL, Fingers, blanks, in_order, opened
from tests.bot.touch.model import CLUES, Game
from tests.bot.touch.standin import Standin

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine"),
    pytest.mark.xdist_group("processes"),
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.long,
]

THEMES: Final[dict[str, dict[str, Any]]] = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "a person's own": {
        "address": {
            "theme": {
                "bg_color": "#3b2a4a",
                "secondary_bg_color": "#2a1d36",
                "text_color": "#ffffff",
                "button_color": "#4a3a5a",
                "accent_text_color": "#6a5a7a",
            }
        }
    },
    "illegible": {
        "address": {"theme": {"bg_color": "#555555", "text_color": "#888888"}},
        "color_scheme": "light",
    },
}

CONTRASTS: Final = """() => {
  const rgb = (text) => text.match(/[\\d.]+/g)?.map(Number) ?? [0, 0, 0, 0];
  const light = (colour) => {
    const [r, g, b] = colour.map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one, other) => {
    const [a, b] = [light(rgb(one)), light(rgb(other))];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  };
  const behind = (node) => {
    for (let at = node; at; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor;
      if (rgb(colour)[3] !== 0) return colour;
    }
    return 'rgb(255, 255, 255)';
  };
  const found = [];
  const grounds = [...document.querySelectorAll('#drawing .ground')];
  document.querySelectorAll('#whole > g:nth-of-type(2) > g').forEach((cell, at) => {
    const ground = getComputedStyle(grounds[at]).fill;
    for (const text of cell.children) {
      const name = text.getAttribute('class');
      if (text.textContent) found.push([name, contrast(getComputedStyle(text).fill, ground)]);
    }
  });
  const ground = getComputedStyle(grounds[0]).fill;
  for (const mark of document.querySelectorAll('#whole > g:last-of-type > *')) {
    const { stroke, fill } = getComputedStyle(mark);
    const isText = mark.tagName === 'text';
    const ratio = isText ? contrast(fill, ground) : 1.5 * contrast(stroke, ground);
    found.push([mark.getAttribute('class'), ratio]);
  }
  for (const node of document.querySelectorAll('body *:not(svg, svg *)')) {
    const own = [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim());
    if (!own || !node.checkVisibility({ visibilityProperty: true })) continue;
    if (node.closest(':disabled, .unseen')) continue;
    found.push([node.textContent, contrast(getComputedStyle(node).color, behind(node))]);
  }
  return found;
}"""
"""Each text with the contrast of WCAG 2.2 to what is behind it; a mark needs 3 of its 4.5."""


async def busy(fingers: Fingers, standin: Standin) -> None:
    """A board with everything on it: own digits, wrong ones, notes, another's move, unconfirmed."""
    game = standin.game
    assert game is not None
    way = list(in_order(game.line))
    for cell, digit in way[:4]:
        await fingers.write(cell, digit)
    await fingers.tap(fingers.tool("note"), fingers.cell(way[5][0]), fingers.key(1), fingers.key(2))
    await fingers.tap(fingers.tool("note"))
    await fingers.write(way[6][0], way[6][1] % 9 + 1)
    await expect(fingers.page.locator("text.bad")).to_have_count(1)
    await standin.plays("Ann", kind="place", cell=way[7][0], digit=way[7][1], held=0)
    await expect(fingers.page.locator(".tag")).to_have_count(1)
    standin.is_cut = True
    await fingers.write(*way[8])
    await fingers.sees(way[8][0], f"{way[8][1]}, not confirmed yet")


@pytest.mark.parametrize("theme", THEMES)
async def test_every_text_has_enough_contrast(browser: Browser, theme: str) -> None:
    standin = Standin(Game.of(9, group=True))
    async with opened(browser, standin, problems=[], **THEMES[theme]) as fingers:
        await busy(fingers, standin)
        found = await fingers.page.evaluate(CONTRASTS)
        kinds = {name for name, _ in found}
        assert {"digit given", "digit own", "digit own waiting", "digit own bad", "notes"} <= kinds
        assert {"wrong", "clash", "chosen", "last"} <= kinds
        assert [(name, ratio) for name, ratio in found if ratio < 4.5] == []
        await fingers.tap(fingers.button("More"))
        found = await fingers.page.evaluate(CONTRASTS)
        assert [(name, ratio) for name, ratio in found if ratio < 4.5] == []


async def test_light_and_dark_differ_and_telegram_decides(browser: Browser) -> None:
    grounds = {}
    for theme, options in THEMES.items():
        async with opened(browser, Standin(Game.of(4)), **options) as fingers:
            ground = "getComputedStyle(document.body).backgroundColor"
            grounds[theme] = await fingers.page.evaluate(ground)
    assert grounds["a person's own"] == "rgb(42, 29, 54)"
    assert grounds["illegible"] == grounds["dark"] != grounds["light"]


async def test_what_a_colour_says_a_form_says_as_well(browser: Browser) -> None:
    standin = Standin(Game.of(9, group=True))
    async with opened(browser, standin, problems=[]) as fingers:
        await busy(fingers, standin)
        weights = await fingers.page.evaluate(
            """['given', 'own'].map((name) =>
                 Number(getComputedStyle(document.querySelector(`text.digit.${name}:not(:empty)`)).fontWeight))"""
        )
        assert weights[0] >= weights[1] + 150
        slant = fingers.page.locator("text.digit.waiting")
        await expect(slant).to_have_css("font-style", "italic")
        assert await fingers.page.locator("path.wrong").count() == 1
        assert await fingers.page.locator("rect.clash").count() >= 2


@pytest.mark.parametrize("view", SIZES)
@pytest.mark.parametrize("size", CLUES)
async def test_board_and_keys_fit_without_scrolling(browser: Browser, size: int, view: str) -> None:
    """No cell of a 9x9 is below 38 pixels, no key below 40, and no label is cut off."""
    for language in languages() if size == 9 else ("es",):
        standin = Standin(Game.of(size), language)
        async with opened(browser, standin, SIZES[view]) as fingers:
            page = fingers.page
            width, height = SIZES[view]["width"], SIZES[view]["height"]
            assert await page.evaluate("document.documentElement.scrollWidth") <= width
            for node in await page.locator("#stage, .key, header, .round").all():
                box = await node.bounding_box()
                assert box is not None
                assert box["x"] >= 0
                assert box["x"] + box["width"] <= width + 0.5, (language, box)
                assert box["y"] >= 0
                assert box["y"] + box["height"] <= height + 0.5, (language, box)
            cell = await fingers.cell(0).bounding_box()
            assert cell is not None
            assert cell["width"] >= {16: 21.5}.get(size, 38)
            keys = await page.locator(".key").all()
            boxes = [await key.bounding_box() for key in keys]
            assert all(box and min(box["width"], box["height"]) >= 40 for box in boxes)
            cut = "nodes => nodes.filter((node) => node.scrollWidth > node.clientWidth).length"
            assert await page.locator(".tool span, h1").evaluate_all(cut) == 0


@pytest.mark.parametrize("view", SIZES)
async def test_all_that_the_end_says_can_be_read(browser: Browser, view: str) -> None:
    game = Game.of(4)
    standin = Standin(game)
    game.lines = ["Solved!", *("That took less than a second a cell." for _ in range(6))]
    async with opened(browser, standin, SIZES[view]) as fingers:
        for cell, digit in in_order(game.line):
            await fingers.write(cell, digit)
        first = await fingers.page.locator("#panel .icon").first.bounding_box()
        panel = await fingers.page.locator("#panel .told").bounding_box()
        assert first is not None
        assert panel is not None
        assert first["y"] >= panel["y"]
        last = fingers.page.locator("#panel .told p").last
        await last.scroll_into_view_if_needed()
        box = await last.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= panel["y"] + panel["height"] + 1


async def test_a_key_can_be_read_while_a_finger_is_on_it(browser: Browser) -> None:
    async with opened(browser, Standin(Game.of(9)), color_scheme="light") as fingers:
        await fingers.tap(fingers.key(5))
        await fingers.key(5).hover()
        await fingers.page.mouse.down()
        found = await fingers.page.evaluate(CONTRASTS)
        assert [(name, ratio) for name, ratio in found if ratio < 4.5] == []
        await fingers.page.mouse.up()


async def test_a_long_title_has_two_lines_while_nothing_stands_below_it(browser: Browser) -> None:
    game = Game.of(9)
    game.title = "9×9 · 25 números iniciales · #1"
    async with opened(browser, Standin(game)) as fingers:
        title = fingers.page.locator("#title")
        is_cut = "(node) => node.scrollWidth > node.clientWidth || node.scrollHeight > 41"
        assert not await title.evaluate(is_cut)
        await fingers.tap(fingers.key(5))
        await expect(fingers.page.locator("#status")).to_have_text(
            "5 in hand: tap the cells for it"
        )
        lines = "(node) => node.getBoundingClientRect().height"
        assert await title.evaluate(lines) <= 21


@pytest.mark.parametrize(
    "title", ["Daily 11-29 · extreme", "9×9 · doble simetría", "每日一题 11-29 · 困难"]
)
async def test_a_title_as_wide_as_they_come_is_whole_above_what_is_in_hand(
    browser: Browser, title: str
) -> None:
    """As wide as the state of a game has it, on a phone 360 px wide."""
    assert WIDEST_TITLE - 2 <= columns(title) <= WIDEST_TITLE
    game = Game.of(9)
    game.title = title
    async with opened(browser, Standin(game), SIZES["phone"]) as fingers:
        await fingers.tap(fingers.key(5))
        await expect(fingers.page.locator("#status")).not_to_be_empty()
        shown = fingers.page.locator("#title")
        assert not await shown.evaluate("(node) => node.scrollWidth > node.clientWidth")


async def test_left_handed_keys_change_sides_and_stay_there(browser: Browser) -> None:
    for size in (SMALL, SIZES["desk"]):
        async with opened(browser, Standin(Game.of(9)), size) as fingers:
            before = [await left(fingers, name) for name in ("#digits", "#tools", "#stage", "#pad")]
            await fingers.tap(fingers.button("More"))
            await fingers.page.get_by_label("Left-handed").tap()
            await fingers.tap(fingers.button("Close"))
            await fingers.page.reload()
            await expect(fingers.key(1)).to_be_visible()
            after = [await left(fingers, name) for name in ("#digits", "#tools", "#stage", "#pad")]
        assert before[0] < before[1]
        assert after[1] < after[0]
        if size is not SMALL:
            assert before[2] < before[3]
            assert after[3] < after[2]


async def test_the_loupe_finds_a_small_cell(browser: Browser) -> None:
    """A finger comes down beside the cell, sees that, slides over and lets go."""
    game = Game.of(16)
    blank = blanks(game.line)
    wrong, cell = next((one, other) for one, other in pairwise(blank) if other == one + 1)
    standin = Standin(game)
    async with opened(browser, standin) as fingers:
        loupe = fingers.page.locator("#loupe")
        await expect(loupe).to_be_hidden()
        await fingers.touches("pointerdown", wrong)
        await expect(loupe).to_be_visible()
        around = await loupe.locator("svg").get_attribute("viewBox")
        await fingers.touches("pointermove", cell)
        assert await loupe.locator("svg").get_attribute("viewBox") != around
        await fingers.touches("pointerup", cell)
        await expect(loupe).to_be_hidden()
        await fingers.tap(fingers.key(game.solution[cell]))
        await fingers.sees(cell, symbol_of(game.solution[cell]))
    assert game.position.values[wrong] == 0


async def test_the_grid_is_one_of_named_buttons(browser: Browser) -> None:
    standin = Standin(Game.of(6))
    async with opened(browser, standin) as fingers:
        grid = fingers.page.get_by_role("grid", name="Sudoku board")
        await expect(grid.get_by_role("row")).to_have_count(6)
        await expect(grid.get_by_role("gridcell")).to_have_count(36)
        await expect(grid.get_by_role("button")).to_have_count(36)
        await expect(grid.locator("button:not([tabindex='-1'])")).to_have_count(1)
        nameless = """[...document.querySelectorAll('button:not([hidden])')].filter((button) =>
          !button.getAttribute('aria-label') && !button.textContent.trim()).length"""
        assert await fingers.page.evaluate(nameless) == 0
        ids = "[...document.querySelectorAll('[id]')].map((node) => node.id)"
        found = await fingers.page.evaluate(ids)
        assert len(found) == len(set(found))
        await expect(fingers.page.locator("html")).to_have_attribute("lang", "en")


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
async def test_the_end_moves_only_for_those_who_like_it(browser: Browser, motion: str) -> None:
    game = Game.of(4)
    async with opened(browser, Standin(game), reduced_motion=motion) as fingers:
        for cell, digit in in_order(game.line):
            await fingers.write(cell, digit)
        await expect(fingers.page.locator("#panel .icon")).to_be_visible()
        moving = await fingers.page.locator(".ground, #panel .icon").evaluate_all(
            "nodes => nodes.map((node) => getComputedStyle(node).animationName)"
        )
        assert sorted(set(moving)) == (["none"] if motion == "reduce" else ["nod", "wave"])


TELEGRAM: Final = """
window.calls = [];
const noted = (name) => (...given) => window.calls.push([name, ...given.map(String)]);
const button = (name) => ({
  show: noted(`${name}.show`), hide: noted(`${name}.hide`), setText: noted(`${name}.text`),
  onClick: (action) => { window[name] = action; },
});
window.Telegram = { WebApp: {
  initData: 'user=%7B%22id%22%3A7%7D', platform: 'android', themeParams: PARAMS,
  ready: noted('ready'), expand: noted('expand'), close: noted('close'),
  isVersionAtLeast: (version) => version === '8.0',
  shareMessage: (id) => { noted('share')(id); document.documentElement.dataset.shared = id; },
  requestFullscreen: noted('full'), addToHomeScreen: noted('home'),
  disableVerticalSwipes: noted('swipes'), onEvent: (name, action) => { window[name] = action; },
  enableClosingConfirmation: noted('hold'), disableClosingConfirmation: noted('let go'),
  BackButton: button('back'), MainButton: button('main'),
  HapticFeedback: { selectionChanged: noted('tick'), notificationOccurred: noted('buzz') },
} };
"""


async def test_inside_telegram_its_buttons_theme_and_haptics_are_used(browser: Browser) -> None:
    game = Game.of(4)
    standin = Standin(game)
    theme = json.dumps({"bg_color": "#000000", "text_color": "#ffffff"})
    script = TELEGRAM.replace("PARAMS", theme)
    address = {"platform": "android"}
    async with opened(browser, standin, address=address, script=script) as fingers:
        page = fingers.page
        assert await page.evaluate("getComputedStyle(document.body).backgroundColor") == (
            "rgb(0, 0, 0)"
        )
        await fingers.tap(fingers.button("More"), fingers.button("Share"))
        # To wait for a script would need one made of a text, which the page forbids.
        await expect(page.locator("html")).to_have_attribute("data-shared", "P1")
        await fingers.tap(fingers.button("Full screen"), fingers.button("Add to home screen"))
        await page.evaluate("window.back()")
        await expect(page.locator("#panel")).to_be_hidden()
        await page.evaluate(
            """window.Telegram.WebApp.themeParams = {bg_color: '#ffffff', text_color: '#000000'};
               window.themeChanged();"""
        )
        assert await page.evaluate("getComputedStyle(document.body).backgroundColor") == (
            "rgb(255, 255, 255)"
        )
        for cell, digit in in_order(game.line):
            await fingers.write(cell, digit)
        await expect(page.locator("#panel")).to_contain_text("Solved!")
        await page.evaluate("window.main()")
        calls = [call[0] for call in await page.evaluate("window.calls")]
    assert {
        "ready",
        "expand",
        "swipes",
        "tick",
        "buzz",
        "back.show",
        "main.show",
        "share",
        "full",
        "home",
    } <= {*calls}
    assert "close" in calls


async def left(fingers: Fingers, name: str) -> float:
    box = await fingers.page.locator(name).bounding_box()
    assert box is not None
    return box["x"]


def symbol_of(digit: int) -> str:
    return "123456789ABCDEFG"[digit - 1]
