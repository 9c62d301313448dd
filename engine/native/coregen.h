/* Making grids and puzzles: engine/make/fill.py, dig.py, mask.py and random_givens.py a second time,
   in C.

   Every random draw, every decision and every count of nodes is that of the Python files, in the
   same order: a change there is a change here, or seeds make other puzzles. The Python files say
   what is done and why. */

#ifndef COREGEN_H
#define COREGEN_H

#include "coren.h"

enum { LARGEST_EXACT = 9, TRIAL_NODES = 200, ATTEMPT_NODES_PER_CELL = 4, PATIENCE = 300 };
#define WHOLE (~(uint64_t)0)

/* The sets of cells that are given or blank together: those of orbit k are `cell` from start[k] to
   below start[k + 1]. */
typedef struct {
    int count;
    uint16_t start[MAX_CELLS + 1];
    uint16_t cell[MAX_CELLS];
} Orbits;

/* `orbit_of` has two bytes a cell, low one first: the number of its orbit, counted from 0 in the
   order of their first cells. Returns 0 where the numbers are others. */
static int orbits_init(Orbits *o, const uint8_t *orbit_of, int cells)
{
    int length[MAX_CELLS + 1] = {0};
    o->count = 0;
    for (int cell = 0; cell < cells; cell++) {
        int orbit = orbit_of[2 * cell] | orbit_of[2 * cell + 1] << 8;
        if (orbit > o->count) return 0;
        o->count += orbit == o->count;
        length[orbit]++;
    }
    o->start[0] = 0;
    for (int k = 0; k < o->count; k++) o->start[k + 1] = (uint16_t)(o->start[k] + length[k]);
    for (int cell = cells - 1; cell >= 0; cell--) {
        int orbit = orbit_of[2 * cell] | orbit_of[2 * cell + 1] << 8;
        o->cell[o->start[orbit] + --length[orbit]] = (uint16_t)cell;
    }
    return 1;
}

static uint64_t seed_at(const uint8_t *seeds, size_t index)
{
    uint64_t seed = 0;
    for (int k = 7; k >= 0; k--) seed = seed << 8 | seeds[8 * index + (size_t)k];
    return seed;
}

typedef struct {
    SearchN search;
    Shape shape;
    uint16_t priority[MAX_CELLS];
    uint8_t order[MAX_CELLS][MAX_SIZE];
} MakerN;

static int makern_init(MakerN *m, int high, int wide)
{
    shape_init(&m->shape, high, wide);
    return searchn_init(&m->search, &m->shape);
}

static void draw_orders(MakerN *m, uint64_t *rng)
{
    for (int cell = 0; cell < m->shape.cells; cell++) {
        for (int k = 0; k < m->shape.size; k++) m->order[cell][k] = (uint8_t)k;
        SHUFFLE(rng, m->order[cell], m->shape.size);
    }
}

/* One attempt at a random full grid; returns what next_solution returns. */
static int attempt_fill(MakerN *m, uint64_t *rng, Budget *budget)
{
    SearchN *s = &m->search;
    int is_small = m->shape.size <= LARGEST_EXACT;
    if (!is_small) {
        for (int cell = 0; cell < m->shape.cells; cell++) m->priority[cell] = (uint16_t)cell;
        SHUFFLE(rng, m->priority, m->shape.cells);
    }
    draw_orders(m, rng);
    budget->part = is_small ? WHOLE : (uint64_t)(ATTEMPT_NODES_PER_CELL * m->shape.cells);
    s->priority = is_small ? NULL : m->priority;
    s->order = (const uint8_t (*)[MAX_SIZE])m->order;
    s->row_by_row = is_small;
    s->depth = 0;
    blank_board(&s->closer, board_at(s, 0));
    return next_solution(s, budget, 0, 1);
}

/* Stores a random full grid and returns 1, or 0 when the budget is spent. */
static int filln(MakerN *m, uint64_t *rng, Budget *budget, uint8_t *values)
{
    int found = 0;
    while (!budget->status && (found = attempt_fill(m, rng, budget)) != 1) continue;
    m->search.order = NULL;
    m->search.priority = NULL;
    budget->part = WHOLE;
    if (found != 1) return 0;
    board_values(&m->shape, board_at(&m->search, m->search.depth), values);
    return 1;
}

