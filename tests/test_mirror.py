"""Tests mirror engine/ and bot/ file for file: bot/game/link.py has tests/bot/game/test_link.py.

Whatever has no counterpart is listed here with its reason: modules, tests and commands.
"""

import re

from tests.structure import ROOT, name_of, sources

MODULES = {
    "it only says what the folder is for, or gathers names": (
        "bot/background/__init__.py",
        "bot/chat/__init__.py",
        "bot/game/__init__.py",
        "bot/game/entry/__init__.py",
        "bot/game/talk/__init__.py",
        "bot/ledger/__init__.py",
        "bot/operate/__init__.py",
        "bot/playground/__init__.py",
        "bot/playground/methods/__init__.py",
        "bot/pool/__init__.py",
        "bot/pool/jobs/__init__.py",
        "bot/render/__init__.py",
        "bot/render/buttons/__init__.py",
        "bot/store/__init__.py",
        "bot/store/databases/__init__.py",
        "bot/store/postgres/__init__.py",
        "bot/store/seam/__init__.py",
        "bot/store/sqlite/__init__.py",
        "bot/telegram/__init__.py",
        "bot/touch/__init__.py",
        "bot/web/__init__.py",
        "engine/board/__init__.py",
        "engine/cluster/__init__.py",
        "engine/commands/__init__.py",
        "engine/difficulty/__init__.py",
        "engine/exact/__init__.py",
        "engine/make/__init__.py",
        "engine/notation/__init__.py",
        "engine/photo/__init__.py",
        "engine/positions/__init__.py",
        "engine/practice/__init__.py",
        "engine/rating/__init__.py",
        "engine/search/__init__.py",
        "engine/techniques/__init__.py",
        "engine/way/__init__.py",
        "engine/words/__init__.py",
    ),
    "it only holds values, errors or protocols": (
        "bot/game/keyboard.py",
        "bot/game/report.py",
        "bot/ledger/owner.py",
        "bot/play/mark.py",
        "bot/pool/engine.py",
        "bot/pool/jobs/budgets.py",
        "bot/store/seam/holding.py",
        "bot/store/seam/location.py",
        "engine/photo/reading.py",
    ),
    "playground/test_menus.py and bot/test_app.py see what it registers": ("bot/handlers/menu.py",),
    "background/test_evenings.py reads what it sends, and when": (
        "bot/chat/evening.py",
        "bot/play/evening.py",
    ),
    "bot/test___main__.py starts it": ("bot/commands/playground.py",),
    "test_pdf.py opens what it writes": ("bot/render/pdf_file.py",),
    "commands/test_explain.py and words/test_phrase.py read it": ("engine/words/english.py",),
    "rating/test_forcing.py asks for all conclusions that it leads to": (
        "engine/rating/advance.py",
        "engine/rating/nested.py",
    ),
    "rating/test_walk.py rates published puzzles by every rule of the scale": (
        "engine/rating/set_wings.py",
        "engine/rating/step.py",
        "engine/rating/wings.py",
    ),
    "render/test_keyboard.py reads whatever was sent of them": (
        "bot/render/buttons/action.py",
        "bot/render/buttons/personal.py",
        "bot/render/buttons/playing.py",
        "bot/render/buttons/puzzles.py",
    ),
    "render/test_more.py and render/test_board_words.py draw boards by its defaults": (
        "bot/render/preferences.py",
    ),
    "render/test_picture.py looks at its pixels": (
        "bot/render/board_picture.py",
        "bot/render/marks.py",
    ),
    "commands/test_check.py writes the proofs that it checks with it": (
        "engine/commands/proved.py",
    ),
}
"""Modules without a test file of their own, grouped by the reason."""

