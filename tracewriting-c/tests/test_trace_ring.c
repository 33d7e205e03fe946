/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Traces in ring mode: the same text as in direct mode, limits, a flight recorder, a full disk. */
#include "clock_pin.h"
#include "random_calls.h"
#include "support.h"

#include <errno.h>
#include <fcntl.h>
#include <hdtrace/ring.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BUFFER = 64 * 1024, STEPS = 10000 };

static const char trace_name[] = "app_n1_0_0.trc";
static const char ring_name[] = "app_n1_0_0.ring";

static bool exists(const char *name)
{
    return access(test_path(name), F_OK) == 0;
}

/* The text that a row of calls makes; *counts before the end. */
/* Longest value of `record`. */
static unsigned longest;

static char *record(const hd_trace_options *options, uint64_t seed, unsigned steps,
                    hd_trace_counts *counts)
{
    hd_topology *const topology = test_topology();
    test_sys.clock_ns = 0;
    hd__clock_unpin();
    assert_int_equal(hd_clock_select(HD_CLOCK_MONOTONIC), HD_OK);
    hd_trace *const trace = random_calls_create(test_node(topology), options);
    random_calls calls = {.seed = seed, .longest = longest};
    for (unsigned i = 0; i < steps; i++) {
        random_calls_step(&calls, trace);
    }
    random_calls_finish(&calls, trace);
    if (counts != NULL) {
        *counts = hd_trace_get_counts(trace);
    }
    assert_int_equal(hd_trace_destroy(trace), HD_OK);
    hd_topology_destroy(topology);
    assert_false(exists(ring_name));
    char *const text = test_read(trace_name, NULL);
    assert_non_null(text);
    return text;
}

static void direct_and_ring_write_the_same_bytes(void **state)
{
    (void)state;
    const uint64_t seed = test_seed();
    longest = 40000;
    for (uint64_t i = 0; i < 8; i++) {
        const hd_trace_options direct = {.buffer_bytes = BUFFER, .index = i % 2 == 1};
        hd_trace_options ring = direct;
        ring.mode = HD_TRACE_RING;
        hd_trace_counts by_direct;
        hd_trace_counts by_ring;
        const unsigned steps = i == 0 ? 0 : i < 5 ? 200 * (unsigned)i : STEPS;
        char *const one = record(&direct, seed + i, steps, &by_direct);
        size_t index_bytes = 0;
        char *const index = i % 2 == 1 ? test_read("app_n1_0_0.trc.idx", &index_bytes) : NULL;
        char *const other = record(&ring, seed + i, steps, &by_ring);
        test_check_same(one, other);
        assert_memory_equal(&by_direct, &by_ring, sizeof by_direct);
        assert_true(i == 0 || strlen(one) > (size_t)50 * steps);
        if (index != NULL) {
            size_t bytes = 0;
            char *const own = test_read("app_n1_0_0.trc.idx", &bytes);
            assert_int_equal(bytes, index_bytes);
            assert_memory_equal(own, index, bytes);
            free(own);
        }
        free(index);
        free(one);
        free(other);
    }
    longest = 0;
}

static void short_states_and_depths_are_left_out_alike(void **state)
{
    (void)state;
    const uint64_t seed = test_seed();
    const hd_trace_options direct = {
        .buffer_bytes = BUFFER, .min_duration_ns = 3000, .max_depth = 4};
    hd_trace_options ring = direct;
    ring.mode = HD_TRACE_RING;
    char *const one = record(&direct, seed, 5000, NULL);
    char *const other = record(&ring, seed, 5000, NULL);
    test_check_same(one, other);
    free(one);
    free(other);
}