/* Whether `values`, where the cells of an orbit were blanked, still has `solution` only: 1 for yes,
   0 for no or for not decided within the part of the budget, -1 when the budget is spent. */
static int stays_uniquen(MakerN *m, const uint8_t *values, const uint8_t *solution,
                         const uint16_t *cells, int count, Budget *budget)
{
    SearchN *s = &m->search;
    Closer *c = &s->closer;
    uint32_t *base = board_at(s, 0), *trial = board_at(s, 1);
    size_t bytes = (size_t)m->shape.words * 4;
    budget->part = m->shape.size <= LARGEST_EXACT ? WHOLE : TRIAL_NODES;
    if (!count_node(budget)) return -1;
    load_board(c, base, values);
    close_board(c);
    for (int k = 0; k < count; k++) {
        int cell = cells[k];
        uint32_t own = 1u << (solution[cell] - 1), others = base[cell] & ~own;
        if (!others) continue;
        /* A second solution has another digit in some cell of the orbit. */
        for (uint32_t rest = others; rest; rest &= rest - 1) {
            memcpy(trial, base, bytes);
            open_board(c, trial);
            restrict_cell(c, cell, rest & -rest);
            s->depth = 1;
            int found = next_solution(s, budget, 1, 1);
            if (found) return found < 0 && budget->status ? -1 : 0;
        }
        if (!count_node(budget)) return budget->status ? -1 : 0;
        /* No other digit leads anywhere in this cell, so for the next ones it has its own. */
        open_board(c, base);
        restrict_cell(c, cell, own);
        close_board(c);
    }
    return 1;
}

/* Digs `values`, a full grid, in the order drawn; 0 when the budget is spent. */
static int dign(MakerN *m, const Orbits *orbits, uint64_t *rng, int least, Budget *budget,
                uint8_t *values)
{
    uint8_t solution[MAX_CELLS];
    uint16_t order[MAX_CELLS];
    int clues = m->shape.cells;
    memcpy(solution, values, (size_t)clues);
    for (int k = 0; k < orbits->count; k++) order[k] = (uint16_t)k;
    SHUFFLE(rng, order, orbits->count);
    for (int k = 0; k < orbits->count; k++) {
        const uint16_t *cells = orbits->cell + orbits->start[order[k]];
        int count = orbits->start[order[k] + 1] - orbits->start[order[k]];
        if (clues - count < least) continue;
        for (int j = 0; j < count; j++) values[cells[j]] = 0;
        int unique = stays_uniquen(m, values, solution, cells, count, budget);
        if (unique < 0) return 0;
        clues -= unique ? count : 0;
        for (int j = 0; j < count && !unique; j++) values[cells[j]] = solution[cells[j]];
    }
    budget->part = WHOLE;
    return 1;
}

static uint32_t candidate_count(const Shape *s, const uint32_t *board)
{
    uint32_t count = 0;
    for (int cell = 0; cell < s->cells; cell++) count += (uint32_t)__builtin_popcount(board[cell]);
    return count;
}

/* Changes one or two givens of `values` on the mask and closes the board at level 0. Returns 0 when
   that is broken, -1 when the budget is spent. */
static int change_givens(MakerN *m, const uint16_t *cells, uint32_t count, uint64_t *rng,
                         Budget *budget, uint8_t *values)
{
    Closer *c = &m->search.closer;
    uint32_t *board = board_at(&m->search, 0);
    uint16_t one = cells[below(rng, count)], two = cells[below(rng, count)];
    uint16_t changed[2] = {one < two ? one : two, one < two ? two : one};
    values[one] = values[two] = 0;
    if (!count_node(budget)) return -1;
    load_board(c, board, values);
    int closed = close_board(c);
    for (int k = 0; k < 1 + (one != two) && closed; k++) {
        Options o;
        cell_options(board, changed[k], &o);
        int digit = o.digit[below(rng, (uint32_t)o.count)];
        values[changed[k]] = (uint8_t)(digit + 1);
        if (!count_node(budget)) return -1;
        open_board(c, board);
        restrict_cell(c, changed[k], 1u << digit);
        closed = close_board(c);
    }
    return closed;
}

