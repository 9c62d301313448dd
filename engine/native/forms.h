/* The names of functions that are compiled once per form of vectors, and the forms that the
   processor has. Forms 1, 2 and 4 are vectors of as many 128-bit groups. Form 3 has vectors of two
   groups, but with the instructions and the registers of AVX-512. */

#ifndef FORMS_H
#define FORMS_H

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

/* The name of a function in the file that is compiled for vectors of this FORM. */
#define JOIN_(name, form) name##_##form
#define JOIN(name, form) JOIN_(name, form)
#define N(name) JOIN(name, FORM)

#if defined(__x86_64__) && !defined(SUDOKU_BASELINE) && !defined(SUDOKU_SCALAR)
#define HAS_WIDE_VECTORS
#define TARGET_2 __attribute__((target("avx2")))
#define TARGET_3 \
    __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq")))
#define TARGET_4 __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl")))
#endif

/* The last form up to `last` that the processor has. */
static int vectors_up_to(int last)
{
    (void)last;
#if defined(HAS_WIDE_VECTORS)
    __builtin_cpu_init();
    int has_avx512 = __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl")
                  && __builtin_cpu_supports("avx512dq");
    if (last >= 4 && has_avx512) return 4;
    if (last >= 3 && has_avx512 && __builtin_cpu_supports("avx512vpopcntdq")) return 3;
    if (last >= 2 && __builtin_cpu_supports("avx2")) return 2;
#endif
    return 1;
}

#if defined(HAS_WIDE_VECTORS)
/* Whether the processor gathers the bits of a mask in one instruction that is not a long program of
   its own, as it is on AMD's family 17h (Zen to Zen 2). */
static inline int gathers_bits(void)
{
    unsigned a = 0, b = 0, c = 0, d = 0;
    int is_amd = __get_cpuid(0, &a, &b, &c, &d) && c == signature_AMD_ecx;
    int family = __get_cpuid(1, &a, &b, &c, &d) ? (int)((a >> 8 & 15) + (a >> 20 & 255)) : 0;
    return __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2")
        && __builtin_cpu_supports("popcnt") && !(is_amd && family < 0x19);
}
#endif

/* The form with which a search on this processor is fastest. AMD's family 19h (Zen 4) works on 512
   bits in two halves: there form 3 takes a tenth to a fifth less time than form 4. It takes a
   seventh less than form 2, which has half of the registers, no operations with three operands and
   none that counts bits. */
static inline int fastest_vectors(void)
{
#if defined(HAS_WIDE_VECTORS)
    unsigned a = 0, b = 0, c = 0, d = 0;
    int is_amd = __get_cpuid(0, &a, &b, &c, &d) && c == signature_AMD_ecx;
    if (is_amd && __get_cpuid(1, &a, &b, &c, &d) && (a >> 8 & 15) + (a >> 20 & 255) == 0x19)
        return vectors_up_to(3);
#endif
    return vectors_up_to(4);
}

#endif
