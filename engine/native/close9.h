/* The candidates of a 9x9 board, closed: naked singles, hidden singles and locked candidates until
   nothing follows, for the teacher, who asks for it hundreds of thousands of times. The search has
   its own way of it, on many boards at once.

   A digit in a band (three rows) is a word of 27 bits, nine a row. What a digit's places in a band
   lock is read from a table: of the nine minirows, bit 3 * row + box, only those that belong to
   three in different rows and boxes stay. The same table serves the stacks, with box and column.
   That is all that pointing and claiming rule out: where a minirow belongs to no such three,
   another row has one box only, or two other rows have two boxes between them. */

#ifndef CLOSE9_H
#define CLOSE9_H

#include <stdint.h>
#include <string.h>

enum { CLOSED_OPEN, CLOSED_SOLVED, CLOSED_BROKEN };
enum { BOARD_BYTES = 92 }; /* 729 bits, digit by digit, cell by cell, the lowest first */

#define BAND_CELLS 0x7FFFFFFu
#define THREE_ROWS (1u | 1u << 9 | 1u << 18)
#define ROW_CELLS 0x1FFu
#define BOX_CELLS (7u * THREE_ROWS)

typedef struct {
    uint32_t places[9][3]; /* digit, band */
    uint32_t placed[3];    /* the cells whose only candidate was spread to their peers */
} Closing9;

static uint16_t matched[512]; /* minirows -> those of them that stay; 0 for a contradiction */
static uint8_t boxes_of_row[512];
static uint32_t peers9[81][3];

static void close9_init(void)
{
    memset(matched, 0, sizeof matched);
    memset(boxes_of_row, 0, sizeof boxes_of_row);
    for (unsigned first = 0; first < 3; first++)
        for (unsigned second = 0; second < 3; second++) {
            if (first == second) continue;
            unsigned three = 1u << first | 8u << second | 64u << (3 - first - second);
            for (unsigned minirows = 0; minirows < 512; minirows++)
                if ((minirows & three) == three) matched[minirows] |= (uint16_t)three;
        }
    for (unsigned row = 0; row < 512; row++)
        for (unsigned box = 0; box < 3; box++)
            if (row >> 3 * box & 7) boxes_of_row[row] |= (uint8_t)(1u << box);
    memset(peers9, 0, sizeof peers9);
    for (unsigned cell = 0; cell < 81; cell++)
        for (unsigned other = 0; other < 81; other++) {
            unsigned row = cell / 9, column = cell % 9, at = other / 9, across = other % 9;
            int sees = row == at || column == across
                    || (row / 3 == at / 3 && column / 3 == across / 3);
            if (sees && cell != other) peers9[cell][other / 27] |= 1u << other % 27;
        }
}

static void close9_read(Closing9 *c, const uint8_t *bytes)
{
    uint64_t words[13] = {0};
    for (unsigned k = 0; k < BOARD_BYTES; k++) words[k / 8] |= (uint64_t)bytes[k] << k % 8 * 8;
    for (unsigned k = 0; k < 27; k++) {
        unsigned word = 27 * k / 64, shift = 27 * k % 64;
        uint64_t bits = words[word] >> shift;
        if (shift > 64 - 27) bits |= words[word + 1] << (64 - shift);
        c->places[k / 3][k % 3] = (uint32_t)bits & BAND_CELLS;
    }
    memset(c->placed, 0, sizeof c->placed);
}

static void close9_write(const Closing9 *c, uint8_t *bytes)
{
    uint64_t words[13] = {0};
    for (unsigned k = 0; k < 27; k++) {
        unsigned word = 27 * k / 64, shift = 27 * k % 64;
        uint64_t bits = c->places[k / 3][k % 3];
        words[word] |= bits << shift;
        if (shift > 64 - 27) words[word + 1] |= bits >> (64 - shift);
    }
    for (unsigned k = 0; k < BOARD_BYTES; k++) bytes[k] = (uint8_t)(words[k / 8] >> k % 8 * 8);
}

