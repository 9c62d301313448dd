/*
 * Nets of implications: what follows from each assumption on a grid, and why.
 *
 * The problem: Sudoku Explainer rates a forcing chain by the number of nodes that its conclusion
 * rests on, and takes the conclusion with the fewest.  So it is not enough to know what follows;
 * for every node the way back must be known, and it must be the way that Sudoku Explainer would
 * have found first.
 *
 *   node   9 * cell + digit while the candidate is true, FALSE_NODE more while it is false
 *   run    all nodes that one assumption implies, each with its parents: the nodes it follows from
 *   net    the runs of all assumptions on one grid, and the best conclusion from comparing them
 *
 * Invariants: a node is reached once, by the first link that leads there, after all its parents;
 * so the graph of parents has no cycles.  Nodes are spread breadth first, true ones before false
 * ones, in the order of digits and units in which Sudoku Explainer visits them.  A run ends at its
 * first contradiction.
 *
 * Parents lie in one pool for the net, because most nodes have one and some have dozens.  The
 * nodes behind a node are counted only where the count may matter: `depth`, the longest way back,
 * is a lower bound that rules out most conclusions that cannot be the best.
 *
 * Files, each calling only those before it: net.c stores, spread.c spreads one assumption,
 * search.c compares the runs.  locked_net.c, nested_chains.c and nested_net.c extend runs; the
 * last searches a net within a net, which has no extensions of its own.  forcing.c, on top, hands
 * each kind of net its extensions.
 */
#ifndef ENGINE_RATE_NET_H
#define ENGINE_RATE_NET_H

#include "rater.h"

enum { FALSE_NODE = CANDIDATES, NODES = 2 * CANDIDATES, MOST_NESTED = 60000 };

/* Why a node is what it is: the kind of unit, or the cell, that leaves nothing else. */
enum { BY_NOTHING = -1, BY_BOX = BOX, BY_ROW = ROW, BY_COLUMN = COLUMN, BY_OWN_CELL = KINDS };

/* A node with the nodes it follows from. */
typedef struct {
    int node, cause, count;
    int nested;                  /* the chain that shows it, from 1; 0: none */
    uint16_t parents[CANDIDATES];
} Link;

/* What one assumption implies; `parents[node]` is where the pool lists the node's parents. */
typedef struct {
    uint64_t has[2][WORDS];      /* candidates reached as true [0] and as false [1] */
    uint16_t order[2][CANDIDATES];
    int count[2];
    uint32_t parents[NODES];
    uint16_t depth[NODES];       /* of the longest way back: no more than the nodes it rests on */
    uint16_t nodes[NODES];       /* nodes it rests on, itself included; 0 until counted */
    int8_t cause[NODES];
    uint16_t nested[CANDIDATES]; /* of false ones */
    int contradiction;           /* complexity of the contradiction; 0: none */
    int clash, clash_cause;      /* the node that contradicts, reached by neither set */
    uint32_t clash_parents;
} Run;

struct Net;

/* Looks on the grid of a run for more than plain links give, and adds it.  Returns whether there
   was any. */
typedef bool (*Extend)(struct Net *net, Run *run);

enum { MOST_EXTENSIONS = 3 };

/* A kind of net. The extensions are handed in: this file and spread.c know none of them. */
typedef struct {
    bool dynamic, nishio;
    bool nested;                 /* whether an extension finds chains */
    Extend extend[MOST_EXTENSIONS]; /* asked in this order, the next when one has nothing */
    Technique technique;
    double difficulty;
} Mode;

/* How a conclusion is reached; among equally complex ones the lower number is better. */
enum { DOUBLE = 1, BY_CELL = 5, BY_UNIT = 6, CONTRADICTION = 7 };

typedef struct {
    int complexity, order, turn; /* 0: no conclusion; `turn` counts in the order met */
    int target;                  /* the node concluded */
    int subject;                 /* assumption, cell, or 9 * unit + digit */
} Conclusion;

typedef struct Net {
    Rater *rater;
    const Candidates *start;     /* the grid that the assumptions are made on */
    Mode mode;
    Run *runs[NODES];            /* by assumption */
    uint16_t *pool;              /* of parents: a count, then the nodes */
    size_t pool_used, pool_room;
    Candidates grid;             /* of the run being spread */
    uint32_t stamps[NODES], stamp;
    uint16_t stack[NODES];
    Conclusion best;
    Conclusion *every;           /* if not NULL: the best by what it removes, a node each */
    int turn;
    uint64_t *nested_hash;       /* of the nested chains, from 1 */
    uint16_t *nested_complexity;
    int nested_count;
    bool full;                   /* the arena is */
} Net;

/* A step on the grid of a run: what it removes, and the false nodes that it rests on. */
typedef struct {
    uint16_t gone[CANDIDATES], parents[CANDIDATES];
    int gone_count, parent_count;
    int nested;
} Advance;

static inline bool net_reached(const Run *run, int node)
{
    return test_bit(run->has[node >= FALSE_NODE], node % FALSE_NODE);
}

Net *net_open(Rater *rater, const Candidates *start, Mode mode, bool every);
void net_add(Net *net, Run *run, const Link *link);
bool net_advance(Net *net, Run *run, const Advance *found);
void net_clash(Net *net, Run *run, const Link *link, int opposite);
int net_nodes(Net *net, Run *run, int node);
int net_nested(Net *net, Run *const *runs, int count, int node);

#endif