static void a_limit_ends_recording_within_it(void **state)
{
    (void)state;
    const uint64_t seed = test_seed();
    char *const all = record(&(hd_trace_options){.buffer_bytes = BUFFER}, seed, 5000, NULL);
    for (uint64_t limit = 100000; limit < 100400; limit += 37) {
        const hd_trace_options direct = {.buffer_bytes = BUFFER, .limit_bytes = limit};
        hd_trace_options ring = direct;
        ring.mode = HD_TRACE_RING;
        hd_trace_counts counts;
        char *const one = record(&direct, seed, 5000, &counts);
        char *const other = record(&ring, seed, 5000, NULL);
        test_check_same(one, other);
        const size_t ends = (size_t)12 * 400; /* of states that are open at the limit */
        const size_t bytes = strlen(one);
        assert_in_range(bytes, limit - 2000, limit + ends);
        assert_null(strstr(one + (bytes < limit ? bytes : limit), "<Nested>"));
        size_t same = 0;
        while (one[same] == all[same]) {
            same++;
        }
        assert_in_range(same, limit - 2000, limit + ends);
        char expected[64];
        (void)snprintf(expected, sizeof expected, ";limit:%llu'",
                       (unsigned long long)counts.dropped_limit);
        assert_true(counts.dropped_limit > 1000);
        assert_non_null(strstr(one, expected));
        assert_non_null(strstr(one, "'/>\n</Program>\n"));
        assert_int_equal(test_count(one, "<Nested>"), test_count(one, "</Nested>"));
        free(one);
        free(other);
    }
    free(all);
}

static void a_flight_recorder_keeps_the_end(void **state)
{
    (void)state;
    const uint64_t seed = test_seed();
    const hd_trace_options last = {.limit_bytes = 200000, .limit_action = HD_LIMIT_LAST};
    hd_trace_counts counts;
    char *const all = record(&(hd_trace_options){.buffer_bytes = BUFFER}, seed, STEPS, &counts);
    hd_trace_counts kept;
    char *const text = record(&last, seed, STEPS, &kept);
    assert_int_equal(kept.states + kept.events + kept.overwritten + kept.dropped_limit,
                     counts.states + counts.events);
    assert_true(kept.overwritten > 1000);
    assert_true(kept.states > 1000);
    char expected[64];
    (void)snprintf(expected, sizeof expected, ";overwritten:%llu'",
                   (unsigned long long)kept.overwritten);
    const char *const summary = strstr(text, expected);
    assert_non_null(summary);
    /* behind the parents that were open then the text is that of the end of the whole trace */
    const size_t end = strlen(all) - strlen("</Program>\n");
    const char *line = summary;
    while (line[-1] != '\n') {
        line--;
    }
    const char *first = strstr(text, "\n<Nested>\n");
    assert_non_null(first);
    first++;
    while (strncmp(first + strspn(first, "\t"), "<Nested>\n", 9) == 0) {
        first = strchr(first, '\n') + 1;
    }
    const size_t bytes = (size_t)(line - first);
    assert_true(bytes > 100000);
    assert_memory_equal(first, all + end - bytes, bytes);
    free(all);
    free(text);
}

/* The disk is full after the trace and its ring: what no batch could write waits in the ring. */
static hd_trace *record_on_a_full_disk(hd_topology *topology, uint64_t seed)
{
    test_sys.reserve_fails_at = 3;
    test_sys.reserve_error = -ENOSPC;
    const hd_trace_options options = {.buffer_bytes = BUFFER, .mode = HD_TRACE_RING};
    hd_trace *const trace = random_calls_create(test_node(topology), &options);
    random_calls calls = {.seed = seed};
    for (unsigned i = 0; i < 2000; i++) {
        random_calls_step(&calls, trace);
    }
    random_calls_finish(&calls, trace);
    return trace;
}

