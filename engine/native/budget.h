/* How much work a call may do, and the random numbers it draws. */

#ifndef BUDGET_H
#define BUDGET_H

#include <stddef.h>
#include <stdint.h>
#if defined(_WIN32)
#include <windows.h>
#else
#include <time.h>
#endif

enum {
    FINISHED = 0, NODE_LIMIT = 1, DEADLINE = 2, NO_MEMORY = 3, STOPPED = 4, SIGNALLED = 5
};

/* How long a search goes on before it asks again whether a signal has come, in nanoseconds. */
#define BETWEEN_LOOKS ((int64_t)50000000)

/* What ends a search from outside: the clock, another thread, or a signal such as Ctrl-C. */
typedef struct {
    int64_t deadline;    /* nanoseconds of the monotonic clock, 0 for none */
    const uint8_t *stop; /* another thread ends the search by setting it, or NULL */
    int (*signalled)(void *caller); /* whether a signal has come, or NULL where none can */
    void *caller;
    int64_t next_look;   /* when to ask that again */
    int status;          /* why the search ended, FINISHED while it may go on */
} Halt;

typedef struct {
    uint64_t nodes;   /* left */
    uint64_t part;    /* left of the part of the nodes that a trial may use */
    Halt halt;
    uint64_t counted;
    int status;
} Budget;

static int64_t now(void)
{
#if defined(_WIN32)
    LARGE_INTEGER ticks, rate;
    QueryPerformanceCounter(&ticks);
    QueryPerformanceFrequency(&rate);
    return (int64_t)((double)ticks.QuadPart / (double)rate.QuadPart * 1e9);
#else
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
#endif
}

/* FINISHED while the search may go on. */
static int interruption(Halt *h)
{
    if (h->status) return h->status;
    if (h->stop && __atomic_load_n(h->stop, __ATOMIC_RELAXED)) return h->status = STOPPED;
    if (!h->deadline && !h->signalled) return FINISHED;
    /* The clock is cheap; asking for signals takes the GIL. */
    int64_t time = now();
    if (h->deadline && time >= h->deadline) return h->status = DEADLINE;
    if (!h->signalled || time < h->next_look) return FINISHED;
    h->next_look = time + BETWEEN_LOOKS;
    return h->status = h->signalled(h->caller) ? SIGNALLED : FINISHED;
}

/* Counts a node. Returns 0, and counts nothing, when the budget or the part is spent; a part that
   is spent does not set the status. */
static int count_node(Budget *b)
{
    if (!b->part || b->status) return 0;
    if (!b->nodes) return b->status = NODE_LIMIT, 0;
    if (!(b->counted & 15) && (b->status = interruption(&b->halt))) return 0;
    b->counted++, b->nodes--, b->part--;
    return 1;
}

/* splitmix64 of Steele, Lea and Flood; the same draws as engine/board/rng.py. */
static inline uint64_t draw(uint64_t *state)
{
    uint64_t z = *state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

static inline uint32_t below(uint64_t *state, uint32_t bound)
{
    /* The draw times the bound, shifted down by 64, without numbers of 128 bits. */
    uint64_t x = draw(state);
    return (uint32_t)(((x >> 32) * bound + ((x & 0xFFFFFFFFu) * bound >> 32)) >> 32);
}

#define SHUFFLE(state, items, count) do { \
        for (int last_ = (int)(count) - 1; last_ > 0; last_--) { \
            uint32_t pick_ = below(state, (uint32_t)last_ + 1); \
            __typeof__((items)[0]) swap_ = (items)[last_]; \
            (items)[last_] = (items)[pick_]; \
            (items)[pick_] = swap_; \
        } } while (0)

#endif
