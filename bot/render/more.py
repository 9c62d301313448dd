"""The second page of buttons below a board, as rows of (label, action)."""

from bot import messages
from bot.render.buttons import playing
from bot.render.buttons.puzzles import MakePuzzle
from bot.render.keys import ERASER, Rows
from bot.render.view import GameView


def more_pad(language: str, view: GameView) -> Rows:
    """The second page of a board's buttons.

    Five rows, each as wide as its words in all languages allow: with a sixth, the title of a 9x9
    would be above the screen of a small phone.
    """
    game_id, version = view.game_id, view.version
    unit = 2 * view.game.givens.geometry.size + view.box
    return [
        [
            (messages.text(language, "button.fill"), playing.FillNotes(game_id, version)),
            (messages.text(language, "button.rub"), playing.ClearNotes(game_id, version)),
            (messages.text(language, "button.notes_view"), playing.SeeNotes(game_id, unit)),
        ],
        [
            (messages.text(language, "button.share_puzzle"), playing.ShareGame(game_id)),
            (messages.text(language, "button.print"), playing.PrintGame(game_id)),
            (messages.text(language, "button.giveup"), playing.GiveUp(game_id)),
        ],
        [
            (messages.text(language, _order(view)), playing.SwapOrder(game_id, version)),
            (messages.text(language, "button.games"), playing.ListGames()),
        ],
        [
            (messages.text(language, "button.new"), MakePuzzle()),
            (f"{ERASER} {messages.text(language, 'speech.erase')}", playing.PressDigit(game_id, 0)),
            (messages.text(language, "button.redo"), playing.Redo(game_id, version)),
        ],
        [
            (messages.text(language, "button.check"), playing.Check(game_id, version)),
            (messages.text(language, "button.to_board"), playing.ShowBoard(game_id, version)),
        ],
    ]


def _order(view: GameView) -> str:
    """What the key says that swaps what is pressed first; many see the same key."""
    if view.is_shared:
        return "button.order"
    return "button.cell_first" if view.preferences.digit_first else "button.digit_first"
