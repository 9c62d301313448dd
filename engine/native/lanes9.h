/* Two 9x9 searches side by side on vectors of WIDTH 128-bit groups; included once per FORM.

   The problem: each step of a search depends on the one before, so a processor that could do many
   things at once waits. So there is no queue of singles here. A round applies every constraint to
   the whole board at once, and rounds go on until nothing changes. Two searches share the vectors,
   because the second fills the time in which the first waits (one board at a time: 0.6 to 0.8 of
   the speed).

   A board is nine groups, one a digit; a group is four 32-bit words:

       word 0   word 1   word 2   word 3
       band 0   band 1   band 2   (all candidates, never changes)

   and a band word holds three rows of nine candidate bits and a guard bit each:

       bit 29   28 ........ 20   19   18 ........ 10    9    8 ......... 0
       guard    r3c9 ... r3c1  guard  r2c9 ... r2c1  guard   r1c9 ... r1c1

   The two boards lie one after the other: group 9 * slot + digit. Where a vector holds digits of
   both (SLOT_OF is 2) masks keep them apart.

   In a band a digit takes one of six configurations of minirows, in a stack one of six of
   minicolumns. `lock` keeps the candidates that belong to a configuration which is still possible:
   that is pointing and claiming in one step, and it finds the cells where the digit must go. The
   rest of a round makes each cell with one candidate, and each place that is the only one, final.

   Invariants: a round only takes candidates away, and all solutions of a board are kept. A digit
   that did not change since it was locked need not be locked again; `seen` is what it was then.
   `split` makes two or three boards that share no solution, so every solution is met once.

   A slot whose search ends helps the other one if that takes long, and its own next board waits.
   The reason: one slot alone can be lost in a part without solutions for milliseconds, while the
   boards on its stack have several. At the end of a call, and in one for a single puzzle, it helps
   once contradictions have shown that many boards must be searched. Until then the search has its
   slot alone: two solutions are sooner found one after the other, on half of the vectors, than side
   by side (1.5 times the time).

   A branch is a configuration of a digit in a band or stack, in the band or stack with the fewest
   left over all digits. A board that has very many at its first node nearly always has several
   solutions. It branches three times from the first node on, in those with the most, where
   contradictions are rarest: puzzles of 17 clues less some take a tenth less time. What failed:
   branching on the first cell with two candidates doubled the nodes. Branching three times in a
   node was 10 % faster on puzzles with 12 to 16 givens, but took 7 % more instructions on hard
   ones; so it is done only after nearly no contradictions (`bold`), and not where many solutions
   are counted: there a single branch in each node took 56 to 81 % of the nodes and 69 to 83 % of
   the time, for boards with few open cells come back sooner.
   Branching again after one round, before a board is at rest, saved rounds, but took 1.7 times the
   nodes. Leaving out the last round where only `lock` had taken something away, while
   contradictions are rare, was up to 5 % faster on boards with several solutions in form 3, but as
   much slower in form 1 and on the hardest of them; only where both searches may do so it was
   hardly faster. Branching in every band and stack of one digit, so that no branch rules out the
   next one, took up to 1.7 times as long; branching with another digit each time saved less than
   branching only in bands or only in stacks. Going on to branch where `crowd` has found something
   saved 0.4 %. A board in ten groups, so that no vector holds digits of both, and a table of cells
   for each set of configurations took 2 % longer in form 3. Looking in
   the first solution for two digits that can change places in some cells found the second one of 98
   % of the boards with 17 givens less some, and took as long as the two nodes that it saved.
   Looking for crowded minirows (`crowd`) only where contradictions are frequent took a third more
   nodes on random boards.

   Depth first, a search can be lost for tens of thousands of nodes below one unlucky early branch,
   where the same board with its digits renamed takes 30. So a search that has not found two
   solutions goes on elsewhere after some nodes: `rotate` exchanges its board for the one that has
   waited longest, which is the other side of its first branch. That repeats no work, so boards
   with one solution, all of which must be searched, lose nothing.

   Without solutions a search was lost for thousands of nodes where the board at rest hid a
   contradiction that rounds do not see, and each board below it had to find that out alone. So now
   and then a board is looked at with `doubt`, and when that has found something, so are the next
   ones: always would cost a tenth on hard puzzles. And a search that is stuck tries each
   configuration of its first board once (`probe`): the worst board seen, lost for 36,000 to 58,000
   nodes under any name, has no solution after a hundred tries. What failed: trying after 32 nodes
   where many boards wait, which took 2 % more nodes on random boards; starting again with another
   order of digits, bands and stacks after 128, 256, 512 nodes and so on; going on elsewhere only
   after 64 nodes, which took half as many again on boards whose other names take few.

   Locking only what changed is 1.4 to 1.7 times as fast without AVX2 and 5 to 20 % faster with it,
   but 7 % slower with AVX-512, whose five vectors mostly change together. For the same reason form
   3 locks all five vectors of a board that is alone: a twentieth faster. */

#define VECTORS ((18 + WIDTH - 1) / WIDTH)
#define PARTS ((9 + WIDTH - 1) / WIDTH)
#define ALL4 {~0u, ~0u, ~0u, ~0u}
#define LOCK_ALL (FORM == 4)
#define LOCK_ALL_ALONE (FORM >= 3)
#define SLOT_OF(i) ((i) * WIDTH + WIDTH <= 9 ? 0 : (i) * WIDTH >= 9 ? 1 : 2)

typedef uint32_t N(vec) __attribute__((vector_size(16 * WIDTH)));
typedef uint8_t N(bytes) __attribute__((vector_size(16 * WIDTH)));
typedef uint32_t N(loose) __attribute__((vector_size(16 * WIDTH), aligned(4), may_alias));

typedef union {
    N(vec) v[VECTORS];
    uint32_t g[24][4];
} N(Pair);

