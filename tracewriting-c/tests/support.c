/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support.h"

#include "clock_pin.h"
#include "ring_ahead.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

test_system test_sys;
static hd__sys genuine;
static char folder[256];

static int64_t fake_clock(hd__clock_id id)
{
    if (id == HD__CLOCK_WALL) {
        return TEST_EPOCH * INT64_C(1000000000);
    }
    test_sys.clock_count++;
    return test_sys.clock_ns += test_sys.tick_ns;
}

static void *fake_map(int fd, off_t offset, size_t bytes)
{
    return test_sys.map_fails ? NULL : genuine.map(fd, offset, bytes);
}

static int fake_reserve(int fd, off_t offset, off_t bytes)
{
    test_sys.reserve_count++;
    if (test_sys.reserve_fails_at != 0 && test_sys.reserve_count >= test_sys.reserve_fails_at) {
        return test_sys.reserve_error;
    }
    return genuine.reserve(fd, offset, bytes);
}

static hd__overwriting fake_overwrites(int fd)
{
    (void)fd;
    return test_sys.overwrites;
}

static bool fake_copies(int fd)
{
    (void)fd;
    return test_sys.copies != 0;
}

/* Only what makes a file grow is that long. */
static ssize_t fake_write_at(int fd, const void *data, size_t bytes, off_t offset)
{
    if (bytes >= 4096) {
        test_sys.reserve_count++;
        if (test_sys.reserve_fails_at != 0 && test_sys.reserve_count >= test_sys.reserve_fails_at) {
            return test_sys.reserve_error;
        }
    }
    return genuine.write_at(fd, data, bytes, offset);
}

static void *fake_alloc(size_t bytes)
{
    return ++test_sys.alloc_count == test_sys.alloc_fails_at ? NULL : genuine.alloc(bytes);
}

static ssize_t fake_write(int fd, const void *data, size_t bytes)
{
    test_sys.write_count++;
    if (test_sys.write_fails_at != 0 && test_sys.write_count >= test_sys.write_fails_at) {
        return test_sys.write_error;
    }
    if (test_sys.write_interrupts > 0) {
        test_sys.write_interrupts--;
        return -EINTR;
    }
    const size_t most = (size_t)test_sys.write_short;
    return genuine.write(fd, data, most != 0 && most < bytes ? most : bytes);
}

static int fake_open(const char *path, int flags)
{
    return test_sys.open_error != 0 ? test_sys.open_error : genuine.open(path, flags);
}

static int fake_host(char *name, size_t size)
{
    (void)snprintf(name, size, "testhost");
    return 0;
}

int test_setup(void **state)
{
    (void)state;
    const char *const base = getenv("TMPDIR");
    (void)snprintf(folder, sizeof folder, "%s/hdtrace-test-XXXXXX", base == NULL ? "/tmp" : base);
    if (mkdtemp(folder) == NULL) {
        return -1;
    }
    (void)strncat(folder, "/", sizeof folder - strlen(folder) - 1);
    memset(&test_sys, 0, sizeof test_sys);
    test_sys.tick_ns = 1000;
    genuine = hd__system;
    hd__system.clock = fake_clock;
    hd__system.map = fake_map;
    hd__system.reserve = fake_reserve;
    hd__system.overwrites = fake_overwrites;
    hd__system.copies = fake_copies;
    hd__system.write_at = fake_write_at;
    hd__system.alloc = fake_alloc;
    hd__system.write = fake_write;
    hd__system.open = fake_open;
    hd__system.host = fake_host;
    hd__ring_ahead_helps = false; /* what is replaced counts */
    hd__clock_unpin();
    return hd_clock_select(HD_CLOCK_MONOTONIC) == HD_OK ? 0 : -1;
}

void test_use_real_clock(void)
{
    hd__system.clock = genuine.clock;
    hd__clock_unpin();
}

