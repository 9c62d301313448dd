"""What the bot says about a game that is over, and what it offers next."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from markupsafe import Markup, escape

from bot import messages
from bot.chat import links
from bot.game.days import daily_difficulty, is_of_streak
from bot.game.keyboard import Key, Keyboard
from bot.game.selection import has_corners
from bot.game.wish import beside
from bot.play import evening
from bot.play.daily import others_of_day
from bot.play.finish import (
    Ending,
    ending_of,
    has_solved,
    is_in_streak,
    is_only_one,
    is_todays,
    parts_of,
    streak_of,
)
from bot.play.lessons import lesson_of
from bot.play.visit import Visit
from bot.render.buttons.action import Button
from bot.render.buttons.personal import AskEvening, CarryOut
from bot.render.buttons.playing import MakeHarder
from bot.render.buttons.puzzles import Learn, OpenDaily
from bot.render.hint_words import name
from bot.render.keyboard import keyboard, next_choices
from bot.render.players import players_list
from bot.render.preferences import Look
from bot.render.result_card import Feat, hints_taken, mistakes_made, result_card
from bot.render.text_board import WIDTH, WIDTH_ALONE, marked_cells, text_board
from bot.store import results, views
from bot.store.games import GameState, StoredGame
from bot.store.results import Result, Standing

MILESTONES: Final = {
    7: "game.milestone_7",
    30: "game.milestone_30",
    100: "game.milestone_100",
    365: "game.milestone_365",
}
"""Lengths of a streak that are worth a word of their own; the card to share tells them too."""

OFFERED_AT: Final = 2
"""Own digits on a board that offers the keys for a tall phone."""

EFFECT: Final = "5046509860389126442"
"""🎉, one of the six effects that Telegram has for everybody."""


async def effect(visit: Visit, stored: StoredGame) -> str | None:
    """The message effect for the end of a game in a private chat; None once that is shown.

    None also for a game that is not solved, or whose solution the person had seen.
    """
    if not visit.is_private or not await own_result(visit, stored):
        return None
    # The mark goes once the end is shown, so that no effect comes twice.
    view = await views.get(visit.database, stored.id, visit.place)
    return EFFECT if view is not None and view.stale is not None else None


async def own_result(visit: Visit, stored: StoredGame) -> Result | None:
    """A person's result of a game; None if they did not solve it by themselves."""
    result = await results.get(visit.database, visit.user.id, stored.id)
    return None if result is None or result.standing is Standing.SEEN else result


async def praise(visit: Visit, stored: StoredGame) -> Markup:
    """The praise below a solved game; in a group also who did what."""
    key = "game.solved_daily" if stored.daily_label else "game.solved"
    words = messages.html(visit.language, key)
    if visit.group is not None:
        return Markup("\n").join(await _praise_of_all(visit, stored, words))
    ending = await ending_of(visit, stored)
    if ending is None:
        return words
    if ending.result.standing is Standing.SEEN:
        return Markup("\n").join([words, messages.html(visit.language, "outcome.seen")])
    lines = [Markup(" ").join([words, *_pace(visit, ending.result)]), _play(visit, ending.result)]
    lines += [*_remarks(visit, ending), *await _lesson(visit, stored)]
    if await _offers_keys(visit, stored):
        lines.append(messages.html(visit.language, "outcome.more_keys"))
    return Markup("\n").join(lines)


async def offers_keys_in_play(visit: Visit, stored: StoredGame) -> bool:
    """Whether the keys for a tall phone are offered on the board itself.

    That is while somebody who has solved no such board yet has two digits of their own on it: the
    lines before told what the frame and the mark of those digits are.
    """
    givens = stored.game.givens
    own = givens.values.count(0) - stored.game.blank_count
    if own != OFFERED_AT or not stored.is_open or not _has_offer(visit, stored):
        return False
    return not await has_solved(visit, givens.geometry.size)


async def _offers_keys(visit: Visit, stored: StoredGame) -> bool:
    """Whether the keys for a tall phone are offered below the end of a game.

    That is below the first game that somebody has solved on a board for which there are more.
    """
    return _has_offer(visit, stored) and await is_only_one(visit, stored)


def _has_offer(visit: Visit, stored: StoredGame) -> bool:
    """Whether there are more keys for a tall phone, which a bot cannot see, alone with it."""
    has_more = has_corners(stored.puzzle.grid.geometry, Look.TALL)
    return has_more and visit.group is None and visit.choices.board == Look.FULL


