/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rings that grow: the text is that of direct mode however far they came, and whatever ends their
 * growth is felt by nobody: the bound, a full disk, the limit of file sizes, a lost descriptor. */
#define _GNU_SOURCE /* unshare */
#include "clock_pin.h"
#include "random_calls.h"
#include "support.h"

#include <errno.h>
#include <fcntl.h>
#include <hdtrace/clock.h>
#include <hdtrace/ring.h>
#include <hdtrace/trace.h>
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
#include <unistd.h>

enum {
    BUFFER = 64 * 1024,
    HEAD = 260 * 1024, /* of a ring's file, before its slots */
    STEP = 256 * 1024, /* of its growth */
    STEPS = 9000,
    FULL_STEPS = 20000, /* more than a small disk takes */
    LONGEST = 20000,
    SMALL = 2 << 20, /* bound of a ring that meets a small disk before */
    SKIPPED = 77
};

static const char trace_name[] = "app_n1_0_0.trc";
static const char ring_name[] = "app_n1_0_0.ring";

static off_t get_size(const char *name)
{
    struct stat file = {0};
    return stat(test_path(name), &file) == 0 ? file.st_size : -1;
}

/* A trace whose text depends on the calls alone. */
static hd_trace *create(hd_topology *topology, const hd_trace_options *options)
{
    test_sys.clock_ns = 0;
    hd__clock_unpin();
    assert_int_equal(hd_clock_select(HD_CLOCK_MONOTONIC), HD_OK);
    return random_calls_create(test_node(topology), options);
}

static void call(random_calls *calls, hd_trace *trace, unsigned steps)
{
    for (unsigned i = 0; i < steps; i++) {
        random_calls_step(calls, trace);
    }
}

/* The text that STEPS calls make; with the ring's size before the end in *ring_size. */
static char *record(const hd_trace_options *options, off_t *ring_size)
{
    hd_topology *const topology = test_topology();
    hd_trace *const trace = create(topology, options);
    random_calls calls = {.seed = 11, .longest = LONGEST};
    call(&calls, trace, STEPS);
    random_calls_finish(&calls, trace);
    *ring_size = get_size(ring_name);
    assert_int_equal(hd_trace_get_counts(trace).dropped_io, 0);
    assert_int_equal(hd_trace_destroy(trace), HD_OK);
    hd_topology_destroy(topology);
    assert_int_equal(get_size(ring_name), -1);
    char *const text = test_read(trace_name, NULL);
    assert_non_null(text);
    return text;
}

static char *record_direct(void)
{
    off_t none = 0;
    return record(&(hd_trace_options){.buffer_bytes = BUFFER}, &none);
}

static void the_text_is_the_same_however_long_the_ring_becomes(void **state)
{
    (void)state;
    char *const direct = record_direct();
    for (size_t mib = 1; mib <= 64; mib *= 8) {
        for (int overwrites = 0; overwrites <= HD__OVERWRITES_MEMORY; overwrites++) {
            test_sys.overwrites = (hd__overwriting)overwrites;
            const hd_trace_options options = {
                .buffer_bytes = BUFFER, .mode = HD_TRACE_RING, .ring_bytes = mib << 20};
            off_t size = 0;
            char *const text = record(&options, &size);
            assert_true(strcmp(text, direct) == 0);
            assert_true(size <= HEAD + (off_t)(mib << 20));
            assert_true(mib > 1 || size == HEAD + (off_t)(mib << 20));
            free(text);
        }
    }
    free(direct);
}

static void until_the_bound_no_text_is_made(void **state)
{
    (void)state;
    hd_topology *const topology = test_topology();
    const hd_trace_options options = {.mode = HD_TRACE_RING, .ring_bytes = 1 << 20};
    hd_trace *const trace = create(topology, &options);
    random_calls calls = {.seed = 3};
    off_t size = get_size(ring_name);
    assert_int_equal(size, HEAD + (1 << 20) / 16);
    unsigned grown = 0;
    while (size < HEAD + (1 << 20)) {
        random_calls_step(&calls, trace);
        const off_t now = get_size(ring_name);
        assert_true(now == size || now - size == STEP || now == HEAD + (1 << 20));
        grown += now > size;
        size = now;
    }
    assert_int_equal(grown, 4);
    char *const head = test_read(trace_name, NULL);
    assert_int_equal(strlen(head), strcspn(head, "\n") + 1);
    free(head);
    call(&calls, trace, STEPS);
    assert_int_equal(get_size(ring_name), size);
    char *const text = test_read(trace_name, NULL);
    assert_true(strlen(text) > 1 << 16);
    free(text);
    assert_int_equal(hd_trace_destroy(trace), HD_OK);
    hd_topology_destroy(topology);
}

