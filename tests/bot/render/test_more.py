import pytest

from bot import messages
from bot.game.game import Game
from bot.render.keyboard import keyboard
from bot.render.keys import Rows
from bot.render.more import more_pad
from bot.render.preferences import Look, Preferences
from bot.render.view import GameView
from engine import parse


@pytest.fixture
def game() -> Game:
    solution = parse("1234341221434321")
    return Game(solution.with_values({0: 0}), solution)


def shown(rows: Rows) -> str:
    return "\n".join(
        " ".join(f"[{b['text']}]" for b in row) for row in keyboard(rows)["inline_keyboard"]
    )


def test_the_second_page(game: Game) -> None:
    assert shown(more_pad("en", GameView(7, game))) == (
        "[Fill in notes] [Clear notes] [See notes]\n"
        "[📤 Share] [🖨 Print] [Solution]\n"
        "[Digit first] [My games]\n"
        "[New puzzle] [⌫ Erase] [↪ Redo]\n"
        "[Check] [◀ Board]"
    )
    other = GameView(7, game, preferences=Preferences(digit_first=True))
    assert "[Cell first]" in shown(more_pad("en", other))


@pytest.mark.parametrize("language", messages.languages())
@pytest.mark.parametrize("look", Look)
def test_no_label_is_missing(language: str, look: Look, game: Game) -> None:
    rows = more_pad(language, GameView(2**53, game, preferences=Preferences(look)))
    for row in keyboard(rows)["inline_keyboard"]:
        for button in row:
            assert button["text"].strip()
            assert len(str(button["callback_data"]).encode()) <= 64
