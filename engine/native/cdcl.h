/* Conflict learning for big boards: clauses learned from dead ends, activities, restarts.

   The problem: on a hard 25x25 a depth-first search meets the same contradiction again and again
   below different choices. A learner finds out which choices caused it and keeps that as a clause.

   A learned clause has many literals of few levels, because one decision makes a whole group
   false. So after the literals that follow from others have been left out, all those of one level
   (a block) are replaced by the one from which they follow, where that needs no other level:
   clauses are half as long, and an eighth fewer conflicts take a quarter less time.

   Several threads may learn on one board: each tells the others its short clauses with small block
   distances, and hears theirs when it restarts. All load the same board, so that a literal means
   the same everywhere. Once a thread has ruled out a solution that it found, its clauses rule that
   solution out for the others as well: only all their solutions together are complete.

   After Marques-Silva and Sakallah (GRASP), Moskewicz and others (Chaff), Een and Sorensson
   (MiniSat), Audemard and Simon (Glucose: literal block distance), Biere and Froehlich (CaDiCaL:
   moving averages, clauses in use are kept), Fleury and Biere (one literal for a block).

   What was measured on the minimal 25x25. Of little account, all within 15 %: restarts after 2 or
   10 conflicts, restart factors of 1.1 to 1.25, decays of 0.92 to 0.98, forgetting half instead of
   three quarters; 16-bit literals changed nothing. What failed: without keeping the clauses in use
   it took three times as long. Groups before clauses: twice the conflicts. The variables of the
   last conflict first (VMTF): half as many conflicts again. Hall sets by matching: a tenth fewer
   conflicts in twice the time. To decide for the phase that a variable had last, mostly false:
   a tenth more conflicts than for true, always; so one of two threads does that to be different.
   To give each thread a branch of the root: the hardest board kept nine tenths of its conflicts in
   one branch. To tell only clauses of block distance 2 or 4: half or two thirds of the gain.
   Vivification (each good clause once, by propagating its literals' negations in turn): with a
   tenth of the time it shortened half of the clauses and saved as much time as it took, within 5 %.
   Half of the time goes to clauses, mostly waiting for memory: prefetching those of the next
   watches changed nothing; forgetting twice as often took a tenth less. */

#ifndef CDCL_H
#define CDCL_H

#include "hints.h"
#include "propagate.h"

#define ACTIVITY_DECAY 0.95
#define RESTART_FACTOR 1.15
enum { LEAST_CONFLICTS = 10, RECENT = 32, USUAL = 100000 };
enum { FIRST_REDUCTION = 1000, REDUCTION_STEP = 100 };
/* Block distances up to which a clause is kept for ever, and longer after it was used. */
enum { CORE = 2, MIDDLE = 4 };
/* The limits of clauses that are told to other threads, and the block distance with which others
   take them. */
enum { TOLD_DISTANCE = 8, TOLD_SIZE = 40, TAKEN_DISTANCE = 6 };

/* Whether a variable can follow from the learned clause: it is no choice, and its level is one of
   the clause's. */
static int may_follow(const Learner *l, int32_t variable)
{
    return (l->reason[variable] & 3) != BY_CHOICE
        && l->level_mark[l->level[variable]] == l->mark;
}

/* Whether a false literal follows from those of the learned clause. If so, all that was met on the
   way follows as well and stays marked as seen. */
static int is_implied(Learner *l, int32_t literal)
{
    int count = 0, from = l->marked_count;
    if (!may_follow(l, literal >> 1)) return 0;
    l->stack[count++] = literal;
    while (count) {
        int32_t top = l->stack[--count], one;
        const int32_t *causing;
        int size = causes(l, l->reason[top >> 1], &causing, &one);
        for (int k = 0; k < size; k++) {
            int32_t variable = causing[k] >> 1;
            if (variable == top >> 1 || l->seen[variable] || !l->level[variable]) continue;
            if (!may_follow(l, variable)) {
                forget_seen(l, from);
                return 0;
            }
            see(l, variable, SEEN);
            l->stack[count++] = causing[k];
        }
    }
    return 1;
}

/* The one literal from which the `open` literals of a block follow, which are marked OPEN: the last
   one through which all ways from the choice of the level lead. -1 where that would bring in
   literals of other levels. */
