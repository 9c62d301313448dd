"""The files of the page, as a browser gets them."""

import gzip
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Route

from bot.touch.files import POLICY, Files

PAGE = "<!doctype html><title>Board</title>" + "<p>cell</p>" * 100


@pytest.fixture
def web(tmp_path: Path) -> httpx.AsyncClient:
    (tmp_path / "index.html").write_text(PAGE, "utf-8")
    (tmp_path / "app.js").write_text("'use strict';", "utf-8")
    (tmp_path / "notes.txt").write_text("for ourselves", "utf-8")
    (tmp_path / "drafts").mkdir()
    files = Files(tmp_path)
    app = Starlette(routes=[Route("/", files.serve), Route("/{name}", files.serve)])
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://bot")


async def test_the_page_and_its_script_are_served_packed(web: httpx.AsyncClient) -> None:
    page = await web.get("/")
    assert page.text == PAGE
    assert page.headers["content-encoding"] == "gzip"
    assert int(page.headers["content-length"]) < len(PAGE) / 4
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    script = await web.get("/app.js")
    assert (script.text, script.headers["content-type"][:15]) == (
        "'use strict';",
        "text/javascript",
    )


async def test_a_browser_that_unpacks_nothing_gets_the_page_too(web: httpx.AsyncClient) -> None:
    plain = await web.get("/", headers={"accept-encoding": "identity"})
    assert (plain.text, "content-encoding" in plain.headers) == (PAGE, False)
    assert plain.headers["etag"] != (await web.get("/")).headers["etag"]
    assert plain.headers["vary"] == "accept-encoding"


async def test_what_a_browser_has_is_not_sent_again(web: httpx.AsyncClient) -> None:
    first = await web.get("/")
    assert first.headers["cache-control"] == "no-cache"
    tag = first.headers["etag"]
    for known in (tag, f'W/{tag}, "another"'):
        again = await web.get("/", headers={"if-none-match": known})
        assert (again.status_code, again.content) == (304, b"")
    assert (await web.get("/app.js", headers={"if-none-match": tag})).status_code == 200


@pytest.mark.parametrize("name", ["notes.txt", "drafts", "absent.js", "..%2Fweb.py", "%00"])
async def test_nothing_else_is_served(web: httpx.AsyncClient, name: str) -> None:
    assert (await web.get(f"/{name}")).status_code == 404


def test_a_file_is_packed_alike_each_time(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(PAGE, "utf-8")
    first, second = (Files(tmp_path)._files["index.html"] for _ in range(2))  # noqa: SLF001
    assert first == second
    assert gzip.decompress(first.packed).decode() == PAGE


def test_only_telegrams_script_is_foreign_and_only_telegram_shows_the_page() -> None:
    rules = {rule.split()[0]: rule.split()[1:] for rule in POLICY.split("; ")}
    assert rules["default-src"] == ["'none'"]
    assert rules["script-src"] == ["'self'", "https://telegram.org"]
    assert rules["frame-ancestors"] == [
        "https://web.telegram.org",
        "https://*.telegram.org",
        "'self'",
    ]
    assert "unsafe" not in POLICY
