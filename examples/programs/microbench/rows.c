// SPDX-License-Identifier: GPL-3.0-or-later
/* Rows of the table of results. */
#include "bench.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define BENCH_NAME(name, text, kind, group)       text,
#define BENCH_KIND(name, text, kind, group)       BENCH_##kind,
#define BENCH_GROUP_NAME(name, text, kind, group) group,
const char *const bench_names[TEST_COUNT] = {BENCH_TESTS(BENCH_NAME)};
const int bench_kinds[TEST_COUNT] = {BENCH_TESTS(BENCH_KIND)};
const char *const bench_groups[TEST_COUNT] = {BENCH_TESTS(BENCH_GROUP_NAME)};

enum { LONGEST_ROW = 200 };

void rows_add(struct rows *rows, const struct task *task, int operations, int repetition,
              int64_t ns)
{
    if (rows->room - rows->length < LONGEST_ROW) {
        const size_t room = 2 * rows->room + (size_t)16 * LONGEST_ROW;
        char *text = realloc(rows->text, room);
        if (text == NULL) {
            return; /* a row less: the repetitions of a case are counted by who reads them */
        }
        rows->text = text;
        rows->room = room;
    }
    const int length =
        snprintf(rows->text + rows->length, LONGEST_ROW,
                 "%s,%d,%d,%d,%" PRId64 ",%d,%d,%" PRId64 "\n", bench_names[task->test],
                 task->first, task->second, task->ranks, task->bytes, operations, repetition, ns);
    rows->length += length > 0 ? (size_t)length : 0;
}

void rows_free(struct rows *rows)
{
    free(rows->text);
    *rows = (struct rows){0};
}