static int32_t point_of_block(Learner *l, int level, int open)
{
    int from = l->marked_count, at = l->trail_start[level + 1];
    for (;;) {
        int32_t literal = l->trail[--at], one;
        if (l->seen[literal >> 1] != OPEN) continue;
        /* The only one open: every way to the block passes through it. */
        if (open-- == 1) return literal ^ 1;
        const int32_t *causing;
        int size = causes(l, l->reason[literal >> 1], &causing, &one);
        for (int k = 0; k < size; k++) {
            int32_t variable = causing[k] >> 1;
            int is_own = l->level[variable] == level;
            if (variable == literal >> 1 || l->seen[variable] || !l->level[variable]) continue;
            if (!is_own && !is_implied(l, causing[k])) {
                forget_seen(l, from);
                return -1;
            }
            open += is_own;
            see(l, variable, is_own ? OPEN : SEEN);
        }
    }
}

/* Leaves out the literals of the learned clause that follow from others. */
static void minimize(Learner *l)
{
    int kept = 1;
    l->mark++;
    for (int k = 1; k < l->learned_count; k++)
        l->level_mark[l->level[l->learned[k] >> 1]] = l->mark;
    for (int k = 1; k < l->learned_count; k++)
        if (!is_implied(l, l->learned[k])) l->learned[kept++] = l->learned[k];
    l->learned_count = kept;
}

/* Puts one literal in place of each block of the learned clause where that is possible. */
static void shrink(Learner *l)
{
    int32_t *learned = l->learned;
    for (int k = 1, end; k < l->learned_count; k = end) {
        int level = l->level[learned[k] >> 1];
        end = k;
        /* Gathers the literals of the level at k to end - 1. */
        for (int j = k; j < l->learned_count; j++) {
            int32_t own = learned[j];
            if (l->level[own >> 1] != level) continue;
            learned[j] = learned[end], learned[end++] = own;
            l->seen[own >> 1] = OPEN;
        }
        int32_t point = end - k > 1 ? point_of_block(l, level, end - k) : -1;
        if (point < 0) continue;
        learned[k++] = point;
        memmove(learned + k, learned + end, (size_t)(l->learned_count - end) * sizeof *learned);
        l->learned_count -= end - k;
        end = k;
    }
}

/* Keeps a clause that took part in a conflict, with the block distance that it has now. */
static void use(Learner *l, int32_t at)
{
    int32_t *clause = l->clauses + at, distance = 0;
    clause[2] = clause[1] <= MIDDLE ? 2 : 1;
    l->mark++;
    for (int k = 0; k < clause[0]; k++) {
        int32_t level = l->level[clause[HEAD + k] >> 1];
        if (!level || l->level_mark[level] == l->mark) continue;
        l->level_mark[level] = l->mark;
        distance++;
    }
    if (distance < clause[1]) clause[1] = distance;
}

/* Adds false literals to the learned clause; returns how many of them are of the last level. */
static int gather(Learner *l, const int32_t *literals, int size)
{
    int open = 0;
    for (int k = 0; k < size; k++) {
        int32_t variable = literals[k] >> 1;
        if (l->seen[variable] || !l->level[variable]) continue;
        see(l, variable, SEEN);
        bump(l, variable);
        if (l->level[variable] == l->depth) open++;
        else l->learned[l->learned_count++] = literals[k];
    }
    return open;
}

/* Learns the clause of the first unique implication point. Literals of the last level are replaced
   by their causes, the latest first, until only one of that level is left. */
static void resolve(Learner *l)
{
    int32_t reason = l->conflict, literal, one;
    int at = l->trail_count, open;
    l->learned_count = 1;
    open = gather(l, &l->conflict_literal, l->conflict_literal >= 0);
    for (;;) {
        const int32_t *causing = NULL;
        int size = causes(l, reason, &causing, &one);
        if ((reason & 3) == BY_CLAUSE) use(l, reason >> 2);
        open += gather(l, causing, size);
        do literal = l->trail[--at];
        while (!l->seen[literal >> 1]);
        if (!--open) break;
        reason = l->reason[literal >> 1];
    }
    l->learned[0] = literal ^ 1;
}

/* Learns from the conflict. Returns the level to go back to: the second highest of the clause,
   where its first literal becomes true. The second literal is one of that level, so that the two
   can be watched. */
