"""Who did what on a board that several people share."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from markupsafe import Markup, escape

from bot import messages
from bot.game.game import Game
from bot.game.player import WIDEST, Part, Player
from bot.render.text_board import BESIDE_HOUR, WIDEST_NOTE, columns

ISOLATED: Final = "\N{FIRST STRONG ISOLATE}{}\N{POP DIRECTIONAL ISOLATE}"
"""Isolates a name, so that one written from right to left does not move the digits behind it."""

SHORTEST: Final = 3
"""Columns of a name that was cut; fewer would show hardly more than that it was."""


def placers(game: Game, players: Iterable[Player]) -> dict[int, Player | None]:
    """Who placed the digit of each filled cell that is not given; None where it is not known."""
    known, values = {player.user_id: player for player in players}, game.values
    blanks = (cell for cell in game.givens.blanks() if values[cell])
    return {cell: known.get(game.placed_by(cell) or 0) for cell in blanks}


def players_line(
    language: str, game: Game, players: Iterable[Player], *, is_tight: bool = False
) -> Markup:
    """How many digits each person has on the board; empty without any.

    That the numbers are those of digits is said where it takes no further line of a phone. Where
    lines are short (`is_tight`), names are cut as far as that saves one; letters tell people apart.
    """
    counts = Counter(placers(game, players).values())
    line = _line(language, counts)
    if is_tight and _height_with_hour(line) > 1:
        cut = (_line(language, counts, widest) for widest in range(WIDEST - 1, SHORTEST - 1, -1))
        # Of the lowest ones the first, whose names are the longest.
        line = min(line, *cut, key=_height_with_hour)
    told = messages.html(language, "players.each", line=line)
    return told if line and _height(told) == _height(line) else line


def _line(language: str, counts: Mapping[Player | None, int], widest: int = WIDEST) -> Markup:
    parts = [
        Part(player and player.in_columns(widest), placed) for player, placed in counts.items()
    ]
    words = [Markup("{} {}").format(name, part.placed) for name, part in _named(language, parts)]
    return Markup(" · ").join(words)


def players_list(language: str, parts: Iterable[Part]) -> list[Markup]:
    """A line for each person: the right digits, the mistakes and the help of a solved game."""
    return [
        Markup("{}: {}").format(name, ", ".join(_deeds(language, part)))
        for name, part in _named(language, parts)
        if part.placed or part.mistakes or part.hints
    ]


def _deeds(language: str, part: Part) -> Iterator[str]:
    yield messages.text(language, "players.right", count=part.placed)
    if part.mistakes:
        yield messages.text(language, "card.mistakes", count=part.mistakes)
    if part.hints:
        yield messages.text(language, "hint.used", count=part.hints)


def _named(language: str, parts: Iterable[Part]) -> Iterator[tuple[Markup, Part]]:
    """The people with a letter one by one, then the others together, then the unknown."""
    known = sorted(
        ((part.player.seat, part.player, part) for part in parts if part.player is not None),
        key=lambda one: one[0],
    )
    for _, player, part in known:
        if player.letter:
            yield _name(player), part
    rest = [part for _, player, part in known if not player.letter]
    if rest:
        yield messages.html(language, "players.others", count=len(rest)), _sum(rest)
    unknown = [part for part in parts if part.player is None]
    if unknown:
        yield messages.html(language, "players.somebody"), _sum(unknown)


def _name(player: Player) -> Markup:
    letter = Markup("<b>{}</b>").format(player.letter)
    return letter + escape(f" {ISOLATED.format(player.name)}") if player.name else letter


def _height(line: Markup, beside: int = 0) -> int:
    """The lines that a text takes on a phone, with so many columns beside it."""
    words = re.sub("[{}]".format(ISOLATED.format("")), "", line.striptags())
    return -(-(columns(words) + beside) // WIDEST_NOTE)


def _height_with_hour(line: Markup) -> int:
    return _height(line, WIDEST_NOTE - BESIDE_HOUR)


def _sum(parts: Sequence[Part]) -> Part:
    placed, mistakes = sum(part.placed for part in parts), sum(part.mistakes for part in parts)
    return Part(None, placed, mistakes, sum(part.hints for part in parts))
