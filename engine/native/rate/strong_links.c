/*
 * One digit, two to four strong links, plain or grouped, joined by weak ones.
 *
 * One side of a strong link holds the digit.  Where a side of one link and a side of the next lie
 * in one unit, at most one of these two holds it.  So one of the two sides at the ends of the chain
 * does, and what sees both of these loses the digit.
 *
 * A link is grouped if a side has several cells, all in one line of a box.  The candidates of a
 * unit may be split into two such sides in several ways; the first one in Sudoku Explainer's order
 * is taken.  Pairs in one line of a box are left out, since that line has the same link.
 */
#include "finders.h"

typedef struct {
    CellSet cells;   /* every candidate of the digit in the unit */
    CellSet side[2]; /* one side or the other holds the digit */
    int unit;
    bool grouped;
} Link;

typedef struct {
    double difficulty;
    int eliminations, suffix;
    CellSet gone;
    int digit;
    Technique technique;
} Chain;

enum { HEARTS = 9, SPLITS = 15, MOST_LINKS = 2 * UNITS };

/* The three cells of a box or line that stay empty when it splits into two groups of three. */
static const Mask SPLIT_EMPTY[6] = {0x1c0, 0x038, 0x007, 0x124, 0x092, 0x049};
static const Mask SPLIT_FIRST[6] = {0x007, 0x007, 0x038, 0x049, 0x049, 0x092};
static const Mask LINE_EMPTY[3] = {0x007, 0x038, 0x1c0};
static const Mask LINE_FIRST[3] = {0x038, 0x007, 0x007};

static Mask box_row(int place) { return (Mask)(0x007 << place / 3 * 3); }
static Mask box_column(int place) { return (Mask)(0x049 << place % 3); }

typedef struct {
    Mask first, second, heart;
    int split; /* index of the way to split, the first that leaves the rest of the unit empty */
} Groups;

static bool split_line(Mask places, Groups *groups)
{
    for (int i = 0; i < 3; i++) {
        if (places & LINE_EMPTY[i])
            continue;
        groups->first = places & LINE_FIRST[i];
        groups->second = places & (Mask)~(LINE_FIRST[i] | LINE_EMPTY[i]);
        groups->heart = 0;
        groups->split = i;
        return groups->first && groups->second;
    }
    return false;
}

/* An empty rectangle splits a box into the arms of a cross; without one, into mini-lines. */
static bool split_box(Mask places, Groups *groups)
{
    for (int i = 0; i < HEARTS; i++) {
        Mask heart = (Mask)(1 << i);
        if (places & (Mask)~(box_row(i) | box_column(i)))
            continue;
        groups->first = places & box_column(i) & (Mask)~heart;
        groups->second = places & box_row(i) & (Mask)~heart;
        groups->heart = heart;
        groups->split = i;
        return groups->first && groups->second;
    }
    for (int i = 0; i < SPLITS - HEARTS && count_bits(places) > 3; i++) {
        if (places & SPLIT_EMPTY[i])
            continue;
        groups->first = places & SPLIT_FIRST[i];
        groups->second = places & (Mask)~SPLIT_FIRST[i];
        groups->heart = 0;
        groups->split = HEARTS + i;
        return groups->first && groups->second;
    }
    return false;
}

static CellSet places_to_cells(const Geometry *g, int unit, Mask places)
{
    CellSet cells = 0;
    while (places)
        cells |= one_cell(g->unit[unit][pop_bit(&places)]);
    return cells;
}

static Link make_link(const Geometry *g, int unit, Mask places, Mask one, Mask other)
{
    return (Link){.cells = places_to_cells(g, unit, places),
                  .side = {places_to_cells(g, unit, one), places_to_cells(g, unit, other)},
                  .unit = unit,
                  .grouped = count_bits(places) > 2};
}

static bool same_line(int place, int other)
{
    return place / 3 == other / 3 || place % 3 == other % 3;
}

/* Two mini-lines of two cells each that form a square can be read the other way, too. */
static bool transposable(const Groups *groups, Mask places, Mask *one, Mask *other)
{
    if (groups->split < HEARTS || count_bits(places) != 4)
        return false;
    Mask a = groups->first, b = groups->second;
    int a0 = pop_bit(&a), b0 = pop_bit(&b), a1 = lowest(a), b1 = lowest(b);
    *one = (Mask)(1 << a0 | 1 << b0);
    *other = (Mask)(1 << a1 | 1 << b1);
    return same_line(a0, b0) && same_line(a1, b1);
}

