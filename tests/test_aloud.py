"""The positions that are read aloud, in short; `python -m tests.aloud` writes all of them."""

from pathlib import Path

import pytest

from bot import messages
from bot.render.hint_words import told_in
from engine.techniques import Family, Technique
from engine.techniques.chains import AIC, XY_CHAIN
from engine.techniques.nested import NESTED_NET
from engine.techniques.singles import HIDDEN_SINGLE
from tests.aloud import CHOSEN, chosen, draw, is_too_long, longest, told

SHORT = (HIDDEN_SINGLE, AIC)


def test_each_family_is_read() -> None:
    assert {technique.family for technique in CHOSEN} == set(Family)


@pytest.mark.parametrize("language", messages.languages())
def test_all_that_people_meet_is_read(language: str) -> None:
    for read in chosen(SHORT, 1):
        words = told(language, read)
        lesson = messages.text(language, f"technique.{read.technique}.about")
        assert lesson in words
        assert [f"[{stage}]" in words for stage in range(4)] == [False, True, True, True]
        for cell, _ in read.step.placements + read.step.eliminations:
            assert words.count(read.step.geometry.name(cell)) >= 1


def test_each_step_of_help_has_its_picture(tmp_path: Path) -> None:
    for read in chosen(SHORT, 1):
        draw(tmp_path, read.technique, read)
    assert len({path.read_bytes() for path in tmp_path.iterdir()}) == 3 * len(SHORT)


@pytest.mark.long
@pytest.mark.parametrize("technique", [XY_CHAIN, NESTED_NET])
def test_no_reason_is_too_long(technique: Technique) -> None:
    for read in chosen([technique], 2):
        count = longest(read.step)
        assert not is_too_long(read)
        assert is_too_long(read, count - 1)
        assert not is_too_long(read, count)


@pytest.mark.long
def test_each_passage_is_read_and_has_a_picture(tmp_path: Path) -> None:
    read, *_ = chosen([NESTED_NET], 2)
    language = "en"
    count = len(told_in(read.step))
    words = told(language, read)
    assert words.count("[2]") == count
    assert words.count("[3]") == 1
    parts = [messages.text(language, "step.passage", number=at, count=count) for at in (1, count)]
    assert [words.count(part) for part in parts] == [1, 2], "the last one also beside the move"
    draw(tmp_path, "net", read)
    assert len({path.read_bytes() for path in tmp_path.iterdir()}) == 1 + count + 1
