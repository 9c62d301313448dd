/* A disk that fails on purpose: loaded before a program's own libraries (LD_PRELOAD), it refuses
 * what the program would write to some files, as a full or a read-only disk does.
 *
 * OUTAGE_FILES is how the paths of these files begin. OUTAGE_ERROR is a file of one int, which
 * another program changes meanwhile: the errno to give, or 0 for a disk that is well. SQLite turns
 * ENOSPC and EROFS into its own errors, so all of the bot's own code is as it always is. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

static const int well = 0;
static const int *outage = &well;
static const char *files = "";

__attribute__((constructor)) static void begin(void) {
    const char *name = getenv("OUTAGE_ERROR");
    int file = name ? open(name, O_RDONLY) : -1;
    void *shared = file < 0 ? MAP_FAILED : mmap(NULL, sizeof(int), PROT_READ, MAP_SHARED, file, 0);
    if (file >= 0) close(file);
    if (shared == MAP_FAILED || !getenv("OUTAGE_FILES")) return;
    files = getenv("OUTAGE_FILES");
    outage = shared;
}

static int fails(const char *path) {
    int error = *(const volatile int *)outage;
    if (!error || strncmp(path, files, strlen(files))) return 0;
    errno = error;
    return 1;
}

static int fails_at(int file) {
    char link[64], path[4096];
    if (!*(const volatile int *)outage) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return fails(path);
}

/* A full disk lets a program open what is there for writing, a read-only one does not. */
static int opens(const char *path, int flags) {
    if (*(const volatile int *)outage == ENOSPC)
        return !(flags & O_CREAT) || !access(path, F_OK) || !fails(path);
    return !(flags & (O_WRONLY | O_RDWR | O_CREAT)) || !fails(path);
}

#define REAL(type, name, ...) \
    static type (*real)(__VA_ARGS__); \
    if (!real) real = (type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

#define OPEN(name) \
    int name(const char *path, int flags, ...) { \
        va_list more; \
        va_start(more, flags); \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0; \
        va_end(more); \
        REAL(int, #name, const char *, int, ...); \
        return opens(path, flags) ? real(path, flags, mode) : -1; \
    }

OPEN(open)
OPEN(open64)

ssize_t write(int file, const void *bytes, size_t count) {
    REAL(ssize_t, "write", int, const void *, size_t);
    return fails_at(file) ? -1 : real(file, bytes, count);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t at) {
    REAL(ssize_t, "pwrite", int, const void *, size_t, off_t);
    return fails_at(file) ? -1 : real(file, bytes, count, at);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t at) {
    REAL(ssize_t, "pwrite64", int, const void *, size_t, off64_t);
    return fails_at(file) ? -1 : real(file, bytes, count, at);
}
