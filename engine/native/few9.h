/* Counting the solutions of a board that has few open cells, without the rest of the board.

   The problem: a search that counts many solutions spends its time near the leaves. There applying
   all constraints to the whole board costs as much as anywhere else, but decides only a cell or
   two. The board is at rest, so only the open cells matter. A choice of one candidate for each of
   them is a solution when no two of the same digit share a unit, because then the k open cells of a
   unit have k different digits, and the unit lacks as many.

   The open cells are numbered. A cell has a bit in each of four half words, one for its first
   candidate, one for the second and so on, so that a few operations on two words tell all cells
   that have one candidate left, or none:

       word 0                                word 1
       first of cells 0-31, second of them   third of cells 0-31, fourth of them

   The same open cells with the same candidates come back soon, below other choices in the rest of
   the board. So the counts of the last boards are kept, in a table in which a board takes the place
   of another one.

   What failed: counting like this before two solutions are known. Those have to be stored, and most
   boards with few open cells are decided by the next choice; puzzles with a limit of two solutions
   took a tenth longer. Choosing for one cell after the other without a look at the rest: 131
   choices for six solutions. Up to 20 or 24 open cells took a quarter and a twelfth longer than up
   to 28, up to 32 as long. Multiplying the counts of cells that have nothing to do with each other:
   they are so few that 16 million choices were left of 17. Counting twice what is below one
   candidate of a cell, where every open cell has two and all of them may be exchanged, left half of
   the choices, but took as long: the processor guesses the ends of the loops as badly. A table of
   four or sixteen times as many boards. */

#ifndef FEW9_H
#define FEW9_H

/* How many cells are few, and the candidates that each has room for. */
enum { FEW_CELLS = 28, FEW_CANDIDATES = 4 };

/* How many boards are kept with their counts, a power of two, and from how many solutions on. */
enum { KEPT_FEW = 1 << 11, MANY_SOLUTIONS = 1000 };

/* A mask of cells in both halves of a word, and the cells that have a bit in one of them. */
#define IN_BOTH(cells) ((uint64_t)(cells) * ((uint64_t)1 << 32 | 1))
#define IN_EITHER(word) ((uint32_t)(word) | (uint32_t)((word) >> 32))

/* Candidates of open cells, in two words as above. */
typedef struct {
    uint64_t word[2];
} Few9;

/* All that the count of a board depends on: its open cells by band, and those of each digit as
   they are numbered. */
typedef struct {
    uint32_t open[3], of_digit[9];
} Key9;

typedef struct KeptFew9 {
    Key9 key;
    uint64_t count;
} KeptFew9;

typedef struct {
    uint32_t cells;
    uint64_t peers[FEW_CELLS]; /* cells that share a unit with a cell, in both halves */
    Few9 of_digit[9];
    uint8_t digit[2][64];      /* word, bit */
} Open9;

/* The cells that have several candidates, by band. Returns whether a row has a digit in two cells
   that have no other candidate, the only contradiction that a board at rest may hide. */
static int open_cells9(const Board9 board, uint32_t open[4])
{
    uint32_t one[4] = {0}, clash[4] = {0};
    memset(open, 0, 4 * sizeof *open);
    for (int d = 0; d < 9; d++)
        for (int b = 0; b < 4; b++) open[b] |= one[b] & board[d][b], one[b] |= board[d][b];
    for (int d = 0; d < 9; d++)
        for (int b = 0; b < 4; b++) {
            uint32_t x = board[d][b] & ~open[b];
            clash[b] |= x & ((x | GUARD) - ROWS(1)) & FULL;
        }
    return (clash[0] | clash[1] | clash[2]) != 0;
}

/* Where the count of a board is kept, if it is. */
static KeptFew9 *place_few9(KeptFew9 *kept, const Key9 *key)
{
    uint64_t words[sizeof *key / 8], hash = 0;
    memcpy(words, key, sizeof *key);
    for (size_t k = 0; k < sizeof *key / 8; k++) {
        hash = (hash ^ words[k]) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 32;
    }
    return &kept[hash & (KEPT_FEW - 1)];
}

/* Gives the candidates of each cell their places, in the order of the digits. Returns 0 if there
   are more than fit. */
static inline int open9_read(Open9 *o, const Key9 *key, Few9 *left)
{
    uint32_t one = 0, two = 0, three = 0, four = 0, five = 0;
    uint32_t plane[4][4] = {{0}}; /* place, bit of the digit -> the cells that have it there */
#pragma GCC unroll 9
    for (int d = 0; d < 9; d++) {
        uint32_t x = key->of_digit[d];
        uint32_t place[4] = {x & ~one, x & one & ~two, x & two & ~three, x & three & ~four};
        five |= x & four, four |= x & three, three |= x & two, two |= x & one, one |= x;
        o->of_digit[d].word[0] = place[0] | (uint64_t)place[1] << 32;
        o->of_digit[d].word[1] = place[2] | (uint64_t)place[3] << 32;
#pragma GCC unroll 4
        for (int k = 0; k < 4; k++)
            for (int p = 0; p < 4; p++) plane[p][k] |= d >> k & 1 ? place[p] : 0;
    }
    if (five) return 0;
    left->word[0] = one | (uint64_t)two << 32;
    left->word[1] = three | (uint64_t)four << 32;
#pragma GCC unroll 4
    for (int p = 0; p < 4; p++)
#pragma GCC unroll 4
        for (int eight = 0; eight < 4; eight++) {
            uint64_t digits = 0;
#pragma GCC unroll 4
            for (int k = 0; k < 4; k++) digits |= byte_of_bit[plane[p][k] >> 8 * eight & 255] << k;
            memcpy(&o->digit[p >> 1][32 * (p & 1) + 8 * eight], &digits, 8);
        }
    return 1;
}

#define FORM 1
#define TARGET
#include "few9_count.h"
#undef TARGET
#undef FORM

#if defined(HAS_WIDE_VECTORS)
#define FORM 2
#define TARGET __attribute__((target("bmi,bmi2,popcnt")))
#include "few9_count.h"
#undef TARGET
#undef FORM
#endif

#endif
