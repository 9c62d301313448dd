/*
 * Static chains within a run: cycles, and candidates that imply their own negation, on the grid
 * that the run has left.  What they remove rests on false nodes of the run, those without which the
 * links of the chain would not be there; a Proof gathers them.  Of chains that remove the same
 * candidates only the best counts, so all are found first, and told apart by what they remove.
 */
#include "cycles.h"
#include "nested.h"
#include "proof.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_CHAINS = 2048, LONGEST_PATH = 2 * CANDIDATES };

/* A cycle, or a chain to its own negation: candidates from the end back to the start, whose
   truth alternates. */
typedef struct {
    Score score;
    int turn;
    bool cycle, holds;           /* whether the first of the path is true */
    int length;
    uint16_t *path;
    int gone_count;
    uint16_t *gone;
    uint64_t key;                /* of what it removes */
} Chain;

typedef struct {
    const Net *outer;
    Links links;
    uint16_t through[CANDIDATES], before[CANDIDATES]; /* back from true, and from false ones */
    uint16_t level[2][CANDIDATES];
    uint64_t met[2][WORDS];
    uint16_t path[LONGEST_PATH], gone[CANDIDATES];
    int length, gone_count;
    Chain chains[MOST_CHAINS];
    int count, turn;
    uint16_t buckets[4096];      /* by key; 0: free, else index + 1 */
} Chains;

static uint16_t *keep_list(Net *outer, const uint16_t *list, int count)
{
    uint16_t *kept = arena_take(&outer->rater->arena, (size_t)count * sizeof *list);
    if (kept)
        memcpy(kept, list, (size_t)count * sizeof *list);
    else
        outer->full = true;
    return kept;
}

static uint64_t mixed(uint64_t value)
{
    value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9u;
    value = (value ^ value >> 27) * 0x94d049bb133111ebu;
    return value ^ value >> 31;
}

/* The chain so far that removes the same, or a new one that any chain beats; NULL when there is no
   more room. */
static Chain *chain_like(Chains *all, uint64_t key)
{
    uint16_t *bucket = &all->buckets[key % 4096];
    while (*bucket && all->chains[*bucket - 1].key != key)
        bucket = bucket == &all->buckets[4095] ? all->buckets : bucket + 1;
    if (*bucket)
        return &all->chains[*bucket - 1];
    if (all->count == MOST_CHAINS)
        return NULL;
    *bucket = (uint16_t)(all->count + 1);
    all->chains[all->count] = (Chain){.key = key, .score = {.difficulty = 100}};
    return &all->chains[all->count++];
}

static void keep_chain(Net *outer, Chains *all, bool cycle, bool holds)
{
    LinkMode mode = all->links.mode;
    uint64_t key = 0;
    Score score = {.difficulty = (cycle ? cycle_base(mode) : chain_base(mode)) +
                                 length_difficulty(all->length),
                   .complexity = all->length,
                   .order = chain_order(mode)};
    /* A sum, so that the order of the removals makes no difference. */
    for (int i = 0; i < all->gone_count; i++)
        key += mixed((uint64_t)all->gone[i] + 1);
    Chain *chain = chain_like(all, key);
    all->turn++;
    if (!chain || !score_beats(score, chain->score))
        return;
    *chain = (Chain){.score = score, .turn = all->turn, .cycle = cycle, .holds = holds,
                     .key = key, .length = all->length, .gone_count = all->gone_count};
    chain->path = keep_list(outer, all->path, all->length);
    chain->gone = keep_list(outer, all->gone, all->gone_count);
}

static void removed_by_cycle(Chains *all)
{
    const Geometry *g = &all->outer->rater->geometry;
    CellSet cells = 0, by[2][DIGITS] = {{0}};
    all->gone_count = 0;
    for (int i = 0; i < all->length; i++) {
        int cell = all->path[i] / 9;
        cells |= one_cell(cell);
        by[i & 1][all->path[i] % 9] |= g->peer_cells[cell];
    }
    for (int cell = 0; cell < CELLS; cell++)
        for (Mask own = all->outer->grid.digits[cell]; own && !(cells >> cell & 1);) {
            int digit = pop_bit(&own);
            if ((by[0][digit] & by[1][digit]) >> cell & 1)
                all->gone[all->gone_count++] = (uint16_t)(9 * cell + digit);
        }
}

