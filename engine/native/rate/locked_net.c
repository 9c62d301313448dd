/* Locked candidates, pairs and X-wings on the grid of a run, with the false nodes they rest on.
   A pattern that rests on none existed before the run, and does not count. */
#include "locked_net.h"

static void empty(Advance *found)
{
    found->gone_count = 0;
    found->parent_count = 0;
    found->nested = 0;
}

/* Makes these places of a digit parents: they are false. */
static void rest_on(Net *net, Advance *found, int unit, Mask places, int digit)
{
    while (places)
        found->parents[found->parent_count++] =
            (uint16_t)(FALSE_NODE + 9 * net->rater->geometry.unit[unit][pop_bit(&places)] + digit);
}

/* The places of a digit in a unit that the run has taken away. */
static Mask gone_places(const Net *net, int unit, int digit)
{
    return net->start->places[unit][digit] &
           (Mask)~net->grid.places[unit][digit];
}

/* The places in a unit that belong to the other one as well. */
static Mask crossing(const Geometry *g, int unit, int other)
{
    Mask places = 0;
    for (int place = 0; place < 9; place++)
        if (g->unit_cells[other] >> g->unit[unit][place] & 1)
            places |= (Mask)(1 << place);
    return places;
}

static bool advance_locked(Net *net, Run *run, int unit, int other, int digit)
{
    const Geometry *g = &net->rater->geometry;
    Mask places = net->grid.places[unit][digit];
    if (count_bits(places) < 2 || !(g->unit_cells[unit] & g->unit_cells[other]))
        return false;
    Mask common = crossing(g, unit, other);
    if (places & (Mask)~common)
        return false;
    Advance found;
    empty(&found);
    Mask gone = net->grid.places[other][digit] & (Mask)~crossing(g, other, unit);
    while (gone)
        found.gone[found.gone_count++] = (uint16_t)(9 * g->unit[other][pop_bit(&gone)] + digit);
    if (!found.gone_count)
        return false;
    rest_on(net, &found, unit, gone_places(net, unit, digit) & (Mask)~common, digit);
    return net_advance(net, run, &found);
}

static bool all_locked(Net *net, Run *run)
{
    static const int kinds[4][2] = {{BOX, COLUMN}, {BOX, ROW}, {COLUMN, BOX}, {ROW, BOX}};
    bool any = false;
    for (int i = 0; i < 4; i++)
        for (int digit = 0; digit < DIGITS; digit++)
            for (int a = 9 * kinds[i][0]; a < 9 * kinds[i][0] + 9; a++)
                for (int b = 9 * kinds[i][1]; b < 9 * kinds[i][1] + 9; b++)
                    any |= advance_locked(net, run, a, b, digit);
    return any;
}

static bool advance_hidden(Net *net, Run *run, int unit, int one, int other)
{
    const Geometry *g = &net->rater->geometry;
    Mask pair = (Mask)(1 << one | 1 << other), places = net->grid.places[unit][one];
    if (count_bits(places) != 2 || net->grid.places[unit][other] != places)
        return false;
    Advance found;
    empty(&found);
    for (Mask rest = places; rest;) {
        int cell = g->unit[unit][pop_bit(&rest)];
        for (Mask gone = net->grid.digits[cell] & (Mask)~pair; gone;)
            found.gone[found.gone_count++] = (uint16_t)(9 * cell + pop_bit(&gone));
    }
    if (!found.gone_count)
        return false;
    rest_on(net, &found, unit, net->start->places[unit][one] & (Mask)~places, one);
    rest_on(net, &found, unit, net->start->places[unit][other] & (Mask)~places, other);
    return net_advance(net, run, &found);
}

static bool advance_naked(Net *net, Run *run, int unit, int first, int second)
{
    const Geometry *g = &net->rater->geometry;
    int cells[2] = {g->unit[unit][first], g->unit[unit][second]};
    Mask pair = net->grid.digits[cells[0]];
    if (count_bits(pair) != 2 || net->grid.digits[cells[1]] != pair)
        return false;
    Advance found;
    empty(&found);
    for (int place = 0; place < 9; place++) {
        int cell = g->unit[unit][place];
        if (place == first || place == second)
            continue;
        for (Mask gone = net->grid.digits[cell] & pair; gone;)
            found.gone[found.gone_count++] = (uint16_t)(9 * cell + pop_bit(&gone));
    }
    if (!found.gone_count)
        return false;
    for (int i = 0; i < 2; i++)
        for (Mask off = net->start->digits[cells[i]] & (Mask)~pair; off;)
            found.parents[found.parent_count++] =
                (uint16_t)(FALSE_NODE + 9 * cells[i] + pop_bit(&off));
    return net_advance(net, run, &found);
}

/* Tries each two of the nine places (or digits) of each unit; the lower one counts up faster. */
static bool all_pairs(Net *net, Run *run,
                      bool (*advance_pair)(Net *, Run *, int, int, int))
{
    static const int order[KINDS] = {BOX, COLUMN, ROW};
    bool any = false;
    for (int i = 0; i < KINDS; i++)
        for (int unit = 9 * order[i]; unit < 9 * order[i] + 9; unit++) {
            /* Of three open cells the complement of a pair is a single; of four, that of a hidden
               pair is a naked one. */
            int empty = net->rater->state.empty_in[unit];
            if (empty < 4 || (empty == 4 && advance_pair == advance_hidden))
                continue;
            for (int second = 1; second < 9; second++)
                for (int first = 0; first < second; first++)
                    any |= advance_pair(net, run, unit, first, second);
        }
    return any;
}

static bool advance_x_wing(Net *net, Run *run, int base, int first, int second, int digit)
{
    const Geometry *g = &net->rater->geometry;
    int lines[2] = {9 * base + first, 9 * base + second}, cover = ROW + COLUMN - base;
    Mask places = net->grid.places[lines[0]][digit];
    if (count_bits(places) != 2 || net->grid.places[lines[1]][digit] != places)
        return false;
    Advance found;
    empty(&found);
    for (Mask rest = places; rest;) {
        int unit = 9 * cover + pop_bit(&rest);
        Mask gone = net->grid.places[unit][digit] & (Mask)~(1 << first | 1 << second);
        while (gone)
            found.gone[found.gone_count++] =
                (uint16_t)(9 * g->unit[unit][pop_bit(&gone)] + digit);
    }
    if (!found.gone_count)
        return false;
    for (int i = 0; i < 2; i++)
        rest_on(net, &found, lines[i], gone_places(net, lines[i], digit) & (Mask)~places, digit);
    return net_advance(net, run, &found);
}

static bool all_x_wings(Net *net, Run *run)
{
    bool any = false;
    for (int base = COLUMN; base >= ROW; base--)
        for (int second = 1; second < 9; second++)
            for (int first = 0; first < second; first++)
                for (int digit = 0; digit < DIGITS; digit++)
                    if (net->rater->state.placed[digit] <= 5)
                        any |= advance_x_wing(net, run, base, first, second, digit);
    return any;
}

/* Asks one family after the other until one finds a pattern that the run has made.  Returns whether
   a node was added. */
bool extend_by_locked_sets(Net *net, Run *run)
{
    int before = run->count[1];
    if (!all_locked(net, run) && !all_pairs(net, run, advance_hidden) &&
        !all_pairs(net, run, advance_naked))
        all_x_wings(net, run);
    return run->count[1] > before;
}
