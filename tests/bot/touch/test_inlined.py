"""A page with its scripts and style sheets in it, as a browser with its policy takes it."""

import base64
import hashlib
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Page, Route

from bot.touch.files import POLICY
from bot.touch.inlined import InlineError, inlined
from bot.touch.joined import ModuleError
from tests.bot.playground.browsing import CHROMIUM, chromium

PAGE = """\
<!doctype html><html><head>
<script type="module" src="first.js"></script>
<link rel="stylesheet" href="style.css">
</head><body><p id="board"></p>
<script type="module" src="second.js"></script>
</body></html>
"""
FILES = {
    "first.js": (
        "// Why.\nwindow.told = [document.body === null];\n"
        "  export const tell = (text) => window.told.push(text); // x\n\n"
    ).replace("  export", "export"),
    "second.js": (
        'import { tell } from "./first.js";\n'
        'tell(getComputedStyle(document.getElementById("board")).color);\n'
    ),
    "style.css": (
        "/* Why */\n@media (min-width: 5px) {\n"
        "  #board, .a :is(b, i)::after { color: rgb(1, 2, 3); top: calc(1px + 2px); }\n}\n"
    ),
}


@pytest.fixture
async def page() -> AsyncIterator[Page]:
    async with chromium() as browser:
        yield await browser.new_page()


async def shown(page: Page, body: str) -> list[str]:
    """Shows a text under the policy of the page in PAGE; gives what the browser refused."""
    document = inlined(PAGE, FILES)
    policy = POLICY.format(scripts=" ".join(document.scripts), sheets=" ".join(document.sheets))
    refused = list[str]()

    async def serve(route: Route) -> None:
        headers = {"content-type": "text/html", "content-security-policy": policy}
        await route.fulfill(body=body, headers=headers)

    page.on("console", lambda line: refused.append(line.text))
    await page.route("**", serve)
    await page.goto("http://page.test/")
    return refused


@pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine")
@pytest.mark.long
async def test_a_page_runs_its_first_script_at_once_and_the_other_below_its_board(
    page: Page,
) -> None:
    assert await shown(page, inlined(PAGE, FILES).text) == []
    assert await page.evaluate("() => window.told") == [True, "rgb(1, 2, 3)"]


@pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine")
@pytest.mark.long
async def test_no_other_script_or_style_is_taken(page: Page) -> None:
    text = inlined(PAGE, FILES).text.replace("window.told = [", "window.told = [7, ")
    refused = await shown(page, text.replace("rgb(1,2,3)", "rgb(3,2,1)"))
    assert len(refused) >= 2
    assert await page.evaluate("() => window.told") is None


def test_what_only_authors_read_is_left_out() -> None:
    document = inlined(PAGE, FILES)
    assert "Why" not in document.text
    assert "window.told.push(text); // x" in document.text
    assert (
        "<style>@media (min-width:5px){#board,.a :is(b,i)::after"
        "{color:rgb(1,2,3);top:calc(1px + 2px)}}</style>"
    ) in document.text


def test_the_hashes_are_those_of_what_stands_between_the_tags() -> None:
    document = inlined(PAGE, FILES)
    pieces = document.text.split("<script>")[1:]
    for piece, told in zip(pieces, document.scripts, strict=True):
        digest = hashlib.sha256(piece.partition("</script>")[0].encode()).digest()
        assert told == f"'sha256-{base64.b64encode(digest).decode()}'"
    assert len(document.sheets) == 1


@pytest.mark.parametrize("name", ["first.js", "style.css"])
@pytest.mark.parametrize("end", ["</script>", "</STYLE", "<!--"])
def test_nothing_ends_before_its_end(name: str, end: str) -> None:
    files = FILES | {name: FILES[name] + f'"{end}"'}
    with pytest.raises(InlineError, match=name):
        inlined(PAGE, files)


def test_what_the_page_names_has_to_be_there() -> None:
    with pytest.raises(InlineError, match=r"style\.css"):
        inlined(PAGE, {name: text for name, text in FILES.items() if name != "style.css"})
    with pytest.raises(ModuleError, match=r"second\.js"):
        inlined(PAGE, {name: text for name, text in FILES.items() if name != "second.js"})
