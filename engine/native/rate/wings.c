/*
 * XY-Wing, XYZ-Wing, and the larger wings: an almost locked set and a cell of two digits.
 *
 * The cell sees all cells of the set with one of its digits, the link.  If the cell takes the link,
 * the set loses that digit and keeps all others; so the other digit of the cell is in the cell or
 * in the set.  If both digits are links, the set and the cell are locked together, and every digit
 * of the set goes from what sees all of its places.
 */
#include "finders.h"

static bool is_wing(Mask pivot, Mask one, Mask other, int size)
{
    return count_bits(other) == 2 && count_bits(pivot | one | other) == 3 &&
           count_bits(pivot & one & other) == size - 2;
}

static bool wing_at(Rater *rater, int pivot, int one, int other, int size)
{
    const Geometry *g = &rater->geometry;
    const Mask *digits = rater->state.candidates.digits;
    CellSet seen = g->peer_cells[one] & g->peer_cells[other];
    if (size == 3)
        seen &= g->peer_cells[pivot];
    step_clear(&rater->step, size == 3 ? XYZ_WING : XY_WING, size == 3 ? 4.4 : 4.2);
    return step_remove(rater, seen & ~one_cell(pivot), lowest(digits[one] & digits[other]));
}

static bool wing_of(Rater *rater, int pivot, int size)
{
    const uint8_t *peers = rater->geometry.peers[pivot];
    const Mask *digits = rater->state.candidates.digits;
    for (int i = 0; i < PEERS; i++) {
        Mask one = digits[peers[i]];
        if (count_bits(one) != 2 || count_bits(digits[pivot] & (Mask)~one) != 1)
            continue;
        for (int j = 0; j < PEERS; j++)
            if (is_wing(digits[pivot], one, digits[peers[j]], size) &&
                wing_at(rater, pivot, peers[i], peers[j], size))
                return true;
    }
    return false;
}

static bool find_wing(Rater *rater, int size)
{
    for (int pivot = 0; pivot < CELLS; pivot++)
        if (count_bits(rater->state.candidates.digits[pivot]) == size &&
            wing_of(rater, pivot, size))
            return true;
    return false;
}

bool find_xy_wing(Rater *rater) { return find_wing(rater, 2); }
bool find_xyz_wing(Rater *rater) { return find_wing(rater, 3); }

enum { LARGEST = 6 };

/* An almost locked set: `size` cells that see each other, with size + 1 digits. */
typedef struct {
    int size, count;
    int cells[LARGEST];
    CellSet all;
    CellSet holding[DIGITS]; /* its cells with a digit */
    Mask digits;
    int biggest, candidates; /* most digits in a cell; sum of digits over the cells */
} Set;

typedef struct {
    double difficulty;
    int eliminations;
    int suffix[3];           /* double link, biggest cell, candidates */
    Mask removed[CELLS];
    bool found;
} Wing;

/* Sudoku Explainer compares these counts as text, so that 9 comes after 12. */
static int as_text(int number) { return number < 10 ? number * 10 : number; }

static bool suffix_after(const Wing *one, const Wing *other)
{
    if (one->suffix[0] != other->suffix[0])
        return one->suffix[0] > other->suffix[0];
    if (one->suffix[1] != other->suffix[1])
        return one->suffix[1] > other->suffix[1];
    return as_text(one->suffix[2]) > as_text(other->suffix[2]);
}

static void keep_better(Wing *best, const Wing *wing)
{
    bool better = !best->found || wing->difficulty < best->difficulty;
    if (best->found && wing->difficulty == best->difficulty)
        better = wing->eliminations > best->eliminations ||
                 (wing->eliminations == best->eliminations && suffix_after(wing, best));
    if (better)
        *best = *wing;
}

static CellSet seen_by_all(const Geometry *g, CellSet cells)
{
    CellSet seen = ~(CellSet)0;
    while (cells)
        seen &= g->peer_cells[pop_cell(&cells)];
    return seen;
}

static int remove_seen(const Rater *rater, CellSet cells, CellSet spared, int digit, Wing *wing)
{
    CellSet gone = seen_by_all(&rater->geometry, cells) & ~spared &
                   rater->state.cells_with[digit];
    int count = count_cells(gone);
    while (gone)
        wing->removed[pop_cell(&gone)] |= (Mask)(1 << digit);
    wing->eliminations += count;
    return count;
}