static int learn(Learner *l)
{
    int back = 0;
    resolve(l);
    minimize(l);
    shrink(l);
    forget_seen(l, 0);
    l->mark++;
    l->distance = 1;
    for (int k = 1; k < l->learned_count; k++) {
        int32_t own = l->learned[k], level = l->level[own >> 1];
        if (l->level_mark[level] != l->mark) l->level_mark[level] = l->mark, l->distance++;
        if (level > back) {
            back = level;
            l->learned[k] = l->learned[1], l->learned[1] = own;
        }
    }
    return back;
}

/* Adds the learned clause, of two literals at least, and watches its first two. Returns where it
   begins; -1 without memory, or where the array is full: the place must fit into a reason. */
static int32_t add_clause(Learner *l)
{
    size_t wanted = l->clauses_used + HEAD + (size_t)l->learned_count;
    if (wanted > l->clauses_room) {
        size_t room = 2 * wanted, most = (size_t)1 << 28;
        int32_t *clauses = room < most ? realloc(l->clauses, room * sizeof *clauses) : NULL;
        if (!clauses) return l->failed = 1, -1;
        l->clauses = clauses, l->clauses_room = room;
    }
    int32_t clause = (int32_t)l->clauses_used;
    l->clauses[clause] = l->learned_count;
    l->clauses[clause + 1] = l->distance;
    l->clauses[clause + 2] = 1;
    l->clauses[clause + 3] = l->proof ? l->proof->last : 0;
    memcpy(l->clauses + clause + HEAD, l->learned, (size_t)l->learned_count * sizeof *l->learned);
    l->clauses_used = wanted;
    watch(l, l->learned[0], clause, l->learned[1]);
    watch(l, l->learned[1], clause, l->learned[0]);
    return clause;
}

static int is_spared(const int32_t *clause) { return clause[1] <= CORE || clause[2] > 0; }

enum { DISTANCES = 64 };

static int capped(int32_t distance) { return distance < DISTANCES ? distance : DISTANCES - 1; }

/* At level 0, where no literal is asked for its reason: forgets three quarters of the clauses that
   nothing spares, those with the greatest block distances and among equals the oldest. The others
   are moved together and watched again. */
static void forget(Learner *l)
{
    int of_distance[DISTANCES] = {0}, limit = DISTANCES, surplus = 0;
    for (size_t at = 0; at < l->clauses_used; at += HEAD + (size_t)l->clauses[at])
        if (!is_spared(l->clauses + at)) surplus++, of_distance[capped(l->clauses[at + 1])]++;
    surplus -= surplus / 4;
    while (limit && surplus > 0) surplus -= of_distance[--limit];
    int kept_at_limit = -surplus, oldest = limit < DISTANCES ? of_distance[limit] : 0;
    size_t used = 0;
    for (int literal = 0; literal < 2 * l->variables; literal++) l->watches[literal].count = 0;
    if (l->proof) proof_put(l->proof, DELETED);
    for (size_t at = 0, size; at < l->clauses_used; at += size) {
        int32_t *clause = l->clauses + at;
        size = HEAD + (size_t)clause[0];
        int distance = capped(clause[1]);
        if (!is_spared(clause)
            && (distance > limit || (distance == limit && oldest-- > kept_at_limit))) {
            if (l->proof) proof_put(l->proof, clause[3]);
            continue;
        }
        if (clause[2] > 0) clause[2]--;
        memmove(l->clauses + used, clause, size * sizeof *clause);
        int32_t *literals = l->clauses + used + HEAD;
        watch(l, literals[0], (int32_t)used, literals[1]);
        watch(l, literals[1], (int32_t)used, literals[0]);
        used += size;
    }
    if (l->proof) proof_put(l->proof, 0);
    l->clauses_used = used;
}

/* Takes memory for an array out of one block. */
static void *carve(char **next, size_t bytes)
{
    void *start = *next;
    *next += (bytes + 15) & ~(size_t)15;
    return start;
}

