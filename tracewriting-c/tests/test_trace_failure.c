/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Disks that are full, calls that are interrupted, memory that runs out. */
#include "growth_support.h"

#include "sink.h"

#include <errno.h>
#include <hdtrace/trace.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static void a_full_disk_ends_the_file_with_a_whole_record_and_the_summary(void **state)
{
    (void)state;
    test_sys.reserve_fails_at = 3;
    test_sys.reserve_error = -ENOSPC;
    hd_trace *const t = growth_create(NULL);
    test_write_states(t, 20000);
    const int readings = test_sys.clock_count;
    test_write_states(t, 10);
    assert_int_equal(test_sys.clock_count, readings); /* a failed trace costs nothing */
    assert_int_equal(hd_trace_flush(t), HD_IO);
    const hd_trace_counts counts = hd_trace_get_counts(t);
    assert_int_equal(counts.states + counts.dropped_io, 20010);
    assert_true(counts.states > 500 && counts.dropped_io > 500);
    errno = 5;
    assert_int_equal(hd_trace_destroy(t), HD_IO);
    assert_int_equal(errno, 5);
    assert_non_null(strstr(hd_error_get_text(), "app_n1_0_0.trc: No space left on device"));
    char *const text = growth_read_back();
    assert_int_equal(test_count(text, "<State "), counts.states);
    const char *const end = strstr(text, "<Event name='HDTraceSummary'");
    assert_non_null(end);
    assert_non_null(strstr(end, "cause='depth:0;disk:"));
    static const char last[] = "'/>\n</Program>\n";
    assert_string_equal(text + strlen(text) - strlen(last), last);
    free(text);
}

static void a_disk_that_fills_inside_nested_states_cuts_at_a_record(void **state)
{
    (void)state;
    test_sys.reserve_fails_at = 2;
    test_sys.reserve_error = -ENOSPC;
    hd_trace *const t = growth_create(NULL);
    hd_trace_begin_state(t, "Outer");
    test_write_states(t, 20000);
    hd_trace_end_state(t);
    assert_int_equal(hd_trace_destroy(t), HD_IO);
    char *const text = growth_read_back();
    assert_null(strstr(text, "<Outer"));
    assert_null(strstr(text, "</Program>"));
    assert_string_equal(text + strlen(text) - 3, "/>\n");
    free(text);
}

static void where_nothing_can_be_mapped_the_file_is_written_and_is_the_same(void **state)
{
    (void)state;
    char *texts[2];
    for (int i = 0; i < 2; i++) {
        assert_int_equal(i == 0 ? 0 : test_teardown(state), 0);
        assert_int_equal(i == 0 ? 0 : growth_setup(state), 0);
        test_sys.map_fails = i;
        test_sys.write_short = 1000;
        test_sys.write_interrupts = 50;
        hd_trace *const t = growth_create(NULL);
        test_write_states(t, 20000);
        assert_int_equal(hd_trace_flush(t), HD_OK);
        assert_int_equal(hd_trace_destroy(t), HD_OK);
        assert_int_equal(test_sys.write_count > 100, i);
        texts[i] = growth_read_back();
    }
    assert_int_equal(test_count(texts[0], "<State "), 20000);
    assert_string_equal(texts[0], texts[1]);
    free(texts[0]);
    free(texts[1]);
}

static void a_file_system_without_reservation_is_written(void **state)
{
    (void)state;
    test_sys.reserve_fails_at = 1;
    test_sys.reserve_error = -EOPNOTSUPP;
    hd_trace *const t = growth_create(NULL);
    test_write_states(t, 10);
    assert_int_equal(hd_trace_destroy(t), HD_OK);
    assert_true(test_sys.write_count > 0);
    char *const text = growth_read_back();
    assert_int_equal(test_count(text, "<State "), 10);
    free(text);
}

