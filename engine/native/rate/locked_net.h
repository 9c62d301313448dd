/* Locked candidates, pairs and X-wings as an extension of runs. */
#ifndef ENGINE_RATE_LOCKED_NET_H
#define ENGINE_RATE_LOCKED_NET_H

#include "net.h"

bool extend_by_locked_sets(Net *net, Run *run);

#endif
