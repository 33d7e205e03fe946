/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A process that makes its states ready before their calls is killed at random moments: every state
 * that had ended is in its trace, whole, and none twice. */
#include "lane_support.h"

#include <fcntl.h>
#include <hdtrace/clock.h>
#include <hdtrace/lane.h>
#include <hdtrace/ring.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ROUNDS = 60, PAGE = 4096, SPAN_US = 2000, SPAN_MOST_US = 10000000, INNER = 7 };

/* What the child has done; outlives it. */
typedef struct progress {
    _Atomic uint64_t states;
    _Atomic uint64_t prepared;
} progress;

static progress *done;
static const hd_template *shape;
static uint64_t dice;

static unsigned roll(unsigned sides)
{
    dice = dice * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(dice >> 33) % sides;
}

/* One state; now and then another one is inside. */
static bool call(hd_trace *trace, hd_lane *lane, uint64_t number)
{
    const int64_t values[] = {7, -7};
    if (!hd_lane_open(lane)) {
        hd_trace_open_state(trace);
    }
    hd_lane_prepare(lane, shape, values);
    if (number % INNER == 0) {
        hd_trace_begin_state(trace, "Inner");
        hd_trace_end_state(trace);
    }
    if (hd_lane_finish(lane, hd_lane_count(), 1, -7)) {
        return true;
    }
    memcpy(hd_trace_return_state(trace), values, sizeof values);
    hd_trace_close_state(trace, shape, 0);
    return false;
}

/* Until it is killed. */
static void record(hd_trace_mode mode)
{
    hd_topology *const topology = test_topology();
    const hd_trace_options options = {.mode = mode, .index = true};
    hd_trace *trace = NULL;
    if (hd_trace_create(test_node(topology), &options, &trace) != HD_OK) {
        _exit(1);
    }
    hd_lane *const lane = hd_trace_get_lane(trace, sizeof(hd_lane));
    for (uint64_t i = 0;; i++) {
        done->prepared += call(trace, lane, i);
        done->states = i + 1;
    }
}

/* Times of a whole state; gives back its end. */
static int64_t check_state(const char *line, size_t bytes, int64_t last_ns)
{
    const char *at = line;
    const int64_t start_ns = lane_read_ns(&at, "<Call i='7' k='-7' time='");
    const int64_t end_ns = lane_read_ns(&at, "' end='");
    assert_int_equal(strncmp(at, "'/>", 3), 0);
    assert_int_equal(at + 3 - line, bytes);
    assert_true(start_ns >= last_ns);
    assert_true(end_ns >= start_ns);
    return end_ns;
}

/* Whole states at top level. What is behind the last line end is in the making. */
static uint64_t count_states(const char *text)
{
    uint64_t count = 0;
    int64_t last_ns = 0;
    const char *line = text;
    for (const char *end = strchr(line, '\n'); end != NULL; end = strchr(line, '\n')) {
        if (strncmp(line, "<Call", 5) == 0) {
            last_ns = check_state(line, (size_t)(end - line), last_ns);
            count++;
        }
        line = end + 1;
    }
    return count;
}

/* @return whether it had begun to record when it died */
static bool kill_one(hd_trace_mode mode, unsigned life)
{
    *done = (progress){0};
    (void)unlink(test_path("app_n1_0_0.trc"));
    (void)unlink(test_path("app_n1_0_0.ring"));
    const pid_t child = fork();
    if (child == 0) {
        test_die_in(life);
        record(mode);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM);
    if (done->states == 0) {
        return false;
    }
    if (mode == HD_TRACE_RING) {
        assert_int_equal(hd_ring_convert(test_path("app_n1_0_0.ring"), NULL), HD_OK);
    }
    char *const text = test_read("app_n1_0_0.trc", NULL);
    assert_in_range(count_states(text), done->states, done->states + 1);
    free(text);
    return true;
}

static void kill_many(hd_trace_mode mode)
{
    unsigned killed = 0;
    uint64_t states = 0;
    uint64_t prepared = 0;
    unsigned span = SPAN_US;
    while (killed < ROUNDS && span < SPAN_MOST_US) {
        if (kill_one(mode, roll(span))) {
            killed++;
        } else { /* a slow machine gets more time to begin */
            span += span / 16;
        }
        states += done->states;
        prepared += done->prepared;
    }
    print_message("%u were killed while they recorded, after %llu states, %llu of them prepared\n",
                  killed, (unsigned long long)states, (unsigned long long)prepared);
    assert_int_equal(killed, ROUNDS);
    assert_true(strcmp(hd_clock_get_name(), "tsc") != 0 || prepared > states / 2);
}

static void set_up(void)
{
    static const hd_attribute attributes[] = {{"i", HD_ATTRIBUTE_INT, NULL},
                                              {"k", HD_ATTRIBUTE_INT, NULL}};
    test_use_real_clock();
    for (int i = 0; i < 5; i++) { /* the counter tells the time once it was watched */
        (void)hd_clock_get_ns();
        (void)nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    assert_int_equal(hd_template_create("Call", 2, attributes, &shape), HD_OK);
    dice = test_seed();
    const int fd = hd__system.open(test_path("done"), O_RDWR | O_CREAT);
    assert_int_equal(hd__system.truncate(fd, PAGE), 0);
    void *const shared = hd__system.map(fd, 0, PAGE);
    assert_non_null(shared);
    (void)hd__system.close(fd);
    done = shared;
}

static void text_has_what_had_ended(void **state)
{
    (void)state;
    set_up();
    kill_many(HD_TRACE_DIRECT);
    hd__system.unmap(done, PAGE);
}

static void rings_have_what_had_ended(void **state)
{
    (void)state;
    set_up();
    kill_many(HD_TRACE_RING);
    hd__system.unmap(done, PAGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(text_has_what_had_ended),
        TEST(rings_have_what_had_ended),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
