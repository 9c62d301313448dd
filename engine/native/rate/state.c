/* The board of a rating: its units, its candidates, and what ends the rating from outside. */
#define _POSIX_C_SOURCE 199309L

#include "rater.h"

#include <string.h>
#include <time.h>

static void build_units(Geometry *g)
{
    for (int cell = 0; cell < CELLS; cell++) {
        int row = cell / 9, column = cell % 9;
        int place[KINDS] = {row % 3 * 3 + column % 3, column, row};
        int unit[KINDS] = {row / 3 * 3 + column / 3, 9 + row, 18 + column};
        for (int kind = 0; kind < KINDS; kind++) {
            g->unit_of[cell][kind] = (uint8_t)unit[kind];
            g->place_in[cell][kind] = (uint8_t)place[kind];
            g->unit[unit[kind]][place[kind]] = (uint8_t)cell;
            g->unit_cells[unit[kind]] |= one_cell(cell);
        }
    }
}

void geometry_build(Geometry *g)
{
    memset(g, 0, sizeof *g);
    build_units(g);
    for (int cell = 0; cell < CELLS; cell++) {
        CellSet peers = 0;
        for (int kind = 0; kind < KINDS; kind++)
            peers |= g->unit_cells[g->unit_of[cell][kind]];
        peers &= ~one_cell(cell);
        g->peer_cells[cell] = peers;
        for (int i = 0; peers; i++)
            g->peers[cell][i] = (uint8_t)pop_cell(&peers);
    }
}

void candidates_remove(const Geometry *g, Candidates *candidates, int cell, int digit)
{
    candidates->digits[cell] &= (Mask)~(1 << digit);
    for (int kind = 0; kind < KINDS; kind++)
        candidates->places[g->unit_of[cell][kind]][digit] &=
            (Mask)~(1 << g->place_in[cell][kind]);
}

static void remove_candidate(Rater *rater, int cell, int digit)
{
    candidates_remove(&rater->geometry, &rater->state.candidates, cell, digit);
    rater->state.cells_with[digit] &= ~one_cell(cell);
}

static void place_digit(Rater *rater, int cell, int digit)
{
    State *state = &rater->state;
    Mask own = state->candidates.digits[cell];
    while (own)
        remove_candidate(rater, cell, pop_bit(&own));
    CellSet seen = rater->geometry.peer_cells[cell] & state->cells_with[digit];
    while (seen)
        remove_candidate(rater, pop_cell(&seen), digit);
    state->digit[cell] = (uint8_t)(digit + 1);
    state->placed[digit]++;
    state->empty--;
    for (int kind = 0; kind < KINDS; kind++)
        state->empty_in[rater->geometry.unit_of[cell][kind]]--;
}

/* Places the givens; false where one of them clashes with another. */
bool state_load(Rater *rater, const uint8_t givens[CELLS])
{
    State *state = &rater->state;
    memset(state, 0, sizeof *state);
    state->empty = CELLS;
    memset(state->empty_in, 9, sizeof state->empty_in);
    for (int digit = 0; digit < DIGITS; digit++) {
        state->cells_with[digit] = ((CellSet)1 << CELLS) - 1;
        for (int unit = 0; unit < UNITS; unit++)
            state->candidates.places[unit][digit] = 0x1ff;
    }
    for (int cell = 0; cell < CELLS; cell++)
        state->candidates.digits[cell] = 0x1ff;
    for (int cell = 0; cell < CELLS; cell++) {
        if (!givens[cell])
            continue;
        if (!(state->candidates.digits[cell] >> (givens[cell] - 1) & 1))
            return false;
        place_digit(rater, cell, givens[cell] - 1);
    }
    return true;
}

void state_apply(Rater *rater, const Step *step)
{
    for (int cell = 0; cell < CELLS; cell++) {
        Mask removed = step->removed[cell] & rater->state.candidates.digits[cell];
        while (removed)
            remove_candidate(rater, cell, pop_bit(&removed));
    }
    if (step->cell >= 0)
        place_digit(rater, step->cell, step->digit);
}

void step_clear(Step *step, Technique technique, double difficulty)
{
    memset(step, 0, sizeof *step);
    step->technique = technique;
    step->difficulty = difficulty;
    step->cell = -1;
}

/* Adds the candidates of a digit in a set of cells to what the step removes.  Returns whether there
   is any. */
bool step_remove(Rater *rater, CellSet cells, int digit)
{
    cells &= rater->state.cells_with[digit];
    if (!cells)
        return false;
    while (cells)
        rater->step.removed[pop_cell(&cells)] |= (Mask)(1 << digit);
    return true;
}

/* The next larger mask with as many bits (Gosper's hack). */
Mask next_subset(Mask subset)
{
    unsigned low = subset & -(unsigned)subset, ripple = subset + low;
    return (Mask)(ripple | ((subset ^ ripple) >> 2) / low);
}

/* Whether the rating must end: the deadline has passed, or a signal has come. */
bool rater_late(Rater *rater)
{
    Limits *limits = &rater->limits;
    struct timespec now;
    if (rater->late)
        return true;
    clock_gettime(CLOCK_MONOTONIC, &now);
    int64_t time = (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
    rater->late = limits->deadline && time >= limits->deadline;
    if (!rater->late && limits->signalled && time >= limits->next_look) {
        limits->next_look = time + BETWEEN_LOOKS;
        rater->late = limits->signalled(limits->caller);
    }
    return rater->late;
}

/* Takes aligned memory above what is in use; NULL when there is not enough left. */
void *arena_take(Arena *arena, size_t size)
{
    void *taken = arena->start + arena->used;
    size_t padded = (size + 63) & ~(size_t)63;
    if (arena->used + padded > arena->size)
        return NULL;
    arena->used += padded;
    return taken;
}
