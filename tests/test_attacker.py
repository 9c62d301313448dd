"""The attacker says what it claims to say, measures what is there, and notices what must not be."""

import asyncio
import os
import random
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from bot.handlers import MENU
from bot.playground import BotApi
from bot.playground.groups import default_people
from bot.render.keyboard import ACTIONS
from tests.attacker.accounts import Account, attack
from tests.attacker.attempt import Attempt, Breeder
from tests.attacker.bystanders import crowd
from tests.attacker.figures import COLUMNS, Figures, calm_row, row
from tests.attacker.files import FILES, file
from tests.attacker.gauges import Gauge, Peaks, proportional, resident_of
from tests.attacker.grammar import MOST_UNITS, Act, Sort, Where, chosen, kinds, usual
from tests.attacker.growth import ROUNDS, grows, is_flat
from tests.attacker.honest import LIMITS, Wait
from tests.attacker.hunt import read, search, write
from tests.attacker.kept import in_file
from tests.attacker.limit import Emulated, Group, Limit, limited
from tests.attacker.running import alone
from tests.attacker.siege import Plan, besiege
from tests.attacker.steering import Cost, Search, Tried
from tests.attacker.town import Said, Town

HELP = Act("/help", Sort.TEXT, Where.PRIVATE, "/help")
EXPORT = Act("/export", Sort.TEXT, Where.PRIVATE, "/export")
UNMENDED = ("-m", "tests.attacker.unmended", "export")
HOLDS = "import time; held = bytearray(b'1') * {}; print(len(held), flush=True); time.sleep(600)"


def no_limit() -> Limit:
    return Emulated(10**12)


# What is said -----------------------------------------------------------------------------------


def test_every_command_and_button_of_the_bot_is_a_kind() -> None:
    known = kinds()
    assert {f"/{name}" for name in MENU} <= known.keys()
    assert {f"button {name}" for name in ACTIONS} <= known.keys()
    assert set(FILES) <= known.keys()


def test_kinds_are_chosen_by_their_names_and_groups() -> None:
    assert [kind.name for kind in chosen(["edits", "/solve", "edits"])] == ["edits", "/solve"]
    assert [kind.name for kind in chosen(["files"])] == list(FILES)
    assert {kind.name for kind in chosen([])} == set(usual())
    assert len(chosen(["buttons"])) == 3
    with pytest.raises(KeyError):
        chosen(["/nothing"])


@pytest.mark.parametrize("name", [name for name in usual() if name not in FILES])
def test_what_is_drawn_can_be_sent_and_sent_again(name: str) -> None:
    town, dice = Town(BotApi()), random.Random(1)
    account = Account.of(town, 0)
    for _ in range(40):
        act = kinds()[name].draw(dice)
        assert Act.of_json(act.to_json()) == act
        assert len(act.what.encode("utf-16-le")) <= 2 * MOST_UNITS
        before = len(town.api.world.updates)
        account.does(act)
        # Nobody is told of an edit, which the bot does not want to hear of.
        assert len(town.api.world.updates) > before or act.sort is Sort.EDIT


def test_a_small_file_and_a_picture_are_sent_everywhere() -> None:
    town = Town(BotApi())
    account = Account.of(town, 0)
    for where in Where:
        for name in ("no text", "jpeg: a board"):
            account.does(Act("file", Sort.FILE, where, name))
    told = [update["message"] for update in town.api.world.updates.pending()]
    sent = [message for message in told if "document" in message or "photo" in message]
    assert len(sent) == 2 * len(Where)
    assert {message["chat"]["type"] for message in sent} == {"private", "supergroup"}
    assert any(message.get("is_topic_message") for message in sent)
    assert {message["from"]["username"] for message in sent if "sender_chat" in message} == {
        "GroupAnonymousBot",
        "Channel_Bot",
    }
    assert file("jpeg: a board").content.startswith(b"\xff\xd8")


async def test_buttons_that_were_seen_are_pressed_old_ones_with_their_old_data() -> None:
    town = Town(BotApi())
    account = Account.of(town, 0)
    account.does(HELP)
    first = await _shows(town, account, "undo:7:1")
    await town.api.call("editMessageText", _message(account, "undo:7:2") | {"message_id": first})
    for number in range(1, 5):
        account.does(Act("old buttons", Sort.OLD_PRESS, Where.PRIVATE, str(number)))
    account.does(Act("forged buttons", Sort.FORGED, Where.PRIVATE, "switch:1"))
    told = [update["callback_query"] for update in town.api.world.updates.pending()[1:]]
    assert {query["data"] for query in told} == {"undo:7:1", "undo:7:2", "switch:1"}


