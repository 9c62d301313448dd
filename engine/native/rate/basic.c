/*
 * Singles, locked candidates, naked and hidden subsets, fish.
 *
 * A step is direct if it leads to a placement without any other step between; Sudoku Explainer
 * rates it easier than the same pattern that only removes candidates.
 *
 * Patterns come in complements: where `n` of the `m` open cells of a unit are a naked subset, the
 * others are a hidden one of m - n digits, and fish in rows have a fish in columns beside them.
 * The smaller of the two is found by an earlier finder, so the larger one is not looked for.
 */
#include "finders.h"

static const int SUBSET_ORDER[KINDS] = {BOX, COLUMN, ROW};

static bool found_placement(Rater *rater, Technique technique, double difficulty, int cell,
                            int digit)
{
    step_clear(&rater->step, technique, difficulty);
    rater->step.cell = cell;
    rater->step.digit = digit;
    return true;
}

static bool find_hidden_single(Rater *rater, int kind, bool last)
{
    const State *state = &rater->state;
    for (int unit = 9 * kind; unit < 9 * kind + 9; unit++) {
        if ((state->empty_in[unit] == 1) != last)
            continue;
        for (int digit = 0; digit < DIGITS; digit++) {
            Mask places = state->candidates.places[unit][digit];
            if (count_bits(places) == 1)
                return found_placement(rater, last ? FULL_HOUSE : HIDDEN_SINGLE,
                                       last ? 1.0 : kind == BOX ? 1.2 : 1.5,
                                       rater->geometry.unit[unit][lowest(places)], digit);
        }
    }
    return false;
}

bool find_single(Rater *rater)
{
    /* All full houses come before any hidden single. */
    for (int last = 1; last >= 0; last--)
        for (int i = 0; i < KINDS; i++)
            if (find_hidden_single(rater, SUBSET_ORDER[i], last))
                return true;
    return false;
}

bool find_naked_single(Rater *rater)
{
    for (int cell = 0; cell < CELLS; cell++) {
        Mask digits = rater->state.candidates.digits[cell];
        if (count_bits(digits) == 1)
            return found_placement(rater, NAKED_SINGLE, 2.3, cell, lowest(digits));
    }
    return false;
}

static CellSet cells_at(const Geometry *g, int unit, Mask places)
{
    CellSet cells = 0;
    while (places)
        cells |= one_cell(g->unit[unit][pop_bit(&places)]);
    return cells;
}

/* The hidden single that is left in a third unit once `crossed` has lost the digit outside `unit`,
   in whose crossing with it the digit is locked. */
static bool single_after_lock(Rater *rater, int unit, int crossed, int digit)
{
    const Geometry *g = &rater->geometry;
    int kind = unit / 9;
    for (int third = 9 * kind; third < 9 * kind + 9; third++) {
        CellSet cells = rater->state.cells_with[digit] & g->unit_cells[third];
        if (third == unit || !(g->unit_cells[third] & g->unit_cells[crossed]) ||
            count_cells(cells) < 2)
            continue;
        CellSet left = cells & ~g->unit_cells[crossed];
        if (count_cells(left) == 1)
            return found_placement(rater, kind == BOX ? DIRECT_POINTING : DIRECT_CLAIMING,
                                   kind == BOX ? 1.7 : 1.9, first_cell(left), digit);
    }
    return false;
}

static bool lock(Rater *rater, int unit, int crossed, int digit, bool direct)
{
    const Geometry *g = &rater->geometry;
    if (direct)
        return single_after_lock(rater, unit, crossed, digit);
    CellSet gone = g->unit_cells[crossed] & ~g->unit_cells[unit] & rater->state.cells_with[digit];
    if (!gone)
        return false;
    step_clear(&rater->step, unit < 9 ? POINTING : CLAIMING, unit < 9 ? 2.6 : 2.8);
    return step_remove(rater, gone, digit);
}

static bool find_lock(Rater *rater, bool direct)
{
    static const int kinds[4][2] = {{BOX, COLUMN}, {BOX, ROW}, {COLUMN, BOX}, {ROW, BOX}};
    const Geometry *g = &rater->geometry;
    for (int i = 0; i < 4; i++)
        for (int digit = 0; digit < DIGITS; digit++)
            for (int unit = 9 * kinds[i][0]; unit < 9 * kinds[i][0] + 9; unit++) {
                CellSet cells = rater->state.cells_with[digit] & g->unit_cells[unit];
                if (!(cells & (cells - 1)))
                    continue;
                int crossed = g->unit_of[first_cell(cells)][kinds[i][1]];
                if (!(cells & ~g->unit_cells[crossed]) &&
                    lock(rater, unit, crossed, digit, direct))
                    return true;
            }
    return false;
}

