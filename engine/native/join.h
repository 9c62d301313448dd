/* How many 9x9 boards the fillings of bands and stacks make together: engine/exact/ in C.

   The problem: each of the three bands has up to 15,400 fillings. For every choice of three of them
   three numbers are looked up and multiplied: how many fillings each stack has for the partitions
   of its boxes. On a blank board these are 3.7e12 choices. Of first fillings that differ only in
   the names of unseen digits one is enough, and each one left takes 2.4e8 choices.

   For one first filling the three tables of the stacks are matrices X, Y, Z of 280 by 280:

       sum over second (a, b, c) and third (d, e, f):  ways * Z[a][d] * X[b][e] * Y[c][f]

   The third fillings are laid out in lanes, one for each partition d, 16 lanes a tile, and in a
   lane two by two. A row of X that was looked up for a whole tile then serves every second filling
   with that b, and a row of Y every one with that c (the second fillings come sorted by c). What is
   left for each second and third filling is one product of 16 bits and one sum of 32 bits, which
   processors do for pairs in one instruction, and for each lane one product with Z.

   Why nothing overflows: a table has at most 12**3 = 1728, which is the number of ways to share
   the digits of nine rows out among three columns when the three boxes have the same rows. There
   are at most 12 ways, so that Y with its ways is at most 20,736 and fits 15 bits. A lane has at
   most 56 third fillings with 336 ways between them: 336 * 1728**2 is below 2**30. The sum of one
   first filling is at most 2**61, because an orbit of a blank board has at least 280 * 12 fillings
   of the first band, and a board has 6.7e21 solutions.

   What failed: products in double precision need four times the memory and half as many lanes. */

#ifndef JOIN_H
#define JOIN_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "budget.h"
#include "forms.h"

enum { PARTITIONS = 280, CROSSING = 36, LANES = 16, MOST_PAIRS = 28 };

/* A filling of a band or stack: the partition of each box, and in how many orders of the lines. */
typedef struct {
    uint32_t box[3], ways;
} Filling;

/* For all partitions of three boxes among their rows, how many fillings the stack has. */
typedef uint16_t Table[PARTITIONS][PARTITIONS][PARTITIONS];

typedef uint16_t Pairs[MOST_PAIRS][LANES][2];

/* Third fillings whose first boxes have one of 16 partitions; what is not in use has no ways. */
typedef struct {
    int pairs;
    uint16_t lane[LANES]; /* the partition of the first box */
    Pairs second, third, ways;
} Tile;

typedef struct {
    const uint16_t *tables[3];
    const Filling *first, *second, *third;
    size_t firsts, seconds, thirds;
    Tile *tiles;
    int tile_count;
    uint8_t is_second[PARTITIONS]; /* whether a second filling has this partition in its box 1 */
    Pairs x[PARTITIONS] __attribute__((aligned(64)));
    Pairs y __attribute__((aligned(64)));
    uint32_t z[PARTITIONS][LANES] __attribute__((aligned(64)));
} Join;

/* The entries of a table row for all third fillings of a tile, whose boxes name the columns. */
static void look_up(const Tile *tile, const Pairs columns, const uint16_t *row, Pairs out)
{
    for (int pair = 0; pair < tile->pairs; pair++)
        for (int lane = 0; lane < LANES; lane++)
            for (int half = 0; half < 2; half++)
                out[pair][lane][half] = row[columns[pair][lane][half]];
}

/* A row of Y with the ways of the third fillings in it. */
static void weigh(const Tile *tile, const uint16_t *row, Pairs out)
{
    look_up(tile, tile->third, row, out);
    for (int pair = 0; pair < tile->pairs; pair++)
        for (int lane = 0; lane < LANES; lane++)
            for (int half = 0; half < 2; half++)
                out[pair][lane][half] *= (uint32_t)tile->ways[pair][lane][half];
}

#define EACH_FORM "join_dot.h"
#include "each_form.h"

static uint64_t (*tile_sum)(Join *join, const Tile *tile, const uint16_t *table) = tile_sum_1;

/* Uses vectors of a form that the processor must have. */
static void join_use(int form)
{
    tile_sum = tile_sum_1;
    (void)form;
#if defined(HAS_WIDE_VECTORS)
    if (form == 2 || form == 3) tile_sum = tile_sum_2;
    if (form == 4) tile_sum = tile_sum_4;
#endif
}

/* Gives each partition a lane, those with the most third fillings first, so that the lanes of a
   tile are nearly equally long. Returns the number of lanes, -1 when one would be too long. */
