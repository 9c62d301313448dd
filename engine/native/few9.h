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

   What failed: counting like this before two solutions are known. Those have to be stored, and most
   boards with few open cells are decided by the next choice; puzzles with a limit of two solutions
   took a tenth longer. Choosing for one cell after the other without a look at the rest: 131
   choices for six solutions. Up to 20 or 24 open cells took a quarter and a twelfth longer than up
   to 28, up to 32 as long. Multiplying the counts of cells that have nothing to do with each other:
   they are so few that 16 million choices were left of 17. */

#ifndef FEW9_H
#define FEW9_H

/* How many cells are few, and the candidates that each has room for. */
enum { FEW_CELLS = 28, FEW_CANDIDATES = 4 };

/* A mask of cells in both halves of a word, and the cells that have a bit in one of them. */
#define IN_BOTH(cells) ((uint64_t)(cells) * ((uint64_t)1 << 32 | 1))
#define IN_EITHER(word) ((uint32_t)(word) | (uint32_t)((word) >> 32))

/* Candidates of open cells, in two words as above. */
typedef struct {
    uint64_t word[2];
} Few9;

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

/* Numbers the open cells by band and bit; 0 if there are more than FEW_CELLS. */
static int number_open9(Open9 *o, const uint32_t open[4], uint8_t number[3][32])
{
    uint32_t of_unit[27] = {0};
    const uint8_t *units[FEW_CELLS];
    int count = 0;
    for (int b = 0; b < 3; b++)
        for (uint32_t rest = open[b]; rest; rest &= rest - 1, count++) {
            if (count == FEW_CELLS) return 0;
            int bit = __builtin_ctz(rest);
            number[b][bit] = (uint8_t)count;
            units[count] = units_of_bit[b][bit];
            for (int k = 0; k < 3; k++) of_unit[units[count][k]] |= 1u << count;
        }
    o->cells = (1u << count) - 1;
    for (int cell = 0; cell < count; cell++) {
        const uint8_t *u = units[cell];
        o->peers[cell] = IN_BOTH((of_unit[u[0]] | of_unit[u[1]] | of_unit[u[2]]) & ~(1u << cell));
    }
    return 1;
}

/* Reads the open cells of a board; returns 0 if there are more cells or candidates than fit. */
static int open9_read(Open9 *o, const Board9 board, const uint32_t open[4])
{
    uint8_t number[3][32], counts[FEW_CELLS] = {0};
    if (!number_open9(o, open, number)) return 0;
    for (int d = 0; d < 9; d++) {
        Few9 own = {{0, 0}};
        for (int b = 0; b < 3; b++)
            for (uint32_t rest = board[d][b] & open[b]; rest; rest &= rest - 1) {
                int cell = number[b][__builtin_ctz(rest)], place = counts[cell]++;
                if (place == FEW_CANDIDATES) return 0;
                int bit = cell + 32 * (place & 1);
                own.word[place >> 1] |= (uint64_t)1 << bit;
                o->digit[place >> 1][bit] = (uint8_t)d;
            }
        o->of_digit[d] = own;
    }
    return 1;
}

/* Takes away what a candidate rules out in other cells; its own cell keeps all candidates. */
static inline void few9_choose(const Open9 *o, int word, int bit, Few9 *left)
{
    const Few9 *same = &o->of_digit[o->digit[word][bit]];
    uint64_t peers = o->peers[bit & 31];
    left->word[0] &= ~(same->word[0] & peers);
    left->word[1] &= ~(same->word[1] & peers);
}

/* Chooses the candidates of cells that have one left; 0 if two of them rule each other out. */
static inline int few9_place(const Open9 *o, uint32_t single, Few9 *left)
{
    uint64_t own[2];
#pragma GCC unroll 2
    for (int word = 0; word < 2; word++) own[word] = left->word[word] & IN_BOTH(single);
#pragma GCC unroll 2
    for (int word = 0; word < 2; word++)
        for (uint64_t rest = own[word]; rest; rest &= rest - 1)
            few9_choose(o, word, __builtin_ctzll(rest), left);
    return !((own[0] & ~left->word[0]) | (own[1] & ~left->word[1]));
}

/* In how many ways the cells of `open` can take candidates of `left`. */
static uint64_t few9_count(const Open9 *o, uint32_t open, Few9 left)
{
    uint32_t three = 0;
    while (open) {
        /* Two candidates of a cell lie in different halves (`pair`), or in the same half of both
           words (`both`); among three there are pairs of both kinds. */
        uint64_t any = left.word[0] | left.word[1], both = left.word[0] & left.word[1];
        uint32_t pair = (uint32_t)any & (uint32_t)(any >> 32);
        if (open & ~IN_EITHER(any)) return 0;
        uint32_t single = open & ~(IN_EITHER(both) | pair);
        three = IN_EITHER(both) & pair;
        if (!single) break;
        if (!few9_place(o, single, &left)) return 0;
        open ^= single;
    }
    if (!open) return 1;
    /* A cell with two candidates, if there is one. */
    int cell = __builtin_ctz(open & ~three ? open & ~three : open);
    uint64_t count = 0;
#pragma GCC unroll 2
    for (int word = 0; word < 2; word++)
        for (uint64_t rest = left.word[word] & IN_BOTH(1u << cell); rest; rest &= rest - 1) {
            Few9 below = left;
            few9_choose(o, word, __builtin_ctzll(rest), &below);
            count += few9_count(o, open & ~(1u << cell), below);
        }
    return count;
}

/* Adds the solutions of a board at rest, which has an open cell, to `count`; 0 if too many are
   open. */
static int count_few9(const Board9 board, uint64_t *count)
{
    uint32_t open[4];
    Open9 o;
    Few9 left = {{0, 0}};
    /* A contradiction: no solutions to add. */
    if (open_cells9(board, open)) return 1;
    if (!open9_read(&o, board, open)) return 0;
    for (int d = 0; d < 9; d++)
        for (int word = 0; word < 2; word++) left.word[word] |= o.of_digit[d].word[word];
    *count += few9_count(&o, o.cells, left);
    return 1;
}

#endif