static int pair_link(const Geometry *g, int unit, Mask places, Link *out)
{
    Mask rest = places;
    int first = pop_bit(&rest), second = lowest(rest);
    if (unit < 9 && same_line(first, second))
        return 0;
    out[0] = make_link(g, unit, places, (Mask)(1 << first), (Mask)(1 << second));
    return 1;
}

static int grouped_links(const Geometry *g, int unit, Mask places, Link *out)
{
    Groups groups;
    if (!(unit < 9 ? split_box(places, &groups) : split_line(places, &groups)))
        return 0;
    int count = 0, ones = count_bits(groups.first), twos = count_bits(groups.second);
    Mask one, other;
    if (ones == 1 && twos != 1)
        out[count++] = make_link(g, unit, places, groups.first, groups.second | groups.heart);
    if (twos == 1)
        out[count++] = make_link(g, unit, places, groups.second, groups.first | groups.heart);
    if (ones > 1 && twos > 1)
        out[count++] = make_link(g, unit, places, groups.first, groups.second);
    if (ones == 2 && twos == 2 && transposable(&groups, places, &one, &other))
        out[count++] = make_link(g, unit, places, one, other);
    return count;
}

static int links_in(const Rater *rater, int unit, int digit, Link *out)
{
    Mask places = rater->state.candidates.places[unit][digit];
    int count = count_bits(places);
    if (count < 2 || count > 6)
        return 0;
    return count == 2 ? pair_link(&rater->geometry, unit, places, out)
                      : grouped_links(&rater->geometry, unit, places, out);
}

/* The unit that holds all the cells (a column before a row before a box), or -1. */
static int shared_unit(const Geometry *g, CellSet cells)
{
    static const int order[KINDS] = {COLUMN, ROW, BOX};
    int cell = first_cell(cells);
    for (int i = 0; i < KINDS; i++) {
        int unit = g->unit_of[cell][order[i]];
        if (!(cells & ~g->unit_cells[unit]))
            return unit;
    }
    return -1;
}

static CellSet common_peers(const Geometry *g, CellSet cells)
{
    CellSet peers = ~(CellSet)0;
    while (cells)
        peers &= g->peer_cells[pop_cell(&cells)];
    return peers;
}

/* The easiest chain is the best, among equals the one that removes most, then the one with the
   lower suffix. */
static void consider(Chain *best, Chain chain)
{
    chain.eliminations = count_cells(chain.gone);
    if (!chain.eliminations)
        return;
    bool better = chain.difficulty < best->difficulty;
    if (chain.difficulty == best->difficulty)
        better = chain.eliminations > best->eliminations ||
                 (chain.eliminations == best->eliminations && chain.suffix < best->suffix);
    if (better)
        *best = chain;
}

static bool take(Rater *rater, const Chain *best)
{
    if (!best->gone)
        return false;
    step_clear(&rater->step, best->technique, best->difficulty);
    return step_remove(rater, best->gone, best->digit);
}

/* `base` is of the lower kind: a box comes before a line, a row before a column. */
static Chain two_links(const Link *base, const Link *cover, int digit)
{
    int grouped = base->grouped + cover->grouped;
    bool box = base->unit < 9, same = base->unit / 9 == cover->unit / 9;
    Chain chain = {.digit = digit,
                   .suffix = grouped * 100 + (box ? !same : same ? 11 : 12)};
    if (grouped)
        chain.technique = GROUPED_TURBOT_FISH, chain.difficulty = 4.3;
    else if (box)
        chain.technique = TURBOT_FISH, chain.difficulty = 4.1;
    else if (same)
        chain.technique = SKYSCRAPER, chain.difficulty = 4.0;
    else
        chain.technique = TWO_STRING_KITE, chain.difficulty = 4.1;
    return chain;
}

static void join_two(const Rater *rater, const Link *base, const Link *cover, int digit,
                     Chain *best)
{
    const Geometry *g = &rater->geometry;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            int shared = shared_unit(g, base->side[1 - i] | cover->side[j]);
            if (shared < 0)
                continue;
            Chain chain = two_links(base, cover, digit);
            chain.gone = common_peers(g, base->side[i] | cover->side[1 - j]) &
                         rater->state.cells_with[digit] & ~g->unit_cells[base->unit] &
                         ~g->unit_cells[cover->unit] & ~g->unit_cells[shared];
            consider(best, chain);
        }
}

