/*
 * Unique rectangles and loops.
 *
 * If the cells of a loop had nothing but the two digits of a pair, these could be exchanged in all
 * of them, and the puzzle would have two solutions.  So one of the cells takes an extra digit.  The
 * types are numbered as in Sudoku Explainer:
 *
 *   1  only one cell has extra digits: it loses the pair
 *   2  there is only one extra digit: what sees all cells that have it loses it
 *   3  the two cells with extra digits form a naked or hidden subset with others of their unit
 *   4  one digit of the pair must be in one of these two cells: both lose the other one
 */
#include "finders.h"

typedef struct {
    int cells[CELLS];
    int length;
    CellSet all;
    int low, high;      /* the two digits */
    Mask pair;
} Loop;

typedef struct {
    double difficulty;
    int type;
    bool rectangle;
    Mask removed[CELLS];
} Found;

static CellSet peers_of_all(const Geometry *g, CellSet cells)
{
    CellSet peers = ((CellSet)1 << CELLS) - 1;
    while (cells)
        peers &= g->peer_cells[pop_cell(&cells)];
    return peers;
}

/* Whether the pair can be exchanged: cells alternate between two colours, and every unit that is
   met holds one cell of each. */
static bool is_deadly(const Geometry *g, const Loop *loop)
{
    uint32_t seen[2] = {0, 0};
    for (int i = 0; i < loop->length; i++)
        for (int kind = 0; kind < KINDS; kind++) {
            uint32_t unit = (uint32_t)1 << g->unit_of[loop->cells[i]][kind];
            if (seen[i & 1] & unit)
                return false;
            seen[i & 1] |= unit;
        }
    return seen[0] == seen[1];
}

static double loop_difficulty(int length)
{
    double difficulty = 4.5;
    if (length >= 10)
        difficulty += 0.3;
    if (length >= 8)
        difficulty += 0.2;
    else if (length >= 6)
        difficulty += 0.1;
    return difficulty;
}

/* Keeps what the step removes if it is the easiest so far, or of a lower type and as easy. */
static void offer(Rater *rater, Found *best, const Loop *loop, int type, double added)
{
    double difficulty = loop_difficulty(loop->length) + added;
    if (difficulty > best->difficulty ||
        (difficulty == best->difficulty && type >= best->type))
        return;
    best->difficulty = difficulty;
    best->type = type;
    best->rectangle = loop->length == 4;
    for (int cell = 0; cell < CELLS; cell++)
        best->removed[cell] = rater->step.removed[cell];
}

static void begin(Rater *rater) { step_clear(&rater->step, UNIQUE_LOOP, 0); }

static void try_shared_digit(Rater *rater, const Loop *loop, CellSet extra, int digit, Found *best)
{
    begin(rater);
    if (step_remove(rater, peers_of_all(&rater->geometry, extra), digit))
        offer(rater, best, loop, 2, 0);
}

/* Type 3: `first` stands for both cells, which hold their extra digits together. */
static void try_naked(Rater *rater, const Loop *loop, int unit, int one, int other, int size,
                      Found *best)
{
    const Geometry *g = &rater->geometry;
    const Mask *digits = rater->state.candidates.digits;
    Mask extra = (digits[one] | digits[other]) & (Mask)~loop->pair;
    Mask common = digits[one] & digits[other] & extra;
    int kind = unit / 9;
    int first = g->place_in[one][kind], second = g->place_in[other][kind];
    if (count_bits(extra) < 2)
        return;
    for (Mask places = (Mask)((1 << size) - 1); places < 512; places = next_subset(places)) {
        if (!(places >> first & 1) || places >> second & 1)
            continue;
        Mask others = 0, few = 0;
        CellSet spared = one_cell(one) | one_cell(other);
        for (Mask rest = places & (Mask)~(1 << first); rest;) {
            int cell = g->unit[unit][pop_bit(&rest)];
            others |= digits[cell];
            few |= count_bits(digits[cell]) < 2;
            spared |= one_cell(cell);
        }
        Mask naked = others | extra;
        if (few || count_bits(others | common) != size || count_bits(naked) != size)
            continue;
        begin(rater);
        bool any = false;
        for (Mask rest = naked; rest;)
            any |= step_remove(rater, g->unit_cells[unit] & ~spared, pop_bit(&rest));
        if (any)
            offer(rater, best, loop, 3, (size - 1) * 0.1);
    }
}

/* Type 3: one of the two cells belongs to the hidden subset, and `first` stands for it. */
static void hide(Rater *rater, const Loop *loop, int unit, int first, int second, Mask hidden,
                 Found *best)
{
    Mask places = 0;
    for (Mask rest = hidden; rest;) {
        Mask own = rater->state.candidates.places[unit][pop_bit(&rest)] & (Mask)~(1 << second);
        if (!own)
            return;
        places |= own;
    }
    if (count_bits(places) != count_bits(hidden))
        return;
    bool any = false;
    begin(rater);
    for (Mask rest = places & (Mask)~(1 << first); rest;) {
        int cell = rater->geometry.unit[unit][pop_bit(&rest)];
        Mask gone = rater->state.candidates.digits[cell] & (Mask)~hidden;
        rater->step.removed[cell] = gone;
        any |= gone != 0;
    }
    if (any)
        offer(rater, best, loop, 3, (count_bits(places) - 2) * 0.1);
}

/* Spreads the lowest bits of `chosen` over the set bits of `among`. */
static Mask spread(Mask chosen, Mask among)
{
    Mask out = 0;
    for (; among; chosen >>= 1) {
        int bit = pop_bit(&among);
        out |= (Mask)((chosen & 1) << bit);
    }
    return out;
}

