/*
 * Nets within a run: a net is searched on the grid that the run has left.  Each of its conclusions
 * is then a link of the run, from the false nodes of the run that it rests on to what it removes.
 * Of conclusions that remove the same candidates only the best counts.
 */
#include "nested.h"
#include "proof.h"
#include "search.h"

#include <stdlib.h>

/* Walks back from nodes of an inner run, breadth first; `assumed` is why its assumption holds. */
static void prove_back(Proof *proof, Net *inner, const Run *run, int assumed, int top)
{
    uint16_t *queue = inner->stack;
    for (int next = 0; next < top; next++) {
        int node = queue[next], cause = run->cause[node];
        const uint16_t *own = inner->pool + run->parents[node];
        /* A node without parents is the assumption of the run. */
        proof_take(proof, node, own[0] || node >= FALSE_NODE ? cause : assumed);
        for (int i = 1; i <= own[0]; i++) {
            if (inner->stamps[own[i]] == inner->stamp)
                continue;
            inner->stamps[own[i]] = inner->stamp;
            queue[top++] = own[i];
        }
    }
    proof_end_target(proof);
}

static void prove_node(Proof *proof, Net *inner, const Run *run, int node, int assumed)
{
    inner->stamp++;
    inner->stamps[node] = inner->stamp;
    inner->stack[0] = (uint16_t)node;
    prove_back(proof, inner, run, assumed, 1);
}

/* A contradiction rests on both ways: to the node that clashes, and to its opposite. */
static void prove_clash(Proof *proof, Net *inner, const Run *run)
{
    const uint16_t *parents = inner->pool + run->clash_parents;
    int opposite = run->clash < FALSE_NODE ? run->clash + FALSE_NODE : run->clash - FALSE_NODE;
    int top = 0;
    inner->stamp++;
    inner->stamps[run->clash] = inner->stamp;
    proof_take(proof, run->clash, run->clash_cause);
    for (int i = 1; i <= parents[0]; i++) {
        inner->stamps[parents[i]] = inner->stamp;
        inner->stack[top++] = parents[i];
    }
    prove_back(proof, inner, run, BY_NOTHING, top);
    prove_node(proof, inner, run, opposite, BY_NOTHING);
}

static void prove_conclusion(Proof *proof, Net *inner, const Conclusion *conclusion)
{
    Run *runs[DIGITS];
    int assumed = conclusion->order == BY_CELL   ? BY_OWN_CELL
                  : conclusion->order == BY_UNIT ? conclusion->subject / 9 / 9
                                                 : BY_NOTHING;
    if (conclusion->order == CONTRADICTION) {
        prove_clash(proof, inner, inner->runs[conclusion->subject]);
        return;
    }
    int count = net_runs_of(inner, conclusion, runs);
    for (int i = 0; i < count; i++)
        prove_node(proof, inner, runs[i], conclusion->target, assumed);
}

/* What a conclusion removes: all other candidates of the cell, or the candidate itself. */
static void remove_by(Proof *proof, const Candidates *grid, int target)
{
    Advance *advance = &proof->advance;
    int cell = target % FALSE_NODE / 9, digit = target % 9;
    Mask gone = target < FALSE_NODE ? grid->digits[cell] & (Mask)~(1 << digit)
                                    : (Mask)(1 << digit);
    while (gone)
        advance->gone[advance->gone_count++] = (uint16_t)(9 * cell + pop_bit(&gone));
}

static int compare_conclusions(const void *one, const void *other)
{
    const Conclusion *a = one, *b = other;
    if (a->complexity != b->complexity)
        return a->complexity - b->complexity;
    return a->order != b->order ? a->order - b->order : a->turn - b->turn;
}

static bool spread_by_net(Net *outer, Run *run, Mode mode)
{
    bool any = false;
    int count = 0;
    Net *inner = net_open(outer->rater, &outer->grid, mode, true);
    if (!inner) {
        outer->full = true;
        return false;
    }
    net_search(inner);
    outer->full |= inner->full;
    for (int node = 0; node < NODES; node++)
        if (inner->every[node].complexity)
            inner->every[count++] = inner->every[node];
    qsort(inner->every, (size_t)count, sizeof *inner->every, compare_conclusions);
    for (int i = 0; i < count && !outer->full && !outer->rater->late; i++) {
        Proof proof;
        proof_open(&proof, outer);
        prove_conclusion(&proof, inner, &inner->every[i]);
        remove_by(&proof, &outer->grid, inner->every[i].target);
        any |= proof_use(outer, run, &proof, inner->every[i].complexity);
    }
    return any && !rater_late(outer->rater);
}

bool extend_by_multiple_chains(Net *net, Run *run)
{
    return spread_by_net(net, run, (Mode){.dynamic = false});
}

bool extend_by_dynamic_chains(Net *net, Run *run)
{
    return spread_by_net(net, run, (Mode){.dynamic = true});
}
