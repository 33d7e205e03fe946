/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reindex_traces TRACE...: make the index of each trace anew. */
#include "reindex.h"

#include <stdio.h>

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (!reindex_trace(argv[i])) {
            (void)fprintf(stderr, "%s: no index could be made\n", argv[i]);
            return 1;
        }
    }
    return 0;
}
