/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <dlfcn.h>
#include <sampling/library.h>
#include <string.h>

/* A function is copied bytewise, as the standard has no cast from a data pointer to it. */
static bool find_all(void *library, const struct hd_library_function *functions, char *pointers)
{
    for (const struct hd_library_function *one = functions; one->name != NULL; one++) {
        void *symbol = dlsym(library, one->name);
        memcpy(pointers + one->offset, (void *)&symbol, sizeof symbol);
        if (symbol == NULL && !one->is_optional) {
            return false;
        }
    }
    return true;
}

void *hd__library_open(const char *const *names, const struct hd_library_function *functions,
                       void *pointers)
{
    for (; *names != NULL; names++) {
        void *library = dlopen(*names, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
        if (library != NULL && find_all(library, functions, pointers)) {
            return library;
        }
        hd__library_close(library);
    }
    return NULL;
}

void hd__library_close(void *library)
{
    if (library != NULL) {
        (void)dlclose(library);
    }
}
