"""What the bot believes that somebody knows of a technique, and why, in words."""

from collections.abc import Iterator

from markupsafe import Markup

from bot import messages
from bot.game.pupil import Belief
from bot.render.buttons.action import Button
from bot.render.buttons.puzzles import Believe
from engine.techniques import Technique


def belief_html(language: str, belief: Belief) -> Markup:
    """What is believed, with the reasons for it; a guess where nothing was seen yet."""
    tenths = min(max(round(10 * belief.chance), 1), 9)
    reasons = [*_reasons(language, belief)]
    if not reasons:
        return messages.html(language, "belief.nothing", count=tenths)
    listed = messages.listed(language, reasons)
    return messages.html(language, f"belief.{belief.kind}", count=tenths, reasons=listed)


def belief_buttons(language: str, technique: Technique, belief: Belief) -> list[Button]:
    """The buttons that correct what is believed; both where it is uncertain."""
    found: list[Button] = []
    if belief.kind != "known":
        label = messages.text(language, "button.know_it")
        found.append((label, Believe(technique, is_known=True)))
    if belief.kind != "new":
        label = messages.text(language, "button.not_yet")
        found.append((label, Believe(technique, is_known=False)))
    return found


def _reasons(language: str, belief: Belief) -> Iterator[str]:
    if belief.said is not None:
        yield messages.text(language, f"belief.said_{belief.said}")
    counts = {
        "alone": belief.alone,
        "right": belief.right,
        "wrong": belief.wrong,
        "helped": belief.helped,
    }
    for name, count in counts.items():
        if count:
            yield messages.text(language, f"belief.{name}", count=count)
    if belief.is_beyond:
        yield messages.text(language, "belief.beyond")
