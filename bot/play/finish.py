"""The end of a game: its results, how far they count, and who has seen the solution.

Every player of a solved game gets a result, but a time is worth something only if the player
solved the puzzle by themselves. So a result has a standing: SEEN if they or their chat had asked
for the solution, UNTIMED if it was printed or the time is too short for anybody to write the
digits, else TIMED. The solution is known by what it is and not by the puzzle, so that a puzzle with
a given more or less is no way around that (`bot.game.fair_play`).

What a player hears about others must not tell on any of them, so there is no percentage below
FEWEST_OTHERS.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from statistics import median_low
from typing import Final

from bot.game.answer import judge
from bot.game.days import day_of, days_of, is_of_streak
from bot.game.fair_play import solution_key, too_quick
from bot.game.game import Game
from bot.game.move import Act
from bot.game.player import Part, Player
from bot.game.streak import Streak, streak
from bot.play import evening
from bot.play.visit import Visit
from bot.store import (
    games,
    hints,
    players,
    pupils,
    results,
    solutions,
    submissions,
    users,
    views,
    ways,
)
from bot.store.games import GameState, StoredGame
from bot.store.puzzles import UNRATED, PuzzleRow
from bot.store.results import Result, Standing
from bot.store.seam.source import Source, Transaction
from bot.store.solutions import Way
from bot.store.views import Staleness
from engine.board import Grid
from engine.difficulty import RATED, Difficulty

STANDINGS: Final = {Way.ASKED: Standing.SEEN, Way.PRINTED: Standing.UNTIMED}

FEWEST_TIMES: Final = 3
"""Earlier times that a person needs before their median counts as usual."""

TOUGH: Final = frozenset({Difficulty.HARD, Difficulty.EXPERT, Difficulty.EXTREME})
"""Difficulties that are worth a word before such a puzzle, and after the first of them."""

AT_ONCE: Final = 20
"""Games that end in one transaction."""

FEWEST_OTHERS: Final = 5
"""With fewer to compare with, a percentage would say little, and much about each of them."""


@dataclass(frozen=True, slots=True)
class Ending:
    """What a solved game means to one of its players.

    `is_quick` says that nobody can write so fast. `beaten` is their best earlier time if this one
    is better. `usual` is the median of their times for puzzles as hard as this one; None if there
    are too few, or if the difficulty is unknown. Of `others` who solved the same daily in time and
    without help, `slower` took longer; both are 0 if there are too few others. `days` is their
    streak, 0 if this game is not part of it. `is_first` says that they solved none so hard without
    help before, `is_faster` that each of their last FEWEST_TIMES as hard as this one took longer.
    """

    result: Result
    is_quick: bool
    beaten: int | None
    usual: int | None
    slower: int
    others: int
    days: int
    is_first: bool = False
    is_faster: bool = False


async def finish(visit: Visit, source: Source, stored: StoredGame) -> StoredGame:
    """Ends a solved game with a result for everybody who placed a digit in it.

    An answer written in one piece is timed from the start of the game, as nobody saw the pauses.
    """
    game, seconds = stored.game, stored.played
    if _is_pasted(game):
        seconds = visit.seconds - stored.started_at
    version = await games.finish(source, stored.id, GameState.SOLVED, visit.seconds)
    placed_by = {game.placed_by(cell) for cell in game.givens.blanks()}
    people = {player for player in placed_by if player is not None} | {visit.user.id}
    for player in sorted(people):
        await results.add(
            source,
            player,
            stored.id,
            seconds=seconds,
            mistakes=await mistakes_of(source, stored.id, game, player),
            finished_at=visit.seconds,
            in_time=await _is_in_time(visit, source, stored, player),
            standing=await _standing(source, {player, stored.chat_id}, game, seconds),
        )
    await evening.offer(visit, source, stored)
    await ways.want(source, stored.puzzle.id)
    await _want_read(source, stored)
    # Only after the results, whose standing would otherwise be that of a solution seen before.
    key = solution_key(game.givens, game.solution)
    await solutions.show(source, people, key, visit.seconds)
    return replace(
        stored,
        state=GameState.SOLVED,
        finished_at=visit.seconds,
        version=stored.version if version is None else version,
    )


async def tell(visit: Visit, source: Transaction, game_id: int) -> None:
    """Tells the watchers of a game, once the transaction is committed, that it has changed."""
    source.afterwards(partial(visit.services.changes.changed, game_id, visit.device))
    # The watchers at other replicas.
    if visit.database.replica is not None:
        await source.tell_of_game(game_id, visit.database.replica)


async def give_up(visit: Visit, stored: StoredGame) -> StoredGame:
    """Ends a game unsolved; its place is owed the solution, which all players have then seen."""
    async with visit.database.transaction() as transaction:
        await visit.takes_effect(transaction, stored.id)
        return await _give_up(visit, transaction, stored, Staleness.SEND)


async def give_up_all(visit: Visit, several: Sequence[StoredGame]) -> None:
    """Ends several games unsolved; their boards are redrawn where they are, without keys to play.

    Their solutions count as seen, since their pages show them. A few end in each transaction, so
    that nobody waits for somebody with very many games. After a crash the handler runs again, and
    the rest end then.
    """
    for first in range(0, len(several), AT_ONCE):
        async with visit.database.transaction() as transaction:
            for stored in several[first : first + AT_ONCE]:
                await _give_up(visit, transaction, stored, Staleness.REDRAW)
            transaction.afterwards(visit.services.stale_views.set)


async def _give_up(
    visit: Visit, transaction: Transaction, stored: StoredGame, owes: Staleness
) -> StoredGame:
    # Once a game has ended, its clock stands.
    await visit.store_clocks(transaction)
    version = await games.finish(transaction, stored.id, GameState.GIVEN_UP, visit.seconds)
    await tell(visit, transaction, stored.id)
    mark = await views.mark(
        transaction, stored.id, visit.place, owes, visit.seconds, asked_by=visit.user.id
    )
    people = {turn.player for turn in stored.game.turns if turn.player is not None}
    game = stored.game
    await _want_read(transaction, stored)
    await show_solution(visit, game.givens, game.solution, others=people, source=transaction)
    if mark.elsewhere:
        transaction.afterwards(visit.services.stale_views.set)
    return replace(
        stored,
        state=GameState.GIVEN_UP,
        finished_at=visit.seconds,
        version=stored.version if version is None else version,
        view_version=mark.version,
    )


async def show_solution(
    visit: Visit,
    givens: Grid,
    solution: Grid,
    way: Way = Way.ASKED,
    *,
    others: Collection[int] = (),
    source: Source | None = None,
) -> None:
    """Stores that this person, this chat and `others` have seen a solution.

    `source` is a transaction to join.
    """
    viewers = {visit.user.id, visit.place.chat_id, *others}
    key = solution_key(givens, solution)
    await solutions.show(source or visit.database, viewers, key, visit.seconds, way)


async def has_seen(visit: Visit, puzzle: PuzzleRow) -> bool:
    """Whether this person or chat has asked for a puzzle's solution, or has played the puzzle."""
    viewers = {visit.user.id, visit.place.chat_id}
    key = solution_key(puzzle.grid, puzzle.solution)
    return await solutions.shown(visit.database, viewers, key) is Way.ASKED


