/* The Python boundary of the C core: engine/_core.pyi is its contract.

   Every function checks all its arguments first, then releases the GIL and calls the search, which
   touches no Python object and cannot raise. What it reads is held until it is done; `stop` is read
   as an atomic byte, because another thread may set it meanwhile. Only to ask whether a signal has
   come a search takes the GIL for a moment. */

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030B0000
#include <Python.h>

#include "native/close9.h"
#include "native/coregen.h"
#if !defined(SUDOKU_SCALAR)
#include "native/coregen9.h"
#endif
#include "native/interpreters.h"
#include "native/join.h"
#include "native/plain.h"
#include "native/reach.h"
#include "native/renamed9.h"
#include "native/solve.h"

/* Vectors of this form from now on; returns the form, 0 for a scalar build. */
static int use_form(int form)
{
    join_use(form);
#if defined(SUDOKU_SCALAR)
    return 0;
#else
    core9_use(form);
    return form;
#endif
}

/* Sets ValueError and returns 0 unless `object` is a whole number from `least` to `most`. */
static int whole(PyObject *object, const char *name, long long least, long long most,
                 long long *number)
{
    *number = PyLong_AsLongLong(object);
    if (*number == -1 && PyErr_Occurred()) {
        if (!PyErr_ExceptionMatches(PyExc_OverflowError)) return 0;
        PyErr_Clear();
        /* Too large for 64 bits: any number out of range will do. */
        *number = least > LLONG_MIN ? least - 1 : least;
    }
    if (*number >= least && *number <= most) return 1;
    PyErr_Format(PyExc_ValueError, "%s must be from %lld to %lld", name, least, most);
    return 0;
}

/* Sets ValueError and returns 0 unless `object` is a state of Rng: any word of 64 bits. */
static int state_of(PyObject *object, uint64_t *state)
{
    *state = PyLong_AsUnsignedLongLong(object);
    if (*state != UINT64_MAX || !PyErr_Occurred()) return 1;
    if (PyErr_ExceptionMatches(PyExc_OverflowError))
        PyErr_SetString(PyExc_ValueError, "state must be from 0 to 18446744073709551615");
    return 0;
}

/* Sets an exception and returns 0 unless `seconds_object` is a number that is not negative. */
static int halt_of(PyObject *seconds_object, Halt *halt)
{
    double seconds = PyFloat_AsDouble(seconds_object);
    if (seconds == -1.0 && PyErr_Occurred() && !PyErr_ExceptionMatches(PyExc_OverflowError))
        return 0;
    /* Refuses NaN as well; an int above every float has given -1 here. */
    if (!(seconds >= 0)) {
        PyErr_SetString(PyExc_ValueError, "seconds must be a float and not negative");
        return 0;
    }
    memset(halt, 0, sizeof *halt);
    int64_t time = now();
    /* Beyond 30 years there is no deadline; in nanoseconds it could overflow. */
    if (seconds < 1e9) halt->deadline = time + (int64_t)(seconds * 1e9) + 1;
    halt->next_look = time + BETWEEN_LOOKS;
    return 1;
}

static int budget_of(PyObject *nodes, PyObject *seconds, Budget *budget)
{
    long long number;
    memset(budget, 0, sizeof *budget);
    if (!whole(nodes, "nodes", 0, LLONG_MAX, &number) || !halt_of(seconds, &budget->halt))
        return 0;
    budget->nodes = (uint64_t)number;
    budget->part = WHOLE;
    return 1;
}

/* Whether a signal has come whose handler raises, as Ctrl-C does; the exception is then set. Only
   Python's main thread handles signals; in any other one PyErr_CheckSignals returns immediately. */
static int signalled(void *caller)
{
    PyThreadState **thread = caller;
    PyEval_RestoreThread(*thread);
    int raised = PyErr_CheckSignals() < 0;
    *thread = PyEval_SaveThread();
    return raised;
}

/* Releases the GIL until PyEval_RestoreThread(*thread), and lets the search ask for signals. */
static void leave_python(Halt *halt, PyThreadState **thread)
{
    halt->signalled = signalled;
    halt->caller = thread;
    *thread = PyEval_SaveThread();
}