/* What each vector was when it was last locked, the cells where its digits must go then, and a bit
   for each vector that this round left as it was. */
typedef struct {
    N(vec) seen[VECTORS], placed[VECTORS];
    uint32_t still;
} N(Locked);

static const N(Pair) N(of_slot)[2] = {{.g = {[0 ... 8] = ALL4}}, {.g = {[9 ... 17] = ALL4}}};
static const N(Pair) N(filler) = {.g = {[18 ... 23] = ALL4}};

#if WIDTH == 4
#define EACH(a, b, c, d) a, b, c, d, a, b, c, d, a, b, c, d, a, b, c, d
#define LANES(a, b, c, d) a, b, c, d, a + 4, b + 4, c + 4, d + 4, \
                          a + 8, b + 8, c + 8, d + 8, a + 12, b + 12, c + 12, d + 12
#define HALVES(x) \
    __builtin_shufflevector(x, x, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7)
#define QUARTERS(x) \
    __builtin_shufflevector(x, x, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11)
#elif WIDTH == 2
#define EACH(a, b, c, d) a, b, c, d, a, b, c, d
#define LANES(a, b, c, d) a, b, c, d, a + 4, b + 4, c + 4, d + 4
#define QUARTERS(x) __builtin_shufflevector(x, x, 4, 5, 6, 7, 0, 1, 2, 3)
#else
#define EACH(a, b, c, d) a, b, c, d
#define LANES(a, b, c, d) a, b, c, d
#endif
/* The key of each group of a board with no configurations (see `look`); above all others where
   there is no digit. */
#define ALIKE(x) {x, x, x, x}
static const N(Pair) N(digits) = {
    .g = {ALIKE(0xE0), ALIKE(0xE1), ALIKE(0xE2), ALIKE(0xE3), ALIKE(0xE4), ALIKE(0xE5),
          ALIKE(0xE6), ALIKE(0xE7), ALIKE(0xE8),
          [9 ... 23] = ALIKE(0xFF)}
};
#define NEXT_BAND(x) __builtin_shufflevector(x, x, LANES(1, 2, 0, 3))
#define LAST_BAND(x) __builtin_shufflevector(x, x, LANES(2, 0, 1, 3))
/* The bits of `a` where the mask has bits, and those of `b` where it has none. */
TARGET static inline __attribute__((always_inline)) N(vec) N(pick)(uint32_t mask, N(vec) a,
                                                                   N(vec) b)
{
#if FORM == 4
    __m512i masks = _mm512_set1_epi32((int)mask);
    return (N(vec))_mm512_ternarylogic_epi32(masks, (__m512i)a, (__m512i)b, 0xCA);
#elif FORM == 3
    __m256i masks = _mm256_set1_epi32((int)mask);
    return (N(vec))_mm256_ternarylogic_epi32(masks, (__m256i)a, (__m256i)b, 0xCA);
#else
    return (a & mask) | (b & ~mask);
#endif
}

/* The cells of minirows, each given by its first cell; of minicolumns, given by those in the first
   row. Zen 4, for which form 3 is made, has more units that multiply than units that shift, so a
   product takes less time there (a search a twentieth), elsewhere more. Of a factor that they know
   compilers make shifts and sums. */
#if FORM == 3
TARGET static inline __attribute__((always_inline)) N(vec) N(times)(N(vec) x, uint32_t factor)
{
    __m256i factors = _mm256_set1_epi32((int)factor);
    __asm__("" : "+v"(factors));
    return (N(vec))_mm256_mullo_epi32((__m256i)x, factors);
}
#define IN_MINIROWS(first) N(times)(first, 7)
#define IN_MINICOLUMNS(first) N(times)(first, ROWS(1))
#else
#define IN_MINIROWS(first) (((first) << 3) - (first))
#define IN_MINICOLUMNS(first) ((first) | (first) << 10 | (first) << 20)
#endif

TARGET static inline int N(any)(N(vec) x)
{
#if WIDTH == 4 && defined(__x86_64__)
    return _mm512_test_epi32_mask((__m512i)x, (__m512i)x) != 0;
#elif WIDTH == 2 && defined(__x86_64__)
    return !_mm256_testz_si256((__m256i)x, (__m256i)x);
#elif defined(__SSE2__)
    return _mm_movemask_epi8(_mm_cmpeq_epi32((__m128i)x, _mm_setzero_si128())) != 0xFFFF;
#else
    typedef uint64_t pair __attribute__((vector_size(16 * WIDTH)));
    pair q = (pair)x;
    return (q[0] | q[1]) != 0;
#endif
}

/* The next and next but one box of a row (t has a bit a minirow, at its first cell). The two top
   bits must come out clear: they would wrap into the third row. */
#define NEXT_BOX(t) N(pick)(ROWS(0x3F) | 3u << 30, (t) >> 3, (t) << 6)
#define LAST_BOX(t) N(pick)(ROWS(0x07) | 3u << 30, (t) >> 6, (t) << 3)
/* The next and next but one column of a stack. */
#define NEXT_COLUMN(c) N(pick)(0xDBu, (c) >> 1, (c) << 2)
#define LAST_COLUMN(c) N(pick)(0x49u, (c) >> 2, (c) << 1)

/* Keeps the candidates of a digit whose minirow and minicolumn belong to a configuration that is
   still possible in the band and in the stack. Stores the cells where it must go in `placed`. */