/* `link` is the digit that joins the set and the cell; with two links both digits do. */
static void add_wing(const Rater *rater, const Set *set, int cell, int link, int other,
                     bool twice, Wing *best)
{
    static const double difficulties[4][8] = {
        {0, 0, 5.5, 5.5 + 0.1, 5.5},
        {0, 0, 6.2 + 0.1, 6.2 + 2 * 0.1, 6.2 + 0.1, 6.2},
        {0, 0, 6.6, 6.6, 6.6, 6.6, 6.6},
        {0, 0, 7.5, 7.5, 7.5, 7.5, 7.5, 7.5},
    };
    Wing wing = {.difficulty = difficulties[set->size - 3][set->biggest], .found = true};
    CellSet spared = set->all | one_cell(cell);
    int weak = 0, by_link = 0, by_other;
    /* With two links the digits that the cell lacks are locked in the set. */
    for (Mask rest = twice ? set->digits & (Mask)~(1 << link | 1 << other) : 0; rest;) {
        int digit = pop_bit(&rest);
        weak += remove_seen(rater, set->holding[digit], spared, digit, &wing);
    }
    if (twice)
        by_link = remove_seen(rater, set->holding[link] | one_cell(cell), spared, link, &wing);
    by_other = remove_seen(rater, set->holding[other] | one_cell(cell), spared, other, &wing);
    if (!wing.eliminations)
        return;
    /* A second link counts only if it removes more than one link alone would. */
    wing.suffix[0] = 1 + (twice && (weak || (by_other && by_link)));
    wing.suffix[1] = set->biggest;
    wing.suffix[2] = set->candidates;
    keep_better(best, &wing);
}

static void join_cell(const Rater *rater, const Set *set, int cell, Wing *best)
{
    Mask rest = rater->state.candidates.digits[cell];
    int low = pop_bit(&rest), high = lowest(rest);
    CellSet seen = rater->geometry.peer_cells[cell];
    bool by_low = !(set->holding[low] & ~seen), by_high = !(set->holding[high] & ~seen);
    if (by_low)
        add_wing(rater, set, cell, low, high, by_high, best);
    else if (by_high)
        add_wing(rater, set, cell, high, low, false, best);
}

static void join_set(const Rater *rater, Set *set, Wing *best)
{
    CellSet near = 0;
    const Mask *digits = rater->state.candidates.digits;
    for (int digit = 0; digit < DIGITS; digit++)
        set->holding[digit] = set->all & rater->state.cells_with[digit];
    for (int i = 0; i < set->size; i++)
        near |= rater->geometry.peer_cells[set->cells[i]];
    near &= ~set->all;
    while (near) {
        int cell = pop_cell(&near);
        if (count_bits(digits[cell]) == 2 && !(digits[cell] & (Mask)~set->digits))
            join_cell(rater, set, cell, best);
    }
}

/* Adds cells in ascending order that see all those of the set.  A set of too many digits is dropped
   early, as no further cell can mend that. */
static void grow_set(const Rater *rater, const Set *set, CellSet next, Wing *best)
{
    while (next) {
        int cell = pop_cell(&next), own = count_bits(rater->state.candidates.digits[cell]);
        Set grown = *set;
        grown.digits |= rater->state.candidates.digits[cell];
        if (own < 2 || count_bits(grown.digits) > set->size + 1)
            continue;
        grown.cells[grown.count++] = cell;
        grown.all |= one_cell(cell);
        grown.candidates += own;
        grown.biggest = own > set->biggest ? own : set->biggest;
        if (grown.count < set->size)
            grow_set(rater, &grown, next & rater->geometry.peer_cells[cell], best);
        else if (count_bits(grown.digits) == set->size + 1)
            join_set(rater, &grown, best);
    }
}

static bool find_large_wing(Rater *rater, int size)
{
    static const Technique names[] = {WXYZ_WING, VWXYZ_WING, UVWXYZ_WING, TUVWXYZ_WING};
    Wing best = {.found = false};
    Set set = {.size = size};
    grow_set(rater, &set, ((CellSet)1 << CELLS) - 1, &best);
    if (!best.found)
        return false;
    step_clear(&rater->step, names[size - 3], best.difficulty);
    for (int cell = 0; cell < CELLS; cell++)
        rater->step.removed[cell] = best.removed[cell];
    return true;
}

bool find_wxyz_wing(Rater *rater) { return find_large_wing(rater, 3); }
bool find_vwxyz_wing(Rater *rater) { return find_large_wing(rater, 4); }
bool find_uvwxyz_wing(Rater *rater) { return find_large_wing(rater, 5); }
bool find_tuvwxyz_wing(Rater *rater) { return find_large_wing(rater, 6); }
