/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the index does when something is in its way; what it holds is checked in index/. */
#include "crc32c.h"
#include "index.h"
#include "support.h"

#include <errno.h>
#include <fcntl.h>
#include <hdtrace/trace.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LINE = 64 };

static char text[4 * HD__INDEX_BLOCK];
static size_t used;

static hd__index *create(void)
{
    used = 0;
    return hd__index_create(test_path("t.trc"));
}

/* Append lines of states up to that size, as many as whole ones fit. */
static void write_states(hd__index *index, size_t size)
{
    for (; used + LINE <= size; used += LINE) {
        memset(text + used, 'x', LINE);
        hd__index_begin(index, 0);
        hd__index_end(index, 0, text, 0, (off_t)used + LINE);
        hd__index_add(index, 0, hd__index_name(index, "Send", 4), (int64_t)used, (int64_t)used + 1,
                      8);
    }
}

/* Types of the complete records in the file, or NULL when it has no valid header. */
static const char *get_types(const char *file)
{
    static char types[64];
    size_t bytes = 0;
    char *const index = test_read(file, &bytes);
    size_t count = 0;
    if (index == NULL || bytes < 8 || memcmp(index, "HDTI\0\0\0\2", 8) != 0) {
        free(index);
        return NULL;
    }
    for (size_t at = 8; at + 5 <= bytes && count < sizeof types - 1;) {
        const unsigned char *const body = (const unsigned char *)index + at + 1;
        types[count++] = index[at];
        at += 5 + ((size_t)body[0] << 24 | (size_t)body[1] << 16 | (size_t)body[2] << 8 | body[3]);
        if (at > bytes) {
            types[count - 1] = '?'; /* cut */
        }
    }
    types[count] = '\0';
    free(index);
    return types;
}

/* The first place at top level in the block of that number, from its record. */
static int64_t get_boundary(const char *file, unsigned number)
{
    size_t bytes = 0;
    char *const index = test_read(file, &bytes);
    int64_t boundary = INT64_MIN;
    for (size_t at = 8; at + 13 <= bytes;) {
        const unsigned char *const body = (const unsigned char *)index + at + 1;
        if (index[at] == 'B' && number-- == 0) {
            uint64_t place = 0;
            for (unsigned i = 4; i < 12; i++) {
                place = place << 8 | body[i];
            }
            boundary = (int64_t)place;
            break;
        }
        at += 5 + ((size_t)body[0] << 24 | (size_t)body[1] << 16 | (size_t)body[2] << 8 | body[3]);
    }
    free(index);
    return boundary;
}

static int open_text(void)
{
    const int fd = open(test_path("t.trc"), O_RDWR | O_CREAT | O_TRUNC, 0600);
    assert_int_equal(write(fd, text, used), used);
    return fd;
}

static void writes_a_block_when_the_next_element_is_beyond_it(void **state)
{
    (void)state;
    hd__index *const index = create();
    write_states(index, HD__INDEX_BLOCK);
    assert_string_equal(get_types("t.trc.idx"), "");
    write_states(index, HD__INDEX_BLOCK + LINE);
    assert_string_equal(get_types("t.trc.idx"), "NB");
    hd__index_see(index, text, 0, (off_t)used);
    const int fd = open_text();
    hd__index_destroy(index, fd);
    assert_string_equal(get_types("t.trc.idx"), "NBBE");
    assert_int_equal(get_boundary("t.trc.idx", 0), LINE);
    assert_int_equal(get_boundary("t.trc.idx", 1), HD__INDEX_BLOCK); /* an element ended there */
    (void)close(fd);
}

static void is_absent_when_it_cannot_be_created(void **state)
{
    (void)state;
    test_sys.open_error = -EACCES;
    assert_null(create());
    test_sys.open_error = 0;
    test_sys.alloc_fails_at = test_sys.alloc_count + 1;
    assert_null(create());
    test_sys.write_fails_at = 1;
    test_sys.write_error = -ENOSPC;
    assert_null(create());
    assert_null(test_read("t.trc.idx", NULL));
}

static void keeps_whole_records_on_a_full_disk(void **state)
{
    (void)state;
    hd__index *const index = create();
    write_states(index, HD__INDEX_BLOCK + LINE);
    test_sys.write_short = 20; /* some of the record is written first */
    test_sys.write_fails_at = test_sys.write_count + 2;
    test_sys.write_error = -ENOSPC;
    write_states(index, sizeof text);
    assert_true(hd__index_is_lost(index));
    test_sys.write_fails_at = 0;
    const int fd = open_text();
    hd__index_destroy(index, fd);
    assert_string_equal(get_types("t.trc.idx"), "NB");
    (void)close(fd);
}

