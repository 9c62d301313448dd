/* Loading a module into several interpreters of one process, each with a lock of its own.

   Python has the slot that permits it since 3.12. The limited API of 3.11, with which one build
   serves every version, does not name it, and 3.11 itself refuses a slot that it does not know. So
   there are two lists of slots, and which one is taken is decided when the module is loaded. */

#ifndef INTERPRETERS_H
#define INTERPRETERS_H

#include <Python.h>

#define EACH_INTERPRETER_SLOT {3, (void *)2} /* Py_mod_multiple_interpreters: a lock for each */

static int knows_interpreters(void) { return Py_Version >= 0x030C0000; }

#endif
