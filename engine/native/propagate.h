/* The literals that a conflict learner has made true, and what follows from them.

   The variables are the candidates that the closed board leaves, and one for each digit and
   minirow or minicolumn: is the digit there? The only constraints are groups of literals of which
   exactly one is true. Without the second kind of variable locked candidates would not follow by
   unit propagation, and what they cause could not be learned. The groups are:

       cell                     its candidates
       minirow (minicolumn)     its candidates for a digit, and "not there"
       row, column              the "there" of its minirows (minicolumns) for a digit
       box, twice               the "there" of its minirows; of its minicolumns

   A literal is 2 * variable + negated. All memory is taken once a call, except for the learned
   clauses and their watches, whose arrays grow.

   Invariants: the literals on the trail are true. The reason of each is a choice, a true literal of
   the same group, or a group or clause whose other literals are all false. Each is propagated once,
   in the order of the trail, through clauses before groups. The first two literals of a learned
   clause are watched; when one of them turns false, another takes its place or the clause
   propagates. `left` counts for each group the literals that are not false. Clauses are forgotten
   at level 0 only, where no literal is asked for its reason. */

#ifndef PROPAGATE_H
#define PROPAGATE_H

#include "coren.h"
#include "proof.h"

enum { UNKNOWN = 2 };
/* Marks of variables while a conflict is analysed: SEEN is what the learned clause covers already,
   OPEN what is still to be traced back. */
enum { SEEN = 1, OPEN = 2 };
enum { BY_CHOICE = 0, BY_LITERAL = 1, BY_GROUP = 2, BY_CLAUSE = 3 };

/* Room for the groups of a literal. Five are the most: a candidate that is alone in its minirow and
   minicolumn stands in the groups of its cell, row and column, and in both of its box. */
enum { SLOTS = 6 };

enum { MOST_LEARNERS = 16 };

/* What one thread tells: sizes, each followed by as many literals. Others may read the items below
   `used`. Once it is full, nothing more is told. */
typedef struct {
    uint32_t used;
    int32_t items[(1 << 23) - 1];
} Told;

/* Who of several learners this one is, and what all of them tell. */
typedef struct {
    Told *told;
    long long count, own;
} Company;

/* The head of a learned clause in the array, before its literals: its size, its block distance, how
   many more times it is spared, and its number in a proof. */
enum { HEAD = 4 };

/* Of a group: how many literals are not false, and which if it is one (their exclusive or). */
typedef struct {
    int32_t count, only;
} Left;

typedef struct {
    int32_t clause, other; /* another literal of the clause: if that is true, all is well */
} Watch;

typedef struct {
    Watch *items;
    int count, room;
} Watches;

typedef struct {
    const Shape *shape;
    int variables, groups, members, candidates; /* the first variables are candidates */
    int32_t *group_start, *member;      /* group -> literals */
    int32_t *groups_of;                 /* literal -> SLOTS groups at most, -1 ends them */
    Left *left;                         /* group -> literals not false */
    uint8_t *value;                     /* literal -> 1, 0, UNKNOWN */
    uint8_t *phase, *seen;              /* variable -> ... */
    const Company *company;             /* or NULL */
    uint32_t heard[MOST_LEARNERS];
    int32_t *level, *reason;            /* reason: what << 2 | BY_... */
    int32_t *trail, *trail_start;       /* literals; level -> its first */
    int trail_count, propagated, depth;
    double *activity, bump;
    double recent, usual;               /* moving averages of the block distance */
    int32_t *heap, *heap_place;         /* variables by activity */
    int heap_count;
    Watches *watches;                   /* literal -> clauses to look at when it turns false */
    int32_t *clauses;
    size_t clauses_used, clauses_room;
    int32_t *learned, *stack, *marked;  /* the clause being learned; work space; what is seen */
    int learned_count, marked_count, distance;
    int32_t *level_mark, mark;
    int64_t conflicts, next_reduction;
    int reductions;
    int32_t conflict, conflict_literal; /* a reason; the false literal that it makes true */
    int32_t *variable_of;               /* cell * size + digit -> variable or -1 */
    int32_t *name, *rule;               /* variable, group -> its number in a proof */
    Proof *proof;                       /* being written, or NULL */
    int failed;                         /* no memory */
    void *memory;
} Learner;