bool find_direct_locked(Rater *rater) { return find_lock(rater, true); }
bool find_locked(Rater *rater) { return find_lock(rater, false); }

static bool remove_others(Rater *rater, int unit, Mask places, Mask digits)
{
    bool any = false;
    while (places) {
        int cell = rater->geometry.unit[unit][pop_bit(&places)];
        Mask gone = rater->state.candidates.digits[cell] & (Mask)~digits;
        rater->step.removed[cell] |= gone;
        any |= gone != 0;
    }
    return any;
}

/* The positions of a hidden subset, as many as its digits; 0 if the digits form none. Each digit
   must have two positions or more. */
static Mask hidden_places(const Candidates *candidates, int unit, Mask digits)
{
    Mask places = 0;
    for (Mask rest = digits; rest;) {
        Mask own = candidates->places[unit][pop_bit(&rest)];
        if (count_bits(own) < 2)
            return 0;
        places |= own;
    }
    return count_bits(places) == count_bits(digits) ? places : 0;
}

/* The digits with two to `size` places in a unit. */
static Mask narrow_digits(const Rater *rater, int unit, int size)
{
    Mask digits = 0;
    for (int digit = 0; digit < DIGITS; digit++) {
        int count = count_bits(rater->state.candidates.places[unit][digit]);
        if (count >= 2 && count <= size)
            digits |= (Mask)(1 << digit);
    }
    return digits;
}

static bool single_after_subset(Rater *rater, int unit, Mask digits, Mask places)
{
    int size = count_bits(digits);
    for (int digit = 0; digit < DIGITS; digit++) {
        Mask own = rater->state.candidates.places[unit][digit];
        if (digits >> digit & 1 || count_bits(own) < 2)
            continue;
        Mask left = own & (Mask)~places;
        if (count_bits(left) == 1)
            return found_placement(rater, size == 2 ? DIRECT_HIDDEN_PAIR : DIRECT_HIDDEN_TRIPLE,
                                   size == 2 ? 2.0 : 2.5,
                                   rater->geometry.unit[unit][lowest(left)], digit);
    }
    return false;
}

static bool hidden_subset(Rater *rater, int unit, int size, bool direct)
{
    static const Technique techniques[] = {HIDDEN_PAIR, HIDDEN_TRIPLE, HIDDEN_QUAD};
    static const double difficulties[] = {3.4, 4.0, 5.4};
    Mask narrow = narrow_digits(rater, unit, size);
    if (count_bits(narrow) < size)
        return false;
    for (Mask digits = (Mask)((1 << size) - 1); digits < 512; digits = next_subset(digits)) {
        Mask places = digits & (Mask)~narrow
                           ? 0
                           : hidden_places(&rater->state.candidates, unit, digits);
        if (!places)
            continue;
        if (direct) {
            if (single_after_subset(rater, unit, digits, places))
                return true;
            continue;
        }
        step_clear(&rater->step, techniques[size - 2], difficulties[size - 2]);
        if (remove_others(rater, unit, places, digits))
            return true;
    }
    return false;
}

/* A complement of equal size is a naked subset, which comes earlier; a direct one needs only a cell
   for its placement. */
static bool find_hidden_subset(Rater *rater, int size, bool direct)
{
    for (int i = 0; i < KINDS; i++) {
        int first = 9 * SUBSET_ORDER[i];
        for (int unit = first; unit < first + 9; unit++)
            if (rater->state.empty_in[unit] > (direct ? size : 2 * size) &&
                hidden_subset(rater, unit, size, direct))
                return true;
    }
    return false;
}

bool find_direct_hidden_pair(Rater *rater) { return find_hidden_subset(rater, 2, true); }
bool find_direct_hidden_triple(Rater *rater) { return find_hidden_subset(rater, 3, true); }
bool find_hidden_pair(Rater *rater) { return find_hidden_subset(rater, 2, false); }
bool find_hidden_triple(Rater *rater) { return find_hidden_subset(rater, 3, false); }
bool find_hidden_quad(Rater *rater) { return find_hidden_subset(rater, 4, false); }

