/*
 * Static chains: X-cycles, Y-cycles, XY-cycles, and chains in which a candidate implies its own
 * negation, all by breadth-first search from each candidate.
 *
 * A candidate that is true makes its weak neighbours false; one that is false makes its strong
 * neighbours true.  The best chain is the one of the lowest difficulty, then the shortest, then
 * the first met.  Difficulty grows with length, so no search goes beyond the length that would
 * still beat the best chain so far.
 */
#include "cycles.h"

#include "finders.h"

#include <string.h>

enum { LONGEST = 100 };

typedef struct {
    Links links;
    uint16_t level[2][CANDIDATES];
    uint16_t through[CANDIDATES]; /* the false candidate that made a candidate true */
    uint16_t before[CANDIDATES];  /* the true candidate that made that one false */
    uint64_t reached[WORDS];
    Score best;
    int longest_cycle, longest_chain; /* that would still beat the best */
    Step step;
} Search;

/* 0.1 for each of 4, 6, 8, 12, 16, 24, ... that is below the complexity less two, as in Sudoku
   Explainer. */
double length_difficulty(int complexity)
{
    double added = 0;
    bool odd = false;
    for (int length = complexity - 2, ceiling = 4; length > ceiling; odd = !odd) {
        added += 0.1;
        ceiling = odd ? ceiling * 4 / 3 : ceiling * 3 / 2;
    }
    return added;
}

bool score_beats(Score one, Score other)
{
    if (one.difficulty != other.difficulty)
        return one.difficulty < other.difficulty;
    if (one.complexity != other.complexity)
        return one.complexity < other.complexity;
    return one.order < other.order;
}

static void find_strong(const Geometry *g, const Candidates *all, Links *links, int candidate)
{
    Neighbours *strong = &links->strong[candidate];
    int cell = candidate / 9, digit = candidate % 9;
    Mask others = all->digits[cell] & (Mask)~(1 << digit);
    strong->count = 0;
    if (links->mode & Y_ONLY && count_bits(others) == 1)
        strong->list[strong->count++] = (uint16_t)(9 * cell + lowest(others));
    for (int kind = 0; links->mode & X_ONLY && kind < KINDS; kind++) {
        int unit = g->unit_of[cell][kind];
        Mask places = all->places[unit][digit] & (Mask)~(1 << g->place_in[cell][kind]);
        if (count_bits(places) == 1)
            strong->list[strong->count++] =
                (uint16_t)(9 * g->unit[unit][lowest(places)] + digit);
    }
}

static void add_weak(Links *links, int candidate, int other)
{
    set_bit(links->near[candidate], other);
    if (links->strong[other].count)
        links->weak[candidate].list[links->weak[candidate].count++] = (uint16_t)other;
}

static void find_weak(const Geometry *g, const Candidates *all, Links *links, int candidate)
{
    int cell = candidate / 9, digit = candidate % 9;
    CellSet box = g->unit_cells[g->unit_of[cell][BOX]];
    links->weak[candidate].count = 0;
    memset(links->near[candidate], 0, sizeof links->near[candidate]);
    for (Mask own = all->digits[cell] & (Mask)~(1 << digit); links->mode & Y_ONLY && own;)
        add_weak(links, candidate, 9 * cell + pop_bit(&own));
    for (int kind = 0; kind < KINDS; kind++) {
        int unit = g->unit_of[cell][kind];
        for (Mask places = all->places[unit][digit]; places;) {
            int other = g->unit[unit][pop_bit(&places)];
            /* A neighbour in a line and in the box is met in the box, and added once. */
            if (other != cell && (kind == BOX || !(box & one_cell(other))))
                add_weak(links, candidate, 9 * other + digit);
        }
    }
}

void links_find(const Geometry *g, const Candidates *all, LinkMode mode, Links *links)
{
    links->mode = mode;
    links->count = 0;
    for (int cell = 0; cell < CELLS; cell++)
        for (Mask own = all->digits[cell]; own;) {
            int candidate = 9 * cell + pop_bit(&own);
            links->candidates[links->count++] = (uint16_t)candidate;
            find_strong(g, all, links, candidate);
        }
    for (int i = 0; i < links->count; i++)
        find_weak(g, all, links, links->candidates[i]);
}

