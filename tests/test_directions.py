"""Every arrow points one way: which room may import which others, and which libraries."""

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from inspect import isroutine
from pathlib import Path

import pytest

from tests.structure import (
    ROOT,
    arrows_back,
    import_nodes,
    imports,
    modules,
    name_of,
    sources,
    tree,
)

pytestmark = pytest.mark.xdist_group("sources")

NOUNS = ("bot.store.[a-z_]+", "bot.store.seam.*")
"""The vocabulary of the store that does not depend on which database it uses."""

ENGINE = {
    "board": "",
    "cluster": "search",
    "commands": (
        "board cluster difficulty exact make notation photo positions rating search techniques"
        " way words"
    ),
    "difficulty": "board make practice rating search techniques way",
    "exact": "board search",
    "make": "board search",
    "notation": "board",
    "photo": "board search",
    "positions": "board difficulty make practice search techniques way",
    "practice": "board notation search techniques",
    "rating": "search techniques",
    "search": "board",
    "techniques": "board",
    "way": "board search techniques",
    "words": "board techniques",
}
"""The rooms of the engine, each with the other rooms of which it may import any module."""

ROOTS = {
    "board": ("engine._core",),
    "cluster": ("engine",),
    "commands": ("engine", "engine._core"),
    "difficulty": ("engine._rate",),
    "search": ("engine._core",),
    "techniques": ("engine._core",),
}
"""What rooms may import from the engine's root: its version, and the C cores."""

SURFACE = ("board", "difficulty", "exact", "notation", "techniques", "way", "words")

ALLOWED = {
    "bot": (
        "bot.*",
        "engine",
        "engine.search",
    ),
    "bot/commands": (
        "bot.*",
        "engine",
        "engine.notation",
        "engine.search",
    ),
    "bot/handlers": (
        "bot.handlers.*",
        "bot.ledger.*",
        "bot.play.*",
        "bot.chat.*",
        "bot.telegram.context",
        "bot.render.*",
        "bot.game.*",
        "bot.messages",
        "bot.operate.metrics",
        "engine.board",
        "engine.difficulty",
        "engine.notation",
        "engine.practice",
        "engine.techniques",
    ),
    "bot/background": (
        "bot.background.*",
        "bot.ledger.*",
        "bot.play.*",
        "bot.chat.*",
        "bot.telegram.*",
        "bot.pool.*",
        *NOUNS,
        "bot.game.*",
        "engine.board",
        "engine.difficulty",
        "engine.practice",
        "engine.search",
    ),
    "bot/chat": (
        "bot.chat.*",
        "bot.ledger.*",
        "bot.play.*",
        "bot.telegram.*",
        "bot.render.*",
        *NOUNS,
        "bot.game.*",
        "bot.messages",
        "bot.operate.metrics",
        "engine.board",
        "engine.difficulty",
        "engine.notation",
        "engine.practice",
        "engine.search",
        "engine.techniques",
    ),
    "bot/web": (
        "bot.web.*",
        "bot.telegram.*",
        "bot.settings",
        "bot.store.facts",
        "bot.store.inbox",
        "bot.store.seam.not_stored",
        "bot.store.outbox",
        "bot.store.seam.source",
    ),
    "bot/touch": (
        "bot.touch.*",
        "bot.play.*",
        "bot.ledger.*",
        "bot.chat.boards",
        "bot.chat.errors",
        "bot.chat.exercise",
        "bot.chat.outcome",
        "bot.chat.sharing",
        "bot.render.*",
        *NOUNS,
        "bot.game.*",
        "bot.messages",
        "bot.operate.limits",
        "bot.telegram.*",
        "bot.web.port",
        "engine.board",
        "engine.practice",
        "engine.search",
        "engine.techniques",
        "engine.way",
    ),
    "bot/telegram": (
        "bot.telegram.*",
        "bot.ledger.*",
        "bot.store.postgres.*",
        *NOUNS,
        "bot.operate.*",
        "bot.messages",
        "bot.play.mark",
        "bot.play.services",
        "bot.play.visit",
        "bot.game.keyboard",
        "bot.game.person",
        "bot.game.place",
    ),
    "bot/play": (
        "bot.play.*",
        "bot.ledger.*",
        "bot.pool.*",
        *NOUNS,
        "bot.game.*",
        "engine.board",
        "engine.difficulty",
        "engine.make",
        "engine.photo",
        "engine.practice",
        "engine.search",
        "engine.techniques",
        "engine.way",
    ),
    "bot/ledger": ("bot.ledger.*",),
    "bot/pool": (
        "bot.pool.*",
        "bot.ledger.*",
        "bot.game.*",
        "engine.board",
        "engine.make",
        "engine.photo",
        "engine.practice",
        "engine.search",
        "engine.techniques",
    ),
    "bot/pool/jobs": (
        "bot.pool.jobs.*",
        "bot.pool.engine",
        "bot.pool.played",
        "bot.pool.scan",
        "bot.game.*",
        "engine.board",
        "engine.difficulty",
        "engine.make",
        "engine.photo",
        "engine.practice",
        "engine.search",
        "engine.techniques",
        "engine.way",
        "engine.words",
    ),
    "bot/render": (
        "bot.render.*",
        "bot.game.*",
        "bot.messages",
        "engine.board",
        "engine.difficulty",
        "engine.notation",
        "engine.practice",
        "engine.techniques",
        "engine.way",
        "engine.words",
    ),
    "bot/render/buttons": (
        "bot.render.buttons.*",
        "bot.game.*",
        "engine.difficulty",
        "engine.techniques",
    ),
    "bot/store": ("bot.game.*", "engine.board", *NOUNS),
    "bot/store/databases": ("bot.store.*",),
    "bot/store/postgres": ("bot.store.postgres.*", *NOUNS),
    "bot/store/seam": ("bot.store.seam.*",),
    "bot/store/sqlite": ("bot.store.sqlite.*", *NOUNS),
    "bot/game": (
        "bot.game.*",
        "engine.board",
        "engine.difficulty",
        "engine.notation",
        "engine.techniques",
        "engine.way",
    ),
    "bot/game/entry": (
        "bot.game.*",
        "engine.board",
        "engine.notation",
    ),
    "bot/game/talk": (
        "bot.game.*",
        "engine.difficulty",
        "engine.techniques",
    ),
    "bot/messages": (),
    "bot/operate": ("bot.operate.*", "bot.ledger.*"),
    "bot/playground": (
        "bot.playground.*",
        "bot.web.port",
    ),
    "bot/playground/methods": ("bot.playground.*",),
    "engine": (
        "engine.commands.clustered",
        "engine.commands.console",
        "engine.commands.names",
        "engine.commands.parser",
        "engine.commands.quick",
        *(f"engine.{room}" for room in SURFACE),
        "engine.make.*",
        "engine.search.*",
    ),
    **{
        f"engine/{room}": (
            *ROOTS.get(room, ()),
            *(f"engine.{other}.*" for other in (room, *others.split())),
        )
        for room, others in ENGINE.items()
    },
}
"""What the Python files of each folder may import; `bot.game.*` is everything in that room."""

