// SPDX-License-Identifier: GPL-3.0-or-later
/* What is measured, in a fixed order: memory, then for each class of pairs one pair in all sizes,
 * then all pairs in two sizes (from which classes are told), several pairs at once, collectives,
 * each direction of each rank's link and its work, files. */
#include "bench.h"

#include <stdlib.h>
#include <string.h>

enum {
    SMALL = 1,
    ALL_PAIRS_UP_TO = 16, /* ranks; beyond, each rank with its right neighbour and its opposite */
    FEW = 5,
    FEW_COLLECTIVE = 3,
    WORK_TURNS = 12,
    MOST_LISTED = 64
};

static const int64_t SHORT_REPETITION_NS = 100000;
static const int64_t FILE_REPETITION_NS = 2000000;
static const int64_t MATRIX_BYTES = 65536;
static const int64_t COPIED_BYTES = 1048576;
static const int64_t WORK_REPETITION_NS = 40000000;

struct planner {
    struct plan *plan;
    const struct options *options;
    bool failed;
};

static void add(struct planner *planner, struct task task)
{
    struct plan *plan = planner->plan;
    if (plan->count == plan->room) {
        const size_t room = 2 * plan->room + 64;
        struct task *tasks = realloc(plan->tasks, room * sizeof *tasks);
        if (tasks == NULL) {
            planner->failed = true;
            return;
        }
        plan->tasks = tasks;
        plan->room = room;
    }
    if (task.repetitions == 0) {
        task.repetitions = planner->options->repetitions;
    }
    if (task.few > task.repetitions) {
        task.few = task.repetitions;
    }
    plan->tasks[plan->count++] = task;
}

static bool wants(const struct planner *planner, int test)
{
    return planner->options->tests[test];
}

/* 1, 2, 3, 4, 6, 8, 12, ... up to the largest, which is included. */
static int64_t next_size(int64_t bytes, int64_t largest)
{
    const bool power = (bytes & (bytes - 1)) == 0;
    const int64_t next = bytes == 1 ? 2 : power ? bytes + bytes / 2 : bytes / 3 * 4;
    return bytes < largest && next > largest ? largest : next;
}

static void add_local(struct planner *planner, int rank)
{
    struct task task = {
        .first = rank, .second = -1, .ranks = 1, .few = FEW, .repetition_ns = SHORT_REPETITION_NS};
    if (!wants(planner, TEST_NOISE)) {
        return;
    }
    task.test = TEST_NOISE;
    task.bytes = 8;
    task.few = 100;
    task.repetitions = 200;
    add(planner, task);
    if (rank != 0) {
        return;
    }
    task.few = FEW;
    task.repetitions = 0;
    for (int64_t bytes = 1024; bytes <= INT64_C(16777216); bytes *= 4) {
        task.bytes = bytes;
        task.test = TEST_COPY;
        add(planner, task);
        task.test = TEST_SUM;
        add(planner, task);
    }
}

static void add_curves(struct planner *planner, int first, int second, bool share_host)
{
    static const int tests[] = {TEST_PINGPONG, TEST_EXCHANGE, TEST_STREAM};
    struct task task = {.first = first,
                        .second = second,
                        .ranks = 2,
                        .few = FEW,
                        .repetition_ns = SHORT_REPETITION_NS};
    for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++) {
        for (int64_t bytes = SMALL; bytes <= planner->options->largest;
             bytes = next_size(bytes, planner->options->largest)) {
            task.test = tests[i];
            task.bytes = bytes;
            add(planner, task);
        }
    }
    if (share_host) { /* elsewhere the network's time has too much noise to tell it */
        task.test = TEST_COPIED;
        task.bytes =
            COPIED_BYTES < planner->options->largest ? COPIED_BYTES : planner->options->largest;
        add(planner, task);
    }
    task.test = TEST_EAGER;
    task.bytes = planner->options->largest;
    add(planner, task);
}

/* The first pair of each class that the system tells. */
static void add_classes(struct planner *planner, const struct place *places, int ranks)
{
    static const char *const classes[] = {"complex", "node", "between"};
    for (size_t i = 0; i < sizeof classes / sizeof classes[0]; i++) {
        bool found = false;
        for (int a = 0; a < ranks && !found; a++) {
            for (int b = a + 1; b < ranks && !found; b++) {
                found = strcmp(class_of_pair(&places[a], &places[b]), classes[i]) == 0;
                if (found) {
                    add_curves(planner, a, b, strcmp(classes[i], "between") != 0);
                }
            }
        }
    }
}

static void add_matrix(struct planner *planner, int ranks)
{
    const int64_t sizes[] = {
        SMALL, MATRIX_BYTES < planner->options->largest ? MATRIX_BYTES : planner->options->largest};
    struct task task = {
        .test = TEST_PINGPONG,
        .ranks = 2,
        .few = FEW,
        .repetitions = planner->options->repetitions < FEW ? planner->options->repetitions : FEW,
        .repetition_ns = SHORT_REPETITION_NS};
    for (int a = 0; a < ranks; a++) {
        for (int b = a + 1; b < ranks; b++) {
            const bool sampled = b == a + 1 || b == a + ranks / 2;
            for (int i = 0; i < 2 && (ranks <= ALL_PAIRS_UP_TO || sampled); i++) {
                task.first = a;
                task.second = b;
                task.bytes = sizes[i];
                add(planner, task);
            }
        }
    }
}