static int lanes_of(const Join *join, int fillings[PARTITIONS], int lane_of[PARTITIONS])
{
    int lanes = 0;
    memset(fillings, 0, PARTITIONS * sizeof *fillings);
    for (size_t k = 0; k < join->thirds; k++)
        if (++fillings[join->third[k].box[0]] > 2 * MOST_PAIRS) return -1;
    for (int most = 2 * MOST_PAIRS; most > 0; most--)
        for (int partition = 0; partition < PARTITIONS; partition++)
            if (fillings[partition] == most) lane_of[partition] = lanes++;
    return lanes;
}

/* Makes the tiles, which are to be freed: FINISHED, NO_MEMORY, or -1 for too many third fillings
   of one partition. */
static int join_init(Join *join)
{
    int fillings[PARTITIONS], lane_of[PARTITIONS], lanes = lanes_of(join, fillings, lane_of);
    if (lanes < 0) return -1;
    join->tile_count = (lanes + LANES - 1) / LANES;
    join->tiles = calloc((size_t)join->tile_count + 1, sizeof *join->tiles);
    if (!join->tiles) return NO_MEMORY;
    memset(fillings, 0, sizeof fillings);
    for (size_t k = 0; k < join->thirds; k++) {
        const Filling *f = &join->third[k];
        int lane = lane_of[f->box[0]], place = fillings[f->box[0]]++;
        Tile *tile = &join->tiles[lane / LANES];
        lane %= LANES;
        if (place / 2 >= tile->pairs) tile->pairs = place / 2 + 1;
        tile->lane[lane] = (uint16_t)f->box[0];
        tile->second[place / 2][lane][place % 2] = (uint16_t)f->box[1];
        tile->third[place / 2][lane][place % 2] = (uint16_t)f->box[2];
        tile->ways[place / 2][lane][place % 2] = (uint16_t)f->ways;
    }
    for (size_t k = 0; k < join->seconds; k++) join->is_second[join->second[k].box[1]] = 1;
    return FINISHED;
}

/* The rows of X that the second fillings need, laid out as the third fillings of a tile. */
static void prepare_rows(Join *join, const Tile *tile, const uint16_t *table)
{
    for (int row = 0; row < PARTITIONS; row++)
        if (join->is_second[row])
            look_up(tile, tile->second, table + row * PARTITIONS, join->x[row]);
}

/* The columns of Z for the lanes of a tile. */
static void prepare_lanes(Join *join, const Tile *tile, const uint16_t *table)
{
    for (int row = 0; row < PARTITIONS; row++)
        for (int lane = 0; lane < LANES; lane++)
            join->z[row][lane] = table[row * PARTITIONS + tile->lane[lane]];
}

/* Adds to each sum how many boards have that first filling, until there is an interruption. */
static void join_all(Join *join, uint64_t *sums, Halt *halt)
{
    size_t step = (size_t)PARTITIONS * PARTITIONS;
    for (int t = 0; t < join->tile_count; t++) {
        const Tile *tile = &join->tiles[t];
        for (size_t k = 0; k < join->firsts; k++) {
            if (interruption(halt)) return;
            const uint32_t *box = join->first[k].box;
            /* X depends on this box only, by which the first fillings are best sorted. */
            if (!k || box[1] != join->first[k - 1].box[1])
                prepare_rows(join, tile, join->tables[1] + box[1] * step);
            prepare_lanes(join, tile, join->tables[0] + box[0] * step);
            sums[k] += tile_sum(join, tile, join->tables[2] + box[2] * step);
        }
    }
}

typedef struct {
    uint16_t stacks[PARTITIONS][PARTITIONS], half[PARTITIONS][PARTITIONS];
} Counts;

/* How many fillings of a stack go with each partition of the other two boxes among their rows, when
   the first box has `first`; `crossing` lists what goes with a partition. The boxes are crossed one
   after the other: 2 * 36 sums for each pair of partitions instead of 36 * 36. */
static void tabulate(const Filling *fillings, size_t count,
                     const uint16_t crossing[PARTITIONS][CROSSING], int first, Counts *c,
                     uint16_t table[PARTITIONS][PARTITIONS])
{
    uint8_t fits[PARTITIONS] = {0};
    memset(c, 0, sizeof *c);
    for (int k = 0; k < CROSSING; k++) fits[crossing[first][k]] = 1;
    for (size_t k = 0; k < count; k++)
        if (fits[fillings[k].box[0]])
            c->stacks[fillings[k].box[1]][fillings[k].box[2]] += (uint16_t)fillings[k].ways;
    for (int one = 0; one < PARTITIONS; one++)
        for (int other = 0; other < PARTITIONS; other++)
            if (c->stacks[one][other])
                for (int k = 0; k < CROSSING; k++)
                    c->half[one][crossing[other][k]] += c->stacks[one][other];
    for (int one = 0; one < PARTITIONS; one++)
        for (int k = 0; k < CROSSING; k++)
            for (int other = 0; other < PARTITIONS; other++)
                table[one][other] += c->half[crossing[one][k]][other];
}

#endif
