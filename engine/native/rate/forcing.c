/*
 * Forcing chains: what holds whichever candidate of a cell, or place of a digit in a unit, is
 * true; what holds whether a candidate is true or false; and candidates that lead to a
 * contradiction.  The conclusion that rests on fewest nodes is the best.
 */
#include "net.h"

#include <string.h>

static const size_t POOL_SIZE = (size_t)8 << 20;

static size_t padded(size_t size) { return (size + 63) & ~(size_t)63; }

static void *take_arena(Arena *arena, size_t size)
{
    void *taken = arena->start + arena->used;
    if (arena->used + padded(size) > arena->size)
        return NULL;
    arena->used += padded(size);
    return taken;
}

/* Opens a net in the arena, above what is in use; NULL when that is full. */
Net *net_open(Rater *rater, const Candidates *start, Mode mode, bool every)
{
    Net *net = take_arena(&rater->arena, sizeof *net);
    if (!net)
        return NULL;
    memset(net, 0, sizeof *net);
    net->rater = rater;
    net->start = start;
    net->mode = mode;
    net->pool_room = POOL_SIZE / sizeof *net->pool;
    net->pool = take_arena(&rater->arena, POOL_SIZE);
    net->full = !net->pool;
    if (every) {
        net->every = take_arena(&rater->arena, NODES * sizeof *net->every);
        net->full |= !net->every;
    }
    if (mode.nesting != PLAIN) {
        net->nested_hash = take_arena(&rater->arena, MOST_NESTED * sizeof *net->nested_hash);
        net->nested_complexity =
            take_arena(&rater->arena, MOST_NESTED * sizeof *net->nested_complexity);
        net->full |= !net->nested_hash || !net->nested_complexity;
    }
    if (every && !net->full)
        memset(net->every, 0, NODES * sizeof *net->every);
    return net->full ? NULL : net;
}

static Run *run_of(Net *net, int node)
{
    if (net->runs[node] || net->full)
        return net->runs[node];
    Run *run = take_arena(&net->rater->arena, sizeof *run);
    if (!run) {
        net->full = true;
        return NULL;
    }
    Link link;
    link.node = node;
    link.cause = BY_NOTHING;
    link.count = link.nested = 0;
    memset(run->has, 0, sizeof run->has);
    run->count[0] = run->count[1] = 0;
    run->contradiction = 0;
    net->grid = *net->start;
    net_add(net, run, &link);
    net_spread(net, run);
    net->runs[node] = run;
    return run;
}

static bool better(const Conclusion *one, const Conclusion *other)
{
    if (!other->complexity || one->complexity != other->complexity)
        return !other->complexity || one->complexity < other->complexity;
    return one->order < other->order;
}

/* The best conclusion so far that removes what one on `target` would. */
static Conclusion *rival(Net *net, int target)
{
    if (!net->every)
        return &net->best;
    Mask others = target < FALSE_NODE ? net->start->digits[target / 9] : 0;
    others &= (Mask)~(1 << target % 9);
    if (count_bits(others) == 1)
        return &net->every[FALSE_NODE + target / 9 * 9 + lowest(others)];
    return &net->every[target];
}

static void offer(Net *net, Conclusion conclusion)
{
    Conclusion *best = rival(net, conclusion.target);
    conclusion.turn = net->turn++;
    if (better(&conclusion, best))
        *best = conclusion;
}

/* Whether a conclusion changes the grid: a true candidate must have company in its cell. */
static bool worth(const Net *net, int node)
{
    return node >= FALSE_NODE || count_bits(net->start->digits[node / 9]) > 1;
}

static bool in_all(Run *const *runs, int count, int node)
{
    for (int i = 1; i < count; i++)
        if (!net_reached(runs[i], node))
            return false;
    return true;
}

/* Offers all that every one of the runs implies, in the order of the first. */
static void conclude(Net *net, Run *const *runs, int count, Conclusion conclusion)
{
    for (int state = 0; state < 2; state++)
        for (int i = 0; i < runs[0]->count[state]; i++) {
            int node = runs[0]->order[state][i] + state * FALSE_NODE;
            if (!in_all(runs, count, node) || !worth(net, node))
                continue;
            conclusion.target = node;
            conclusion.complexity = 0;
            for (int j = 0; j < count; j++)
                conclusion.complexity += runs[j]->depth[node];
            if (!better(&conclusion, rival(net, node)))
                continue;
            conclusion.complexity = net_nested(net, runs, count, node);
            for (int j = 0; j < count; j++)
                conclusion.complexity += net_nodes(net, runs[j], node);
            offer(net, conclusion);
        }
}

/* The runs that a conclusion compares. */
int net_runs_of(const Net *net, const Conclusion *conclusion, Run **runs)
{
    int subject = conclusion->subject, count = 0;
    if (conclusion->order == DOUBLE) {
        runs[0] = net->runs[subject];
        runs[1] = net->runs[subject + FALSE_NODE];
        return 2;
    }
    if (conclusion->order == BY_CELL) {
        for (Mask own = net->start->digits[subject]; own;)
            runs[count++] = net->runs[9 * subject + pop_bit(&own)];
        return count;
    }
    const uint8_t *cells = net->rater->geometry.unit[subject / 9];
    for (Mask places = net->start->places[subject / 9][subject % 9]; places;)
        runs[count++] = net->runs[9 * cells[pop_bit(&places)] + subject % 9];
    return count;
}