typedef struct {
    int high, wide; /* of a box */
    Py_ssize_t cells;
} Box;

static int box_of(PyObject *high_object, PyObject *wide_object, Box *box)
{
    long long high, wide;
    if (!whole(high_object, "box_rows", 2, MAX_SIZE / 2, &high)
        || !whole(wide_object, "box_columns", 2, MAX_SIZE / 2, &wide))
        return 0;
    if (high * wide > MAX_SIZE) {
        PyErr_Format(PyExc_ValueError, "a box must have at most %d cells", MAX_SIZE);
        return 0;
    }
    *box = (Box){(int)high, (int)wide, (Py_ssize_t)(high * wide * high * wide)};
    return 1;
}

static int length_is(const char *name, Py_ssize_t length, Py_ssize_t wanted)
{
    if (length == wanted) return 1;
    PyErr_Format(PyExc_ValueError, "%s must be %zd bytes long", name, wanted);
    return 0;
}

static int values_fit(const char *values, Py_ssize_t length, int size)
{
    uint8_t most = 0;
    for (Py_ssize_t k = 0; k < length; k++)
        most = (uint8_t)values[k] > most ? (uint8_t)values[k] : most;
    if (most <= size) return 1;
    PyErr_SetString(PyExc_ValueError, "a cell is above the size of the board");
    return 0;
}

static const char company_name[] = "engine._core.company";

static void end_company(PyObject *capsule)
{
    Company *company = PyCapsule_GetPointer(capsule, company_name);
    free(company->told);
    free(company);
}

static PyObject *company(PyObject *module, PyObject *count)
{
    (void)module;
    Company *made = calloc(1, sizeof *made);
    if (!made) return PyErr_NoMemory();
    PyObject *capsule = NULL;
    if (whole(count, "count", 1, MOST_LEARNERS, &made->count)) {
        made->told = calloc((size_t)made->count, sizeof *made->told);
        capsule = made->told ? PyCapsule_New(made, company_name, end_company) : PyErr_NoMemory();
    }
    if (capsule) return capsule;
    free(made->told);
    free(made);
    return NULL;
}

/* The company of a capsule with the caller's number in it; 0 with an exception if it has no such
   member. */
static int companion(PyObject *capsule, PyObject *own, Company *company)
{
    if (!own || !PyCapsule_IsValid(capsule, company_name)) {
        PyErr_SetString(PyExc_ValueError, "company must be a company, with a number in it");
        return 0;
    }
    const Company *all = PyCapsule_GetPointer(capsule, company_name);
    if (!whole(own, "own", 0, all->count - 1, &company->own)) return 0;
    company->told = all->told, company->count = all->count;
    return 1;
}

static PyObject *search(PyObject *module, PyObject *args)
{
    Box box;
    const char *cells;
    Py_ssize_t length;
    PyObject *high, *wide, *limit_object, *nodes, *seconds, *capsule = NULL, *own = NULL;
    long long limit;
    Budget budget;
    Py_buffer stop = {0};
    Answer answer;
    Company company;
    PyThreadState *thread;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOy#OOO|w*OO", &high, &wide, &cells, &length, &limit_object,
                          &nodes, &seconds, &stop, &capsule, &own))
        return NULL;
    if (!box_of(high, wide, &box) || !length_is("cells", length, box.cells)
        || !values_fit(cells, length, box.high * box.wide)
        || !whole(limit_object, "limit", 1, LLONG_MAX, &limit)
        || !budget_of(nodes, seconds, &budget) || (stop.obj && !length_is("stop", stop.len, 1))
        || (capsule && !companion(capsule, own, &company))) {
        PyBuffer_Release(&stop);
        return NULL;
    }
    budget.halt.stop = stop.buf;
    leave_python(&budget.halt, &thread);
    solve_one(box.high, box.wide, (const uint8_t *)cells, (uint64_t)limit, &budget, &answer,
              capsule ? &company : NULL);
    PyEval_RestoreThread(thread);
    PyBuffer_Release(&stop);
    if (budget.status == SIGNALLED) return NULL;
    if (budget.status == NO_MEMORY) return PyErr_NoMemory();
    return Py_BuildValue("iKKy#", budget.status, (unsigned long long)answer.count,
                         (unsigned long long)budget.counted, (char *)answer.solutions,
                         box.cells * (Py_ssize_t)(answer.count < 2 ? answer.count : 2));
}

