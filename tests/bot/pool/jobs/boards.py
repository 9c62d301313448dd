"""Boards for several kinds of jobs, and the time that their tests have."""

from engine import Budget, parse

BUDGET = Budget(300)
"""Long enough on any machine; what ends is the work."""

NINE = parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")

EXPERT = "1946752832584937167..12845961.982..4..2351..8...746.21...867......514.9....239..."
"""Rated 6.2; an ALS-XZ would lead to a digit at once, but Pointing stands beside it."""

SOLVED = "1234341221434321"
EASY = "1234341221434.2."
SEVERAL = "1234............"
NONE = "11.............."
