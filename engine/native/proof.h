/* The proof that a search writes while it learns, as engine/README.md describes it.

   What is learned goes in as clauses, what is forgotten as deletions, so that a checker holds the
   same clauses as the search did. Literals are signed numbers of variables, a clause ends with 0,
   and a deletion begins with DELETED. */

#ifndef PROOF_H
#define PROOF_H

#include <stdint.h>
#include <stdlib.h>

#define DELETED INT32_MIN

typedef struct {
    int32_t *items;
    size_t used, room;
    int failed; /* no memory: the proof is not whole */
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

/* Puts a clause of literals, 2 * variable + negated; `names` are the variables' numbers. */
static void proof_clause(Proof *p, const int32_t *names, const int32_t *literals, int count)
{
    for (int k = 0; k < count; k++) {
        int32_t name = names[literals[k] >> 1];
        proof_put(p, literals[k] & 1 ? -name : name);
    }
    proof_put(p, 0);
}

#endif
