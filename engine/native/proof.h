/* The proof that a search writes while it learns, as engine/README.md describes it.

   What is learned goes in as clauses, each with its hints, and what is forgotten as deletions, so
   that a checker holds the same clauses as the search did. A clause is its literals, which are
   signed numbers of variables, a 0, its hints and another 0. A deletion is DELETED, the numbers of
   clauses and a 0. The rules have the first numbers, then come the clauses in their order. */

#ifndef PROOF_H
#define PROOF_H

#include <stdint.h>
#include <stdlib.h>

#define DELETED INT32_MIN

typedef struct {
    int32_t *items;
    size_t used, room;
    int32_t last; /* the number of the last clause; before there is any, of the last rule */
    int failed;   /* no memory: the proof is not whole */
} Proof;

static void proof_put(Proof *p, int32_t item)
{
    if (p->used == p->room) {
        size_t room = p->room ? 2 * p->room : 1024, most = (size_t)1 << 28;
        int32_t *items = room <= most ? realloc(p->items, room * sizeof *items) : NULL;
        if (!items) {
            p->failed = 1;
            return;
        }
        p->items = items, p->room = room;
    }
    p->items[p->used++] = item;
}

/* Puts the literals of the next clause, 2 * variable + negated; `names` are the variables' numbers.
   Its hints are still to be put, and a 0. */
static void proof_clause(Proof *p, const int32_t *names, const int32_t *literals, int count)
{
    for (int k = 0; k < count; k++) {
        int32_t name = names[literals[k] >> 1];
        proof_put(p, literals[k] & 1 ? -name : name);
    }
    proof_put(p, 0);
    p->last++;
}

#endif
