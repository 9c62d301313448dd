/* Fuzzes the boundary of the C core: libFuzzer calls its functions as Python would. It is built and
   started by tests/engine/fuzz/run.

   Any call must return an answer, or raise ValueError or TypeError. An answer must also be true:
   solutions have the givens, `search`, `count` and `batch` agree on their number, and `plain` answers
   each puzzle. Each input chooses a function and the width of vectors, then fills in the arguments;
   most arguments are plausible, since bytes that are refused at the first check reach nothing
   behind it. */

#include "../../../engine/_core.c"

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

static PyObject *take_number(Input *in)
{
    static const char *const numbers[] = {"0", "1", "2", "3", "254", "255", "-1",
                                          "9223372036854775807", "9223372036854775808",
                                          "-9223372036854775808", "18446744073709551615",
                                          "18446744073709551616", "1180591620717411303424", "50",
                                          "2147483648", "4294967299", "-4294967293"};
    unsigned choice = take(in);
    if (choice < 128) return PyLong_FromLong((long)choice);
    return PyLong_FromString(numbers[choice % 17], NULL, 10);
}

/* A box, mostly a possible one, sometimes any numbers; returns its size, or 9 where that is not
   known. */
static int take_box(Input *in, PyObject **high, PyObject **wide)
{
    static const int boxes[][2] = {{2, 2}, {2, 3}, {3, 2}, {2, 4}, {3, 3}, {3, 3}, {3, 3}, {2, 5},
                                   {3, 4}, {4, 4}, {5, 5}, {12, 2}, {2, 12}, {1, 9}, {0, 0}};
    unsigned choice = take(in) % 17;
    if (choice < 15) {
        *high = PyLong_FromLong(boxes[choice][0]), *wide = PyLong_FromLong(boxes[choice][1]);
        return boxes[choice][0] * boxes[choice][1];
    }
    *high = take_number(in), *wide = choice < 16 ? PyLong_FromLong(3) : take_number(in);
    return 9;
}

static PyObject *take_seconds(Input *in)
{
    static const double seconds[] = {0.002, 0.01, 0.05, 0, -1, Py_NAN, 1e-9};
    unsigned choice = take(in) % 8;
    if (choice < 7) return PyFloat_FromDouble(seconds[choice]);
    char digits[402]; /* a number above every float */
    memset(digits, '9', 401);
    digits[401] = 0;
    return PyLong_FromString(digits, NULL, 10);
}

/* The rest of the input as it is, or mostly: `length` bytes of it with values up to `most`. */
static PyObject *take_bytes(Input *in, Py_ssize_t length, unsigned most)
{
    unsigned fitted = take(in) & 7;
    if (!fitted || length < 0 || length > 1 << 16)
        return PyBytes_FromStringAndSize((const char *)in->bytes, (Py_ssize_t)in->length);
    PyObject *object = PyBytes_FromStringAndSize(NULL, length);
    char *bytes = PyBytes_AsString(object);
    for (Py_ssize_t k = 0; k < length; k++) bytes[k] = (char)(take(in) % (most + 1));
    return object;
}

static void expect(int truth)
{
    if (!truth) __builtin_trap();
}

static void has_givens(const char *puzzle, const char *solution, Py_ssize_t cells)
{
    for (Py_ssize_t k = 0; k < cells; k++)
        expect(solution[k] > 0 && (!puzzle[k] || puzzle[k] == solution[k]));
}

static void check_search(PyObject *args, PyObject *result)
{
    const char *puzzle = PyBytes_AsString(PyTuple_GetItem(args, 2));
    Py_ssize_t cells = PyBytes_Size(PyTuple_GetItem(args, 2));
    PyObject *shown = PyTuple_GetItem(result, 3);
    for (Py_ssize_t start = 0; start < PyBytes_Size(shown); start += cells)
        has_givens(puzzle, PyBytes_AsString(shown) + start, cells);
    if (PyLong_AsLong(PyTuple_GetItem(result, 0))) return;
    PyObject *items[6];
    for (Py_ssize_t k = 0; k < 6; k++) items[k] = PyTuple_GetItem(args, k);
    PyObject *alone = count(NULL, items, 6);
    expect(alone != NULL);
    long long number = PyLong_AsLongLong(alone);
    expect(number < 0 || number == PyLong_AsLongLong(PyTuple_GetItem(result, 1)));
    Py_DECREF(alone);
    PyObject *again = batch(NULL, args); /* refuses limits above 254 */
    if (!again) {
        PyErr_Clear();
        return;
    }
    unsigned counted = (uint8_t)PyBytes_AsString(PyTuple_GetItem(again, 0))[0];
    expect(counted == UNDECIDED || counted == PyLong_AsUnsignedLongLong(PyTuple_GetItem(result, 1)));
    Py_DECREF(again);
}

