"""The words of the touch board: those that its scripts ask for are those that a language has."""

import re
from string import Formatter

import pytest

from bot.messages import catalogue, languages
from bot.touch.files import Files
from tests.bot.touch.standin import STATIC

SCRIPTS = {path.name: path.read_text("utf-8") for path in STATIC.glob("*.js")}
CALL = re.compile(r"\bt\(((?:[^()]|\([^()]*\))*)\)")
LITERAL = re.compile(r'"([a-z_]+)"')
LISTS = {"keys.js": ("TOOLS",), "practice.js": ("ASKED",), "panel.js": ("HOW", "HOW_PRACTICE")}
"""Constants that list keys, by their script."""


def keys() -> set[str]:
    """Every key in a call of t(), or in a list whose names are all keys."""
    found = {
        key
        for script in SCRIPTS.values()
        for call in CALL.findall(script)
        for key in LITERAL.findall(call.split("{", 1)[0])
    }
    for name, lists in LISTS.items():
        for constant in lists:
            line = next(line for line in SCRIPTS[name].splitlines() if f"const {constant} " in line)
            found.update(LITERAL.findall(line))
    return found


@pytest.mark.parametrize("language", languages())
def test_the_scripts_use_every_word_and_no_other(language: str) -> None:
    assert {f"touch.{key}" for key in keys()} == {
        key for key in catalogue(language) if key.startswith("touch.")
    }


def test_a_word_is_one_text_whose_values_the_scripts_give() -> None:
    """The page fills in {names} and knows no plurals."""
    scripts = "".join(SCRIPTS.values())
    for key, message in catalogue("en").items():
        if key.startswith("touch."):
            assert isinstance(message, str), key
            for _, value, _, _ in Formatter().parse(message):
                assert value is None or re.search(rf"\b{value}\b", scripts), (key, value)


def test_the_page_is_light() -> None:
    """As it is sent, 25 kB in all."""
    assert 10_000 < Files().weight <= 25_000


def test_no_text_of_a_script_goes_on_over_the_end_of_a_line() -> None:
    """Indents are left out of what is sent."""
    for script in SCRIPTS.values():
        assert all(line.count("`") % 2 == 0 for line in script.splitlines())