TARGET static inline __attribute__((always_inline)) N(vec) N(lock)(N(vec) x, N(vec) *placed)
{
    N(vec) t = x | x >> 1 | x >> 2;
    N(vec) a = NEXT_BOX(t), b = LAST_BOX(t);
    /* A shift by 10 or 20 goes on to the next or next but one row. A minirow belongs to a possible
       configuration if the two rows after it can take the two other boxes, in either order. */
    N(vec) two = (a & (b >> 10 | b << 20)) | (b & (a >> 10 | a << 20));
    N(vec) ok = (two >> 10 | two << 20) & ROWS(0x49);
    /* Minirows whose row has candidates in no other box: the digit is there. */
    N(vec) lone_h = ROWS(0x49) & ~(a | b);
    x &= IN_MINIROWS(ok);
    N(vec) c = x | x >> 10 | x >> 20;
    a = NEXT_COLUMN(c), b = LAST_COLUMN(c);
    two = (a & NEXT_BAND(b)) | (b & NEXT_BAND(a));
    ok = NEXT_BAND(two) & 0x1FFu;
    N(vec) lone_v = 0x1FFu & ~(a | b);
    x &= IN_MINICOLUMNS(ok);
    *placed = x & IN_MINIROWS(lone_h) & IN_MINICOLUMNS(lone_v);
    return x;
}

typedef struct {
    N(vec) one, two, placed; /* cells with one candidate or more, with two or more, with a place */
} N(Tally);

TARGET static inline __attribute__((always_inline)) void N(add)(N(Tally) *t, N(vec) x, N(vec) p)
{
    t->two |= t->one & x;
    t->one |= x;
    t->placed |= p;
}

/* Combines the groups of a vector, so that each group of the tally counts all digits. */
TARGET static inline __attribute__((always_inline)) void N(across)(N(Tally) *t)
{
    (void)t;
#if WIDTH == 4
    N(Tally) h = {HALVES(t->one), HALVES(t->two), HALVES(t->placed)};
    t->two |= h.two | (t->one & h.one);
    t->one |= h.one;
    t->placed |= h.placed;
#endif
#if WIDTH > 1
    N(Tally) q = {QUARTERS(t->one), QUARTERS(t->two), QUARTERS(t->placed)};
    t->two |= q.two | (t->one & q.one);
    t->one |= q.one;
    t->placed |= q.placed;
#endif
}

/* Vector i with the groups of x in slot 0 and those of y in slot 1. */
#define SIDE(i, x, y) \
    (SLOT_OF(i) == 0 ? (x) : SLOT_OF(i) == 1 ? (y) \
     : ((x) & N(of_slot)[0].v[i]) | ((y) & N(of_slot)[1].v[i]))

/* Rounds until a slot of `busy` has something to decide. Since the last call only the boards in the
   slots of `touched` have changed. Of the vectors only the first `count` are worked on: all, or
   PARTS, which hold slot 0. Returns bits by slot: 0 and 1 for a contradiction, 2 and 3 for a board
   at rest, 4 and 5 for one that has an open cell. */
TARGET static inline __attribute__((always_inline)) int
N(rounds_of)(const int count, N(Pair) *pair, N(Locked) *locked, int busy, int touched)
{
    const int lock_all = count == PARTS ? LOCK_ALL_ALONE : LOCK_ALL;
    N(vec) w[VECTORS], own_seen[VECTORS], own_placed[VECTORS];
    N(vec) *seen = lock_all ? own_seen : locked->seen;
    N(vec) *placed = lock_all ? own_placed : locked->placed;
    const uint32_t all_of = (1u << count) - 1;
    uint32_t changed = ~locked->still & all_of;
#pragma GCC unroll 18
    for (int i = 0; i < count; i++) w[i] = pair->v[i];
    for (int slot = 0; slot < 2 && !lock_all; slot++) {
        if (!(touched >> slot & 1)) continue;
#pragma GCC unroll 18
        for (int i = 0; i < count; i++)
            if (SLOT_OF(i) != !slot) changed |= (uint32_t)N(any)(w[i] ^ seen[i]) << i;
    }
    for (;;) {
        /* One tally a slot: a cell must not count the digits of the other board. */
        N(Tally) s0 = {{0}, {0}, {0}}, s1 = {{0}, {0}, {0}};
        for (; changed && !lock_all; changed &= changed - 1) {
            int i = __builtin_ctz(changed);
            seen[i] = w[i];
            w[i] = N(lock)(w[i], &placed[i]);
        }
#pragma GCC unroll 18
        for (int i = 0; i < count; i++) {
            if (lock_all) seen[i] = w[i], w[i] = N(lock)(w[i], &placed[i]);
            if (SLOT_OF(i) == 0) N(add)(&s0, w[i], placed[i]);
            if (SLOT_OF(i) == 1) N(add)(&s1, w[i], placed[i]);
            if (SLOT_OF(i) == 2) {
                N(vec) m0 = N(of_slot)[0].v[i], m1 = N(of_slot)[1].v[i];
                N(add)(&s0, w[i] & m0, placed[i] & m0);
                N(add)(&s1, w[i] & m1, placed[i] & m1);
            }
        }
        N(across)(&s0);
        if (count > PARTS) N(across)(&s1);
        N(vec) dead0 = (N(vec))(s0.one != FULL), dead1 = (N(vec))(s1.one != FULL);
        N(vec) single0 = s0.one & ~s0.two, single1 = s1.one & ~s1.two;
        N(vec) moved0 = {0}, moved1 = {0};
#pragma GCC unroll 18
        for (int i = 0; i < count; i++) {
            N(vec) x = w[i];
            N(vec) all = SIDE(i, s0.placed, s1.placed), single = SIDE(i, single0, single1);
            N(vec) fixed = (x & single) | placed[i];
            /* The sum sets the guard bit of each row with a final cell. Less itself shifted down it
               covers that row, whose other candidates go. Columns and boxes are left to `lock`, for
               which the digit is in one minirow of the row then. */
            N(vec) row = (fixed + FULL) & GUARD;
            x &= (~all | placed[i]) & (~(row - (row >> 9)) | fixed);
            w[i] = x;
            N(vec) moved = x ^ seen[i], empty = (N(vec))((x | N(filler).v[i]) == 0);
            if (!lock_all) changed |= (uint32_t)N(any)(moved) << i;
            if (SLOT_OF(i) == 0) moved0 |= moved, dead0 |= empty;
            if (SLOT_OF(i) == 1) moved1 |= moved, dead1 |= empty;
            if (SLOT_OF(i) == 2) {
                moved0 |= moved & N(of_slot)[0].v[i], dead0 |= empty & N(of_slot)[0].v[i];
                moved1 |= moved & N(of_slot)[1].v[i], dead1 |= empty & N(of_slot)[1].v[i];
            }
        }
        int event = N(any)(dead0) | !N(any)(moved0) << 2;
        if (count > PARTS) event |= N(any)(dead1) << 1 | !N(any)(moved1) << 3;
        /* Only what becomes of the boards in busy slots ends the rounds. */
        if (__builtin_expect(!(event & (busy | busy << 2)), 1)) continue;
        locked->still = (locked->still & ~all_of) | (lock_all ? 0 : ~changed & all_of);
#pragma GCC unroll 18
        for (int i = 0; i < count; i++) pair->v[i] = w[i];
        union { N(vec) v; uint32_t g[4]; } t0 = {s0.two}, t1 = {s1.two};
        event |= ((t0.g[0] | t0.g[1] | t0.g[2]) != 0) << 4;
        event |= ((t1.g[0] | t1.g[1] | t1.g[2]) != 0) << 5;
        return event;
    }
}