def _message(account: Account, data: str) -> dict[str, object]:
    keyboard = {"inline_keyboard": [[{"text": "x", "callback_data": data}]]}
    return {"chat_id": account.person.id, "text": data, "reply_markup": keyboard}


async def _shows(town: Town, account: Account, data: str) -> int:
    sent = await town.api.call("sendMessage", _message(account, data))
    return int(sent["message_id"])


def test_all_accounts_take_part_and_the_same_dice_do_the_same() -> None:
    def said(seed: int) -> list[str]:
        town, dice = Town(BotApi()), random.Random(seed)
        gang = [Account.of(town, number, "/new") for number in range(3)]
        for pause, say in islice(attack(gang, chosen(["/new", "words"]), dice), 30):
            assert 0 < pause < 1
            say()
        assert [account.sent for account in gang] == [10, 10, 10]
        told = town.api.world.updates.pending()
        return [update["message"].get("text", "") for update in told]

    assert said(1) == said(1)
    assert said(1) != said(2)


def test_what_the_bot_says_is_counted_for_whom_it_was_said() -> None:
    town = Town(BotApi())
    one, other = Account.of(town, 0), Account.of(town, 1)
    for account in (other, one):
        account.does(HELP)
        # Telegram calls those who write in the name of a group a bot, too.
        account.does(replace(HELP, where=Where.ANONYMOUS))
    asyncio.run(_shows(town, one, "undo:1:1"))
    assert one.said == Said(1, len("undo:1:1" * 2) + 1, len("undo:1:1" * 2) + 1)
    assert other.said == Said()


# What is measured -------------------------------------------------------------------------------


async def test_rows_and_bytes_of_each_table_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "sudoku.db"
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("create table replies (id integer, html text)")
        database.execute("insert into replies values (1, 'abc')")
    before = await in_file(path)()
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("insert into replies values (22, 'ééé')")
        database.execute("create table turns (user_id bigint, moves text)")
        database.executemany("insert into turns values (?, ?)", [(7, "a"), (8, "bcd")])
    after = await in_file(path)()
    of_one = await in_file(path)([7, -9])
    assert (of_one.tables["turns"].rows, of_one.tables["turns"].largest) == (1, 2)
    assert of_one.tables["replies"] == after.tables["replies"]
    assert (before.rows, before.bytes, before.largest) == (1, 4, 4)
    assert (after.rows, after.bytes, after.largest) == (4, 18, 8)
    grown = after.grown(before)["replies"]
    assert (grown.rows, grown.bytes) == (1, 8)


@pytest.mark.long
async def test_the_gauge_sees_the_memory_of_children_and_the_limit_kills_the_largest() -> None:
    held = 80_000_000
    child = f"[{sys.executable!r}, '-c', {HOLDS.format(held)!r}]"
    text = f"import subprocess; p = subprocess.Popen({child}); p.wait(); input()"
    command = [sys.executable, "-c", text]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as parent:  # noqa: ASYNC220 - as quick
        limit, told = Emulated(held), list[int]()
        with Gauge(lambda: [parent.pid], lambda _, size: told.append(size)) as gauge:
            async with asyncio.timeout(20):
                while gauge.held < held:
                    await asyncio.sleep(0.02)
        assert max(told) >= held
        assert gauge.processes == 2
        assert gauge.reset().tree >= held
        assert proportional(parent.pid) < held
        limit.look(parent.pid, held)
        assert (limit.kills, parent.poll()) == (0, None)
        limit.look(parent.pid, held + 1)
        assert limit.kills == 1
        async with asyncio.timeout(20):
            # The parent only waits for the child, which is the larger one.
            while any(_children(parent.pid)):
                await asyncio.sleep(0.02)
        assert parent.poll() is None
        parent.kill()


def _children(process: int) -> list[int]:
    told = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [child for child in map(int, told) if _lives(child)]


