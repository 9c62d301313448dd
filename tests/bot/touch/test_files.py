"""The page and its files, as a browser gets them."""

import base64
import hashlib
import re
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Route

from bot.touch.files import Files

PAGE = (
    '<!doctype html><title>Board</title><link rel="icon" href="icon.svg">'
    '<link rel="stylesheet" href="style.css">'
    '<a href="https://telegram.org/">T</a><a href="absent.svg">A</a>'
    + "<p>cell</p>" * 100
    + '<script type="module" src="app.js"></script>'
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
    (tmp_path / "style.css").write_text("p {\n  margin: 0;\n}\n", "utf-8")
    (tmp_path / "board.js").write_text("export const one = () => 1;\n", "utf-8")
    (tmp_path / "icon.svg").write_text("<svg/>", "utf-8")
    (tmp_path / "notes.txt").write_text("for ourselves", "utf-8")
    (tmp_path / "drafts").mkdir()
    return tmp_path


@pytest.fixture
def web(folder: Path) -> httpx.AsyncClient:
    return browser(folder)


async def icon(web: httpx.AsyncClient) -> str:
    """The address of the icon that the page names."""
    found = re.search(r'href="(files/\w+/icon.svg)"', (await web.get("/")).text)
    assert found
    return f"/{found[1]}"


async def test_the_page_is_served_packed_with_all_that_it_needs(web: httpx.AsyncClient) -> None:
    page = await web.get("/")
    assert "const one = () => 1;" in page.text
    assert "p{margin:0}" in page.text
    assert '<a href="absent.svg">' in page.text
    assert not re.search(r"\.(js|css)\b", page.text)
    assert page.headers["content-encoding"] == "gzip"
    assert int(page.headers["content-length"]) < len(page.text) / 3
    assert page.headers["content-type"] == "text/html; charset=utf-8"


async def test_what_the_page_names_is_kept_for_ever(web: httpx.AsyncClient) -> None:
    file = await web.get(await icon(web))
    assert file.status_code == 200
    assert file.headers["content-type"] == "image/svg+xml"
    assert "immutable" in file.headers["cache-control"]


async def test_a_change_of_a_file_changes_its_address(web: httpx.AsyncClient, folder: Path) -> None:
    before = await icon(web)
    (folder / "icon.svg").write_text("<svg><g/></svg>", "utf-8")
    later = browser(folder)
    assert await icon(later) != before
    assert (await later.get(before)).status_code == 404


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("board.js", "export const one = () => 2;\n"),
        ("style.css", "p {\n  margin: 9px;\n}\n"),
        ("icon.svg", "<svg><g/></svg>"),
    ],
)
async def test_a_change_of_any_file_makes_another_page(
    web: httpx.AsyncClient, folder: Path, name: str, text: str
) -> None:
    (folder / name).write_text(text, "utf-8")
    assert (await browser(folder).get("/")).headers["etag"] != (await web.get("/")).headers["etag"]


async def test_a_browser_that_unpacks_nothing_gets_the_page_too(web: httpx.AsyncClient) -> None:
    plain = await web.get("/", headers={"accept-encoding": "identity"})
    assert plain.text == (await web.get("/")).text
    assert "content-encoding" not in plain.headers
    assert plain.headers["etag"] != (await web.get("/")).headers["etag"]
    assert plain.headers["vary"] == "accept-encoding"


async def test_a_page_that_a_browser_has_is_not_sent_again(web: httpx.AsyncClient) -> None:
    first = await web.get("/")
    assert first.headers["cache-control"] == "no-cache, no-transform"
    tag = first.headers["etag"]
    for known in (tag, f'W/{tag}, "another"'):
        again = await web.get("/", headers={"if-none-match": known})
        assert (again.status_code, again.content) == (304, b"")
    assert (await web.get("/", headers={"if-none-match": '"another"'})).status_code == 200


@pytest.mark.parametrize(
    "name", ["notes.txt", "drafts", "absent.svg", "app.js", "style.css", "index.html", "%00"]
)
async def test_nothing_else_is_served(web: httpx.AsyncClient, name: str) -> None:
    address = (await icon(web)).replace("icon.svg", name)
    assert (await web.get(address)).status_code == 404


async def test_every_replica_sends_the_same_bytes(folder: Path) -> None:
    first, second = [await browser(folder).get("/") for _ in range(2)]
    assert (first.content, first.headers) == (second.content, second.headers)


async def test_without_a_page_there_is_none(tmp_path: Path) -> None:
    assert (await browser(tmp_path / "absent").get("/")).status_code == 404


async def test_the_policy_takes_what_stands_in_the_page_and_telegrams_script(
    web: httpx.AsyncClient,
) -> None:
    page = await web.get("/")
    policy = page.headers["content-security-policy"]
    rules = {rule.split()[0]: rule.split()[1:] for rule in policy.split("; ")}
    script = page.text.partition("<script>")[2].partition("</script>")[0]
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert rules["default-src"] == ["'none'"]
    assert rules["script-src"] == [f"'sha256-{digest}'", "https://telegram.org"]
    assert len(rules["style-src"]) == 1
    shown_by = ["https://web.telegram.org", "https://*.telegram.org", "'self'"]
    assert rules["frame-ancestors"] == shown_by
    assert "unsafe" not in policy