/* A binary heap with the most active variable on top. It holds all open variables; those that
   propagation has given a value are skipped when they are popped. */
static void heap_put(Learner *l, int at, int32_t variable)
{
    l->heap[at] = variable;
    l->heap_place[variable] = at;
}

static void heap_up(Learner *l, int at)
{
    int32_t variable = l->heap[at];
    for (int parent; at && l->activity[l->heap[parent = (at - 1) / 2]] < l->activity[variable];
         at = parent)
        heap_put(l, at, l->heap[parent]);
    heap_put(l, at, variable);
}

static void heap_down(Learner *l, int at)
{
    int32_t variable = l->heap[at];
    for (;;) {
        int child = 2 * at + 1;
        if (child >= l->heap_count) break;
        if (child + 1 < l->heap_count
            && l->activity[l->heap[child + 1]] > l->activity[l->heap[child]])
            child++;
        if (l->activity[l->heap[child]] <= l->activity[variable]) break;
        heap_put(l, at, l->heap[child]);
        at = child;
    }
    heap_put(l, at, variable);
}

static void heap_insert(Learner *l, int32_t variable)
{
    if (l->heap_place[variable] >= 0) return;
    heap_put(l, l->heap_count++, variable);
    heap_up(l, l->heap_place[variable]);
}

static int32_t heap_pop(Learner *l)
{
    int32_t variable = l->heap[0];
    l->heap_place[variable] = -1;
    if (--l->heap_count) {
        heap_put(l, 0, l->heap[l->heap_count]);
        heap_down(l, 0);
    }
    return variable;
}

static void bump(Learner *l, int32_t variable)
{
    l->activity[variable] += l->bump;
    /* Only the order of activities counts, so all are scaled down before one overflows. */
    if (l->activity[variable] > 1e100) {
        for (int v = 0; v < l->variables; v++) l->activity[v] *= 1e-100;
        l->bump *= 1e-100;
    }
    if (l->heap_place[variable] >= 0) heap_up(l, l->heap_place[variable]);
}

#define EACH_GROUP(l, g, literal) \
    const int32_t *g = (l)->groups_of + SLOTS * (literal), *end_##g = g + SLOTS; \
    g < end_##g && *g >= 0; g++

static void set_true(Learner *l, int32_t literal, int32_t reason)
{
    l->value[literal] = 1;
    l->value[literal ^ 1] = 0;
    l->level[literal >> 1] = l->depth;
    l->reason[literal >> 1] = reason;
    l->trail[l->trail_count++] = literal;
    for (EACH_GROUP(l, g, literal ^ 1)) l->left[*g].count--, l->left[*g].only ^= literal ^ 1;
}

/* Notes a conflict; returns 0. `literal` is false and `reason` makes it true; -1 where all literals
   of the group or clause `reason` are false. */
static int clash(Learner *l, int32_t reason, int32_t literal)
{
    l->conflict = reason;
    l->conflict_literal = literal;
    return 0;
}

static int propagate_groups(Learner *l, int32_t literal)
{
    /* Exactly one literal of a group is true. At most one: the others of these groups are false. */
    for (EACH_GROUP(l, g, literal)) {
        for (int k = l->group_start[*g]; k < l->group_start[*g + 1]; k++) {
            int32_t other = l->member[k];
            if (other == literal || !l->value[other]) continue;
            if (l->value[other] == 1) return clash(l, literal << 2 | BY_LITERAL, other ^ 1);
            set_true(l, other ^ 1, literal << 2 | BY_LITERAL);
        }
    }
    /* At least one: the groups of the negation have lost a literal, and may have only one left. */
    literal ^= 1;
    for (EACH_GROUP(l, g, literal)) {
        Left left = l->left[*g];
        if (left.count > 1) continue;
        if (!left.count) return clash(l, *g << 2 | BY_GROUP, -1);
        if (l->value[left.only] == UNKNOWN) set_true(l, left.only, *g << 2 | BY_GROUP);
    }
    return 1;
}

