"""Work that nobody waits for: the dailies on their way, the stock of puzzles, their grading."""