static void contradicted(Net *net, int assumption, int opposite)
{
    const Run *run = run_of(net, assumption);
    if (!net->full && run->contradiction && worth(net, opposite))
        offer(net, (Conclusion){.complexity = run->contradiction,
                                .order = CONTRADICTION,
                                .target = opposite,
                                .subject = assumption});
}

static void compare(Net *net, int order, int subject)
{
    Run *runs[9];
    Conclusion conclusion = {.order = order, .subject = subject};
    if (net->full)
        return;
    int count = net_runs_of(net, &conclusion, runs);
    conclude(net, runs, count, conclusion);
}

/* A candidate taken as true, then as false. */
static void both_ways(Net *net, int candidate, int in_cell)
{
    run_of(net, candidate);
    if (!net->mode.dynamic)
        return;
    contradicted(net, candidate, FALSE_NODE + candidate);
    contradicted(net, FALSE_NODE + candidate, candidate);
    if (in_cell >= 3 && !net->mode.nishio)
        compare(net, DOUBLE, candidate);
}

/* The units in which the cell is the first place of the digit. */
static void units_first_met(Net *net, int cell, int digit)
{
    const Geometry *g = &net->rater->geometry;
    for (int kind = 0; kind < KINDS; kind++) {
        int unit = g->unit_of[cell][kind];
        Mask places = net->start->places[unit][digit];
        if (count_bits(places) < 2 || lowest(places) != g->place_in[cell][kind])
            continue;
        while (places)
            run_of(net, 9 * g->unit[unit][pop_bit(&places)] + digit);
        compare(net, BY_UNIT, 9 * unit + digit);
    }
}

static void search_cell(Net *net, int cell)
{
    Mask digits = net->start->digits[cell];
    int count = count_bits(digits);
    if (count < 2 || (count == 2 && !net->mode.dynamic))
        return;
    while (digits) {
        int digit = pop_bit(&digits);
        both_ways(net, 9 * cell + digit, count);
        if (!net->mode.nishio)
            units_first_met(net, cell, digit);
    }
    if (!net->mode.nishio)
        compare(net, BY_CELL, cell);
}

void net_search(Net *net)
{
    for (int cell = 0; cell < CELLS && !net->full && !rater_late(net->rater); cell++)
        search_cell(net, cell);
}

static Technique technique_of(const Net *net)
{
    if (net->mode.nishio)
        return NISHIO;
    if (net->mode.nesting != PLAIN)
        return NESTED_FORCING_CHAINS;
    if (net->mode.plus)
        return DYNAMIC_FORCING_CHAINS_PLUS;
    if (net->mode.dynamic)
        return DYNAMIC_FORCING_CHAINS;
    return net->best.order == BY_CELL ? CELL_FORCING_CHAINS : REGION_FORCING_CHAINS;
}

static bool take_best(const Net *net)
{
    Rater *rater = net->rater;
    int candidate = net->best.target % FALSE_NODE, cell = candidate / 9, digit = candidate % 9;
    Mask bit = (Mask)(1 << digit), own = net->start->digits[cell];
    bool holds = net->best.target < FALSE_NODE;
    step_clear(&rater->step, technique_of(net),
               net->mode.difficulty + length_difficulty(net->best.complexity));
    rater->step.removed[cell] = holds ? own & (Mask)~bit : bit;
    if (holds) {
        rater->step.cell = cell;
        rater->step.digit = digit;
    }
    return true;
}

static bool find_by_net(Rater *rater, Mode mode)
{
    rater->arena.used = 0;
    Net *net = net_open(rater, &rater->state.candidates, mode, false);
    if (net)
        net_search(net);
    rater->full = !net || net->full;
    return !rater->full && !rater->late && net->best.complexity && take_best(net);
}

bool find_nishio(Rater *rater)
{
    return find_by_net(rater, (Mode){.dynamic = true, .nishio = true, .difficulty = 7.5});
}

bool find_multiple_chains(Rater *rater)
{
    return find_by_net(rater, (Mode){.difficulty = 8.0});
}

bool find_dynamic_chains(Rater *rater)
{
    return find_by_net(rater, (Mode){.dynamic = true, .difficulty = 8.5});
}

bool find_dynamic_chains_plus(Rater *rater)
{
    return find_by_net(rater, (Mode){.dynamic = true, .plus = true, .difficulty = 9.0});
}

bool find_nested_chains(Rater *rater)
{
    return find_by_net(rater, (Mode){.dynamic = true, .plus = true, .nesting = WITH_CHAINS,
                                     .difficulty = 9.5});
}

bool find_nested_multiple_chains(Rater *rater)
{
    return find_by_net(rater, (Mode){.dynamic = true, .plus = true, .nesting = WITH_MULTIPLE,
                                     .difficulty = 10.0});
}

bool find_nested_dynamic_chains(Rater *rater)
{
    return find_by_net(rater, (Mode){.dynamic = true, .plus = true, .nesting = WITH_DYNAMIC,
                                     .difficulty = 10.5});
}
