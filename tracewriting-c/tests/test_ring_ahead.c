/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rings whose next part is made ready by the helper thread: the text is that of direct mode, the
 * thread is there as long as such a ring is, and whatever befalls it or the process is felt by
 * nobody. */
#define _GNU_SOURCE /* vfork */
#include "random_calls.h"
#include "ring_support.h"

#include <dirent.h>
#include <fcntl.h>
#include <hdtrace/ring.h>
#include <hdtrace/trace.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    THREADS = 40,
    ROUNDS = 16,
    SECONDS = 60 /* that a loaded machine is waited for */
};

static const char trace_name[] = "app_n1_0_0.trc";
static const char ring_name[] = "app_n1_0_0.ring";

#define AHEAD(name) cmocka_unit_test_setup_teardown(name, ring_setup, test_teardown)

static off_t get_size(const char *name)
{
    struct stat file = {0};
    return stat(test_path(name), &file) == 0 ? file.st_size : -1;
}

static int count_threads(void)
{
    DIR *const tasks = opendir("/proc/self/task");
    assert_non_null(tasks);
    int count = 0;
    for (struct dirent *task = readdir(tasks); task != NULL; task = readdir(tasks)) {
        count += task->d_name[0] != '.';
    }
    (void)closedir(tasks);
    return count;
}

static void nap(void)
{
    static const struct timespec pause = {0, 1000000};
    (void)nanosleep(&pause, NULL);
}

/* A thread that was joined may be listed a moment longer. */
static void expect_threads(int count)
{
    for (int i = 0; count_threads() != count && i < SECONDS * 1000; i++) {
        nap();
    }
    assert_int_equal(count_threads(), count);
}

static void wait_for_size(const char *name, off_t size)
{
    for (int i = 0; get_size(name) < size && i < SECONDS * 1000; i++) {
        nap();
    }
    assert_true(get_size(name) >= size);
}

static void the_helper_is_there_while_a_ring_may_grow(void **state)
{
    (void)state;
    hd_topology *const topology = test_topology();
    const int before = count_threads();
    hd_trace *trace = ring_create(test_node(topology), 1); /* it has all its bytes at once */
    assert_int_equal(count_threads(), before);
    assert_int_equal(hd_trace_destroy(trace), HD_OK);
    trace = ring_create(test_node(topology), 0);
    assert_int_equal(count_threads(), before + 1); /* so that no traced call has to start it */
    ring_write_states(trace, 0, RING_MIB / 4);
    assert_int_equal(get_size(ring_name), RING_HEAD_BYTES + RING_MIB);
    ring_write_states(trace, RING_MIB / 4 / RING_RECORD_BYTES, RING_MIB / 4 + 4096);
    wait_for_size(ring_name,
                  RING_HEAD_BYTES + 2 * RING_MIB); /* though only the first half of 1 MiB is used */
    assert_int_equal(count_threads(), before + 1);
    assert_int_equal(hd_trace_destroy(trace), HD_OK);
    expect_threads(before);
    assert_int_equal(ring_count_states(trace_name),
                     RING_MIB / 4 / RING_RECORD_BYTES + (RING_MIB / 4 + 4096) / RING_RECORD_BYTES);
    hd_topology_destroy(topology);
}

static void a_ring_takes_at_most_what_it_may(void **state)
{
    (void)state;
    hd_topology *const topology = test_topology();
    for (size_t mib = 1; mib <= 9; mib += 8) {
        hd_trace *const trace = ring_create(test_node(topology), mib * RING_MIB);
        ring_write_states(trace, 0, 10 * RING_MIB);
        assert_int_equal(get_size(ring_name), RING_HEAD_BYTES + (off_t)mib * RING_MIB);
        assert_int_equal(hd_trace_get_counts(trace).dropped_io, 0);
        assert_int_equal(hd_trace_destroy(trace), HD_OK);
        assert_int_equal(ring_count_states(trace_name), 10 * RING_MIB / RING_RECORD_BYTES);
    }
    hd_topology_destroy(topology);
}

enum { LONG_TEXT = 6 * RING_MIB, LONG_VALUE = 32768 };

static void write_long_state(hd_trace *trace)
{
    static char value[LONG_VALUE + 1];
    memset(value, 't', LONG_VALUE);
    hd_trace_begin_state(trace, "Long");
    for (int i = 0; i < LONG_TEXT / LONG_VALUE; i++) {
        char name[16];
        (void)snprintf(name, sizeof name, "a%d", i);
        hd_trace_add_text(trace, name, value);
    }
    hd_trace_end_state(trace);
}