static void watch(Learner *l, int32_t literal, int32_t clause, int32_t other)
{
    Watches *w = &l->watches[literal];
    if (w->count == w->room) {
        int room = w->room ? 2 * w->room : 8;
        Watch *items = realloc(w->items, (size_t)room * sizeof *items);
        if (!items) {
            l->failed = 1;
            return;
        }
        w->items = items, w->room = room;
    }
    w->items[w->count++] = (Watch){clause, other};
}

/* Visits the clauses that watch `gone`, which is false now. Watches that stay are moved to the
   front of the list as it is read. */
static int propagate_clauses(Learner *l, int32_t gone)
{
    Watches *w = &l->watches[gone];
    if (!w->count) return 1;
    const uint8_t *value = l->value;
    Watch *from = w->items, *to = from, *end = from + w->count;
    int fine = 1;
    while (from < end && fine) {
        Watch item = *from++;
        /* A clause known to be true is not even read, which saves waiting for memory. */
        if (value[item.other] == 1) {
            *to++ = item;
            continue;
        }
        int32_t *clause = l->clauses + item.clause, *literals = clause + HEAD;
        /* The other watched literal; it may stand in either place. */
        int32_t first = literals[0] ^ literals[1] ^ gone;
        int32_t *next = literals + 2, *last = literals + clause[0];
        if (value[first] == 1) next = last;
        while (next < last && !value[*next]) next++;
        if (next < last) {
            /* What is watched next is not false, so its list is not the one being read. */
            literals[0] = first, literals[1] = *next, *next = gone;
            watch(l, literals[1], item.clause, first);
            continue;
        }
        literals[0] = first, literals[1] = gone;
        *to++ = (Watch){item.clause, first};
        if (value[first] == 0) fine = clash(l, item.clause << 2 | BY_CLAUSE, -1);
        else if (value[first] == UNKNOWN) set_true(l, first, item.clause << 2 | BY_CLAUSE);
    }
    /* After a conflict the watches that were not visited stay. */
    while (from < end) *to++ = *from++;
    w->count = (int)(to - w->items);
    return fine;
}

static int propagate(Learner *l)
{
    while (l->propagated < l->trail_count) {
        int32_t literal = l->trail[l->propagated++];
        if (!propagate_clauses(l, literal ^ 1) || !propagate_groups(l, literal)) return 0;
    }
    return 1;
}

static void go_back(Learner *l, int depth)
{
    if (l->depth <= depth) return;
    for (int k = l->trail_count - 1; k >= l->trail_start[depth + 1]; k--) {
        int32_t literal = l->trail[k], variable = literal >> 1;
        l->phase[variable] = literal & 1;
        l->value[literal] = l->value[literal ^ 1] = UNKNOWN;
        heap_insert(l, variable);
        for (EACH_GROUP(l, g, literal ^ 1)) l->left[*g].count++, l->left[*g].only ^= literal ^ 1;
    }
    l->trail_count = l->propagated = l->trail_start[depth + 1];
    l->depth = depth;
}

/* Returns the number of literals of the clause that `reason` stands for, and where they begin. The
   literal that it makes true may be among them. */
static int causes(const Learner *l, int32_t reason, const int32_t **first, int32_t *one)
{
    int32_t what = reason >> 2;
    switch (reason & 3) {
    case BY_LITERAL:
        *one = what ^ 1;
        *first = one;
        return 1;
    case BY_GROUP:
        *first = l->member + l->group_start[what];
        return l->group_start[what + 1] - l->group_start[what];
    case BY_CLAUSE:
        *first = l->clauses + what + HEAD;
        return l->clauses[what];
    default:
        return 0;
    }
}

static void see(Learner *l, int32_t variable, int how)
{
    l->seen[variable] = (uint8_t)how;
    l->marked[l->marked_count++] = variable;
}

static void forget_seen(Learner *l, int count)
{
    while (l->marked_count > count) l->seen[l->marked[--l->marked_count]] = 0;
}

#endif
