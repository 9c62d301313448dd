/* The 9x9 search: what a board and a search are, and which form of vectors runs them. */

#ifndef CORE9_H
#define CORE9_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "budget.h"
#include "forms.h"

#define ROWS(x) ((uint32_t)(x) * (1u | 1u << 10 | 1u << 20))
#define FULL ROWS(0x1FF)
#define GUARD ROWS(0x200)

/* A path has at most this many branches, each of which leaves a board on the stack. A branch leaves
   one configuration of a digit in a band or stack, or two of six, so there are at most two for each
   of the 54 pairs of a digit and a band or stack. A branch in a given order fills one of 81 cells.
   */
enum { PATH = 108 };

/* Boards that may wait on the stack: two paths share it while both slots work on one search, over
   what is left of a third, and there is room for the paths that `rotate` leaves. */
#define DEPTH 512

/* How many nodes a search without two solutions takes before it goes on elsewhere, a power of two;
   half as many once its first board was probed. */
enum { ROTATION = 32 };

/* One board in DOUBT is looked at closely, and the next WARY ones where that has helped. */
enum { DOUBT = 16, WARY = 8 };

/* A search without a solution is stuck after STUCK nodes, or STUCK_DEEP where DEEP boards wait.
   Then each configuration of its first board may be tried, at most PROBES in all, until VAIN tries
   have taken nothing away. */
enum { STUCK = 160, STUCK_DEEP = 64, DEEP = 12, PROBES = 54 * 6, VAIN = 28 };

/* Contradictions are rare, or very rare, while at most one node in this many ends in one. */
enum { RARE = 4, VERY_RARE = 8 };

/* A search that no other one accompanies has one slot alone for ALONE nodes, as long as no more
   than one node in OFTEN ends in a contradiction. */
enum { ALONE = 32, OFTEN = 3 };

/* How many configurations more than ten in each band and stack leave room for three branches, and
   how many at the first node hardly any board with one solution has. */
enum { WIDE = 60, VERY_WIDE = 130 };

/* More configurations than nine digits can have in a band. */
enum { MOST_LEFT = 54 };

typedef uint32_t Board9[9][4]; /* digit, band; drawn in lanes9.h */

/* A digit in a band (`place` 0 to 2) or stack (3 to 5), a bit for each configuration left to it. */
typedef struct {
    int place, digit, alive;
} Branch9;

typedef struct {
    Board9 start;             /* in */
    uint64_t limit;
    const uint8_t (*order)[9]; /* branch on the first open cell, its digits in this order */
    uint64_t count, nodes;    /* out */
    int status;
    Board9 first, last;       /* the first solution and another one */
    uint64_t dead;            /* nodes that ended in a contradiction */
    int probed;               /* whether its first board was probed */
    int wide;                 /* whether VERY_WIDE at its first node */
    int wary;                 /* how many boards to look at closely, since that has helped */
    int depth;
    Board9 stack[DEPTH];
} Search9;

/* The searches that the vectors run, one after the other. `next` takes a search that is finished,
   or at first one that was never begun. It stores in it what to search next, or returns 0 when
   nothing is left. */
typedef struct Feed9 {
    int (*next)(struct Feed9 *feed, Search9 *search, int finished);
    Halt *halt;
    uint64_t node_limit; /* of each search */
    uint64_t patience;   /* nodes after which a search gets both slots as soon as it can */
    struct KeptFew9 *kept; /* see few9.h; freed by whoever owns the feed */
} Feed9;

#define LOW_BYTES 0x0101010101010101u

static uint32_t bit_of_cell[81];
static uint8_t units_of_bit[3][32][3]; /* band, bit -> its row, column and box, from 0 to 26 */
static uint32_t peers_of_bit[3][32][3]; /* band, bit -> the cells that share a unit, by band */
static uint64_t byte_of_bit[256]; /* bit k of eight -> byte k */

/* A digit in a band has six configurations. In configuration k its place in row i is in box
   (i + k) mod 3, in configuration 3 + k it is in box (k - i) mod 3; likewise for the columns of a
   stack. The tables are indexed by the set of possible configurations. They hold the minirows of
   those to try first, of the others and of all, as bits 3 * i + box. */