static PyObject *prove(PyObject *module, PyObject *args)
{
    Box box;
    const char *cells;
    Py_ssize_t length;
    PyObject *high, *wide, *nodes, *seconds, *answered = NULL;
    Budget budget;
    Answer answer;
    Proof proof = {0};
    PyThreadState *thread;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOy#OO", &high, &wide, &cells, &length, &nodes, &seconds)
        || !box_of(high, wide, &box) || !length_is("cells", length, box.cells)
        || !values_fit(cells, length, box.high * box.wide)
        || !budget_of(nodes, seconds, &budget))
        return NULL;
    leave_python(&budget.halt, &thread);
    prove_one(box.high, box.wide, (const uint8_t *)cells, &budget, &answer, &proof);
    PyEval_RestoreThread(thread);
    if (budget.status == NO_MEMORY) PyErr_NoMemory();
    else if (budget.status != SIGNALLED)
        answered = Py_BuildValue("iy#y#", budget.status, (char *)answer.solutions,
                                 box.cells * (Py_ssize_t)answer.count,
                                 proof.used ? (char *)proof.items : "",
                                 (Py_ssize_t)(proof.used * sizeof *proof.items));
    free(proof.items);
    return answered;
}

/* The values of the characters of a line, as in engine/board/grid.py; 255, which is above every
   size, for all others. */
static uint8_t worth[256];

static void worth_init(void)
{
    static const char symbols[] = "123456789ABCDEFGHIJKLMNOP";
    memset(worth, 255, sizeof worth);
    for (const char *blank = ".0*_-"; *blank; blank++) worth[(uint8_t)*blank] = 0;
    for (int k = 0; k < MAX_SIZE; k++) {
        worth[(uint8_t)symbols[k]] = (uint8_t)(k + 1);
        if (k >= 9) worth[symbols[k] - 'A' + 'a'] = (uint8_t)(k + 1);
    }
}

/* The values in `object`: bytes, which nobody can change meanwhile, or a line, which is translated
   into `read`. NULL with an exception for anything else. */
static const uint8_t *cells_of(PyObject *object, const Box *box, uint8_t *read)
{
    char *bytes;
    const char *cells;
    Py_ssize_t length;
    int is_line = PyUnicode_Check(object);
    if (is_line) {
        cells = PyUnicode_AsUTF8AndSize(object, &length);
        if (!cells) return NULL;
    } else {
        if (PyBytes_AsStringAndSize(object, &bytes, &length) < 0) return NULL;
        cells = bytes;
    }
    if (!length_is("cells", length, box->cells)) return NULL;
    if (is_line) {
        for (Py_ssize_t k = 0; k < length; k++) read[k] = worth[(uint8_t)cells[k]];
        cells = (const char *)read;
    }
    return values_fit(cells, length, box->high * box->wide) ? (const uint8_t *)cells : NULL;
}

/* With one easy puzzle a call, reading the arguments and making a tuple take longer than the
   search. Hence this function beside `search`: it gets its arguments as an array and returns a
   number. */
static PyObject *count(PyObject *module, PyObject *const *args, Py_ssize_t given)
{
    Box box;
    long long limit;
    Budget budget;
    uint8_t read[MAX_CELLS];
    PyThreadState *thread;
    (void)module;
    if (given != 6) {
        PyErr_SetString(PyExc_TypeError, "count takes 6 arguments");
        return NULL;
    }
    if (!box_of(args[0], args[1], &box)) return NULL;
    const uint8_t *cells = cells_of(args[2], &box, read);
    if (!cells || !whole(args[3], "limit", 1, LLONG_MAX, &limit)
        || !budget_of(args[4], args[5], &budget))
        return NULL;
    leave_python(&budget.halt, &thread);
    long long found =
        (long long)count_one(box.high, box.wide, cells, (uint64_t)limit, &budget);
    PyEval_RestoreThread(thread);
    if (budget.status == SIGNALLED) return NULL;
    if (budget.status == NO_MEMORY) return PyErr_NoMemory();
    return PyLong_FromLongLong(budget.status ? ~found : found);
}

