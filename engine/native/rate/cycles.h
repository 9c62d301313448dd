/* The links between candidates that static chains follow. */
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

void links_find(const Geometry *geometry, const Candidates *candidates, LinkMode mode,
                Links *links);
double cycle_base(LinkMode mode);
double chain_base(LinkMode mode);
int chain_order(LinkMode mode);

#endif
