"""The stories of `python -m tests.stories` are told to their end; here without pictures."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from bot import messages
from bot.playground import Person
from bot.pool.engine_pool import EnginePool
from tests.bot.clock import Clock
from tests.bot.house import Talk, open_house
from tests.stories import STORIES, Story, asker
from tests.tour import PEOPLE


@pytest.mark.long
@pytest.mark.parametrize("tell", STORIES, ids=lambda tell: tell.__name__)
@pytest.mark.parametrize("language", PEOPLE)
async def test_everybody_is_understood_and_who_plays_wins(
    engine: EnginePool, tmp_path: Path, language: str, tell: Callable[[Story], Awaitable[None]]
) -> None:
    async with open_house(engine, Clock(), tmp_path / "sudoku.db") as house:
        talk = Talk(house, Person(house.api, PEOPLE[language]))
        story = Story(talk, language, {}, tmp_path, name=tell.__name__)
        await tell(story)
        own = [one for one in talk.person.messages() if one["from"]["id"] != talk.person.id]
    said = "\n".join(one.get("text") or one.get("caption") or "" for one in own)
    assert len(set(story.moments)) >= 10
    lost = messages.text(language, "junk.unknown_text", example="").partition("<")[0]
    assert lost not in said
    won = messages.html(language, "game.solved").striptags()
    assert (won in said) == (tell is not asker)