static void two_links_of(const Rater *rater, int base, int cover, int digit, Chain *best)
{
    Link bases[2], covers[2];
    for (int a = 9 * base; a < 9 * base + 9; a++) {
        int n = links_in(rater, a, digit, bases);
        for (int i = 0; i < n; i++)
            for (int b = base == cover ? a + 1 : 9 * cover; b < 9 * cover + 9; b++) {
                int m = links_in(rater, b, digit, covers);
                for (int j = 0; j < m; j++)
                    if (!(bases[i].cells & covers[j].cells))
                        join_two(rater, &bases[i], &covers[j], digit, best);
            }
    }
}

bool find_turbot_fish(Rater *rater)
{
    Chain best = {.difficulty = 100};
    for (int base = BOX; base <= COLUMN; base++)
        for (int cover = base; cover <= COLUMN; cover++)
            for (int digit = 0; digit < DIGITS; digit++)
                if (rater->state.placed[digit] < 8)
                    two_links_of(rater, base, cover, digit, &best);
    return take(rater, &best);
}

/* The kinds of three links as digits (0 box, 1 line, 2 crossing line), read from the end that gives
   the smaller number.  The first line met is a 1, whether row or column. */
static int kinds_suffix(const Link *const chain[3])
{
    int kinds[3], read = 0, forward = 0, back = 0;
    bool rows = false;
    for (int i = 0; i < 3; i++)
        kinds[i] = chain[i]->unit / 9;
    if (kinds[0] > kinds[2]) {
        int first = kinds[0];
        kinds[0] = kinds[2];
        kinds[2] = first;
    }
    for (int i = 0; i < 3; i++) {
        static const int swapped[3] = {0, 2, 1};
        rows |= kinds[i] == ROW;
        read = read * 10 + kinds[i];
        forward = forward * 10 + swapped[kinds[i]];
        back = back * 10 + swapped[kinds[2 - i]];
    }
    int other = forward < back ? forward : back;
    return rows ? (read < other ? read : other) : forward;
}

static Chain three_links(const Link *const chain[3], int digit)
{
    int grouped = 0;
    bool has[KINDS] = {false};
    for (int i = 0; i < 3; i++) {
        grouped += chain[i]->grouped;
        has[chain[i]->unit / 9] = true;
    }
    bool crossing = has[ROW] && has[COLUMN];
    double added = grouped ? 0.3 : has[BOX] && crossing ? 0.2 : has[BOX] || crossing ? 0.1 : 0.0;
    return (Chain){.technique = THREE_STRONG_LINKS, .difficulty = 5.4 + added, .digit = digit,
                   .suffix = grouped * 1000 + kinds_suffix(chain)};
}

typedef struct {
    Link links[MOST_LINKS];
    int first[UNITS + 1];                      /* of a unit, as an index of links */
    int8_t shared[MOST_LINKS][MOST_LINKS][2][2]; /* unit of a side of each, or -1 */
} DigitLinks;

static void collect(const Rater *rater, int digit, DigitLinks *all)
{
    int count = 0;
    for (int unit = 0; unit < UNITS; unit++) {
        all->first[unit] = count;
        count += links_in(rater, unit, digit, all->links + count);
    }
    all->first[UNITS] = count;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++)
            for (int sides = 0; sides < 4; sides++)
                all->shared[i][j][sides >> 1][sides & 1] =
                    (int8_t)shared_unit(&rater->geometry, all->links[i].side[sides >> 1] |
                                                              all->links[j].side[sides & 1]);
}

static void join_three(const Rater *rater, const DigitLinks *all, const int order[3], int digit,
                       Chain *best)
{
    const Geometry *g = &rater->geometry;
    const Link *const chain[3] = {&all->links[order[0]], &all->links[order[1]],
                                  &all->links[order[2]]};
    /* Each of the three links can lie either way round in the chain. */
    for (int turn = 0; turn < 8; turn++) {
        int a = turn >> 2 & 1, b = turn >> 1 & 1, c = turn & 1;
        int first = all->shared[order[0]][order[1]][1 - a][b];
        int second = all->shared[order[1]][order[2]][1 - b][c];
        if (first < 0 || second < 0)
            continue;
        CellSet gone = rater->state.cells_with[digit] & ~g->unit_cells[first] &
                       ~g->unit_cells[second] &
                       common_peers(g, chain[0]->side[a] | chain[2]->side[1 - c]);
        for (int i = 0; i < 3; i++)
            gone &= ~g->unit_cells[chain[i]->unit];
        if (!gone)
            continue;
        Chain found = three_links(chain, digit);
        found.gone = gone;
        consider(best, found);
    }
}

