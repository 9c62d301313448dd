/* Counting many solutions of a 9x9 board whose givens do not show all digits.

   The k digits that no given shows can be exchanged in every solution, so the solutions come in
   groups of k!. In any row these digits stand in k of its blanks, and one solution of each group
   has them there in ascending order. Only these are searched for, and each counts k! times: a
   blank board needs three of them to have a million. A column or box serves as well as a row. The
   unit with the fewest blanks is taken, because each choice of k of its blanks is a search of its
   own. */

#ifndef RENAMED9_H
#define RENAMED9_H

#include "solve.h"

/* Up to this limit of solutions a single search is as fast. */
enum { FEW_SOLUTIONS = 1000 };

typedef struct {
    uint8_t unseen[9], blanks[9]; /* digits, and cells of one unit */
    int unseen_count, blank_count;
    uint64_t times; /* in how many ways the digits may be named */
} Renaming;

static int cell_of_unit(int unit, int place)
{
    if (unit < 9) return 9 * unit + place;
    if (unit < 18) return 9 * place + unit - 9;
    int box = unit - 18;
    return 27 * (box / 3) + 3 * (box % 3) + 9 * (place / 3) + place % 3;
}

static void renaming_of(Renaming *r, const uint8_t *cells)
{
    uint32_t seen = 0;
    for (int cell = 0; cell < 81; cell++) seen |= 1u << cells[cell];
    r->unseen_count = 0, r->blank_count = 10, r->times = 1;
    for (int digit = 1; digit <= 9; digit++)
        if (!(seen >> digit & 1)) {
            r->unseen[r->unseen_count++] = (uint8_t)digit;
            r->times *= (uint64_t)r->unseen_count;
        }
    for (int unit = 0; unit < 27; unit++) {
        uint8_t blanks[9];
        int count = 0;
        for (int place = 0; place < 9; place++) {
            int cell = cell_of_unit(unit, place);
            if (!cells[cell]) blanks[count++] = (uint8_t)cell;
        }
        if (count < r->blank_count) {
            memcpy(r->blanks, blanks, sizeof blanks);
            r->blank_count = count;
        }
    }
}

/* Counts the solutions in which the digits of `unseen` from `digit` on stand in ascending order in
   blanks from `blank` on. */
static void count_below9(const Renaming *r, int digit, int blank, uint8_t *cells, uint64_t limit,
                         Budget *budget, uint64_t *count)
{
    if (digit == r->unseen_count) {
        Answer answer;
        uint64_t left = budget->nodes, counted = budget->counted;
        solve_one(3, 3, cells, (limit - *count + r->times - 1) / r->times, budget, &answer, NULL);
        /* On vectors a search adds to `counted` and leaves `nodes` as they are. */
        counted = budget->counted - counted;
        budget->nodes = counted < left ? left - counted : 0;
        *count += answer.count * r->times;
        return;
    }
    for (; blank < r->blank_count && *count < limit && !budget->status; blank++) {
        cells[r->blanks[blank]] = r->unseen[digit];
        count_below9(r, digit + 1, blank + 1, cells, limit, budget, count);
        cells[r->blanks[blank]] = 0;
    }
}

/* The number of solutions up to `limit`, as solve_one counts them. */
static uint64_t count_one(int high, int wide, const uint8_t *cells, uint64_t limit, Budget *budget)
{
    Answer answer;
    Renaming r;
    uint8_t filled[81];
    uint64_t count = 0;
    if (high == 3 && wide == 3 && limit > FEW_SOLUTIONS) {
        renaming_of(&r, cells);
        if (r.unseen_count > 1) {
            memcpy(filled, cells, sizeof filled);
            count_below9(&r, 0, 0, filled, limit, budget, &count);
            return count < limit ? count : limit;
        }
    }
    solve_one(high, wide, cells, limit, budget, &answer, NULL);
    return answer.count;
}

#endif
