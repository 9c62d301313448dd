"""Modules joined into one script: it does what a browser does with the modules."""

from collections.abc import AsyncIterator, Mapping

import pytest
from playwright.async_api import Page, Route

from bot.touch.joined import ModuleError, joined
from tests.bot.playground.browsing import chromium

SHARED = """\
// What both import is begun once, before them.
const told = [];
export const tell = (text) => told.push(text);
export async function all() {
  return told;
}
tell("shared");
"""
LEFT = """\
import { tell } from "./shared.js";

const own = "left";
export class Left {
  tell() {
    tell(own);
  }
}
tell("left is there");
"""
RIGHT = """\
import { Left } from "./left.js";
import { tell } from "./shared.js";

const own = "right";
export function right() {
  new Left().tell();
  tell(own);
}
tell("right is there");
"""
PAGE = """\
import { right } from "./right.js";
import { Left } from "./left.js";
import { all } from "./shared.js";

right();
new Left().tell();
all().then((told) => window.heard(told));
"""
SHOWN = """\
<script>window.told = new Promise((tell) => { window.heard = tell; });</script>
<script type="module" src="page.js"></script>
"""
MODULES = {"page.js": PAGE, "right.js": RIGHT, "left.js": LEFT, "shared.js": SHARED}


@pytest.fixture
async def page() -> AsyncIterator[Page]:
    async with chromium() as browser:
        yield await browser.new_page()


async def told(page: Page, scripts: Mapping[str, str]) -> object:
    """What `page.js` tells in a page of these scripts."""

    async def serve(route: Route) -> None:
        name = route.request.url.rpartition("/")[2]
        if name in scripts:
            await route.fulfill(body=scripts[name], content_type="text/javascript")
        else:
            await route.fulfill(body=SHOWN, content_type="text/html")

    await page.unroute_all()
    await page.route("**", serve)
    await page.goto("http://page.test/")
    return await page.evaluate("() => window.told")


@pytest.mark.long
async def test_one_script_does_what_its_modules_do_in_the_same_order(page: Page) -> None:
    [script] = joined(["page.js"], MODULES)
    heard = await told(page, {"page.js": script})
    assert heard == await told(page, MODULES)
    assert heard == ["shared", "left is there", "right is there", "left", "right", "left"]


@pytest.mark.long
async def test_two_scripts_of_a_page_share_their_modules(page: Page) -> None:
    """What the first one has is begun once, and before the second one is there."""
    first, second = joined(["left.js", "page.js"], MODULES)
    assert "class Left" in first
    assert "class Left" not in second
    heard = await told(page, {"page.js": f"{first}\n{second}"})
    assert heard == ["shared", "left is there", "right is there", "left", "right", "left"]


def test_a_module_that_nobody_imports_is_left_out() -> None:
    assert "Left" not in joined(["shared.js"], MODULES)[0]


def test_only_modules_that_are_there_are_joined() -> None:
    with pytest.raises(ModuleError, match=r"no left\.js, which right\.js imports"):
        joined(["right.js"], {"right.js": RIGHT, "shared.js": SHARED})


def test_no_module_imports_itself_by_way_of_others() -> None:
    back = 'import { right } from "./right.js";\n' + SHARED
    with pytest.raises(ModuleError, match=r"right\.js imports left\.js imports shared\.js"):
        joined(["page.js"], MODULES | {"shared.js": back})


@pytest.mark.parametrize(
    "line",
    [
        'import "./shared.js";',
        'import shared from "./shared.js";',
        'import { all as every } from "./shared.js";',
        'import { all } from "./shared.js"; all();',
        'import { own } from "./shared.js";',
        'import { all } from "https://page.test/shared.js";',
        "export default 1;",
        "export let changed = 1;",
        "export { own };",
        '  export const own = "";',
    ],
)
def test_what_would_be_joined_wrongly_is_refused(line: str) -> None:
    with pytest.raises(ModuleError, match=r"page\.js: "):
        joined(["page.js"], {"page.js": f"const own = 1;\n{line}\n", "shared.js": SHARED})
