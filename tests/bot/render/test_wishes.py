import pytest

from bot import messages
from bot.game.talk.details import Wanted
from bot.handlers import COMMANDS
from bot.render.wishes import wish_label


@pytest.mark.parametrize(
    ("wanted", "english", "chinese"),
    [
        (Wanted("hint"), "💡 A hint", "💡 提示"),
        (Wanted("new", "6 hard"), "✨ A new puzzle: 6×6 · hard", "✨ 新题: 6×6 · 困难"),
        (Wanted("new", "with x wing"), "✨ A new puzzle: X-wing", "✨ 新题: X翼（二链列）"),
        (Wanted("new", "diagonal"), "✨ A new puzzle: diagonal", "✨ 新题: 对角对称"),
        (Wanted("harder", "16"), "🔥 A harder puzzle: 16×16", ""),
        (Wanted("print", "2 16"), "🖨 Print: 2 · 16×16", ""),
        (Wanted("print", "2 6 hard"), "🖨 Print: 2 · 6×6 · hard", "🖨 打印: 2 · 6×6 · 困难"),
        (Wanted("easier", "bigger"), "🙂 An easier puzzle: bigger", ""),
        (Wanted("daily", "ago-3"), "📆 The daily: 3 days ago", "📆 每日一题: 3 天前"),
        (Wanted("daily", "on-11-15"), "📆 The daily: 11-15", "📆 每日一题: 11-15"),
        (Wanted("daily", "friday-before"), "📆 The daily: the Friday before last", ""),
        (Wanted("rules", "16"), "📜 The rules: 16×16", ""),
        (Wanted("why", "hint"), "❓ Explain the hint", "❓ 讲讲提示"),
        (Wanted("hint", "answer"), "💡 Just tell me the digit", "💡 直接说数字"),
        (Wanted("evening_off", "alone"), "🔕 No reminder, just the daily", ""),
        (Wanted("learn", "x wing"), "📖 X-wing", "📖 X翼（二链列）"),
        (Wanted("language", "es"), "🌐 Language: Español", "🌐 语言: Español"),
        (Wanted("notes", "box 5"), "✎ Notes: box 5", "✎ 笔记: 宫 5"),
        (Wanted("notes", "clear"), "✎ Clear the notes", "✎ 清空笔记"),
        (Wanted("move", "r4c5 x"), "⌫ Erase r4c5", "⌫ 擦掉 r4c5"),
        (Wanted("move", "r4c5= r4c6=7"), "✏️ Move 7: r4c5 → r4c6", "✏️ 移动 7：r4c5 → r4c6"),
        (Wanted("daily", "yesterday"), "📆 Yesterday's puzzle", "📆 昨天的题"),
        (Wanted("daily", "friday--1"), "📆 The daily: Friday of next week", "📆 每日一题: 下周五"),
        (Wanted("subscribe", "20.30 new york"), "⏰ Every day: 20:30 New York", ""),
    ],
)
def test_a_wish_is_told_with_its_details(wanted: Wanted, english: str, chinese: str) -> None:
    assert wish_label("en", wanted) == english
    assert wish_label("zh", wanted) == chinese or not chinese


@pytest.mark.parametrize("language", messages.languages())
def test_every_command_that_can_be_wished_for_has_a_label(language: str) -> None:
    without = {name for name in COMMANDS if f"want.{name}" not in messages.catalogue(language)}
    # Whoever wishes for the keys of a tall phone gets `/board tall`.
    assert without == {"tall"}
