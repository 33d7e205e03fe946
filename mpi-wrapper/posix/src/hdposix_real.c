/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hdposix_real.h"

#include <dlfcn.h>
#include <string.h>

hdp__reals hdp__real;

static void find(void *place, const char *name)
{
    void *const found = dlsym(RTLD_NEXT, name);
    if (found != NULL) {
        memcpy(place, &found, sizeof found); /* an object becomes a function */
    }
}

void hdp__real_find(void)
{
#define X(name) find(&hdp__real.name, #name);
    HDP_REAL_LIST(X)
#undef X
}