VALUES = {
    "bot/handlers": "bot.(store|pool).*",
    "bot/chat": "bot.(ledger|pool).*",
    "bot/touch": "bot.pool.*",
}
"""Where a folder may import values only: names that begin with a capital letter."""

LIBRARIES = {
    "PIL": ("bot/render/", "engine/photo/"),
    "aiohttp": ("bot/telegram/connection.py",),
    "aiosqlite": ("bot/store/sqlite/",),
    "asyncpg": ("bot/store/postgres/",),
    "cv2": ("engine/photo/",),
    "dask": ("engine/cluster/",),
    "distributed": ("engine/cluster/", "engine/commands/clustered.py"),
    "fsrs": ("bot/game/memory.py",),
    "fsspec": ("engine/cluster/", "engine/commands/job.py"),
    "certifi": ("bot/telegram/connection.py",),
    "httpx": ("bot/commands/doctor.py",),
    "markupsafe": (
        "bot/chat/",
        "bot/handlers/",
        "bot/messages/",
        "bot/render/",
        "bot/telegram/",
        "bot/touch/",
    ),
    "numpy": ("engine/photo/",),
    "prometheus_client": ("bot/operate/metrics.py",),
    "starlette": (
        "bot/app.py",
        "bot/web/",
        "bot/playground/",
        "bot/telegram/webhook.py",
        "bot/touch/",
    ),
    "telegram": (
        "bot/__main__.py",
        "bot/app.py",
        "bot/background/",
        "bot/chat/",
        "bot/commands/",
        "bot/handlers/",
        "bot/playground/request.py",
        "bot/render/keyboard.py",
        "bot/telegram/",
        "bot/web/",
    ),
    "uvicorn": ("bot/web/", "bot/playground/"),
    "yarl": ("bot/telegram/connection.py",),
}
"""Every library besides the standard one and the type stubs, and who may import it."""