static int learner_init(Learner *l, const Shape *shape)
{
    /* Upper bounds. The variables: candidates, and each digit in each minirow and minicolumn. The
       groups: n * n each for cells, rows and columns, twice for boxes, and one for each of the
       latter variables. */
    size_t n = (size_t)shape->size, cubes = n * n * n;
    size_t v = cubes + n * n * (size_t)(shape->high + shape->wide) + 1;
    size_t groups = 5 * n * n + v, members = 3 * cubes + 5 * v;
    size_t total = 4 * (groups + 1 + members + 2 * SLOTS * v + 11 * v + 4 * v)
                 + groups * sizeof(Left) + 4 * groups + 4 * v + 8 * v + 2 * v * sizeof(Watches) + 64 * 16;
    memset(l, 0, sizeof *l);
    l->shape = shape;
    char *next = l->memory = calloc(1, total);
    if (!next) return 0;
    l->group_start = carve(&next, 4 * (groups + 1));
    l->member = carve(&next, 4 * members);
    l->groups_of = carve(&next, 4 * 2 * SLOTS * v);
    l->left = carve(&next, groups * sizeof(Left));
    l->value = carve(&next, 2 * v);
    l->phase = carve(&next, v);
    l->seen = carve(&next, v);
    l->level = carve(&next, 4 * v);
    l->reason = carve(&next, 4 * v);
    l->trail = carve(&next, 4 * v);
    l->trail_start = carve(&next, 4 * v);
    l->activity = carve(&next, 8 * v);
    l->heap = carve(&next, 4 * v);
    l->heap_place = carve(&next, 4 * v);
    l->watches = carve(&next, 2 * v * sizeof(Watches));
    l->learned = carve(&next, 4 * v);
    l->stack = carve(&next, 4 * v);
    l->marked = carve(&next, 4 * v);
    l->level_mark = carve(&next, 4 * v);
    l->variable_of = carve(&next, 4 * v);
    l->name = carve(&next, 4 * v);
    l->rule = carve(&next, 4 * groups);
    l->bump = 1;
    l->next_reduction = FIRST_REDUCTION;
    return 1;
}

static void learner_free(Learner *l)
{
    for (int k = 0; l->memory && k < 2 * l->variables; k++) free(l->watches[k].items);
    free(l->memory);
    free(l->clauses);
}

static void add_member(Learner *l, int32_t literal)
{
    l->member[l->members++] = literal;
    int32_t *g = l->groups_of + SLOTS * literal;
    while (*g >= 0) g++;
    *g = l->groups;
    l->left[l->groups].count++;
    l->left[l->groups].only ^= literal;
}

/* `rule` is the number of the group in a proof. */
static void end_group(Learner *l, int rule)
{
    l->rule[l->groups] = rule;
    l->group_start[++l->groups] = l->members;
}

/* A literal for "the digit is in part k of the line", a part of `run` cells: a new variable with
   its group, or the only candidate there; -1 for none. In a proof a part is always a variable, so
   that each group is one of its rules. */
static int32_t there(Learner *l, const uint32_t *board, int unit, int digit, int run, int k)
{
    const Shape *s = l->shape;
    uint32_t positions = ((1u << run) - 1) << k * run;
    int row_parts = s->size * s->high, is_column = unit >= s->size;
    int part = is_column ? row_parts + (unit - s->size) * s->wide + k : unit * s->high + k;
    const uint16_t *cell_at = s->cell_at[unit];
    positions &= board[s->cells + unit * s->size + digit];
    if (!positions) return -1;
    if (is_single(positions) && !l->proof)
        return 2 * l->variable_of[cell_at[lowest(positions)] * s->size + digit];
    int rule = s->cells + part * s->size + digit + 1;
    l->name[l->variables] = rule + (s->size - 1) * s->cells;
    int32_t literal = 2 * l->variables++;
    for (; positions; positions &= positions - 1)
        add_member(l, 2 * l->variable_of[cell_at[lowest(positions)] * s->size + digit]);
    add_member(l, literal | 1);
    end_group(l, rule);
    return literal;
}

/* The groups of a digit along lines of one kind (rows: 0, columns: 1) and across the boxes. */
static void add_lines(Learner *l, const uint32_t *board, int kind, int digit)
{
    const Shape *s = l->shape;
    int run = kind ? s->high : s->wide, runs = s->size / run, lines = kind ? s->wide : s->high;
    int32_t at[MAX_SIZE][MAX_SIZE / 2];
    int rule = (1 + s->high + s->wide + kind) * s->cells + digit + 1;
    for (int line = 0; line < s->size; line++) {
        int unit = kind * s->size + line;
        int is_placed = is_single(board[s->cells + unit * s->size + digit]);
        for (int k = 0; k < runs; k++)
            at[line][k] = is_placed ? -1 : there(l, board, unit, digit, run, k);
        for (int k = 0; k < runs; k++)
            if (at[line][k] >= 0) add_member(l, at[line][k]);
        if (!is_placed) end_group(l, rule + line * s->size);
    }
    for (int first = 0; first < s->size; first += lines)
        for (int k = 0; k < runs; k++) {
            for (int line = first; line < first + lines; line++)
                if (at[line][k] >= 0) add_member(l, at[line][k]);
            int box = kind ? k * s->high + first / lines : first + k;
            if (l->members > l->group_start[l->groups])
                end_group(l, rule + 2 * s->cells + box * s->size);
        }
}

