/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ring mode together with compression: the same text, also after the process was killed. */
#include "support.h"

#include <fcntl.h>
#include <hdtrace/ring.h>
#include <hdtrace/trace.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <zstd.h>

enum { STATES = 60000, ROUNDS = 25, PAGE = 4096, TEXT_MAX = 32 << 20, SPAN_US = 60000 };

static hd__sys untouched;
static _Atomic long *done;

/* Nothing is replaced: a thread of the library compresses meanwhile. */
static int setup(void **state)
{
    const int result = test_setup(state);
    hd__system = untouched;
    return result;
}

/* `last`: the process kills itself behind so many states, however fast it is. */
static void record(long last)
{
    static const hd_attribute size = {"size", HD_ATTRIBUTE_INT, NULL};
    const hd_trace_options options = {.buffer_bytes = (size_t)256 * 1024,
                                      .mode = HD_TRACE_RING,
                                      .compress = HD_TRACE_ZSTD,
                                      .index = true};
    const hd_template *shape = NULL;
    hd_trace *trace = NULL;
    hd_topology *const topology = test_topology();
    assert_int_equal(hd_template_create("Send", 1, &size, &shape), HD_OK);
    assert_int_equal(hd_trace_create(test_node(topology), &options, &trace), HD_OK);
    for (long i = 0; i < STATES; i++) {
        hd_trace_open_state(trace);
        hd_trace_return_state(trace)[0] = i;
        hd_trace_close_state(trace, shape, 0);
        *done = i + 1;
        if (i == last) {
            (void)kill(getpid(), SIGKILL);
        }
    }
    assert_int_equal(hd_trace_destroy(trace), HD_OK);
    hd_topology_destroy(topology);
}

/* Text of the whole frames, then of the tail. Caller frees. */
static char *read_text(void)
{
    size_t size = 0;
    size_t bytes = 0;
    char *const data = test_read("app_n1_0_0.trc.zst", &size);
    char *const text = calloc(1, TEXT_MAX);
    assert_non_null(text);
    for (size_t at = 0; at < size;) {
        const size_t frame = ZSTD_findFrameCompressedSize(data + at, size - at);
        if (ZSTD_isError(frame)) { /* the process died while it wrote it */
            break;
        }
        const size_t got = ZSTD_decompress(text + bytes, TEXT_MAX - bytes, data + at, frame);
        assert_false(ZSTD_isError(got));
        bytes += got;
        at += frame;
    }
    free(data);
    memset(text + bytes, 0, TEXT_MAX - bytes); /* zstd may have used the room behind its result */
    char *const tail = test_read("app_n1_0_0.trc.tail", &size);
    if (tail != NULL && size > bytes) {
        memcpy(text + bytes, tail + bytes, size - bytes);
    }
    free(tail);
    return text;
}

/* States of the text, which must be numbered from 0 without a gap. */
static long check_text(const char *text)
{
    static const char begin[] = "<Send size='";
    long count = 0;
    const char *line = strchr(text, '\n');
    assert_non_null(line);
    for (line++; strncmp(line, begin, sizeof begin - 1) == 0; count++) {
        assert_int_equal(strtol(line + sizeof begin - 1, NULL, 10), count);
        line = strchr(line, '\n');
        assert_non_null(line);
        line++;
    }
    assert_true(*line == '\0' || strcmp(line, "</Program>\n") == 0);
    return count;
}

static void a_compressed_trace_is_whole(void **state)
{
    (void)state;
    static _Atomic long own;
    done = &own;
    record(STATES);
    char *const text = read_text();
    assert_int_equal(check_text(text), STATES);
    assert_non_null(strstr(text, "</Program>\n"));
    free(text);
}

static void nothing_is_lost_or_doubled(void **state)
{
    (void)state;
    unsigned seed = (unsigned)test_seed();
    const int fd = hd__system.open(test_path("done"), O_RDWR | O_CREAT);
    assert_int_equal(hd__system.truncate(fd, PAGE), 0);
    void *const shared = hd__system.map(fd, 0, PAGE);
    assert_non_null(shared);
    done = shared;
    unsigned span = SPAN_US;
    unsigned killed = 0;
    for (int round = 0; round < ROUNDS; round++) {
        *done = 0;
        seed = seed * 1103515245U + 12345U;
        const bool alone = round % 2 == 1; /* dies by its own hand: that is amid its calls */
        const pid_t child = fork();
        if (child == 0) {
            if (!alone) {
                test_die_in((seed >> 8) % span);
            }
            record(alone ? (long)((seed >> 8) % STATES) : STATES);
            _exit(0);
        }
        int status = 0;
        assert_int_equal(waitpid(child, &status, 0), child);
        if (!alone) {
            span = test_adapt_span(span, WIFSIGNALED(status));
        }
        if (*done == 0) {
            assert_false(alone);
            continue;
        }
        if (access(test_path("app_n1_0_0.ring"), F_OK) == 0) {
            killed++;
            assert_int_equal(hd_ring_convert(test_path("app_n1_0_0.ring"), NULL), HD_OK);
        }
        char *const text = read_text();
        assert_in_range(check_text(text), *done, *done + 1);
        free(text);
    }
    print_message("%u of %d were killed while they recorded\n", killed, (int)ROUNDS);
    assert_true(killed >= ROUNDS / 2);
    hd__system.unmap(shared, PAGE);
    (void)hd__system.close(fd);
}

#undef TEST
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, test_teardown)

int main(void)
{
    untouched = hd__system;
    const struct CMUnitTest tests[] = {
        TEST(a_compressed_trace_is_whole),
        TEST(nothing_is_lost_or_doubled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
