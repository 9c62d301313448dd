"""A report on a puzzle in words."""

from collections import Counter
from collections.abc import Sequence

from markupsafe import Markup, escape

from bot import messages
from bot.game.report import Report
from bot.render.hint_words import name
from engine.board import Grid, Symmetry
from engine.difficulty import Difficulty, Grade
from engine.techniques import TECHNIQUES, Technique


def report_lines(
    language: str, puzzle: Grid, report: Report, path: Sequence[Technique]
) -> list[Markup]:
    """How hard a puzzle is, which techniques the path to its solution needs, how it is built."""
    lines = [difficulty_line(language, report.difficulty, report.grade)]
    if report.grade:
        scale = name(language, report.grade.hardest)
        lines.append(messages.html(language, "rate.scale", name=scale))
    lines += _needs(language, path)
    minimal = messages.text(language, "rate.minimal" if report.is_minimal else "rate.not_minimal")
    built = [messages.text(language, "board.clues", count=puzzle.clue_count), minimal]
    return [*lines, escape(messages.listed(language, [*built, *_symmetry(language, report)]))]


def difficulty_line(language: str, difficulty: Difficulty, grade: Grade | None) -> Markup:
    """How hard a puzzle is, with its rating where it has one."""
    band = messages.text(language, f"difficulty.{difficulty}")
    if grade is None:
        return Markup("<b>{}</b>").format(band)
    rating = f"{grade.rating:.1f}"
    return messages.html(language, "rate.rated", difficulty=band, rating=rating)


def _needs(language: str, path: Sequence[Technique]) -> list[Markup]:
    counts = Counter(path)
    ordered = sorted(counts, key=list(TECHNIQUES).index)
    lines = [messages.html(language, "rate.needs")] if ordered else []
    return lines + [
        messages.html(
            language, "rate.line", name=name(language, technique), times=counts[technique]
        )
        for technique in ordered
    ]


def _symmetry(language: str, report: Report) -> list[str]:
    """The names of the symmetries without those that another one implies."""
    kinds = [kind for kind in report.symmetries if kind not in _implied(report.symmetries)]
    named = [messages.text(language, f"symmetry.{kind}") for kind in kinds]
    return named or [messages.text(language, f"symmetry.{Symmetry.NONE}")]


def _implied(symmetries: Sequence[Symmetry]) -> set[Symmetry]:
    """The symmetries that follow from these."""
    parts = {
        Symmetry.FULL: set(Symmetry) - {Symmetry.FULL},
        Symmetry.ROTATE90: {Symmetry.CENTRAL},
        Symmetry.MIRRORS: {Symmetry.HORIZONTAL, Symmetry.VERTICAL, Symmetry.CENTRAL},
        Symmetry.DIAGONALS: {Symmetry.DIAGONAL, Symmetry.ANTIDIAGONAL, Symmetry.CENTRAL},
    }
    return {part for kind in symmetries for part in parts.get(kind, set())}