/* More than a quarter of what the ring may become: what is before it is not made text for it. */
static void a_large_text_waits_in_a_ring_that_grows(void **state)
{
    (void)state;
    hd_topology *const topology = test_topology();
    const hd_trace_options options = {
        .mode = HD_TRACE_RING, .ring_bytes = 16 * RING_MIB, .buffer_bytes = 8 * RING_MIB};
    hd_trace *trace = NULL;
    assert_int_equal(hd_trace_create(test_node(topology), &options, &trace), HD_OK);
    for (int i = 0; i < 3; i++) { /* for the third it can't grow */
        ring_write_states(trace, i * (RING_MIB / RING_RECORD_BYTES), RING_MIB);
        assert_int_equal(ring_count_states(trace_name), 0);
        write_long_state(trace);
    }
    assert_int_equal(ring_count_states(trace_name), 3 * (RING_MIB / RING_RECORD_BYTES));
    assert_int_equal(hd_trace_get_counts(trace).dropped_io, 0);
    assert_int_equal(hd_trace_destroy(trace), HD_OK);
    hd_topology_destroy(topology);
    assert_int_equal(ring_count_states(trace_name), 3 * (RING_MIB / RING_RECORD_BYTES));
    char *const whole = test_read(trace_name, NULL);
    assert_int_equal(test_count(whole, "<Long "), 3);
    assert_true(strlen(whole) > (size_t)3 * LONG_TEXT);
    free(whole);
}

/* Texts of any length and records in turn. */
static void the_text_is_that_of_direct_mode(void **state)
{
    (void)state;
    size_t lines[2];
    for (int mode = 0; mode < 2; mode++) {
        hd_topology *const topology = test_topology();
        const hd_trace_options options = {.mode = mode == 0 ? HD_TRACE_DIRECT : HD_TRACE_RING,
                                          .ring_bytes = 16 * RING_MIB};
        hd_trace *const trace = random_calls_create(test_node(topology), &options);
        random_calls calls = {.seed = 23, .longest = 20000};
        for (int i = 0; i < 8000; i++) {
            random_calls_step(&calls, trace);
        }
        random_calls_finish(&calls, trace);
        assert_int_equal(hd_trace_get_counts(trace).dropped_io, 0);
        assert_int_equal(hd_trace_destroy(trace), HD_OK);
        hd_topology_destroy(topology);
        char *const text = test_read(trace_name, NULL);
        lines[mode] = test_count(text, "\n");
        assert_string_equal(text + strlen(text) - strlen("</Program>\n"), "</Program>\n");
        free(text);
    }
    assert_int_equal(lines[0], lines[1]);
}

/* --- processes -------------------------------------------------------------------------------- */

static void a_forked_child_leaves_the_ring_alone(void **state)
{
    (void)state;
    hd_topology *const topology = test_topology();
    const int before = count_threads();
    hd_trace *const trace = ring_create(test_node(topology), 0);
    ring_write_states(trace, 0, 2 * RING_MIB);
    const pid_t child = fork();
    if (child == 0) {
        const bool alone = count_threads() <= before;
        ring_write_states(trace, 0, RING_MIB);
        (void)hd_trace_destroy(trace);
        _exit(alone ? 0 : 1);
    }
    test_expect_exit(child, 0);
    ring_write_states(trace, 2 * RING_MIB / RING_RECORD_BYTES, 2 * RING_MIB);
    assert_int_equal(hd_trace_destroy(trace), HD_OK);
    assert_int_equal(ring_count_states(trace_name), 4 * RING_MIB / RING_RECORD_BYTES);
    hd_topology_destroy(topology);
}

static void a_forked_child_has_a_helper_of_its_own(void **state)
{
    (void)state;
    hd_topology *const topology = test_topology();
    hd_trace *const trace = ring_create(test_node(topology), 0);
    ring_write_states(trace, 0, 2 * RING_MIB);
    assert_int_equal(hd_trace_destroy(trace), HD_OK);
    const pid_t child = fork();
    if (child == 0) {
        const int before = count_threads();
        hd_trace *const own = ring_create(test_node(topology), 0);
        ring_write_states(own, 0, 3 * RING_MIB);
        const bool helped = count_threads() > before;
        _exit(hd_trace_destroy(own) == HD_OK && helped ? 0 : 1);
    }
    test_expect_exit(child, 0);
    assert_int_equal(ring_count_states(trace_name), 3 * RING_MIB / RING_RECORD_BYTES);
    hd_topology_destroy(topology);
}

/* It has its parent's memory, and so its helper. */
static void a_vfork_child_writes_as_its_parent(void **state)
{
    (void)state;
    hd_topology *const topology = test_topology();
    hd_trace *const trace = ring_create(test_node(topology), 0);
    static volatile bool shared; /* ThreadSanitizer makes another fork of it */
    const pid_t child = vfork(); /* NOLINT(clang-analyzer-security.insecureAPI.vfork) */
    if (child == 0) {
        shared = true; /* NOLINT(clang-analyzer-unix.Vfork): what a tracer has to bear */
        ring_write_states(trace, 0, 5 * RING_MIB); /* NOLINT(clang-analyzer-unix.Vfork) */
        _exit(0);
    }
    test_expect_exit(child, 0);
    const long written = shared ? 5 * RING_MIB : 0;
    ring_write_states(trace, written / RING_RECORD_BYTES, 5 * RING_MIB);
    assert_int_equal(hd_trace_destroy(trace), HD_OK);
    assert_int_equal(ring_count_states(trace_name), (written + 5 * RING_MIB) / RING_RECORD_BYTES);
    hd_topology_destroy(topology);
}