static Mask naked_digits(const Rater *rater, int unit, Mask places)
{
    Mask digits = 0;
    for (Mask rest = places; rest;) {
        Mask own = rater->state.candidates.digits[rater->geometry.unit[unit][pop_bit(&rest)]];
        if (count_bits(own) < 2)
            return 0;
        digits |= own;
    }
    return count_bits(digits) == count_bits(places) ? digits : 0;
}

/* The places of a unit whose cells have two to `size` candidates. */
static Mask narrow_places(const Rater *rater, int unit, int size)
{
    Mask places = 0;
    for (int place = 0; place < 9; place++) {
        int count = count_bits(rater->state.candidates.digits[rater->geometry.unit[unit][place]]);
        if (count >= 2 && count <= size)
            places |= (Mask)(1 << place);
    }
    return places;
}

static bool naked_subset(Rater *rater, int unit, int size)
{
    static const Technique techniques[] = {NAKED_PAIR, NAKED_TRIPLE, NAKED_QUAD};
    static const double difficulties[] = {3.0, 3.6, 5.0};
    Mask narrow = narrow_places(rater, unit, size);
    if (count_bits(narrow) < size)
        return false;
    for (Mask places = (Mask)((1 << size) - 1); places < 512; places = next_subset(places)) {
        Mask digits = places & (Mask)~narrow ? 0 : naked_digits(rater, unit, places);
        if (!digits)
            continue;
        step_clear(&rater->step, techniques[size - 2], difficulties[size - 2]);
        CellSet others = cells_at(&rater->geometry, unit, 0x1ff & (Mask)~places);
        bool any = false;
        for (Mask rest = digits; rest;)
            any |= step_remove(rater, others, pop_bit(&rest));
        if (any)
            return true;
    }
    return false;
}

static bool find_naked_subset(Rater *rater, int size)
{
    for (int i = 0; i < KINDS; i++) {
        int first = 9 * SUBSET_ORDER[i];
        for (int unit = first; unit < first + 9; unit++)
            if (rater->state.empty_in[unit] >= 2 * size && naked_subset(rater, unit, size))
                return true;
    }
    return false;
}

bool find_naked_pair(Rater *rater) { return find_naked_subset(rater, 2); }
bool find_naked_triple(Rater *rater) { return find_naked_subset(rater, 3); }
bool find_naked_quad(Rater *rater) { return find_naked_subset(rater, 4); }

/* The digit has its places in the base `lines` in as many lines of the other kind, which lose it
   elsewhere. */
static bool fish(Rater *rater, int base, int cover, Mask lines, int digit, int size)
{
    static const Technique techniques[] = {X_WING, SWORDFISH, JELLYFISH};
    static const double difficulties[] = {3.2, 3.8, 5.2};
    const Geometry *g = &rater->geometry;
    CellSet base_cells = 0, cover_cells = 0;
    Mask places = 0;
    for (Mask rest = lines; rest;) {
        int unit = 9 * base + pop_bit(&rest);
        Mask own = rater->state.candidates.places[unit][digit];
        if (count_bits(own) < 2)
            return false;
        places |= own;
        base_cells |= g->unit_cells[unit];
    }
    if (count_bits(places) != size)
        return false;
    while (places)
        cover_cells |= g->unit_cells[9 * cover + pop_bit(&places)];
    step_clear(&rater->step, techniques[size - 2], difficulties[size - 2]);
    return step_remove(rater, cover_cells & ~base_cells, digit);
}

static bool find_fish(Rater *rater, int size)
{
    for (int base = COLUMN; base >= ROW; base--)
        for (Mask lines = (Mask)((1 << size) - 1); lines < 512; lines = next_subset(lines))
            for (int digit = 0; digit < DIGITS; digit++)
                if (rater->state.placed[digit] + 2 * size <= 9 &&
                    fish(rater, base, ROW + COLUMN - base, lines, digit, size))
                    return true;
    return false;
}

bool find_x_wing(Rater *rater) { return find_fish(rater, 2); }
bool find_swordfish(Rater *rater) { return find_fish(rater, 3); }
bool find_jellyfish(Rater *rater) { return find_fish(rater, 4); }
