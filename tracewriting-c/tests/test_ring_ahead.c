/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rings whose next part is made ready by the helper thread: the text is that of direct mode, the
 * thread is there as long as such a ring is, and whatever befalls it or the process is felt by
 * nobody. */
#define _GNU_SOURCE /* unshare */
#include "random_calls.h"
#include "ring_ahead.h"
#include "support.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <hdtrace/ring.h>
#include <hdtrace/trace.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MIB (INT64_C(1) << 20)

enum {
    HEAD = 260 * 1024, /* of a ring's file, before its slots */
    RECORD = 4 * 8,    /* of the states here: first word, two times, a value */
    THREADS = 40,
    ROUNDS = 16,
    SECONDS = 60, /* that a loaded machine is waited for */
    SKIPPED = 77
};

static const char trace_name[] = "app_n1_0_0.trc";
static const char ring_name[] = "app_n1_0_0.ring";

static hd__sys whole_system;
static const hd_template *shape;

static void *do_nothing(void *unused)
{
    return unused;
}

/* A thread before all others: ThreadSanitizer begins one of its own then. */
static int keep_system(void **state)
{
    (void)state;
    static const hd_attribute row[] = {{"n", HD_ATTRIBUTE_INT, NULL}};
    whole_system = hd__system;
    pthread_t first;
    if (pthread_create(&first, NULL, do_nothing, NULL) != 0 || pthread_join(first, NULL) != 0) {
        return -1;
    }
    return hd_template_create("State", 1, row, &shape) == HD_OK ? 0 : -1;
}

/* The system's own calls: the replacements of test_setup count, and there are two threads here. */
static int setup(void **state)
{
    const int result = test_setup(state);
    hd__system = whole_system;
    hd__ring_ahead_helps = true;
    return result;
}

#define AHEAD(name) cmocka_unit_test_setup_teardown(name, setup, test_teardown)

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

static hd_trace *create_on(const hd_topology_node *node, size_t ring_bytes)
{
    const hd_trace_options options = {.mode = HD_TRACE_RING, .ring_bytes = ring_bytes};
    hd_trace *trace = NULL;
    assert_int_equal(hd_trace_create(node, &options, &trace), HD_OK);
    return trace;
}

/* States that take so many bytes of the ring. */
static void write_states(hd_trace *trace, long first, long bytes)
{
    for (long i = 0; i < bytes / RECORD; i++) {
        hd_trace_open_state(trace);
        hd_trace_return_state(trace)[0] = first + i;
        hd_trace_close_state(trace, shape, 0);
    }
}

/* The states in a trace, which are numbered without gaps from 0. */
static long count_states(const char *name)
{
    char *const text = test_read(name, NULL);
    assert_non_null(text);
    long count = 0;
    for (const char *at = test_find(text, "<State n='"); at != NULL;
         at = test_find(at, "<State n='")) {
        at += strlen("<State n='");
        assert_int_equal(strtol(at, NULL, 10), count);
        count++;
    }
    free(text);
    return count;
}

static void the_helper_is_there_while_a_ring_may_grow(void **state)
{
    (void)state;
    hd_topology *const topology = test_topology();
    const int before = count_threads();
    hd_trace *trace = create_on(test_node(topology), 1); /* it has all its bytes at once */
    assert_int_equal(count_threads(), before);
    assert_int_equal(hd_trace_destroy(trace), HD_OK);
    trace = create_on(test_node(topology), 0);
    assert_int_equal(count_threads(), before + 1); /* so that no traced call has to start it */
    write_states(trace, 0, MIB / 4);
    assert_int_equal(get_size(ring_name), HEAD + MIB);
    write_states(trace, MIB / 4 / RECORD, MIB / 4 + 4096);
    wait_for_size(ring_name, HEAD + 2 * MIB); /* though only the first half of 1 MiB is used */
    assert_int_equal(count_threads(), before + 1);
    assert_int_equal(hd_trace_destroy(trace), HD_OK);
    expect_threads(before);
    assert_int_equal(count_states(trace_name), MIB / 4 / RECORD + (MIB / 4 + 4096) / RECORD);
    hd_topology_destroy(topology);
}

