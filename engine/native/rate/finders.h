/* The finders: each returns whether it found a step, which rater->step then holds. */
#ifndef ENGINE_RATE_FINDERS_H
#define ENGINE_RATE_FINDERS_H

#include "rater.h"

/* basic.c */
bool find_single(Rater *rater);
bool find_direct_locked(Rater *rater);
bool find_direct_hidden_pair(Rater *rater);
bool find_naked_single(Rater *rater);
bool find_direct_hidden_triple(Rater *rater);
bool find_locked(Rater *rater);
bool find_naked_pair(Rater *rater);
bool find_x_wing(Rater *rater);
bool find_hidden_pair(Rater *rater);
bool find_naked_triple(Rater *rater);
bool find_swordfish(Rater *rater);
bool find_hidden_triple(Rater *rater);
bool find_naked_quad(Rater *rater);
bool find_jellyfish(Rater *rater);
bool find_hidden_quad(Rater *rater);

/* strong_links.c */
bool find_turbot_fish(Rater *rater);
bool find_three_strong_links(Rater *rater);
bool find_four_strong_links(Rater *rater);

/* wings.c */
bool find_xy_wing(Rater *rater);
bool find_xyz_wing(Rater *rater);
bool find_wxyz_wing(Rater *rater);
bool find_vwxyz_wing(Rater *rater);
bool find_uvwxyz_wing(Rater *rater);
bool find_tuvwxyz_wing(Rater *rater);

/* loops.c */
bool find_unique_loop(Rater *rater);

/* graves.c */
bool find_bug(Rater *rater);

/* exclusion.c */
bool find_aligned_pair(Rater *rater);
bool find_aligned_triple(Rater *rater);

/* cycles.c */
bool find_cycle_or_chain(Rater *rater);

/* forcing.c */
bool find_nishio(Rater *rater);
bool find_multiple_chains(Rater *rater);
bool find_dynamic_chains(Rater *rater);
bool find_dynamic_chains_plus(Rater *rater);
bool find_nested_chains(Rater *rater);
bool find_nested_multiple_chains(Rater *rater);
bool find_nested_dynamic_chains(Rater *rater);

#endif