/* Loads a closed board; returns 0 when that leads to a contradiction. */
static int learner_load(Learner *l, const uint32_t *board)
{
    const Shape *s = l->shape;
    size_t v = (size_t)s->size * (size_t)(s->cells + s->size * (s->high + s->wide)) + 1;
    memset(l->groups_of, 0xFF, 4 * 2 * SLOTS * v);
    memset(l->value, UNKNOWN, 2 * v);
    memset(l->heap_place, 0xFF, 4 * v);
    for (int cell = 0; cell < s->cells; cell++) {
        for (int digit = 0; digit < s->size; digit++) {
            int is_open = !is_single(board[cell]) && board[cell] >> digit & 1;
            l->variable_of[cell * s->size + digit] = is_open ? l->variables : -1;
            if (!is_open) continue;
            l->name[l->variables] = cell * s->size + digit + 1;
            add_member(l, 2 * l->variables++);
        }
        if (!is_single(board[cell])) end_group(l, cell + 1);
    }
    l->candidates = l->variables;
    for (int digit = 0; digit < s->size; digit++) {
        add_lines(l, board, 0, digit);
        add_lines(l, board, 1, digit);
    }
    /* Candidates come before the other variables until conflicts say otherwise. In company all
       threads but the first two shuffle them a little, so that not all search the same part. */
    uint64_t chance = l->company ? (uint64_t)l->company->own : 0;
    for (int variable = 0; variable < l->variables; variable++) {
        l->activity[variable] = variable < l->candidates ? 1e-3 : 0;
        if (l->company && l->company->own > 1) l->activity[variable] += 1e-9 * below(&chance, 1000);
        l->phase[variable] = 1;
        heap_insert(l, variable);
    }
    /* At level 0 no reason is asked for, so the only literal of a group counts as a choice. */
    for (int group = 0; group < l->groups; group++) {
        int32_t literal = l->member[l->group_start[group]];
        if (l->left[group].count == 1 && l->value[literal] == UNKNOWN) set_true(l, literal, BY_CHOICE);
    }
    return propagate(l);
}

static void decide(Learner *l, int32_t literal)
{
    l->trail_start[++l->depth] = l->trail_count;
    set_true(l, literal, BY_CHOICE);
}

/* Tells the learned clause to the company, if it is short and there is room. */
static void tell(const Learner *l)
{
    Told *told = &l->company->told[l->company->own];
    uint32_t used = told->used, size = (uint32_t)l->learned_count;
    if (l->distance > TOLD_DISTANCE || size > TOLD_SIZE
        || used + 1 + size > sizeof told->items / sizeof *told->items)
        return;
    told->items[used] = l->learned_count;
    memcpy(&told->items[used + 1], l->learned, size * sizeof *l->learned);
    /* Release, after the items: a thread that reads this `used` finds them written. */
    __atomic_store_n(&told->used, used + 1 + size, __ATOMIC_RELEASE);
}

/* At level 0: takes a clause that another thread told. Returns 0 when no solution is left. */
static int take_clause(Learner *l, const int32_t *literals, int32_t size)
{
    l->learned_count = 0;
    for (int k = 0; k < size; k++) {
        if (l->value[literals[k]] == 1) return 1;
        if (l->value[literals[k]] == UNKNOWN) l->learned[l->learned_count++] = literals[k];
    }
    if (!l->learned_count) return 0;
    l->distance = TAKEN_DISTANCE;
    if (l->learned_count > 1) return add_clause(l) >= 0;
    set_true(l, l->learned[0], BY_CHOICE);
    return propagate(l);
}