double cycle_base(LinkMode mode) { return mode == XY ? 7.0 : 6.5; }
double chain_base(LinkMode mode) { return mode == XY ? 7.0 : 6.6; }
int chain_order(LinkMode mode) { return mode == X_ONLY ? 2 : mode == Y_ONLY ? 3 : 4; }

static Score score_of(LinkMode mode, double base, int complexity)
{
    return (Score){.difficulty = base + length_difficulty(complexity),
                   .complexity = complexity,
                   .order = chain_order(mode)};
}

static int longest(const Search *search, double base)
{
    int length = 0;
    while (length < LONGEST &&
           score_beats(score_of(search->links.mode, base, length + 2), search->best))
        length += 2;
    return length;
}

static void set_longest(Search *search)
{
    search->longest_cycle = longest(search, cycle_base(search->links.mode));
    search->longest_chain = longest(search, chain_base(search->links.mode));
}

/* Whether a false candidate is on the way from the source to `candidate` already. */
static bool is_ancestor(const Search *search, int candidate, int false_one, int source)
{
    while (candidate != source) {
        if (search->through[candidate] == false_one)
            return true;
        candidate = search->before[candidate];
    }
    return false;
}

/* What a cycle removes: candidates outside its cells that see one of their digit that is true on
   the cycle and one that is false.  Read the other way round the cycle exchanges the two, so one
   of them is true in any case. */
static bool cycle_step(Rater *rater, Search *search, int last_true, int last_false, int source)
{
    const Geometry *g = &rater->geometry;
    CellSet cells = 0, by_true[DIGITS] = {0}, by_false[DIGITS] = {0};
    int candidate = source, through = last_false, before = last_true;
    for (;;) {
        cells |= one_cell(candidate / 9) | one_cell(through / 9);
        by_true[candidate % 9] |= g->peer_cells[candidate / 9];
        by_false[through % 9] |= g->peer_cells[through / 9];
        candidate = before;
        if (candidate == source)
            break;
        through = search->through[candidate];
        before = search->before[candidate];
    }
    bool any = false;
    step_clear(&rater->step, X_CYCLE, 0);
    for (int digit = 0; digit < DIGITS; digit++)
        any |= step_remove(rater, by_true[digit] & by_false[digit] & ~cells, digit);
    return any;
}

static void keep_cycle(Rater *rater, Search *search, int length)
{
    LinkMode mode = search->links.mode;
    Score score = score_of(mode, cycle_base(mode), length);
    if (!score_beats(score, search->best))
        return;
    search->best = score;
    search->step = rater->step;
    search->step.technique = mode == X_ONLY ? X_CYCLE : mode == Y_ONLY ? Y_CYCLE : XY_CYCLE;
    set_longest(search);
}

/* Goes from one level of true candidates to the next.  The first cycle of four nodes or more that
   removes anything ends the search from this source. */
static int next_cycle_level(Rater *rater, Search *search, int source, const uint16_t *level,
                            int count, uint16_t *next, int length, bool *closed)
{
    const Links *links = &search->links;
    int found = 0;
    for (int i = 0; i < count; i++) {
        const Neighbours *weak = &links->weak[level[i]];
        for (int j = 0; j < weak->count; j++) {
            int false_one = weak->list[j];
            const Neighbours *strong = &links->strong[false_one];
            if (is_ancestor(search, level[i], false_one, source))
                continue;
            for (int k = 0; k < strong->count; k++) {
                int candidate = strong->list[k];
                if (candidate == source && length >= 4 && !*closed &&
                    cycle_step(rater, search, level[i], false_one, source)) {
                    keep_cycle(rater, search, length);
                    *closed = true;
                    return 0;
                }
                if (test_bit(search->reached, candidate))
                    continue;
                set_bit(search->reached, candidate);
                search->through[candidate] = (uint16_t)false_one;
                search->before[candidate] = level[i];
                next[found++] = (uint16_t)candidate;
            }
        }
    }
    return found;
}

static void search_cycles(Rater *rater, Search *search, int source)
{
    int count = 1, now = 0;
    bool closed = false;
    memset(search->reached, 0, sizeof search->reached);
    set_bit(search->reached, source);
    search->level[0][0] = (uint16_t)source;
    for (int length = 2; length <= search->longest_cycle && count && !closed;
         length += 2, now = !now)
        count = next_cycle_level(rater, search, source, search->level[now], count,
                                 search->level[!now], length, &closed);
}