TARGET static __attribute__((noinline)) int N(rounds)(N(Pair) *pair, N(Locked) *locked, int busy,
                                                        int touched)
{
    return N(rounds_of)(VECTORS, pair, locked, busy, touched);
}

/* The same where only slot 0 is busy; what is in slot 1 does not matter. */
TARGET static __attribute__((noinline)) int N(rounds_alone)(N(Pair) *pair, N(Locked) *locked)
{
    return N(rounds_of)(PARTS, pair, locked, 1, 1);
}

/* Bits that at least one, two, three and four digits have. */
typedef struct {
    N(vec) one, two, three, four;
} N(Crowd);

TARGET static inline __attribute__((always_inline)) void N(join)(N(Crowd) *c, N(vec) x)
{
    c->four |= c->three & x;
    c->three |= c->two & x;
    c->two |= c->one & x;
    c->one |= x;
}

/* Adds the counts of the groups that `side` brings to each group, up to four. */
#define MERGE(c, side) do { \
        N(vec) o_ = side((c).one), t_ = side((c).two), h_ = side((c).three), f_ = side((c).four); \
        (c).four |= f_ | ((c).three & o_) | ((c).one & h_) | ((c).two & t_); \
        (c).three |= h_ | ((c).two & o_) | ((c).one & t_); \
        (c).two |= t_ | ((c).one & o_); \
        (c).one |= o_; \
    } while (0)

/* What a branch can choose from: the configurations left to each digit. */
typedef struct {
    union {
        N(vec) v[PARTS];
        uint32_t g[PARTS * WIDTH][4];
    } h, e, f;         /* in bands; in stacks the two kinds */
    uint32_t left[6];  /* their sum over all digits in each band and stack, less ten */
    uint32_t first[6]; /* the lowest key of a digit there, see `look` */
} N(Choices);

/* The lower one of each two bytes. */
TARGET static inline N(bytes) N(lower)(N(bytes) x, N(bytes) y)
{
#if WIDTH == 4 && defined(__x86_64__)
    return (N(bytes))_mm512_min_epu8((__m512i)x, (__m512i)y);
#elif WIDTH == 2 && defined(__x86_64__)
    return (N(bytes))_mm256_min_epu8((__m256i)x, (__m256i)y);
#elif defined(__SSE2__)
    return (N(bytes))_mm_min_epu8((__m128i)x, (__m128i)y);
#else
    N(bytes) less = (N(bytes))(x < y);
    return (x & less) | (y & ~less);
#endif
}

/* Three digits that must go to one minirow (or minicolumn) leave no room for others. For boards at
   rest. Returns 1 if that rules something out in `g`, -1 if four digits must go to one, else 0.

   With `choices`, and if 0 is returned, says what a branch can choose from: one pass over the board
   for both. The key of a digit is its number of configurations less two, so that one comes last,
   above the digit itself; if `bold`, five come first, then four, three, two and six. */
