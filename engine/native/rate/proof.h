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

/* Takes up a node of a chain: one that is true rests on what is gone where it is the last. */
void proof_take(Proof *proof, int node, int cause);

void proof_end_target(Proof *proof);

/* Puts the chain to use in the outer run: whether anything there is new. */
bool proof_use(Net *outer, Run *run, Proof *proof, int complexity);

#endif