static bool on_path(const Chains *all, int candidate, int denied, int source)
{
    for (; candidate != source; candidate = all->before[candidate])
        if (all->through[candidate] == denied)
            return true;
    return false;
}

static void close_cycle(Net *outer, Chains *all, int source, int denied, int candidate)
{
    all->length = 0;
    all->path[all->length++] = (uint16_t)source;
    all->path[all->length++] = (uint16_t)denied;
    while (candidate != source) {
        all->path[all->length++] = (uint16_t)candidate;
        all->path[all->length++] = all->through[candidate];
        candidate = all->before[candidate];
    }
    removed_by_cycle(all);
    if (all->gone_count)
        keep_chain(outer, all, true, true);
}

static int next_level(Net *outer, Chains *all, int source, const uint16_t *level, int count,
                      uint16_t *next, int length)
{
    int found = 0;
    for (int i = 0; i < count; i++) {
        const Neighbours *weak = &all->links.weak[level[i]];
        for (int j = 0; j < weak->count; j++) {
            const Neighbours *strong = &all->links.strong[weak->list[j]];
            if (on_path(all, level[i], weak->list[j], source))
                continue;
            for (int k = 0; k < strong->count; k++) {
                int candidate = strong->list[k];
                if (candidate == source && length >= 4)
                    close_cycle(outer, all, source, weak->list[j], level[i]);
                if (test_bit(all->met[0], candidate))
                    continue;
                set_bit(all->met[0], candidate);
                all->through[candidate] = weak->list[j];
                all->before[candidate] = level[i];
                next[found++] = (uint16_t)candidate;
            }
        }
    }
    return found;
}

static void all_cycles(Net *outer, Chains *all, int source)
{
    int count = 1, now = 0;
    memset(all->met, 0, sizeof all->met);
    set_bit(all->met[0], source);
    all->level[0][0] = (uint16_t)source;
    for (int length = 2; count; length += 2, now = !now)
        count = next_level(outer, all, source, all->level[now], count, all->level[!now], length);
}

/* The path back to the source from the last candidate before the negation of the source. */
static void close_chain(Net *outer, Chains *all, int source, int last, bool holds)
{
    bool truth = holds;
    all->length = 0;
    all->path[all->length++] = (uint16_t)source;
    for (int candidate = last;; truth = !truth) {
        all->path[all->length++] = (uint16_t)candidate;
        if (candidate == source)
            break;
        candidate = truth ? all->through[candidate] : all->before[candidate];
    }
    Mask own = all->outer->grid.digits[source / 9];
    Mask gone = holds ? (Mask)(1 << source % 9) : own & (Mask)~(1 << source % 9);
    all->gone_count = 0;
    while (gone)
        all->gone[all->gone_count++] = (uint16_t)(9 * (source / 9) + pop_bit(&gone));
    keep_chain(outer, all, false, !holds);
}

/* Goes on by one level, of candidates that are all true or all false as `truth` says.  Returns the
   first one that implies the negation, or -1. */
static int chain_level(Chains *all, int source, bool holds, bool truth, const uint16_t *level,
                       int count, uint16_t *next, int *found)
{
    uint16_t *back = truth ? all->before : all->through;
    *found = 0;
    for (int i = 0; i < count; i++) {
        const Neighbours *on = &(truth ? all->links.weak : all->links.strong)[level[i]];
        if (holds && truth && test_bit(all->links.near[source], level[i]))
            return level[i];
        for (int j = 0; j < on->count; j++) {
            int candidate = on->list[j];
            if (!holds && !truth && candidate == source)
                return level[i];
            if (test_bit(all->met[truth], candidate))
                continue;
            set_bit(all->met[truth], candidate);
            back[candidate] = level[i];
            next[(*found)++] = (uint16_t)candidate;
        }
    }
    return -1;
}

static void chain_to_negation(Net *outer, Chains *all, int source, bool holds)
{
    int count = 1, now = 0;
    bool truth = holds;
    memset(all->met, 0, sizeof all->met);
    set_bit(all->met[!holds], source);
    all->level[0][0] = (uint16_t)source;
    for (; count; now = !now, truth = !truth) {
        int found, last = chain_level(all, source, holds, truth, all->level[now], count,
                                      all->level[!now], &found);
        if (last >= 0) {
            close_chain(outer, all, source, last, holds);
            return;
        }
        count = found;
    }
}

