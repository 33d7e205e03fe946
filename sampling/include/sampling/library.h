/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SAMPLING_LIBRARY_H
#define HD_SAMPLING_LIBRARY_H
/** Libraries of devices, which are loaded when they are there: a struct of pointers to functions is
 *  filled from a table with their names. */

#include <stdbool.h>
#include <stddef.h>

struct hd_library_function {
    const char *name; /* NULL ends a table */
    size_t offset;    /* of the pointer in the struct */
    bool is_optional; /* NULL where an older library lacks it */
};

#define HD_LIBRARY_FUNCTION(type, member, symbol)                                                  \
    {                                                                                              \
        .name = (symbol), .offset = offsetof(type, member)                                         \
    }
#define HD_LIBRARY_OPTION(type, member, symbol)                                                    \
    {                                                                                              \
        .name = (symbol), .offset = offsetof(type, member), .is_optional = true                    \
    }

/** Load the first of the libraries that is there and has what is needed; `names` ends with NULL.
 *  What is loaded stays until the process ends: such libraries have threads and handlers of their
 *  own. @return NULL: none; else to be given to hd__library_close */
void *hd__library_open(const char *const *names, const struct hd_library_function *functions,
                       void *pointers);

/** NULL is allowed. */
void hd__library_close(void *library);

#endif