def _lives(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().split()[2] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        # It has ended since the children were listed.
        return False


@pytest.mark.long
def test_what_exceeds_the_limit_of_the_kernel_is_killed() -> None:
    limit = limited(60)()
    if isinstance(limit, Emulated):
        pytest.skip("this machine lets us make no control groups for memory")
    try:
        command = [sys.executable, "-c", f"input(); {HOLDS.format(100_000_000)}"]
        with subprocess.Popen(command, stdin=subprocess.PIPE) as process:
            limit.hold(process.pid)
            process.communicate(b"\n", timeout=300)
        assert process.returncode == -signal.SIGKILL
        assert limit.kills == 1
    finally:
        limit.close()


@pytest.mark.parametrize(
    ("limit", "events"),
    [("memory.limit_in_bytes", "memory.oom_control"), ("memory.max", "memory.events")],
)
def test_a_control_group_of_either_version_is_told_its_limit_and_its_processes(
    tmp_path: Path, limit: str, events: str
) -> None:
    (tmp_path / events).write_text("low 0\noom 3\noom_kill 2\n")
    group = Group(tmp_path, 512_000_000, limit, events)
    group.hold(4711)
    assert (tmp_path / limit).read_text() == "512000000"
    assert (tmp_path / "cgroup.procs").read_text() == "4711"
    assert group.kills == 2


def test_a_process_that_has_ended_holds_nothing() -> None:
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    assert proportional(process.pid) == 0
    assert proportional(os.getpid()) <= resident_of(os.getpid())


def quick(kind: str, seconds: float = 0.1) -> Wait:
    return Wait(kind, 0.0, seconds)


FINE = Figures(
    name="/help",
    seconds=60.0,
    updates=100,
    calm=[],
    opening=[],
    waits=[quick(kind) for kind in LIMITS],
    calm_peaks=Peaks(),
    peaks=Peaks(399_000_000, {"bot": 100_000_000}),
    processor_seconds=1.0,
    processes=1,
    restarts=0,
    kills=0,
    errors=[],
    tables={},
    file_bytes=0,
    said=Said(),
    sent=30.0,
    late=0.0,
    load=0.5,
    backlog=0,
)


def test_nothing_is_wrong_with_good_figures_and_each_has_its_column() -> None:
    assert FINE.failures() == []
    for line in (row(FINE), calm_row(FINE)):
        assert line.count("|") == len(COLUMNS) + 1
    assert FINE.to_json()["waits"]["photo"] == [0.1]


@pytest.mark.parametrize(
    ("figures", "said"),
    [
        (replace(FINE, peaks=Peaks(401_000_000)), "the tree held 401 MB"),
        (replace(FINE, restarts=1), "ended 1 times"),
        (replace(FINE, kills=2), "2 processes were killed"),
        (replace(FINE, processes=5_000), "5000 new processes"),
        (replace(FINE, errors=["ERROR x"]), "ERROR x"),
        (replace(FINE, waits=[]), "nobody asked for move"),
        (replace(FINE, waits=[*[quick("move")] * 50, quick("move", 0.31)]), "move: 0.31 s"),
        (replace(FINE, waits=[*FINE.waits, quick("photo", 3.1)]), "photo: 3.10 s"),
        (replace(FINE, opening=[Wait("/new", 0.0, refused="Busy")]), "1 of /new were never"),
    ],
)
def test_each_broken_promise_is_a_line(figures: Figures, said: str) -> None:
    assert any(said in line for line in figures.failures())
    assert all(line.startswith("/help: ") for line in figures.failures())


# What is searched -------------------------------------------------------------------------------


def test_growth_is_what_goes_on_by_a_factor() -> None:
    base = 5_000
    assert grows([base * 2**number for number in range(ROUNDS + 1)])
    assert grows([base, base, *(int(base * 2.4**number) for number in range(6))])
    assert not grows([base * 2**number for number in range(ROUNDS)])
    assert not grows([base * number for number in range(1, 12)])
    assert not grows([300, base, *[30 * base] * 8])
    assert not grows([int(base * 1.9**number) for number in range(12)])
    assert not grows([2**number for number in range(9)])


def test_an_attempt_is_over_when_nothing_grows_any_more() -> None:
    assert is_flat([base := 5_000] * 4, [1, base, base, base])
    assert not is_flat([base] * 4, [1, base, base, base + 1])
    assert not is_flat([base] * 3, [base] * 3)


def test_a_search_is_the_same_for_the_same_dice_and_costs() -> None:
    def attempts(seed: int) -> list[Attempt]:
        dice = random.Random(seed)
        steered = Search(Breeder(chosen(["commands"]), dice), dice)
        made = []
        for number in range(60):
            made.append(steered.next())
            steered.learn(Tried(made[-1], Cost(commands=1, kept_bytes=number % 7)))
        return made

    assert attempts(1) == attempts(1)
    assert attempts(1) != attempts(2)


def test_all_kinds_are_tried_before_one_comes_again() -> None:
    some = chosen(["commands", "buttons"])
    breeder, met = Breeder(some, random.Random(1)), list[str]()
    while len(met) < len(some):
        met += [act.kind for act in breeder.from_nothing().acts]
    assert set(met[: len(some)]) == {kind.name for kind in some}


def test_what_costs_much_is_changed_and_tried_more_often() -> None:
    dice = random.Random(2)
    steered = Search(Breeder(chosen(["commands"]), dice), dice)
    late = []
    for number in range(300):
        attempt = steered.next()
        exports = sum(act.kind == "/export" for act in attempt.acts)
        steered.learn(Tried(attempt, Cost(commands=1, kept_bytes=10_000 * exports)))
        if number > 60:
            late.append(exports / len(attempt.acts))
    assert sum(late) / len(late) > 5 / len(MENU)
    (best, *_) = steered.worst["kept bytes"]
    assert all(act.kind == "/export" for act in best.attempt.acts)


def test_what_was_found_can_be_read_again(tmp_path: Path) -> None:
    dice = random.Random(3)
    steered = Search(Breeder(chosen([]), dice), dice)
    grown = Tried(Attempt((EXPORT,), 0.15), Cost(rows=[2_000 * 2**n for n in range(6)]))
    for _ in range(9):
        steered.learn(Tried(steered.next(), Cost(commands=1)))
    write(tmp_path / "worst.json", steered, grown)
    first, *others = read(tmp_path / "worst.json")
    assert first == grown.attempt
    assert others
    assert "a stored row grows" in grown.cost.failure


@pytest.mark.long
@pytest.mark.timeout(180)
@pytest.mark.xdist_group("processes")
async def test_the_search_finds_an_export_that_contains_earlier_ones() -> None:
    some = chosen(["/export", "/privacy"])
    _, grown = await search(
        some, 120.0, 1, lambda api: alone(api, no_limit, UNMENDED), lambda _: None
    )
    assert grown is not None
    assert "a stored row grows" in grown.cost.failure
    assert {act.kind for act in grown.attempt.acts} == {"/export"}


@pytest.mark.long
@pytest.mark.timeout(120)
@pytest.mark.xdist_group("processes")
async def test_the_search_finds_nothing_in_the_bot_as_it_is() -> None:
    some, told = chosen(["/export", "/privacy"]), list[str]()
    _, grown = await search(some, 20.0, 1, lambda api: alone(api, no_limit), told.append)
    assert grown is None
    assert any("/export" in line or "/privacy" in line for line in told)


@pytest.mark.long
@pytest.mark.timeout(180)
@pytest.mark.xdist_group("processes")
async def test_honest_people_of_all_classes_are_answered_and_measured() -> None:
    # The attack goes on until everybody who has asked is answered.
    plan = Plan(2, 10.0, 2.0, seed=1, hurry=0.2)
    figures = await besiege("/help", chosen(["/help"]), plan, lambda api: alone(api, no_limit))
    assert [line for line in figures.failures(slack=100.0) if "MB" not in line] == []
    assert figures.updates > 0
    assert figures.said.answers > 0
    assert figures.peaks.resident.keys() >= {"bot", "worker", "pictures"}
    assert figures.tables["inbox"].rows > 0


def test_honest_people_ask_at_a_human_pace() -> None:
    town = Town(BotApi())
    default_people(town.api)
    people = crowd(town, 1)
    paces = sorted(pace for _, pace, _ in people.people)
    assert paces[0] >= 4.0
    assert paces[-1] >= 60.0
    assert len({one.person.id for one, _, _ in people.people}) == len(people.people)