async def _lesson(visit: Visit, stored: StoredGame) -> list[Markup]:
    """A line with the technique that took most hints in a game; none without hints."""
    found = await lesson_of(visit, stored.id)
    if found is None:
        return []
    technique, count = found
    words = name(visit.language, technique)
    return [messages.html(visit.language, "outcome.lesson", name=words, count=count)]


async def milestone(visit: Visit, stored: StoredGame) -> int | None:
    """The days of the person's streak if a game of today's has brought it to a milestone."""
    result = await own_result(visit, stored) if is_in_streak(stored) else None
    if result is None or not result.in_time:
        return None
    days = (await streak_of(visit)).current
    return days if days in MILESTONES else None


def solution_html(visit: Visit, stored: StoredGame) -> Markup:
    """The solution of a game that was given up, with the person's own right digits marked."""
    game, solution = stored.game, stored.game.solution
    own = [cell for cell in game.givens.blanks() if game.values[cell] == solution[cell]]
    widest = WIDTH if visit.group else WIDTH_ALONE
    board = text_board(solution, solution.with_values(dict.fromkeys(own, 0)), widest=widest)
    lines = [Markup("<pre>{}</pre>").format(board)]
    if not marked_cells(game.givens.geometry, widest=widest).isdisjoint(own):
        lines.append(messages.html(visit.language, "board.legend_own"))
    return Markup("\n").join([*lines, messages.html(visit.language, "game.given_up")])


async def next_buttons(visit: Visit, stored: StoredGame, link: Callable[[str], str]) -> Keyboard:
    """The buttons below a game that is over: to share it, and to play on.

    `link` makes a link of a payload. Where one button has room beside the last game, it is the only
    one of its kind, since a row less leaves the board of a daily whole.
    """
    rows: list[list[Button | Key]] = []
    # A person's card has their streak, a group's none.
    is_one = visit.group is None
    if (text := await (card if is_one else _card_of_all)(visit, stored)) is not None:
        address = link(links.payload_of_game(visit.services.secret, stored))
        label, copied = messages.text(visit.language, "button.share"), f"{text}\n{address}"
        copy = links.copy_buttons(messages.text(visit.language, "button.copy"), copied)
        rows.append([links.share_button(label, text, address), *copy])
    rows += [[*row] for row in await _lesson_buttons(visit, stored)]
    if await evening.is_offered(visit, stored):
        rows.append([(messages.text(visit.language, "button.evening"), AskEvening(visit.user.id))])
    games = await next_games(visit, stored)
    others = await _other_buttons(visit, stored)
    if len(games[-1]) == 1:
        games[-1][:0] = others[:1]
    else:
        games.insert(0, others)
    return keyboard([*rows, *games])


async def _other_buttons(visit: Visit, stored: StoredGame) -> list[Button]:
    """The keys for a tall phone, if they are offered, and a harder puzzle than a solved one."""
    found: list[Button] = []
    if await _offers_keys(visit, stored):
        keys = CarryOut(visit.user.id, "board", Look.TALL)
        found.append((messages.text(visit.language, "button.more_keys"), keys))
    if stored.state is GameState.SOLVED and _has_harder(stored):
        found.append((messages.text(visit.language, "button.harder"), MakeHarder(stored.id)))
    return found


async def _lesson_buttons(visit: Visit, stored: StoredGame) -> list[list[Button]]:
    """The button to the lesson of the technique that took most hints in a person's own game."""
    found = None if visit.group else await lesson_of(visit, stored.id)
    if found is None:
        return []
    label = messages.text(visit.language, "button.lesson", name=name(visit.language, found[0]))
    return [[(label, Learn(found[0]))]]


async def next_games(visit: Visit, stored: StoredGame) -> list[list[Button]]:
    """Buttons for what to play next, the dailies of the same date first; two in a row."""
    levels = await level_buttons(visit, stored)
    choices = next_choices(visit.language, daily=not is_todays(visit, stored))
    together = [*levels, *choices]
    return [together[at : at + 2] for at in range(0, len(together), 2)]


async def level_buttons(visit: Visit, stored: StoredGame) -> list[Button]:
    """A button for each other daily of the date that is not over here; none for other games."""
    if stored.daily_label is None:
        return []
    labels = await others_of_day(visit, stored.daily_label)
    return [(_level(visit, label), OpenDaily(label)) for label in labels]


async def card(visit: Visit, stored: StoredGame) -> str | None:
    """The card by which a person shares a game; None if they did not solve it by themselves."""
    result = await own_result(visit, stored)
    if result is None:
        return None
    days = (await streak_of(visit)).current if is_in_streak(stored) else 0
    return _card(visit, stored, result, days)


