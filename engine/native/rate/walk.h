/* The walk from the givens to the solution, and what it says about the puzzle. */
#ifndef ENGINE_RATE_WALK_H
#define ENGINE_RATE_WALK_H

#include "rater.h"

typedef enum { RATED, UNSOLVABLE, BEYOND, TIMED_OUT, NO_MEMORY } Outcome;

typedef struct {
    Outcome outcome;
    int rating, pearl, diamond;  /* tenths */
    Technique hardest;
    int counts[TECHNIQUES];
} Rating;

/* `givens` are 1..9, or 0 for an empty cell */
void rate_puzzle(const uint8_t givens[CELLS], const Limits *limits, Rating *rating);

#endif
