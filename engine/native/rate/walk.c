/* The walk from the givens to the solution by the easiest step first. */
#include "walk.h"

#include "finders.h"

#include <stdlib.h>
#include <string.h>

/* The easiest first, as in Sudoku Explainer.  A finder may rely on it that all before it have found
   nothing. */
static bool (*const FINDERS[])(Rater *) = {
    find_single, find_direct_locked, find_direct_hidden_pair, find_naked_single,
    find_direct_hidden_triple, find_locked, find_naked_pair, find_x_wing, find_hidden_pair,
    find_naked_triple, find_swordfish, find_hidden_triple, find_turbot_fish, find_xy_wing,
    find_xyz_wing, find_unique_loop, find_naked_quad, find_jellyfish, find_hidden_quad,
    find_three_strong_links, find_wxyz_wing, find_bug, find_four_strong_links, find_vwxyz_wing,
    find_aligned_pair, find_uvwxyz_wing, find_cycle_or_chain, find_tuvwxyz_wing,
    find_aligned_triple, find_nishio, find_multiple_chains,
    find_dynamic_chains, find_dynamic_chains_plus, find_nested_chains,
    find_nested_multiple_chains, find_nested_dynamic_chains,
};

enum { FINDER_COUNT = sizeof FINDERS / sizeof *FINDERS };

/* The finders from this one on take most of the time, and none of their steps is rated lower. */
static bool (*const FIRST_DEAR)(Rater *) = find_aligned_triple;

enum { LEAST_DEAR = 75 };

static const size_t ARENA_SIZE = (size_t)64 << 20;

static int tenths(double difficulty) { return (int)((difficulty + 0.05) * 10); }

static bool find_step(Rater *rater)
{
    int most = rater->limits.most;
    for (int i = 0; i < FINDER_COUNT && !rater->late && !rater->full; i++) {
        if (FINDERS[i] == FIRST_DEAR && most && most < LEAST_DEAR)
            return false;
        if (FINDERS[i](rater))
            return !rater->late;
    }
    return false;
}

static void count_step(Rating *rating, const Step *step)
{
    int difficulty = tenths(step->difficulty);
    rating->counts[step->technique]++;
    if (difficulty > rating->rating) {
        rating->rating = difficulty;
        rating->hardest = step->technique;
    }
    /* The diamond is the hardest of the first step, the pearl that of all up to a placement. */
    if (rating->pearl)
        return;
    if (!rating->diamond)
        rating->diamond = rating->rating;
    if (step->cell >= 0)
        rating->pearl = rating->rating;
}

static bool is_stuck(const State *state)
{
    for (int cell = 0; cell < CELLS; cell++)
        if (!state->digit[cell] && !state->candidates.digits[cell])
            return true;
    return false;
}

static Outcome walk(Rater *rater, Rating *rating)
{
    int most = rater->limits.most;
    while (rater->state.empty) {
        if (is_stuck(&rater->state))
            return UNSOLVABLE;
        if (!find_step(rater))
            return rater->late ? TIMED_OUT : BEYOND;
        count_step(rating, &rater->step);
        if (most && rating->rating > most)
            return BEYOND;
        state_apply(rater, &rater->step);
    }
    return RATED;
}

void rate_puzzle(const uint8_t givens[CELLS], const Limits *limits, Rating *rating)
{
    memset(rating, 0, sizeof *rating);
    rating->outcome = NO_MEMORY;
    Rater *rater = malloc(sizeof *rater + ARENA_SIZE);
    if (!rater)
        return;
    memset(rater, 0, sizeof *rater);
    rater->arena = (Arena){.start = (unsigned char *)(rater + 1), .size = ARENA_SIZE};
    rater->limits = *limits;
    geometry_build(&rater->geometry);
    rating->outcome = state_load(rater, givens) ? walk(rater, rating) : UNSOLVABLE;
    free(rater);
}
