/* The names of functions that are compiled once per width of vectors, and the widths that the
   processor has. */

#ifndef WIDTHS_H
#define WIDTHS_H

#if defined(__x86_64__)
#include <immintrin.h>
#endif

/* The name of a function in the file that is compiled for vectors of WIDTH 128-bit groups. */
#define JOIN_(name, width) name##_##width
#define JOIN(name, width) JOIN_(name, width)
#define N(name) JOIN(name, WIDTH)

#if defined(__x86_64__) && !defined(SUDOKU_BASELINE) && !defined(SUDOKU_SCALAR)
#define HAS_WIDE_VECTORS
#define TARGET_2 __attribute__((target("avx2")))
#define TARGET_4 __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl")))
#endif

/* The widest vectors that the processor has, up to `widest` 128-bit groups: 1, 2 or 4 of them. */
static int vectors_up_to(int widest)
{
    (void)widest;
#if defined(HAS_WIDE_VECTORS)
    __builtin_cpu_init();
    if (widest >= 4 && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl")
        && __builtin_cpu_supports("avx512dq"))
        return 4;
    if (widest >= 2 && __builtin_cpu_supports("avx2")) return 2;
#endif
    return 1;
}

#endif
