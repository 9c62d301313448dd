/* Which search answers: vectors for 9x9, the canonical search for all other shapes.

   Above size 9 a board that the canonical search has not decided after PLAIN_NODES is handed to
   conflict learning, which takes longer to set up but learns from each contradiction. */

#ifndef SOLVE_H
#define SOLVE_H

#include "cdcl.h"
#include "coregen.h"
#if !defined(SUDOKU_SCALAR)
#include "coregen9.h"
#endif

typedef struct {
    uint64_t count;
    uint8_t solutions[2 * MAX_CELLS]; /* the first and, if there are more, another one */
} Answer;

enum { UNDECIDED = 255 };

/* MOST_LEARNED_SOLUTIONS is the largest limit with which conflict learning is used: each solution
   takes a clause of its own that rules it out. */
enum { PLAIN_NODES = 200, MOST_LEARNED_SOLUTIONS = 64 };

/* Solves a closed board by conflict learning; the solutions are added to `a`. */
static void learn_on(const Shape *shape, const uint32_t *board, uint64_t limit, Budget *budget,
                     Answer *a, Proof *proof, const Company *company)
{
    Learner l;
    int found = 0, more = learner_init(&l, shape);
    l.proof = proof;
    l.company = company;
    if (!more) l.failed = 1;
    else more = learner_load(&l, board) && probe(&l, budget);
    while (more && (found = learner_next(&l, budget)) == 1) {
        uint8_t *values = a->solutions + (a->count ? shape->cells : 0);
        for (int cell = 0; cell < shape->cells; cell++) {
            values[cell] = (uint8_t)(lowest(board[cell]) + 1);
            for (int digit = 0; digit < shape->size; digit++) {
                int32_t variable = l.variable_of[cell * shape->size + digit];
                if (variable >= 0 && l.value[2 * variable] == 1)
                    values[cell] = (uint8_t)(digit + 1);
            }
        }
        if (++a->count == limit) break;
        more = block(&l);
    }
    if (l.failed) budget->status = NO_MEMORY;
    learner_free(&l);
}

static void solve_on(SearchN *s, const uint8_t *cells, uint64_t limit, Budget *budget, Answer *a,
                     const Company *company)
{
    const Shape *shape = s->closer.shape;
    int fresh = 1, found = 0;
    int may_learn = shape->size > LARGEST_EXACT && limit <= MOST_LEARNED_SOLUTIONS;
    a->count = 0;
    s->depth = 0;
    budget->part = may_learn ? PLAIN_NODES : WHOLE;
    load_board(&s->closer, board_at(s, 0), cells);
    while (a->count < limit && (found = next_solution(s, budget, 0, fresh)) == 1) {
        board_values(shape, board_at(s, s->depth), a->solutions + (a->count ? shape->cells : 0));
        a->count++;
        fresh = 0;
    }
    /* Without a status the budget lasts, and only the part is spent. */
    int undecided = found < 0 && !budget->status;
    budget->part = WHOLE;
    if (!undecided) return;
    /* Learning begins at the root again and meets the solutions that were found once more. */
    a->count = 0;
    learn_on(shape, board_at(s, 0), limit, budget, a, NULL, company);
}

/* Up to two solutions, and in `proof` why there is no other one. All of it is conflict learning,
   since what another search decides would be missing from the proof. */
static void prove_one(int high, int wide, const uint8_t *cells, Budget *budget, Answer *a,
                      Proof *proof)
{
    Shape shape;
    SearchN s;
    a->count = 0;
    shape_init(&shape, high, wide);
    proof->last = (5 + high + wide) * shape.cells;
    if (!searchn_init(&s, &shape)) budget->status = NO_MEMORY;
    else if (count_node(budget)) {
        uint32_t *board = board_at(&s, 0);
        load_board(&s.closer, board, cells);
        int open = close_board(&s.closer) ? s.closer.open : -1;
        if (!open) board_values(&shape, board, a->solutions), a->count = 1;
        if (open > 0) learn_on(&shape, board, 2, budget, a, proof, NULL);
    }
    if (proof->failed) budget->status = NO_MEMORY;
    searchn_free(&s);
}

#if !defined(SUDOKU_SCALAR)
enum { PATIENCE9 = 96 };

typedef struct {
    Feed9 feed;
    const uint8_t *puzzles;
    ptrdiff_t count, next;
    uint64_t limit;
    Budget *budget;
    uint8_t *counts, *solutions;
    Answer *answer; /* of a single one */
    ptrdiff_t at[2];
    Search9 search[2];
} Solving9;

static void keep_answer9(Solving9 *all, Search9 *s, ptrdiff_t at)
{
    all->budget->counted += s->nodes;
    if (s->status > DEADLINE) all->budget->status = s->status;
    if (all->answer) {
        all->answer->count = s->count;
        all->budget->status = s->status;
        if (s->count) board9_values((const uint32_t (*)[4])s->first, all->answer->solutions);
        if (s->count > 1)
            board9_values((const uint32_t (*)[4])s->last, all->answer->solutions + 81);
        return;
    }
    all->counts[at] = s->status ? UNDECIDED : (uint8_t)s->count;
    if (s->count) board9_values((const uint32_t (*)[4])s->first, all->solutions + 81 * at);
}