static void other_sizes_bound_the_ring_too(void **state)
{
    (void)state;
    hd_topology *const topology = test_topology();
    const struct {
        hd_trace_options options;
        off_t first;
    } cases[] = {
        {{.mode = HD_TRACE_RING}, 1 << 20},
        {{.mode = HD_TRACE_RING, .buffer_bytes = 16 << 20}, 1 << 20},
        {{.mode = HD_TRACE_RING, .buffer_bytes = 16 << 20, .ring_bytes = 2 << 20}, 2 << 16},
        {{.mode = HD_TRACE_RING, .limit_bytes = 2 << 20}, 2 << 16},
        {{.limit_bytes = 2 << 20, .limit_action = HD_LIMIT_LAST}, 2 << 20},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        hd_trace *const trace = create(topology, &cases[i].options);
        assert_int_equal(get_size(ring_name), HEAD + cases[i].first);
        assert_int_equal(hd_trace_destroy(trace), HD_OK);
    }
    hd_topology_destroy(topology);
}

static uint64_t addresses;

static uint64_t tell_addresses(void)
{
    return addresses;
}

/* Ten thousand threads may have a ring each. */
static void limited_addresses_bound_the_ring_that_nobody_asked_for(void **state)
{
    (void)state;
    static const struct {
        uint64_t addresses;
        size_t wanted;
        off_t first;
    } cases[] = {
        {UINT64_MAX, 0, 1 << 20},
        {UINT64_C(128) << 30, 0, 1 << 20},
        {UINT64_C(4) << 30, 0, 4 << 16},
        {UINT64_C(512) << 20, 0, 1 << 16},
        {UINT64_C(4) << 30, 8 << 20, 1 << 19},
    };
    hd_topology *const topology = test_topology();
    uint64_t (*const before)(void) = hd__system.addresses;
    hd__system.addresses = tell_addresses;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        addresses = cases[i].addresses;
        const hd_trace_options options = {.mode = HD_TRACE_RING, .ring_bytes = cases[i].wanted};
        hd_trace *const trace = create(topology, &options);
        assert_int_equal(get_size(ring_name), HEAD + cases[i].first);
        assert_int_equal(hd_trace_destroy(trace), HD_OK);
    }
    hd__system.addresses = before;
    hd_topology_destroy(topology);
}

static void the_limit_of_addresses_is_that_of_the_process(void **state)
{
    (void)state;
    struct rlimit before;
    assert_int_equal(getrlimit(RLIMIT_AS, &before), 0);
    const bool open = before.rlim_max == RLIM_INFINITY;
    const rlim_t most = open ? (rlim_t)1 << 50 : before.rlim_max; /* nothing is that large */
    const struct rlimit far = {most, before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_AS, &far), 0);
    assert_true(hd__system.addresses() == most);
    assert_int_equal(setrlimit(RLIMIT_AS, &before), 0);
    assert_true(hd__system.addresses() ==
                (before.rlim_cur == RLIM_INFINITY ? UINT64_MAX : before.rlim_cur));
}

/* --- no more room for the ring alone ---------------------------------------------------------- */

static int (*reserve)(int, off_t, off_t);
static int allowed; /* steps of the ring */
static int error_of_ring;

static bool is_ring(int fd)
{
    struct stat ring = {0};
    struct stat file = {0};
    return stat(test_path(ring_name), &ring) == 0 && fstat(fd, &file) == 0 &&
           ring.st_ino == file.st_ino;
}

static int reserve_less(int fd, off_t offset, off_t bytes)
{
    return is_ring(fd) && allowed-- <= 0 ? error_of_ring : reserve(fd, offset, bytes);
}

