"""The jobs that workers run; the last argument of each is its Budget.

Workers import these files, so they must not import the event loop or anything of Telegram. What a
job does with a short budget stands in `budgets`.
"""

from bot.pool.jobs.budgets import WORTH_HAVING_SECONDS
from bot.pool.jobs.hints import judge_now, played_now, reason_now, shown_now, step_now
from bot.pool.jobs.pictures import drawn_now, pictures_now
from bot.pool.jobs.puzzles import decide_now, generate_now, graded_now, learner_now, with_now
from bot.pool.jobs.ratings import Appraisal, appraise_now, difficulty_now, pace_now, report_now
from bot.pool.jobs.texts import Checked, bundle_now, read_now
from bot.pool.jobs.ways import Found, Weighed, begin_now, better_now, way_now, weighed_now

__all__ = [
    "WORTH_HAVING_SECONDS",
    "Appraisal",
    "Checked",
    "Found",
    "Weighed",
    "appraise_now",
    "begin_now",
    "better_now",
    "bundle_now",
    "decide_now",
    "difficulty_now",
    "drawn_now",
    "generate_now",
    "graded_now",
    "judge_now",
    "learner_now",
    "pace_now",
    "pictures_now",
    "played_now",
    "read_now",
    "reason_now",
    "report_now",
    "shown_now",
    "step_now",
    "way_now",
    "weighed_now",
    "with_now",
]