static uint16_t first_choice[64], other_choice[64], minirows_of[64];
static uint16_t wide_row[8]; /* a bit a box -> three bits a box */

static void core9_init(void)
{
    unsigned minirows[6];
    for (unsigned k = 0; k < 3; k++) {
        minirows[k] = 1u << k | 8u << (k + 1) % 3 | 64u << (k + 2) % 3;
        minirows[3 + k] = 1u << k | 8u << (k + 2) % 3 | 64u << (k + 1) % 3;
    }
    for (unsigned possible = 1; possible < 64; possible++) {
        /* A board holds minirows, not configurations. One whose minirows all belong to others too
           is not tried alone: the board without it would be the same as before. */
        unsigned chosen = possible == 63 ? 9 : possible >> 3 == 7 ? 8 : possible & -possible;
        unsigned first = 0, other = 0;
        for (unsigned k = 0; k < 6; k++) {
            if (possible & chosen & 1u << k) first |= minirows[k];
            if (possible & ~chosen & 1u << k) other |= minirows[k];
        }
        first_choice[possible] = (uint16_t)first;
        other_choice[possible] = (uint16_t)other;
        minirows_of[possible] = (uint16_t)(first | other);
    }
    for (unsigned m = 0; m < 8; m++)
        wide_row[m] = (uint16_t)((m & 1) * 7 | (m >> 1 & 1) * 070 | (m >> 2) * 0700);
    for (unsigned bits = 0; bits < 256; bits++)
        for (unsigned k = 0; k < 8; k++) {
            uint8_t byte[8];
            memcpy(byte, &byte_of_bit[bits], 8);
            byte[k] = bits >> k & 1;
            memcpy(&byte_of_bit[bits], byte, 8);
        }
    for (unsigned cell = 0; cell < 81; cell++) {
        unsigned row = cell / 9, column = cell % 9, box = row / 3 * 3 + column / 3;
        unsigned bit = row % 3 * 10 + column;
        bit_of_cell[cell] = 1u << bit;
        uint8_t *units = units_of_bit[row / 3][bit];
        units[0] = (uint8_t)row, units[1] = (uint8_t)(9 + column), units[2] = (uint8_t)(18 + box);
        for (unsigned other = 0; other < 81; other++) {
            unsigned at = other / 9, across = other % 9;
            int sees = row == at || column == across
                    || (row / 3 == at / 3 && column / 3 == across / 3);
            if (sees && cell != other)
                peers_of_bit[row / 3][bit][at / 3] |= 1u << (at % 3 * 10 + across);
        }
    }
}

/* The givens of a board as words, and those of all digits. */
typedef struct {
    Board9 digit;
    uint32_t any[3];
} Givens9;

static void givens_put(Givens9 *g, int cell, int digit)
{
    g->digit[digit][cell / 27] |= bit_of_cell[cell];
    g->any[cell / 27] |= bit_of_cell[cell];
}

static void givens_take(Givens9 *g, int cell, int digit)
{
    g->digit[digit][cell / 27] &= ~bit_of_cell[cell];
    g->any[cell / 27] &= ~bit_of_cell[cell];
}

/* The board on which a given cell has its digit only, and every other cell all digits. */
static void givens_board(const Givens9 *g, Board9 board)
{
    for (int d = 0; d < 9; d++) {
        for (int b = 0; b < 3; b++) board[d][b] = FULL & ~(g->any[b] ^ g->digit[d][b]);
        board[d][3] = FULL;
    }
}

/* Whether a unit has a digit twice. Searching would find out, but perhaps very late. */
static int givens_clash(const Givens9 *g)
{
    uint32_t clash = 0;
    for (int d = 0; d < 9; d++) {
        uint32_t columns = 0;
        for (int b = 0; b < 3; b++) {
            uint32_t x = g->digit[d][b];
            uint32_t boxes = (x | x >> 1 | x >> 2) & ROWS(0x49);
            /* x & (x - 1) in each row: the guard bits keep a row from borrowing from the next. */
            clash |= x & ((x | GUARD) - ROWS(1)) & FULL;
            clash |= boxes & (boxes >> 10 | boxes >> 20);
            x = (x | x >> 10 | x >> 20) & 0x1FF;
            clash |= columns & x;
            columns |= x;
        }
    }
    for (int d = 0; d < 9; d++) /* two in a column of one band are two in its box */
        for (int b = 0; b < 3; b++) {
            uint32_t x = g->digit[d][b];
            clash |= x & (x >> 10 | x >> 20);
        }
    return clash != 0;
}