static void a_full_disk_leaves_the_rest_in_the_ring(void **state)
{
    (void)state;
    const uint64_t seed = test_seed();
    char *const all = record(&(hd_trace_options){.buffer_bytes = BUFFER}, seed, 2000, NULL);
    hd_topology *const topology = test_topology();
    test_sys.clock_ns = 0;
    hd__clock_unpin();
    assert_int_equal(hd_clock_select(HD_CLOCK_MONOTONIC), HD_OK);
    test_sys.reserve_count = 0;
    hd_trace *const trace = record_on_a_full_disk(topology, seed);
    const hd_trace_counts counts = hd_trace_get_counts(trace);
    assert_true(counts.dropped_io > 0);
    assert_int_equal(hd_trace_destroy(trace), HD_IO);
    hd_topology_destroy(topology);
    assert_true(exists(ring_name));
    assert_int_equal(hd_ring_convert(test_path(ring_name), NULL), HD_IO);
    assert_true(exists(ring_name));
    test_sys.reserve_fails_at = 0;
    hd_ring_report report;
    assert_int_equal(hd_ring_convert(test_path(ring_name), &report), HD_OK);
    assert_true(report.states > 100);
    assert_false(exists(ring_name));
    char *const text = test_read(trace_name, NULL);
    size_t same = 0;
    while (text[same] == all[same]) {
        same++;
    }
    assert_true(same > 100000);
    char expected[64];
    (void)snprintf(expected, sizeof expected, ";disk:%llu'", (unsigned long long)counts.dropped_io);
    assert_non_null(strstr(text, expected));
    free(all);
    free(text);
}

static void room_that_comes_back_is_used_at_the_end(void **state)
{
    (void)state;
    hd_topology *const topology = test_topology();
    hd_trace *const trace = record_on_a_full_disk(topology, 5);
    test_sys.reserve_fails_at = 0;
    assert_int_equal(hd_trace_destroy(trace), HD_OK);
    hd_topology_destroy(topology);
    assert_false(exists(ring_name));
    char *const text = test_read(trace_name, NULL);
    assert_non_null(strstr(text, "</Program>\n"));
    free(text);
}

static void a_flush_makes_everything_visible(void **state)
{
    (void)state;
    hd_topology *const topology = test_topology();
    const hd_trace_options options = {.mode = HD_TRACE_RING};
    hd_trace *const trace = random_calls_create(test_node(topology), &options);
    hd_trace_begin_state(trace, "Seen");
    hd_trace_end_state(trace);
    char *text = test_read(trace_name, NULL);
    assert_null(strstr(text, "Seen"));
    free(text);
    assert_int_equal(hd_trace_flush(trace), HD_OK);
    text = test_read(trace_name, NULL);
    assert_non_null(strstr(text, "<Seen time="));
    free(text);
    assert_int_equal(hd_trace_destroy(trace), HD_OK);
    hd_topology_destroy(topology);
}

static void an_old_ring_is_forgotten_by_a_new_trace(void **state)
{
    (void)state;
    FILE *const out = fopen(test_path(ring_name), "wb");
    assert_non_null(out);
    assert_int_equal(fclose(out), 0);
    char *const text = record(&(hd_trace_options){0}, 1, 10, NULL);
    free(text);
}

static void check_that_there_is_no_ring(void)
{
    char *const one = record(&(hd_trace_options){.mode = HD_TRACE_RING}, 3, 1000, NULL);
    assert_int_equal(test_count(one, "</Program>"), 1);
    free(one);
    hd_topology *const topology = test_topology();
    hd_trace *trace = NULL;
    const hd_trace_options last = {.limit_bytes = 1, .limit_action = HD_LIMIT_LAST};
    assert_int_equal(hd_trace_create(test_node(topology), &last, &trace), HD_IO);
    assert_non_null(strstr(hd_error_get_text(), "a flight recorder needs files"));
    assert_false(exists(trace_name));
    assert_false(exists(ring_name));
    hd_topology_destroy(topology);
}

static void where_nothing_can_be_mapped_there_is_no_ring(void **state)
{
    (void)state;
    test_sys.map_fails = 1;
    check_that_there_is_no_ring();
}

static void where_pages_are_copied_on_write_there_is_no_ring(void **state)
{
    (void)state;
    test_sys.copies = 1;
    check_that_there_is_no_ring();
}

