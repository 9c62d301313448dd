"""The end of a game: its results, how far they count, and who has seen the solution."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final

from bot.game.answer import judge
from bot.game.days import days_of
from bot.game.fair_play import solution_key, too_quick
from bot.game.game import Game
from bot.game.move import Act
from bot.game.streak import Streak, streak
from bot.play.visit import Visit
from bot.store import games, results, solutions, submissions, users, views
from bot.store.games import GameState, StoredGame
from bot.store.puzzles import PuzzleRow
from bot.store.results import Result, Standing
from bot.store.solutions import Way
from bot.store.source import Source
from bot.store.views import Staleness
from engine.grid import Grid

STANDINGS: Final = {Way.ASKED: Standing.SEEN, Way.PRINTED: Standing.UNTIMED}


@dataclass(frozen=True, slots=True)
class Ending:
    """What a solved game means to one of its players.

    `is_quick` tells that nobody can write so fast. `beaten` is the best of their earlier times
    where this one is better still. Of `others` who solved the same daily in time, `slower` took
    longer. `days` is their streak, 0 where this game is not part of it.
    """

    result: Result
    is_quick: bool
    beaten: int | None
    slower: int
    others: int
    days: int


async def finish(visit: Visit, source: Source, stored: StoredGame) -> StoredGame:
    """Ends a solved game with a result for everybody who placed a digit in it.

    An answer written in one piece is timed from the start of the game, for nobody saw the pauses.
    """
    game, seconds = stored.game, stored.played
    if _is_pasted(game):
        seconds = visit.seconds - stored.started_at
    await games.finish(source, stored.id, GameState.SOLVED, visit.seconds)
    placed_by = {game.placed_by(cell) for cell in game.givens.blanks()}
    players = {player for player in placed_by if player is not None} | {visit.user.id}
    for player in sorted(players):
        await results.add(
            source,
            player,
            stored.id,
            seconds=seconds,
            mistakes=await _mistakes(source, stored, player),
            finished_at=visit.seconds,
            in_time=await _is_in_time(visit, source, stored, player),
            standing=await _standing(source, {player, stored.chat_id}, game, seconds),
        )
    key = solution_key(game.givens, game.solution)
    await solutions.show(source, players, key, visit.seconds)
    return replace(stored, state=GameState.SOLVED, finished_at=visit.seconds)


async def give_up(visit: Visit, stored: StoredGame) -> StoredGame:
    """Ends a game unsolved; its place is owed the solution, which all players have then seen."""
    async with visit.database.transaction() as transaction:
        await games.finish(transaction, stored.id, GameState.GIVEN_UP, visit.seconds)
        await visit.takes_effect(transaction, stored.id)
        mark = await views.mark(
            transaction,
            stored.id,
            visit.place,
            Staleness.SEND,
            visit.seconds,
            asked_by=visit.user.id,
        )
        players = {turn.player for turn in stored.game.turns if turn.player is not None}
        game = stored.game
        await show_solution(visit, game.givens, game.solution, others=players, source=transaction)
    if mark.elsewhere:
        visit.services.stale_views.set()
    return replace(
        stored, state=GameState.GIVEN_UP, finished_at=visit.seconds, version=mark.version
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
    """Remembers that this person and this chat see a solution, and `others`.

    `source` is a transaction to join.
    """
    viewers = {visit.user.id, visit.place.chat_id, *others}
    key = solution_key(givens, solution)
    await solutions.show(source or visit.database, viewers, key, visit.seconds, way)


async def has_seen(visit: Visit, puzzle: PuzzleRow) -> bool:
    """Whether this person or this chat has asked for the solution of a puzzle, or played it."""
    viewers = {visit.user.id, visit.place.chat_id}
    key = solution_key(puzzle.grid, puzzle.solution)
    return await solutions.shown(visit.database, viewers, key) is Way.ASKED


async def ending_of(visit: Visit, stored: StoredGame) -> Ending | None:
    """What a solved game means to this person; None where they have no part in it."""
    result = await results.get(visit.database, visit.user.id, stored.id)
    if result is None:
        return None
    slower = others = days = 0
    if result.daily_label and result.in_time and result.standing is not Standing.SEEN:
        slower, others = await results.pace(visit.database, visit.user.id, result.daily_label)
    if result.daily_label:
        days = (await streak_of(visit)).current
    is_quick = too_quick(stored.puzzle.grid, result.seconds)
    return Ending(result, is_quick, await _beaten(visit, result), slower, others, days)


async def streak_of(visit: Visit) -> Streak:
    """The person's days in a row as they stand today."""
    labels = await results.streak_labels(visit.database, visit.user.id)
    return streak(labels, visit.today)


def is_todays(visit: Visit, stored: StoredGame) -> bool:
    """Whether a game is the daily of the person's present day."""
    return stored.daily_label == visit.today


async def _standing(source: Source, viewers: Collection[int], game: Game, seconds: int) -> Standing:
    way = await solutions.shown(source, viewers, solution_key(game.givens, game.solution))
    if way is not None:
        return STANDINGS[way]
    return Standing.UNTIMED if too_quick(game.givens, seconds) else Standing.TIMED


async def _beaten(visit: Visit, result: Result) -> int | None:
    """The best of the person's earlier times of this size, if the result is better still."""
    if result.standing is not Standing.TIMED:
        return None
    earlier = [
        other.seconds
        for other in await results.of_user(visit.database, visit.user.id)
        if (other.size, other.standing) == (result.size, Standing.TIMED)
        and (other.finished_at, other.game_id) < (result.finished_at, result.game_id)
    ]
    return min(earlier) if earlier and result.seconds < min(earlier) else None


async def _is_in_time(visit: Visit, source: Source, stored: StoredGame, player: int) -> bool:
    """Whether a daily is solved in time where the player lives, which may differ within a group."""
    person, label = await users.get(source, player), stored.daily_label
    if person is None or label is None:
        return False
    await visit.settle(source, person)
    days = days_of(person, visit.services.zone_of(person))
    return days.counts(label, datetime.fromtimestamp(visit.seconds, UTC))


def _is_pasted(game: Game) -> bool:
    """Whether the last turn wrote more than half of the board."""
    return 2 * len(game.last_cells) > len(game.givens.blanks())


async def _mistakes(source: Source, stored: StoredGame, player: int) -> int:
    """How many wrong digits a player placed on the way, taken back or not, or handed in."""
    game = stored.game
    moves = [move for turn in game.turns if turn.player == player for move in turn.moves]
    placed = [
        (move.cell, move.value)
        for move in moves
        if move.act is Act.PLACE and move.value != game.solution[move.cell]
    ]
    verdicts = [
        (answer, judge(game, answer))
        for answer in await submissions.answers(source, stored.id, player)
    ]
    handed_in = {
        (cell, answer[cell])
        for answer, verdict in verdicts
        if not verdict.contradicted
        for cell in verdict.wrong
    }
    return len(placed) + len(handed_in - set(placed))