static void keep_chain(Rater *rater, Search *search, int candidate, bool holds, int length)
{
    int cell = candidate / 9, digit = candidate % 9;
    LinkMode mode = search->links.mode;
    Score score = score_of(mode, chain_base(mode), length);
    Mask own = rater->state.candidates.digits[cell], bit = (Mask)(1 << digit);
    if (!score_beats(score, search->best))
        return;
    search->best = score;
    step_clear(&search->step, mode == XY ? FORCING_CHAIN : FORCING_X_CHAIN, 0);
    search->step.removed[cell] = holds ? own & (Mask)~bit : bit;
    if (holds) {
        search->step.cell = cell;
        search->step.digit = digit;
    }
    set_longest(search);
}

/* Goes on from a level of false candidates.  Returns whether that leads to `target`, the negation
   of the assumption. */
static bool spread_strong(Search *search, const uint16_t *level, int count, uint16_t *next,
                          int *found, int target)
{
    *found = 0;
    for (int i = 0; i < count; i++) {
        const Neighbours *strong = &search->links.strong[level[i]];
        for (int k = 0; k < strong->count; k++) {
            int candidate = strong->list[k];
            if (candidate == target)
                return true;
            if (test_bit(search->reached, candidate))
                continue;
            set_bit(search->reached, candidate);
            next[(*found)++] = (uint16_t)candidate;
        }
    }
    return false;
}

/* The same from a level of true candidates; `target` is met where it becomes false. */
static bool spread_weak(Search *search, const uint16_t *level, int count, uint16_t *next,
                        int *found, int target, uint64_t *denied)
{
    *found = 0;
    for (int i = 0; i < count; i++) {
        const Neighbours *weak = &search->links.weak[level[i]];
        if (target >= 0 && test_bit(search->links.near[target], level[i]))
            return true;
        for (int j = 0; j < weak->count; j++) {
            int candidate = weak->list[j];
            if (test_bit(denied, candidate))
                continue;
            set_bit(denied, candidate);
            next[(*found)++] = (uint16_t)candidate;
        }
    }
    return false;
}

/* From a candidate held true (or false) to its own negation. */
static void search_chain(Rater *rater, Search *search, int source, bool holds)
{
    uint64_t denied[WORDS] = {0};
    int count = 1, now = 0;
    bool truth = holds;
    memset(search->reached, 0, sizeof search->reached);
    set_bit(holds ? search->reached : denied, source);
    search->level[0][0] = (uint16_t)source;
    for (int length = 2; length <= search->longest_chain && count;
         length++, now = !now, truth = !truth) {
        const uint16_t *level = search->level[now];
        uint16_t *next = search->level[!now];
        int found;
        bool met = truth ? spread_weak(search, level, count, next, &found, holds ? source : -1,
                                       denied)
                         : spread_strong(search, level, count, next, &found,
                                         holds ? -1 : source);
        if (met) {
            keep_chain(rater, search, source, !holds, length);
            return;
        }
        count = found;
    }
}

static void search_mode(Rater *rater, Search *search, LinkMode mode)
{
    links_find(&rater->geometry, &rater->state.candidates, mode, &search->links);
    set_longest(search);
    for (int i = 0; i < search->links.count && !rater->late; i++) {
        int source = search->links.candidates[i];
        int own = count_bits(rater->state.candidates.digits[source / 9]);
        /* Strong links of Y_ONLY join the two candidates of a cell: cycles have no other cells. */
        if (own < 2 || (mode == Y_ONLY && own > 2))
            continue;
        search_cycles(rater, search, source);
        if (mode == Y_ONLY)
            continue;
        search_chain(rater, search, source, true);
        search_chain(rater, search, source, false);
        if (i % 32 == 0)
            rater_late(rater);
    }
}

bool find_cycle_or_chain(Rater *rater)
{
    /* The arena is free: no finder leaves anything in it that another one needs. */
    Search *search = (Search *)rater->arena.start;
    search->best = (Score){.difficulty = 100};
    search_mode(rater, search, X_ONLY);
    search_mode(rater, search, Y_ONLY);
    search_mode(rater, search, XY);
    if (search->best.difficulty == 100)
        return false;
    rater->step = search->step;
    rater->step.difficulty = search->best.difficulty;
    return true;
}
