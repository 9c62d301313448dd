"""The pages match the code: commands, settings, pictures, links, files and examples."""

import re
import subprocess
import sys
import tomllib
from argparse import ArgumentParser
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import engine
from bot import messages
from bot.__main__ import COMMANDS as BOT_COMMANDS
from bot.handlers import MENU
from bot.operate.metrics import Metrics
from bot.settings import SETTINGS
from engine.commands.names import COMMANDS, command_module
from tests.test_directions import ALLOWED, VALUES

ROOT = Path(__file__).parents[1]
PAGES = (
    "README.md",
    "bot/README.md",
    "engine/README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "CHANGELOG.md",
)
WORDS_A_MINUTE = 300
"""What an adult reads without hurry."""

FOLDERS = r"(?:bot|engine|tests|migrations|\.github|\.ci)"


@cache
def text_of(page: str) -> str:
    return (ROOT / page).read_text("utf-8")


README, OPERATORS, ENGINE = (text_of(page) for page in PAGES[:3])
EVERYWHERE = "\n".join(map(text_of, PAGES))


@pytest.mark.parametrize("name", MENU)
def test_every_command_of_the_bot_is_there(name: str) -> None:
    assert re.search(rf"^\|.*`/{name}\b", README, re.MULTILINE)


@pytest.mark.parametrize("language", messages.languages())
def test_every_language_is_there(language: str) -> None:
    (sentence,) = re.findall(r"The bot speaks ([^.]+)\.", README)
    also = messages.text(language, "name.also").split()
    assert set(re.findall(r"\w+", sentence.lower())) & set(also)


@pytest.mark.parametrize("command", BOT_COMMANDS, ids=lambda module: module.__name__)
def test_every_command_of_the_operator_is_there(command: object) -> None:
    name = getattr(command, "__name__", "").rpartition(".")[2]
    parser = ArgumentParser(prog=f"sudoku-bot {name}", add_help=False)
    getattr(command, "add_arguments")(parser)  # noqa: B009 - modules have no common type
    usage = parser.format_usage().removeprefix("usage: ").strip()
    words = [word.upper() if word == "file" else word for word in usage.split()]
    assert f"| `{' '.join(words)}` |" in OPERATORS


def test_no_command_of_the_operator_is_there_that_does_not_exist() -> None:
    known = {command.__name__.rpartition(".")[2] for command in BOT_COMMANDS}
    assert set(re.findall(r"`sudoku-bot ([a-z]+)", EVERYWHERE)) <= known


@pytest.mark.parametrize("name", SETTINGS)
def test_every_setting_is_there(name: str) -> None:
    assert f"| `{name}` |" in OPERATORS


def test_no_setting_is_there_that_does_not_exist() -> None:
    assert set(re.findall(r"SUDOKU_BOT_[A-Z_]+", EVERYWHERE)) <= set(SETTINGS)


def test_every_figure_is_there_and_no_other() -> None:
    measured = Metrics().text({}, {}).decode()
    names = set(re.findall(r"^# TYPE (sudoku_\w+) ", measured, re.MULTILINE))
    named = set(re.findall(r"`(sudoku_\w+)`", OPERATORS))
    assert named == {name for name in names if not name.endswith("_created")}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_of_the_command_line_is_there(name: str) -> None:
    assert f"sudoku {name}" in ENGINE
    parser = ArgumentParser(prog="sudoku", add_help=False)
    command_module(name).add_arguments(parser)
    listed = [line for line in ENGINE.splitlines() if line.startswith("| `-")]
    for option in re.findall(r"(?<=[\[ ])--?[a-z]+", parser.format_usage()):
        (line,) = [line for line in listed if line.startswith((f"| `{option} ", f"| `{option}`"))]
        assert f"`{name}`" in line or ("all but" in line and f"`{name}`" not in line)


def test_the_examples_in_python_run_one_after_the_other() -> None:
    examples = re.findall(r"```python\n(.*?)```", ENGINE, re.DOTALL)
    shown = run("-c", "\n".join(examples)).splitlines()
    solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    assert shown[:3] == [solution, "1 288", "7 30 ()"]
    assert shown[-2] == "[1, 2] 162"
    assert shown[-1] == "many 2134341212434321"


def test_every_name_that_the_page_of_the_engine_tells_is_public() -> None:
    page = ENGINE.partition("## From Python")[2].partition("\n## ")[0]
    told = set(re.findall(r"`([a-z_]+)(?:\(|`)", page)) - {"dir", "repr", "str", "found"}
    assert told - {"uint8", "int64"} <= set(engine.__all__)


def test_the_puzzle_in_the_shell_is_explained() -> None:
    (puzzle,) = re.findall(r"^sudoku explain (\S+)", ENGINE, re.MULTILINE)
    assert run("-m", "engine", "explain", puzzle).startswith("1. ")


def run(*arguments: str) -> str:
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def test_the_first_page_can_be_read_at_one_sitting() -> None:
    assert len(README.splitlines()) <= 160


