from bot.game.memory import Recall, is_known
from bot.play import lessons
from bot.store import lessons as stored
from engine.techniques import Technique
from tests.bot.house import Talk

WING = Technique.X_WING


async def test_hints_and_practice_are_counted_apart(chat: Talk) -> None:
    await chat.sends("/start")
    visit = await chat.visit()
    async with visit.database.transaction() as transaction:
        await lessons.serve(visit, transaction, WING)
        await lessons.miss(visit, transaction, WING)
        await lessons.learn(visit, transaction, WING, Recall.ALONE)
        await lessons.help_with(visit, transaction, WING)
    found = await stored.get(visit.database, visit.user.id, WING)
    assert (found.served, found.wrong, found.correct, found.helped) == (1, 1, 1, 1)
    assert found.due_at is not None
    assert found.due_at > visit.seconds
    assert not is_known(found.card)
