/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All kinds of files: fragments, projects, long and compressed ones, those of the original. */
#include "read_support.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>
#include <zstd.h>

static const char *originals; /* folder of the original's files */

/* --- other files ------------------------------------------------------------------------------ */

static void fragments_are_lines(void **state)
{
    (void)state;
    int64_t number = 0;
    open_text("Topology levels='Hostname;Rank' labels='n1;0'\n\n"
              "File name=\"it's\" Size=-5 id=0\r\n"
              "bad line\nComm gid='0:0' name='&lt;'");
    assert_int_equal(hd_reader_get_kind(reader), HD_READ_LINES);
    step(HD_ENTRY_LINE, "Topology");
    assert_string_equal(hd_reader_get_text(reader, 0, "labels"), "n1;0");
    step(HD_ENTRY_LINE, "File");
    assert_true(hd_reader_get_int(reader, 0, "Size", &number) && number == -5);
    assert_string_equal(hd_reader_get_text(reader, 0, "name"), "it's");
    step(HD_ENTRY_LINE, "");
    assert_true(entry.malformed);
    assert_int_equal(hd_reader_get_attribute_count(reader, 0), 0);
    step(HD_ENTRY_LINE, "Comm");
    assert_string_equal(hd_reader_get_text(reader, 0, "name"), "<");
    finish(true, 0);
}

static void projects_are_elements_and_text(void **state)
{
    (void)state;
    open_text("<?xml version=\"1.0\"?>\n<Application name='a'>\n <Description>two &amp; two"
              "</Description><Topology/>\n</Application>\n");
    assert_int_equal(hd_reader_get_kind(reader), HD_READ_XML);
    step(HD_ENTRY_BEGIN, "Application");
    assert_string_equal(hd_reader_get_text(reader, 0, "name"), "a");
    step(HD_ENTRY_BEGIN, "Description");
    assert_int_equal(entry.depth, 1);
    step(HD_ENTRY_TEXT, "");
    assert_string_equal(hd_reader_get_content_text(reader, 0), "two & two");
    step(HD_ENTRY_END, "Description");
    step(HD_ENTRY_BEGIN, "Topology");
    step(HD_ENTRY_END, "Topology");
    step(HD_ENTRY_END, "Application");
    assert_int_equal(entry.depth, 0);
    finish(true, 0);
    open_text("\t <Program/>");
    step(HD_ENTRY_PROGRAM, "Program");
    finish(true, 0);
    open_text("<a><b></a>");
    step(HD_ENTRY_BEGIN, "a");
    step(HD_ENTRY_BEGIN, "b");
    expect_failure(HD_FORMAT, "test: byte 6: end tag of another element");
    open_text("<a><b/> <c");
    step(HD_ENTRY_BEGIN, "a");
    step(HD_ENTRY_BEGIN, "b");
    step(HD_ENTRY_END, "b");
    finish(false, 2);
}

/* --- large and compressed --------------------------------------------------------------------- */

enum { LARGE_STATES = 40000 };

/* Longer than any window, with elements of many sizes. */
static char *make_large(size_t *bytes)
{
    char *const text = malloc((size_t)LARGE_STATES * 200);
    assert_non_null(text);
    char *at = stpcpy(text, head);
    for (int i = 0; i < LARGE_STATES; i++) {
        at += sprintf(at, "<S%d i='%d' fill='%.*s' time='%d.5' end='%d.75'/>\n", i % 7, i, i % 97,
                      "0123456789012345678901234567890123456789012345678901234567890123456789012345"
                      "678901234567890123456789",
                      i, i);
    }
    at = stpcpy(at, "</Program>\n");
    *bytes = (size_t)(at - text);
    return text;
}

/* Gives back how many states there were, which count up. */
static int64_t count_states(void)
{
    int64_t count = 0;
    step(HD_ENTRY_PROGRAM, "Program");
    while (hd_reader_next(reader, &entry) == HD_OK) {
        int64_t number = 0;
        assert_true(hd_reader_get_int(reader, 0, "i", &number));
        assert_int_equal(number, count);
        assert_int_equal(entry.start_ns, (100 + count) * 1000000000 + 500000000);
        count++;
    }
    return count;
}

