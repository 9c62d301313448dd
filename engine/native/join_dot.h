/* The inner loop of join.h on vectors of WIDTH 128-bit groups; included once per FORM. Form 3 has
   nothing that helps here, and uses what is compiled for form 2. */

#if FORM != 3

#define PARTS (4 / WIDTH)

typedef uint32_t N(Ints) __attribute__((vector_size(16 * WIDTH)));
typedef uint64_t N(Longs) __attribute__((vector_size(16 * WIDTH)));

/* In each 32-bit place the sum of the products of its two 16-bit halves, all below 2**15. */
TARGET static inline N(Ints) N(pair_products)(N(Ints) x, N(Ints) y)
{
#if WIDTH == 4 && defined(HAS_WIDE_VECTORS)
    return (N(Ints))_mm512_madd_epi16((__m512i)x, (__m512i)y);
#elif WIDTH == 2 && defined(HAS_WIDE_VECTORS)
    return (N(Ints))_mm256_madd_epi16((__m256i)x, (__m256i)y);
#elif defined(__SSE2__) && !defined(SUDOKU_SCALAR)
    return (N(Ints))_mm_madd_epi16((__m128i)x, (__m128i)y);
#else
    return (x & 0xFFFF) * (y & 0xFFFF) + (x >> 16) * (y >> 16);
#endif
}

/* In each 64-bit place the product of the low halves. */
TARGET static inline N(Longs) N(low_products)(N(Longs) x, N(Longs) y)
{
    return (x & 0xFFFFFFFF) * (y & 0xFFFFFFFF);
}

/* The sum for one first filling over all second fillings and the third ones of a tile. */
TARGET static uint64_t N(tile_sum)(Join *join, const Tile *tile, const uint16_t *table)
{
    N(Longs) sum[PARTS] = {{0}};
    uint32_t last = PARTITIONS;
    for (const Filling *f = join->second; f < join->second + join->seconds; f++) {
        if (f->box[2] != last) weigh(tile, table + f->box[2] * PARTITIONS, join->y);
        last = f->box[2];
        const N(Ints) *x = (const N(Ints) *)join->x[f->box[1]], *y = (const N(Ints) *)join->y;
        const N(Ints) *z = (const N(Ints) *)join->z[f->box[0]];
        N(Ints) dot[PARTS] = {{0}};
        for (int pair = 0; pair < tile->pairs; pair++)
            for (int part = 0; part < PARTS; part++)
                dot[part] += N(pair_products)(x[PARTS * pair + part], y[PARTS * pair + part]);
        /* Products of 64 bits, of the even and of the odd lanes. */
        for (int part = 0; part < PARTS; part++) {
            N(Longs) one = (N(Longs))dot[part], other = (N(Longs))(z[part] * f->ways);
            sum[part] += N(low_products)(one, other) + N(low_products)(one >> 32, other >> 32);
        }
    }
    uint64_t total = 0;
    for (int part = 0; part < PARTS; part++)
        for (int place = 0; place < 2 * WIDTH; place++) total += sum[part][place];
    return total;
}

#undef PARTS

#endif