@pytest.mark.parametrize(
    ("mark", "end"), [("run", ".venv/bin/sudoku-bot"), ("tests", "pytest -q -n 2 --dist loadgroup")]
)
def test_the_first_page_marks_the_two_commands(mark: str, end: str) -> None:
    """.ci/run takes the second one from this page."""
    (command,) = re.findall(rf"<!-- {mark} -->\n```\n(.+)\n```\n<!-- end -->", README)
    assert command.startswith("python3 -m venv .venv && ")
    assert command.endswith(end)


def folders_of(house: str) -> set[str]:
    """The folders of a package that hold more than what Python compiled."""
    files = [path for path in (ROOT / house).rglob("*") if path.is_file()]
    inside = [path.relative_to(ROOT / house).parts for path in files if path.suffix != ".pyc"]
    return {parts[0] for parts in inside if len(parts) > 1}


@pytest.mark.parametrize("house", ["bot", "engine"])
def test_the_map_names_every_folder_and_no_other(house: str) -> None:
    (tree,) = re.findall(rf"^{house}/ .*\n((?:  .*\n)+)", README, re.MULTILINE)
    assert set(re.findall(r"^  (\w+)/ ", tree, re.MULTILINE)) == folders_of(house)


def may_use() -> dict[str, str]:
    """What the table in CONTRIBUTING.md says that each folder of the bot may import."""
    table = text_of("CONTRIBUTING.md").partition("| room | may use |")[2].partition("\n\n")[0]
    lines = [line.split("|") for line in table.splitlines() if line.count("|") > 2]
    return {
        room: told for _, rooms, told, *_ in lines for room in re.findall(r"`bot/(\w+)/`", rooms)
    }


def test_every_room_of_the_bot_is_told_what_it_may_import() -> None:
    assert may_use().keys() == folders_of("bot")


@pytest.mark.parametrize("room", sorted(may_use().keys() - {"commands"}))
def test_every_room_is_told_what_the_directions_say(room: str) -> None:
    """Only the names of rooms are compared; which part of a room is meant is said in words."""
    rules = [*ALLOWED[f"bot/{room}"], *re.findall(r"\w+", VALUES.get(f"bot/{room}", ""))]
    names = {name for rule in rules for name in re.findall(r"\w+", rule)}
    others = (folders_of("bot") | {"settings", "engine"}) - {room}
    told, _, _ = may_use()[room].partition(": no other")
    assert set(re.findall(r"\w+", told.partition("never")[0])) & others == names & others


JOURNEY = text_of("CONTRIBUTING.md").partition("\n## The journey of one update\n\n")[2]
STEPS = re.split(r"\n\n|\n(?=\d\. )", JOURNEY.partition("\n\n## ")[0])


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step[:20])
def test_everything_that_the_journey_names_stands_in_the_files_that_it_names(step: str) -> None:
    named = set(re.findall(r"`([\w./]+)`", step))
    files = {name for name in named if name.endswith(".py")}
    texts = "\n".join(text_of(name) for name in files)
    for name in (name.rpartition(".")[2] for name in named if "/" not in name):
        assert re.search(rf"\b(?:def|class) {name}\b|^{name}\b", texts, re.MULTILINE), name


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_somewhere(page: str) -> None:
    for target in re.findall(r"\]\(([^()\s]+)\)", text_of(page)):
        if target.startswith("https://"):
            continue
        path, _, anchor = target.partition("#")
        linked = ((ROOT / page).parent / path) if path else ROOT / page
        assert linked.exists(), target
        assert not anchor or anchor in anchors(linked.read_text("utf-8")), target


def anchors(text: str) -> Iterator[str]:
    """The names that GitHub gives to headings."""
    for heading in re.findall(r"^#+ (.+)$", text, re.MULTILINE):
        yield re.sub(r"[^\w\- ]", "", heading).lower().replace(" ", "-")


@pytest.mark.parametrize("picture", [path.name for path in (ROOT / ".github").glob("*.png")])
def test_every_picture_is_shown(picture: str) -> None:
    assert re.search(rf"^!\[.+\]\(\S*{picture}\)$", EVERYWHERE, re.MULTILINE)


@pytest.mark.parametrize("page", PAGES)
def test_every_file_that_a_page_names_is_there(page: str) -> None:
    named = re.findall(rf"(?<![\w./-]){FOLDERS}/[\w./-]*", text_of(page))
    assert [path for path in named if not (ROOT / path.rstrip(".")).exists()] == []


@pytest.mark.parametrize("name", sorted(set(re.findall(r"python -m (tests\.[\w.]+)", EVERYWHERE))))
def test_every_measurement_that_a_page_names_is_there(name: str) -> None:
    module = ROOT / name.replace(".", "/")
    assert module.with_suffix(".py").is_file() or (module / "__main__.py").is_file()


def test_the_changelog_tells_of_the_newest_version_in_a_minute() -> None:
    unreleased, newest, *_ = text_of("CHANGELOG.md").split("\n## ")[1:]
    assert unreleased.startswith("Unreleased")
    assert {*re.findall(r"^### (.*)", unreleased, re.MULTILINE)} <= {"Added", "Changed", "Fixed"}
    version = tomllib.loads(text_of("pyproject.toml"))["project"]["version"]
    assert re.match(rf"{re.escape(version)} - \d{{4}}-\d\d-\d\d\n", newest)
    assert len(newest.split()) <= WORDS_A_MINUTE
