/* Proofs of what a chain removes, told apart by a hash of their nodes. */
#include "proof.h"

#include <string.h>

void proof_open(Proof *proof, const Net *outer)
{
    proof->outer = outer;
    memset(proof->known, 0, sizeof proof->known);
    proof->advance.gone_count = proof->advance.parent_count = 0;
    proof->hash = 14695981039346656037u;
}

static void lean_on(Proof *proof, int candidate)
{
    if (test_bit(proof->known, candidate))
        return;
    set_bit(proof->known, candidate);
    proof->advance.parents[proof->advance.parent_count++] = (uint16_t)(FALSE_NODE + candidate);
}

void proof_take(Proof *proof, int node, int cause)
{
    const Geometry *g = &proof->outer->rater->geometry;
    const Candidates *start = proof->outer->start, *grid = &proof->outer->grid;
    proof->hash = (proof->hash ^ (uint64_t)(node + 1)) * 1099511628211u; /* FNV-1a */
    if (node >= FALSE_NODE || cause == BY_NOTHING)
        return;
    int cell = node / 9, digit = node % 9;
    if (cause == BY_OWN_CELL) {
        for (Mask gone = start->digits[cell] & (Mask)~grid->digits[cell]; gone;)
            lean_on(proof, 9 * cell + pop_bit(&gone));
        return;
    }
    int unit = g->unit_of[cell][cause];
    for (Mask gone = start->places[unit][digit] & (Mask)~grid->places[unit][digit]; gone;)
        lean_on(proof, 9 * g->unit[unit][pop_bit(&gone)] + digit);
}

void proof_end_target(Proof *proof) { proof->hash = (proof->hash ^ 0xffff) * 1099511628211u; }

bool proof_use(Net *outer, Run *run, Proof *proof, int complexity)
{
    if (!proof->advance.parent_count)
        return false;
    if (outer->nested_count + 1 >= MOST_NESTED) {
        outer->full = true;
        return false;
    }
    outer->nested_count++;
    outer->nested_hash[outer->nested_count] = proof->hash;
    outer->nested_complexity[outer->nested_count] = (uint16_t)complexity;
    proof->advance.nested = outer->nested_count;
    return net_advance(outer, run, &proof->advance);
}