/* Bytes, or orbits that are numbered as they must be. */
static PyObject *take_orbits(Input *in, Py_ssize_t cells)
{
    if (cells < 0 || cells > MAX_CELLS || take(in) & 1) return take_bytes(in, 2 * cells, 255);
    PyObject *object = PyBytes_FromStringAndSize(NULL, 2 * cells);
    uint8_t *bytes = (uint8_t *)PyBytes_AsString(object);
    unsigned used = 0;
    for (Py_ssize_t k = 0; k < cells; k++) {
        unsigned orbit = take(in) & 3 ? used : take(in) % (used + 1);
        used += orbit == used;
        bytes[2 * k] = (uint8_t)orbit, bytes[2 * k + 1] = (uint8_t)(orbit >> 8);
    }
    return object;
}

static PyObject *take_state(Input *in)
{
    if (!(take(in) & 3)) return take_number(in);
    unsigned long long low = take(in), high = take(in);
    return PyLong_FromUnsignedLongLong(low | high << 56);
}

/* Fillings of a band or stack; a few of them have a partition that does not exist. */
static PyObject *take_fillings(Input *in)
{
    uint32_t words[4 * 60 + 1] = {0};
    size_t length = 4 * (take(in) % 61);
    for (size_t k = 0; k < length; k++)
        words[k] = (take(in) | take(in) << 8) % (k % 4 < 3 ? PARTITIONS + 1 : 1 << 16);
    return PyBytes_FromStringAndSize((const char *)words,
                                     (Py_ssize_t)(length * sizeof *words + !(take(in) % 16)));
}

static PyObject *repeated(int byte, Py_ssize_t length)
{
    PyObject *object = PyBytes_FromStringAndSize(NULL, length);
    memset(PyBytes_AsString(object), byte, (size_t)length);
    return object;
}

static PyObject *join_arguments(Input *in)
{
    static PyObject *table; /* of numbers larger than any board has */
    if (!table) table = repeated(0xFF, sizeof(Table));
    PyObject *band[3];
    for (int k = 0; k < 3; k++) band[k] = take_fillings(in);
    return Py_BuildValue("OOONNNN", table, table, table, band[0], band[1], band[2],
                         take_seconds(in));
}

/* A table takes long to make, so mostly its other arguments are wrong. */
static PyObject *table_arguments(Input *in)
{
    PyObject *crossing = repeated(take(in) % 2, 2 * PARTITIONS * CROSSING);
    PyObject *wanted = take_bytes(in, PARTITIONS + (take(in) % 16 != 0), 1);
    return Py_BuildValue("NNN", take_fillings(in), crossing, wanted);
}

/* The text of a file: lines of puzzles, or nearly such, with comments and empty ones between. */
static PyObject *take_text(Input *in)
{
    static const char symbols[] = "123456789.0*_-.. \t,;#\nx\r";
    char text[4096];
    size_t length = 0;
    for (unsigned lines = take(in) % 8; lines; lines--) {
        static const unsigned usual[] = {16, 16, 81, 81, 36, 64, 0, 3};
        unsigned cells = usual[take(in) % 8], kinds = take(in) % 8 ? 4 : sizeof symbols;
        for (unsigned k = 0; k < cells; k++) {
            unsigned symbol = take(in) % 16;
            text[length++] = symbol < 8 ? '.' : symbols[symbol * kinds / 16];
        }
        unsigned rest = take(in) % 4;
        for (unsigned k = 0; k < rest; k++) text[length++] = symbols[take(in) % sizeof symbols];
        text[length++] = '\n';
    }
    return PyBytes_FromStringAndSize(text, (Py_ssize_t)(length - (length && take(in) & 1)));
}

