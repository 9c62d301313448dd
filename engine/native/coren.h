/* Boards of any shape: closing a board, and the canonical search of engine/search/_search.py.

   The problem: a seed must make the same puzzle with and without the C core. So this search must
   meet the same solutions in the same order as the Python one and count the same nodes, because
   above size 9 a trial is given up after a number of nodes. That holds because closing a board has
   one result, in whatever order it is done (no elimination prevents another), and because the
   branch is canonical: the smallest set of options, cells before units, then the lowest. So this
   file may close by queues of single cells where Python works on integers as wide as the board.

   A board is 4 * size^2 words of bits:

       cell[c]               digits that cell c can still hold
       place[u * size + d]   positions in unit u that digit d can still take

   with units as in engine/board/geometry.py: rows (position = column), columns (position = row),
   boxes (position = row in the box * box_columns + column in the box).

   Invariants: both halves say the same; `eliminate` changes them together. While a board is being
   closed, a cell that came down to one digit is in `single` until it is spread, and a unit and
   digit that lost a place are in the ring `dirty` until they were looked at, once at most
   (`is_dirty`). `close_board` leaves both empty, also when the board is broken.

   The search keeps a board for each level instead of undoing eliminations. */

#ifndef COREN_H
#define COREN_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "budget.h"

#define MAX_SIZE 25
#define MAX_CELLS (MAX_SIZE * MAX_SIZE)

typedef uint32_t *BoardN;

typedef struct {
    int high, wide, size, cells, words; /* of a box; of the board */
    uint32_t all;
    uint32_t minicolumn[MAX_SIZE];           /* positions in a box of its k-th minicolumn */
    uint16_t unit_of[MAX_CELLS][3];
    uint8_t position[MAX_CELLS][3];
    uint16_t cell_at[3 * MAX_SIZE][MAX_SIZE];
} Shape;

typedef struct {
    const Shape *shape;
    BoardN board;            /* being closed */
    bool broken;
    int open;
    int singles, dirty_head, dirty_tail;
    uint16_t single[MAX_CELLS];
    uint16_t dirty[3 * MAX_CELLS + 1];  /* a ring of unit * size + digit, never quite full */
    uint8_t is_dirty[3 * MAX_CELLS];
    uint8_t placed[MAX_CELLS];
} Closer;

static void shape_init(Shape *s, int high, int wide)
{
    int n = high * wide;
    memset(s, 0, sizeof *s);
    s->high = high, s->wide = wide, s->size = n, s->cells = n * n, s->words = 4 * n * n;
    s->all = (uint32_t)((1u << n) - 1);
    for (int k = 0; k < wide; k++)
        for (int row = 0; row < high; row++) s->minicolumn[k] |= 1u << (row * wide + k);
    for (int cell = 0; cell < n * n; cell++) {
        int row = cell / n, column = cell % n;
        int unit[3] = {row, n + column, 2 * n + row / high * high + column / wide};
        int position[3] = {column, row, row % high * wide + column % wide};
        for (int k = 0; k < 3; k++) {
            s->unit_of[cell][k] = (uint16_t)unit[k];
            s->position[cell][k] = (uint8_t)position[k];
            s->cell_at[unit[k]][position[k]] = (uint16_t)cell;
        }
    }
}

static inline int lowest(uint32_t bits) { return __builtin_ctz(bits); }
static inline int highest(uint32_t bits) { return 31 - __builtin_clz(bits); }
static inline int is_single(uint32_t bits) { return !(bits & (bits - 1)); }

static inline void eliminate(Closer *c, int cell, int digit)
{
    const Shape *s = c->shape;
    uint32_t *own = &c->board[cell], bit = 1u << digit;
    if (!(*own & bit)) return;
    *own &= ~bit;
    if (!*own) c->broken = true;
    else if (is_single(*own)) c->single[c->singles++] = (uint16_t)cell;
    for (int k = 0; k < 3; k++) {
        int index = s->unit_of[cell][k] * s->size + digit;
        uint32_t *places = &c->board[s->cells + index];
        *places &= ~(1u << s->position[cell][k]);
        if (!*places) c->broken = true;
        if (c->is_dirty[index]) continue;
        c->is_dirty[index] = 1;
        c->dirty[c->dirty_tail] = (uint16_t)index;
        c->dirty_tail = c->dirty_tail == 3 * MAX_CELLS ? 0 : c->dirty_tail + 1;
    }
}

/* Takes a digit away from those cells of a unit that are at `positions`. */
static void eliminate_places(Closer *c, int unit, int digit, uint32_t positions)
{
    positions &= c->board[c->shape->cells + unit * c->shape->size + digit];
    for (; positions; positions &= positions - 1)
        eliminate(c, c->shape->cell_at[unit][lowest(positions)], digit);
}

