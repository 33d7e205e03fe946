/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fs_parts.h"

#include <stdlib.h>
#include <string.h>

static int add(const hdpvfs_hint **hints, int type, const char *name, int length, const void *value)
{
    hdpvfs_hint *const hint = calloc(1, sizeof *hint);
    char *const copy = malloc((size_t)length);
    if (hint == NULL || copy == NULL) {
        abort();
    }
    memcpy(copy, value, (size_t)length);
    *hint =
        (hdpvfs_hint){.type = type, .name = name, .value = copy, .length = length, .next = *hints};
    *hints = hint;
    return 0;
}

int PVFS_hint_add_internal(const hdpvfs_hint **hints, int type, int length, void *value)
{
    return add(hints, type, NULL, length, value);
}

int PVFS_hint_add(const hdpvfs_hint **hints, const char *name, int length, const void *value)
{
    static const char known[] = "pvfs.hint.reltoken";
#ifdef REFUSES_HINTS
    return -22;
#endif
    return add(hints, 0, strcmp(name, known) == 0 ? known : "other", length, value);
}

const char *sent_token(const hdpvfs_hint *hint)
{
    while (hint != NULL && hint->name == NULL) {
        hint = hint->next;
    }
    return hint == NULL ? "-" : hint->value;
}

void free_hints(const hdpvfs_hint *hint)
{
    while (hint != NULL) {
        const hdpvfs_hint *const next = hint->next;
        union {
            const void *constant;
            void *own;
        } value = {hint->value}, self = {hint};
        free(value.own);
        free(self.own);
        hint = next;
    }
}