async def _card_of_all(visit: Visit, stored: StoredGame) -> str | None:
    """The card by which a group shares a game; None if nobody solved it by themselves."""
    result = await _result_of_all(visit, stored)
    if result is None or result.standing is Standing.SEEN:
        return None
    return _card(visit, stored, result)


def _card(visit: Visit, stored: StoredGame, result: Result, days: int = 0) -> str:
    seconds = result.seconds if result.standing is Standing.TIMED else None
    feat = Feat(seconds, result.difficulty, result.hints, result.mistakes, days)
    return result_card(visit.language, stored.game, stored.daily_label, feat)


def _level(visit: Visit, label: str) -> str:
    """The label of a daily's button, which says if it still counts for the person's streak."""
    difficulty = messages.text(visit.language, f"difficulty.{daily_difficulty(label)}")
    counts = is_of_streak(label) and visit.days.counts(label, visit.now)
    key = "button.of_streak" if counts else "button.level"
    return messages.text(visit.language, key, difficulty=difficulty)


async def _result_of_all(visit: Visit, stored: StoredGame) -> Result | None:
    """The best result of a group's game, with the mistakes of all; None without results."""
    found = await results.of_game(visit.database, stored.id)
    if not found:
        return None
    best = min(found, key=lambda result: tuple(Standing).index(result.standing))
    return replace(best, mistakes=sum(result.mistakes for result in found))


async def _praise_of_all(visit: Visit, stored: StoredGame, words: Markup) -> list[Markup]:
    result = await _result_of_all(visit, stored)
    pace = _pace(visit, result) if result is not None else []
    lines = [Markup(" ").join([words, *pace])]
    if result is not None and result.standing is Standing.SEEN:
        lines.append(messages.html(visit.language, "outcome.seen"))
    parts = await parts_of(visit.database, stored.id, stored.game)
    return [*lines, *players_list(visit.language, parts)]


def _has_harder(stored: StoredGame) -> bool:
    size, difficulty = stored.puzzle.grid.geometry.size, stored.puzzle.difficulty
    # At the end of the scale `beside` gives the same wish back.
    wish = beside(size, difficulty, 1)
    return (wish.size, wish.difficulty) != (size, difficulty)


def _pace(visit: Visit, result: Result) -> list[Markup]:
    """The time and the difficulty, as far as they are known."""
    facts = []
    if result.standing is Standing.TIMED:
        time = messages.duration(visit.language, result.seconds)
        facts.append(messages.text(visit.language, "outcome.time", time=time))
    facts += messages.difficulty_parts(visit.language, result.difficulty)
    return [escape(" · ".join(facts))] if facts else []


def _play(visit: Visit, result: Result) -> Markup:
    """The hints and the mistakes."""
    taken = hints_taken(visit.language, result.hints)
    line = f"{taken} · {mistakes_made(visit.language, result.mistakes)}"
    return escape(line[:1].upper() + line[1:])


def _remarks(visit: Visit, ending: Ending) -> list[Markup]:
    result, lines = ending.result, []
    if result.standing is Standing.UNTIMED:
        key = "outcome.quick" if ending.is_quick else "outcome.printed"
        lines.append(messages.html(visit.language, key))
    elif ending.is_first:
        level = messages.text(visit.language, f"difficulty.{result.difficulty}")
        lines.append(messages.html(visit.language, "outcome.first", difficulty=level))
    elif ending.beaten is not None:
        time = messages.duration(visit.language, ending.beaten)
        lines.append(messages.html(visit.language, "outcome.best", size=result.size, time=time))
    elif ending.is_faster:
        lines.append(messages.html(visit.language, "outcome.faster_lately"))
    elif ending.usual is not None:
        time = messages.duration(visit.language, ending.usual)
        lines.append(messages.html(visit.language, "outcome.usual", time=time))
    if result.daily_label and result.in_time:
        lines += _of_the_day(visit, ending)
        if not is_of_streak(result.daily_label):
            lines.append(messages.html(visit.language, "daily.beside"))
    return lines


def _of_the_day(visit: Visit, ending: Ending) -> list[Markup]:
    lines = []
    if ending.slower:
        percent = 100 * ending.slower // ending.others
        count = ending.others
        line = messages.html(visit.language, "outcome.faster", percent=percent, count=count)
        lines.append(line)
    if ending.days in MILESTONES:
        lines.append(messages.html(visit.language, MILESTONES[ending.days], count=ending.days))
    elif ending.days:
        lines.append(messages.html(visit.language, "game.streak", count=ending.days))
    return lines