HARMLESS = {
    "engine.difficulty.band": {"hardest_of", "up_to"},
    "engine.way.player": {"player_state"},
    "engine.notation.notation": {"parse", "parse_line", "to_board", "to_line"},
    "engine.techniques.technique": {"technique_named"},
    "engine.words.passage": {"passages"},
    "engine.words.phrase": {"passage_phrase", "phrases"},
    "engine.practice.claim": {"asks_for_all"},
    "engine.practice.position": {"exercise", "positions", "read_position"},
    "engine.search.search": {"differing_cells"},
    "engine.notation.symbols": {"fold"},
    "engine.board.symmetry": {"has_symmetry", "orbits", "parse_mask"},
}
"""The functions of the engine that take no time: they read, write, look up or compare."""


def folder_of(path: Path) -> str:
    return name_of(path.parent)


def is_covered(name: str, rules: Iterable[str]) -> bool:
    patterns = (rule.replace(".*", r"(\..+)?") for rule in rules)
    return any(re.fullmatch(pattern, name) for pattern in patterns)


def is_ours(name: str) -> bool:
    return name.partition(".")[0] in {"bot", "engine"}


def imported_names(path: Path) -> Iterator[tuple[str, str]]:
    """Our modules from which a file imports names, each with a name; "" for the whole module."""
    found = {*imports(path)}
    for node in import_nodes(path):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
            continue
        for alias in node.names:
            whole = f"{node.module}.{alias.name}"
            yield (whole, "") if whole in found else (str(node.module), alias.name)


def breaches(path: Path) -> Iterator[str]:
    """What a file imports from rooms that it may not use, or may use only for values."""
    folder = folder_of(path)
    for module, name in imported_names(path):
        if not is_ours(module) or is_covered(module, ALLOWED[folder]):
            continue
        is_value = name[:1].isupper()
        if not (is_value and is_covered(module, [VALUES.get(folder, "")])):
            yield f"{name_of(path)}: {module}"


ALL = [*sources("bot"), *sources("engine")]


def test_every_folder_is_named() -> None:
    assert {folder_of(path) for path in ALL} == ALLOWED.keys()


@pytest.mark.parametrize("folder", ALLOWED)
def test_a_folder_imports_only_what_it_may(folder: str) -> None:
    files = [path for path in ALL if folder_of(path) == folder]
    assert [breach for path in files for breach in breaches(path)] == []


def test_a_library_is_imported_only_where_it_belongs() -> None:
    for path in ALL:
        for name in imports(path):
            library = name.partition(".")[0]
            if library not in {*sys.stdlib_module_names, "_typeshed"} and not is_ours(name):
                assert name_of(path).startswith(LIBRARIES.get(library, ())), (name_of(path), name)


def test_only_the_pool_has_the_engine_search_rate_or_take_a_step() -> None:
    """The other rooms use its values, and functions that only look something up."""
    asked = [
        f"{name_of(path)}: {module}.{name}"
        for path in sources("bot")
        if folder_of(path) not in {"bot/pool", "bot/pool/jobs"}
        for module, name in imported_names(path)
        if module.partition(".")[0] == "engine" and takes_time(module, name)
    ]
    assert asked == []


def test_the_bot_takes_only_what_a_room_of_the_engine_offers() -> None:
    """A name in the room's `__init__`, and nothing below it, or the version."""
    taken = [
        (name_of(path), module, name)
        for path in sources("bot")
        for module, name in imported_names(path)
        if module.partition(".")[0] == "engine" and name
    ]
    assert taken
    for file, module, name in taken:
        offered = [*import_module(module).__all__, "__version__"]
        assert name in offered, f"{file}: {module}.{name}"


def takes_time(module: str, name: str) -> bool:
    """Whether it is a function that is not in HARMLESS, or a module with such functions."""
    found = getattr(import_module(module), name) if name else None
    if not isroutine(found):
        return not name
    return found.__name__ not in HARMLESS.get(str(found.__module__), ())


def test_no_modules_import_one_another_in_a_circle() -> None:
    assert arrows_back(modules("bot", "engine")) == []


RATER = ROOT / "engine" / "native" / "rate"
SYSTEM = {"Python.h", "stdbool.h", "stddef.h", "stdint.h", "stdlib.h", "string.h", "time.h"}


