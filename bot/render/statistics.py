"""What a person has solved, in words."""

from collections.abc import Sequence

from markupsafe import Markup

from bot import messages
from bot.game.statistics import Solve, Sums, bands, sizes, sums
from engine.difficulty import Difficulty


def overview(language: str, solves: Sequence[Solve]) -> list[Markup]:
    """All solves, the oldest first: in detail where they are of one size, else briefly by size."""
    found = sizes(solves)
    lines = [
        messages.html(language, "stats.title"),
        messages.html(language, "stats.solved", count=len(solves)),
    ]
    if len(found) == 1:
        return [*lines, Markup(), *size_page(language, solves)]
    # A blank line between sizes would put the first above the screen of a small phone.
    lines.append(Markup())
    for size in found:
        of_size = sums([solve for solve in solves if solve.size == size])
        lines += [_heading(language, size, of_size), *_times(language, of_size)[:1]]
    return lines


def size_page(language: str, solves: Sequence[Solve]) -> list[Markup]:
    """The solves of one size, the oldest first: together, and by difficulty."""
    size, found = solves[0].size, bands(solves)
    together = sums(solves)
    if found == [None]:
        return [_heading(language, size, together), *_details(language, together)]
    lines: list[Markup] = []
    if len(found) > 1:
        lines = [_heading(language, size, together), *_details(language, together), Markup()]
    for band in found:
        of_band = sums([solve for solve in solves if solve.difficulty is band])
        name = band_name(language, band)
        head = messages.html(
            language, "stats.band", size=size, difficulty=name, count=of_band.count
        )
        lines += [head, *_details(language, of_band)]
    return lines


def band_name(language: str, band: Difficulty | None) -> str:
    """What a difficulty is called."""
    return messages.text(language, f"difficulty.{band}" if band else "stats.unrated")


def _heading(language: str, size: int, found: Sums) -> Markup:
    return messages.html(language, "stats.size", size=size, count=found.count)


def _details(language: str, found: Sums) -> list[Markup]:
    hints = messages.html(
        language, "hint.used" if found.hints else "stats.alone", count=found.hints
    )
    mistakes = messages.html(
        language, "stats.mistakes" if found.mistakes else "stats.clean", count=found.mistakes
    )
    return [*_times(language, found), Markup(" · ").join([hints, mistakes])]


def _times(language: str, found: Sums) -> list[Markup]:
    if found.times is None:
        return []
    best, median = (
        messages.duration(language, time) for time in (found.times.best, found.times.median)
    )
    lines = [messages.html(language, "stats.times", best=best, median=median)]
    if found.times.of_five is not None:
        five = messages.duration(language, found.times.of_five)
        lines.append(messages.html(language, "stats.five", time=five))
    return lines