/* Naked single: takes the digit of a cell away from its peers. */
static void spread_single(Closer *c, int cell)
{
    const Shape *s = c->shape;
    /* The cell may have lost its last digit since it was queued. */
    if (c->placed[cell] || !c->board[cell]) return;
    c->placed[cell] = 1;
    c->open--;
    int digit = lowest(c->board[cell]);
    for (int k = 0; k < 3 && !c->broken; k++)
        eliminate_places(c, s->unit_of[cell][k], digit, s->all & ~(1u << s->position[cell][k]));
}

static void restrict_cell(Closer *c, int cell, uint32_t digits)
{
    for (uint32_t gone = c->board[cell] & ~digits; gone; gone &= gone - 1)
        eliminate(c, cell, lowest(gone));
}

/* Hidden single and locked candidates: what follows from the places of a digit in a unit. */
static void spread_unit(Closer *c, int unit, int digit)
{
    const Shape *s = c->shape;
    uint32_t places = c->board[s->cells + unit * s->size + digit];
    int cell = s->cell_at[unit][lowest(places)];
    if (is_single(places)) {
        restrict_cell(c, cell, 1u << digit);
        return;
    }
    int kind = unit / s->size, first = lowest(places), last = highest(places);
    const uint16_t *unit_of = s->unit_of[cell];
    uint32_t minirow = ((1u << s->wide) - 1) << s->position[cell][2] / s->wide * s->wide;
    uint32_t minicolumn = s->minicolumn[s->position[cell][2] % s->wide];
    /* All places of a line in one box: the rest of the box loses the digit. All places of a box in
       one of its minirows or minicolumns: the rest of that line does. */
    if (kind == 0) {
        if (first / s->wide == last / s->wide) eliminate_places(c, unit_of[2], digit, ~minirow);
    } else if (kind == 1) {
        if (first / s->high == last / s->high) eliminate_places(c, unit_of[2], digit, ~minicolumn);
    } else if (!(places & ~minirow)) {
        int left = s->position[cell][0] / s->wide * s->wide;
        eliminate_places(c, unit_of[0], digit, ~(((1u << s->wide) - 1) << left));
    } else if (!(places & ~minicolumn)) {
        int top = s->position[cell][1] / s->high * s->high;
        eliminate_places(c, unit_of[1], digit, ~(((1u << s->high) - 1) << top));
    }
}

/* Naked singles, hidden singles and locked candidates until nothing follows; 0 if broken. */
static int close_board(Closer *c)
{
    const Shape *s = c->shape;
    while (!c->broken) {
        if (c->singles) {
            spread_single(c, c->single[--c->singles]);
        } else if (c->dirty_head != c->dirty_tail) {
            int index = c->dirty[c->dirty_head];
            c->dirty_head = c->dirty_head == 3 * MAX_CELLS ? 0 : c->dirty_head + 1;
            c->is_dirty[index] = 0;
            spread_unit(c, index / s->size, index % s->size);
        } else {
            return 1;
        }
    }
    c->singles = 0;
    while (c->dirty_head != c->dirty_tail) {
        c->is_dirty[c->dirty[c->dirty_head]] = 0;
        c->dirty_head = c->dirty_head == 3 * MAX_CELLS ? 0 : c->dirty_head + 1;
    }
    return 0;
}

/* Makes `c` ready to change a closed board, and to close it again. */
static void open_board(Closer *c, BoardN board)
{
    const Shape *s = c->shape;
    c->board = board;
    c->broken = false;
    c->open = s->cells;
    for (int cell = 0; cell < s->cells; cell++) {
        c->placed[cell] = (uint8_t)is_single(board[cell]);
        c->open -= c->placed[cell];
    }
}

static void blank_board(Closer *c, BoardN board)
{
    const Shape *s = c->shape;
    for (int k = 0; k < s->words; k++) board[k] = s->all;
    c->board = board;
    c->broken = false;
    c->open = s->cells;
    memset(c->placed, 0, (size_t)s->cells);
}

/* The board of given values, which is yet to be closed. */
static void load_board(Closer *c, BoardN board, const uint8_t *values)
{
    blank_board(c, board);
    for (int cell = 0; cell < c->shape->cells; cell++) {
        if (!values[cell]) continue;
        uint32_t bit = 1u << (values[cell] - 1);
        if (board[cell] & bit) restrict_cell(c, cell, bit);
        else c->broken = true;
    }
}

static void board_values(const Shape *s, const uint32_t *board, uint8_t *values)
{
    for (int cell = 0; cell < s->cells; cell++) values[cell] = (uint8_t)(lowest(board[cell]) + 1);
}

typedef struct {
    uint16_t cell[MAX_SIZE];
    uint8_t digit[MAX_SIZE];
    int count, next;
} Options;

static void no_options(Options *o) { o->count = o->next = 0; }