TARGET static inline __attribute__((always_inline)) int N(look)(uint32_t (*g)[4],
                                                                N(Choices) *choices, int bold)
{
    N(vec) in_row[PARTS], in_column[PARTS], moved = {0}, hs = {0}, vs = {0};
    N(Crowd) h = {{0}, {0}, {0}, {0}}, v = {{0}, {0}, {0}, {0}};
    N(bytes) hfirst = (N(bytes))(hs - 1u), vfirst = hfirst;
    N(bytes) turned = (N(bytes))(hs + (bold ? 3u << 4 : 0));
#pragma GCC unroll 9
    for (int i = 0; i < PARTS; i++) {
        N(vec) x = *(N(loose) *)&g[i * WIDTH];
        if (i == PARTS - 1 && 9 % WIDTH) x &= N(of_slot)[0].v[9 / WIDTH];
        N(vec) t = x | x >> 1 | x >> 2;
        N(vec) a = NEXT_BOX(t), b = LAST_BOX(t);
        in_row[i] = t & ROWS(0x49) & ~(a | b);
        N(vec) c = x | x >> 10 | x >> 20;
        N(vec) d = NEXT_COLUMN(c), e = LAST_COLUMN(c);
        in_column[i] = c & 0x1FFu & ~(d | e);
        N(join)(&h, in_row[i]);
        N(join)(&v, in_column[i]);
        if (!choices) continue;
        /* p: configurations that go on to the next box with each row, q: to the next but one. */
        N(vec) p = t & a >> 10 & b >> 20 & 0x49u, q = t & b >> 10 & a >> 20 & 0x49u;
        choices->h.v[i] = p | q << 1;
#if FORM != 3
        N(vec) n = p + q;
        n = (n + (n >> 3) + (n >> 6)) & 7u;
#endif
        p = c & NEXT_BAND(d) & LAST_BAND(e) & 0x1FFu, q = c & NEXT_BAND(e) & LAST_BAND(d) & 0x1FFu;
        choices->e.v[i] = p, choices->f.v[i] = q;
#if FORM == 3
        N(vec) n = (N(vec))_mm256_popcnt_epi32((__m256i)choices->h.v[i]);
        N(vec) m = (p | q << 9) & (N(vec)){EACH(07007, 070070, 0700700, 0)};
        m = (N(vec))_mm256_popcnt_epi32((__m256i)m);
#else
        N(vec) m = (p & 0x49u) + (p >> 1 & 0x49u) + (p >> 2 & 0x49u)
                 + (q & 0x49u) + (q >> 1 & 0x49u) + (q >> 2 & 0x49u);
        m = m >> (N(vec)){EACH(0, 3, 6, 0)} & 7u;
#endif
        /* As bytes, in which two configurations are the least: one wraps round. */
        N(bytes) hkey = ((N(bytes))(n << 4) + (N(bytes))N(digits).v[i]) ^ turned;
        N(bytes) vkey = ((N(bytes))(m << 4) + (N(bytes))N(digits).v[i]) ^ turned;
        hs += n, vs += m;
        hfirst = N(lower)(hfirst, hkey), vfirst = N(lower)(vfirst, vkey);
    }
#if WIDTH == 4
    MERGE(h, HALVES);
    MERGE(v, HALVES);
#endif
#if WIDTH > 1
    MERGE(h, QUARTERS);
    MERGE(v, QUARTERS);
#endif
    if (N(any)(h.four | v.four)) return -1;
    if (N(any)(h.three | v.three)) {
#pragma GCC unroll 9
        for (int i = 0; i < PARTS; i++) {
            N(vec) x = *(N(loose) *)&g[i * WIDTH];
            N(vec) r = h.three & ~in_row[i], c = v.three & ~in_column[i];
            N(vec) gone = (r | r << 1 | r << 2 | c | c << 10 | c << 20) & x;
            if (i == PARTS - 1 && 9 % WIDTH) gone &= N(of_slot)[0].v[9 / WIDTH];
            moved |= gone;
            *(N(loose) *)&g[i * WIDTH] = x ^ gone;
        }
        if (N(any)(moved)) return 1;
    }
    if (!choices) return 0;
#if WIDTH == 4
    hs += HALVES(hs), vs += HALVES(vs);
    hfirst = N(lower)(hfirst, (N(bytes))HALVES((N(vec))hfirst));
    vfirst = N(lower)(vfirst, (N(bytes))HALVES((N(vec))vfirst));
#endif
#if WIDTH > 1
    hs += QUARTERS(hs), vs += QUARTERS(vs);
    hfirst = N(lower)(hfirst, (N(bytes))QUARTERS((N(vec))hfirst));
    vfirst = N(lower)(vfirst, (N(bytes))QUARTERS((N(vec))vfirst));
#endif
    /* Nine, one a digit, leave no choice: less ten they wrap round and are never the fewest. */
    hs -= 10u, vs -= 10u;
    memcpy(choices->left, &hs, 12), memcpy(choices->left + 3, &vs, 12);
    memcpy(choices->first, &hfirst, 12), memcpy(choices->first + 3, &vfirst, 12);
    return 0;
}

TARGET static __attribute__((noinline)) int N(crowd)(uint32_t (*g)[4])
{
    return N(look)(g, NULL, 0);
}

TARGET static __attribute__((noinline)) int N(survey)(uint32_t (*g)[4], N(Choices) *choices,
                                                      int bold)
{
    return N(look)(g, choices, bold);
}

/* Finds what rounds and `crowd` do not. A minirow (or minicolumn) with candidates of only three
   digits must hold these: returns 1 if that rules something out in `g`. Returns -1 if a row has a
   digit in two cells that have no other candidate, else 0. For boards at rest. */
TARGET static __attribute__((noinline)) int N(doubt)(uint32_t (*g)[4])
{
    N(vec) in_row[PARTS], in_column[PARTS], moved = {0}, clash = {0};
    N(Tally) cells = {{0}, {0}, {0}};
    N(Crowd) h = {{0}, {0}, {0}, {0}}, v = {{0}, {0}, {0}, {0}};
#pragma GCC unroll 9
    for (int i = 0; i < PARTS; i++) {
        N(vec) x = *(N(loose) *)&g[i * WIDTH];
        if (i == PARTS - 1 && 9 % WIDTH) x &= N(of_slot)[0].v[9 / WIDTH];
        in_row[i] = (x | x >> 1 | x >> 2) & ROWS(0x49);
        in_column[i] = (x | x >> 10 | x >> 20) & 0x1FFu;
        N(join)(&h, in_row[i]);
        N(join)(&v, in_column[i]);
        N(add)(&cells, x, x);
    }
    N(across)(&cells);
#if WIDTH == 4
    MERGE(h, HALVES);
    MERGE(v, HALVES);
#endif
#if WIDTH > 1
    MERGE(h, QUARTERS);
    MERGE(v, QUARTERS);
#endif
#pragma GCC unroll 9
    for (int i = 0; i < PARTS; i++) {
        N(vec) x = *(N(loose) *)&g[i * WIDTH];
        N(vec) r = in_row[i] & ~h.four, c = in_column[i] & ~v.four;
        r = (NEXT_BOX(r) | LAST_BOX(r)) & ROWS(0x49);
        c = (NEXT_COLUMN(c) | LAST_COLUMN(c)) & 0x1FFu;
        N(vec) gone = (r | r << 1 | r << 2 | c | c << 10 | c << 20) & x;
        if (i == PARTS - 1 && 9 % WIDTH) gone &= N(of_slot)[0].v[9 / WIDTH];
        moved |= gone;
        *(N(loose) *)&g[i * WIDTH] = x ^ gone;
        if (i == PARTS - 1 && 9 % WIDTH) x &= N(of_slot)[0].v[9 / WIDTH];
        x &= ~cells.two;
        clash |= x & ((x | GUARD) - ROWS(1)) & FULL;
    }
    return N(any)(clash) ? -1 : N(any)(moved);
}