/* The `next` of the feed. Boards that need no search are answered here. */
static int next_solve9(Feed9 *feed, Search9 *s, int finished)
{
    Solving9 *all = (Solving9 *)feed;
    int slot = (int)(s - all->search);
    if (finished) keep_answer9(all, s, all->at[slot]);
    while (all->next < all->count && all->budget->status <= DEADLINE) {
        ptrdiff_t at = all->next++;
        Givens9 givens;
        if (!givens_read(&givens, all->puzzles + 81 * at)) continue;
        all->at[slot] = at;
        s->limit = all->limit;
        s->order = NULL;
        givens_board(&givens, s->start);
        /* Without nodes the rest of a batch is passed over as undecided. */
        if (!(at & 63) && interruption(feed->halt)) feed->node_limit = 0;
        if (feed->node_limit && !givens_clash(&givens)) return 1;
        s->count = s->nodes = 0;
        s->status = feed->halt->status;
        if (!feed->node_limit && !s->status) s->status = NODE_LIMIT;
        keep_answer9(all, s, at);
    }
    return 0;
}

static int solve9(const uint8_t *puzzles, ptrdiff_t count, uint64_t limit, Budget *budget,
                  Answer *answer, uint8_t *counts, uint8_t *solutions)
{
    Solving9 *all = malloc(sizeof *all);
    if (!all) return budget->status = NO_MEMORY;
    all->feed = (Feed9){next_solve9, &budget->halt, budget->nodes, PATIENCE9, NULL};
    all->puzzles = puzzles, all->count = count, all->next = 0, all->limit = limit;
    all->budget = budget, all->answer = answer, all->counts = counts, all->solutions = solutions;
    drive9(&all->feed, all->search);
    free(all->feed.kept);
    free(all);
    return budget->status;
}

static int generate9(const Orbits *orbits, int clues, const uint8_t *seeds, ptrdiff_t count,
                     Budget *budget, uint8_t *puzzles, uint8_t *solutions)
{
    Makers9 *all = malloc(sizeof *all);
    if (!all) return budget->status = NO_MEMORY;
    all->feed = (Feed9){next_puzzle9, &budget->halt, budget->nodes, UINT64_MAX, NULL};
    all->orbits = orbits, all->clues = clues, all->seeds = seeds, all->count = count;
    all->started = 0, all->status = FINISHED;
    all->puzzles = puzzles, all->solutions = solutions;
    all->maker[0].puzzle = all->maker[1].puzzle = -1;
    drive9(&all->feed, all->search);
    budget->status = all->status;
    free(all);
    return budget->status;
}
#endif

static void solve_one(int high, int wide, const uint8_t *cells, uint64_t limit, Budget *budget,
                      Answer *answer, const Company *company)
{
    answer->count = 0;
#if !defined(SUDOKU_SCALAR)
    if (high == 3 && wide == 3) {
        solve9(cells, 1, limit, budget, answer, NULL, NULL);
        return;
    }
#endif
    Shape shape;
    SearchN s;
    shape_init(&shape, high, wide);
    if (searchn_init(&s, &shape)) solve_on(&s, cells, limit, budget, answer, company);
    else budget->status = NO_MEMORY;
    searchn_free(&s);
}

static int solve_many(int high, int wide, const uint8_t *puzzles, ptrdiff_t count,
                      uint64_t limit, Budget *budget, uint8_t *counts, uint8_t *solutions)
{
    /* What is not reached because the search is ended from outside is undecided. */
    size_t cells = (size_t)(high * wide * high * wide);
    memset(counts, UNDECIDED, (size_t)count);
    memset(solutions, 0, cells * (size_t)count);
#if !defined(SUDOKU_SCALAR)
    if (high == 3 && wide == 3)
        return solve9(puzzles, count, limit, budget, NULL, counts, solutions);
#endif
    Shape shape;
    SearchN s;
    Answer answer;
    shape_init(&shape, high, wide);
    if (!searchn_init(&s, &shape)) budget->status = NO_MEMORY;
    for (ptrdiff_t k = 0; k < count && !budget->status; k++) {
        /* Each puzzle has all the nodes, but what ends the call from outside is shared. */
        Budget own = *budget;
        solve_on(&s, puzzles + k * shape.cells, limit, &own, &answer, NULL);
        budget->halt = own.halt;
        if (own.status > DEADLINE) budget->status = own.status;
        counts[k] = own.status ? UNDECIDED : (uint8_t)answer.count;
        if (answer.count) memcpy(solutions + (size_t)k * cells, answer.solutions, cells);
    }
    searchn_free(&s);
    return budget->status;
}

static void generate_many(int high, int wide, const Orbits *orbits, int clues,
                          const uint8_t *seeds, ptrdiff_t count, Budget *budget,
                          uint8_t *puzzles, uint8_t *solutions)
{
    size_t cells = (size_t)(high * wide * high * wide);
    memset(puzzles, 0, cells * (size_t)count);
    memset(solutions, 0, cells * (size_t)count);
#if !defined(SUDOKU_SCALAR)
    if (high == 3 && wide == 3) {
        generate9(orbits, clues, seeds, count, budget, puzzles, solutions);
        return;
    }
#endif
    MakerN *m = malloc(sizeof *m);
    int ready = m && makern_init(m, high, wide);
    if (!ready) budget->status = NO_MEMORY;
    for (ptrdiff_t k = 0; k < count && !budget->status; k++) {
        uint64_t rng = seed_at(seeds, (size_t)k);
        uint8_t grid[MAX_CELLS];
        /* A puzzle with more givens than wished for is dropped, and the next draws make another. */
        int given = -2;
        while (given != clues && !budget->status) {
            if (!filln(m, &rng, budget, grid)) break;
            memcpy(solutions + (size_t)k * cells, grid, cells);
            if (!dign(m, orbits, &rng, clues, budget, grid)) break;
            given = 0;
            for (size_t j = 0; j < cells; j++) given += grid[j] != 0;
            if (clues < 0) given = clues;
        }
        if (budget->status) memset(solutions + (size_t)k * cells, 0, cells);
        else memcpy(puzzles + (size_t)k * cells, grid, cells);
    }
    if (m) searchn_free(&m->search);
    free(m);
}

#endif
