/*
 * Rating of 9x9 puzzles on the Sudoku Explainer scale: what the files of the rater share.
 *
 * A rater walks from the givens to the solution by the easiest step first.  Ties are broken as
 * Sudoku Explainer breaks them (unit order, cell order, digit order), because the step taken
 * decides which steps remain.
 *
 *   units  0..8 boxes, 9..17 rows, 18..26 columns; a unit's cells have positions 0..8
 *   cell   9 * row + column; digits are 0..8 inside, so a candidate is 9 * cell + digit
 *   masks  digits of a cell and positions in a unit: 9 bits; sets of cells: 81 bits
 */
#ifndef ENGINE_RATE_H
#define ENGINE_RATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CELLS = 81, DIGITS = 9, UNITS = 27, KINDS = 3, PEERS = 20, CANDIDATES = 729, WORDS = 12 };
enum { BOX, ROW, COLUMN };

__extension__ typedef unsigned __int128 CellSet;
typedef uint16_t Mask;

typedef enum {
    FULL_HOUSE, HIDDEN_SINGLE, DIRECT_POINTING, DIRECT_CLAIMING, DIRECT_HIDDEN_PAIR, NAKED_SINGLE,
    DIRECT_HIDDEN_TRIPLE, POINTING, CLAIMING, NAKED_PAIR, X_WING, HIDDEN_PAIR, NAKED_TRIPLE,
    SWORDFISH, HIDDEN_TRIPLE, SKYSCRAPER, TWO_STRING_KITE, TURBOT_FISH, GROUPED_TURBOT_FISH,
    XY_WING, XYZ_WING, UNIQUE_RECTANGLE, UNIQUE_LOOP, NAKED_QUAD, JELLYFISH, HIDDEN_QUAD,
    THREE_STRONG_LINKS, WXYZ_WING, BUG, FOUR_STRONG_LINKS, VWXYZ_WING, ALIGNED_PAIR_EXCLUSION,
    UVWXYZ_WING, X_CYCLE, Y_CYCLE, FORCING_X_CHAIN, FORCING_CHAIN, XY_CYCLE, TUVWXYZ_WING,
    ALIGNED_TRIPLE_EXCLUSION, NISHIO,
    CELL_FORCING_CHAIN, UNIT_FORCING_CHAIN, DYNAMIC_FORCING_CHAINS,
    DYNAMIC_FORCING_CHAINS_PLUS, NESTED_FORCING_CHAINS, TECHNIQUES
} Technique;

typedef struct {
    uint8_t unit[UNITS][9];      /* cells of a unit by position */
    uint8_t unit_of[CELLS][KINDS];
    uint8_t place_in[CELLS][KINDS]; /* position of a cell in its box, row, column */
    uint8_t peers[CELLS][PEERS]; /* ascending */
    CellSet unit_cells[UNITS];
    CellSet peer_cells[CELLS];
} Geometry;

typedef struct {
    Mask digits[CELLS];          /* candidates of a cell; none once it is filled */
    Mask places[UNITS][DIGITS];  /* positions in a unit where a digit is a candidate */
} Candidates;

typedef struct {
    Candidates candidates;
    CellSet cells_with[DIGITS];
    uint8_t digit[CELLS];        /* 1..9, or 0 while empty */
    uint8_t empty_in[UNITS];
    uint8_t placed[DIGITS];
    int empty;
} State;

typedef struct {
    Technique technique;
    double difficulty;
    int cell, digit;             /* the placement, or cell -1 */
    Mask removed[CELLS];
} Step;

typedef struct Arena {
    unsigned char *start;
    size_t used, size;
} Arena;

/* How long a rating goes on before it asks again whether a signal has come, in nanoseconds. */
#define BETWEEN_LOOKS ((int64_t)50000000)

typedef struct {
    int64_t deadline;            /* nanoseconds on the monotonic clock; 0: none */
    int most;                    /* tenths above which the rating need not be exact; 0: none */
    bool (*signalled)(void *caller);
    void *caller;
    int64_t next_look;
} Limits;

typedef struct Rater {
    Geometry geometry;
    State state;
    Step step;
    Arena arena;
    Limits limits;
    bool late;                   /* the deadline has passed, or a signal has come */
    bool full;                   /* the arena was too small */
} Rater;

/* state.c */
void geometry_build(Geometry *geometry);
bool state_load(Rater *rater, const uint8_t givens[CELLS]);
void state_apply(Rater *rater, const Step *step);
void candidates_remove(const Geometry *geometry, Candidates *candidates, int cell, int digit);
void step_clear(Step *step, Technique technique, double difficulty);
bool step_remove(Rater *rater, CellSet cells, int digit);
Mask next_subset(Mask subset);
bool rater_late(Rater *rater);
void *arena_take(Arena *arena, size_t size);

/* Counts by adding up in parallel: baseline x86-64 has no instruction for it. */
static inline int count_bits(Mask mask)
{
    unsigned sum = mask - (mask >> 1 & 0x5555u);
    sum = (sum & 0x3333u) + (sum >> 2 & 0x3333u);
    sum = (sum + (sum >> 4)) & 0x0f0fu;
    return (int)((sum + (sum >> 8)) & 0x1fu);
}

static inline int count_word(uint64_t word)
{
    word -= word >> 1 & 0x5555555555555555u;
    word = (word & 0x3333333333333333u) + (word >> 2 & 0x3333333333333333u);
    word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (int)(word * 0x0101010101010101u >> 56);
}

static inline bool test_bit(const uint64_t *bits, int i) { return bits[i >> 6] >> (i & 63) & 1; }
static inline void set_bit(uint64_t *bits, int i) { bits[i >> 6] |= (uint64_t)1 << (i & 63); }
static inline int lowest(Mask mask) { return __builtin_ctz(mask); }
static inline CellSet one_cell(int cell) { return (CellSet)1 << cell; }

static inline int count_cells(CellSet cells)
{
    return count_word((uint64_t)cells) + count_word((uint64_t)(cells >> 64));
}

static inline int first_cell(CellSet cells)
{
    return (uint64_t)cells ? __builtin_ctzll((uint64_t)cells)
                           : 64 + __builtin_ctzll((uint64_t)(cells >> 64));
}

/* Takes the lowest cell out of a set. */
static inline int pop_cell(CellSet *cells)
{
    int cell = first_cell(*cells);
    *cells &= *cells - 1;
    return cell;
}

static inline int pop_bit(Mask *mask)
{
    int bit = lowest(*mask);
    *mask &= (Mask)(*mask - 1);
    return bit;
}

#endif