/* A bit for each configuration that is left to a digit in a band or stack. */
static inline int N(alive)(const N(Choices) *c, int place, int digit)
{
    if (place < 3) {
        uint32_t x = c->h.g[digit][place];
        int alive = (int)((x & 1) | (x >> 2 & 2) | (x >> 4 & 4));
        return alive | (int)((x & 2) << 2 | (x & 16) | (x >> 2 & 32));
    }
    int shift = 3 * (place - 3);
    return (int)((c->e.g[digit][0] >> shift & 7) | (c->f.g[digit][0] >> shift & 7) << 3);
}

/* Chooses where to branch: among the bands and stacks that still have a choice the one with the
   fewest configurations over all digits, if `wide` the one with the most, and in it the first digit
   by its key. The next call takes another place. Returns 0 when no place with a choice is left. */
static inline int N(choose)(N(Choices) *c, Branch9 *branch, int wide)
{
    unsigned best = ~0u;
    for (unsigned k = 0; k < 6; k++) {
        unsigned n = (wide ? MOST_LEFT - c->left[k] : c->left[k]) << 3 | k;
        best = n < best ? n : best;
    }
    unsigned where = best & 7;
    if (best >> 3 > MOST_LEFT) return 0;
    c->left[where] = ~0u;
    branch->place = (int)where;
    branch->digit = (int)(c->first[where] & 15);
    branch->alive = N(alive)(c, branch->place, branch->digit);
    return 1;
}

/* Takes away from a digit the minirows (in a stack the minicolumns) that `keep` lacks. */
static inline void N(restrict)(uint32_t *group, int place, unsigned keep)
{
    if (place < 3) {
        group[place] &= wide_row[keep & 7] | (uint32_t)wide_row[keep >> 3 & 7] << 10
                      | (uint32_t)wide_row[keep >> 6] << 20;
        return;
    }
    int shift = 3 * (place - 3);
    for (int band = 0; band < 3; band++)
        group[band] &= ~(ROWS(7 & ~(keep >> 3 * band)) << shift);
}

/* Puts a copy of the board in `g` on the stack. Then `g` keeps the configurations of the branch to
   try first, and the copy the others. */
static inline void N(part)(Search9 *s, uint32_t (*g)[4], const Branch9 *branch)
{
    uint32_t (*other)[4] = s->stack[s->depth++];
    memcpy(other, g, sizeof(Board9));
    N(restrict)(other[branch->digit], branch->place, other_choice[branch->alive]);
    N(restrict)(g[branch->digit], branch->place, first_choice[branch->alive]);
}

/* Splits the board in `g` into boards that share no solution: it becomes one of them, and the
   others go on the stack. Until two solutions are known, and while contradictions are rare, it
   branches twice in one node, so that fewer boards on the way to a solution are brought to rest.
   If there were nearly none it is `bold`: it branches three times while many configurations are
   left, each time among more than two if possible, and only in bands or only in stacks, for these
   have no cells in common: what one branch leaves does not rule out what the next one does. Where
   many solutions are counted that and wide boards are left out: a quarter more nodes. */
TARGET static inline void N(split)(Search9 *s, uint32_t (*g)[4], N(Choices) *choices, int bold)
{
    Branch9 branch = {0, 0, 0};
    int parts = s->count < 2 && s->nodes > 1 && s->dead * RARE <= s->nodes ? 2 : 1;
    if (bold || s->nodes == 1) {
        unsigned left = 0;
        for (int k = 0; k < 6; k++) left += choices->left[k] <= MOST_LEFT ? choices->left[k] : 0;
        if (s->nodes == 1) s->wide = bold = s->limit <= 2 && left > VERY_WIDE;
        if (bold) parts = left > WIDE ? 3 : 2;
    }
    while (parts-- && N(choose)(choices, &branch, bold && s->wide)) {
        N(part)(s, g, &branch);
        if (bold && s->limit <= 2)
            memset(choices->left + (branch.place < 3 ? 3 : 0), 0xFF, 3 * sizeof(uint32_t));
    }
}

/* Splits a board in the order of the search: `g` gets the next digit of the first open cell, and
   the copy its others. */
static void N(split_in_order)(Search9 *s, uint32_t (*g)[4])
{
    uint32_t (*other)[4] = s->stack[s->depth++];
    memcpy(other, g, sizeof(Board9));
    int cell = first_open(g), band = cell / 27;
    uint32_t bit = bit_of_cell[cell];
    const uint8_t *order = s->order[cell];
    while (!(g[*order][band] & bit)) order++;
    other[*order][band] &= ~bit;
    for (int digit = 0; digit < 9; digit++)
        if (digit != *order) g[digit][band] &= ~bit;
}

/* Exchanges the board in `g` for the one that has waited longest, and puts it on the stack. */
static __attribute__((noinline)) void N(rotate)(Search9 *s, uint32_t (*g)[4])
{
    Board9 oldest;
    memcpy(oldest, s->stack[0], sizeof(Board9));
    memmove(s->stack[0], s->stack[1], (size_t)(s->depth - 1) * sizeof(Board9));
    memcpy(s->stack[s->depth - 1], g, sizeof(Board9));
    memcpy(g, oldest, sizeof(Board9));
}

/* Whether a search should go on elsewhere: it is not in a given order, and has yet to find two
   solutions. The board that waits meanwhile needs room on the stack. */
