/* What is true and what is false once some nodes of a graph are true. A mask of nodes is a row of
   words; the strong links of a node are true where it is false, its weak links are false where it
   is true. */

#ifndef REACH_H
#define REACH_H

#include <stdint.h>
#include <string.h>

enum { MOST_OF_A_GRAPH = 1 << 11 };

static void row_read(uint64_t *row, const uint8_t *bytes, int words)
{
    memset(row, 0, (size_t)words * 8);
    for (int k = 0; k < 8 * words; k++) row[k / 8] |= (uint64_t)bytes[k] << k % 8 * 8;
}

static void row_write(const uint64_t *row, uint8_t *bytes, int words)
{
    for (int k = 0; k < 8 * words; k++) bytes[k] = (uint8_t)(row[k / 8] >> k % 8 * 8);
}

/* Adds to `reached` the rows of all nodes that are in `nodes` and not yet in `done`, and these to
   `done`; returns whether there were any. */
static int reach_on(const uint64_t *links, const uint64_t *nodes, uint64_t *done,
                    uint64_t *reached, int words)
{
    int any = 0;
    for (int w = 0; w < words; w++) {
        uint64_t fresh = nodes[w] & ~done[w];
        any |= fresh != 0;
        done[w] |= fresh;
        for (; fresh; fresh &= fresh - 1) {
            const uint64_t *row = links + (size_t)(64 * w + __builtin_ctzll(fresh)) * (size_t)words;
            for (int k = 0; k < words; k++) reached[k] |= row[k];
        }
    }
    return any;
}

/* `holds` are the nodes that are true, to which those that follow are added; `fails` gets those
   that are false. `done` has room for two rows. */
static void reach(const uint64_t *strong, const uint64_t *weak, uint64_t *holds, uint64_t *fails,
                  uint64_t *done, int words)
{
    memset(fails, 0, (size_t)words * 8);
    memset(done, 0, (size_t)words * 16);
    while (reach_on(weak, holds, done, fails, words)
           && reach_on(strong, fails, done + words, holds, words))
        ;
}

#endif
