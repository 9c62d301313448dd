/* Fuzzes the boundary of the rater: libFuzzer calls it as Python would. It is built and started by
   tests/engine/fuzz/run.

   Any call must return a rating, or raise ValueError, TypeError or TimeoutError. A rating must fit
   together: the first step is no harder than the steps up to the first placement, those are no
   harder than all steps, and the hardest technique was used. Random bytes are hardly ever a puzzle,
   so most calls rearrange one of our own puzzles, of every difficulty, and change some cells. */

#include "../../../engine/native/rate/module.c"

typedef struct {
    const uint8_t *bytes;
    size_t length;
} Input;

static unsigned take(Input *in)
{
    if (!in->length) return 0;
    in->length--;
    return *in->bytes++;
}

static const char *const PUZZLES[] = {
    "..61972...1..5..4.7.3.6.9.54.......9397...1622.......46.5.4.7.1.7..1..5...45768..", /* 1.5 */
    "7.......9..9.2.6...3.9.4.1...16987...7.5.2.8...84173...2.8.9.7...3.7.1..8.......2", /* 2.8 */
    "...215.......4......17.86..4.29.68.389.....617.64.15.2..75.43......3.......127...", /* 4.2 */
    "..8...3....38.45..49.3.5.68.197.645...........521.873.14.2.3.75..75.16....5...8..", /* 5.6 */
    "81.5....99...17.....2..6.5.1..76.3...5.1..2...86....7....45......8..9..44......2.", /* 6.6 */
    ".6.3.5.4.5...9...1...8.1...3.27.94.6.1.....2.4.92.65.3...9.2...8...5...4.7.4.8.5.", /* 7.2 */
    "....849....85..7..43...9.8.9.1....3.6.......5.2....4.6.1.9...47..9..53....367....", /* 7.9 */
    ".7..24.18....3..45..65.....16......2.......39..2...7...219..3..6.7..8..4.3...2...", /* 8.4 */
    "..19.7..2.67...4......6..1.87......56...4.1....4.....8.2.5...347.5..3.9..9..14...", /* 9.0 */
};
enum { KNOWN = sizeof PUZZLES / sizeof *PUZZLES };

static void expect(int truth)
{
    if (!truth) __builtin_trap();
}

static void swap(uint8_t *one, uint8_t *other)
{
    uint8_t kept = *one;
    *one = *other, *other = kept;
}

/* A known puzzle with rows moved within bands, columns within stacks, digits renamed, perhaps
   mirrored, and up to five cells changed. */
static void take_puzzle(Input *in, uint8_t puzzle[CELLS])
{
    uint8_t rows[9], columns[9], digits[9];
    const char *known = PUZZLES[take(in) % KNOWN];
    unsigned mirrored = take(in) & 1;
    for (uint8_t k = 0; k < 9; k++) rows[k] = columns[k] = k, digits[k] = k + 1;
    for (unsigned k = 0; k < 9; k++) {
        swap(&rows[k], &rows[k / 3 * 3 + take(in) % 3]);
        swap(&columns[k], &columns[k / 3 * 3 + take(in) % 3]);
        swap(&digits[k], &digits[take(in) % 9]);
    }
    for (unsigned r = 0; r < 9; r++)
        for (unsigned c = 0; c < 9; c++) {
            char given = known[mirrored ? columns[c] * 9 + rows[r] : rows[r] * 9 + columns[c]];
            puzzle[r * 9 + c] = given == '.' ? 0 : digits[given - '1'];
        }
    for (unsigned changes = take(in) % 6; changes; changes--) {
        unsigned cell = take(in) % CELLS;
        puzzle[cell] = (uint8_t)(take(in) % 11);
    }
}

static PyObject *take_call(Input *in)
{
    static const double seconds[] = {0.05, 0.2, 1e-9, -1, Py_NAN, 1e300};
    uint8_t puzzle[CELLS];
    if (take(in) % 16 == 0)
        return Py_BuildValue("(y#d)", (const char *)in->bytes, (Py_ssize_t)in->length, 0.05);
    double limit = seconds[take(in) % 16 ? 1 : take(in) % 6];
    take_puzzle(in, puzzle);
    if (!(limit > 0 && limit < 1)) memset(puzzle, 1, CELLS); /* no limit: nothing to search */
    int most = take(in) % 4 ? 0 : (int)take(in) - 100;
    return Py_BuildValue("(y#di)", (const char *)puzzle, (Py_ssize_t)CELLS, limit, most);
}

static void check(PyObject *result)
{
    int rating, pearl, diamond, hardest;
    PyObject *counts, *is_solved;
    expect(PyArg_ParseTuple(result, "iiiiOO", &rating, &pearl, &diamond, &hardest, &counts,
                            &is_solved));
    expect(0 <= diamond && diamond <= pearl && pearl <= rating && rating <= 130);
    expect(0 <= hardest && hardest < TECHNIQUES && PyTuple_Size(counts) == TECHNIQUES);
    expect(!rating || PyLong_AsLong(PyTuple_GetItem(counts, hardest)) > 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    Input in = {bytes, length};
    PyObject *args = take_call(&in);
    PyObject *result = rate(NULL, args);
    if (result)
        check(result);
    else
        expect(PyErr_ExceptionMatches(PyExc_ValueError) || PyErr_ExceptionMatches(PyExc_TypeError)
               || PyErr_ExceptionMatches(PyExc_TimeoutError));
    PyErr_Clear();
    Py_XDECREF(result);
    Py_DECREF(args);
    return 0;
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    Py_Initialize();
    return 0;
}
