/* The links between candidates that static chains follow, and how chains are ranked. */
#ifndef ENGINE_RATE_CYCLES_H
#define ENGINE_RATE_CYCLES_H

#include "rater.h"

typedef enum { X_ONLY = 1, Y_ONLY = 2, XY = 3 } LinkMode;

enum { MOST_WEAK = 28, MOST_STRONG = 4 };

typedef struct {
    uint16_t list[MOST_WEAK];
    int count;
} Neighbours;

typedef struct {
    LinkMode mode;
    uint16_t candidates[CANDIDATES];
    int count;
    Neighbours weak[CANDIDATES];   /* only those with a strong neighbour */
    Neighbours strong[CANDIDATES];
    uint64_t near[CANDIDATES][WORDS]; /* all weak neighbours as bits */
} Links;

/* Ranks the chains of one search: the lowest is taken. */
typedef struct {
    double difficulty;
    int complexity, order;
} Score;

double length_difficulty(int complexity);
bool score_beats(Score one, Score other);
void links_find(const Geometry *geometry, const Candidates *candidates, LinkMode mode,
                Links *links);
double cycle_base(LinkMode mode);
double chain_base(LinkMode mode);
int chain_order(LinkMode mode);

#endif