static PyObject *batch(PyObject *module, PyObject *args)
{
    Box box;
    const char *puzzles;
    Py_ssize_t length;
    PyObject *high, *wide, *limit_object, *nodes, *seconds;
    PyThreadState *thread;
    long long limit;
    Budget budget;
    Py_buffer stop = {0};
    PyObject *counts = NULL, *solutions = NULL;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOy#OOO|w*", &high, &wide, &puzzles, &length, &limit_object,
                          &nodes, &seconds, &stop))
        return NULL;
    if (box_of(high, wide, &box) && length_is("puzzles", length % box.cells, 0)
        && values_fit(puzzles, length, box.high * box.wide)
        && whole(limit_object, "limit", 1, 254, &limit) && budget_of(nodes, seconds, &budget)
        && (!stop.obj || length_is("stop", stop.len, 1))) {
        counts = PyBytes_FromStringAndSize(NULL, length / box.cells);
        solutions = PyBytes_FromStringAndSize(NULL, length);
    }
    if (!counts || !solutions) {
        PyBuffer_Release(&stop);
        Py_XDECREF(counts);
        Py_XDECREF(solutions);
        return NULL;
    }
    budget.halt.stop = stop.buf;
    uint8_t *count = (uint8_t *)PyBytes_AsString(counts);
    uint8_t *solution = (uint8_t *)PyBytes_AsString(solutions);
    leave_python(&budget.halt, &thread);
    solve_many(box.high, box.wide, (const uint8_t *)puzzles, length / box.cells, (uint64_t)limit,
               &budget, count, solution);
    PyEval_RestoreThread(thread);
    PyBuffer_Release(&stop);
    if (budget.status != NO_MEMORY && budget.status != SIGNALLED)
        return Py_BuildValue("NN", counts, solutions);
    Py_DECREF(counts);
    Py_DECREF(solutions);
    return budget.status == SIGNALLED ? NULL : PyErr_NoMemory();
}

static PyObject *plain(PyObject *module, PyObject *args)
{
    const char *text;
    Py_ssize_t length;
    int is_solve;
    PyObject *nodes, *seconds;
    Budget budget;
    Printed printed;
    PyThreadState *thread;
    (void)module;
    if (!PyArg_ParseTuple(args, "y#pOO", &text, &length, &is_solve, &nodes, &seconds)
        || !budget_of(nodes, seconds, &budget))
        return NULL;
    leave_python(&budget.halt, &thread);
    int is_done = answer_plain(text, (size_t)length, is_solve, &budget, &printed);
    PyEval_RestoreThread(thread);
    if (budget.status == SIGNALLED) return NULL;
    if (!is_done) Py_RETURN_NONE;
    PyObject *answered = Py_BuildValue("s#O", printed.text, (Py_ssize_t)printed.length,
                                       printed.is_unique ? Py_True : Py_False);
    free(printed.text);
    return answered;
}

static PyObject *fill(PyObject *module, PyObject *args)
{
    Box box;
    uint64_t rng;
    PyObject *high, *wide, *state, *nodes, *seconds;
    Budget budget;
    PyThreadState *thread;
    uint8_t values[MAX_CELLS];
    (void)module;
    if (!PyArg_ParseTuple(args, "OOOOO", &high, &wide, &state, &nodes, &seconds)
        || !box_of(high, wide, &box) || !state_of(state, &rng)
        || !budget_of(nodes, seconds, &budget))
        return NULL;
    MakerN *maker = malloc(sizeof *maker);
    int ready = maker && makern_init(maker, box.high, box.wide);
    memset(values, 0, sizeof values);
    leave_python(&budget.halt, &thread);
    if (ready) filln(maker, &rng, &budget, values);
    PyEval_RestoreThread(thread);
    if (maker) searchn_free(&maker->search);
    free(maker);
    if (!ready) return PyErr_NoMemory();
    if (budget.status == SIGNALLED) return NULL;
    return Py_BuildValue("iy#K", budget.status, (char *)values, box.cells, (unsigned long long)rng);
}

