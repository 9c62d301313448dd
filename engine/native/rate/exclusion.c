/* Aligned pair and triple exclusion: two or three cells cannot take digits that leave a cell which
   sees all of them, an excluder, without a candidate.  What is in no other combination goes. */
#include "finders.h"

typedef struct {
    CellSet near[CELLS]; /* peers with two (for a triple, up to three) candidates */
    CellSet usable;
    int cells[CELLS], count;
} Field;

static void survey(const Rater *rater, int size, Field *field)
{
    const Mask *digits = rater->state.candidates.digits;
    CellSet few = 0, single = 0;
    field->usable = 0;
    field->count = 0;
    for (int cell = 0; cell < CELLS; cell++) {
        int count = count_bits(digits[cell]);
        few |= count >= 2 && count <= size ? one_cell(cell) : 0;
        single |= count == 1 ? one_cell(cell) : 0;
    }
    for (int cell = 0; cell < CELLS; cell++) {
        CellSet peers = rater->geometry.peer_cells[cell];
        field->near[cell] = peers & few;
        if (count_bits(digits[cell]) < 2 || (peers & single) || !(peers & few))
            continue;
        field->usable |= one_cell(cell);
        field->cells[field->count++] = cell;
    }
}

/* The digit sets of the excluders. */
static int excluder_masks(const Rater *rater, CellSet excluders, Mask *masks)
{
    int count = 0;
    while (excluders)
        masks[count++] = rater->state.candidates.digits[pop_cell(&excluders)];
    return count;
}

/* Whether an excluder has no candidates but these digits. */
static bool excluded(const Mask *masks, int count, Mask digits)
{
    for (int i = 0; i < count; i++)
        if (!(masks[i] & (Mask)~digits))
            return true;
    return false;
}

static bool take_exclusion(Rater *rater, const int *cells, const Mask *allowed, int size)
{
    bool any = false;
    for (int i = 0; i < size; i++)
        any |= rater->state.candidates.digits[cells[i]] != allowed[i];
    if (!any)
        return false;
    step_clear(&rater->step, size == 2 ? ALIGNED_PAIR_EXCLUSION : ALIGNED_TRIPLE_EXCLUSION,
               size == 2 ? 6.2 : 7.5);
    for (int i = 0; i < size; i++)
        rater->step.removed[cells[i]] |=
            rater->state.candidates.digits[cells[i]] & (Mask)~allowed[i];
    return true;
}

static bool exclude_pair(Rater *rater, const int cells[2], CellSet excluders)
{
    const Mask *digits = rater->state.candidates.digits;
    Mask masks[CELLS], allowed[2] = {0, 0};
    int count = excluder_masks(rater, excluders, masks);
    bool peers = rater->geometry.peer_cells[cells[0]] >> cells[1] & 1;
    for (Mask a = digits[cells[0]]; a;) {
        Mask one = (Mask)(1 << pop_bit(&a));
        for (Mask b = digits[cells[1]]; b;) {
            Mask other = (Mask)(1 << pop_bit(&b));
            if ((peers && one == other) || excluded(masks, count, one | other))
                continue;
            allowed[0] |= one;
            allowed[1] |= other;
        }
    }
    return take_exclusion(rater, cells, allowed, 2);
}

bool find_aligned_pair(Rater *rater)
{
    Field field;
    survey(rater, 2, &field);
    for (int j = 1; j < field.count; j++)
        for (int i = 0; i < j; i++) {
            int cells[2] = {field.cells[i], field.cells[j]};
            CellSet excluders = field.near[cells[0]] & field.near[cells[1]];
            if (count_cells(excluders) >= 2 && exclude_pair(rater, cells, excluders))
                return true;
        }
    return false;
}

/* The digits that the third cell can have beside `one` and `other` in the first two: not those that
   peers rule out, nor the last candidate that these two leave to an excluder. */
static Mask third_digits(Mask one, Mask other, Mask third, const bool peers[3],
                         const Mask *masks, int count)
{
    Mask pair = one | other, left = third;
    if (peers[1])
        left &= (Mask)~one;
    if (peers[2])
        left &= (Mask)~other;
    for (int i = 0; i < count; i++) {
        Mask open = masks[i] & (Mask)~pair;
        if (!open)
            return 0;
        if (count_bits(open) == 1)
            left &= (Mask)~open;
    }
    return left;
}

static bool exclude_triple(Rater *rater, const int cells[3], CellSet excluders)
{
    const Mask *digits = rater->state.candidates.digits;
    const CellSet *seen = rater->geometry.peer_cells;
    Mask masks[CELLS], allowed[3] = {0, 0, 0};
    int count = excluder_masks(rater, excluders, masks);
    bool peers[3] = {seen[cells[0]] >> cells[1] & 1, seen[cells[0]] >> cells[2] & 1,
                     seen[cells[1]] >> cells[2] & 1};
    for (Mask a = digits[cells[0]]; a;) {
        Mask one = (Mask)(1 << pop_bit(&a));
        for (Mask b = digits[cells[1]]; b;) {
            Mask other = (Mask)(1 << pop_bit(&b));
            if (peers[0] && one == other)
                continue;
            Mask third = third_digits(one, other, digits[cells[2]], peers, masks, count);
            allowed[0] |= third ? one : 0;
            allowed[1] |= third ? other : 0;
            allowed[2] |= third;
        }
    }
    return take_exclusion(rater, cells, allowed, 3);
}

static bool with_third(Rater *rater, const Field *field, int cells[3], CellSet thirds)
{
    CellSet both = field->near[cells[0]] & field->near[cells[1]];
    if (count_cells(both) < 2)
        return false;
    while (thirds) {
        cells[2] = pop_cell(&thirds);
        CellSet excluders = both & field->near[cells[2]];
        if (count_cells(excluders) >= 2 && exclude_triple(rater, cells, excluders))
            return true;
    }
    return false;
}

bool find_aligned_triple(Rater *rater)
{
    Field field;
    survey(rater, 3, &field);
    for (int j = 1; j < field.count; j++)
        for (int i = 0; i < j; i++) {
            int cells[3] = {field.cells[i], field.cells[j], 0};
            /* The third cell is near one of the two at least; those near the first come first. */
            CellSet spared = ~field.usable | one_cell(cells[0]) | one_cell(cells[1]);
            CellSet first = field.near[cells[0]] & ~spared;
            CellSet second = field.near[cells[1]] & ~spared & ~first;
            if (with_third(rater, &field, cells, first) ||
                with_third(rater, &field, cells, second))
                return true;
        }
    return false;
}
