/*
 * Conclusions: what holds whichever candidate of a cell, or place of a digit in a unit, is true;
 * what holds whether a candidate is true or false; and candidates that lead to a contradiction.
 * The conclusion that rests on the fewest nodes is the best.  What is compared, and in which order,
 * is as in Sudoku Explainer: of equal conclusions the first one stays.
 */
#include "search.h"

#include <string.h>

#include "spread.h"

/* The run of an assumption, spread when it is first asked for; NULL when the net is full. */
static Run *run_of(Net *net, int node)
{
    if (net->runs[node] || net->full)
        return net->runs[node];
    Run *run = arena_take(&net->rater->arena, sizeof *run);
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

/* The best conclusion so far that removes what one on `target` would.  In a cell of two candidates
   one of them true removes the same as the other one false. */
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
            /* A lower bound first: to count the nodes takes long, and few conclusions need it. */
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
    Run *runs[DIGITS];
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
    /* A cell of two is compared as a cell: one candidate is false where the other is true. */
    if (in_cell >= 3 && !net->mode.nishio)
        compare(net, DOUBLE, candidate);
}

/* Compares the places of a digit in those units of a cell in which it is the first place, so that
   each unit is compared once. */
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