static inline int N(is_lost)(const Search9 *s)
{
    return s->count < 2 && !s->order && s->depth && s->depth <= DEPTH - 3 * PATH;
}

/* Puts the same board in both slots. */
TARGET static inline void N(load_both)(N(Pair) *pair, uint32_t (*g)[4])
{
    memset(pair, 0, sizeof *pair);
    for (int slot = 0; slot < 2; slot++) memcpy(pair->g + 9 * slot, g, sizeof(Board9));
}

/* Brings the boards in the slots of `busy` to rest. Returns a bit for each that has no solution. */
TARGET static int N(settle)(N(Pair) *pair, int busy)
{
    N(Locked) locked;
    int dead = 0, touched = 3;
    memset(&locked, 0, sizeof locked);
    while (busy) {
        int event = N(rounds)(pair, &locked, busy, touched);
        touched = 0;
        for (int slot = 0; slot < 2; slot++) {
            if (!(busy >> slot & 1) || !(event >> slot & 5)) continue;
            int crowded = event >> slot & 1 ? -1 : N(crowd)(pair->g + 9 * slot);
            if (crowded > 0) touched |= 1 << slot;
            else busy &= ~(1 << slot), dead |= (crowded < 0) << slot;
        }
    }
    return dead;
}

/* The configurations of a branch that lead to no contradiction at once. Each is tried, two at a
   time, and counts as a node. */
TARGET static int N(try_each)(Search9 *s, uint32_t (*g)[4], const Branch9 *branch)
{
    N(Pair) pair;
    int left = branch->alive;
    for (int rest = left; rest;) {
        int tried[2] = {0, 0}, busy = 0;
        N(load_both)(&pair, g);
        for (int slot = 0; slot < 2 && rest; slot++, rest &= rest - 1, s->nodes++) {
            tried[slot] = rest & -rest;
            busy |= 1 << slot;
            N(restrict)(pair.g[9 * slot + branch->digit], branch->place,
                        minirows_of[tried[slot]]);
        }
        int dead = N(settle)(&pair, busy);
        for (int slot = 0; slot < 2; slot++) left &= dead >> slot & 1 ? ~tried[slot] : ~0;
    }
    return left;
}

/* Takes from a board the configurations that lead to a contradiction at once, until VAIN of them
   in a row do not; digits with the fewest configurations come first. Returns 1 if the board has no
   solution. */
TARGET static __attribute__((noinline)) int N(probe)(Search9 *s, uint32_t (*g)[4])
{
    N(Pair) pair;
    N(Choices) choices;
    uint64_t last = s->nodes + VAIN;
    int changed = 1;
    for (int k = 0; k < 5 * 54; k++) {
        if (changed) {
            N(load_both)(&pair, g);
            if (N(settle)(&pair, 1)) return 1;
            memcpy(g, pair.g, sizeof(Board9));
            N(survey)(g, &choices, 0);
        }
        changed = 0;
        Branch9 branch = {k % 54 / 9, k % 9, 0};
        branch.alive = N(alive)(&choices, branch.place, branch.digit);
        if (__builtin_popcount((unsigned)branch.alive) != 2 + k / 54) continue;
        int left = N(try_each)(s, g, &branch);
        if (!left) return 1;
        changed = minirows_of[left] != minirows_of[branch.alive];
        if (changed) last = s->nodes + VAIN;
        else if (s->nodes >= last) break;
        N(restrict)(g[branch.digit], branch.place, minirows_of[left]);
    }
    return 0;
}

/* Probes the first board of a search, and leaves in `g` and on the stack only what it still has.
   Returns 1 if it has no solution. */
TARGET static int N(probe_start)(Search9 *s, uint32_t (*g)[4])
{
    s->probed = 1;
    if (N(probe)(s, s->start)) return 1;
    for (int digit = 0; digit < 9; digit++)
        for (int band = 0; band < 3; band++) {
            g[digit][band] &= s->start[digit][band];
            for (int k = 0; k < s->depth; k++)
                s->stack[k][digit][band] &= s->start[digit][band];
        }
    return 0;
}

/* Begins a search of a wide board again, as that of one that is not. Branches where most is open
   find a solution soon, but without one they leave many boards each of which has to be refuted. */
static __attribute__((noinline)) void N(restart)(Search9 *s, uint32_t (*g)[4])
{
    s->wide = 0;
    s->depth = 0;
    memcpy(g, s->start, sizeof(Board9));
}

/* Whether the first board of a search should be probed; there must be nodes left for that. */
static inline int N(is_stuck)(const Feed9 *feed, const Search9 *s)
{
    return !s->probed && !s->order && !s->count
           && s->nodes >= (s->depth >= DEEP ? STUCK_DEEP : STUCK)
           && s->nodes + PROBES <= feed->node_limit;
}

/* Deals with a board of a search that is `dead` or at rest. Returns 1 when the search has another
   board to look at, which is then in `g`; 0 when nothing is left on its stack; -1 when it has
   ended, whatever other boards of it there are. */