static PyObject *generate(PyObject *module, PyObject *args)
{
    Box box;
    const char *orbit_of, *seeds;
    Py_ssize_t orbits_length, seeds_length;
    PyObject *high, *wide, *clues_object, *nodes, *seconds;
    PyThreadState *thread;
    long long clues;
    Budget budget;
    Orbits orbits;
    Py_buffer stop = {0};
    PyObject *puzzles = NULL, *solutions = NULL;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOy#Oy#OO|w*", &high, &wide, &orbit_of, &orbits_length,
                          &clues_object, &seeds, &seeds_length, &nodes, &seconds, &stop))
        return NULL;
    int is_right = box_of(high, wide, &box) && length_is("orbits", orbits_length, 2 * box.cells)
        && length_is("seeds", seeds_length % 8, 0)
        && whole(clues_object, "clues", -1, box.cells, &clues)
        && budget_of(nodes, seconds, &budget) && (!stop.obj || length_is("stop", stop.len, 1));
    if (is_right && !orbits_init(&orbits, (const uint8_t *)orbit_of, (int)box.cells)) {
        PyErr_SetString(PyExc_ValueError, "orbits must be numbered by their first cells");
        is_right = 0;
    }
    if (is_right && seeds_length / 8 > PY_SSIZE_T_MAX / box.cells) {
        PyErr_NoMemory();
        is_right = 0;
    }
    if (is_right) {
        puzzles = PyBytes_FromStringAndSize(NULL, seeds_length / 8 * box.cells);
        solutions = PyBytes_FromStringAndSize(NULL, seeds_length / 8 * box.cells);
    }
    budget.halt.stop = stop.buf;
    if (!puzzles || !solutions) {
        PyBuffer_Release(&stop);
        Py_XDECREF(puzzles);
        Py_XDECREF(solutions);
        return NULL;
    }
    uint8_t *puzzle = (uint8_t *)PyBytes_AsString(puzzles);
    uint8_t *solution = (uint8_t *)PyBytes_AsString(solutions);
    leave_python(&budget.halt, &thread);
    generate_many(box.high, box.wide, &orbits, (int)clues, (const uint8_t *)seeds,
                  seeds_length / 8, &budget, puzzle, solution);
    PyEval_RestoreThread(thread);
    PyBuffer_Release(&stop);
    if (budget.status != NO_MEMORY && budget.status != SIGNALLED)
        return Py_BuildValue("iNN", budget.status, puzzles, solutions);
    Py_DECREF(puzzles);
    Py_DECREF(solutions);
    return budget.status == SIGNALLED ? NULL : PyErr_NoMemory();
}

static PyObject *mask(PyObject *module, PyObject *args)
{
    int found = 0;
    Box box;
    const char *marks;
    uint64_t rng;
    PyObject *high, *wide, *state, *nodes, *seconds;
    Py_ssize_t length;
    Budget budget;
    uint16_t marked[MAX_CELLS];
    uint8_t puzzle[MAX_CELLS] = {0}, solution[MAX_CELLS] = {0};
    uint32_t count = 0;
    PyThreadState *thread;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOy#OOO", &high, &wide, &marks, &length, &state, &nodes,
                          &seconds)
        || !box_of(high, wide, &box) || !length_is("mask", length, box.cells)
        || !state_of(state, &rng) || !budget_of(nodes, seconds, &budget))
        return NULL;
    for (Py_ssize_t cell = 0; cell < box.cells; cell++)
        if (marks[cell]) marked[count++] = (uint16_t)cell;
    if (!count) {
        PyErr_SetString(PyExc_ValueError, "mask must have a cell");
        return NULL;
    }
    MakerN *maker = malloc(sizeof *maker);
    int ready = maker && makern_init(maker, box.high, box.wide);
    leave_python(&budget.halt, &thread);
    if (ready) found = climb(maker, marked, count, &rng, &budget, puzzle, solution);
    PyEval_RestoreThread(thread);
    if (maker) searchn_free(&maker->search);
    free(maker);
    if (!ready) return PyErr_NoMemory();
    if (budget.status == SIGNALLED) return NULL;
    if (!found) memset(puzzle, 0, sizeof puzzle), memset(solution, 0, sizeof solution);
    return Py_BuildValue("iy#y#K", budget.status, (char *)puzzle, box.cells, (char *)solution,
                         box.cells, (unsigned long long)rng);
}