def test_the_native_rater_includes_in_no_circle() -> None:
    includes = dict.fromkeys((path.stem for path in rater_files()), frozenset[str]())
    for path in rater_files():
        found = set(re.findall(r'#include "(\w+)\.h"', path.read_text("utf-8")))
        includes[path.stem] |= found & includes.keys() - {path.stem}
    assert arrows_back(includes) == []


def test_headings_of_the_native_rater_name_files_that_exist() -> None:
    for path in rater_files():
        for name in re.findall(r"\b\w+\.[ch]\b", path.read_text("utf-8")):
            places = (RATER, RATER.parent)  # what both cores need stands above
            is_there = name in SYSTEM or any((place / name).is_file() for place in places)
            assert is_there, f"{path.name}: {name}"


def rater_files() -> list[Path]:
    return sorted(RATER.glob("*.[ch]"))


@pytest.mark.parametrize("module", ["asyncio", "sqlite3"])
@pytest.mark.parametrize("folder", ["engine", "bot/game", "bot/render"])
def test_what_is_pure_neither_waits_nor_stores(folder: str, module: str) -> None:
    assert [name_of(path) for path in sources(folder) if module in imports(path)] == []


def test_nobody_imports_app_but_the_commands() -> None:
    users = {name_of(path) for path in sources("bot") if "bot.app" in imports(path)}
    assert {name.rpartition("/")[0] for name in users} == {"bot/commands"}


def test_the_environment_is_read_in_one_place() -> None:
    readers = {
        name_of(path)
        for folder in ("engine", "bot")
        for path in sources(folder)
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Attribute) and node.attr in {"environ", "getenv"}
    }
    assert readers <= {"bot/settings.py", "bot/__main__.py"}


def test_sql_stays_in_the_store() -> None:
    statement = re.compile(
        r"\s*(select .+ from|insert into|update \w+ set|delete from|pragma )", re.IGNORECASE
    )
    elsewhere = [
        f"{name_of(path)}: {node.value}"
        for path in sources("bot")
        if not name_of(path).startswith("bot/store/")
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and statement.match(node.value)
    ]
    assert elsewhere == []


def test_only_the_workers_know_processes_and_sqlite_has_threads_of_its_own() -> None:
    workers = {"bot/pool/worker.py", "bot/pool/workers.py"}
    processes = {name_of(path) for path in sources("bot") if "multiprocessing" in imports(path)}
    threads = {name_of(path) for path in sources("bot") if "concurrent.futures" in imports(path)}
    assert processes <= workers
    own = {"bot/store/sqlite/quick_check.py", "bot/store/sqlite/write_ahead_log.py"}
    assert threads - workers == own


def test_whoever_asks_the_engine_says_in_whose_name() -> None:
    """What people ask goes through two files; the others ask for nobody, or for who is given."""
    askers = {
        name_of(path)
        for path in sources("bot")
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Attribute) and node.attr in {"ask", "decide", "draw", "generate"}
        if ast.unparse(node.value).endswith("engine")
    }
    assert askers == {
        "bot/chat/drawing.py",
        "bot/play/questions.py",
        "bot/play/daily.py",
        "bot/background/grading.py",
        "bot/background/pupils.py",
        "bot/background/stock.py",
    }
    known = {name_of(path) for path in sources("bot") if "services.engine" in path.read_text()}
    assert known - askers <= {
        "bot/chat/drawing.py",
        "bot/background/beside.py",
        "bot/background/dailies.py",
        "bot/web/health.py",
        "bot/web/server.py",
    }


def test_handlers_do_not_import_one_another() -> None:
    """What they share is in rooms below them: the routes, play and chat."""
    between = {
        (name_of(path), name)
        for path in sources("bot/handlers")
        if path.name not in {"__init__.py", "dispatch.py"}
        for name in imports(path)
        if name.startswith("bot.handlers") and name != "bot.handlers.routes"
    }
    assert between == set()


def test_tests_patch_nothing_of_ours() -> None:
    """A test passes in what it needs to change: a setting, a clock, the network."""
    words = re.compile(r"\b(?:setattr|delattr|setitem|delitem|patch|mock)\b")
    patched = [
        f"{name_of(path)}: {ast.unparse(node)}"
        for path in sources("tests")
        if words.search(path.read_text("utf-8"))
        for node in ast.walk(tree(path))
        if (
            isinstance(node, ast.Attribute)
            and node.attr in {"setattr", "delattr", "setitem", "delitem", "patch"}
        )
        or (isinstance(node, ast.Name) and node.id == "setattr")
        or (isinstance(node, ast.alias) and node.name in {"mock", "unittest.mock"})
    ]
    assert patched == []