static void cell_options(const uint32_t *board, int cell, Options *o)
{
    no_options(o);
    for (uint32_t bits = board[cell]; bits; bits &= bits - 1) {
        o->cell[o->count] = (uint16_t)cell;
        o->digit[o->count++] = (uint8_t)lowest(bits);
    }
}

/* The smallest set of options of a closed, open board: cells before units, then the lowest. */
static void canonical_options(const Shape *s, const uint32_t *board, Options *o)
{
    int fewest = MAX_SIZE + 1, cell = 0, best = -1;
    for (int k = 0; k < s->cells && fewest > 2; k++) {
        int count = __builtin_popcount(board[k]);
        if (count > 1 && count < fewest) fewest = count, cell = k;
    }
    const uint32_t *place = board + s->cells;
    for (int k = 0; k < 3 * s->cells && fewest > 2; k++) {
        int count = __builtin_popcount(place[k]);
        if (count > 1 && count < fewest) fewest = count, best = k;
    }
    if (best < 0) {
        cell_options(board, cell, o);
        return;
    }
    no_options(o);
    for (uint32_t bits = place[best]; bits; bits &= bits - 1) {
        o->cell[o->count] = s->cell_at[best / s->size][lowest(bits)];
        o->digit[o->count++] = (uint8_t)(best % s->size);
    }
}

/* A depth-first search; level k holds a closed board and the options yet to be tried on it. */
typedef struct {
    Closer closer;
    uint32_t *boards;     /* cells + 2 boards of shape->words */
    Options *options;     /* one a board */
    int depth;            /* of the board last closed */
    const uint16_t *priority;          /* branch on the first of the smallest cells in this order */
    const uint8_t (*order)[MAX_SIZE];  /* and try its digits in this one; NULL: canonical */
    int row_by_row;                    /* branch on the first open cell instead */
} SearchN;

static uint32_t *board_at(const SearchN *s, int depth)
{
    return s->boards + (size_t)depth * (size_t)s->closer.shape->words;
}

static int searchn_init(SearchN *s, const Shape *shape)
{
    memset(s, 0, sizeof *s);
    s->closer.shape = shape;
    size_t levels = (size_t)shape->cells + 2;
    s->boards = malloc(levels * (size_t)shape->words * sizeof *s->boards);
    s->options = malloc(levels * sizeof *s->options);
    return s->boards && s->options;
}

static void searchn_free(SearchN *s)
{
    free(s->boards);
    free(s->options);
}

/* The digits of one cell, in the orders that were drawn for filling a grid. */
static void ordered_options(const SearchN *s, const uint32_t *board, Options *o)
{
    const Shape *shape = s->closer.shape;
    int fewest = MAX_SIZE + 1, cell = 0;
    for (int k = 0; k < shape->cells && fewest > 2; k++) {
        int candidate = s->priority ? s->priority[k] : k;
        int count = __builtin_popcount(board[candidate]);
        if (count > 1 && count < fewest) fewest = count, cell = candidate;
        if (count > 1 && s->row_by_row) break;
    }
    no_options(o);
    for (int k = 0; k < shape->size; k++) {
        if (!(board[cell] >> s->order[cell][k] & 1)) continue;
        o->cell[o->count] = (uint16_t)cell;
        o->digit[o->count++] = s->order[cell][k];
    }
}

/* Searches for the next solution, at level `floor` or below. If `fresh`, the closer must be ready
   to close the board at s->depth; otherwise the last call found a solution, and the search goes on
   behind it. Returns 1 for a solution, which is the board at s->depth; 0 when none is left; -1 when
   the budget or its part is spent. */
static int next_solution(SearchN *s, Budget *budget, int floor, int fresh)
{
    for (;;) {
        if (fresh) {
            if (!count_node(budget)) {
                /* Closing a broken board empties the queues for the next call. */
                s->closer.broken = true;
                close_board(&s->closer);
                return -1;
            }
            uint32_t *board = board_at(s, s->depth);
            if (close_board(&s->closer)) {
                if (!s->closer.open) return 1;
                Options *o = &s->options[s->depth];
                if (s->order) ordered_options(s, board, o);
                else canonical_options(s->closer.shape, board, o);
                s->depth++;
            }
        }
        int level = s->depth - 1;
        while (level >= floor && s->options[level].next == s->options[level].count) level--;
        if (level < floor) return s->depth = floor, 0;
        Options *o = &s->options[level];
        s->depth = level + 1;
        memcpy(board_at(s, level + 1), board_at(s, level), (size_t)s->closer.shape->words * 4);
        open_board(&s->closer, board_at(s, level + 1));
        restrict_cell(&s->closer, o->cell[o->next], 1u << o->digit[o->next]);
        o->next++;
        fresh = 1;
    }
}

#endif
