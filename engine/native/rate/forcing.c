/*
 * Forcing chains, from Nishio to nested ones.  All are searches of a net (net.h); the kinds differ
 * in their Mode, in which each gets the extensions of its runs.
 */
#include "cycles.h"
#include "finders.h"
#include "locked_net.h"
#include "nested.h"
#include "search.h"

static Technique technique_of(const Net *net)
{
    if (net->mode.dynamic)
        return net->mode.technique;
    return net->best.order == BY_CELL ? CELL_FORCING_CHAIN : UNIT_FORCING_CHAIN;
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
    return find_by_net(rater, (Mode){.dynamic = true, .nishio = true, .technique = NISHIO,
                                     .difficulty = 7.5});
}

bool find_multiple_chains(Rater *rater)
{
    return find_by_net(rater, (Mode){.difficulty = 8.0});
}

bool find_dynamic_chains(Rater *rater)
{
    return find_by_net(rater, (Mode){.dynamic = true, .technique = DYNAMIC_FORCING_CHAINS,
                                     .difficulty = 8.5});
}

bool find_dynamic_chains_plus(Rater *rater)
{
    return find_by_net(rater, (Mode){.dynamic = true, .extend = {extend_by_locked_sets},
                                     .technique = DYNAMIC_FORCING_CHAINS_PLUS,
                                     .difficulty = 9.0});
}

static Mode nested_mode(double difficulty, Extend first, Extend second)
{
    return (Mode){.dynamic = true, .nested = true,
                  .extend = {extend_by_locked_sets, first, second},
                  .technique = NESTED_FORCING_CHAINS, .difficulty = difficulty};
}

bool find_nested_chains(Rater *rater)
{
    return find_by_net(rater, nested_mode(9.5, extend_by_chains, NULL));
}

bool find_nested_multiple_chains(Rater *rater)
{
    return find_by_net(rater, nested_mode(10.0, extend_by_chains, extend_by_multiple_chains));
}

bool find_nested_dynamic_chains(Rater *rater)
{
    return find_by_net(rater, nested_mode(10.5, extend_by_dynamic_chains, NULL));
}
