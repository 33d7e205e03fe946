/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef POSIX_EXPECT_H
#define POSIX_EXPECT_H
/** What a program checks by itself, so that it fails where the tracer changed something. */

#include <stdio.h>

static int failures;

static void expect(int condition, const char *what)
{
    if (!condition) {
        (void)fprintf(stderr, "not as expected: %s\n", what);
        failures++;
    }
}

#endif