static PyObject *random_puzzle(PyObject *module, PyObject *args)
{
    Box box;
    Shape shape;
    long long least;
    uint64_t rng;
    PyObject *high, *wide, *least_object, *state, *seconds;
    Halt halt;
    PyThreadState *thread;
    uint8_t values[MAX_CELLS];
    (void)module;
    if (!PyArg_ParseTuple(args, "OOOOO", &high, &wide, &least_object, &state, &seconds)
        || !box_of(high, wide, &box) || !whole(least_object, "least", 0, box.cells, &least)
        || !state_of(state, &rng) || !halt_of(seconds, &halt))
        return NULL;
    leave_python(&halt, &thread);
    shape_init(&shape, box.high, box.wide);
    random_givens(&shape, (int)least, &rng, &halt, values);
    PyEval_RestoreThread(thread);
    if (halt.status == SIGNALLED) return NULL;
    return Py_BuildValue("iy#K", halt.status, (char *)values, box.cells, (unsigned long long)rng);
}

/* Whether a buffer has whole fillings with known partitions; sets ValueError if not. */
static int fillings_of(const Py_buffer *buffer, const char *name, const Filling **fillings,
                       size_t *count)
{
    int fits = buffer->len % (Py_ssize_t)sizeof **fillings == 0
               && (uintptr_t)buffer->buf % _Alignof(Filling) == 0;
    *fillings = buffer->buf;
    *count = (size_t)buffer->len / sizeof **fillings;
    for (size_t k = 0; fits && k < *count; k++)
        for (int box = 0; box < 3; box++) fits &= (*fillings)[k].box[box] < PARTITIONS;
    if (!fits) PyErr_Format(PyExc_ValueError, "%s must be fillings of 16 bytes", name);
    return fits;
}

static int crossing_fits(const Py_buffer *crossing)
{
    const uint16_t *partitions = crossing->buf;
    if (!length_is("crossing", crossing->len, 2 * PARTITIONS * CROSSING)) return 0;
    uint16_t most = 0;
    for (int k = 0; k < PARTITIONS * CROSSING; k++)
        most = partitions[k] > most ? partitions[k] : most;
    if (most < PARTITIONS && (uintptr_t)crossing->buf % 2 == 0) return 1;
    PyErr_SetString(PyExc_ValueError, "a partition is above 279");
    return 0;
}

static PyObject *table(PyObject *module, PyObject *args)
{
    Py_buffer stack = {0}, crossing = {0}, wanted = {0};
    const Filling *fillings;
    size_t count;
    PyObject *made = NULL;
    Counts *counts = NULL;
    (void)module;
    if (!PyArg_ParseTuple(args, "y*y*y*", &stack, &crossing, &wanted)) return NULL;
    if (fillings_of(&stack, "stack", &fillings, &count) && crossing_fits(&crossing)
        && length_is("wanted", wanted.len, PARTITIONS)) {
        counts = malloc(sizeof *counts);
        made = counts ? PyBytes_FromStringAndSize(NULL, sizeof(Table)) : PyErr_NoMemory();
    }
    if (made) {
        uint16_t (*rows)[PARTITIONS][PARTITIONS] = (void *)PyBytes_AsString(made);
        Halt halt = {.next_look = now() + BETWEEN_LOOKS};
        PyThreadState *thread;
        leave_python(&halt, &thread);
        memset(rows, 0, sizeof(Table));
        for (int first = 0; first < PARTITIONS && !interruption(&halt); first++)
            if (((const char *)wanted.buf)[first])
                tabulate(fillings, count, crossing.buf, first, counts, rows[first]);
        PyEval_RestoreThread(thread);
        if (halt.status) Py_CLEAR(made);
    }
    free(counts);
    PyBuffer_Release(&stack), PyBuffer_Release(&crossing), PyBuffer_Release(&wanted);
    return made;
}