static void a_failing_write_loses_only_what_it_must(void **state)
{
    (void)state;
    test_sys.map_fails = 1;
    test_sys.write_fails_at = 3;
    test_sys.write_error = -EIO;
    hd_trace *const t = growth_create(NULL);
    test_write_states(t, 20000);
    const hd_trace_counts counts = hd_trace_get_counts(t);
    assert_true(counts.dropped_io > 0);
    test_sys.write_fails_at = 0; /* the disk recovers before the end */
    assert_int_equal(hd_trace_destroy(t), HD_IO);
    char *const text = growth_read_back();
    assert_int_equal(test_count(text, "<State "), counts.states);
    assert_non_null(strstr(text, "HDTraceSummary"));
    free(text);
}

static void unmapped_traces_are_flushed_every_second(void **state)
{
    (void)state;
    test_sys.map_fails = 1;
    test_sys.tick_ns = 300000000;
    hd_trace *const t = growth_create(NULL);
    test_write_states(t, 10);
    assert_true(test_sys.write_count >= 3);
    assert_int_equal(hd_trace_destroy(t), HD_OK);
    free(growth_read_back());
}

static void where_pages_are_copied_on_write_nothing_is_mapped(void **state)
{
    (void)state;
    hd_trace *t = growth_create(NULL);
    assert_int_equal(hd_trace_get_loss_bytes(t), 0);
    assert_int_equal(hd_trace_destroy(t), HD_OK);
    free(growth_read_back());
    test_sys.copies = 1;
    test_sys.reserve_count = 0;
    t = growth_create(NULL);
    assert_in_range(hd_trace_get_loss_bytes(t), 1 << 16, 1 << 18);
    test_write_states(t, 20000);
    assert_int_equal(test_sys.reserve_count, 0);
    assert_true(test_sys.write_count > 0);
    assert_int_equal(hd_trace_destroy(t), HD_OK);
    char *const text = growth_read_back();
    assert_int_equal(test_count(text, "<State "), 20000);
    free(text);
    assert_int_equal(hd_trace_get_loss_bytes(NULL), 0);
}

static void records_longer_than_the_window_are_whole(void **state)
{
    (void)state;
    for (int fails = 0; fails < 2; fails++) {
        test_sys.map_fails = fails;
        hd_trace *const t = growth_create(NULL);
        char value[1001];
        memset(value, 'x', 1000);
        value[1000] = '\0';
        for (int i = 0; i < 10; i++) {
            hd_trace_begin_state(t, "Big");
            for (int k = 0; k < 60; k++) {
                hd_trace_add_text(t, "k", value);
                hd_trace_begin_data(t, "D");
                hd_trace_add_text(t, "k", value);
                hd_trace_end_data(t);
            }
            hd_trace_end_state(t);
        }
        assert_int_equal(hd_trace_get_counts(t).cut_values, 0);
        assert_int_equal(hd_trace_destroy(t), HD_OK);
        char *const text = growth_read_back();
        assert_int_equal(test_count(text, value), 1200);
        assert_int_equal(test_count(text, "/></Big>\n"), 10);
        free(text);
    }
}

static void a_missing_folder_is_an_error_that_names_the_file(void **state)
{
    (void)state;
    static const char *const levels[] = {"Host"};
    hd_topology *topology = NULL;
    const hd_topology_node *node = NULL;
    hd_trace *trace = NULL;
    assert_int_equal(hd_topology_create(test_path("none"), "app", 1, levels, &topology), HD_OK);
    assert_int_equal(hd_topology_get_node(topology, 1, levels, &node), HD_OK);
    assert_int_equal(hd_trace_create(node, NULL, &trace), HD_IO);
    assert_null(trace);
    assert_non_null(strstr(hd_error_get_text(), "none/app_Host.trc: No such file or directory"));
    hd_topology_destroy(topology);
}

static void a_disk_that_is_full_from_the_start_leaves_no_file(void **state)
{
    (void)state;
    test_sys.reserve_fails_at = 1;
    test_sys.reserve_error = -ENOSPC;
    hd_topology *const topology = test_topology();
    hd_trace *trace = NULL;
    assert_int_equal(hd_trace_create(test_node(topology), NULL, &trace), HD_IO);
    assert_null(test_read("app_n1_0_0.trc", NULL));
    hd_topology_destroy(topology);
}