TESTS = {
    "who may import whom, everywhere": "tests/test_directions.py",
    "these lists": "tests/test_mirror.py",
    "README against the code": "tests/test_readme.py",
    "the separate checker of steps, on altered steps": "tests/test_proofs.py",
    "what pip installs": "tests/test_packaging.py",
    "what pip may install": "tests/test_requirements.py",
    "how Docker asks whether all is well": "tests/test_docker.py",
    "each rule on positions that others published": "tests/engine/techniques/test_published.py",
    "every script of migrations/, over old files": "tests/bot/store/test_old_schemas.py",
    "what attacks the bot": "tests/test_attacker.py",
    "the chat page in a browser": "tests/bot/playground/test_page.py",
    "the touch board in a browser": "tests/bot/touch/test_page.py",
    "the touch board with the real bot": "tests/bot/touch/test_live.py",
    "how the touch board looks": "tests/bot/touch/test_looks.py",
    "what the touch board sends, over a bad network": "tests/bot/touch/test_queue.py",
    "a whole year of the ticker": "tests/bot/test_calendar.py",
    "what every statement of the store reads": "tests/bot/store/test_plans.py",
    "/deleteme over the whole schema": "tests/bot/test_forgotten.py",
    "everything, in the hands of people who mean ill": "tests/bot/test_hostile.py",
    "who may press which button, by the table beside it": "tests/bot/test_rights.py",
    "what is reserved before it is fetched, sent or stored": "tests/bot/test_reserved.py",
    "several people on one board": "tests/bot/test_groups.py",
    "those who act in the name of a chat": "tests/bot/test_anonymous.py",
    "two processes over one database": "tests/bot/test_replicas.py",
    "every way in for files": "tests/bot/test_hostile_files.py",
    "every handler, ended at each of its moments": "tests/bot/test_interrupted.py",
    "the token, in all that is said, logged or printed": "tests/bot/test_leaks.py",
    "a first visit to the chat page in a browser": "tests/bot/test_newcomer.py",
    "photos of poor paper, played to the end": "tests/bot/test_poor_paper.py",
}
"""Tests of more than one module, by what they test."""

PARTS = {
    "commands": (
        "tests/accessibility.py",
        "tests/aloud.py",
        "tests/apps.py",
        "tests/attacker/__main__.py",
        "tests/attacker/unmended.py",
        "tests/broadcast.py",
        "tests/cluster.py",
        "tests/cost.py",
        "tests/crash.py",
        "tests/doubles.py",
        "tests/fleet.py",
        "tests/heard.py",
        "tests/hints.py",
        "tests/installed.py",
        "tests/killed.py",
        "tests/load.py",
        "tests/machines.py",
        "tests/memory.py",
        "tests/mutated.py",
        "tests/news.py",
        "tests/opening.py",
        "tests/outages.py",
        "tests/pace.py",
        "tests/peers.py",
        "tests/photo.py",
        "tests/plots.py",
        "tests/positions.py",
        "tests/programs.py",
        "tests/pupils.py",
        "tests/readers.py",
        "tests/reading.py",
        "tests/schedules.py",
        "tests/screenshots.py",
        "tests/soundness.py",
        "tests/starvation.py",
        "tests/stories.py",
        "tests/storm.py",
        "tests/structure.py",
        "tests/survivors.py",
        "tests/taps.py",
        "tests/times.py",
        "tests/updates.py",
        "tests/upgrade.py",
        "tests/walk.py",
        "tests/ways.py",
        "tests/week.py",
        "tests/wishes.py",
        "tests/bot/game/talk/training.py",
        "tests/bot/game/talk/yardstick.py",
        "tests/engine/counting.py",
        "tests/engine/instructions.py",
        "tests/engine/interpreters.py",
        "tests/engine/memory.py",
        "tests/engine/proving.py",
        "tests/engine/tail.py",
        "tests/engine/training/cut.py",
        "tests/engine/training/train.py",
    ),
    "what tests share": (
        "tests/any_update.py",
        "tests/changes.py",
        "tests/devices.py",
        "tests/ending.py",
        "tests/faults.py",
        "tests/fewer.py",
        "tests/grown.py",
        "tests/hodoku.py",
        "tests/learner.py",
        "tests/model.py",
        "tests/montage.py",
        "tests/mortal.py",
        "tests/paired.py",
        "tests/postgres.py",
        "tests/mutants.py",
        "tests/proofs/__init__.py",
        "tests/proofs/chained.py",
        "tests/proofs/colors.py",
        "tests/proofs/deadly.py",
        "tests/proofs/evidence.py",
        "tests/proofs/nets.py",
        "tests/proofs/one_digit.py",
        "tests/proofs/patterns.py",
        "tests/proofs/replay.py",
        "tests/proofs/sets.py",
        "tests/proofs/told.py",
        "tests/sets.py",
        "tests/stub.py",
        "tests/tour.py",
        "tests/views.py",
        "tests/waits.py",
        "tests/attacker/__init__.py",
        "tests/attacker/accounts.py",
        "tests/attacker/attempt.py",
        "tests/attacker/bystanders.py",
        "tests/attacker/figures.py",
        "tests/attacker/files.py",
        "tests/attacker/gauges.py",
        "tests/attacker/grammar.py",
        "tests/attacker/growth.py",
        "tests/attacker/hard_boards.py",
        "tests/attacker/honest.py",
        "tests/attacker/hunt.py",
        "tests/attacker/kept.py",
        "tests/attacker/limit.py",
        "tests/attacker/running.py",
        "tests/attacker/scene.py",
        "tests/attacker/siege.py",
        "tests/attacker/steering.py",
        "tests/attacker/town.py",
        "tests/bot/clock.py",
        "tests/bot/touch/launching.py",
        "tests/bot/touch/visiting.py",
        "tests/bot/house.py",
        "tests/bot/process.py",
        "tests/bot/scenes.py",
        "tests/bot/slow.py",
        "tests/bot/watch.py",
        "tests/bot/background/deliveries.py",
        "tests/bot/ledger/simulated.py",
        "tests/bot/game/talk/vocabulary.py",
        "tests/bot/play/people.py",
        "tests/bot/playground/browsing.py",
        "tests/bot/playground/pictures.py",
        "tests/bot/playground/serving.py",
        "tests/bot/pool/jobs/boards.py",
        "tests/bot/pool/questions.py",
        "tests/bot/pool/scans.py",
        "tests/bot/render/long_net.py",
        "tests/bot/render/pixels.py",
        "tests/bot/store/postgres/begun.py",
        "tests/bot/store/rows.py",
        "tests/bot/telegram/passing.py",
        "tests/bot/touch/fingers.py",
        "tests/bot/touch/model.py",
        "tests/bot/touch/standin.py",
        "tests/engine/boards.py",
        "tests/engine/cluster/processes.py",
        "tests/engine/isolated.py",
        "tests/engine/techniques/finders.py",
        "tests/engine/photo/distorted.py",
        "tests/engine/photo/drawn.py",
        "tests/engine/photo/forms.py",
        "tests/engine/photo/hostile.py",
        "tests/engine/photo/variants.py",
        "tests/engine/training/glyphs.py",
        "tests/engine/training/strokes.py",
        "tests/replicas/caddy.py",
        "tests/replicas/cost.py",
        "tests/replicas/crowd.py",
        "tests/replicas/delivery.py",
        "tests/replicas/fleet.py",
        "tests/replicas/options.py",
        "tests/replicas/pair.py",
        "tests/replicas/people.py",
        "tests/replicas/wire.py",
    ),
}
"""Files below tests/ that are not tests."""