static void write_file(const char *name, const char *mode, const void *data, size_t bytes)
{
    FILE *const out = fopen(test_path(name), mode);
    assert_non_null(out);
    assert_int_equal(fwrite(data, 1, bytes, out), bytes);
    assert_int_equal(fclose(out), 0);
}

static void files_longer_than_the_window_are_read(void **state)
{
    (void)state;
    size_t bytes = 0;
    char *const text = make_large(&bytes);
    write_file("l.trc", "wb", text, bytes);
    assert_int_equal(hd_reader_open(test_path("l.trc"), &reader), HD_OK);
    assert_int_equal(count_states(), LARGE_STATES);
    finish(true, 0);
    free(text);
}

static void gzip_is_told_by_content(void **state)
{
    (void)state;
    size_t bytes = 0;
    char *const text = make_large(&bytes);
    for (int half = 0; half < 2; half++) { /* two members */
        gzFile out = gzopen(test_path("g.trc"), half == 0 ? "wb" : "ab");
        const size_t from = half == 0 ? 0 : bytes / 2;
        const size_t part = half == 0 ? bytes / 2 : bytes - bytes / 2;
        assert_int_equal(gzwrite(out, text + from, (unsigned)part), part);
        assert_int_equal(gzclose(out), Z_OK);
    }
    assert_int_equal(hd_reader_open(test_path("g.trc"), &reader), HD_OK);
    assert_int_equal(count_states(), LARGE_STATES);
    finish(true, 0);
    size_t length = 0;
    char *const file = test_read("g.trc", &length);
    open_bytes(file, length / 3);
    const int64_t count = count_states();
    assert_true(count > LARGE_STATES / 5 && count < LARGE_STATES / 2);
    assert_false(hd_reader_is_complete(reader));
    hd_reader_close(reader);
    file[length / 4] ^= 1;
    file[length / 4 + 1] ^= 0x55;
    open_bytes(file, length);
    (void)count_states();
    assert_int_equal(hd_reader_next(reader, &entry), HD_FORMAT);
    hd_reader_close(reader);
    free(file);
    free(text);
}

/* So many bytes as frames of 64 KiB. Gives back how many of them whole frames hold. */
static size_t write_frames(const char *name, const char *text, size_t bytes, size_t torn)
{
    enum { FRAME = 65536 };
    static char frame[FRAME * 2];
    size_t at = 0;
    write_file(name, "wb", "", 0);
    for (; at < bytes; at += FRAME) {
        const size_t part = bytes - at < FRAME ? bytes - at : FRAME;
        const size_t size = ZSTD_compress(frame, sizeof frame, text + at, part, 1);
        assert_false(ZSTD_isError(size));
        const bool last = at + FRAME >= bytes;
        write_file(name, "ab", frame, last && torn > 0 ? torn : size);
    }
    return torn > 0 ? (bytes - 1) / FRAME * FRAME : bytes;
}

static void a_tail_goes_on_where_the_frames_end(void **state)
{
    (void)state;
    size_t bytes = 0;
    char *const text = make_large(&bytes);
    for (size_t torn = 0; torn < 2000; torn += 999) {
        /* seek table at the end: a frame that is skipped */
        const size_t whole = write_frames("z.trc.zst", text, bytes / 2, torn);
        char *const tail = calloc(1, bytes + 5000);
        assert_non_null(tail);
        memcpy(tail + whole, text + whole, bytes - whole); /* holes in front, room behind */
        write_file("z.trc.tail", "wb", tail, bytes + 5000);
        free(tail);
        static const char *const names[] = {"z.trc.zst", "z.trc"};
        for (size_t i = 0; i < 2; i++) {
            assert_int_equal(hd_reader_open(test_path(names[i]), &reader), HD_OK);
            assert_int_equal(count_states(), LARGE_STATES);
            finish(true, 0);
        }
    }
    assert_int_equal(remove(test_path("z.trc.tail")), 0);
    assert_int_equal(hd_reader_open(test_path("z.trc"), &reader), HD_OK);
    assert_true(count_states() > LARGE_STATES / 3);
    assert_false(hd_reader_is_complete(reader));
    hd_reader_close(reader);
    (void)write_frames("z.trc.zst", text, bytes, 0);
    write_file("z.trc.zst", "ab", "\x5e\x2a\x4d\x18\4\0\0\0seek", 12);
    assert_int_equal(hd_reader_open(test_path("z.trc"), &reader), HD_OK);
    assert_int_equal(count_states(), LARGE_STATES);
    finish(true, 0);
    free(text);
}

