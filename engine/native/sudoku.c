/* The program `sudoku` where there was a compiler: it answers `solve` and `count` of small files of
   plain lines, and hands everything else over to the same program in Python, which lies beside it.

   The problem: Python takes ten milliseconds to start, in which five thousand puzzles are solved.
   So what is usual is done without it, as engine/commands/quick.py does it for `python -m engine`.
   This program complains of no puzzle and of no file: what it does not know is Python's. */

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "plain.h"

/* As in engine/__main__.py: Ctrl-C, and that nobody reads the answers. A shell has the third for a
   program that is not there. */
enum { INTERRUPTED = 130, NOBODY_READS = 141, NOT_FOUND = 127 };

/* What is larger, or takes longer, is worth Python's start, for it is searched on all cores there:
   25,000 puzzles of 9x9, 10,000 nodes for one of them, and half a second for a file. */
enum { MOST_BYTES = 1 << 21, MOST_NODES = 10000, MOST_NANOSECONDS = 500000000 };

/* What the name of the program in Python has at its end. */
static const char in_python[] = "-python";

static void interrupted(int signal)
{
    (void)signal;
    _exit(INTERRUPTED);
}

/* Ctrl-C ends the program with its own status, unless whoever started it has it ignored. */
static void end_on_interrupt(void)
{
    struct sigaction present;
    if (!sigaction(SIGINT, NULL, &present) && present.sa_handler == SIG_DFL)
        signal(SIGINT, interrupted);
}

/* What is left of an open file, which stays where it is; NULL where that is no small file. */
static char *rest_of(int descriptor, size_t *length)
{
    struct stat status;
    off_t at;
    if (fstat(descriptor, &status) || !S_ISREG(status.st_mode)) return NULL;
    at = lseek(descriptor, 0, SEEK_CUR);
    off_t left = status.st_size - at;
    if (at < 0 || left < 0 || left > MOST_BYTES) return NULL;
    char *text = malloc((size_t)left + 1);
    *length = (size_t)left;
    if (text && pread(descriptor, text, *length, at) == left) return text;
    free(text);
    return NULL;
}

/* A small file as a whole, or NULL. It is looked at before it is opened: whoever writes into a
   named pipe would lose what they wrote when it is closed again. */
static char *text_of(const char *file, size_t *length)
{
    struct stat status;
    if (!strcmp(file, "-")) return rest_of(STDIN_FILENO, length);
    if (stat(file, &status) || !S_ISREG(status.st_mode)) return NULL;
    int descriptor = open(file, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return NULL;
    char *text = rest_of(descriptor, length);
    close(descriptor);
    return text;
}

/* Adds the answers of a file to those of the files before it. Returns 0 where it is left to
   Python. */
static int answer_file(const char *file, int is_solve, Printed *all)
{
    size_t length;
    Printed own;
    Budget budget = {.nodes = MOST_NODES, .part = WHOLE};
    budget.halt.deadline = now() + MOST_NANOSECONDS;
    char *text = text_of(file, &length);
    int is_done = text && answer_plain(text, length, is_solve, &budget, &own);
    free(text);
    if (!is_done) return 0;
    char *longer = realloc(all->text, all->length + own.length);
    if (longer) {
        memcpy(longer + all->length, own.text, own.length);
        all->text = longer, all->length += own.length, all->is_unique &= own.is_unique;
    }
    free(own.text);
    return longer != NULL;
}

/* Whether standard input is among the files, or -1 where one is an option or it is there twice. */
static int reads_input(char **files, int count)
{
    int times = 0;
    for (int k = 0; k < count; k++) {
        if (!strcmp(files[k], "-")) times++;
        else if (files[k][0] == '-') return -1;
    }
    return times < 2 ? times : -1;
}

/* All that the program prints. Returns 0 where that is left to Python; standard input is then where
   it was. */
static int answer(char **files, int count, int is_solve, Printed *all)
{
    struct stat status;
    int has_input = reads_input(files, count);
    if (has_input < 0 || fstat(STDOUT_FILENO, &status)) return 0;
#if !defined(SUDOKU_SCALAR)
    core9_use(fastest_vectors());
#endif
    for (int k = 0; k < count; k++)
        if (!answer_file(files[k], is_solve, all)) return 0;
    return !has_input || lseek(STDIN_FILENO, 0, SEEK_END) >= 0;
}

static int print(const Printed *all)
{
    signal(SIGPIPE, SIG_IGN);
    for (size_t done = 0; done < all->length;) {
        ssize_t written = write(STDOUT_FILENO, all->text + done, all->length - done);
        if (written >= 0) {
            done += (size_t)written;
        } else if (errno == EPIPE) {
            return NOBODY_READS;
        } else if (errno != EINTR) {
            fprintf(stderr, "sudoku: %s\n", strerror(errno));
            return 1;
        }
    }
    return !all->is_unique;
}

/* Becomes the program in Python; returns only where there is none. */
static int hand_over(char **words)
{
    static char path[PATH_MAX + sizeof in_python];
    ssize_t length = readlink("/proc/self/exe", path, PATH_MAX);
    if (length > 0) {
        memcpy(path + length, in_python, sizeof in_python);
        words[0] = path;
        execv(path, words);
    }
    fprintf(stderr, "sudoku: %s: %s\n", path, strerror(errno));
    return NOT_FOUND;
}

int main(int count, char **words)
{
    static char input[] = "-";
    char *none[] = {input};
    Printed all = {.is_unique = 1};
    int is_solve = count > 1 && !strcmp(words[1], "solve");
    if (!is_solve && (count < 2 || strcmp(words[1], "count"))) return hand_over(words);
    end_on_interrupt();
    int is_done = count > 2 ? answer(words + 2, count - 2, is_solve, &all)
                            : answer(none, 1, is_solve, &all);
    int status = is_done ? print(&all) : hand_over(words);
    free(all.text);
    return status;
}