async def ending_of(visit: Visit, stored: StoredGame) -> Ending | None:
    """What a solved game means to this person; None if they have no result of it."""
    result = await results.get(visit.database, visit.user.id, stored.id)
    if result is None:
        return None
    slower = others = days = 0
    if result.daily_label:
        slower, others = await _pace(visit, result.daily_label)
    if is_in_streak(stored):
        days = (await streak_of(visit)).current
    is_quick = too_quick(stored.puzzle.grid, result.seconds)
    before = await _before(visit, result)
    earlier = _comparable(result, before)
    best, usual = _beaten(result, earlier), _usual(result, earlier)
    is_first, is_faster = _is_first(result, before), _is_faster(result, earlier)
    return Ending(result, is_quick, best, usual, slower, others, days, is_first, is_faster)


async def is_only_one(visit: Visit, stored: StoredGame) -> bool:
    """Whether the person has solved no other game of this size, and this one by themselves."""
    size = stored.puzzle.grid.geometry.size
    found = await results.of_size(visit.database, visit.user.id, size, most=2)
    return [(one.game_id, one.standing is Standing.SEEN) for one in found] == [(stored.id, False)]


async def has_solved(visit: Visit, size: int) -> bool:
    """Whether the person has solved a game of a size."""
    return bool(await results.of_size(visit.database, visit.user.id, size, most=1))


async def streak_of(visit: Visit) -> Streak:
    """The person's streak as it stands today."""
    labels = await results.streak_labels(visit.database, visit.user.id)
    return streak(labels, visit.today)


def is_todays(visit: Visit, stored: StoredGame) -> bool:
    """Whether a game is one of today's dailies, by the person's own date."""
    return stored.daily_label is not None and day_of(stored.daily_label) == visit.today


def is_in_streak(stored: StoredGame) -> bool:
    """Whether a game is a daily that counts for the streak."""
    return stored.daily_label is not None and is_of_streak(stored.daily_label)


