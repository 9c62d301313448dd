/* The count of few9.h. It is included twice: for any processor as FORM 1, and as FORM 2 for those
   that gather the bits of a mask in one instruction. */

#if FORM == 2
/* How many open cells lie before each band. */
TARGET static inline void N(before_bands)(const Key9 *key, int before[3])
{
    before[0] = 0;
    before[1] = __builtin_popcount(key->open[0]);
    before[2] = before[1] + __builtin_popcount(key->open[1]);
}

/* The numbers of the open cells that are in `x`. */
TARGET static inline uint32_t N(gather)(const uint32_t *x, const Key9 *key, const int before[3])
{
    return _pext_u32(x[0], key->open[0]) | _pext_u32(x[1], key->open[1]) << before[1]
         | _pext_u32(x[2], key->open[2]) << before[2];
}

/* Numbers the open cells by band and bit. */
TARGET static inline void N(number_few9)(Key9 *key, const Board9 board)
{
    int before[3];
    N(before_bands)(key, before);
#pragma GCC unroll 9
    for (int d = 0; d < 9; d++) key->of_digit[d] = N(gather)(board[d], key, before);
}

TARGET static inline void N(link_few9)(Open9 *o, const Key9 *key)
{
    int before[3], count = 0;
    N(before_bands)(key, before);
    for (int b = 0; b < 3; b++)
        for (uint32_t rest = key->open[b]; rest; rest &= rest - 1, count++)
            o->peers[count] = IN_BOTH(N(gather)(peers_of_bit[b][__builtin_ctz(rest)], key, before));
    o->cells = (1u << count) - 1;
}
#else
/* Numbers the open cells by band and bit. */
static inline void N(number_few9)(Key9 *key, const Board9 board)
{
    memset(key->of_digit, 0, sizeof key->of_digit);
    for (int b = 0, cell = 0; b < 3; b++)
        for (uint32_t rest = key->open[b]; rest; rest &= rest - 1, cell++)
            for (int d = 0, bit = __builtin_ctz(rest); d < 9; d++)
                key->of_digit[d] |= (board[d][b] >> bit & 1) << cell;
}

static inline void N(link_few9)(Open9 *o, const Key9 *key)
{
    uint32_t of_unit[27] = {0};
    const uint8_t *units[FEW_CELLS];
    int count = 0;
    for (int b = 0; b < 3; b++)
        for (uint32_t rest = key->open[b]; rest; rest &= rest - 1, count++) {
            units[count] = units_of_bit[b][__builtin_ctz(rest)];
            for (int k = 0; k < 3; k++) of_unit[units[count][k]] |= 1u << count;
        }
    o->cells = (1u << count) - 1;
    for (int cell = 0; cell < count; cell++) {
        const uint8_t *u = units[cell];
        o->peers[cell] = IN_BOTH((of_unit[u[0]] | of_unit[u[1]] | of_unit[u[2]]) & ~(1u << cell));
    }
}
#endif

/* Takes away what a candidate rules out in other cells; its own cell keeps all candidates. */
TARGET static inline void N(rule_out)(const Open9 *o, int word, int bit, Few9 *left)
{
    const Few9 *same = &o->of_digit[o->digit[word][bit]];
    uint64_t peers = o->peers[bit & 31];
    left->word[0] &= ~(same->word[0] & peers);
    left->word[1] &= ~(same->word[1] & peers);
}

/* Chooses candidates; 0 if two of them rule each other out. */
TARGET static inline int N(choose_few9)(const Open9 *o, const Few9 *own, Few9 *left)
{
#pragma GCC unroll 2
    for (int word = 0; word < 2; word++)
        for (uint64_t rest = own->word[word]; rest; rest &= rest - 1)
            N(rule_out)(o, word, __builtin_ctzll(rest), left);
    return !((own->word[0] & ~left->word[0]) | (own->word[1] & ~left->word[1]));
}

/* In how many ways the cells of `open` can take candidates of `left`. */
TARGET static uint64_t N(count_open9)(const Open9 *o, uint32_t open, Few9 left)
{
    uint64_t count = 0;
    for (;;) {
        uint32_t three = 0;
        while (open) {
            /* Two candidates of a cell lie in different halves (`pair`), or in the same half of
               both words (`both`); among three there are pairs of both kinds. */
            uint64_t any = left.word[0] | left.word[1], both = left.word[0] & left.word[1];
            uint32_t pair = (uint32_t)any & (uint32_t)(any >> 32);
            if (open & ~IN_EITHER(any)) return count;
            uint32_t single = open & ~(IN_EITHER(both) | pair);
            three = IN_EITHER(both) & pair;
            if (!single) break;
            Few9 own = {{left.word[0] & IN_BOTH(single), left.word[1] & IN_BOTH(single)}};
            if (!N(choose_few9)(o, &own, &left)) return count;
            open ^= single;
        }
        if (!open) return count + 1;
        /* A cell with two candidates, if there is one. */
        int cell = __builtin_ctz(open & ~three ? open & ~three : open);
        open &= ~(1u << cell);
        Few9 own = {{left.word[0] & IN_BOTH(1u << cell), left.word[1] & IN_BOTH(1u << cell)}};
        for (;;) {
            int word = !own.word[0];
            int bit = __builtin_ctzll(own.word[word]);
            own.word[word] &= own.word[word] - 1;
            if (!(own.word[0] | own.word[1])) {
                N(rule_out)(o, word, bit, &left);
                break;
            }
            Few9 below = left;
            N(rule_out)(o, word, bit, &below);
            count += N(count_open9)(o, open, below);
        }
    }
}

/* Adds the solutions of a board at rest, which has an open cell, to `count`; 0 if too many are
   open. `kept` may be NULL. */
TARGET static int N(count_few9)(const Board9 board, KeptFew9 *kept, uint64_t *count)
{
    uint32_t open[4];
    Key9 key;
    Open9 o;
    Few9 left;
    /* A contradiction: no solutions to add. */
    if (open_cells9(board, open)) return 1;
    int cells = 0;
    for (int b = 0; b < 3; b++) cells += __builtin_popcount(key.open[b] = open[b]);
    if (cells > FEW_CELLS) return 0;
    N(number_few9)(&key, board);
    KeptFew9 *place = kept ? place_few9(kept, &key) : NULL;
    if (place && !memcmp(&place->key, &key, sizeof key)) return *count += place->count, 1;
    if (!open9_read(&o, &key, &left)) return 0;
    N(link_few9)(&o, &key);
    uint64_t found = N(count_open9)(&o, o.cells, left);
    if (place) *place = (KeptFew9){key, found};
    *count += found;
    return 1;
}
