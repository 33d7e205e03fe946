/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Processes that are killed while they record, and children that have a copy of the trace, or, by
 * vfork, the trace itself. */
#define _GNU_SOURCE /* vfork */
#include "growth_support.h"

#include "clock_pin.h"

#include <hdtrace/clock.h>
#include <hdtrace/trace.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void a_killed_process_loses_nothing_that_had_ended(void **state)
{
    (void)state;
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        test_write_states(growth_create(NULL), 5000);
        (void)kill(getpid(), SIGKILL);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    char *const text = test_read("app_n1_0_0.trc", NULL);
    assert_non_null(text);
    assert_int_equal(test_count(text, "<State "), 5000);
    free(text);
}

static void a_forked_child_leaves_the_file_alone(void **state)
{
    (void)state;
    hd_trace *const t = growth_create(NULL);
    test_write_states(t, 3);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        _exit((int)hd_trace_destroy(t));
    }
    test_expect_exit(child, 0);
    test_write_states(t, 3);
    assert_int_equal(hd_trace_destroy(t), HD_OK);
    char *const text = growth_read_back();
    assert_int_equal(test_count(text, "<State "), 6);
    assert_int_equal(test_count(text, "</Program>"), 1);
    free(text);
}

/* A sanitizer or an emulator may make it a fork. */
static bool vfork_shares_memory(void)
{
    volatile bool is_shared = false;
    const pid_t child = vfork(); /* NOLINT: what the library has to bear */
    if (child == 0) {
        is_shared = true; /* NOLINT(clang-analyzer-unix.Vfork) */
        _exit(0);         /* NOLINT: the same */
    }
    return child > 0 && waitpid(child, NULL, 0) == child && is_shared;
}

/* In a vfork child the memory is the parent's, whose thread waits. */
static void child_of_vfork(hd_trace *t, unsigned states)
{
    const pid_t child = vfork(); /* NOLINT: what the library has to bear */
    if (child == 0) {
        test_write_states(t, states); /* NOLINT(clang-analyzer-unix.Vfork) */
        _exit(7);                     /* NOLINT: the same */
    }
    assert_true(child > 0);
    test_expect_exit(child, 7);
}

typedef struct files {
    char *text, *index;
    size_t index_bytes;
} files;

static files record_vfork(const hd_trace_options *options, unsigned states, bool in_child)
{
    test_sys.clock_ns = 0;
    hd__clock_unpin();
    assert_int_equal(hd_clock_select(HD_CLOCK_MONOTONIC), HD_OK);
    hd_trace *const t = growth_create(options);
    test_write_states(t, 3);
    hd_trace_begin_state(t, "Outer");
    child_of_vfork(t, in_child ? states : 0);
    test_write_states(t, in_child ? 0 : states);
    test_write_states(t, 5000);
    hd_trace_end_state(t);
    const hd_trace_counts counts = hd_trace_get_counts(t);
    assert_int_equal(counts.states, 5004 + states);
    assert_int_equal(counts.dropped_io, 0);
    assert_int_equal(hd_trace_destroy(t), HD_OK);
    files made = {.text = growth_read_back()};
    made.index = test_read("app_n1_0_0.trc.idx", &made.index_bytes);
    assert_non_null(made.index);
    return made;
}

/* Whether the child or its parent made the calls can't be told from the files. */
static void check_vfork(const hd_trace_options *options, unsigned states)
{
    const files child = record_vfork(options, states, true);
    const files parent = record_vfork(options, states, false);
    assert_int_equal(test_count(child.text, "<State "), 5003 + states);
    assert_string_equal(child.text, parent.text);
    assert_int_equal(child.index_bytes, parent.index_bytes);
    assert_memory_equal(child.index, parent.index, child.index_bytes);
    free(child.text);
    free(child.index);
    free(parent.text);
    free(parent.index);
}

static void a_vfork_child_leaves_its_parent_a_right_trace(void **state)
{
    (void)state;
    if (!vfork_shares_memory()) {
        print_message("skipped: vfork does not share memory here\n");
        skip();
    }
    const hd_trace_options direct = {.buffer_bytes = 1, .index = true};
    const hd_trace_options ring = {.buffer_bytes = 1, .index = true, .mode = HD_TRACE_RING};
    static const unsigned states[] = {0, 1, 20000}; /* the last ones need more windows */
    for (int unmapped = 0; unmapped < 2; unmapped++) {
        test_sys.copies = unmapped;
        for (size_t i = 0; i < sizeof states / sizeof states[0]; i++) {
            check_vfork(&direct, states[i]);
            check_vfork(&ring, states[i]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        GROWTH_TEST(a_killed_process_loses_nothing_that_had_ended),
        GROWTH_TEST(a_forked_child_leaves_the_file_alone),
        GROWTH_TEST(a_vfork_child_leaves_its_parent_a_right_trace),
    };
    return GROWTH_RUN("children", tests);
}
