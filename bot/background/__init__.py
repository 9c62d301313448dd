"""Work that begins without an update: dailies, boards and answers still owed, stock, grading."""