/* At level 0: takes all that the others told meanwhile. Returns 0 when no solution is left. */
static int hear(Learner *l)
{
    for (long long k = 0; k < l->company->count; k++) {
        const Told *told = &l->company->told[k];
        if (k == l->company->own) continue;
        uint32_t used = __atomic_load_n(&told->used, __ATOMIC_ACQUIRE);
        while (l->heard[k] < used) {
            const int32_t *size = &told->items[l->heard[k]];
            l->heard[k] += 1 + (uint32_t)*size;
            if (!take_clause(l, size + 1, *size)) return 0;
        }
    }
    return 1;
}

/* Goes back and makes the learned clause true. Returns 0 when nothing is left to search. */
static int apply_learned(Learner *l, int back)
{
    if (l->company) tell(l);
    go_back(l, back);
    if (l->learned_count == 1) {
        if (l->value[l->learned[0]] == 0) return 0;
        if (l->value[l->learned[0]] == UNKNOWN) set_true(l, l->learned[0], BY_CHOICE);
        return 1;
    }
    int32_t clause = add_clause(l);
    if (clause < 0) return 0;
    set_true(l, l->learned[0], clause << 2 | BY_CLAUSE);
    return 1;
}

/* Rules out the solution on the trail, which its choices determine. Returns 0 when there were none,
   since then no other solution is left. */
static int block(Learner *l)
{
    if (!l->depth) return 0;
    l->learned_count = 0;
    for (int level = l->depth; level > 0; level--)
        l->learned[l->learned_count++] = l->trail[l->trail_start[level]] ^ 1;
    l->distance = 0;
    if (l->proof) prove_by_solution(l);
    return apply_learned(l, l->depth - 1);
}

/* At level 0: makes each literal false whose truth leads to a contradiction by propagation (failed
   literals), until a whole round finds no more. Returns 0 when that leaves no solution. */
static int probe(Learner *l, Budget *budget)
{
    int32_t count = 2 * l->variables, literal = 0;
    for (int idle = 0; idle < count; idle++, literal = (literal + 1) % count) {
        if (!(literal & 63) && interruption(&budget->halt)) break;
        if (l->value[literal] != UNKNOWN) continue;
        decide(l, literal);
        int fine = propagate(l);
        if (!fine && l->proof) {
            l->learned[0] = literal ^ 1, l->learned_count = 1;
            prove_by_conflict(l);
        }
        go_back(l, 0);
        if (fine) continue;
        idle = 0;
        set_true(l, literal ^ 1, BY_CHOICE);
        if (!propagate(l)) return 0;
    }
    return 1;
}

/* After a conflict: the moving averages of the block distance, which begin as plain averages. */
static void count_conflict(Learner *l)
{
    int64_t count = ++l->conflicts;
    /* Raising what the next conflict adds comes to the same as lowering all activities. */
    l->bump /= ACTIVITY_DECAY;
    l->recent += (l->distance - l->recent) / (double)(count < RECENT ? count : RECENT);
    l->usual += (l->distance - l->usual) / (double)(count < USUAL ? count : USUAL);
}

static void restart(Learner *l)
{
    go_back(l, 0);
    if (l->conflicts < l->next_reduction) return;
    forget(l);
    l->next_reduction = l->conflicts + FIRST_REDUCTION + REDUCTION_STEP * ++l->reductions;
}

/* The next solution: 1 found (all variables have values), 0 none left, -1 the budget is spent. */
static int learner_next(Learner *l, Budget *budget)
{
    int64_t restarted = l->conflicts;
    for (;;) {
        if (!propagate(l)) {
            if (!l->depth) return 0;
            if (!count_node(budget)) return -1;
            int back = learn(l);
            if (l->proof) prove_by_conflict(l);
            if (!apply_learned(l, back)) return l->failed ? -1 : 0;
            count_conflict(l);
            continue;
        }
        if (l->failed) return -1;
        /* The last clauses are worse than usual: other choices may teach more (as in Glucose). */
        if (l->depth && l->conflicts >= restarted + LEAST_CONFLICTS
            && l->recent > l->usual * RESTART_FACTOR) {
            restart(l);
            restarted = l->conflicts;
            if (l->company && !hear(l)) return l->failed ? -1 : 0;
            continue;
        }
        int32_t variable = -1;
        while (l->heap_count && l->value[2 * (variable = heap_pop(l))] != UNKNOWN) variable = -1;
        if (variable < 0) return 1;
        int as_before = l->company && l->company->own % 2;
        decide(l, 2 * variable | (as_before ? l->phase[variable] : 0));
    }
}

#endif
