"""A step in English, for the command line."""

from engine.board.arguments import instance
from engine.techniques.technique import Step
from engine.words.phrase import phrases
from engine.words.wording import ENGLISH


def explain(step: Step) -> str:
    """The technique, why it holds here, and what to do, in one line."""
    said = phrases(instance("step", step, Step), ENGLISH)
    reason = step.technique.reason.format(**said)
    return f"{step.technique.english}: {reason}; {said['conclusion']}."