static void creation_fails_whole(void **state)
{
    (void)state;
    hd_topology *const topology = test_topology();
    const hd_trace_options options = {.mode = HD_TRACE_RING};
    const hd_trace_options endless = {.limit_action = HD_LIMIT_LAST};
    hd_trace *trace = NULL;
    assert_int_equal(hd_trace_create(test_node(topology), &endless, &trace), HD_INVALID);
    test_sys.reserve_fails_at = 2;
    test_sys.reserve_error = -EIO;
    assert_int_equal(hd_trace_create(test_node(topology), &options, &trace), HD_IO);
    assert_false(exists(trace_name));
    assert_false(exists(ring_name));
    test_sys.reserve_fails_at = 0;
    int failures = 0;
    for (int i = 1; trace == NULL; i++) {
        test_sys.alloc_count = 0;
        test_sys.alloc_fails_at = i;
        const hd_status status = hd_trace_create(test_node(topology), &options, &trace);
        assert_true(status == HD_OK || (status == HD_NOMEM && !exists(ring_name)));
        failures += status == HD_NOMEM;
    }
    assert_true(failures >= 5);
    test_sys.alloc_fails_at = 0;
    assert_int_equal(hd_trace_destroy(trace), HD_OK);
    hd_topology_destroy(topology);
}

static int (*remove_file)(const char *);

static int remove_too_late(const char *path)
{
    (void)remove_file(path);
    return -ENOENT;
}

static void a_ring_that_another_merge_removed_is_no_failure(void **state)
{
    (void)state;
    const int fd = open(test_path(ring_name), O_WRONLY | O_CREAT, 0600);
    assert_true(fd >= 0);
    assert_int_equal(close(fd), 0);
    remove_file = hd__system.remove;
    hd__system.remove = remove_too_late;
    assert_int_equal(hd_ring_convert(test_path(ring_name), NULL), HD_OK);
    hd__system.remove = remove_file;
    assert_false(exists(ring_name));
}

static void rings_without_their_trace_are_left_alone(void **state)
{
    (void)state;
    assert_int_equal(hd_ring_convert("x.trc", NULL), HD_INVALID);
    assert_int_equal(hd_ring_convert(test_path("none.ring"), NULL), HD_END);
    hd_topology *const topology = test_topology();
    hd_trace *const trace = record_on_a_full_disk(topology, 5);
    assert_int_equal(hd_trace_destroy(trace), HD_IO);
    hd_topology_destroy(topology);
    test_sys.reserve_fails_at = 0;
    assert_int_equal(rename(test_path(trace_name), test_path("away")), 0);
    assert_int_equal(hd_ring_convert(test_path(ring_name), NULL), HD_MISSING);
    FILE *const out = fopen(test_path(trace_name), "wb");
    assert_non_null(out);
    (void)fprintf(out, "<Program timeAdjustment='12'>\n");
    assert_int_equal(fclose(out), 0);
    assert_int_equal(hd_ring_convert(test_path(ring_name), NULL), HD_FORMAT);
    assert_int_equal(rename(test_path("away"), test_path(trace_name)), 0);
    assert_int_equal(hd_ring_convert(test_path(ring_name), NULL), HD_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(direct_and_ring_write_the_same_bytes),
        TEST(short_states_and_depths_are_left_out_alike),
        TEST(a_limit_ends_recording_within_it),
        TEST(a_flight_recorder_keeps_the_end),
        TEST(a_full_disk_leaves_the_rest_in_the_ring),
        TEST(room_that_comes_back_is_used_at_the_end),
        TEST(a_flush_makes_everything_visible),
        TEST(an_old_ring_is_forgotten_by_a_new_trace),
        TEST(where_nothing_can_be_mapped_there_is_no_ring),
        TEST(where_pages_are_copied_on_write_there_is_no_ring),
        TEST(creation_fails_whole),
        TEST(a_ring_that_another_merge_removed_is_no_failure),
        TEST(rings_without_their_trace_are_left_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