static void a_ring_that_can_not_grow_goes_on_as_a_circle(void **state)
{
    (void)state;
    static const int errors[] = {-ENOSPC, -EDQUOT, -EFBIG, -EIO};
    char *const direct = record_direct();
    const hd_trace_options options = {
        .buffer_bytes = BUFFER, .mode = HD_TRACE_RING, .ring_bytes = 4 << 20};
    reserve = hd__system.reserve;
    hd__system.reserve = reserve_less;
    for (int steps = 1; steps < 5; steps++) {
        allowed = steps;
        error_of_ring = errors[steps - 1];
        off_t size = 0;
        char *const text = record(&options, &size);
        assert_true(strcmp(text, direct) == 0);
        assert_int_equal(size, HEAD + (4 << 20) / 16 + (steps - 1) * STEP);
        free(text);
    }
    hd__system.reserve = reserve;
    free(direct);
}

static off_t disk; /* bytes that it has for the ring */

static int reserve_what_there_is(int fd, off_t offset, off_t bytes)
{
    return is_ring(fd) && offset + bytes > disk ? error_of_ring : reserve(fd, offset, bytes);
}

static void a_ring_begins_smaller_where_there_is_less_room(void **state)
{
    (void)state;
    static const int errors[] = {-ENOSPC, -EDQUOT, -EFBIG};
    char *const direct = record_direct();
    const hd_trace_options options = {
        .buffer_bytes = BUFFER, .mode = HD_TRACE_RING, .ring_bytes = 64 << 20};
    reserve = hd__system.reserve;
    hd__system.reserve = reserve_what_there_is;
    for (unsigned i = 0; i < 3; i++) {
        error_of_ring = errors[i];
        disk = HEAD + (1 << (20 - 2 * i));
        off_t size = 0;
        char *const text = record(&options, &size);
        assert_true(strcmp(text, direct) == 0);
        assert_int_equal(size, disk);
        free(text);
    }
    hd__system.reserve = reserve;
    free(direct);
}

static void without_room_for_a_ring_text_is_made_at_once(void **state)
{
    (void)state;
    char *const direct = record_direct();
    const hd_trace_options options = {.buffer_bytes = BUFFER, .mode = HD_TRACE_RING};
    reserve = hd__system.reserve;
    hd__system.reserve = reserve_what_there_is;
    error_of_ring = -ENOSPC;
    disk = HEAD;
    off_t size = 0;
    char *const text = record(&options, &size);
    assert_true(strcmp(text, direct) == 0);
    assert_int_equal(size, -1);
    free(text);
    hd__system.reserve = reserve;
    free(direct);
}

/* The program closes the ring's descriptor, and gets its number for a file of its own. */
static void a_descriptor_that_is_another_file_now_is_left_alone(void **state)
{
    (void)state;
    hd_topology *const topology = test_topology();
    const hd_trace_options options = {.mode = HD_TRACE_RING, .ring_bytes = 1 << 20};
    hd_trace *const trace = create(topology, &options);
    int ring = 3;
    while (!is_ring(ring)) {
        ring++;
    }
    const int own = open(test_path("own"), O_RDWR | O_CREAT, 0600);
    assert_int_equal(dup2(own, ring), ring);
    random_calls calls = {.seed = 11, .longest = LONGEST};
    call(&calls, trace, STEPS);
    random_calls_finish(&calls, trace);
    assert_int_equal(hd_trace_get_counts(trace).dropped_io, 0);
    assert_int_equal(hd_trace_destroy(trace), HD_OK);
    hd_topology_destroy(topology);
    assert_int_equal(get_size("own"), 0);
    char *const direct = record_direct();
    free(direct);
    (void)close(own);
}

/* --- no more room at all ---------------------------------------------------------------------- */

static uint64_t *told; /* entries that ended, were kept, were dropped; outlives a child */

