"""The files of the page, as a browser gets them."""

import gzip
import re
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Route

from bot.touch.files import POLICY, File, Files

PAGE = (
    '<!doctype html><title>Board</title><script type="module" src="app.js"></script>'
    '<a href="https://telegram.org/">T</a><a href="absent.js">A</a>' + "<p>cell</p>" * 100
)


def browser(folder: Path) -> httpx.AsyncClient:
    files = Files(folder)
    app = Starlette(routes=[Route("/", files.page), Route("/files/{tag}/{name}", files.file)])
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://bot")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "index.html").write_text(PAGE, "utf-8")
    (tmp_path / "app.js").write_text(
        '// Begins.\nimport { one } from "./board.js";\n  one(); // x\n\n', "utf-8"
    )
    (tmp_path / "board.js").write_text("export const one = () => 1;\n", "utf-8")
    (tmp_path / "icon.svg").write_text("<svg/>", "utf-8")
    (tmp_path / "notes.txt").write_text("for ourselves", "utf-8")
    (tmp_path / "drafts").mkdir()
    return tmp_path


@pytest.fixture
def web(folder: Path) -> httpx.AsyncClient:
    return browser(folder)


async def script(web: httpx.AsyncClient) -> str:
    """The address of the script that the page names."""
    found = re.search(r'src="(files/\w+/app.js)"', (await web.get("/")).text)
    assert found
    return f"/{found[1]}"


async def test_the_page_is_served_packed_and_names_its_script(web: httpx.AsyncClient) -> None:
    page = await web.get("/")
    assert page.text.replace((await script(web))[1:], "app.js") == PAGE
    assert page.headers["content-encoding"] == "gzip"
    assert int(page.headers["content-length"]) < len(PAGE) / 4
    assert page.headers["content-type"] == "text/html; charset=utf-8"


async def test_comments_and_indents_are_left_out(web: httpx.AsyncClient) -> None:
    text = (await web.get(await script(web))).text
    assert "one(); // x" in text.splitlines()
    assert "Begins" not in text


async def test_the_modules_of_a_script_are_one_file(web: httpx.AsyncClient) -> None:
    """A browser asks for six files at once, and the call that opens a game would wait for more."""
    address = await script(web)
    assert "const one = () => 1;" in (await web.get(address)).text
    assert (await web.get(address.replace("app.js", "board.js"))).status_code == 404


def test_of_a_style_sheet_only_what_says_something_is_left() -> None:
    sheet = (
        b"/* Why */\n@media (width: 5px) {\n"
        b"  .a :is(b, i)::after { left: 0 4px; top: calc(1px + 2px); }\n}\n"
    )
    file = File.of("style.css", sheet)
    assert gzip.decompress(file.packed) == (
        b"@media (width:5px){.a :is(b,i)::after{left:0 4px;top:calc(1px + 2px)}}"
    )


async def test_what_the_page_names_is_kept_for_ever(web: httpx.AsyncClient) -> None:
    address = await script(web)
    for name, kind in (("app.js", "text/javascript; charset=utf-8"), ("icon.svg", "image/svg+xml")):
        file = await web.get(address.replace("app.js", name))
        assert file.status_code == 200
        assert file.headers["content-type"] == kind
        assert "immutable" in file.headers["cache-control"]


async def test_a_change_of_any_file_changes_all_addresses(
    web: httpx.AsyncClient, folder: Path
) -> None:
    before = await script(web)
    (folder / "board.js").write_text("export const one = () => 2;\n", "utf-8")
    later = browser(folder)
    assert await script(later) != before
    assert (await later.get(before)).status_code == 404
    assert (await later.get("/")).headers["etag"] != (await web.get("/")).headers["etag"]


async def test_a_browser_that_unpacks_nothing_gets_the_page_too(web: httpx.AsyncClient) -> None:
    plain = await web.get("/", headers={"accept-encoding": "identity"})
    assert plain.text == (await web.get("/")).text
    assert "content-encoding" not in plain.headers
    assert plain.headers["etag"] != (await web.get("/")).headers["etag"]
    assert plain.headers["vary"] == "accept-encoding"


async def test_a_page_that_a_browser_has_is_not_sent_again(web: httpx.AsyncClient) -> None:
    first = await web.get("/")
    assert first.headers["cache-control"] == "no-cache"
    tag = first.headers["etag"]
    for known in (tag, f'W/{tag}, "another"'):
        again = await web.get("/", headers={"if-none-match": known})
        assert (again.status_code, again.content) == (304, b"")
    assert (await web.get("/", headers={"if-none-match": '"another"'})).status_code == 200


@pytest.mark.parametrize("name", ["notes.txt", "drafts", "absent.js", "index.html", "%00"])
async def test_nothing_else_is_served(web: httpx.AsyncClient, name: str) -> None:
    address = (await script(web)).replace("app.js", name)
    assert (await web.get(address)).status_code == 404


async def test_every_replica_sends_the_same_bytes(folder: Path) -> None:
    first, second = [await browser(folder).get("/") for _ in range(2)]
    assert (first.content, first.headers) == (second.content, second.headers)


async def test_without_a_page_there_is_none(tmp_path: Path) -> None:
    assert (await browser(tmp_path / "absent").get("/")).status_code == 404


def test_only_telegrams_script_is_foreign_and_only_telegram_shows_the_page() -> None:
    rules = {rule.split()[0]: rule.split()[1:] for rule in POLICY.split("; ")}
    assert rules["default-src"] == ["'none'"]
    assert rules["script-src"] == ["'self'", "https://telegram.org"]
    shown_by = ["https://web.telegram.org", "https://*.telegram.org", "'self'"]
    assert rules["frame-ancestors"] == shown_by
    assert "unsafe" not in POLICY
