/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compressed traces with something in the way; whole ones are read in index/test_frames.py. */
#include "support.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <hdtrace/trace.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <zstd.h>

#define MIB (INT64_C(1) << 20)
enum { STATE_BYTES = 60, TEXT_MAX = 12 * MIB };

static hd__sys genuine;
static hd_topology *topology;
static int (*genuine_punch)(int fd, off_t offset, off_t bytes);
static ssize_t (*genuine_write_at)(int fd, const void *data, size_t bytes, off_t offset);
static int writes_left;
static _Atomic off_t punched;

static hd_trace *create(const hd_trace_property *property)
{
    const hd_trace_options options = {.buffer_bytes = property == NULL ? 65536 : 262144,
                                      .properties = property,
                                      .property_count = property != NULL,
                                      .compress = HD_TRACE_ZSTD,
                                      .index = true};
    hd_trace *trace = NULL;
    topology = test_topology();
    assert_int_equal(hd_trace_create(test_node(topology), &options, &trace), HD_OK);
    return trace;
}

static void destroy(hd_trace *trace)
{
    assert_int_equal(hd_trace_destroy(trace), HD_OK);
    hd_topology_destroy(topology);
}

static void write_states(hd_trace *trace, size_t bytes)
{
    for (size_t i = 0; i < bytes / STATE_BYTES; i++) {
        hd_trace_begin_state(trace, "Send");
        hd_trace_add_int(trace, "size", (int64_t)(i * 7919 % 100003));
        hd_trace_end_state(trace);
    }
}

/* Text of the frames; NULL terminated. Caller frees. */
static char *read_frames(size_t *bytes)
{
    size_t size = 0;
    char *const data = test_read("app_n1_0_0.trc.zst", &size);
    assert_non_null(data);
    char *text = calloc(1, (size_t)TEXT_MAX);
    assert_non_null(text);
    *bytes = 0;
    for (size_t at = 0; at < size;) {
        const size_t frame = ZSTD_findFrameCompressedSize(data + at, size - at);
        assert_false(ZSTD_isError(frame));
        const size_t got =
            ZSTD_decompress(text + *bytes, (size_t)TEXT_MAX - *bytes, data + at, frame);
        assert_false(ZSTD_isError(got));
        *bytes += got;
        at += frame;
    }
    free(data);
    return text;
}

/* Text of frames and tail together; the tail is read first, because what becomes frames meanwhile
 * is taken out of it. Caller frees. */
static char *read_text(void)
{
    size_t bytes = 0;
    size_t size = 0;
    char *const tail = test_read("app_n1_0_0.trc.tail", &size);
    char *const text = read_frames(&bytes);
    if (tail != NULL && size > bytes) {
        memcpy(text + bytes, tail + bytes, size - bytes);
    }
    free(tail);
    return text;
}

/* Whole lines that begin so. */
static size_t count_lines(const char *text, const char *begin)
{
    size_t count = 0;
    for (const char *end = strchr(text, '\n'); end != NULL; end = strchr(text, '\n')) {
        count += strncmp(text, begin, strlen(begin)) == 0;
        text = end + 1;
    }
    return count;
}

