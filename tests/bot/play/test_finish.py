from dataclasses import replace

from bot.game.fair_play import solution_key
from bot.game.place import Place
from bot.game.player import Part, Player
from bot.play.check import asked
from bot.play.finish import (
    Ending,
    ending_of,
    give_up,
    give_up_all,
    is_todays,
    parts_of,
    show_solution,
)
from bot.play.games import current
from bot.play.hint import tell
from bot.play.submit import submit
from bot.play.turns import make_turn
from bot.play.visit import Visit
from bot.store import belongings, games, pupils, puzzles, results, solutions, users, views, ways
from bot.store.games import GameState, StoredGame
from bot.store.puzzles import Origin
from bot.store.results import Standing
from bot.store.solutions import Way
from bot.store.views import Staleness
from engine import Geometry, generate, parse
from tests.bot.play.people import (
    ALICE,
    BLANKS,
    CLUB,
    GIVENS,
    MING,
    SOLUTION,
    People,
    effect,
    is_drawn,
    of_an_update,
    owed,
    turn,
)

KEY = solution_key(GIVENS, SOLUTION)


async def solved(
    people: People, visit: Visit, seconds: int, label: str | None = None
) -> StoredGame:
    """A game that the person of a visit solves in one turn."""
    person, chat = visit.user.id, visit.place.chat_id
    stored = await people.begins(await people.visit(person, chat), label=label)
    people.clock.forward(seconds=seconds)
    return await make_turn(await people.visit(person, chat), stored, turn(person, *BLANKS))


async def test_a_solved_game_is_over_and_tells_its_time(people: People, visit: Visit) -> None:
    stored = await solved(people, visit, 30)
    assert stored.state is GameState.SOLVED
    kept = await games.get(visit.database, stored.id, visit.place)
    assert kept is not None
    assert kept.state is GameState.SOLVED
    assert kept.finished_at == stored.finished_at == stored.started_at + 30
    ending = await ending_of(visit, stored)
    assert ending is not None
    assert (ending.result.seconds, ending.result.standing) == (30, Standing.TIMED)
    assert (ending.beaten, ending.days, ending.others) == (None, 0, 0)
    assert await solutions.shown(people.database, {ALICE}, KEY) is Way.ASKED
    again = await ending_of(visit, await solved(people, visit, 30))
    assert again is not None
    assert again.result.standing is Standing.SEEN


async def test_nobodys_pen_is_faster_than_two_cells_a_second(people: People, visit: Visit) -> None:
    ending = await ending_of(visit, await solved(people, visit, 2))
    assert ending is not None
    assert ending.is_quick
    assert ending.result.standing is Standing.UNTIMED


async def test_who_has_seen_the_solution_solves_without_a_standing(
    people: People, visit: Visit
) -> None:
    await give_up(visit, await people.begins(visit))
    ending = await ending_of(visit, await solved(people, visit, 30))
    assert ending is not None
    assert ending.result.standing is Standing.SEEN


async def test_who_has_it_on_paper_solves_without_a_time(people: People, visit: Visit) -> None:
    await show_solution(visit, GIVENS, SOLUTION, Way.PRINTED)
    ending = await ending_of(visit, await solved(people, visit, 30))
    assert ending is not None
    assert ending.result.standing is Standing.UNTIMED


async def test_a_better_time_names_the_one_that_it_beats(people: People, visit: Visit) -> None:
    other = GIVENS.with_values({BLANKS[0]: SOLUTION[BLANKS[0]]})
    first = await people.begins(visit, other)
    people.clock.forward(seconds=60)
    visit = await people.visit()
    await make_turn(visit, first, turn(ALICE, *BLANKS[1:]))
    ending = await ending_of(visit, await solved(people, visit, 30))
    assert ending is not None
    assert ending.beaten == 60


async def test_few_others_and_few_times_are_not_compared_with(people: People, visit: Visit) -> None:
    for number in range(4):
        alone = await people.visit(MING + number)
        await solved(people, alone, 50, visit.today)
    ending = await ending_of(visit, await solved(people, visit, 40, visit.today))
    assert ending is not None
    assert (ending.slower, ending.others, ending.usual) == (0, 0, None)


async def test_a_daily_is_compared_with_those_of_others(
    people: People, visit: Visit, ming: Visit
) -> None:
    today = visit.today
    for number, seconds in enumerate((50, 60, 30, 20, 50)):
        alone = await people.visit(MING + number)
        assert is_todays(alone, await solved(people, alone, seconds, today))
    ending = await ending_of(visit, await solved(people, visit, 40, today))
    assert ending is not None
    assert (ending.slower, ending.others, ending.days) == (3, 5, 1)
    assert await ending_of(ming, await people.begins(ming)) is None