static void add_pairs(struct planner *planner, int ranks)
{
    struct task task = {.test = TEST_PAIRS,
                        .first = 0,
                        .second = -1,
                        .few = FEW_COLLECTIVE,
                        .bytes = 4 * MATRIX_BYTES,
                        .repetition_ns = SHORT_REPETITION_NS};
    if (task.bytes > planner->options->largest) {
        task.bytes = planner->options->largest;
    }
    for (int members = 2; members <= ranks; members = members < 4 ? members + 2 : 2 * members) {
        task.ranks = members;
        add(planner, task);
    }
}

/* Each rank sends to both neighbours and gets from both, so that a link that is slow in one
 * direction is told from those beside it. Work lasts longer than the slices that a processor gives,
 * and ranks work in turn, so that what keeps the whole machine busy for a second meets all of them.
 */
static void add_each(struct planner *planner, int ranks)
{
    const int repetitions =
        planner->options->repetitions < 2 * FEW ? planner->options->repetitions : 2 * FEW;
    struct task task = {.test = TEST_LINK,
                        .ranks = 2,
                        .few = FEW,
                        .repetitions = repetitions,
                        .bytes = 4 * MATRIX_BYTES,
                        .repetition_ns = 1};
    if (task.bytes > planner->options->largest) {
        task.bytes = planner->options->largest;
    }
    for (int rank = 0; rank < ranks && ranks > 1; rank++) {
        task.first = rank;
        task.second = (rank + 1) % ranks;
        add(planner, task);
        if (ranks > 2) {
            task.first = task.second;
            task.second = rank;
            add(planner, task);
        }
    }
    task = (struct task){.test = TEST_WORK,
                         .second = -1,
                         .ranks = 1,
                         .few = 1,
                         .repetitions = 1,
                         .bytes = 4 * MATRIX_BYTES,
                         .repetition_ns = WORK_REPETITION_NS};
    for (int turn = 0; turn < WORK_TURNS; turn++) {
        for (int rank = 0; rank < ranks; rank++) {
            task.first = rank;
            add(planner, task);
        }
    }
}

/* Numbers of a list that was checked when it was read. */
static int listed(const char *list, const char *otherwise, int64_t *values)
{
    int count = 0;
    const char *at = list != NULL ? list : otherwise;
    while (*at != '\0' && count < MOST_LISTED) {
        char *end = NULL;
        values[count++] = strtoll(at, &end, 10);
        at = *end == ',' ? end + 1 : end;
    }
    return count;
}

static void add_collectives(struct planner *planner, int ranks)
{
    int64_t sizes[MOST_LISTED];
    int64_t members[MOST_LISTED];
    const int size_count = listed(planner->options->sizes, "102400,1048576,10485760", sizes);
    const int member_count = listed(planner->options->ranks, "2,3,4,5,6,7,8", members);
    struct task task = {
        .first = 0, .second = -1, .few = FEW_COLLECTIVE, .repetition_ns = SHORT_REPETITION_NS};
    for (int i = 0; i < size_count; i++) {
        for (int test = 0; test < TEST_COUNT; test++) {
            const bool wanted = strcmp(bench_groups[test], "coll") == 0 && wants(planner, test);
            for (int j = 0; j < member_count && wanted; j++) {
                task.test = test;
                task.bytes = sizes[i];
                task.ranks = (int)members[j];
                if (members[j] <= ranks) {
                    add(planner, task);
                }
            }
        }
    }
}

static void add_files(struct planner *planner, int clients)
{
    static const int tests[] = {TEST_WRITE, TEST_SYNC, TEST_READ, TEST_REWRITE, TEST_REREAD};
    struct task task = {.first = 0,
                        .second = -1,
                        .ranks = clients,
                        .few = FEW,
                        .repetition_ns = FILE_REPETITION_NS};
    for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++) {
        for (int64_t bytes = 4096;
             bytes <= INT64_C(4194304) && bytes <= planner->options->file_bytes; bytes *= 4) {
            task.test = tests[i];
            task.bytes = bytes;
            add(planner, task);
        }
    }
    task.test = TEST_CREATE;
    for (int64_t bytes = 1; bytes <= 65536; bytes *= 256) {
        task.bytes = bytes;
        add(planner, task);
    }
}

bool make_plan(struct plan *plan, const struct options *options, const struct place *places,
               int ranks)
{
    struct planner planner = {.plan = plan, .options = options};
    for (int rank = 0; rank < ranks; rank++) {
        add_local(&planner, rank);
    }
    if (wants(&planner, TEST_PINGPONG) && ranks > 1) {
        add_classes(&planner, places, ranks);
        if (ranks > 2) {
            add_matrix(&planner, ranks);
        }
        add_pairs(&planner, ranks);
    }
    if (ranks > 1) {
        add_collectives(&planner, ranks);
    }
    if (wants(&planner, TEST_LINK)) {
        add_each(&planner, ranks);
    }
    if (options->folder != NULL) {
        add_files(&planner, 1);
        if (ranks > 1) {
            add_files(&planner, ranks);
        }
    }
    return !planner.failed;
}
