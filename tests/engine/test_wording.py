from dataclasses import fields

from engine.wording import ENGLISH, Words


def test_every_word_is_a_template_of_its_own() -> None:
    assert len({getattr(ENGLISH, field.name) for field in fields(Words)}) == len(fields(Words))