static void a_ring_takes_at_most_what_it_may(void **state)
{
    (void)state;
    hd_topology *const topology = test_topology();
    for (size_t mib = 1; mib <= 9; mib += 8) {
        hd_trace *const trace = create_on(test_node(topology), mib * MIB);
        write_states(trace, 0, 10 * MIB);
        assert_int_equal(get_size(ring_name), HEAD + (off_t)mib * MIB);
        assert_int_equal(hd_trace_get_counts(trace).dropped_io, 0);
        assert_int_equal(hd_trace_destroy(trace), HD_OK);
        assert_int_equal(count_states(trace_name), 10 * MIB / RECORD);
    }
    hd_topology_destroy(topology);
}

enum { LONG_TEXT = 6 * MIB, LONG_VALUE = 32768 };

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
        .mode = HD_TRACE_RING, .ring_bytes = 16 * MIB, .buffer_bytes = 8 * MIB};
    hd_trace *trace = NULL;
    assert_int_equal(hd_trace_create(test_node(topology), &options, &trace), HD_OK);
    for (int i = 0; i < 3; i++) { /* for the third it can't grow */
        write_states(trace, i * (MIB / RECORD), MIB);
        assert_int_equal(count_states(trace_name), 0);
        write_long_state(trace);
    }
    assert_int_equal(count_states(trace_name), 3 * (MIB / RECORD));
    assert_int_equal(hd_trace_get_counts(trace).dropped_io, 0);
    assert_int_equal(hd_trace_destroy(trace), HD_OK);
    hd_topology_destroy(topology);
    assert_int_equal(count_states(trace_name), 3 * (MIB / RECORD));
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
                                          .ring_bytes = 16 * MIB};
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

static void expect_exit(pid_t child, int wanted)
{
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), wanted);
}

static void a_forked_child_leaves_the_ring_alone(void **state)
{
    (void)state;
    hd_topology *const topology = test_topology();
    const int before = count_threads();
    hd_trace *const trace = create_on(test_node(topology), 0);
    write_states(trace, 0, 2 * MIB);
    const pid_t child = fork();
    if (child == 0) {
        const bool alone = count_threads() <= before;
        write_states(trace, 0, MIB);
        (void)hd_trace_destroy(trace);
        _exit(alone ? 0 : 1);
    }
    expect_exit(child, 0);
    write_states(trace, 2 * MIB / RECORD, 2 * MIB);
    assert_int_equal(hd_trace_destroy(trace), HD_OK);
    assert_int_equal(count_states(trace_name), 4 * MIB / RECORD);
    hd_topology_destroy(topology);
}

static void a_forked_child_has_a_helper_of_its_own(void **state)
{
    (void)state;
    hd_topology *const topology = test_topology();
    hd_trace *const trace = create_on(test_node(topology), 0);
    write_states(trace, 0, 2 * MIB);
    assert_int_equal(hd_trace_destroy(trace), HD_OK);
    const pid_t child = fork();
    if (child == 0) {
        const int before = count_threads();
        hd_trace *const own = create_on(test_node(topology), 0);
        write_states(own, 0, 3 * MIB);
        const bool helped = count_threads() > before;
        _exit(hd_trace_destroy(own) == HD_OK && helped ? 0 : 1);
    }
    expect_exit(child, 0);
    assert_int_equal(count_states(trace_name), 3 * MIB / RECORD);
    hd_topology_destroy(topology);
}

/* It has its parent's memory, and so its helper. */
static void a_vfork_child_writes_as_its_parent(void **state)
{
    (void)state;
    hd_topology *const topology = test_topology();
    hd_trace *const trace = create_on(test_node(topology), 0);
    static volatile bool shared; /* ThreadSanitizer makes another fork of it */
    const pid_t child = vfork(); /* NOLINT(clang-analyzer-security.insecureAPI.vfork) */
    if (child == 0) {
        shared = true; /* NOLINT(clang-analyzer-unix.Vfork): what a tracer has to bear */
        write_states(trace, 0, 5 * MIB); /* NOLINT(clang-analyzer-unix.Vfork) */
        _exit(0);
    }
    expect_exit(child, 0);
    const long written = shared ? 5 * MIB : 0;
    write_states(trace, written / RECORD, 5 * MIB);
    assert_int_equal(hd_trace_destroy(trace), HD_OK);
    assert_int_equal(count_states(trace_name), (written + 5 * MIB) / RECORD);
    hd_topology_destroy(topology);
}

