/* The hints of a learned clause: which rules and clauses show that it follows, and in which order.

   The problem: a checker that is only told the clause has to propagate as the search did, through
   all clauses that watch what becomes false; on a 25x25 that takes it a thousand times as long as
   the search. The search knows the reason of each literal on its trail. So it writes down those
   that the conflict goes back to, each before the ones that need it, and the checker looks at
   nothing else.

   What goes back too far is cut off by the clause itself: its literals are assumed to be false.
   The clause was made smaller after the conflict was resolved, but what is left of it still implies
   what was left out, by reasons on the trail. So going back from the conflict, the latest literals
   first, ends at literals of the clause and at those of level 0, which the checker knows: it
   propagates there what it has concluded. No choice is met that is not in the clause.

   A hint is the number of a clause or of a group, all of whose literals but one are false. That a
   true literal makes the others of its groups false needs no hint. */

#ifndef HINTS_H
#define HINTS_H

#include "propagate.h"

/* Marks false literals whose reasons are needed; returns how many. */
static int need(Learner *l, const int32_t *literals, int size)
{
    int open = 0;
    for (int k = 0; k < size; k++) {
        int32_t variable = literals[k] >> 1;
        if (l->seen[variable] || !l->level[variable]) continue;
        see(l, variable, OPEN);
        open++;
    }
    return open;
}

/* Puts the hint of a reason; a true literal of a group needs none. */
static void put_hint(Learner *l, int32_t reason)
{
    int32_t what = reason >> 2;
    if ((reason & 3) == BY_GROUP) proof_put(l->proof, l->rule[what]);
    if ((reason & 3) == BY_CLAUSE) proof_put(l->proof, l->clauses[what + 3]);
}

/* Concludes the learned clause from the conflict on the trail. Nothing may be seen before. */
static void prove_by_conflict(Learner *l)
{
    const int32_t *causing;
    int32_t one;
    int needed = 0, at = l->trail_count, size = causes(l, l->conflict, &causing, &one);
    proof_clause(l->proof, l->name, l->learned, l->learned_count);
    for (int k = 0; k < l->learned_count; k++) see(l, l->learned[k] >> 1, SEEN);
    int open = need(l, &l->conflict_literal, l->conflict_literal >= 0) + need(l, causing, size);
    while (open) {
        int32_t literal = l->trail[--at];
        if (l->seen[literal >> 1] != OPEN) continue;
        l->stack[needed++] = literal;
        size = causes(l, l->reason[literal >> 1], &causing, &one);
        open += need(l, causing, size) - 1;
    }
    while (needed--) put_hint(l, l->reason[l->stack[needed] >> 1]);
    put_hint(l, l->conflict);
    proof_put(l->proof, 0);
    forget_seen(l, 0);
}

/* Concludes the learned clause, of the choices that led to a solution, without hints: a checker
   sees by itself that they lead there. */
static void prove_by_solution(Learner *l)
{
    proof_clause(l->proof, l->name, l->learned, l->learned_count);
    proof_put(l->proof, 0);
}

#endif
