/* Chains within a run as extensions of it. */
#ifndef ENGINE_RATE_NESTED_H
#define ENGINE_RATE_NESTED_H

#include "net.h"

/* nested_chains.c */
bool extend_by_chains(Net *net, Run *run);

/* nested_net.c */
bool extend_by_multiple_chains(Net *net, Run *run);
bool extend_by_dynamic_chains(Net *net, Run *run);

#endif