static void *write_thread(void *context)
{
    hd_trace *const trace = create_on(*(const hd_topology_node *const *)context, 2 * MIB);
    write_states(trace, 0, MIB);
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
        assert_int_equal(count_states(name), MIB / RECORD);
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
            hd_trace *const trace = create_on(test_node(topology), 0);
            const long last = (MIB / 2 + round * (10 * MIB / ROUNDS)) / RECORD;
            for (long i = 0; i < last; i++) {
                write_states(trace, i, RECORD);
                *(volatile uint64_t *)done = (uint64_t)i + 1;
            }
            (void)raise(SIGKILL);
        }
        int status = 0;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status));
        grown += get_size(ring_name) > HEAD + MIB;
        assert_int_equal(hd_ring_convert(test_path(ring_name), NULL), HD_OK);
        assert_int_equal(count_states(trace_name), *done);
    }
    assert_true(grown > ROUNDS / 2);
    (void)munmap(done, 4096);
}

/* --- no more room ----------------------------------------------------------------------------- */

/* Writes far more than there is room for; then, where the ring was kept, takes it over with the
 * room that `more` makes. */
static void fill_up(void (*more)(void))
{
    hd_topology *const topology = test_topology();
    hd_trace *const trace = create_on(test_node(topology), 4 * MIB);
    write_states(trace, 0, 8 * MIB);
    const hd_trace_counts counts = hd_trace_get_counts(trace);
    assert_true(counts.dropped_io > 0);
    assert_int_equal(counts.states + counts.dropped_io, 8 * MIB / RECORD);
    assert_int_equal(hd_trace_destroy(trace), HD_IO);
    hd_topology_destroy(topology);
    more();
    assert_int_equal(hd_ring_convert(test_path(ring_name), NULL), HD_OK);
    assert_true(count_states(trace_name) >= (long)counts.states);
}

static void lift_limit(void)
{
    struct rlimit limit;
    (void)getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = limit.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void the_limit_of_file_sizes_is_no_signal(void **state)
{
    (void)state;
    const pid_t child = fork();
    if (child == 0) {
        const struct rlimit limit = {HEAD + MIB + 5000, RLIM_INFINITY};
        (void)signal(SIGXFSZ, SIG_DFL);
        (void)setrlimit(RLIMIT_FSIZE, &limit);
        fill_up(lift_limit);
        _exit(0);
    }
    expect_exit(child, 0);
}

static void enlarge_disk(void)
{
    assert_int_equal(mount("none", test_folder(), "tmpfs", MS_REMOUNT, "size=64m"), 0);
}

/* In a file system of 2 MiB, where that may be mounted. */
static void a_full_disk_is_no_signal(void **state)
{
    (void)state;
    const pid_t child = fork();
    if (child == 0) {
        if (unshare(CLONE_NEWNS) != 0 || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
            mount("none", test_folder(), "tmpfs", 0, "size=2m") != 0) {
            _exit(SKIPPED);
        }
        fill_up(enlarge_disk);
        _exit(0);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    if (WIFEXITED(status) && WEXITSTATUS(status) == SKIPPED) {
        print_message("skipped: no file system may be mounted here\n");
        skip();
    }
    assert_int_equal(status, 0);
}

/* The program closes the ring's descriptor, and gets its number for a file of its own. */
static void a_descriptor_that_is_another_file_now_is_left_alone(void **state)
{
    (void)state;
    hd_topology *const topology = test_topology();
    hd_trace *const trace = create_on(test_node(topology), 8 * MIB);
    struct stat ring = {0};
    struct stat file = {0};
    assert_int_equal(stat(test_path(ring_name), &ring), 0);
    int fd = 3;
    while (fstat(fd, &file) != 0 || file.st_ino != ring.st_ino) {
        fd++;
    }
    const int own = open(test_path("own"), O_RDWR | O_CREAT, 0600);
    assert_int_equal(dup2(own, fd), fd);
    write_states(trace, 0, 4 * MIB);
    assert_int_equal(hd_trace_get_counts(trace).dropped_io, 0);
    assert_int_equal(hd_trace_destroy(trace), HD_OK);
    hd_topology_destroy(topology);
    assert_int_equal(get_size("own"), 0);
    assert_int_equal(count_states(trace_name), 4 * MIB / RECORD);
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
        AHEAD(the_limit_of_file_sizes_is_no_signal),
        AHEAD(a_full_disk_is_no_signal),
        AHEAD(a_descriptor_that_is_another_file_now_is_left_alone),
    };
    return cmocka_run_group_tests(tests, keep_system, NULL);
}