/* The answer of `join` to arguments that fit. */
static PyObject *joined(Join *join, Halt *halt)
{
    PyObject *answer = NULL;
    PyThreadState *thread;
    uint64_t *sums = calloc(join->firsts + 1, sizeof *sums);
    int status = sums ? join_init(join) : NO_MEMORY;
    if (status == FINISHED) {
        leave_python(halt, &thread);
        join_all(join, sums, halt);
        PyEval_RestoreThread(thread);
        if (halt->status != SIGNALLED)
            answer = Py_BuildValue("iy#", halt->status, (char *)sums,
                                   (Py_ssize_t)(join->firsts * sizeof *sums));
    } else if (status == NO_MEMORY) {
        PyErr_NoMemory();
    } else {
        PyErr_SetString(PyExc_ValueError, "third has too many fillings of one partition");
    }
    free(join->tiles);
    free(sums);
    return answer;
}

static PyObject *join(PyObject *module, PyObject *args)
{
    Py_buffer tables[3] = {{0}}, bands[3] = {{0}}, stop = {0};
    PyObject *seconds, *answer = NULL;
    Halt halt;
    (void)module;
    if (!PyArg_ParseTuple(args, "y*y*y*y*y*y*O|w*", &tables[0], &tables[1], &tables[2], &bands[0],
                          &bands[1], &bands[2], &seconds, &stop))
        return NULL;
    int fits = halt_of(seconds, &halt) && (!stop.obj || length_is("stop", stop.len, 1));
    for (int k = 0; k < 3; k++)
        fits = fits && length_is("a table", tables[k].len, sizeof(Table));
    halt.stop = stop.buf;
    /* A Join is aligned to 64 bytes, more than malloc promises. */
    void *memory = fits ? calloc(1, sizeof(Join) + 64) : NULL;
    Join *join = (Join *)(((uintptr_t)memory + 63) / 64 * 64);
    if (fits && !memory) PyErr_NoMemory();
    if (memory) {
        for (int k = 0; k < 3; k++) join->tables[k] = tables[k].buf;
        if (fillings_of(&bands[0], "first", &join->first, &join->firsts)
            && fillings_of(&bands[1], "second", &join->second, &join->seconds)
            && fillings_of(&bands[2], "third", &join->third, &join->thirds))
            answer = joined(join, &halt);
    }
    free(memory);
    for (int k = 0; k < 3; k++) PyBuffer_Release(&tables[k]), PyBuffer_Release(&bands[k]);
    PyBuffer_Release(&stop);
    return answer;
}

/* Keeps the GIL, since it takes a few microseconds. */
static PyObject *close_board9(PyObject *module, PyObject *board)
{
    char *bytes;
    Py_ssize_t length;
    uint8_t closed[BOARD_BYTES];
    Closing9 closing;
    (void)module;
    if (PyBytes_AsStringAndSize(board, &bytes, &length) < 0
        || !length_is("board", length, BOARD_BYTES))
        return NULL;
    close9_read(&closing, (const uint8_t *)bytes);
    int status = close9(&closing);
    close9_write(&closing, closed);
    return Py_BuildValue("iy#", status, (char *)closed, (Py_ssize_t)BOARD_BYTES);
}