/* Each puzzle has one answer in a line of its own. */
static void check_plain(PyObject *args, PyObject *result)
{
    if (result == Py_None) return;
    Py_ssize_t length, lines = 0, puzzles = 0;
    const char *printed = PyUnicode_AsUTF8AndSize(PyTuple_GetItem(result, 0), &length);
    const char *text = PyBytes_AsString(PyTuple_GetItem(args, 0));
    Py_ssize_t end = PyBytes_Size(PyTuple_GetItem(args, 0));
    for (Py_ssize_t k = 0; k < length; k++) lines += printed[k] == '\n';
    for (Py_ssize_t k = 0; k < end; k++)
        if (k ? text[k - 1] == '\n' : 1)
            puzzles += text[k] != '#' && text[k] != '\n' && text[k] != ' ' && text[k] != '\t';
    expect(lines == puzzles && lines > 0);
}

static PyObject *arguments_of(unsigned function, Input *in)
{
    if (function == 9)
        return Py_BuildValue("NONN", take_text(in), take(in) & 1 ? Py_True : Py_False,
                             take_number(in), take_seconds(in));
    if (function == 5) return join_arguments(in);
    if (function == 6) return table_arguments(in);
    PyObject *high, *wide;
    int size = take_box(in, &high, &wide);
    Py_ssize_t cells = (Py_ssize_t)size * size;
    unsigned most = size ? (unsigned)size : 255;
    PyObject *nodes = take_number(in), *seconds = take_seconds(in);
    switch (function) {
    case 0: {
        unsigned stop = take(in) % 8;
        PyObject *limit = take_number(in);
        PyObject *args = Py_BuildValue("NNNNNN", high, wide, take_bytes(in, cells, most), limit,
                                       nodes, seconds);
        if (stop > 2) return args;
        PyObject *flag = PyByteArray_FromStringAndSize("\1\1", stop);
        PyObject *more = Py_BuildValue("(N)", flag), *all = PySequence_Concat(args, more);
        Py_DECREF(args);
        Py_DECREF(more);
        return all;
    }
    case 1: {
        PyObject *limit = take_number(in);
        Py_ssize_t boards = take(in) % 4;
        return Py_BuildValue("NNNNNN", high, wide, take_bytes(in, cells * boards, most), limit,
                             nodes, seconds);
    }
    case 7:
        return Py_BuildValue("NNNNN", high, wide, take_bytes(in, cells, most), nodes, seconds);
    case 2:
        return Py_BuildValue("NNNNN", high, wide, take_state(in), nodes, seconds);
    case 8:
        /* The number of nodes serves as the least number of givens. */
        return Py_BuildValue("NNNNN", high, wide, nodes, take_state(in), seconds);
    case 3: {
        PyObject *clues = take_number(in), *orbits = take_orbits(in, cells);
        return Py_BuildValue("NNNNNNN", high, wide, orbits, clues,
                             take_bytes(in, 8 * (take(in) % 4), 255), nodes, seconds);
    }
    default: {
        PyObject *state = take_state(in);
        return Py_BuildValue("NNNNNN", high, wide, take_bytes(in, cells, 1), state, nodes,
                             seconds);
    }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    static PyObject *(*const functions[])(PyObject *, PyObject *) = {
        search, batch, fill, generate, mask, join, table, prove, random_puzzle, plain};
    Input in = {bytes, length};
    unsigned choice = take(&in), function = choice % 10;
    use_form(vectors_up_to((int)(choice / 10 % 5)));
    PyObject *args = arguments_of(function, &in);
    PyObject *result = functions[function](NULL, args);
    if (!result)
        expect(PyErr_ExceptionMatches(PyExc_ValueError)
               || PyErr_ExceptionMatches(PyExc_TypeError));
    else if (function == 0)
        check_search(args, result);
    else if (function == 9)
        check_plain(args, result);
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