TARGET static int N(decide)(Feed9 *feed, Search9 *s, uint32_t (*g)[4], int dead, int open)
{
    N(Choices) choices;
    /* The first nodes are excepted: most puzzles have one solution and need few. */
    int bold = s->count < 2 && (s->nodes > 2 || s->wide), crowded = 0;
    if (s->dead * (s->wide ? RARE : VERY_RARE) > s->nodes + 1) bold = 0;
    int has_choices = !s->order && s->count < 2;
    if (!dead && open) crowded = has_choices ? N(survey)(g, &choices, bold) : N(crowd)(g);
    int in_doubt = s->wary || s->nodes % DOUBT == DOUBT - 1;
    if (__builtin_expect(in_doubt, 0) && !dead && open && !crowded) {
        crowded = N(doubt)(g);
        s->wary = crowded ? WARY : s->wary - (s->wary > 0);
    }
    /* Not at rest after all: the same node goes on. */
    if (crowded > 0) return 1;
    s->nodes++;
    dead |= crowded < 0;
    s->dead += (uint64_t)dead;
    if (s->wide && dead && !s->count && s->dead * OFTEN > s->nodes + 1) return N(restart)(s, g), 1;
    if (!dead && !open) {
        if (s->count < 2) memcpy(s->count ? s->last : s->first, g, sizeof(Board9));
        s->count++;
    } else if (!dead) {
        if (s->nodes >= feed->node_limit) return s->status = NODE_LIMIT, -1;
        uint64_t within = (s->probed ? ROTATION / 2 : ROTATION) - 1;
        if (__builtin_expect(!(s->nodes & within), 0)) {
            if ((s->status = interruption(feed->halt))) return -1;
            if (s->wide && !s->count) return N(restart)(s, g), 1;
            if (N(is_stuck)(feed, s)) return N(probe_start)(s, g) ? -1 : 1;
            if (N(is_lost)(s)) {
                N(rotate)(s, g);
                return 1;
            }
        }
        if (s->order) return N(split_in_order)(s, g), 1;
        if (s->count < 2
            || !count_few9((const uint32_t (*)[4])g, kept_few9(feed, s), &s->count)) {
            if (!has_choices) N(survey)(g, &choices, bold);
            N(split)(s, g, &choices, bold);
            return 1;
        }
    }
    /* `count_few9` counts all solutions of a board, so there may be too many. */
    if (s->count >= s->limit) return s->count = s->limit, -1;
    if (!s->depth) return 0;
    memcpy(g, s->stack[--s->depth], sizeof(Board9));
    return 1;
}

/* Begins the next search that the feed has; returns 0 when it has none. */
static int N(load)(Feed9 *feed, Search9 *s, uint32_t (*g)[4], int finished)
{
    if (!feed->next(feed, s, finished)) return 0;
    s->count = s->nodes = s->dead = 0;
    s->wary = s->probed = s->wide = 0;
    s->status = FINISHED;
    s->depth = 0;
    memcpy(g, s->start, sizeof(Board9));
    return 1;
}

/* Gives a slot the board that has waited longest in the search of the other slot, since most is
   left to do there. Returns 0 when none waits, and for a search in a given order. */
static int N(share)(Search9 *s, uint32_t (*g)[4])
{
    if (!s->depth || s->order) return 0;
    s->wide = 0; /* a restart would search this board twice */
    memcpy(g, s->stack[0], sizeof(Board9));
    memmove(s->stack[0], s->stack[1], (size_t)--s->depth * sizeof(Board9));
    return 1;
}

/* Whether the search in slot 0 goes on without the help of the other slot. */
static inline int N(goes_alone)(const Search9 *s)
{
    return s->nodes < ALONE && s->dead * OFTEN <= s->nodes + 1;
}

/* Runs all searches of a feed. `of` says which search each slot works on; both may work on one. A
   search that was loaded, but whose slot helps the other one first, is `waiting`. `busy` has a bit
   for each slot with a board to search. */
TARGET static void N(drive)(Feed9 *feed, Search9 search[2])
{
    N(Pair) pair;
    Search9 *of[2] = {&search[0], &search[1]}, *waiting = NULL;
    int busy = 0;
    N(Locked) locked;
    memset(&locked, 0, sizeof locked);
    memset(&pair, 0, sizeof pair);
    for (int g = 0; g < 18; g++)
        for (int k = 0; k < 4; k++) pair.g[g][k] = FULL;
    int touched = 3;
    for (int slot = 0; slot < 2; slot++)
        busy |= N(load)(feed, &search[slot], pair.g + 9 * slot, 0) << slot;
    while (busy) {
        int event = busy == 1 ? N(rounds_alone)(&pair, &locked)
                              : N(rounds)(&pair, &locked, busy, touched);
        touched = 0;
        for (int slot = 0; slot < 2; slot++) {
            if (!(busy >> slot & 1) || !(event >> slot & 5)) continue;
            Search9 *s = of[slot];
            uint32_t (*g)[4] = pair.g + 9 * slot;
            touched |= 1 << slot;
            int more = N(decide)(feed, s, g, event >> slot & 1, event >> (slot + 4) & 1);
            if (more > 0) continue;
            int shared = busy == 3 && of[!slot] == s;
            /* The search is over, so the other slot drops its board of it. */
            if (shared && more < 0) busy = 1 << slot, shared = 0;
            if (shared || !N(load)(feed, s, g, 1))
                busy &= ~(1 << slot);
            else if (busy == 3 && of[!slot]->nodes >= feed->patience && N(share)(of[!slot], g))
                waiting = s, of[slot] = of[!slot];
        }
        for (int slot = 0; waiting && slot < 2; slot++) {
            if (busy >> slot & 1) continue;
            of[slot] = waiting, waiting = NULL;
            memcpy(pair.g + 9 * slot, of[slot]->start, sizeof(Board9));
            busy |= 1 << slot, touched = 3;
        }
        if (busy == 3 || !busy) continue;
        int idle = busy == 1;
        if (idle && N(goes_alone)(of[0])) continue;
        touched = 3;
        of[idle] = of[!idle];
        busy |= N(share)(of[idle], pair.g + 9 * idle) << idle;
    }
}

#undef VECTORS
#undef PARTS
#undef LOCK_ALL
#undef LOCK_ALL_ALONE
#undef SLOT_OF
#undef EACH
#undef ALIKE
#undef LANES
#undef HALVES
#undef QUARTERS
#undef NEXT_BAND
#undef LAST_BAND
#undef IN_MINIROWS
#undef IN_MINICOLUMNS
#undef NEXT_BOX
#undef LAST_BOX
#undef NEXT_COLUMN
#undef LAST_COLUMN
#undef SIDE
#undef MERGE
#undef ALL4
