/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDMPI_LINES_H
#define HDMPI_LINES_H
/* Source lines of machine code, from debug information: in the object itself, or where its build id
 * or debug link leads to. */

#include <stdint.h>

typedef enum lines_result {
    LINES_OK,
    LINES_NO_OBJECT,   /* the file is gone or is no object */
    LINES_OTHER_BUILD, /* it has been made anew since */
    LINES_NO_DEBUG,    /* there is no debug information for it */
    LINES_NO_LINE,     /* it doesn't cover this place */
    LINES_RESULT_COUNT
} lines_result;

typedef struct lines lines;

/* What is known of an object's file; never NULL. `build_id`: in hexadecimal digits, or "". */
lines *lines_open(const char *path, const char *build_id);
void lines_close(lines *object);

/* Line of the call that returns to `offset` in the object's addresses. `file` is the object's. */
lines_result lines_find(lines *object, uint64_t offset, const char **file, int *line);

#endif
