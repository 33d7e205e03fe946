/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Between the process that writes a ring and those that take over what others left: whoever comes
 * at whatever moment, no ring of a living process is taken away, and what can't be taken over now
 * can be later. */
#include "random_calls.h"
#include "ring_owner.h"
#include "support.h"

#include <errno.h>
#include <fcntl.h>
#include <hdtrace/ring.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BUFFER = 64 * 1024, STEPS = 300 };

static const char trace_name[] = "app_n1_0_0.trc";
static const char ring_name[] = "app_n1_0_0.ring";

static const hd_ring_options elsewhere = {.elsewhere = true};

static int exists(const char *name)
{
    return access(test_path(name), F_OK) == 0;
}

/* Record, and end as by a crash or well. */
static void record(hd_trace_mode mode, bool end)
{
    const pid_t child = fork();
    if (child == 0) {
        hd_topology *const topology = test_topology();
        const hd_trace_options options = {.buffer_bytes = BUFFER, .mode = mode};
        hd_trace *const trace = random_calls_create(test_node(topology), &options);
        random_calls calls = {.seed = 77, .longest = 300};
        for (unsigned i = 0; i < STEPS; i++) {
            random_calls_step(&calls, trace);
        }
        random_calls_finish(&calls, trace);
        _exit(end && hd_trace_destroy(trace) != HD_OK ? 1 : 0);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

/* The text that a process writes which nothing happens to, up to its end tag. */
static char *get_whole_text(void)
{
    record(HD_TRACE_DIRECT, true);
    char *const text = test_read(trace_name, NULL);
    char *const end = strstr(text, "</Program>");
    assert_non_null(end);
    *end = '\0';
    return text;
}

static void assert_trace_is(const char *text)
{
    char *const got = test_read(trace_name, NULL);
    assert_string_equal(got, text);
    free(got);
}

/* --- a lock that others are faster than ------------------------------------------------------- */

static int (*genuine_lock)(int);
static int removals;

static int lock_too_late(int fd)
{
    if (removals-- > 0) {
        assert_int_equal(unlink(test_path(ring_name)), 0);
    }
    return genuine_lock(fd);
}

static void remove_before_locking(int times)
{
    genuine_lock = hd__system.lock;
    hd__system.lock = lock_too_late;
    removals = times;
}

static void a_new_ring_that_was_taken_away_is_made_anew(void **state)
{
    (void)state;
    remove_before_locking(3);
    const int fd = hd__ring_open_own(test_path(ring_name));
    hd__system.lock = genuine_lock;
    assert_true(fd >= 0);
    assert_true(removals < 0);
    assert_true(hd__file_has_name(fd));
    assert_true(exists(ring_name));
    assert_int_equal(close(fd), 0);
}

static void a_ring_that_ends_while_it_is_opened_is_left_to_its_process(void **state)
{
    (void)state;
    record(HD_TRACE_RING, false);
    char *const before = test_read(trace_name, NULL);
    remove_before_locking(1);
    assert_int_equal(hd_ring_convert(test_path(ring_name), NULL), HD_END);
    hd__system.lock = genuine_lock;
    assert_trace_is(before);
    free(before);
    assert_int_equal(hd_ring_convert(test_path(ring_name), NULL), HD_END);
}

/* A process that locks the file and says so, then waits to be told to end, or killed. */
static pid_t hold(const char *name, int *tell)
{
    int ready[2];
    int go[2];
    assert_int_equal(pipe(ready), 0);
    assert_int_equal(pipe(go), 0);
    const pid_t child = fork();
    if (child == 0) {
        char byte = 0;
        const int fd = open(test_path(name), O_RDWR | O_CREAT, 0600);
        (void)!write(ready[1], hd__system.lock(fd) == 0 ? "l" : "f", 1);
        (void)close(go[1]);
        (void)!read(go[0], &byte, 1);
        (void)unlink(test_path(name));
        _exit(0);
    }
    char byte = 0;
    assert_int_equal(read(ready[0], &byte, 1), 1);
    assert_int_equal(byte, 'l');
    (void)close(ready[0]);
    (void)close(ready[1]);
    (void)close(go[0]);
    *tell = go[1];
    return child;
}

static void a_ring_of_another_process_is_not_taken(void **state)
{
    (void)state;
    FILE *const out = fopen(test_path(ring_name), "wb");
    assert_non_null(out);
    (void)fputs("its text", out);
    assert_int_equal(fclose(out), 0);
    int tell = -1;
    const pid_t child = hold(ring_name, &tell);
    assert_int_equal(hd__ring_open_own(test_path(ring_name)), -EBUSY);
    char *const text = test_read(ring_name, NULL);
    assert_string_equal(text, "its text");
    free(text);
    (void)close(tell); /* it removes the file and ends, at whatever moment of what follows */
    int fd = -EBUSY;
    while (fd == -EBUSY) {
        fd = hd__ring_open_own(test_path(ring_name));
    }
    assert_true(fd >= 0);
    assert_true(hd__file_has_name(fd));
    assert_int_equal(lseek(fd, 0, SEEK_END), 0);
    assert_int_equal(waitpid(child, NULL, 0), child);
    assert_int_equal(close(fd), 0);
}

static void an_empty_ring_is_removed_when_nobody_has_it(void **state)
{
    (void)state;
    int tell = -1;
    const pid_t child = hold(ring_name, &tell);
    assert_int_equal(hd_ring_convert(test_path(ring_name), NULL), HD_STATE);
    assert_true(exists(ring_name));
    (void)kill(child, SIGKILL);
    assert_int_equal(waitpid(child, NULL, 0), child);
    (void)close(tell);
    assert_true(exists(ring_name));
    assert_int_equal(hd_ring_convert(test_path(ring_name), NULL), HD_OK);
    assert_false(exists(ring_name));
}

/* --- recovery where something is missing ------------------------------------------------------ */

static void *(*genuine_map)(int, off_t, size_t);
static int maps;

static void *map_the_first(int fd, off_t offset, size_t bytes)
{
    return maps-- > 0 ? genuine_map(fd, offset, bytes) : NULL;
}

static void a_trace_that_can_not_be_mapped_is_written(void **state)
{
    (void)state;
    char *const whole = get_whole_text();
    record(HD_TRACE_RING, false);
    genuine_map = hd__system.map;
    hd__system.map = map_the_first;
    maps = 0;
    assert_int_equal(hd_ring_convert(test_path(ring_name), NULL), HD_IO);
    assert_non_null(strstr(hd_error_get_text(), "can't be mapped"));
    assert_true(exists(ring_name));
    maps = 1; /* the ring */
    assert_int_equal(hd_ring_convert(test_path(ring_name), NULL), HD_OK);
    assert_true(maps < 0);
    assert_trace_is(whole);
    free(whole);
}

static int (*genuine_open)(const char *, int);

static int open_to_read(const char *path, int flags)
{
    return (flags & O_ACCMODE) == O_RDONLY ? genuine_open(path, flags) : -EROFS;
}

static int open_all_but_trace(const char *path, int flags)
{
    return strstr(path, ".trc") == NULL ? genuine_open(path, flags) : open_to_read(path, flags);
}

static void what_can_not_be_written_stays_for_later(void **state)
{
    (void)state;
    char *const whole = get_whole_text();
    record(HD_TRACE_RING, false);
    char *const before = test_read(trace_name, NULL);
    int (*const opens[])(const char *, int) = {open_to_read, open_all_but_trace};
    genuine_open = hd__system.open;
    for (size_t i = 0; i < 2; i++) {
        hd__system.open = opens[i];
        assert_int_equal(hd_ring_convert(test_path(ring_name), NULL), HD_IO);
        assert_non_null(strstr(hd_error_get_text(), "Read-only file system"));
        assert_true(exists(ring_name));
        assert_trace_is(before);
    }
    hd__system.open = genuine_open;
    test_sys.reserve_fails_at = 1;
    test_sys.reserve_error = -ENOSPC;
    assert_int_equal(hd_ring_convert(test_path(ring_name), NULL), HD_IO);
    assert_non_null(strstr(hd_error_get_text(), "No space left"));
    test_sys.reserve_fails_at = 0;
    assert_int_equal(hd_ring_convert(test_path(ring_name), NULL), HD_OK);
    assert_trace_is(whole);
    free(before);
    free(whole);
}

/* --- other machines --------------------------------------------------------------------------- */

static int open_other_boot(const char *path, int flags)
{
    return genuine_open(strstr(path, "/boot_id") == NULL ? path : test_path("boot"), flags);
}

static int name_other_host(char *name, size_t size)
{
    (void)snprintf(name, size, "far-away");
    return 0;
}

static int have_no_locks(int fd)
{
    (void)fd;
    return -ENOLCK;
}

/* What follows is done on another machine, or on this one after it was started again. */
static void go_elsewhere(void)
{
    FILE *const out = fopen(test_path("boot"), "wb");
    assert_non_null(out);
    (void)fputs("00000000-0000-4000-8000-000000000000\n", out);
    assert_int_equal(fclose(out), 0);
    genuine_open = hd__system.open;
    hd__system.open = open_other_boot;
}

static void a_ring_of_another_machine_is_left_unless_the_run_is_over(void **state)
{
    (void)state;
    char *const whole = get_whole_text();
    int (*const host)(char *, size_t) = hd__system.host;
    hd__system.host = name_other_host;
    record(HD_TRACE_RING, false);
    hd__system.host = host;
    char *const before = test_read(trace_name, NULL);
    go_elsewhere();
    genuine_lock = hd__system.lock;
    int (*const locks[])(int) = {genuine_lock, have_no_locks};
    for (size_t i = 0; i < 2; i++) {
        hd__system.lock = locks[i];
        assert_int_equal(hd_ring_convert(test_path(ring_name), NULL), HD_STATE);
        assert_non_null(strstr(hd_error_get_text(), "its process ran on far-away"));
        assert_non_null(strstr(hd_error_get_text(), "--elsewhere"));
        assert_true(exists(ring_name));
        assert_trace_is(before);
    }
    hd__system.lock = genuine_lock;
    int tell = -1;
    const pid_t child = hold(ring_name, &tell); /* where locks reach over machines */
    assert_int_equal(hd_ring_convert_with(test_path(ring_name), &elsewhere, NULL), HD_STATE);
    (void)kill(child, SIGKILL);
    assert_int_equal(waitpid(child, NULL, 0), child);
    (void)close(tell);
    assert_int_equal(hd_ring_convert_with(test_path(ring_name), &elsewhere, NULL), HD_OK);
    assert_trace_is(whole);
    free(before);
    free(whole);
}

static void a_machine_that_was_started_again_takes_its_rings_over(void **state)
{
    (void)state;
    char *const whole = get_whole_text();
    record(HD_TRACE_RING, false);
    go_elsewhere();
    assert_int_equal(hd_ring_convert(test_path(ring_name), NULL), HD_OK);
    assert_trace_is(whole);
    free(whole);
}

static void without_locks_the_process_itself_is_looked_for(void **state)
{
    (void)state;
    char *const whole = get_whole_text();
    genuine_lock = hd__system.lock;
    hd__system.lock = have_no_locks;
    int ready[2];
    assert_int_equal(pipe(ready), 0);
    const pid_t child = fork();
    if (child == 0) {
        hd_topology *const topology = test_topology();
        const hd_trace_options options = {.buffer_bytes = BUFFER, .mode = HD_TRACE_RING};
        (void)random_calls_create(test_node(topology), &options);
        (void)!write(ready[1], "", 1);
        (void)pause();
    }
    char byte = 0;
    assert_int_equal(read(ready[0], &byte, 1), 1);
    assert_int_equal(hd_ring_convert(test_path(ring_name), NULL), HD_STATE);
    assert_int_equal(hd_ring_convert_with(test_path(ring_name), &elsewhere, NULL), HD_STATE);
    (void)kill(child, SIGKILL);
    assert_int_equal(waitpid(child, NULL, 0), child);
    assert_int_equal(hd_ring_convert(test_path(ring_name), NULL), HD_OK);
    record(HD_TRACE_RING, false);
    assert_int_equal(hd_ring_convert(test_path(ring_name), NULL), HD_OK);
    assert_trace_is(whole);
    (void)close(ready[0]);
    (void)close(ready[1]);
    free(whole);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_new_ring_that_was_taken_away_is_made_anew),
        TEST(a_ring_that_ends_while_it_is_opened_is_left_to_its_process),
        TEST(a_ring_of_another_process_is_not_taken),
        TEST(an_empty_ring_is_removed_when_nobody_has_it),
        TEST(a_trace_that_can_not_be_mapped_is_written),
        TEST(what_can_not_be_written_stays_for_later),
        TEST(a_ring_of_another_machine_is_left_unless_the_run_is_over),
        TEST(a_machine_that_was_started_again_takes_its_rings_over),
        TEST(without_locks_the_process_itself_is_looked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