ALL = {name_of(path) for path in sources("tests")}
TEST_FILES = {name for name in ALL if "/test_" in name}


def subject(test: str) -> str | None:
    """The module of bot/ or engine/, the package or the command that a test file is named after."""
    below = test.removeprefix("tests/").replace("test_", "")
    names = below, below.replace(".py", "/__init__.py"), f"tests/{below}"
    return next((name for name in names if (ROOT / name).is_file()), None)


def test_every_test_file_names_a_module_that_exists() -> None:
    assert sorted(TESTS.values()) == sorted(test for test in TEST_FILES if subject(test) is None)


def test_every_module_has_a_test_file_or_a_reason_to_have_none() -> None:
    listed = [module for modules in MODULES.values() for module in modules]
    written = {name_of(path) for folder in ("bot", "engine") for path in sources(folder)}
    not_empty = {module for module in written if (ROOT / module).read_text("utf-8")}
    assert sorted(listed) == sorted(not_empty - {subject(test) for test in TEST_FILES})


def test_every_reason_names_tests_that_exist() -> None:
    for name in (name for reason in MODULES for name in re.findall(r"[\w/]*test_\w+\.py", reason)):
        assert any(test.endswith(f"/{name}") for test in TEST_FILES), name


def test_every_other_file_is_a_command_or_is_shared_by_tests() -> None:
    others = {name for name in ALL - TEST_FILES if not name.endswith("/conftest.py")}
    assert sorted(name for names in PARTS.values() for name in names) == sorted(others)
    for command in PARTS["commands"]:
        assert 'if __name__ == "__main__":' in (ROOT / command).read_text("utf-8")
