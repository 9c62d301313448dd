/* The store of a net: its nodes, what each rests on, and how many nodes that is in all. */
#include "net.h"

#include <string.h>

static const size_t POOL_SIZE = (size_t)8 << 20;

/* Opens a net in the arena, above what is in use; NULL when that is full. */
Net *net_open(Rater *rater, const Candidates *start, Mode mode, bool every)
{
    Net *net = arena_take(&rater->arena, sizeof *net);
    if (!net)
        return NULL;
    memset(net, 0, sizeof *net);
    net->rater = rater;
    net->start = start;
    net->mode = mode;
    net->pool_room = POOL_SIZE / sizeof *net->pool;
    net->pool = arena_take(&rater->arena, POOL_SIZE);
    net->full = !net->pool;
    if (every) {
        net->every = arena_take(&rater->arena, NODES * sizeof *net->every);
        net->full |= !net->every;
    }
    if (mode.nested) {
        net->nested_hash = arena_take(&rater->arena, MOST_NESTED * sizeof *net->nested_hash);
        net->nested_complexity =
            arena_take(&rater->arena, MOST_NESTED * sizeof *net->nested_complexity);
        net->full |= !net->nested_hash || !net->nested_complexity;
    }
    if (every && !net->full)
        memset(net->every, 0, NODES * sizeof *net->every);
    return net->full ? NULL : net;
}

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

/* Adds removals in the order in which a hash table by cell lists them, as Sudoku Explainer does: it
   has 16 buckets, or 32 for more than 12 cells.  Returns whether there was anything to lean on. */
bool net_advance(Net *net, Run *run, const Advance *found)
{
    Link link;
    int cells = 0;
    if (!found->gone_count || !found->parent_count)
        return false;
    for (int i = 0; i < found->gone_count; i++)
        cells += !i || found->gone[i] / 9 != found->gone[i - 1] / 9;
    /* Such a table doubles when it is more than three quarters full. */
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

/* Stamps the nodes that are not stamped yet among `parents` and all that they rest on.  Returns how
   many these are. */
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

/* A new node contradicts one reached before: how many nodes the two rest on.  What both rest on
   counts twice. */
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

void net_clash(Net *net, Run *run, const Link *link, int opposite)
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