async def endings_of(people: People, *played: tuple[str | None, int]) -> list[Ending]:
    """Has puzzles of these difficulties solved in so many seconds, one after the other."""
    endings = []
    for number, (difficulty, seconds) in enumerate(played):
        # Another puzzle each time, for a solution that was seen has no time.
        givens = GIVENS.with_values({BLANKS[number]: SOLUTION[BLANKS[number]]})
        await puzzles.add(people.database, givens, SOLUTION, Origin.NEW, difficulty=difficulty)
        stored = await people.begins(await people.visit(), givens)
        people.clock.forward(seconds=seconds)
        blanks = [cell for cell in BLANKS if cell != BLANKS[number]]
        ended = await make_turn(await people.visit(), stored, turn(ALICE, *blanks))
        ending = await ending_of(await people.visit(), ended)
        assert ending is not None
        endings.append(ending)
    return endings


async def test_the_first_hard_one_is_told_and_no_second(people: People) -> None:
    endings = await endings_of(
        people, ("hard", 90), ("easy", 60), ("easy", 60), ("hard", 90), ("expert", 99), ("hard", 9)
    )
    assert [ending.is_first for ending in endings] == [False, False, False, False, True, False]


async def test_it_is_told_when_each_of_the_last_three_took_longer(people: People) -> None:
    endings = await endings_of(
        people, ("easy", 30), ("easy", 70), ("easy", 65), ("hard", 90), ("easy", 60), ("easy", 59)
    )
    assert [ending.is_faster for ending in endings] == [*[False] * 5, True]


async def test_a_time_is_compared_with_three_others_of_its_size_and_difficulty(
    people: People,
) -> None:
    endings = await endings_of(
        people,
        *(("easy", 50), ("easy", 70), ("hard", 90), ("easy", 60), (None, 50), ("easy", 51)),
        ("hard", 49),
    )
    assert [(ending.beaten, ending.usual) for ending in endings] == [
        *((None, None), (None, None), (None, None), (None, None), (None, None)),
        *((None, 60), (50, None)),
    ]


async def test_everybody_who_placed_a_digit_has_a_result_with_their_own_mistakes(
    people: People, in_club: Visit, ming: Visit
) -> None:
    stored = await people.begins(in_club)
    for visit, placed in (
        (in_club, turn(ALICE, BLANKS[0], wrong=True)),
        (in_club, turn(ALICE, BLANKS[0])),
        (ming, turn(MING, *BLANKS[1:])),
    ):
        stored = await make_turn(visit, stored, placed)
    found = [await results.get(ming.database, who, stored.id) for who in (ALICE, MING)]
    assert [result and result.mistakes for result in found] == [1, 0]


async def test_giving_up_shows_all_players_the_solution_and_owes_it_to_the_chat(
    people: People, in_club: Visit, ming: Visit
) -> None:
    stored = await people.begins(in_club)
    stored = await make_turn(ming, stored, turn(MING, BLANKS[0]))
    await is_drawn(in_club, stored)
    ended = await give_up(in_club, stored)
    assert ended.state is GameState.GIVEN_UP
    assert await owed(in_club, ended) is Staleness.SEND
    for viewer in (ALICE, MING, CLUB):
        assert await solutions.shown(in_club.database, {viewer}, KEY) is Way.ASKED
    assert await results.of_user(in_club.database, MING) == ()


async def test_a_game_that_was_given_up_was_played_until_then(people: People, visit: Visit) -> None:
    stored = await people.begins(visit)
    people.clock.forward(seconds=30)
    later = await people.visit()
    await give_up(later, await current(later))
    ended = await games.get(later.database, stored.id, later.place)
    assert ended is not None
    assert (ended.played, ended.is_open) == (30, False)


async def test_a_board_that_was_given_up_is_drawn_as_its_player_reads(
    people: People, ming: Visit
) -> None:
    """Where a group has chosen no language, and another person has begun the game."""
    stored = await people.begins(await people.visit(chat=CLUB))
    await is_drawn(ming, stored)
    await give_up(ming, stored)
    (view,) = await views.stale(people.database, 9)
    assert view.asked_by == MING