static void goes_on_when_interrupted(void **state)
{
    (void)state;
    hd__index *const index = create();
    test_sys.write_interrupts = 3;
    test_sys.write_short = 7;
    write_states(index, sizeof text);
    const int fd = open_text();
    hd__index_destroy(index, fd);
    assert_string_equal(get_types("t.trc.idx"), "NBBBBE");
    (void)close(fd);
}

static void gives_up_with_too_many_names(void **state)
{
    (void)state;
    hd__index *const index = create();
    write_states(index, HD__INDEX_BLOCK + LINE);
    char name[16];
    for (unsigned i = 1; i < HD__INDEX_NAMES; i++) {
        (void)snprintf(name, sizeof name, "name%u", i);
        assert_int_equal(hd__index_name(index, name, strlen(name)), i);
    }
    assert_int_equal(hd__index_name(index, "name7", 5), 7);
    assert_false(hd__index_is_lost(index));
    assert_int_equal(hd__index_name(index, "one more", 8), HD__INDEX_NO_NAME);
    assert_true(hd__index_is_lost(index));
    hd__index_begin(index, 0);
    hd__index_end(index, 0, text, 0, (off_t)used + LINE);
    hd__index_add(index, 0, HD__INDEX_NO_NAME, 0, 1, 8);
    hd__index_destroy(index, -1);
    assert_string_equal(get_types("t.trc.idx"), "NB");
}

static void takes_every_name_in_use_at_once(void **state)
{
    (void)state;
    hd__index *const index = create();
    char name[32];
    for (unsigned i = 0; i < HD__INDEX_NAMES; i++) {
        (void)snprintf(name, sizeof name, "name-of-full-length-%08u", i); /* 28 bytes */
        hd__index_begin(index, 0);
        used += LINE;
        hd__index_end(index, 0, text, 0, (off_t)used);
        hd__index_add(index, 0, hd__index_name(index, name, strlen(name)), INT64_MIN, INT64_MAX,
                      -1);
    }
    write_states(index, sizeof text);
    assert_true(hd__index_is_lost(index)); /* "Send" was one too many */
    hd__index_destroy(index, -1);
    size_t bytes = 0;
    free(test_read("t.trc.idx", &bytes));
    assert_int_equal(bytes, 8 + HD__INDEX_NAMES * (5 + 28) + 5 + 40 + HD__INDEX_NAMES * 32);
}

static void has_only_full_blocks_when_the_trace_is_not_whole(void **state)
{
    (void)state;
    hd__index *const index = create();
    write_states(index, HD__INDEX_BLOCK + LINE);
    hd__index_destroy(index, -1);
    assert_string_equal(get_types("t.trc.idx"), "NB");
}

static void leaves_a_descriptor_alone_that_became_another_file(void **state)
{
    (void)state;
    hd__index *const index = create();
    const int other = open(test_path("other"), O_RDWR | O_CREAT, 0600);
    assert_int_equal(dup2(other, other - 1), other - 1); /* that of the index */
    write_states(index, sizeof text);
    assert_true(hd__index_is_lost(index));
    hd__index_destroy(index, -1);
    assert_int_equal(lseek(other - 1, 0, SEEK_END), 0);
    (void)close(other);
    (void)close(other - 1);
}

static void is_not_written_by_a_forked_child(void **state)
{
    (void)state;
    hd__index *const index = create();
    write_states(index, HD__INDEX_BLOCK);
    const pid_t child = fork();
    if (child == 0) {
        write_states(index, sizeof text);
        hd__index_destroy(index, -1);
        _exit(0);
    }
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_string_equal(get_types("t.trc.idx"), "");
    write_states(index, HD__INDEX_BLOCK + LINE);
    hd__index_destroy(index, -1);
    assert_string_equal(get_types("t.trc.idx"), "NB");
}

/* --- completing the head ---------------------------------------------------------------------- */

static ssize_t (*genuine_write_at)(int, const void *, size_t, off_t);
static unsigned moments;
static unsigned moments_of_nothing;

