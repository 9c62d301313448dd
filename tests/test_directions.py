"""Every arrow points one way: who may import whom."""

import ast
import re
import sys

import pytest

from tests.structure import imports, name_of, sources, tree

GAME = r"bot\.game(\..+)?"
MESSAGES = r"bot\.messages"
PURE = {*sys.stdlib_module_names, "markupsafe"}

ALLOWED = {
    "engine": [r"engine(\..+)?"],
    "bot/game": [GAME, r"engine(\..+)?"],
    "bot/render": [GAME, MESSAGES, r"bot\.render\..+", r"engine(\..+)?", r"PIL(\..+)?"],
    "bot/store": [
        r"bot\.store(\..+)?",
        r"bot\.game\.(move|hand|place)",
        r"engine(\..+)?",
        "aiosqlite",
    ],
    "bot/messages": [],
    "bot/playground": [r"bot\.playground(\..+)?", r"bot\.web\.port", r"(?!bot\b|engine\b).+"],
}
"""What the files of a folder may import besides the standard library and markupsafe."""

TELEGRAM_TOO = {"bot/render/keyboard.py"}


@pytest.mark.parametrize("folder", ALLOWED)
def test_a_folder_imports_only_what_it_may(folder: str) -> None:
    files = sources(folder)
    assert files
    for path in files:
        for name in imports(path):
            if name.partition(".")[0] in PURE:
                continue
            if name_of(path) in TELEGRAM_TOO and name == "telegram":
                continue
            assert any(re.fullmatch(rule, name) for rule in ALLOWED[folder]), (
                f"{name_of(path)} imports {name}"
            )


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


def test_only_the_workers_know_processes() -> None:
    knowing = {"multiprocessing", "concurrent.futures"}
    users = {name_of(path) for path in sources("bot") if knowing & set(imports(path))}
    assert users == {"bot/pool/workers.py"}


def test_whoever_asks_the_engine_for_a_person_spends_their_allowance_and_tells_the_queue() -> None:
    """bot/chat/questions.py does both; the others ask for nobody, or for an asker handed in."""
    askers = {
        name_of(path)
        for path in sources("bot")
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Attribute) and node.attr in {"ask", "decide", "generate"}
        if ast.unparse(node.value).endswith("engine")
    }
    assert askers == {
        "bot/chat/questions.py",
        "bot/play/daily.py",
        "bot/background/grading.py",
        "bot/background/stock.py",
    }
    known = {name_of(path) for path in sources("bot") if "services.engine" in path.read_text()}
    assert known - askers <= {"bot/app.py", "bot/web/health.py", "bot/web/server.py"}


def test_handlers_do_not_import_one_another_but_where_they_share_an_answer() -> None:
    shared = {
        ("bot/handlers/moves.py", "bot.handlers.submit"),
        ("bot/handlers/redo.py", "bot.handlers.undo"),
    }
    between = {
        (name_of(path), name)
        for path in sources("bot/handlers")
        if path.name not in {"__init__.py", "menu.py"}
        for name in imports(path)
        if name.startswith("bot.handlers") and name != "bot.handlers.routes"
    }
    assert between == shared


def test_tests_patch_nothing_of_ours() -> None:
    """What a test wants otherwise is handed in: a setting, a clock, the network."""
    patched = [
        f"{name_of(path)}: {ast.unparse(node)}"
        for path in sources("tests")
        for node in ast.walk(tree(path))
        if (
            isinstance(node, ast.Attribute)
            and node.attr in {"setattr", "delattr", "setitem", "delitem", "patch"}
        )
        or (isinstance(node, ast.Name) and node.id == "setattr")
        or (isinstance(node, ast.alias) and node.name in {"mock", "unittest.mock"})
    ]
    assert patched == []
