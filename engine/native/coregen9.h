/* Making 9x9 puzzles, two at a time, on the vectors of core9.h.

   To fill a grid is one search, and so is each question while it is dug: does another digit in this
   cell lead to a solution? The vectors run two searches and ask for the next one whenever either
   ends. So a maker cannot be a loop that calls a search. It is a state machine that each end of a
   search moves on: `begin_fill9`, `end_fill9`, then `dig9` again and again until all orbits were
   visited. The puzzles are those of engine/make/fill.py and dig.py, whatever the other maker does,
   but nodes are counted as the search on vectors counts them. */

#ifndef COREGEN9_H
#define COREGEN9_H

#include "core9.h"
#include "coregen.h"

/* A puzzle in the making. */
typedef struct {
    uint64_t rng;
    ptrdiff_t puzzle;       /* which one; -1 for none */
    int step;                /* its orbit is being dug, -1 while the grid is filled */
    int cell;                /* the next one of the orbit to ask about */
    int clues;
    Givens9 givens;
    uint8_t values[81], solution[81];
    uint8_t order[81][9];
    uint16_t orbit[81];
} Maker9;

typedef struct {
    Feed9 feed;
    const Orbits *orbits;
    const uint8_t *seeds;    /* eight bytes each, low one first */
    ptrdiff_t count, started;
    int clues;               /* wished for, or -1 */
    uint8_t *puzzles, *solutions;
    Search9 search[2];
    Maker9 maker[2];
    int status;
} Makers9;

static int begin_fill9(Maker9 *m, Search9 *s)
{
    for (int cell = 0; cell < 81; cell++) {
        for (int k = 0; k < 9; k++) m->order[cell][k] = (uint8_t)k;
        SHUFFLE(&m->rng, m->order[cell], 9);
    }
    m->step = -1;
    memset(&m->givens, 0, sizeof m->givens);
    givens_board(&m->givens, s->start);
    s->order = (const uint8_t (*)[9])m->order;
    s->limit = 1;
    return 1;
}

static void end_fill9(const Makers9 *all, Maker9 *m, Search9 *s)
{
    board9_values((const uint32_t (*)[4])s->first, m->solution);
    memcpy(m->values, m->solution, 81);
    for (int cell = 0; cell < 81; cell++) givens_put(&m->givens, cell, m->solution[cell] - 1);
    for (int k = 0; k < all->orbits->count; k++) m->orbit[k] = (uint16_t)k;
    SHUFFLE(&m->rng, m->orbit, all->orbits->count);
    s->order = NULL;
    m->clues = 81;
}

static void set_orbit9(Maker9 *m, const uint16_t *cells, int count, int given)
{
    for (int k = 0; k < count; k++) {
        int cell = cells[k];
        if (given) givens_put(&m->givens, cell, m->solution[cell] - 1);
        else givens_take(&m->givens, cell, m->solution[cell] - 1);
        m->values[cell] = given ? m->solution[cell] : 0;
    }
    m->clues += given ? count : -count;
}

/* Asks the next question about the orbit that was blanked, or blanks the next orbit. Returns 0 when
   all were visited. `refused` says that the last question found a second solution. */
static int dig9(const Makers9 *all, Maker9 *m, Search9 *s, int refused)
{
    const Orbits *o = all->orbits;
    for (;;) {
        int orbit = m->step < 0 ? 0 : m->orbit[m->step];
        const uint16_t *cells = o->cell + o->start[orbit];
        int count = m->step < 0 ? 0 : o->start[orbit + 1] - o->start[orbit];
        if (refused) set_orbit9(m, cells, count, 1);
        if (refused || m->cell == count || m->step < 0) {
            if (++m->step == o->count) return 0;
            orbit = m->orbit[m->step];
            cells = o->cell + o->start[orbit];
            count = o->start[orbit + 1] - o->start[orbit];
            m->cell = 0;
            refused = 0;
            if (m->clues - count < all->clues) {
                /* The orbit stays: all its questions count as asked. */
                m->cell = count;
                continue;
            }
            set_orbit9(m, cells, count, 0);
            if (m->clues < 17) { /* never unique: McGuire, Tugemann and Civario */
                refused = 1;
                continue;
            }
        }
        /* In the cells that were asked about before, no other digit leads anywhere. */
        Givens9 known = m->givens;
        for (int k = 0; k < m->cell; k++) givens_put(&known, cells[k], m->solution[cells[k]] - 1);
        givens_board(&known, s->start);
        int cell = cells[m->cell++];
        s->start[m->solution[cell] - 1][cell / 27] &= ~bit_of_cell[cell];
        s->limit = 1;
        return 1;
    }
}

/* The `next` of the feed: what a maker does when its search has ended. */
static int next_puzzle9(Feed9 *feed, Search9 *s, int finished)
{
    Makers9 *all = (Makers9 *)feed;
    Maker9 *m = &all->maker[s - all->search];
    if (finished && s->nodes >= feed->node_limit) all->status = NODE_LIMIT;
    if (finished && s->status) all->status = s->status;
    if (all->status) return 0;
    feed->node_limit -= finished ? s->nodes : 0;
    if (finished && m->step < 0) {
        end_fill9(all, m, s);
        m->cell = 0;
        finished = 0;
        if (dig9(all, m, s, 0)) return 1;
    } else if (finished && dig9(all, m, s, s->count != 0)) {
        return 1;
    }
    /* A puzzle with more givens than wished for is dropped, and its maker fills the next grid. */
    int done = m->puzzle < 0 || all->clues < 0 || m->clues == all->clues;
    if (done && m->puzzle >= 0) {
        memcpy(all->puzzles + 81 * m->puzzle, m->values, 81);
        memcpy(all->solutions + 81 * m->puzzle, m->solution, 81);
    }
    if ((all->status = interruption(feed->halt))) return 0;
    if (!done) return begin_fill9(m, s);
    if (all->started == all->count) return 0;
    m->puzzle = all->started++;
    m->rng = seed_at(all->seeds, (size_t)m->puzzle);
    return begin_fill9(m, s);
}

#endif
