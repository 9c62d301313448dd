/* Proofs of what a chain on the grid of a run removes there. */
#ifndef ENGINE_RATE_PROOF_H
#define ENGINE_RATE_PROOF_H

#include "net.h"

/* The false nodes of the outer run that a chain leans on, gathered node by node. */
typedef struct {
    const Net *outer;
    uint64_t known[WORDS];
    Advance advance;
    uint64_t hash;
} Proof;

void proof_open(Proof *proof, const Net *outer);

/* Adds a node of a chain.  A true one with a cause is the last in its cell or unit, so it rests on
   what the run has taken away there. */
void proof_take(Proof *proof, int node, int cause);

/* Ends the nodes that lead to one target. */
void proof_end_target(Proof *proof);

/* Adds what the chain removes to the outer run.  Returns false where it rests on nothing of it. */
bool proof_use(Net *outer, Run *run, Proof *proof, int complexity);

#endif
