import re

from bot.render.steps import LONGEST_RUN, SINGLES, pages
from engine import parse
from engine.logic import solve_path
from engine.practice import positions
from engine.techniques import Technique

EASY = parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
CHAIN = positions()[Technique.XY_CHAIN][0].givens


def test_singles_share_a_line_with_the_numbers_of_the_first_and_the_last() -> None:
    (page,) = pages("en", solve_path(EASY))
    assert len(page.splitlines()) == 1
    assert len(EASY.blanks()) <= LONGEST_RUN
    assert "1" in page
    assert str(len(EASY.blanks())) in page
    assert page.count("=") == len(EASY.blanks())


def test_every_other_step_has_a_line_of_its_own() -> None:
    path = solve_path(CHAIN)
    text = "\n".join(pages("en", path))
    others = [number for number, step in enumerate(path, 1) if step.technique not in SINGLES]
    assert others
    begun = {int(found[0]) for line in text.splitlines() if (found := re.search(r"\d+", line))}
    assert set(others) <= begun


def test_pages_fit_a_message_and_lose_nothing() -> None:
    path = solve_path(CHAIN) * 20
    made = pages("en", path)
    assert len(made) > 1
    assert all(len(page) <= 4096 for page in made)
    assert sum(page.count("=") for page in made) >= sum(len(step.placements) for step in path)
