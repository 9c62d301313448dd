"""/export: everything that is stored about a person, as files."""

import csv
import io
import json
from datetime import UTC, datetime
from typing import Final

from bot.handlers.routes import command
from bot.play import belongings
from bot.play.belongings import Belongings
from bot.play.errors import UserError
from bot.telegram.context import Context

HEADINGS: Final = (
    "game", "daily", "size", "difficulty", "seconds", "hints", "mistakes", "counts",
    "finished_at_utc", "puzzle",
)  # fmt: skip


async def export(context: Context) -> None:
    if not context.is_private:
        raise UserError("export.private")
    await context.show_typing()
    found = await belongings.hand_over(context.visit)
    everything = json.dumps(found.sections, ensure_ascii=False, indent=1)
    await context.send_file("sudoku.json", everything.encode(), context.html("export.all"))
    spreadsheet = _results(found)
    await context.send_file("sudoku-results.csv", spreadsheet, context.html("export.results"))


def _results(found: Belongings) -> bytes:
    """The results for a spreadsheet, which knows by the mark in front that it is UTF-8."""
    givens = {puzzle["id"]: puzzle["givens"] for puzzle in found.sections["puzzles"]}
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(HEADINGS)
    for result in found.results:
        finished = datetime.fromtimestamp(result.finished_at, UTC)
        writer.writerow(
            [
                result.game_id,
                result.daily_label or "",
                result.size,
                result.difficulty or "",
                result.seconds,
                result.hints,
                result.mistakes,
                result.standing,
                f"{finished:%Y-%m-%d %H:%M:%S}",
                givens[result.puzzle_id],
            ]
        )
    return out.getvalue().encode("utf-8-sig")


HANDLERS = (command("export", export),)
