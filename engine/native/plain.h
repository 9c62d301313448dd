/* The answers to a small file of plain lines, made of the text as it was read: what
   engine/commands/quick.py and the program `sudoku` print. Reading and writing so many lines one by
   one in Python took as long as searching the puzzles.

   A line is plain if it is blank, or a comment, or begins with a puzzle of `.` `0` `*` `_` `-` and
   digits, after which nothing comes but a space, a tab, `,` or `;` and then anything. All puzzles
   have the same number of cells, up to 9x9. Whatever else may be a puzzle is not known here. */

#ifndef PLAIN_H
#define PLAIN_H

#include "solve.h"

/* What is printed, and whether each puzzle has one solution. */
typedef struct {
    char *text;
    size_t length;
    int is_unique;
} Printed;

typedef struct {
    int cells, high, wide; /* of a board, of its usual box */
    size_t count;
    uint8_t *values;
} Puzzles;

static int is_among(const char *some, char one)
{
    return one && strchr(some, one) != NULL;
}

/* Whether a line is blank or a comment. */
static int holds_nothing(const char *line, const char *end)
{
    if (line < end && *line == '#') return 1;
    while (line < end && is_among(" \t", *line)) line++;
    return line == end;
}

/* The board whose line is the first one; 0 where there is none of that length. */
static int choose_board(Puzzles *all, const char *line, const char *end)
{
    static const int boards[][3] = {{16, 2, 2}, {36, 2, 3}, {64, 2, 4}, {81, 3, 3}};
    int cells = 0;
    while (line + cells < end && !is_among(" \t\v\f", line[cells])) cells++;
    for (int k = 0; k < 4; k++)
        if (cells == boards[k][0])
            all->cells = cells, all->high = boards[k][1], all->wide = boards[k][2];
    return all->cells;
}

/* Reads one puzzle; 0 where its line is not plain. */
static int read_plain(Puzzles *all, const char *line, const char *end)
{
    if (end - line < all->cells) return 0;
    if (end - line > all->cells && !is_among(" \t,;", line[all->cells])) return 0;
    uint8_t *values = all->values + all->count++ * (size_t)all->cells, above = 0;
    uint8_t size = (uint8_t)(all->high * all->wide);
    for (int k = 0; k < all->cells; k++) {
        uint8_t symbol = (uint8_t)line[k], value = (uint8_t)(symbol - '0');
        int is_blank = (symbol == '.') | (symbol == '*') | (symbol == '_') | (symbol == '-');
        value = is_blank ? 0 : value;
        above |= value > size;
        values[k] = value;
    }
    return !above;
}

/* Reads all lines of a text; 0 where one is not plain, or there is no puzzle. */
static int read_all_plain(Puzzles *all, const char *text, size_t length)
{
    const char *end = text + length, *stop;
    /* Ends of lines that are not those of Unix, and what may be UTF-16. */
    if (memchr(text, '\r', length) || memchr(text, 0, length)) return 0;
    for (const char *line = text; line < end; line = stop + 1) {
        stop = memchr(line, '\n', (size_t)(end - line));
        if (!stop) stop = end;
        if (holds_nothing(line, stop)) continue;
        if (!all->cells && !choose_board(all, line, stop)) return 0;
        if (!read_plain(all, line, stop)) return 0;
    }
    return all->count > 0;
}

static char *write_solved(char *to, const Puzzles *all, const uint8_t *counts,
                          const uint8_t *solutions)
{
    for (size_t k = 0; k < all->count; k++) {
        const uint8_t *solution = solutions + k * (size_t)all->cells;
        const char *word = counts[k] ? "many" : "none";
        int is_solved = counts[k] == 1, length = is_solved ? all->cells : 4;
        for (int cell = 0; cell < length; cell++)
            to[cell] = (char)(is_solved ? '0' + solution[cell] : word[cell]);
        to += length;
        *to++ = '\n';
    }
    return to;
}

static char *write_counted(char *to, const Puzzles *all, const uint8_t *counts)
{
    for (size_t k = 0; k < all->count; k++) *to++ = (char)('0' + counts[k]), *to++ = '\n';
    return to;
}

/* What `solve` or `count` prints for a text, whose caller frees it. Returns 0 where the text is not
   plain, or the budget ends, each puzzle having all of its nodes, or there is no memory. */
static int answer_plain(const char *text, size_t length, int is_solve, Budget *budget,
                        Printed *printed)
{
    Puzzles all = {0};
    uint8_t *counts = NULL, *solutions = NULL;
    all.values = malloc(length + 1); /* a puzzle is never longer than its line */
    printed->text = NULL;
    int is_done = all.values && read_all_plain(&all, text, length);
    if (is_done) {
        counts = malloc(all.count);
        solutions = malloc(all.count * (size_t)all.cells);
        printed->text = malloc(all.count * ((size_t)all.cells + 1));
        is_done = counts && solutions && printed->text;
    }
    if (is_done) {
        solve_many(all.high, all.wide, all.values, (ptrdiff_t)all.count, 2, budget, counts,
                   solutions);
        is_done = !memchr(counts, UNDECIDED, all.count);
    }
    if (is_done) {
        char *end = is_solve ? write_solved(printed->text, &all, counts, solutions)
                             : write_counted(printed->text, &all, counts);
        printed->length = (size_t)(end - printed->text);
        printed->is_unique = 1;
        for (size_t k = 0; k < all.count; k++) printed->is_unique &= counts[k] == 1;
    } else {
        free(printed->text);
    }
    free(all.values);
    free(counts);
    free(solutions);
    return is_done;
}

#endif