/* Keeps the GIL, since it takes a millisecond or so. */
static PyObject *reach_all(PyObject *module, PyObject *args)
{
    PyObject *count_object, *answer = NULL;
    const char *strong, *weak, *starts;
    Py_ssize_t strong_length, weak_length, starts_length;
    long long count;
    (void)module;
    if (!PyArg_ParseTuple(args, "Oy#y#y#", &count_object, &strong, &strong_length, &weak,
                          &weak_length, &starts, &starts_length)
        || !whole(count_object, "count", 1, MOST_OF_A_GRAPH, &count))
        return NULL;
    int words = (int)((count + 63) / 64), bytes = 8 * words;
    Py_ssize_t many = starts_length / bytes;
    if (!length_is("strong", strong_length, count * bytes)
        || !length_is("weak", weak_length, count * bytes)
        || !length_is("starts", starts_length, many * bytes))
        return NULL;
    /* A whole number of words of nodes, so that a bit behind the last one is read from here. */
    size_t rows = (size_t)words * 64;
    uint64_t *memory = calloc((2 * rows + 4) * (size_t)words, sizeof *memory);
    uint8_t *found = malloc((size_t)many * 2 * (size_t)bytes + 1);
    if (memory && found) {
        uint64_t *weak_rows = memory + rows * (size_t)words;
        uint64_t *holds = weak_rows + rows * (size_t)words;
        for (Py_ssize_t k = 0; k < count; k++) {
            row_read(memory + k * words, (const uint8_t *)strong + k * bytes, words);
            row_read(weak_rows + k * words, (const uint8_t *)weak + k * bytes, words);
        }
        for (Py_ssize_t k = 0; k < many; k++) {
            row_read(holds, (const uint8_t *)starts + k * bytes, words);
            reach(memory, weak_rows, holds, holds + words, holds + 2 * words, words);
            row_write(holds, found + 2 * k * bytes, words);
            row_write(holds + words, found + (2 * k + 1) * bytes, words);
        }
        answer = PyBytes_FromStringAndSize((const char *)found, 2 * many * bytes);
    } else {
        PyErr_NoMemory();
    }
    free(memory);
    free(found);
    return answer;
}

static PyObject *use_vectors(PyObject *module, PyObject *most)
{
    long long bits;
    (void)module;
    if (!whole(most, "bits", 0, 512, &bits)) return NULL;
    return PyLong_FromLong(128 * use_form(vectors_up_to((int)(bits / 128))));
}

static PyMethodDef methods[] = {
    {"search", search, METH_VARARGS, NULL},
    {"company", company, METH_O, NULL},
    {"prove", prove, METH_VARARGS, NULL},
    {"count", (PyCFunction)(void (*)(void))count, METH_FASTCALL, NULL},
    {"batch", batch, METH_VARARGS, NULL},
    {"plain", plain, METH_VARARGS, NULL},
    {"fill", fill, METH_VARARGS, NULL},
    {"generate", generate, METH_VARARGS, NULL},
    {"mask", mask, METH_VARARGS, NULL},
    {"random_puzzle", random_puzzle, METH_VARARGS, NULL},
    {"table", table, METH_VARARGS, NULL},
    {"join", join, METH_VARARGS, NULL},
    {"close9", close_board9, METH_O, NULL},
    {"reach", reach_all, METH_VARARGS, NULL},
    {"use_vectors", use_vectors, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

/* The tables belong to the process and never change once they are filled. Another interpreter may
   import the module while this one searches, or at the same moment: the first one fills them, and
   the others wait for it. */
static int execute(PyObject *module)
{
    enum { UNFILLED, BEGUN, FILLED };
    static int tables = UNFILLED;
    int unfilled = UNFILLED;
    (void)module;
    if (__atomic_compare_exchange_n(&tables, &unfilled, BEGUN, 0, __ATOMIC_ACQUIRE,
                                    __ATOMIC_ACQUIRE)) {
        worth_init();
        close9_init();
        use_form(vectors_up_to(4));
#if !defined(SUDOKU_SCALAR)
        core9_use(fastest_vectors());
#endif
        __atomic_store_n(&tables, FILLED, __ATOMIC_RELEASE);
    }
    while (__atomic_load_n(&tables, __ATOMIC_ACQUIRE) != FILLED)
        ;
    return 0;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, (void *)execute}, EACH_INTERPRETER_SLOT, {0, NULL},
};
static PyModuleDef_Slot old_slots[] = {{Py_mod_exec, (void *)execute}, {0, NULL}};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "_core", NULL, 0, methods, slots, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__core(void)
{
    if (!knows_interpreters()) definition.m_slots = old_slots;
    return PyModuleDef_Init(&definition);
}
