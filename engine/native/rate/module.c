/* The native boundary: see _rate.pyi. */
#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030B0000

#include <Python.h>

#include <string.h>
#include <time.h>

#include "../interpreters.h"
#include "walk.h"

static const char *const NAMES[TECHNIQUES] = {
    [FULL_HOUSE] = "full_house",
    [HIDDEN_SINGLE] = "hidden_single",
    [DIRECT_POINTING] = "direct_pointing",
    [DIRECT_CLAIMING] = "direct_claiming",
    [DIRECT_HIDDEN_PAIR] = "direct_hidden_pair",
    [NAKED_SINGLE] = "naked_single",
    [DIRECT_HIDDEN_TRIPLE] = "direct_hidden_triple",
    [POINTING] = "pointing",
    [CLAIMING] = "claiming",
    [NAKED_PAIR] = "naked_pair",
    [X_WING] = "x_wing",
    [HIDDEN_PAIR] = "hidden_pair",
    [NAKED_TRIPLE] = "naked_triple",
    [SWORDFISH] = "swordfish",
    [HIDDEN_TRIPLE] = "hidden_triple",
    [SKYSCRAPER] = "skyscraper",
    [TWO_STRING_KITE] = "two_string_kite",
    [TURBOT_FISH] = "turbot_fish",
    [GROUPED_TURBOT_FISH] = "grouped_turbot_fish",
    [XY_WING] = "xy_wing",
    [XYZ_WING] = "xyz_wing",
    [UNIQUE_RECTANGLE] = "unique_rectangle",
    [UNIQUE_LOOP] = "unique_loop",
    [NAKED_QUAD] = "naked_quad",
    [JELLYFISH] = "jellyfish",
    [HIDDEN_QUAD] = "hidden_quad",
    [THREE_STRONG_LINKS] = "three_strong_links",
    [WXYZ_WING] = "wxyz_wing",
    [BUG] = "bug",
    [FOUR_STRONG_LINKS] = "four_strong_links",
    [VWXYZ_WING] = "vwxyz_wing",
    [ALIGNED_PAIR_EXCLUSION] = "aligned_pair_exclusion",
    [UVWXYZ_WING] = "uvwxyz_wing",
    [X_CYCLE] = "x_cycle",
    [Y_CYCLE] = "y_cycle",
    [FORCING_X_CHAIN] = "forcing_x_chain",
    [FORCING_CHAIN] = "forcing_chain",
    [XY_CYCLE] = "xy_cycle",
    [TUVWXYZ_WING] = "tuvwxyz_wing",
    [ALIGNED_TRIPLE_EXCLUSION] = "aligned_triple_exclusion",
    [NISHIO] = "nishio",
    [CELL_FORCING_CHAIN] = "cell_forcing_chain",
    [UNIT_FORCING_CHAIN] = "unit_forcing_chain",
    [DYNAMIC_FORCING_CHAINS] = "dynamic_forcing_chains",
    [DYNAMIC_FORCING_CHAINS_PLUS] = "dynamic_forcing_chains_plus",
    [NESTED_FORCING_CHAINS] = "nested_forcing_chains",
};

static bool read_givens(PyObject *puzzle, uint8_t givens[CELLS])
{
    char *bytes;
    Py_ssize_t size;
    if (PyBytes_AsStringAndSize(puzzle, &bytes, &size) < 0)
        return false;
    bool fits = size == CELLS;
    for (int cell = 0; fits && cell < CELLS; cell++) {
        givens[cell] = (uint8_t)bytes[cell];
        fits = givens[cell] <= 9;
    }
    if (!fits)
        PyErr_SetString(PyExc_ValueError, "a puzzle to rate is 81 bytes of 0 to 9");
    return fits;
}

/* The deadline in nanoseconds; 0 for no limit, and for one so large that it would overflow. */
static int64_t deadline_in(double seconds)
{
    struct timespec now;
    if (!(seconds > 0 && seconds < 1e9))
        return 0;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec + (int64_t)(seconds * 1e9);
}

