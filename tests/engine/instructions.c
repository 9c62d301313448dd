/* The work whose instructions tests/engine/instructions.py counts: one call of `measured`. */

#include <stdio.h>

#include "../../engine/native/coregen9.h"
#include "../../engine/native/solve.h"

enum { EASY = 400, ROUNDS = 10, GIVENS = 280 };

/* Arto Inkala's puzzles of 2006, 2010 and 2012, the golden nugget, and a puzzle of 17 clues. */
static const char *const hard[] = {
    "850002400720000009004000000000107002305000900040000000000080070017000000000036040",
    "005300000800000020070010500400005300010070006003200080060500009004000030000009700",
    "800000000003600000070090200050007000000045700000100030001000068008500010090000400",
    "000000039000001005003050800008090006070002000100400000009080050020000600400700000",
    "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
};
enum { HARD = sizeof hard / sizeof hard[0] };

static uint8_t puzzles[EASY * 81], solutions[EASY * 81], counts[EASY], seeds[8 * EASY];

static Budget plenty(void)
{
    return (Budget){.nodes = (uint64_t)1 << 62, .part = WHOLE};
}

static Orbits central(int cells)
{
    uint8_t number[2 * MAX_CELLS] = {0};
    for (int cell = 0; cell < cells; cell++) {
        int first = cell < cells - 1 - cell ? cell : cells - 1 - cell;
        number[2 * cell] = (uint8_t)first, number[2 * cell + 1] = (uint8_t)(first >> 8);
    }
    Orbits orbits;
    if (!orbits_init(&orbits, number, cells)) abort();
    return orbits;
}

static void make(int box, int count)
{
    Orbits orbits = central(box * box * box * box);
    Budget budget = plenty();
    generate_many(box, box, &orbits, -1, seeds, count, &budget, puzzles, solutions);
}

/* A few cells of a full grid, which have several solutions that take thousands of conflicts. */
static void thin_out(int box, int givens)
{
    static MakerN maker;
    uint16_t order[MAX_CELLS];
    uint64_t rng = 0;
    int cells = box * box * box * box;
    Budget budget = plenty();
    if (!makern_init(&maker, box, box) || !filln(&maker, &rng, &budget, puzzles)) abort();
    for (int cell = 0; cell < cells; cell++) order[cell] = (uint16_t)cell;
    SHUFFLE(&rng, order, cells);
    for (int k = givens; k < cells; k++) puzzles[order[k]] = 0;
    searchn_free(&maker.search);
}

static void solve(int box, int count, int wanted)
{
    Budget budget = plenty();
    solve_many(box, box, puzzles, count, 2, &budget, counts, solutions);
    for (int k = 0; k < count; k++)
        if (counts[k] != wanted) abort();
}

__attribute__((noinline)) void measured(const char *work)
{
    if (!strcmp(work, "solve 9x9")) {
        for (int k = 0; k < ROUNDS; k++) solve(3, EASY, 1);
    } else if (!strcmp(work, "solve hard 9x9")) {
        for (int k = 0; k < ROUNDS; k++) solve(3, HARD, 1);
    } else if (!strcmp(work, "generate 9x9")) {
        make(3, EASY / 4);
    } else if (!strcmp(work, "solve 16x16")) {
        solve(4, 4, 1);
    } else if (!strcmp(work, "generate 16x16")) {
        make(4, 2);
    } else if (!strcmp(work, "learn 25x25")) {
        solve(5, 1, 2);
    } else {
        abort();
    }
}

int main(int argc, char **argv)
{
    if (argc != 3) return 2;
    core9_use(vectors_up_to(atoi(argv[2]) / 128));
    for (int k = 0; k < EASY; k++) seeds[8 * k] = (uint8_t)k, seeds[8 * k + 1] = (uint8_t)(k >> 8);
    if (!strcmp(argv[1], "solve 9x9")) make(3, EASY);
    if (!strcmp(argv[1], "solve 16x16")) make(4, 4);
    if (!strcmp(argv[1], "learn 25x25")) thin_out(5, GIVENS);
    for (int k = 0; k < HARD && !strcmp(argv[1], "solve hard 9x9"); k++)
        for (int cell = 0; cell < 81; cell++) puzzles[81 * k + cell] = (uint8_t)(hard[k][cell] - '0');
    measured(argv[1]);
    return 0;
}
