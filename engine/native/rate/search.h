/* Searching a net: every assumption in turn, and what comparing their runs shows. */
#ifndef ENGINE_RATE_SEARCH_H
#define ENGINE_RATE_SEARCH_H

#include "net.h"

/* Leaves the best conclusion in net->best, or in net->every the best for each removal. */
void net_search(Net *net);

/* The runs that a conclusion compares; their number is returned. */
int net_runs_of(const Net *net, const Conclusion *conclusion, Run **runs);

#endif
