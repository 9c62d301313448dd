from dataclasses import fields

from engine.words.wording import ENGLISH, Words


def test_every_word_is_a_template_of_its_own() -> None:
    words = [getattr(ENGLISH, field.name) for field in fields(Words)]
    templates = [word for word in words if "{" in word]
    assert len(set(templates)) == len(templates) > len(words) / 2