int test_teardown(void **state)
{
    (void)state;
    hd__system = genuine;
    hd__clock_unpin();
    DIR *const dir = opendir(folder);
    for (struct dirent *entry = dir ? readdir(dir) : NULL; entry != NULL; entry = readdir(dir)) {
        if (entry->d_name[0] != '.') {
            (void)unlink(test_path(entry->d_name));
        }
    }
    if (dir != NULL) {
        (void)closedir(dir);
    }
    return rmdir(folder);
}

const char *test_folder(void)
{
    return folder;
}

const char *test_path(const char *file)
{
    static char paths[4][768];
    static unsigned turn;
    char *const path = paths[turn++ % 4];
    (void)snprintf(path, sizeof paths[0], "%s%s", folder, file);
    return path;
}

uint64_t test_seed(void)
{
    const char *const given = getenv("HD_TEST_SEED");
    const uint64_t seed =
        given != NULL ? strtoull(given, NULL, 10) : (uint64_t)getpid() * UINT64_C(1000003);
    print_message("seed %llu\n", (unsigned long long)seed);
    return seed;
}

char *test_read(const char *file, size_t *length)
{
    FILE *const in = fopen(test_path(file), "rb");
    if (in == NULL) {
        return NULL;
    }
    (void)fseek(in, 0, SEEK_END);
    const long size = ftell(in);
    rewind(in);
    char *const text = calloc(1, (size_t)size + 1);
    const size_t got = text == NULL ? 0 : fread(text, 1, (size_t)size, in);
    (void)fclose(in);
    if (length != NULL) {
        *length = got;
    }
    return text;
}

hd_topology *test_topology(void)
{
    static const char *const levels[] = {"Hostname", "Rank", "Thread"};
    hd_topology *topology = NULL;
    assert_int_equal(hd_topology_create(folder, "app", 3, levels, &topology), HD_OK);
    return topology;
}

const hd_topology_node *test_node(hd_topology *topology)
{
    static const char *const labels[] = {"n1", "0", "0"};
    const hd_topology_node *node = NULL;
    assert_int_equal(hd_topology_get_node(topology, 3, labels, &node), HD_OK);
    return node;
}

char *test_finish(hd_trace *trace, hd_topology *topology)
{
    assert_int_equal(hd_trace_destroy(trace), HD_OK);
    hd_topology_destroy(topology);
    char *const text = test_read("app_n1_0_0.trc", NULL);
    assert_non_null(text);
    return text;
}

const char *test_find(const char *text, const char *part)
{
    const size_t length = strlen(part);
    const char *at = strchr(text, part[0]);
    while (at != NULL && strncmp(at, part, length) != 0) {
        at = strchr(at + 1, part[0]);
    }
    return at;
}

size_t test_count(const char *text, const char *part)
{
    size_t count = 0;
    for (const char *at = test_find(text, part); at != NULL; at = test_find(at + 1, part)) {
        count++;
    }
    return count;
}

void test_die_in(unsigned microseconds)
{
    const struct itimerval once = {
        .it_value = {microseconds / 1000000, microseconds % 1000000 + 1}};
    (void)signal(SIGALRM, SIG_DFL);
    (void)setitimer(ITIMER_REAL, &once, NULL);
}

unsigned test_adapt_span(unsigned span, bool was_killed)
{
    enum { SHORTEST = 200 };
    const unsigned next = was_killed ? span + span / 16 : span - span / 8;
    return next < SHORTEST ? SHORTEST : next;
}

void test_expect_exit(pid_t child, int wanted)
{
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), wanted);
}

void test_write_states(hd_trace *trace, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        hd_trace_begin_state(trace, "State");
        hd_trace_add_uint(trace, "i", i);
        hd_trace_end_state(trace);
    }
}

void test_check_same(const char *one, const char *other)
{
    size_t same = 0;
    while (one[same] == other[same] && one[same] != '\0') {
        same++;
    }
    if (one[same] != other[same]) {
        const size_t from = same < 300 ? 0 : same - 300;
        fail_msg("at %zu: %.600s\n---- and ----\n%.600s", same, one + from, other + from);
    }
}
