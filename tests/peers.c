/* Calls a peer once for each of some puzzles, as tests/peers.py says; nothing here is a peer's. */

#include <stddef.h>
#include <stdint.h>

typedef size_t (*peer)(const char *puzzle, size_t limit, uint32_t number, char *solution,
                       size_t *guesses);

/* The lines have 81 characters and one for their end. */
void count_each(peer count, const char *lines, size_t puzzles, size_t limit, uint32_t number,
                size_t *counts)
{
    char solution[128];
    size_t guesses;
    for (size_t k = 0; k < puzzles; k++)
        counts[k] = count(lines + 82 * k, limit, number, solution, &guesses);
}
