"""Play needs neither Telegram nor the words of messages."""

import subprocess
import sys

LOADED = """
import pkgutil, sys, importlib, bot.play
for module in pkgutil.iter_modules(bot.play.__path__):
    importlib.import_module(f"bot.play.{module.name}")
print("\\n".join(sys.modules))
"""
"""A program that loads all of play and prints which modules are then loaded."""


def test_no_module_of_play_loads_telegram_pictures_or_words() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOADED], capture_output=True, text=True, check=True
    )
    loaded = set(done.stdout.split())
    assert {"bot.play.press", "bot.play.hint", "bot.store.games"} <= loaded
    assert not loaded & {"telegram", "PIL", "markupsafe", "starlette", "httpx"}
    rooms = {"messages", "render", "chat", "handlers", "telegram", "background", "web"}
    assert not loaded & {f"bot.{room}" for room in rooms}