static void expect_text(size_t states, bool whole)
{
    char *const text = read_text();
    assert_int_equal(count_lines(text, "<Send size='"), states);
    assert_int_equal(count_lines(text, "</Program>"), whole);
    assert_int_equal(count_lines(text, ""), states + 1 + whole);
    free(text);
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

/* As test_setup, but only with replacements that count nothing: there are two threads here. */
static int setup(void **state)
{
    const int result = test_setup(state);
    const hd__sys fakes = hd__system;
    hd__system = genuine;
    hd__system.clock = fakes.clock;
    hd__system.map = fakes.map;
    hd__system.open = fakes.open;
    return result;
}

/* --- tests ------------------------------------------------------------------------------------ */

static void completes_the_head_in_place(void **state)
{
    (void)state;
    static char value[70001]; /* longer than one piece of the head */
    memset(value, 'v', sizeof value - 1);
    const hd_trace_property property = {"long", value};
    hd_trace *const trace = create(&property);
    write_states(trace, 3 * MIB);
    destroy(trace);
    char *text = read_text();
    assert_int_equal(test_count(text, value), 1);
    free(text);

    const hd_trace_property clock = {"clockOffset", "          "};
    hd_trace *const other = create(&clock);
    write_states(other, 3 * MIB);
    assert_int_equal(hd_trace_set_property(other, "clockOffset", "0.5@1"), HD_OK);
    char *const before = read_text(); /* whole also if the program dies now */
    assert_int_equal(test_count(before, "clockOffset='0.5@1     '"), 1);
    free(before);
    destroy(other);
    text = read_text();
    assert_int_equal(test_count(text, "clockOffset='0.5@1     '"), 1);
    free(text);
}

static int count_punch(int fd, off_t offset, off_t bytes)
{
    punched += bytes;
    return genuine_punch(fd, offset, bytes);
}

static void gives_the_room_of_the_tail_back(void **state)
{
    (void)state;
    genuine_punch = hd__system.punch;
    hd__system.punch = count_punch;
    punched = 0;
    hd_trace *const trace = create(NULL);
    write_states(trace, 8 * MIB);
    for (int tries = 0; tries < 30000 && punched <= 5 * MIB; tries++) {
        (void)nanosleep(&(struct timespec){0, 10000000}, NULL);
    }
    destroy(trace);
    assert_true(punched > 5 * MIB);
    assert_null(test_read("app_n1_0_0.trc.tail", NULL));
    expect_text(8 * MIB / STATE_BYTES, true);
}

static bool is_frames(int fd)
{
    char link[64];
    char path[1024];
    (void)snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    const ssize_t bytes = readlink(link, path, sizeof path);
    return bytes > 4 && strncmp(path + bytes - 4, ".zst", 4) == 0;
}

/* The disk takes so many writes of frames, each of them torn. */
static ssize_t failing_write_at(int fd, const void *data, size_t bytes, off_t offset)
{
    if (!is_frames(fd)) {
        return genuine_write_at(fd, data, bytes, offset);
    }
    return writes_left-- > 0 ? genuine_write_at(fd, data, bytes / 2 + 1, offset) : -ENOSPC;
}

static void keeps_the_tail_on_a_full_disk(void **state)
{
    (void)state;
    genuine_write_at = hd__system.write_at;
    hd__system.write_at = failing_write_at;
    for (int writes = 0; writes < 60; writes += 15) {
        writes_left = writes;
        hd_trace *const trace = create(NULL);
        write_states(trace, 4 * MIB);
        destroy(trace);
        expect_text(4 * MIB / STATE_BYTES, true);
        char *const tail = test_read("app_n1_0_0.trc.tail", NULL);
        assert_non_null(tail);
        free(tail);
    }
    writes_left = 10000;
    hd_trace *const trace = create(NULL);
    write_states(trace, 4 * MIB);
    destroy(trace);
    assert_null(test_read("app_n1_0_0.trc.tail", NULL));
    expect_text(4 * MIB / STATE_BYTES, true);
}

static void works_where_files_cannot_be_mapped(void **state)
{
    (void)state;
    test_sys.map_fails = 1;
    hd_trace *const trace = create(NULL);
    write_states(trace, 4 * MIB);
    assert_int_equal(hd_trace_flush(trace), HD_OK);
    expect_text(4 * MIB / STATE_BYTES, false);
    destroy(trace);
    expect_text(4 * MIB / STATE_BYTES, true);
    assert_null(test_read("app_n1_0_0.trc.tail", NULL));
}

/* Ids of threads that are there already: that of the program, and one of ThreadSanitizer's own. */
static int list_threads(int *ids, int most)
{
    int count = 0;
    DIR *const tasks = opendir("/proc/self/task");
    for (struct dirent *task = readdir(tasks); task != NULL; task = readdir(tasks)) {
        if (task->d_name[0] != '.' && count < most) {
            ids[count++] = (int)strtol(task->d_name, NULL, 10);
        }
    }
    (void)closedir(tasks);
    return count;
}

static bool is_among(int id, const int *ids, int count)
{
    for (int i = 0; i < count; i++) {
        if (ids[i] == id) {
            return true;
        }
    }
    return false;
}

static unsigned long long blocked_signals(int thread)
{
    char path[64];
    (void)snprintf(path, sizeof path, "/proc/self/task/%d/status", thread);
    FILE *const status = fopen(path, "r");
    assert_non_null(status);
    unsigned long long blocked = 0;
    for (char line[256]; fgets(line, sizeof line, status) != NULL;) {
        if (strncmp(line, "SigBlk:", 7) == 0) {
            blocked = strtoull(line + 7, NULL, 16);
        }
    }
    (void)fclose(status);
    return blocked;
}

static void the_helper_takes_no_signal_and_ends(void **state)
{
    (void)state;
    int earlier[16];
    int threads[16];
    const int before = list_threads(earlier, 16);
    hd_trace *const trace = create(NULL);
    assert_int_equal(count_threads(), before + 1); /* so that no traced call has to start it */
    write_states(trace, 3 * MIB);
    const int now = list_threads(threads, 16);
    assert_int_equal(now, before + 1);
    for (int i = 0; i < now; i++) {
        if (is_among(threads[i], earlier, before)) {
            continue;
        }
        const unsigned long long blocked = blocked_signals(threads[i]);
        for (int signal = 1; signal < 32; signal++) {
            const bool can_be = signal != SIGKILL && signal != SIGSTOP && signal != SIGBUS;
            assert_int_equal(blocked >> (signal - 1) & 1, can_be);
        }
    }
    sigset_t mask; /* that of the program is as it was */
    assert_int_equal(pthread_sigmask(SIG_SETMASK, NULL, &mask), 0);
    assert_int_equal(sigismember(&mask, SIGUSR1), 0);
    destroy(trace);
    assert_int_equal(count_threads(), before);
}

static void a_forked_child_leaves_everything_alone(void **state)
{
    (void)state;
    hd_trace *const trace = create(NULL);
    write_states(trace, 3 * MIB);
    const pid_t child = fork();
    if (child == 0) { /* what a program may do: end its copy, and go on */
        const bool alone = count_threads() == 1;
        (void)hd_trace_destroy(trace);
        _exit(alone ? 0 : 1);
    }
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    write_states(trace, 3 * MIB);
    destroy(trace);
    expect_text(2 * (size_t)(3 * MIB / STATE_BYTES), true);
}

static void a_forked_child_can_write_its_own(void **state)
{
    (void)state;
    hd_trace *const parent = create(NULL);
    write_states(parent, 3 * MIB);
    destroy(parent);
    const pid_t child = fork();
    if (child == 0) {
        const int before = count_threads();
        hd_trace *const trace = create(NULL);
        write_states(trace, 5 * MIB);
        const bool helped = count_threads() == before + 1;
        destroy(trace);
        _exit(helped ? 0 : 1);
    }
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    expect_text(5 * MIB / STATE_BYTES, true);
}

/* Out of sight of LeakSanitizer: what is open at the end is never freed. */
static void *alloc_unseen(size_t bytes)
{
    const int fd = open("/dev/zero", O_RDWR);
    void *const memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
    (void)close(fd);
    return memory == MAP_FAILED ? NULL : memory;
}

static void keep(void *memory)
{
    (void)memory;
}

static void exit_with_an_open_trace_is_safe(void **state)
{
    (void)state;
    const pid_t child = fork();
    if (child == 0) {
        hd__system.alloc = alloc_unseen;
        hd__system.release = keep;
        write_states(create(NULL), 5 * MIB);
        exit(0);
    }
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    expect_text(5 * MIB / STATE_BYTES, false);
}

static void replaces_what_an_earlier_trace_left(void **state)
{
    (void)state;
    static const char *const others[] = {"app_n1_0_0.trc", "app_n1_0_0.trc.tail",
                                         "app_n1_0_0.trc.zst", "app_n1_0_0.trc.idx"};
    for (int compress = 0; compress < 2; compress++) {
        for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
            FILE *const old = fopen(test_path(others[i]), "w");
            (void)fputs("old", old);
            (void)fclose(old);
        }
        const hd_trace_options options = {.compress = compress ? HD_TRACE_ZSTD : HD_TRACE_PLAIN};
        hd_trace *trace = NULL;
        topology = test_topology();
        assert_int_equal(hd_trace_create(test_node(topology), &options, &trace), HD_OK);
        destroy(trace);
        for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
            char *const now = test_read(others[i], NULL);
            assert_int_equal(now != NULL, i == (compress ? 2 : 0));
            assert_true(now == NULL || strcmp(now, "old") != 0);
            free(now);
        }
    }
}

static void refuses_a_folder_that_takes_no_file(void **state)
{
    (void)state;
    test_sys.open_error = -EACCES;
    const hd_trace_options options = {.compress = HD_TRACE_ZSTD};
    hd_trace *trace = NULL;
    topology = test_topology();
    assert_int_equal(hd_trace_create(test_node(topology), &options, &trace), HD_IO);
    hd_topology_destroy(topology);
}

#undef TEST
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, test_teardown)

int main(void)
{
    genuine = hd__system;
    const struct CMUnitTest tests[] = {
        TEST(completes_the_head_in_place),         TEST(gives_the_room_of_the_tail_back),
        TEST(keeps_the_tail_on_a_full_disk),       TEST(works_where_files_cannot_be_mapped),
        TEST(the_helper_takes_no_signal_and_ends), TEST(a_forked_child_leaves_everything_alone),
        TEST(a_forked_child_can_write_its_own),    TEST(exit_with_an_open_trace_is_safe),
        TEST(replaces_what_an_earlier_trace_left), TEST(refuses_a_folder_that_takes_no_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
