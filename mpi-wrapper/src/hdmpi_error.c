/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of error classes; their numbers differ between MPI libraries. */
#include "hdmpi_record.h"

#include <stdio.h>

/* Version 14 would indent every row deeper than the one before. */
/* clang-format off */
#define CLASSES(X) \
    X(BUFFER) X(COUNT) X(TYPE) X(TAG) X(COMM) X(RANK) X(REQUEST) X(ROOT) X(GROUP) X(OP) \
    X(TOPOLOGY) X(DIMS) X(ARG) X(UNKNOWN) X(TRUNCATE) X(OTHER) X(INTERN) X(IN_STATUS) X(PENDING) \
    X(KEYVAL) X(NO_MEM) X(BASE) X(INFO_KEY) X(INFO_VALUE) X(INFO_NOKEY) X(SPAWN) X(PORT) \
    X(SERVICE) X(NAME) X(WIN) X(SIZE) X(DISP) X(INFO) X(LOCKTYPE) X(ASSERT) X(RMA_CONFLICT) \
    X(RMA_SYNC) X(RMA_RANGE) X(RMA_ATTACH) X(RMA_SHARED) X(RMA_FLAVOR) X(FILE) X(NOT_SAME) \
    X(AMODE) X(UNSUPPORTED_DATAREP) X(UNSUPPORTED_OPERATION) X(NO_SUCH_FILE) X(FILE_EXISTS) \
    X(BAD_FILE) X(ACCESS) X(NO_SPACE) X(QUOTA) X(READ_ONLY) X(FILE_IN_USE) X(DUP_DATAREP) \
    X(CONVERSION) X(IO)
/* clang-format on */

void hd__put_error(hd__call *call, const char *name, int error)
{
    static const struct {
        int class;
        const char *name;
    } classes[] = {
#define CLASS_NAME(class) {MPI_ERR_##class, "MPI_ERR_" #class},
        CLASSES(CLASS_NAME)
#undef CLASS_NAME
    };
    int class = error;
    PMPI_Error_class(error, &class);
    for (size_t i = 0; i < sizeof(classes) / sizeof(classes[0]); i++) {
        if (classes[i].class == class) {
            hd__put_text(call, name, classes[i].name);
            return;
        }
    }
    hd__put_int(call, name, class);
}