async def test_boards_in_other_topics_are_drawn_soon_after_a_game_was_given_up(
    people: People, in_club: Visit
) -> None:
    stored = await people.begins(in_club)
    await is_drawn(in_club, stored)
    in_topic = replace(in_club, place=Place(CLUB, 3))
    drawn_soon = people.services.stale_views
    drawn_soon.clear()
    await give_up(in_topic, stored)
    assert await owed(in_club, stored) is Staleness.REDRAW
    assert drawn_soon.is_set()


async def test_boards_of_many_that_were_given_up_are_drawn_where_they_are(
    people: People, visit: Visit
) -> None:
    several = [await people.begins(visit) for _ in range(3)]
    for number, stored in enumerate(several):
        await is_drawn(visit, stored, number + 1)
    drawn_soon = people.services.stale_views
    drawn_soon.clear()
    await give_up_all(visit, several)
    assert [await owed(visit, stored) for stored in several] == [Staleness.REDRAW] * 3
    assert drawn_soon.is_set()
    for stored in several:
        after = await games.get(people.database, stored.id, visit.place)
        assert after is not None
        assert after.state is GameState.GIVEN_UP


async def test_what_was_placed_before_giving_up_tells_of_a_player(
    people: People, visit: Visit
) -> None:
    puzzle = generate(Geometry.of_size(9), seed=1)
    stored = await people.begins(visit, puzzle.grid, puzzle.solution)
    assert await pupils.next_game(people.database) is None
    await give_up(visit, stored)
    waiting = await pupils.next_game(people.database)
    assert waiting is not None
    assert waiting.id == stored.id


async def test_everybody_who_solves_a_daily_keeps_the_zone_that_it_was_solved_in(
    people: People, in_club: Visit, ming: Visit
) -> None:
    """Otherwise another language would move their days."""
    stored = await people.begins(in_club, label=in_club.today)
    stored = await make_turn(in_club, stored, turn(ALICE, *BLANKS[:2]))
    await make_turn(ming, stored, turn(MING, *BLANKS[2:]))
    for person in (ALICE, MING):
        user = await users.get(in_club.database, person)
        assert user is not None
        assert user.zone_before == "UTC"


async def test_each_has_the_digits_mistakes_and_help_of_their_own(
    people: People, in_club: Visit, ming: Visit
) -> None:
    stored = await people.begins(in_club)
    await tell(ming, stored)
    stored = await make_turn(in_club, stored, turn(ALICE, *BLANKS[:2], wrong=True))
    await asked(in_club, stored)
    stored = await make_turn(ming, stored, turn(MING, BLANKS[0]))
    stored = await make_turn(in_club, stored, turn(ALICE, *BLANKS[2:4]))
    assert await parts_of(people.database, stored.id, stored.game) == (
        Part(Player(MING, 0), 1, 0, 1),
        Part(Player(ALICE, 1), 3, 2, 1),
        Part(None, 0),
    )


async def test_a_deleted_person_keeps_their_part_without_a_name(
    people: People, in_club: Visit, ming: Visit
) -> None:
    stored = await people.begins(ming)
    await tell(in_club, stored)
    stored = await make_turn(in_club, stored, turn(ALICE, *BLANKS[:2], wrong=True))
    await make_turn(ming, stored, turn(MING, BLANKS[2]))
    await belongings.delete_user(people.database, ALICE, 9)
    after = await games.current(people.database, ming.place)
    assert after is not None
    assert await parts_of(people.database, after.id, after.game) == (
        Part(Player(MING, 1), 1),
        Part(None, 2, 2, 1),
    )


async def test_what_was_handed_in_wrong_is_a_mistake_once(people: People, in_club: Visit) -> None:
    stored = await people.begins(in_club)
    stored = await make_turn(in_club, stored, turn(ALICE, BLANKS[0], wrong=True))
    wrong = parse("2234341221434322")
    for _ in range(2):
        await submit(in_club, stored, wrong)
    (alice, _) = await parts_of(people.database, stored.id, stored.game)
    assert (alice.placed, alice.mistakes, alice.hints) == (1, 2, 1)


async def test_giving_up_is_noted_with_its_update(people: People, visit: Visit) -> None:
    stored = await people.begins(visit)
    await give_up(await of_an_update(visit), stored)
    found = await effect(visit)
    assert (found.took_effect, found.game_id) == (True, stored.id)


async def test_the_way_of_a_solved_puzzle_is_to_be_weighed(people: People, visit: Visit) -> None:
    assert await ways.next_puzzle(people.database) is None
    stored = await solved(people, visit, 30)
    assert await ways.next_puzzle(people.database) == stored.puzzle
