/*
 * A run spreads one assumption breadth first, the true nodes before the false ones, and stops at
 * the first contradiction.  Dynamic runs take false candidates off the grid, so that later links
 * rest on several earlier ones.
 *
 *   node   9 * cell + digit while true, plus FALSE_NODE while false
 */
#include "net.h"

#include <string.h>

void net_add(Net *net, Run *run, const Link *link)
{
    int state = link->node >= FALSE_NODE, candidate = link->node % FALSE_NODE, depth = 0;
    if (net->pool_used + (size_t)link->count + 1 > net->pool_room) {
        net->full = true;
        return;
    }
    set_bit(run->has[state], candidate);
    run->order[state][run->count[state]++] = (uint16_t)candidate;
    run->parents[link->node] = (uint32_t)net->pool_used;
    run->nodes[link->node] = 0;
    run->cause[link->node] = (int8_t)link->cause;
    if (state)
        run->nested[candidate] = (uint16_t)link->nested;
    net->pool[net->pool_used++] = (uint16_t)link->count;
    for (int i = 0; i < link->count; i++) {
        net->pool[net->pool_used++] = link->parents[i];
        if (run->depth[link->parents[i]] > depth)
            depth = run->depth[link->parents[i]];
    }
    run->depth[link->node] = (uint16_t)(depth + 1);
}

/* Stamps the nodes that are not stamped yet among `parents` and what they rest on. */
static int count_back(Net *net, const Run *run, const uint16_t *parents, int count)
{
    int found = 0, top = 0;
    for (int i = 0; i < count; i++) {
        if (net->stamps[parents[i]] == net->stamp)
            continue;
        net->stamps[parents[i]] = net->stamp;
        net->stack[top++] = parents[i];
    }
    while (top) {
        int node = net->stack[--top];
        const uint16_t *own = net->pool + run->parents[node];
        found++;
        for (int i = 1; i <= own[0]; i++) {
            if (net->stamps[own[i]] == net->stamp)
                continue;
            net->stamps[own[i]] = net->stamp;
            net->stack[top++] = own[i];
        }
    }
    return found;
}

int net_nodes(Net *net, Run *run, int node)
{
    if (!run->nodes[node]) {
        uint16_t self = (uint16_t)node;
        net->stamp++;
        run->nodes[node] = (uint16_t)count_back(net, run, &self, 1);
    }
    return run->nodes[node];
}

typedef struct {
    uint64_t hashes[512];
    int count, complexity;
} NestedSum;

/* Adds up the nested chains behind the stamped nodes, each once. */
static void add_nested(const Net *net, const Run *run, NestedSum *sum)
{
    for (int i = 0; i < run->count[1]; i++) {
        int candidate = run->order[1][i], nested = run->nested[candidate], known = 0;
        if (!nested || net->stamps[FALSE_NODE + candidate] != net->stamp)
            continue;
        while (known < sum->count && sum->hashes[known] != net->nested_hash[nested])
            known++;
        if (known < sum->count || sum->count == 512)
            continue;
        sum->hashes[sum->count++] = net->nested_hash[nested];
        sum->complexity += net->nested_complexity[nested];
    }
}

int net_nested(Net *net, Run *const *runs, int count, int node)
{
    NestedSum sum = {.count = 0, .complexity = 0};
    uint16_t self = (uint16_t)node;
    for (int i = 0; net->nested_count && i < count; i++) {
        net->stamp++;
        count_back(net, runs[i], &self, 1);
        add_nested(net, runs[i], &sum);
    }
    return sum.complexity;
}

/* A new node contradicts one reached before: how many nodes the two rest on. */
static int contradiction(Net *net, Run *run, const Link *link, int opposite)
{
    NestedSum sum = {.count = 0, .complexity = 0};
    uint16_t other = (uint16_t)opposite;
    net->stamp++;
    net->stamps[link->node] = net->stamp;
    int nodes = 1 + count_back(net, run, link->parents, link->count);
    if (net->nested_count)
        add_nested(net, run, &sum);
    net->stamp++;
    nodes += count_back(net, run, &other, 1);
    if (net->nested_count)
        add_nested(net, run, &sum);
    return nodes + sum.complexity;
}

static void clash(Net *net, Run *run, const Link *link, int opposite)
{
    run->contradiction = contradiction(net, run, link, opposite);
    run->clash = link->node;
    run->clash_cause = link->cause;
    run->clash_parents = (uint32_t)net->pool_used;
    if (net->pool_used + (size_t)link->count + 1 > net->pool_room) {
        net->full = true;
        return;
    }
    net->pool[net->pool_used++] = (uint16_t)link->count;
    for (int i = 0; i < link->count; i++)
        net->pool[net->pool_used++] = link->parents[i];
}

static bool imply(Net *net, Run *run, const Link *link)
{
    int opposite = link->node < FALSE_NODE ? link->node + FALSE_NODE : link->node - FALSE_NODE;
    if (net_reached(run, opposite)) {
        clash(net, run, link, opposite);
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
    if (net->mode.dynamic)
        candidates_remove(&net->rater->geometry, &net->grid, cell, digit);
    return open;
}

static bool spread_advanced(Net *net, Run *run)
{
    if (!net->mode.plus || net->full)
        return false;
    if (net_spread_locked(net, run))
        return true;
    return net->mode.nesting != PLAIN && net_spread_nested(net, run);
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
        } else if (!spread_advanced(net, run)) {
            return;
        }
    }
}

/* Adds removals in the order in which a table of 16 (or 32) buckets by cell lists them, as
   Sudoku Explainer does; whether there was anything to lean on. */
bool net_advance(Net *net, Run *run, const Advance *found)
{
    Link link;
    int cells = 0;
    if (!found->gone_count || !found->parent_count)
        return false;
    for (int i = 0; i < found->gone_count; i++)
        cells += !i || found->gone[i] / 9 != found->gone[i - 1] / 9;
    int buckets = cells > 12 ? 32 : 16;
    link.cause = BY_NOTHING;
    link.nested = found->nested;
    link.count = found->parent_count;
    memcpy(link.parents, found->parents, (size_t)found->parent_count * sizeof *link.parents);
    for (int bucket = 0; bucket < buckets; bucket++)
        for (int i = 0; i < found->gone_count; i++) {
            link.node = FALSE_NODE + found->gone[i];
            if (found->gone[i] / 9 % buckets == bucket && !net_reached(run, link.node))
                net_add(net, run, &link);
        }
    return true;
}
