/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SAFE_PLACE_H
#define SAFE_PLACE_H
/** A root of a replay that is full of traps, and what must not be touched beside it. */

#include "safe/safe_root.h"

struct place {
    char *folder; /**< holds root and outside */
    char *root_path;
    char *outside; /**< holds a file `precious` alone */
    struct safe_root root;
};

/** For cmocka: make one, whose root somebody has filled with traps after it became ours. */
int place_make(void **user);
int place_remove(void **user);

/** Write a file of a folder. */
void place_put(const char *folder, const char *name, const char *text);

void place_assert_outside_untouched(const struct place *place);

#endif