static void collect_chains(Net *outer, Chains *all, LinkMode mode)
{
    links_find(&outer->rater->geometry, &outer->grid, mode, &all->links);
    for (int i = 0; i < all->links.count && !outer->full; i++) {
        int source = all->links.candidates[i];
        int own = count_bits(outer->grid.digits[source / 9]);
        if (own < 2 || (mode == Y_ONLY && own > 2))
            continue;
        all_cycles(outer, all, source);
        if (mode == Y_ONLY)
            continue;
        chain_to_negation(outer, all, source, true);
        chain_to_negation(outer, all, source, false);
    }
}

/* Why `to` is true if `from` is false: their cell, or the kind of a unit without other places. */
static int strong_cause(const Net *outer, int from, int to)
{
    const Geometry *g = &outer->rater->geometry;
    if (from / 9 == to / 9)
        return BY_OWN_CELL;
    for (int kind = 0; kind < KINDS; kind++) {
        int unit = g->unit_of[from / 9][kind];
        if (unit == g->unit_of[to / 9][kind] &&
            count_bits(outer->grid.places[unit][to % 9]) == 2)
            return kind;
    }
    return BY_NOTHING;
}

static int weak_cause(const Geometry *g, int from, int to)
{
    if (from / 9 == to / 9)
        return BY_OWN_CELL;
    for (int kind = 0; kind < KINDS; kind++)
        if (g->unit_of[from / 9][kind] == g->unit_of[to / 9][kind])
            return kind;
    return BY_NOTHING;
}

/* Adds a path to a proof, from its end back; its start has no cause. */
static void prove_path(Proof *proof, const Chain *chain)
{
    for (int i = 0; i < chain->length; i++) {
        bool holds = chain->holds == !(i & 1);
        int next = i + 1 < chain->length ? chain->path[i + 1] : -1, cause = BY_NOTHING;
        if (holds && next >= 0)
            cause = strong_cause(proof->outer, next, chain->path[i]);
        proof_take(proof, chain->path[i] + (holds ? 0 : FALSE_NODE), cause);
    }
    proof_end_target(proof);
}

/* Adds the cycle a second time with all truths exchanged: what was false is true, for the reason
   why it was false. */
static void prove_reversed(Proof *proof, const Chain *chain)
{
    const Geometry *g = &proof->outer->rater->geometry;
    proof_take(proof, chain->path[0] + FALSE_NODE, BY_NOTHING);
    for (int i = chain->length - 1; i > 0; i--) {
        int before = i + 1 < chain->length ? chain->path[i + 1] : chain->path[0];
        if (i & 1)
            proof_take(proof, chain->path[i], weak_cause(g, before, chain->path[i]));
        else
            proof_take(proof, chain->path[i] + FALSE_NODE, BY_NOTHING);
    }
    proof_end_target(proof);
}

static int compare_chains(const void *one, const void *other)
{
    const Chain *a = one, *b = other;
    if (score_beats(a->score, b->score))
        return -1;
    return score_beats(b->score, a->score) ? 1 : a->turn - b->turn;
}

bool extend_by_chains(Net *outer, Run *run)
{
    Chains *all = arena_take(&outer->rater->arena, sizeof *all);
    bool any = false;
    if (!all) {
        outer->full = true;
        return false;
    }
    memset(all->buckets, 0, sizeof all->buckets);
    all->count = all->turn = 0;
    all->outer = outer;
    collect_chains(outer, all, X_ONLY);
    collect_chains(outer, all, Y_ONLY);
    collect_chains(outer, all, XY);
    qsort(all->chains, (size_t)all->count, sizeof *all->chains, compare_chains);
    for (int i = 0; i < all->count && !outer->full; i++) {
        const Chain *chain = &all->chains[i];
        Proof proof;
        proof_open(&proof, outer);
        prove_path(&proof, chain);
        if (chain->cycle)
            prove_reversed(&proof, chain);
        memcpy(proof.advance.gone, chain->gone, (size_t)chain->gone_count * sizeof *chain->gone);
        proof.advance.gone_count = chain->gone_count;
        any |= proof_use(outer, run, &proof, chain->score.complexity);
    }
    return any && !rater_late(outer->rater);
}
