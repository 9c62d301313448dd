import re
from urllib.parse import parse_qs, urlsplit

import pytest

from bot.chat.links import copy_buttons, payload_of, share_button
from bot.game.link import PuzzleTarget, grid_payload, read_payload
from bot.store.puzzles import Origin, PuzzleRow
from engine import Geometry, Grid, generate, parse

SECRET = b"secret"


def row(grid: Grid) -> PuzzleRow:
    return PuzzleRow(7, grid, grid, None, None, Origin.NEW)


def test_a_link_holds_the_puzzle_itself_where_there_is_room() -> None:
    small = parse("...43..22..3.32.")
    assert payload_of(SECRET, row(small)) == grid_payload(small)
    large = generate(Geometry(4, 4), seed=1).grid
    assert grid_payload(large) is None
    payload = payload_of(SECRET, row(large))
    target = read_payload(payload)
    assert isinstance(target, PuzzleTarget)
    # Telegram takes no more in a link.
    assert re.fullmatch(r"[\w-]{1,64}", payload)
    assert payload_of(b"other", row(large)) != payload


def test_a_shared_link_comes_with_its_words_as_they_are() -> None:
    words, link = "9×9 in 1:01 & no help? 😀", "https://t.me/SudokuBot?start=a_b"
    button = share_button("Share", words, link)
    address = urlsplit(button["url"])
    assert (address.scheme, address.netloc, address.path) == ("https", "t.me", "/share/url")
    assert parse_qs(address.query) == {"url": [link], "text": [words]}
    assert "+" not in address.query


@pytest.mark.parametrize(("length", "count"), [(1, 1), (255, 1), (256, 1), (257, 0)])
def test_only_what_telegram_can_copy_has_a_button(length: int, count: int) -> None:
    buttons = copy_buttons("Copy", length * "x")
    assert [button["copy_text"]["text"] for button in buttons] == ([length * "x"] * count)
