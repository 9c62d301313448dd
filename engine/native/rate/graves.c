/*
 * Bivalue universal graves.
 *
 * On a grave every open cell has two digits, and every open digit two places in each unit.  A grave
 * has no solution or several, so a puzzle with one solution never becomes one.  If only some extra
 * candidates keep a board from being a grave, one of them is true.  What that shows depends on
 * where they are:
 *
 *   in one cell             the cell takes one of them
 *   all of one digit        every cell that sees all of them loses the digit
 *   in two cells of a unit  if the two share one more digit: it has no other place in the unit, so
 *                           one cell takes it, and the other one an extra digit
 *   in cells of one unit    together they are one more cell of a naked subset
 */
#include "finders.h"

/* The board without its extra candidates, and where these are. */
typedef struct {
    Candidates without;         /* the candidates less the extra ones */
    int cells[CELLS], count;    /* cells with extra digits, in the order met */
    Mask extra[CELLS];
    CellSet known;
    Mask digits;                /* all extra digits */
    CellSet seen;               /* cells that see all of `cells` */
} Grave;

static bool add_extra(const Rater *rater, Grave *grave, int cell, int digit)
{
    const Geometry *g = &rater->geometry;
    if (!(grave->known & one_cell(cell)))
        grave->cells[grave->count++] = cell;
    grave->known |= one_cell(cell);
    grave->extra[cell] |= (Mask)(1 << digit);
    candidates_remove(g, &grave->without, cell, digit);
    grave->seen &= g->peer_cells[cell] & ~grave->known;
    /* Extra digits of two kinds in cells without a common peer show nothing. */
    return grave->count < 2 || count_bits(grave->digits) < 2 || grave->seen;
}

/* The cells at these places that have more than two candidates. */
static CellSet rich_cells(const Rater *rater, int unit, Mask places)
{
    CellSet rich = 0;
    while (places) {
        int cell = rater->geometry.unit[unit][pop_bit(&places)];
        if (count_bits(rater->state.candidates.digits[cell]) > 2)
            rich |= one_cell(cell);
    }
    return rich;
}

/* Finds the extra candidates, where a digit has more or fewer than two places in a unit.  If the
   unit has one rich cell, it is there.  If only one digit is out of order, all its rich cells are
   taken; `is_grave` says afterwards whether that was right. */
static bool dig(const Rater *rater, Grave *grave)
{
    CellSet all = 0;
    int only = -1;
    bool one = true;
    for (int unit = 0; unit < UNITS; unit++)
        for (int digit = 0; digit < DIGITS; digit++) {
            Mask places = rater->state.candidates.places[unit][digit];
            if (!places || count_bits(places) == 2)
                continue;
            CellSet rich = rich_cells(rater, unit, places);
            if (!rich)
                return false;
            if (only < 0)
                only = digit;
            one = one && only == digit;
            all |= one ? rich : 0;
            if (count_cells(rich) != 1)
                continue;
            grave->digits |= (Mask)(1 << digit);
            if (!add_extra(rater, grave, first_cell(rich), digit))
                return false;
        }
    if (only < 0 || !one || count_cells(all) <= grave->count)
        return true;
    for (CellSet rest = all & ~grave->known; rest;)
        if (!add_extra(rater, grave, pop_cell(&rest), only))
            return false;
    return true;
}

static bool is_grave(const State *state, const Grave *grave)
{
    for (int cell = 0; cell < CELLS; cell++)
        if (!state->digit[cell] && count_bits(grave->without.digits[cell]) != 2)
            return false;
    for (int unit = 0; unit < UNITS; unit++)
        for (int digit = 0; digit < DIGITS; digit++) {
            int count = count_bits(grave->without.places[unit][digit]);
            if (count && count != 2)
                return false;
        }
    return true;
}

static bool one_rich_cell(Rater *rater, const Grave *grave)
{
    int cell = grave->cells[0];
    step_clear(&rater->step, BUG, 5.6);
    rater->step.removed[cell] = rater->state.candidates.digits[cell] & (Mask)~grave->digits;
    return grave->digits != 0;
}

static bool one_extra_digit(Rater *rater, const Grave *grave)
{
    step_clear(&rater->step, BUG, 5.7);
    return step_remove(rater, grave->seen, lowest(grave->digits));
}

static int shared_by_all(const Geometry *g, const Grave *grave, int kind)
{
    int unit = g->unit_of[grave->cells[0]][kind];
    return grave->known & ~g->unit_cells[unit] ? -1 : unit;
}

/* The digit that the two cells share must not be an extra one. */
static bool two_locked_cells(Rater *rater, const Grave *grave)
{
    const Mask *digits = rater->state.candidates.digits;
    int one = grave->cells[0], other = grave->cells[1];
    Mask common = digits[one] & digits[other] & (Mask)~grave->digits;
    bool together = false;
    if (grave->count != 2 || count_bits(common) != 1)
        return false;
    for (int kind = 0; kind < KINDS; kind++)
        together |= shared_by_all(&rater->geometry, grave, kind) >= 0;
    step_clear(&rater->step, BUG, 5.7);
    rater->step.removed[one] = digits[one] & (Mask)~(grave->extra[one] | common);
    rater->step.removed[other] = digits[other] & (Mask)~(grave->extra[other] | common);
    return together;
}

/* `chosen` cells, one fewer than `size`, that form a naked subset with the extra digits. */
static bool naked_with_grave(Rater *rater, const Grave *grave, const int *cells, int count,
                             Mask chosen, int size)
{
    const Mask *digits = rater->state.candidates.digits;
    Mask naked = 0;
    CellSet erased = 0;
    for (int i = 0; i < count; i++) {
        if (!(chosen >> i & 1)) {
            erased |= one_cell(cells[i]);
            continue;
        }
        if (count_bits(digits[cells[i]]) < 2)
            return false;
        naked |= digits[cells[i]];
    }
    if (!grave->digits || count_bits(naked) != size || count_bits(naked | grave->digits) != size)
        return false;
    bool any = false;
    step_clear(&rater->step, BUG, 5.7 + (size - 1) * 0.1);
    while (naked)
        any |= step_remove(rater, erased, pop_bit(&naked));
    return any;
}

static bool subset_with_grave(Rater *rater, const Grave *grave)
{
    for (int size = 2; size <= 6; size++)
        for (int kind = 0; kind < KINDS; kind++) {
            int unit = shared_by_all(&rater->geometry, grave, kind), count = 0;
            int cells[9];
            if (unit < 0)
                continue;
            for (CellSet rest = grave->seen & rater->geometry.unit_cells[unit]; rest;)
                cells[count++] = pop_cell(&rest);
            if (count < size)
                continue;
            for (Mask chosen = (Mask)((1 << (size - 1)) - 1); chosen < 1 << count;
                 chosen = next_subset(chosen))
                if (naked_with_grave(rater, grave, cells, count, chosen, size))
                    return true;
        }
    return false;
}

bool find_bug(Rater *rater)
{
    Grave grave = {.without = rater->state.candidates, .seen = ((CellSet)1 << CELLS) - 1};
    if (!dig(rater, &grave) || !grave.count || !is_grave(&rater->state, &grave))
        return false;
    if (grave.count == 1)
        return one_rich_cell(rater, &grave);
    if (count_bits(grave.digits) == 1)
        return one_extra_digit(rater, &grave) || two_locked_cells(rater, &grave);
    return grave.seen && (two_locked_cells(rater, &grave) || subset_with_grave(rater, &grave));
}