static PyObject *counts_of(const Rating *rating)
{
    PyObject *counts = PyTuple_New(TECHNIQUES);
    for (int i = 0; counts && i < TECHNIQUES; i++) {
        PyObject *count = PyLong_FromLong(rating->counts[i]);
        if (!count || PyTuple_SetItem(counts, i, count) < 0)
            Py_CLEAR(counts);
    }
    return counts;
}

static PyObject *result_of(const Rating *rating)
{
    switch (rating->outcome) {
    case NO_MEMORY:
        return PyErr_NoMemory();
    case TIMED_OUT:
        PyErr_SetString(PyExc_TimeoutError, "the time for rating is up");
        return NULL;
    case UNSOLVABLE:
        PyErr_SetString(PyExc_ValueError, "the puzzle has no solution");
        return NULL;
    default:
        break;
    }
    PyObject *counts = counts_of(rating);
    if (!counts)
        return NULL;
    return Py_BuildValue("(iiiiNN)", rating->rating, rating->pearl, rating->diamond,
                         (int)rating->hardest, counts, PyBool_FromLong(rating->outcome == RATED));
}

/* Whether a signal has come whose handler raises, as Ctrl-C does; the exception is then set. */
static bool signalled(void *caller)
{
    PyThreadState **thread = caller;
    PyEval_RestoreThread(*thread);
    bool raised = PyErr_CheckSignals() < 0;
    *thread = PyEval_SaveThread();
    return raised;
}

static PyObject *rate(PyObject *Py_UNUSED(module), PyObject *arguments)
{
    PyObject *puzzle;
    double seconds = 0;
    int most = 0;
    uint8_t givens[CELLS];
    Rating rating;
    if (!PyArg_ParseTuple(arguments, "S|di:rate", &puzzle, &seconds, &most) ||
        !read_givens(puzzle, givens))
        return NULL;
    PyThreadState *thread = PyEval_SaveThread();
    Limits limits = {.deadline = deadline_in(seconds), .most = most, .signalled = signalled,
                     .caller = &thread};
    rate_puzzle(givens, &limits, &rating);
    PyEval_RestoreThread(thread);
    return PyErr_Occurred() ? NULL : result_of(&rating);
}

static PyMethodDef METHODS[] = {
    {"rate", rate, METH_VARARGS, "Rates a puzzle on the Sudoku Explainer scale."},
    {NULL, NULL, 0, NULL},
};

static int add_names(PyObject *module)
{
    PyObject *names = PyTuple_New(TECHNIQUES);
    for (int i = 0; names && i < TECHNIQUES; i++) {
        PyObject *name = PyUnicode_FromString(NAMES[i]);
        if (!name || PyTuple_SetItem(names, i, name) < 0)
            Py_CLEAR(names);
    }
    if (!names)
        return -1;
    int failed = PyModule_AddObjectRef(module, "TECHNIQUES", names);
    Py_DECREF(names);
    return failed;
}

static PyModuleDef_Slot SLOTS[] = {
    {Py_mod_exec, (void *)add_names},
    EACH_INTERPRETER_SLOT,
    {0, NULL},
};

static PyModuleDef_Slot OLD_SLOTS[] = {
    {Py_mod_exec, (void *)add_names},
    {0, NULL},
};

static PyModuleDef DEFINITION = {
    PyModuleDef_HEAD_INIT,
    .m_name = "_rate",
    .m_doc = "Rating on the Sudoku Explainer scale, in C.",
    .m_methods = METHODS,
    .m_slots = SLOTS,
};

PyMODINIT_FUNC PyInit__rate(void)
{
    if (!knows_interpreters())
        DEFINITION.m_slots = OLD_SLOTS;
    return PyModuleDef_Init(&DEFINITION);
}