/* CRC of block 0 that the file has now; false when it has no whole record. */
static bool get_first_crc(uint32_t *crc)
{
    size_t bytes = 0;
    char *const index = test_read("app_n1_0_0.trc.idx", &bytes);
    bool found = false;
    for (size_t at = 8; at + 5 <= bytes && !found;) {
        const unsigned char *const body = (const unsigned char *)index + at + 1;
        const size_t size =
            (size_t)body[0] << 24 | (size_t)body[1] << 16 | (size_t)body[2] << 8 | body[3];
        if (size > bytes - at - 5) {
            break;
        }
        if (index[at] == 'B') {
            const unsigned char *const sum = body + 4 + 8 + 8 + 8 + 4 + 4;
            *crc = (uint32_t)sum[0] << 24 | (uint32_t)sum[1] << 16 | (uint32_t)sum[2] << 8 | sum[3];
            found = true;
        }
        at += 5 + size;
    }
    free(index);
    return found;
}

/* Whatever instant this is, a process that died now would leave a pair that fits. */
static void assert_pair_fits(void)
{
    uint32_t crc = 0;
    size_t bytes = 0;
    char *const trace = test_read("app_n1_0_0.trc", &bytes);
    assert_true(bytes >= HD__INDEX_BLOCK);
    moments++;
    if (get_first_crc(&crc)) {
        assert_int_equal(crc, hd__crc32c(0, trace, HD__INDEX_BLOCK));
    } else {
        moments_of_nothing++;
    }
    free(trace);
}

static ssize_t write_at_and_look(int fd, const void *data, size_t bytes, off_t offset)
{
    assert_pair_fits();
    const ssize_t result = genuine_write_at(fd, data, bytes, offset);
    assert_pair_fits();
    return result;
}

static ssize_t fail_to_write_at(int fd, const void *data, size_t bytes, off_t offset)
{
    assert_pair_fits();
    (void)fd;
    (void)data;
    (void)bytes;
    (void)offset;
    return -EIO;
}

static void complete_the_head(size_t buffer_bytes, bool lost)
{
    static const hd_trace_property room[] = {{"clockOffset", "                    "}};
    const hd_trace_options options = {
        .buffer_bytes = buffer_bytes, .index = true, .properties = room, .property_count = 1};
    hd_topology *const topology = test_topology();
    hd_trace *trace = NULL;
    uint32_t crc = 0;
    assert_int_equal(hd_trace_create(test_node(topology), &options, &trace), HD_OK);
    for (unsigned i = 0; i < 5000; i++) {
        hd_trace_begin_state(trace, "State");
        hd_trace_end_state(trace);
    }
    if (lost) { /* the file has block 0 all the same */
        test_sys.write_fails_at = test_sys.write_count + 1;
        test_sys.write_error = -ENOSPC;
        for (unsigned i = 0; i < 5000; i++) {
            hd_trace_begin_state(trace, "State");
            hd_trace_end_state(trace);
        }
        test_sys.write_fails_at = 0;
    }
    assert_true(get_first_crc(&crc));
    genuine_write_at = hd__system.write_at;
    moments = 0;
    moments_of_nothing = 0;
    hd__system.write_at = write_at_and_look;
    assert_int_equal(hd_trace_set_property(trace, "clockOffset", "0.5@0 0.25@1"), HD_OK);
    assert_true(moments >= 6);
    assert_true(moments_of_nothing >= 3 && moments_of_nothing < moments);
    assert_true(get_first_crc(&crc));
    hd__system.write_at = fail_to_write_at;
    const hd_status status = hd_trace_set_property(trace, "clockOffset", "0.5@0 0.125@1");
    assert_true(status == HD_OK || status == HD_IO);
    hd__system.write_at = genuine_write_at;
    assert_pair_fits();
    assert_int_equal(hd_trace_destroy(trace), HD_OK);
    hd_topology_destroy(topology);
}

static void no_moment_leaves_a_checksum_that_does_not_fit(void **state)
{
    (void)state;
    complete_the_head((size_t)64 * 1024, false);       /* the head is written */
    complete_the_head((size_t)4 * 1024 * 1024, false); /* it is in the mapping still */
    complete_the_head((size_t)64 * 1024, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(writes_a_block_when_the_next_element_is_beyond_it),
        TEST(is_absent_when_it_cannot_be_created),
        TEST(keeps_whole_records_on_a_full_disk),
        TEST(goes_on_when_interrupted),
        TEST(gives_up_with_too_many_names),
        TEST(takes_every_name_in_use_at_once),
        TEST(has_only_full_blocks_when_the_trace_is_not_whole),
        TEST(leaves_a_descriptor_alone_that_became_another_file),
        TEST(is_not_written_by_a_forked_child),
        TEST(no_moment_leaves_a_checksum_that_does_not_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