static void try_hidden(Rater *rater, const Loop *loop, int unit, int one, int other, int size,
                       Found *best)
{
    const Geometry *g = &rater->geometry;
    const Mask *digits = rater->state.candidates.digits;
    Mask free = 0x1ff & (Mask)~(digits[one] | digits[other]);
    int first = g->place_in[one][unit / 9], second = g->place_in[other][unit / 9];
    int count = count_bits(free);
    if (!count || size - 2 > count)
        return;
    if (size == 2) {
        hide(rater, loop, unit, first, second, loop->pair, best);
        return;
    }
    for (Mask chosen = (Mask)((1 << (size - 2)) - 1); chosen < 1 << count;
         chosen = next_subset(chosen))
        hide(rater, loop, unit, first, second, spread(chosen, free) | loop->pair, best);
}

static void try_subsets(Rater *rater, const Loop *loop, int one, int other, Found *best)
{
    const Geometry *g = &rater->geometry;
    const Mask *digits = rater->state.candidates.digits;
    int extra = count_bits((digits[one] | digits[other]) & (Mask)~loop->pair);
    for (int size = 2; size <= 7; size++)
        for (int kind = 0; kind < KINDS; kind++) {
            int unit = g->unit_of[one][kind], empty = rater->state.empty_in[unit];
            if (unit != g->unit_of[other][kind])
                continue;
            if (2 * size <= empty && size >= extra)
                try_naked(rater, loop, unit, one, other, size, best);
            if (2 * size < empty)
                try_hidden(rater, loop, unit, one, other, size, best);
        }
}

/* Type 4: where a digit of the pair has no other place in a unit of both cells, the other digit of
   the pair goes. */
static void try_locked(Rater *rater, const Loop *loop, int one, int other, Found *best)
{
    const Geometry *g = &rater->geometry;
    CellSet both = one_cell(one) | one_cell(other);
    for (int i = 0; i < 2; i++) {
        int locked = i ? loop->high : loop->low, gone = i ? loop->low : loop->high;
        for (int kind = 0; kind < KINDS; kind++) {
            int unit = g->unit_of[one][kind];
            if (unit != g->unit_of[other][kind] ||
                (rater->state.cells_with[locked] & g->unit_cells[unit] & ~both))
                continue;
            begin(rater);
            step_remove(rater, both, gone);
            offer(rater, best, loop, 4, 0);
            return;
        }
    }
}

static void judge_loop(Rater *rater, const Loop *loop, Found *best)
{
    const Mask *digits = rater->state.candidates.digits;
    CellSet extra = 0;
    Mask added = 0;
    int rich[2] = {0, 0}, count = 0;
    for (int i = 0; i < loop->length; i++) {
        int cell = loop->cells[i];
        if (count_bits(digits[cell]) == 2)
            continue;
        if (count < 2)
            rich[count] = cell;
        count++;
        extra |= one_cell(cell);
        added |= digits[cell] & (Mask)~loop->pair;
    }
    if (!count || !is_deadly(&rater->geometry, loop))
        return;
    if (count == 1) {
        begin(rater);
        rater->step.removed[rich[0]] = loop->pair;
        offer(rater, best, loop, 1, 0);
        return;
    }
    if (count > 2 || count_bits(added) == 1)
        try_shared_digit(rater, loop, extra, lowest(digits[rich[0]] & (Mask)~loop->pair), best);
    else
        try_subsets(rater, loop, rich[0], rich[1], best);
    if (count == 2)
        try_locked(rater, loop, rich[0], rich[1], best);
}

/* Goes on from a cell by its units, other than the one `from` which it was reached.  `rich` more
   cells may hold digits beyond the pair, or any number if all add the same digit. */
static void grow_loop(Rater *rater, Loop *loop, int cell, int rich, Mask added, int from,
                      Found *best)
{
    const Geometry *g = &rater->geometry;
    const Mask *digits = rater->state.candidates.digits;
    loop->cells[loop->length++] = cell;
    loop->all |= one_cell(cell);
    for (int kind = 0; kind < KINDS; kind++) {
        if (kind == from)
            continue;
        for (int i = 0; i < 9; i++) {
            int next = g->unit[g->unit_of[cell][kind]][i];
            if (next == loop->cells[0] && loop->length >= 4) {
                judge_loop(rater, loop, best);
                continue;
            }
            if ((digits[next] & loop->pair) != loop->pair || (loop->all & one_cell(next)))
                continue;
            Mask more = (added | digits[next]) & (Mask)~loop->pair;
            int count = count_bits(digits[next]);
            if (count == 2 || count_bits(more) == 1 || rich > 0)
                grow_loop(rater, loop, next, rich - (count > 2), more, kind, best);
        }
    }
    loop->length--;
    loop->all &= ~one_cell(cell);
}

bool find_unique_loop(Rater *rater)
{
    Found best = {.difficulty = 100};
    for (int cell = 0; cell < CELLS; cell++) {
        Mask pair = rater->state.candidates.digits[cell];
        if (count_bits(pair) != 2)
            continue;
        Mask rest = pair;
        Loop loop = {.pair = pair, .low = pop_bit(&rest)};
        loop.high = lowest(rest);
        grow_loop(rater, &loop, cell, 2, 0, -1, &best);
    }
    if (best.difficulty == 100)
        return false;
    step_clear(&rater->step, best.rectangle ? UNIQUE_RECTANGLE : UNIQUE_LOOP, best.difficulty);
    for (int cell = 0; cell < CELLS; cell++)
        rater->step.removed[cell] = best.removed[cell];
    return true;
}