/* A puzzle and its solution by hill climbing on a mask; 0 when the budget is spent. */
static int climb(MakerN *m, const uint16_t *cells, uint32_t count, uint64_t *rng, Budget *budget,
                 uint8_t *puzzle, uint8_t *solution)
{
    const Shape *shape = &m->shape;
    size_t bytes = (size_t)shape->words * 4;
    uint8_t grid[MAX_CELLS], trial[MAX_CELLS];
    while (filln(m, rng, budget, grid)) {
        uint32_t fewest = (uint32_t)(shape->cells * shape->size);
        memset(puzzle, 0, (size_t)shape->cells);
        for (uint32_t k = 0; k < count; k++) puzzle[cells[k]] = grid[cells[k]];
        for (int patience = PATIENCE; patience; patience--) {
            memcpy(trial, puzzle, (size_t)shape->cells);
            int closed = change_givens(m, cells, count, rng, budget, trial);
            if (closed < 0) return 0;
            SearchN *s = &m->search;
            uint32_t candidates = candidate_count(shape, board_at(s, 0));
            if (!closed || candidates > fewest) continue;
            memcpy(board_at(s, 1), board_at(s, 0), bytes);
            open_board(&s->closer, board_at(s, 1));
            s->depth = 1;
            budget->part = shape->size <= LARGEST_EXACT ? WHOLE : TRIAL_NODES;
            int found = next_solution(s, budget, 1, 1);
            if (found == 1) {
                board_values(shape, board_at(s, s->depth), solution);
                int second = next_solution(s, budget, 1, 0);
                if (!second) return memcpy(puzzle, trial, (size_t)shape->cells), 1;
                if (second < 0) found = -1;
            }
            budget->part = WHOLE;
            if (budget->status) return 0;
            if (found != 1) continue;
            /* One more, because the loop takes one away before it goes on. */
            if (candidates < fewest) patience = PATIENCE + 1;
            memcpy(puzzle, trial, (size_t)shape->cells);
            fewest = candidates;
        }
    }
    return 0;
}

/* One attempt at random givens: 1 when there are `least` of all digits but one at least, which are
   then in `values`; 0 after a contradiction. */
static int attempt_givens(Closer *c, uint32_t *board, int least, uint64_t *rng, uint8_t *values)
{
    const Shape *s = c->shape;
    uint16_t order[MAX_CELLS];
    for (int cell = 0; cell < s->cells; cell++) order[cell] = (uint16_t)cell;
    SHUFFLE(rng, order, s->cells);
    blank_board(c, board);
    for (int k = 0; k < s->cells; k++) {
        uint32_t options = board[order[k]], known = 0;
        uint32_t skipped = below(rng, (uint32_t)__builtin_popcount(options));
        while (skipped--) options &= options - 1;
        restrict_cell(c, order[k], options & (0 - options));
        if (!close_board(c)) return 0;
        if (s->cells - c->open < least) continue;
        for (int cell = 0; cell < s->cells; cell++) {
            int is_known = is_single(board[cell]);
            values[cell] = (uint8_t)(is_known ? lowest(board[cell]) + 1 : 0);
            known |= is_known ? board[cell] : 0;
        }
        if (__builtin_popcount(known) >= s->size - 1) return 1;
    }
    return 0;
}

/* Random givens in `values`, zeros when the search for them is interrupted. */
static void random_givens(const Shape *shape, int least, uint64_t *rng, Halt *halt, uint8_t *values)
{
    Closer c;
    uint32_t board[4 * MAX_CELLS];
    memset(&c, 0, sizeof c);
    c.shape = shape;
    while (!attempt_givens(&c, board, least, rng, values))
        if (interruption(halt)) {
            memset(values, 0, (size_t)shape->cells);
            return;
        }
}

#endif
