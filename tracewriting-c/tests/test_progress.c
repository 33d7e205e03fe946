/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is said while a ring becomes text, and that whoever converts one is told how far it is. */
#include "support.h"

#include <hdtrace/progress.h>
#include <hdtrace/ring.h>
#include <hdtrace/trace.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const int64_t second = 1000000000;

static const char *tell(hd_progress *progress, int64_t now_ns, uint64_t done)
{
    static char line[HD_PROGRESS_BYTES];
    const size_t bytes = hd_progress_get_line(progress, now_ns, done, 200, line);
    assert_true(bytes < sizeof line);
    line[bytes] = '\0';
    return line;
}

static void a_terminal_is_told_twice_a_second(void **state)
{
    (void)state;
    const int64_t begin = 7 * second;
    hd_progress progress = {.what = "merge: X.ring", .on_terminal = true, .begin_ns = begin};
    assert_string_equal(tell(&progress, begin, 0), "");
    assert_string_equal(tell(&progress, begin + 2 * second, 20), "");
    assert_string_equal(tell(&progress, begin + 2 * second + 1, 21),
                        "\rmerge: X.ring: 10 % is text\033[K");
    assert_string_equal(tell(&progress, begin + 2 * second + 2, 22), "");
    assert_string_equal(tell(&progress, begin + 3 * second, 100),
                        "\rmerge: X.ring: 50 % is text\033[K");
    assert_string_equal(tell(&progress, begin + 3 * second + 1, 200), "\r\033[K");
    assert_string_equal(tell(&progress, begin + 3 * second + 2, 200), "");
    progress.what = "merge: Y.ring"; /* of the same work, which takes long already */
    assert_string_equal(tell(&progress, begin + 3 * second + 3, 2),
                        "\rmerge: Y.ring: 1 % is text\033[K");
}

static void a_file_gets_one_line(void **state)
{
    (void)state;
    hd_progress progress = {.what = "rank 3: its ring", .begin_ns = 5};
    assert_string_equal(tell(&progress, 5, 0), "");
    assert_string_equal(tell(&progress, 10 * second + 5, 198), "");
    assert_string_equal(tell(&progress, 10 * second + 6, 199),
                        "rank 3: its ring: 99 % is text after 10 s, the rest follows\n");
    assert_string_equal(tell(&progress, 90 * second, 199), "");
    assert_string_equal(tell(&progress, 90 * second, 200), "");
}

static void short_work_gets_none(void **state)
{
    (void)state;
    for (int terminal = 0; terminal < 2; terminal++) {
        hd_progress progress = {.what = "x", .on_terminal = terminal != 0, .begin_ns = 0};
        assert_string_equal(tell(&progress, 2 * second, 100), "");
        assert_string_equal(tell(&progress, 60 * second, 200), "");
    }
}

static void long_names_are_cut(void **state)
{
    (void)state;
    static char name[3 * HD_PROGRESS_BYTES];
    memset(name, 'n', sizeof name - 1);
    for (int terminal = 0; terminal < 2; terminal++) {
        hd_progress progress = {.what = name, .on_terminal = terminal != 0, .begin_ns = 0};
        assert_non_null(strstr(tell(&progress, 60 * second, 100), "n: 50 % is text"));
    }
}

/* --- who converts ----------------------------------------------------------------------------- */

enum { STATES = 5000 };

typedef struct seen {
    unsigned times;
    uint64_t done;
    uint64_t total;
} seen;

static void note(void *context, uint64_t done, uint64_t total)
{
    seen *const so_far = context;
    assert_true(done > so_far->done && done <= total);
    assert_true(so_far->times == 0 || total == so_far->total);
    so_far->times++;
    so_far->done = done;
    so_far->total = total;
}

static hd_trace *record(hd_topology *topology, seen *told)
{
    const hd_trace_options options = {
        .mode = HD_TRACE_RING, .progress = note, .progress_context = told};
    hd_trace *trace = NULL;
    assert_int_equal(hd_trace_create(test_node(topology), &options, &trace), HD_OK);
    for (int i = 0; i < STATES; i++) {
        hd_trace_begin_state(trace, "State");
        hd_trace_end_state(trace);
    }
    return trace;
}

static void assert_told(const seen *told)
{
    assert_true(told->times >= STATES / 256);
    assert_true(told->total >= (uint64_t)STATES * 24);
    assert_int_equal(told->done, told->total);
}

static void the_end_of_a_trace_is_told_of(void **state)
{
    (void)state;
    hd_topology *const topology = test_topology();
    seen told = {0};
    hd_trace *const trace = record(topology, &told);
    assert_int_equal(told.times, 0);
    assert_int_equal(hd_trace_destroy(trace), HD_OK);
    assert_told(&told);
    hd_topology_destroy(topology);
}

static void a_conversion_is_told_of(void **state)
{
    (void)state;
    const pid_t child = fork();
    if (child == 0) {
        (void)record(test_topology(), NULL);
        _exit(0);
    }
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    seen told = {0};
    const hd_ring_options options = {.progress = note, .context = &told};
    hd_ring_report report;
    assert_int_equal(hd_ring_convert_with(test_path("app_n1_0_0.ring"), &options, &report), HD_OK);
    assert_int_equal(report.states, STATES);
    assert_told(&told);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_terminal_is_told_twice_a_second),
        TEST(a_file_gets_one_line),
        TEST(short_work_gets_none),
        TEST(long_names_are_cut),
        TEST(the_end_of_a_trace_is_told_of),
        TEST(a_conversion_is_told_of),
    };
    return cmocka_run_group_tests_name("progress", tests, NULL, NULL);
}