async def parts_of(source: Source, game_id: int, game: Game) -> tuple[Part, ...]:
    """The part of each known player, and one part for all others who played or asked for help.

    Empty for a game that was forgotten.
    """
    if not game.turns:
        return ()
    known: list[Player | None] = [*await players.of_game(source, game_id), None]
    numbers = {player.user_id for player in known if player}
    helped = await hints.by_person(source, game_id)
    placed = [game.placed_by(cell) for cell in game.givens.blanks() if game.values[cell]]
    found = []
    # The last one, None, stands for everybody who has no seat.
    for player in known:
        who = {player.user_id} if player else {*placed, *helped, None} - numbers
        mistakes = [await mistakes_of(source, game_id, game, one) for one in who]
        taken = sum(helped.get(one, 0) for one in who)
        found.append(Part(player, sum(one in who for one in placed), sum(mistakes), taken))
    return tuple(found)


async def _want_read(source: Source, stored: StoredGame) -> None:
    """Notes that the moves of a game are to be read; the levels of techniques are those of 9x9."""
    if stored.game.givens.geometry is RATED:
        await pupils.want(source, stored.id)


async def _standing(source: Source, viewers: Collection[int], game: Game, seconds: int) -> Standing:
    way = await solutions.shown(source, viewers, solution_key(game.givens, game.solution))
    if way is not None:
        return STANDINGS[way]
    return Standing.UNTIMED if too_quick(game.givens, seconds) else Standing.TIMED


async def _pace(visit: Visit, label: str) -> tuple[int, int]:
    """How many others were slower in a daily, and how many others there are."""
    slower, others = await results.pace(visit.database, visit.user.id, label)
    return (slower, others) if others >= FEWEST_OTHERS else (0, 0)


async def _before(visit: Visit, result: Result) -> list[Result]:
    """The person's earlier results, the newest first."""
    return [
        other
        for other in await results.of_user(visit.database, visit.user.id)
        # Two games may end within one second; their numbers decide which came first.
        if (other.finished_at, other.game_id) < (result.finished_at, result.game_id)
    ]


def _comparable(result: Result, before: Collection[Result]) -> list[Result]:
    """The timed ones of the same size among earlier results; none if this one has no time."""
    if result.standing is not Standing.TIMED:
        return []
    kind = result.size, Standing.TIMED
    return [other for other in before if (other.size, other.standing) == kind]


def _beaten(result: Result, earlier: Collection[Result]) -> int | None:
    best = min((other.seconds for other in earlier), default=0)
    return best if result.seconds < best else None


def _usual(result: Result, earlier: Collection[Result]) -> int | None:
    alike = _alike(result, earlier)
    return median_low(alike) if len(alike) >= FEWEST_TIMES else None


def _is_faster(result: Result, earlier: Collection[Result]) -> bool:
    lately = _alike(result, earlier)[:FEWEST_TIMES]
    return len(lately) == FEWEST_TIMES and result.seconds < min(lately)


def _is_first(result: Result, before: Collection[Result]) -> bool:
    """Whether a puzzle is the first one so hard that somebody solved without help.

    Only from `hard` on, and not among somebody's first games, where each is a first one.
    """
    is_told = result.standing is Standing.TIMED and not result.hints
    if not is_told or result.difficulty not in TOUGH or len(before) < FEWEST_TIMES:
        return False
    levels = list(Difficulty)
    hard = levels.index(Difficulty(result.difficulty))
    return not any(not other.hints and other.difficulty in levels[hard:] for other in before)


def _alike(result: Result, earlier: Collection[Result]) -> list[int]:
    """The earlier times for puzzles as hard as this one, the newest first."""
    if result.difficulty in {None, UNRATED}:
        return []
    return [other.seconds for other in earlier if other.difficulty == result.difficulty]


async def _is_in_time(visit: Visit, source: Source, stored: StoredGame, player: int) -> bool:
    """Whether a daily is solved in time by the player's own days, which differ within a group."""
    person, label = await users.get(source, player), stored.daily_label
    if person is None or label is None:
        return False
    await visit.settle(source, person)
    days = days_of(person, visit.services.zone_of(person))
    return days.counts(day_of(label), datetime.fromtimestamp(visit.seconds, UTC))


def _is_pasted(game: Game) -> bool:
    """Whether the last turn wrote more than half of the board."""
    return 2 * len(game.last_cells) > len(game.givens.blanks())


async def mistakes_of(source: Source, game_id: int, game: Game, player: int | None) -> int:
    """How many wrong digits a player placed, undone or not, or handed in with an answer."""
    moves = [move for turn in game.turns if turn.player == player for move in turn.moves]
    placed = [
        (move.cell, move.value)
        for move in moves
        if move.act is Act.PLACE and move.value != game.solution[move.cell]
    ]
    answers = await submissions.answers(source, game_id, player) if player is not None else ()
    verdicts = [(answer, judge(game, answer)) for answer in answers]
    handed_in = {
        (cell, answer[cell])
        for answer, verdict in verdicts
        if not verdict.contradicted
        for cell in verdict.wrong
    }
    # A digit that was both placed and handed in counts only as placed.
    return len(placed) + len(handed_in - set(placed))