static void *write_thread(void *context)
{
    hd_trace *const trace = ring_create(*(const hd_topology_node *const *)context, 2 * RING_MIB);
    ring_write_states(trace, 0, RING_MIB);
    assert_int_equal(hd_trace_destroy(trace), HD_OK);
    return NULL;
}

/* Each of them starts the helper and ends it, or finds that of another. */
static void short_lived_threads_share_one_helper(void **state)
{
    (void)state;
    hd_topology *const topology = test_topology();
    const int before = count_threads();
    pthread_t threads[4];
    char label[16];
    const hd_topology_node *nodes[THREADS];
    for (int i = 0; i < THREADS; i++) {
        if (i >= 4) {
            assert_int_equal(pthread_join(threads[i % 4], NULL), 0);
        }
        (void)snprintf(label, sizeof label, "%d", i);
        const char *const labels[] = {"n1", "0", label};
        assert_int_equal(hd_topology_get_node(topology, 3, labels, &nodes[i]), HD_OK);
        assert_int_equal(pthread_create(&threads[i % 4], NULL, write_thread, &nodes[i]), 0);
    }
    for (int i = 0; i < 4; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    }
    expect_threads(before);
    for (int i = 0; i < THREADS; i++) {
        char name[64];
        (void)snprintf(name, sizeof name, "app_n1_0_%d.trc", i);
        assert_int_equal(ring_count_states(name), RING_MIB / RING_RECORD_BYTES);
    }
    hd_topology_destroy(topology);
}

/* What ends a process does so while the helper is at work. */
static void a_death_at_any_moment_loses_nothing(void **state)
{
    (void)state;
    uint64_t *const done =
        mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(done, MAP_FAILED);
    unsigned grown = 0;
    for (long round = 0; round < ROUNDS; round++) {
        *done = 0;
        const pid_t child = fork();
        if (child == 0) {
            hd_topology *const topology = test_topology();
            hd_trace *const trace = ring_create(test_node(topology), 0);
            const long last = (RING_MIB / 2 + round * (10 * RING_MIB / ROUNDS)) / RING_RECORD_BYTES;
            for (long i = 0; i < last; i++) {
                ring_write_states(trace, i, RING_RECORD_BYTES);
                *(volatile uint64_t *)done = (uint64_t)i + 1;
            }
            (void)raise(SIGKILL);
        }
        int status = 0;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status));
        grown += get_size(ring_name) > RING_HEAD_BYTES + RING_MIB;
        assert_int_equal(hd_ring_convert(test_path(ring_name), NULL), HD_OK);
        assert_int_equal(ring_count_states(trace_name), *done);
    }
    assert_true(grown > ROUNDS / 2);
    (void)munmap(done, 4096);
}

/* The program closes the ring's descriptor, and gets its number for a file of its own. */
static void a_descriptor_that_is_another_file_now_is_left_alone(void **state)
{
    (void)state;
    hd_topology *const topology = test_topology();
    hd_trace *const trace = ring_create(test_node(topology), 8 * RING_MIB);
    struct stat ring = {0};
    struct stat file = {0};
    assert_int_equal(stat(test_path(ring_name), &ring), 0);
    int fd = 3;
    while (fstat(fd, &file) != 0 || file.st_ino != ring.st_ino) {
        fd++;
    }
    const int own = open(test_path("own"), O_RDWR | O_CREAT, 0600);
    assert_int_equal(dup2(own, fd), fd);
    ring_write_states(trace, 0, 4 * RING_MIB);
    assert_int_equal(hd_trace_get_counts(trace).dropped_io, 0);
    assert_int_equal(hd_trace_destroy(trace), HD_OK);
    hd_topology_destroy(topology);
    assert_int_equal(get_size("own"), 0);
    assert_int_equal(ring_count_states(trace_name), 4 * RING_MIB / RING_RECORD_BYTES);
    (void)close(own);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        AHEAD(the_helper_is_there_while_a_ring_may_grow),
        AHEAD(a_ring_takes_at_most_what_it_may),
        AHEAD(the_text_is_that_of_direct_mode),
        AHEAD(a_large_text_waits_in_a_ring_that_grows),
        AHEAD(a_forked_child_leaves_the_ring_alone),
        AHEAD(a_forked_child_has_a_helper_of_its_own),
        AHEAD(a_vfork_child_writes_as_its_parent),
        AHEAD(short_lived_threads_share_one_helper),
        AHEAD(a_death_at_any_moment_loses_nothing),
        AHEAD(a_descriptor_that_is_another_file_now_is_left_alone),
    };
    return cmocka_run_group_tests(tests, ring_keep_system, NULL);
}