/* Where the links of a kind begin that may follow `before`: after its unit if that is of the
   kind too, so that no three links are met twice. */
static int start_of(const DigitLinks *all, int kind, int before)
{
    int unit = all->links[before].unit;
    return unit / 9 == kind ? all->first[unit + 1] : all->first[9 * kind];
}

static void third_links(const Rater *rater, const DigitLinks *all, int a, int b, int kind,
                        int digit, Chain *best)
{
    CellSet used = all->links[a].cells | all->links[b].cells;
    for (int c = start_of(all, kind, b); c < all->first[9 * kind + 9]; c++) {
        if (all->links[c].cells & used)
            continue;
        /* Each of the three can be the one in the middle. */
        join_three(rater, all, (int[]){a, b, c}, digit, best);
        join_three(rater, all, (int[]){b, a, c}, digit, best);
        join_three(rater, all, (int[]){a, c, b}, digit, best);
    }
}

static void three_links_of(const Rater *rater, const DigitLinks *all, const int kinds[3],
                           int digit, Chain *best)
{
    for (int a = all->first[9 * kinds[0]]; a < all->first[9 * kinds[0] + 9]; a++)
        for (int b = start_of(all, kinds[1], a); b < all->first[9 * kinds[1] + 9]; b++)
            if (!(all->links[a].cells & all->links[b].cells))
                third_links(rater, all, a, b, kinds[2], digit, best);
}

bool find_three_strong_links(Rater *rater)
{
    /* Kinds of units come before digits, so the links of all digits are kept. */
    DigitLinks *all = (DigitLinks *)(void *)rater->arena.start;
    Chain best = {.difficulty = 100};
    for (int digit = 0; digit < DIGITS; digit++)
        collect(rater, digit, &all[digit]);
    for (int a = BOX; a <= COLUMN; a++)
        for (int b = a; b <= COLUMN; b++)
            for (int c = b; c <= COLUMN; c++)
                for (int digit = 0; digit < DIGITS; digit++)
                    three_links_of(rater, &all[digit], (int[]){a, b, c}, digit, &best);
    return take(rater, &best);
}

/* Chains of four links are followed from link to link, since four of fifty can be chosen in too
   many ways.  The place of a chain among all choices (kinds, digit, units, order, turns) decides
   between equals, as if the choices had been made one after the other. */
enum { FOUR = 4, ORDERS = 12 };

static const uint8_t FOUR_ORDERS[ORDERS][FOUR] = {
    {0, 1, 2, 3}, {1, 0, 2, 3}, {2, 0, 1, 3}, {0, 2, 1, 3},
    {1, 2, 0, 3}, {2, 1, 0, 3}, {0, 3, 2, 1}, {0, 2, 3, 1},
    {1, 0, 3, 2}, {0, 1, 3, 2}, {1, 3, 0, 2}, {0, 3, 1, 2},
};

typedef struct {
    const Rater *rater;
    const DigitLinks *all;
    int digit;
    int path[FOUR], turns[FOUR];
    Chain best;
    uint64_t place;
} FourSearch;

