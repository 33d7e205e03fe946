/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A signal handler ends the process while its thread is amid the library, in every kind of system
 * call that it makes there: the file is a whole document with all that had ended. */
#include "clock_pin.h"
#include "random_calls.h"
#include "support.h"

#include <fcntl.h>
#include <hdtrace/clock.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BUFFER = 64 * 1024, STEPS = 6000, ROUNDS = 25, PAGE = 4096, ENDED = 3 };

static const char trace_name[] = "app_n1_0_0.trc";

static _Atomic uint64_t *done; /* outlives the process */
static hd_trace *trace;
static unsigned calls_left; /* of the system, before the handler comes */
static hd__sys genuine_calls;

/* What a signal handler does that calls exit(). */
static void come(void)
{
    if (trace != NULL && calls_left-- == 0) {
        hd__system = genuine_calls;
        _exit(hd_trace_destroy(trace) == HD_STATE && hd_trace_abandon(trace) == HD_OK ? ENDED : 1);
    }
}

static int64_t clock_and_come(hd__clock_id id)
{
    come();
    return genuine_calls.clock(id);
}

static ssize_t write_at_and_come(int fd, const void *data, size_t bytes, off_t offset)
{
    const ssize_t result = genuine_calls.write_at(fd, data, bytes, offset);
    come();
    return result;
}

static void *map_and_come(int fd, off_t offset, size_t bytes)
{
    void *const result = genuine_calls.map(fd, offset, bytes);
    come();
    return result;
}

static void unmap_and_come(void *base, size_t bytes)
{
    come(); /* the mapping was moved, some of what the trace knows of it was not */
    genuine_calls.unmap(base, bytes);
}

static void record(const hd_trace_options *options)
{
    hd_topology *const topology = test_topology();
    test_sys.clock_ns = 0;
    test_sys.overwrites = HD__OVERWRITES_DISK;
    hd__clock_unpin();
    assert_int_equal(hd_clock_select(HD_CLOCK_MONOTONIC), HD_OK);
    hd_trace *const made = random_calls_create(test_node(topology), options);
    random_calls calls = {.seed = 4711, .longest = 3000, .told = done};
    trace = made;
    for (unsigned i = 0; i < STEPS; i++) {
        random_calls_step(&calls, made);
    }
    random_calls_finish(&calls, made);
    trace = NULL;
    assert_int_equal(hd_trace_destroy(made), HD_OK);
    hd_topology_destroy(topology);
}

static uint64_t count_entries(const char *text)
{
    uint64_t count = 0;
    for (const char *line = strchr(text, '\n'); line != NULL; line = strchr(line + 1, '\n')) {
        const char *at = line + 1 + strspn(line + 1, "\t");
        count += *at == '<' && at[1] != '/' && strncmp(at, "<Nested>", 8) != 0 &&
                 strncmp(at, "<Skipped ", 9) != 0;
    }
    return count;
}

/* Take the lines away that close what was open; as many as there are blocks. */
static void take_last_lines(char *text)
{
    size_t bytes = strlen(text);
    assert_true(bytes > 11 && strcmp(text + bytes - 11, "</Program>\n") == 0);
    assert_int_equal(test_count(text, "<Nested>"), test_count(text, "</Nested>"));
    text[bytes -= 11] = '\0';
    while (bytes > 10 && strcmp(text + bytes - 10, "</Nested>\n") == 0) {
        bytes -= 10;
        while (text[bytes - 1] == '\t') {
            bytes--;
        }
        text[bytes] = '\0';
    }
}

/* Gives back how many calls of the hooked kind there were, or ROUNDS. */
static unsigned come_in(const char *whole, const hd_trace_options *options, const hd__sys *hooked)
{
    for (unsigned round = 0; round < ROUNDS; round++) {
        *done = 0;
        const pid_t child = fork();
        if (child == 0) {
            calls_left = round * (round + 1);
            genuine_calls = hd__system;
            hd__system = *hooked;
            record(options);
            _exit(0);
        }
        int status = 0;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFEXITED(status));
        if (WEXITSTATUS(status) == 0) { /* so many calls it does not make */
            return round;
        }
        assert_int_equal(WEXITSTATUS(status), ENDED);
        char *const text = test_read(trace_name, NULL);
        assert_in_range(count_entries(text), *done, *done + 1);
        take_last_lines(text);
        assert_int_equal(strncmp(text, whole, strlen(text)), 0);
        free(text);
    }
    return ROUNDS;
}

static void try_every_moment(const hd_trace_options *options)
{
    const int fd = hd__system.open(test_path("done"), O_RDWR | O_CREAT);
    assert_int_equal(hd__system.truncate(fd, PAGE), 0);
    void *const shared = hd__system.map(fd, 0, PAGE);
    assert_non_null(shared);
    done = shared;
    record(options);
    char *const whole = test_read(trace_name, NULL);
    hd__sys hooked[4];
    for (size_t i = 0; i < 4; i++) {
        hooked[i] = hd__system;
    }
    hooked[0].clock = clock_and_come;
    hooked[1].write_at = write_at_and_come;
    hooked[2].map = map_and_come;
    hooked[3].unmap = unmap_and_come;
    for (size_t i = 0; i < 4; i++) {
        const unsigned rounds = come_in(whole, options, &hooked[i]);
        /* a ring that can grow leaves the text to the end */
        assert_true(rounds > 0 || (options->ring_bytes != 0 && i >= 2));
    }
    free(whole);
    hd__system.unmap(shared, PAGE);
    (void)hd__system.close(fd);
}

static void every_moment_leaves_a_whole_document(void **state)
{
    (void)state;
    const hd_trace_options options = {.buffer_bytes = BUFFER, .index = true};
    try_every_moment(&options);
}

/* 64 KiB, a circle soon: text is made, in batches, in the calls. */
static void every_moment_of_a_ring_does_too(void **state)
{
    (void)state;
    const hd_trace_options options = {.buffer_bytes = BUFFER, .mode = HD_TRACE_RING};
    try_every_moment(&options);
    assert_int_not_equal(access(test_path("app_n1_0_0.ring"), F_OK), 0);
}

/* Steps of its growth, too. */
static void every_moment_of_a_ring_that_grows_does_too(void **state)
{
    (void)state;
    const hd_trace_options options = {
        .buffer_bytes = BUFFER, .mode = HD_TRACE_RING, .ring_bytes = 1 << 20};
    try_every_moment(&options);
    assert_int_not_equal(access(test_path("app_n1_0_0.ring"), F_OK), 0);
}

static void a_thread_that_is_elsewhere_keeps_its_trace(void **state)
{
    (void)state;
    hd_topology *const topology = test_topology();
    for (int mode = 0; mode < 2; mode++) {
        const hd_trace_options options = {.buffer_bytes = BUFFER,
                                          .mode = mode == 0 ? HD_TRACE_DIRECT : HD_TRACE_RING};
        hd_trace *const made = random_calls_create(test_node(topology), &options);
        char *const before = test_read(trace_name, NULL);
        assert_int_equal(hd_trace_abandon(made), HD_STATE);
        char *const after = test_read(trace_name, NULL);
        assert_string_equal(before, after);
        free(before);
        free(after);
        assert_int_equal(hd_trace_destroy(made), HD_OK);
    }
    assert_int_equal(hd_trace_abandon(NULL), HD_OK);
    hd_topology_destroy(topology);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_moment_leaves_a_whole_document),
        TEST(every_moment_of_a_ring_does_too),
        TEST(every_moment_of_a_ring_that_grows_does_too),
        TEST(a_thread_that_is_elsewhere_keeps_its_trace),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
