/*
 * A run spreads one assumption breadth first, the true nodes before the false ones, and stops at
 * the first contradiction.  Dynamic runs take false candidates off the grid, so that later links
 * rest on several earlier ones.
 */
#include "spread.h"

/* Adds a node, unless it was reached before; false when its opposite was. */
static bool imply(Net *net, Run *run, const Link *link)
{
    int opposite = link->node < FALSE_NODE ? link->node + FALSE_NODE : link->node - FALSE_NODE;
    if (net_reached(run, opposite)) {
        net_clash(net, run, link, opposite);
        return false;
    }
    if (!net_reached(run, link->node))
        net_add(net, run, link);
    return true;
}

static bool deny(Net *net, Run *run, int cell, int digit, int parent)
{
    int node = FALSE_NODE + 9 * cell + digit;
    if (net_reached(run, node))
        return true;
    Link link;
    link.node = node;
    link.cause = BY_NOTHING;
    link.count = 1;
    link.nested = 0;
    link.parents[0] = (uint16_t)parent;
    return imply(net, run, &link);
}

static bool spread_true(Net *net, Run *run, int node)
{
    const Geometry *g = &net->rater->geometry;
    int cell = node / 9, digit = node % 9;
    CellSet box = g->unit_cells[g->unit_of[cell][BOX]];
    Mask own = net->mode.nishio ? 0 : net->grid.digits[cell] & (Mask)~(1 << digit);
    while (own)
        if (!deny(net, run, cell, pop_bit(&own), node))
            return false;
    for (int kind = 0; kind < KINDS; kind++) {
        int unit = g->unit_of[cell][kind];
        for (Mask places = net->grid.places[unit][digit]; places;) {
            int other = g->unit[unit][pop_bit(&places)];
            if (other == cell || (kind != BOX && box >> other & 1))
                continue;
            if (!deny(net, run, other, digit, node))
                return false;
        }
    }
    return true;
}

/* The last digit of a cell rests on the digits that the run took off it, too. */
static bool last_digit(const Net *net, int cell, int digit, Link *link)
{
    Mask others = net->grid.digits[cell] & (Mask)~(1 << digit);
    if (count_bits(others) != 1)
        return false;
    Mask gone = net->start->digits[cell] & (Mask)~net->grid.digits[cell];
    link->node = 9 * cell + lowest(others);
    link->cause = BY_OWN_CELL;
    link->count = 1;
    link->parents[0] = (uint16_t)(FALSE_NODE + 9 * cell + digit);
    while (gone)
        link->parents[link->count++] = (uint16_t)(FALSE_NODE + 9 * cell + pop_bit(&gone));
    return true;
}

static bool last_place(const Net *net, int cell, int digit, int kind, Link *link)
{
    const Geometry *g = &net->rater->geometry;
    int unit = g->unit_of[cell][kind];
    Mask places = net->grid.places[unit][digit];
    Mask others = places & (Mask)~(1 << g->place_in[cell][kind]);
    if (count_bits(others) != 1)
        return false;
    Mask gone = net->start->places[unit][digit] & (Mask)~places;
    link->node = 9 * g->unit[unit][lowest(others)] + digit;
    link->cause = kind;
    link->count = 1;
    link->parents[0] = (uint16_t)(FALSE_NODE + 9 * cell + digit);
    while (gone)
        link->parents[link->count++] =
            (uint16_t)(FALSE_NODE + 9 * g->unit[unit][pop_bit(&gone)] + digit);
    return true;
}

static bool spread_false(Net *net, Run *run, int candidate)
{
    int cell = candidate / 9, digit = candidate % 9;
    Link link;
    bool open = true;
    link.nested = 0;
    if (!net->mode.nishio && last_digit(net, cell, digit, &link))
        open = imply(net, run, &link);
    for (int kind = 0; open && kind < KINDS; kind++)
        if (last_place(net, cell, digit, kind, &link))
            open = imply(net, run, &link);
    /* Later links rest on this candidate as well, where its loss leaves a last digit or place. */
    if (net->mode.dynamic)
        candidates_remove(&net->rater->geometry, &net->grid, cell, digit);
    return open;
}

/* Asks the extensions until one has something new.  What they take of the arena is free again
   after each, as the nodes that they add are in the pool of the net. */
static bool spread_further(Net *net, Run *run)
{
    Arena *arena = &net->rater->arena;
    size_t used = arena->used;
    bool any = false;
    for (int i = 0; i < MOST_EXTENSIONS && net->mode.extend[i] && !any && !net->full; i++) {
        any = net->mode.extend[i](net, run);
        arena->used = used;
    }
    return any;
}

void net_spread(Net *net, Run *run)
{
    int next[2] = {0, 0};
    while (!net->full) {
        if (next[0] < run->count[0]) {
            if (!spread_true(net, run, run->order[0][next[0]++]))
                return;
        } else if (next[1] < run->count[1]) {
            if (!spread_false(net, run, run->order[1][next[1]++]))
                return;
        } else if (!spread_further(net, run)) {
            return;
        }
    }
}