static void a_trace_that_has_no_frame_yet_is_in_its_tail(void **state)
{
    (void)state;
    static const char text[] = "<Program>\n</Program>\n";
    write_file("t.trc.tail", "wb", text, sizeof text);
    assert_int_equal(hd_reader_open(test_path("t.trc"), &reader), HD_OK);
    step(HD_ENTRY_PROGRAM, "Program");
    hd_reader_close(reader);
    for (size_t bytes = 0; bytes < 6; bytes++) { /* of the first frame */
        write_file("t.trc.zst", "wb", "\x28\xb5\x2f\xfd\x20", bytes);
        assert_int_equal(hd_reader_open(test_path("t.trc"), &reader), HD_OK);
        step(HD_ENTRY_PROGRAM, "Program");
        finish(true, 0);
    }
}

/* --- the original's files --------------------------------------------------------------------- */

/* Counts of what is below a folder. */
static struct {
    int traces, projects, fragments, states;
} found;

static void read_original(const char *path)
{
    if (hd_reader_open(path, &reader) != HD_OK) {
        fail_msg("%s", hd_read_error_get_text());
    }
    while (hd_reader_next(reader, &entry) == HD_OK) {
        if (entry.malformed) {
            fail_msg("%s: malformed at byte %d", path, (int)entry.offset);
        }
        found.states += entry.kind == HD_ENTRY_STATE;
    }
    if (hd_reader_next(reader, &entry) != HD_END) {
        fail_msg("%s", hd_read_error_get_text());
    }
    assert_true(hd_reader_is_complete(reader));
    assert_int_equal(hd_reader_get_unusable_bytes(reader), 0);
    found.traces += hd_reader_get_kind(reader) == HD_READ_TRACE;
    found.projects += hd_reader_get_kind(reader) == HD_READ_XML;
    found.fragments += hd_reader_get_kind(reader) == HD_READ_LINES;
    hd_reader_close(reader);
}

static bool is_read(const char *path)
{
    static const char *const endings[] = {".trc", ".proj", ".info"};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        const size_t length = strlen(endings[i]);
        if (strlen(path) > length && strcmp(path + strlen(path) - length, endings[i]) == 0) {
            return true;
        }
    }
    return false;
}

static void walk(const char *folder) /* NOLINT(misc-no-recursion) */
{
    DIR *const entries = opendir(folder);
    assert_non_null(entries);
    for (struct dirent *e = readdir(entries); e != NULL; e = readdir(entries)) {
        char path[4096];
        struct stat status;
        (void)snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        if (e->d_name[0] != '.' && stat(path, &status) == 0) {
            if (S_ISDIR(status.st_mode)) {
                walk(path);
            } else if (is_read(path)) {
                read_original(path);
            }
        }
    }
    (void)closedir(entries);
}

static void files_of_the_original_are_read(void **state)
{
    (void)state;
    struct stat status;
    if (originals == NULL || stat(originals, &status) != 0) {
        print_message("the original's files are not here\n");
        skip();
        return;
    }
    walk(originals);
    print_message("%d traces with %d states, %d projects, %d fragments\n", found.traces,
                  found.states, found.projects, found.fragments);
    assert_true(found.traces > 20 && found.projects > 5 && found.fragments > 10);
}

int main(int argc, char **argv)
{
    originals = argc > 1 ? argv[1] : NULL;
    const struct CMUnitTest tests[] = {
        TEST(fragments_are_lines),
        TEST(projects_are_elements_and_text),
        TEST(files_longer_than_the_window_are_read),
        TEST(gzip_is_told_by_content),
        TEST(a_tail_goes_on_where_the_frames_end),
        TEST(a_trace_that_has_no_frame_yet_is_in_its_tail),
        TEST(files_of_the_original_are_read),
    };
    return cmocka_run_group_tests_name("read_files", tests, NULL, NULL);
}