/* Record until neither ring nor trace has room; nothing may be noticed but counts. */
static void fill_up(void)
{
    hd_topology *const topology = test_topology();
    const hd_trace_options options = {
        .buffer_bytes = BUFFER, .mode = HD_TRACE_RING, .ring_bytes = SMALL};
    hd_trace *const trace = create(topology, &options);
    random_calls calls = {.seed = 11};
    call(&calls, trace, FULL_STEPS);
    random_calls_finish(&calls, trace);
    const hd_trace_counts counts = hd_trace_get_counts(trace);
    told[0] = calls.ended;
    told[1] = counts.states + counts.events;
    told[2] = counts.dropped_io;
    assert_int_equal(hd_trace_destroy(trace), HD_IO);
    hd_topology_destroy(topology);
}

/* With room again all that was counted is there. */
static void check_filled_up(void)
{
    assert_true(told[2] > 0);
    assert_true(get_size(ring_name) > 0);
    assert_int_equal(hd_ring_convert(test_path(ring_name), NULL), HD_OK);
    char *const text = test_read(trace_name, NULL);
    const size_t nested = test_count(text, "<Nested>");
    const size_t lines = test_count(text, "\n");
    const size_t entries = test_count(text, " time='") - 1; /* without the summary */
    print_message("%llu of %llu entries were kept, in %zu lines\n", (unsigned long long)told[1],
                  (unsigned long long)told[0], lines - 2 * nested);
    assert_int_equal(entries, told[1]);
    assert_true(told[1] + told[2] >= told[0]);
    assert_true(strcmp(text + strlen(text) - 11, "</Program>\n") == 0);
    free(text);
}

static void the_limit_of_file_sizes_is_no_signal(void **state)
{
    (void)state;
    for (int overwrites = 0; overwrites <= HD__OVERWRITES_MEMORY; overwrites++) {
        const pid_t child = fork();
        if (child == 0) {
            const struct rlimit limit = {HEAD + SMALL / 16 + STEP + 5000, RLIM_INFINITY};
            (void)signal(SIGXFSZ, SIG_DFL);
            test_sys.overwrites = (hd__overwriting)overwrites;
            (void)setrlimit(RLIMIT_FSIZE, &limit);
            fill_up();
            _exit(EXIT_SUCCESS);
        }
        int status = 0;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_int_equal(status, 0);
        assert_int_equal(get_size(ring_name), HEAD + SMALL / 16 + STEP);
        check_filled_up();
    }
}

/* In a file system of 1.2 MiB, where that may be mounted. */
static void fill_small_disk(hd__overwriting overwrites)
{
    test_sys.overwrites = overwrites;
    if (unshare(CLONE_NEWNS) != 0 || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
        mount("none", test_folder(), "tmpfs", 0, "size=1200k") != 0) {
        _exit(SKIPPED);
    }
    fill_up();
    assert_int_equal(mount("none", test_folder(), "tmpfs", MS_REMOUNT, "size=64m"), 0);
    check_filled_up();
    _exit(EXIT_SUCCESS);
}

static void a_full_disk_is_no_signal(void **state)
{
    (void)state;
    for (int overwrites = 0; overwrites <= HD__OVERWRITES_MEMORY; overwrites++) {
        const pid_t child = fork();
        if (child == 0) {
            fill_small_disk((hd__overwriting)overwrites);
        }
        int status = 0;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFEXITED(status));
        if (WEXITSTATUS(status) == SKIPPED) {
            print_message("skipped: no file system may be mounted here\n");
            skip();
        }
        assert_int_equal(WEXITSTATUS(status), 0);
    }
}

int main(void)
{
    told = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (told == MAP_FAILED) {
        return EXIT_FAILURE;
    }
    const struct CMUnitTest tests[] = {
        TEST(the_text_is_the_same_however_long_the_ring_becomes),
        TEST(until_the_bound_no_text_is_made),
        TEST(other_sizes_bound_the_ring_too),
        TEST(limited_addresses_bound_the_ring_that_nobody_asked_for),
        TEST(the_limit_of_addresses_is_that_of_the_process),
        TEST(a_ring_that_can_not_grow_goes_on_as_a_circle),
        TEST(a_ring_begins_smaller_where_there_is_less_room),
        TEST(without_room_for_a_ring_text_is_made_at_once),
        TEST(a_descriptor_that_is_another_file_now_is_left_alone),
        TEST(the_limit_of_file_sizes_is_no_signal),
        TEST(a_full_disk_is_no_signal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