/* Places a digit in some cells of a band. Where two of them exclude each other, one of them is left
   without a candidate. */
static void close9_place(Closing9 *c, int digit, int band, uint32_t cells)
{
    for (; cells; cells &= cells - 1) {
        uint32_t cell = cells & -cells;
        for (int other = 0; other < 9; other++)
            if (other != digit) c->places[other][band] &= ~cell;
        const uint32_t *peers = peers9[27 * band + __builtin_ctz(cell)];
        for (int b = 0; b < 3; b++) c->places[digit][b] &= ~peers[b];
        c->placed[band] |= cell;
    }
}

/* Leaves of a digit's places what its bands and stacks do not lock; 0 for a contradiction. */
static int close9_unlock(uint32_t places[3])
{
    uint32_t columns[3];
    for (int b = 0; b < 3; b++) {
        uint32_t x = places[b];
        unsigned minirows = boxes_of_row[x & ROW_CELLS] | boxes_of_row[x >> 9 & ROW_CELLS] << 3
                          | boxes_of_row[x >> 18] << 6;
        for (unsigned gone = minirows ^ matched[minirows]; gone; gone &= gone - 1) {
            int minirow = __builtin_ctz(gone);
            x &= ~(7u << 3 * minirow);
        }
        places[b] = x;
        columns[b] = (x | x >> 9 | x >> 18) & ROW_CELLS;
    }
    for (int stack = 0; stack < 9; stack += 3) {
        unsigned minicolumns = (columns[0] >> stack & 7) | (columns[1] >> stack & 7) << 3
                             | (columns[2] >> stack & 7) << 6;
        unsigned gone = minicolumns ^ matched[minicolumns];
        /* So it is, too, where a band or a stack has lost all its places. */
        if (gone == minicolumns) return 0;
        for (int b = 0; b < 3; b++) places[b] &= ~(((gone >> 3 * b & 7) << stack) * THREE_ROWS);
    }
    return 1;
}

/* The places of a digit in a band that are the only ones of their box. One that is the only place of
   its row or column is among them: what it locks takes all others out of its box. */
static uint32_t close9_hidden(uint32_t places)
{
    uint32_t found = 0;
    for (int k = 0; k < 3; k++) {
        uint32_t box = places & BOX_CELLS << 3 * k;
        if (!(box & (box - 1))) found |= box;
    }
    return found;
}

/* Places the cells with one candidate; 0 for a contradiction. */
static int close9_naked(Closing9 *c, int *open)
{
    *open = 0;
    for (int b = 0; b < 3; b++) {
        uint32_t once = 0, twice = 0;
        for (int d = 0; d < 9; d++) twice |= once & c->places[d][b], once |= c->places[d][b];
        if (once != BAND_CELLS) return 0;
        *open |= twice != 0;
        uint32_t single = once & ~twice & ~c->placed[b];
        for (int d = 0; single && d < 9; d++) close9_place(c, d, b, c->places[d][b] & single);
    }
    return 1;
}

static int close9(Closing9 *c)
{
    uint32_t seen[9][3] = {{0}};
    for (;;) {
        int open, changed = 0;
        if (!close9_naked(c, &open)) return CLOSED_BROKEN;
        for (int d = 0; d < 9; d++) {
            uint32_t *places = c->places[d];
            if (!memcmp(places, seen[d], sizeof seen[d])) continue;
            changed = 1;
            memcpy(seen[d], places, sizeof seen[d]);
            if (!close9_unlock(places)) return CLOSED_BROKEN;
            for (int b = 0; b < 3; b++)
                close9_place(c, d, b, close9_hidden(places[b]) & ~c->placed[b]);
        }
        if (!changed) return open ? CLOSED_OPEN : CLOSED_SOLVED;
    }
}

#endif