static void every_failing_allocation_is_reported_and_leaks_nothing(void **state)
{
    (void)state;
    static const hd_trace_property rank = {"rank", "0"};
    const hd_trace_options options = {.properties = &rank, .property_count = 1};
    hd_topology *const topology = test_topology();
    const hd_topology_node *const node = test_node(topology);
    int reported = 0;
    for (int at = 1;; at++) {
        test_sys.alloc_count = 0;
        test_sys.alloc_fails_at = at;
        hd_trace *trace = NULL;
        const hd_status status = hd_trace_create(node, &options, &trace);
        if (status == HD_OK) { /* what describes the machine may be left out */
            assert_int_equal(hd_trace_destroy(trace), HD_OK);
            if (test_sys.alloc_count < at) {
                break;
            }
        } else {
            assert_int_equal(status, HD_NOMEM);
            assert_null(trace);
            reported++;
        }
    }
    assert_true(reported >= 6);
    hd_topology_destroy(topology);
}

/* Gives back 0 when it went as it should; the signal would end the process. */
static int write_beyond_the_limit(void)
{
    const struct rlimit limit = {300000, 300000};
    hd_trace *const t = growth_create(NULL);
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0) {
        return 2;
    }
    test_write_states(t, 20000);
    const hd_trace_counts counts = hd_trace_get_counts(t);
    const bool fits = counts.states > 4000 && counts.dropped_io > 4000;
    sigset_t pending;
    const bool quiet = sigpending(&pending) == 0 && sigismember(&pending, SIGXFSZ) == 0;
    return hd_trace_destroy(t) == HD_IO && fits && quiet ? 0 : 3;
}

static void the_limit_of_file_sizes_is_an_error_and_no_signal(void **state)
{
    (void)state;
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        _exit(write_beyond_the_limit());
    }
    int status = 1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    char *const text = test_read("app_n1_0_0.trc", NULL);
    assert_non_null(text);
    assert_true(strlen(text) > 250000); /* all the room was used */
    assert_non_null(strstr(text, "</Program>"));
    free(text);
}

static void last_lines_stay_in_what_the_file_has(void **state)
{
    (void)state;
    static const char text[2 * HD__SINK_RESERVE];
    hd__sink sink;
    test_sys.reserve_fails_at = 2;
    test_sys.reserve_error = -ENOSPC;
    assert_int_equal(hd__sink_create(&sink, test_path("t.trc"), 1 << 20), 0);
    while (hd__sink_append(&sink, text, 64)) {
        hd__sink_mark(&sink);
    }
    assert_false(hd__sink_append_last(&sink, text, sizeof text));
    assert_true(hd__sink_append_last(&sink, text, HD__SINK_RESERVE / 2));
    assert_int_equal(hd__sink_destroy(&sink), -ENOSPC);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        GROWTH_TEST(a_full_disk_ends_the_file_with_a_whole_record_and_the_summary),
        GROWTH_TEST(a_disk_that_fills_inside_nested_states_cuts_at_a_record),
        GROWTH_TEST(where_nothing_can_be_mapped_the_file_is_written_and_is_the_same),
        GROWTH_TEST(a_file_system_without_reservation_is_written),
        GROWTH_TEST(a_failing_write_loses_only_what_it_must),
        GROWTH_TEST(unmapped_traces_are_flushed_every_second),
        GROWTH_TEST(where_pages_are_copied_on_write_nothing_is_mapped),
        GROWTH_TEST(records_longer_than_the_window_are_whole),
        GROWTH_TEST(a_missing_folder_is_an_error_that_names_the_file),
        GROWTH_TEST(a_disk_that_is_full_from_the_start_leaves_no_file),
        GROWTH_TEST(every_failing_allocation_is_reported_and_leaks_nothing),
        GROWTH_TEST(the_limit_of_file_sizes_is_an_error_and_no_signal),
        GROWTH_TEST(last_lines_stay_in_what_the_file_has),
    };
    return GROWTH_RUN("trace failure", tests);
}
