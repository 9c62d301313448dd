"""The words and the keys of a board with a hint on it, and those of a step of logic alone."""

from typing import Final

from markupsafe import Markup, escape

from bot import messages
from bot.game.hint import fills_in_notes, state_of
from bot.render import noted
from bot.render.board_words import title
from bot.render.buttons.action import Button
from bot.render.buttons.playing import AskHint, DrawHint, FollowHint, NameMistakes, ShowBoard
from bot.render.buttons.puzzles import Learn
from bot.render.hint import spoken_of, text_marks
from bot.render.hint_words import (
    LONGEST,
    last_of,
    move,
    name,
    shown_of,
    told_in,
    where,
    why,
)
from bot.render.passages import part_of, passage_keys, passage_words
from bot.render.plain_board import plain_board
from bot.render.preferences import Look
from bot.render.stage import Hint, Stage
from bot.render.text_board import OWN_FAULT, WIDTH, WIDTH_ALONE
from bot.render.view import GameView
from bot.render.words import cell_list
from engine.techniques import TAUGHT, Step
from engine.way import Mistake

LONGEST_BELOW_PICTURE: Final = 840
"""Characters of a step below a picture; with the text around it a caption has at most 1024."""


def hinted_html(language: str, view: GameView, hint: Hint) -> Markup:
    """The whole message of a board with a hint on it, or the caption of its picture.

    Only the title and the hint stand around the board, so that everything fits a phone's screen.
    """
    look = view.preferences.look
    lines = [title(language, view)]
    if look is not Look.IMAGE:
        game = view.game
        marks, candidates = _marks(view, hint), _candidates(view, hint)
        board = plain_board(
            language,
            look,
            game.values,
            game.givens,
            marks,
            candidates=candidates,
            widest=WIDTH if view.is_shared else WIDTH_ALONE,
        )
        lines.append(board)
    lines += hinted_words(language, view, hint)
    return Markup("\n").join(line for line in lines if line)


def hinted_pad(language: str, view: GameView, hint: Hint) -> list[list[Button]]:
    """The keys below a board with a hint on it: more of the hint, and the way back."""
    game_id, version = view.game_id, view.version
    back: Button = (messages.text(language, "button.to_board"), ShowBoard(game_id, version))
    if not isinstance(hint.found, Step):
        which: Button = (messages.text(language, "button.which"), NameMistakes(game_id))
        return [[back] if hint.named.cells or hint.named.noted else [which, back]]
    step, shown = hint.found, shown_of(hint.found, hint.passage)
    if hint.stage == Stage.MOVE:
        more: Button = (messages.text(language, "button.do_it"), FollowHint(game_id, version))
    else:
        label, next_stage = more_label(language, step, hint.stage), hint.stage + 1
        # The move stands beside the last passage; any other stage begins with the first one.
        last = last_of(step) if next_stage == Stage.MOVE else 0
        more = (label, AskHint(game_id, version, next_stage, last))
    rest: list[Button] = []
    if view.preferences.look not in {Look.IMAGE, Look.SPEAK}:
        rest.append((messages.text(language, "button.picture"), DrawHint(game_id, version, shown)))
    # A digit by trial has no lesson.
    if hint.stage != Stage.WHERE and step.technique in TAUGHT:
        rest.append((messages.text(language, "button.learn"), Learn(hint.found.technique)))
    turns: list[Button] = []
    if hint.stage >= Stage.WHY:
        turns = passage_keys(
            language, step, shown, lambda at: AskHint(game_id, version, hint.stage, at)
        )
    return [row for row in (turns, [more, back], rest) if row]


def step_words(
    language: str,
    heading: Markup,
    step: Step,
    stage: Stage,
    passage: int = 0,
    *,
    below_picture: bool,
) -> Markup:
    """The text below the board that a stage tells of a step; shorter below a picture.

    Where the reason is told in passages, the text holds `passage` alone.
    """
    if stage is Stage.QUESTION:
        return heading
    if stage is Stage.WHERE:
        return Markup("{}\n{}").format(heading, where(language, step))
    named = Markup("{} · <b>{}</b>").format(heading, name(language, step.technique))
    if told_in(step):
        named += Markup(" · {}").format(part_of(language, step, shown_of(step, passage)))
    told = move(language, step)
    lines = [named, _why(language, step, passage, len(told), below_picture=below_picture)]
    if stage is Stage.MOVE:
        lines.append(Markup("<b>{}</b>").format(told))
    return Markup("\n").join(lines)


def _why(language: str, step: Step, passage: int, kept: int, *, below_picture: bool) -> Markup:
    """Why a step holds, or a passage of it, with room left for a move of `kept` characters."""
    if told_in(step):
        at = shown_of(step, passage)
        return passage_words(language, step, at, below_picture=below_picture)
    longest = LONGEST_BELOW_PICTURE - kept if below_picture else LONGEST
    return escape(why(language, step, longest))


def more_label(language: str, step: Step, stage: int) -> str:
    """The label of the key that tells more of a hint; before the move it says which kind it is."""
    kind = "_remove" if stage == Stage.WHY and step.eliminations else ""
    return messages.text(language, f"hint.more_{stage}{kind}")


def hinted_words(language: str, view: GameView, hint: Hint) -> list[Markup]:
    """What a hint says beside its board."""
    match hint.found:
        case Mistake() as mistake:
            return _mistake(language, view, mistake, hint.named)
        case Step() as step:
            heading, stage = messages.html(language, "hint.title"), Stage(hint.stage)
            below_picture = view.preferences.look is Look.IMAGE
            words = step_words(
                language, heading, step, stage, hint.passage, below_picture=below_picture
            )
            lines = [words]
            if stage is Stage.MOVE and fills_in_notes(view.game, step):
                lines.append(messages.html(language, "hint.will_fill_in"))
            return lines


def _mistake(language: str, view: GameView, mistake: Mistake, named: Mistake) -> list[Markup]:
    key = "hint.wrong" if mistake.cells else "hint.wrong_notes"
    lines = [messages.html(language, key, count=len(mistake.cells or mistake.noted))]
    if named.cells:
        names = cell_list(language, view.game.givens.geometry, named.cells)
        lines.append(messages.html(language, "submit.which", count=len(named.cells), cells=names))
    return lines + noted.lines(language, view.game.givens.geometry, named)


def _candidates(view: GameView, hint: Hint) -> dict[int, int]:
    if isinstance(hint.found, Step):
        return spoken_of(state_of(view.game), hint.found, Stage(hint.stage), hint.passage)
    return noted.candidates(hint.named)


def _marks(view: GameView, hint: Hint) -> dict[int, str]:
    if isinstance(hint.found, Step):
        return text_marks(state_of(view.game), hint.found, Stage(hint.stage), hint.passage)
    return noted.marks(hint.named) | dict.fromkeys(hint.named.cells, OWN_FAULT)
