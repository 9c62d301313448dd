/* The names of functions that are compiled once per width of vectors, and the widths that the
   processor has. */

#ifndef WIDTHS_H
#define WIDTHS_H

#if defined(__x86_64__)
#include <cpuid.h>
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

/* The vectors with which a search on this processor is fastest. AMD's family 19h (Zen 4) works on
   512 bits in two halves: there 256 are 6 to 15 % faster, and only on puzzles of 17 clues, which
   need hardly any search, 2 % slower. */
static inline int fastest_vectors(void)
{
#if defined(HAS_WIDE_VECTORS)
    unsigned a, b, c, d;
    int is_amd = __get_cpuid(0, &a, &b, &c, &d) && c == signature_AMD_ecx;
    if (is_amd && __get_cpuid(1, &a, &b, &c, &d) && (a >> 8 & 15) + (a >> 20 & 255) == 0x19)
        return vectors_up_to(2);
#endif
    return vectors_up_to(4);
}

#endif