static uint64_t place_of(const FourSearch *search)
{
    int sorted[FOUR], order = 0;
    uint64_t place = 0;
    for (int i = 0; i < FOUR; i++) {
        int at = i;
        for (; at && sorted[at - 1] > search->path[i]; at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = search->path[i];
    }
    for (int i = 0; i < FOUR; i++)
        place = place * KINDS + (uint64_t)(search->all->links[sorted[i]].unit / 9);
    place = place * DIGITS + (uint64_t)search->digit;
    for (int i = 0; i < FOUR; i++)
        place = place * MOST_LINKS + (uint64_t)sorted[i];
    for (; order < ORDERS; order++) {
        bool same = true;
        for (int i = 0; i < FOUR; i++)
            same &= sorted[FOUR_ORDERS[order][i]] == search->path[i];
        if (same)
            break;
    }
    place = place * ORDERS + (uint64_t)order;
    for (int i = 0; i < FOUR; i++)
        place = place * 2 + (uint64_t)search->turns[i];
    return place;
}

/* As kinds_suffix, of four links. */
static int four_suffix(const int kinds[FOUR])
{
    static const int swapped[KINDS] = {0, 2, 1};
    int read = 0, back = 0, same = 0, turned = 0;
    bool rows = false;
    for (int i = 0; i < FOUR; i++) {
        rows |= kinds[i] == ROW;
        read = read * 10 + kinds[i];
        back = back * 10 + kinds[FOUR - 1 - i];
    }
    for (int i = 0; i < FOUR; i++) {
        same = same * 10 + swapped[kinds[read <= back ? i : FOUR - 1 - i]];
        turned = turned * 10 + swapped[kinds[read <= back ? FOUR - 1 - i : i]];
    }
    int other = same < turned ? same : turned;
    read = read <= back ? read : back;
    return rows ? (read < other ? read : other) : same;
}

static Chain four_links(const FourSearch *search, CellSet gone)
{
    int grouped = 0, kinds[FOUR];
    for (int i = 0; i < FOUR; i++) {
        grouped += search->all->links[search->path[i]].grouped;
        kinds[i] = search->all->links[search->path[i]].unit / 9;
    }
    int suffix = four_suffix(kinds);
    bool box = false, crossing = false;
    for (int rest = suffix, i = 0; i < FOUR; i++, rest /= 10) {
        box |= rest % 10 == 0;
        crossing |= rest % 10 == 2;
    }
    double added = grouped ? 0.3 : box && crossing ? 0.2 : box || crossing ? 0.1 : 0.0;
    return (Chain){.technique = FOUR_STRONG_LINKS, .difficulty = 5.8 + added, .gone = gone,
                   .eliminations = count_cells(gone), .digit = search->digit,
                   .suffix = grouped * 10000 + suffix};
}

static void end_four(FourSearch *search, CellSet inside)
{
    const Geometry *g = &search->rater->geometry;
    const Link *first = &search->all->links[search->path[0]];
    const Link *last = &search->all->links[search->path[FOUR - 1]];
    CellSet ends = first->side[search->turns[0]] | last->side[1 - search->turns[FOUR - 1]];
    CellSet gone = common_peers(g, ends) & search->rater->state.cells_with[search->digit] & ~inside;
    if (!gone)
        return;
    Chain chain = four_links(search, gone), *best = &search->best;
    uint64_t place = place_of(search);
    bool better = chain.difficulty < best->difficulty;
    if (chain.difficulty == best->difficulty)
        better = chain.eliminations > best->eliminations ||
                 (chain.eliminations == best->eliminations &&
                  (chain.suffix < best->suffix ||
                   (chain.suffix == best->suffix && place < search->place)));
    if (better)
        *best = chain, search->place = place;
}

/* Goes on from the last of `count` links; `used` are their cells, `inside` their units and those
   that join them. */
static void follow_four(FourSearch *search, int count, CellSet used, CellSet inside)
{
    const DigitLinks *all = search->all;
    /* Each chain is met from both ends, and counts from the lower one. */
    if (count == FOUR) {
        if (search->path[0] < search->path[FOUR - 1])
            end_four(search, inside);
        return;
    }
    int last = search->path[count - 1], out = 1 - search->turns[count - 1];
    for (int next = 0; next < all->first[UNITS]; next++) {
        if (all->links[next].cells & used)
            continue;
        for (int turn = 0; turn < 2; turn++) {
            int shared = all->shared[last][next][out][turn];
            if (shared < 0)
                continue;
            search->path[count] = next;
            search->turns[count] = turn;
            follow_four(search, count + 1, used | all->links[next].cells,
                        inside | search->rater->geometry.unit_cells[shared] |
                            search->rater->geometry.unit_cells[all->links[next].unit]);
        }
    }
}

bool find_four_strong_links(Rater *rater)
{
    DigitLinks *all = (DigitLinks *)(void *)rater->arena.start;
    FourSearch search = {.rater = rater, .all = all, .best = {.difficulty = 100}};
    for (int digit = 0; digit < DIGITS; digit++) {
        collect(rater, digit, all);
        search.digit = digit;
        for (int first = 0; first < all->first[UNITS]; first++)
            for (int turn = 0; turn < 2; turn++) {
                search.path[0] = first;
                search.turns[0] = turn;
                follow_four(&search, 1, all->links[first].cells,
                            rater->geometry.unit_cells[all->links[first].unit]);
            }
    }
    return take(rater, &search.best);
}