/* The values of a full board: the words are combined into the four binary digits of the values, and
   each of these is spread to eight bytes of a row by one table. */
static void board9_values(const Board9 board, uint8_t *values)
{
    uint32_t plane[4][3] = {{0}};
    for (int d = 0; d < 9; d++)
        for (int k = 0; k < 4; k++)
            for (int b = 0; b < 3 && (d + 1) >> k & 1; b++) plane[k][b] |= board[d][b];
    for (int row = 0; row < 9; row++) {
        uint64_t eight = 0;
        uint32_t ninth = 0;
        for (int k = 0; k < 4; k++) {
            uint32_t bits = plane[k][row / 3] >> row % 3 * 10;
            eight |= byte_of_bit[bits & 0xFF] << k;
            ninth |= (bits >> 8 & 1) << k;
        }
        memcpy(values + 9 * row, &eight, 8);
        values[9 * row + 8] = (uint8_t)ninth;
    }
}

/* Puts the given cells of a board of values 0 to 9, read eight bytes at a time; 0 when a byte is
   above 9. */
static int givens_read(Givens9 *g, const uint8_t *values)
{
    memset(g, 0, sizeof *g);
    uint64_t given[2] = {0, (uint64_t)(values[80] != 0) << 16}, above = values[80] > 9;
    for (int k = 0; k < 10; k++) {
        uint64_t eight;
        memcpy(&eight, values + 8 * k, 8);
        /* The top bit of each byte: 10 + 0x76 sets it, and so does 1 + 0x7F. The product moves the
           eight top bits into one byte. */
        above |= ((eight + LOW_BYTES * 0x76) | eight) & LOW_BYTES * 0x80;
        eight = (eight + LOW_BYTES * 0x7F) & LOW_BYTES * 0x80;
        given[k >> 3] |= (eight * 0x0002040810204081u >> 56) << (k & 7) * 8;
    }
    if (above) return 0;
    for (int half = 0; half < 2; half++) {
        for (uint64_t rest = given[half]; rest; rest &= rest - 1) {
            int cell = 64 * half + __builtin_ctzll(rest);
            givens_put(g, cell, values[cell] - 1);
        }
    }
    return 1;
}

/* The first cell with several candidates; there must be one. */
static int first_open(uint32_t (*g)[4])
{
    for (int band = 0;; band++) {
        uint32_t one = 0, two = 0;
        for (int d = 0; d < 9; d++) two |= one & g[d][band], one |= g[d][band];
        if (!two) continue;
        int bit = __builtin_ctz(two);
        return 27 * band + bit / 10 * 9 + bit % 10;
    }
}

#include "few9.h"

static int (*count_few9)(const Board9 board, KeptFew9 *kept, uint64_t *count) = count_few9_1;

/* What is kept of the boards with few open cells that a search has counted; NULL at first. */
static KeptFew9 *kept_few9(Feed9 *feed, const Search9 *s)
{
    if (!feed->kept && s->count >= MANY_SOLUTIONS)
        feed->kept = calloc(KEPT_FEW, sizeof *feed->kept);
    return feed->kept;
}

#define EACH_FORM "lanes9.h"
#include "each_form.h"

static void (*drive9)(Feed9 *feed, Search9 search[2]) = drive_1;

/* Uses vectors of a form that the processor must have. */
static void core9_use(int form)
{
    core9_init();
    drive9 = drive_1;
    count_few9 = count_few9_1;
    (void)form;
#if defined(HAS_WIDE_VECTORS)
    if (form > 1 && gathers_bits()) count_few9 = count_few9_2;
    if (form == 2) drive9 = drive_2;
    if (form == 3) drive9 = drive_3;
    if (form == 4) drive9 = drive_4;
#endif
}

#endif
