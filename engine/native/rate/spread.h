/* Spreading one assumption over a grid. */
#ifndef ENGINE_RATE_SPREAD_H
#define ENGINE_RATE_SPREAD_H

#include "net.h"

/* Adds all that follows from the nodes of a run, up to the first contradiction. */
void net_spread(Net *net, Run *run);

#endif
