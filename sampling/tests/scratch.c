/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scratch.h"

#include <stdio.h>
#include <stdlib.h>

static bool compose(char *path, size_t size, const char *name)
{
    /* NOLINTNEXTLINE(concurrency-mt-unsafe): no test changes its environment */
    const char *base = getenv("TMPDIR");
    const int length =
        snprintf(path, size, "%s/%s-XXXXXX", base == NULL || base[0] == '\0' ? "/tmp" : base, name);
    return length > 0 && (size_t)length < size;
}

bool scratch_folder(char *path, size_t size, const char *name)
{
    return compose(path, size, name) && mkdtemp(path) != NULL;
}

int scratch_file(char *path, size_t size, const char *name)
{
    return compose(path, size, name) ? mkstemp(path) : -1;
}
