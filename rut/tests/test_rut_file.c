/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rut_file.h"

#include "check.h"
#include "fixture.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char root[SCRATCH_SIZE];
static int call_count;

static int setup(void **state)
{
    (void)state;
    const struct fixture big = fixture_of_big_machine();
    fixture_create(&big, root, sizeof root);
    call_count = 0;
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    fixture_remove(root);
    return 0;
}

static ssize_t read_few_bytes(int descriptor, void *buffer, size_t size, off_t offset)
{
    call_count++;
    if (call_count % 3 == 0) {
        errno = EINTR;
        return -1;
    }
    return pread(descriptor, buffer, size < 7 ? size : 7, offset);
}

static ssize_t fail_after_two(int descriptor, void *buffer, size_t size, off_t offset)
{
    call_count++;
    if (call_count > 2) {
        errno = EIO;
        return -1;
    }
    return pread(descriptor, buffer, size < 100 ? size : 100, offset);
}

static void reads_the_whole_text_in_short_reads(void **state)
{
    (void)state;
    const struct fixture big = fixture_of_big_machine();
    char *expected = fixture_diskstats(&big);
    struct hd_rut_file file;
    assert_int_equal(hd__rut_file_open(&file, root, "/proc/diskstats"), 0);
    file.read_at = read_few_bytes;
    assert_int_equal(hd__rut_file_read(&file), 0);
    assert_string_equal(file.text, expected);
    assert_int_equal(file.length, strlen(expected));
    hd__rut_file_close(&file);
    free(expected);
}

static ssize_t count_reads(int descriptor, void *buffer, size_t size, off_t offset)
{
    call_count++;
    return pread(descriptor, buffer, size, offset);
}

static size_t count_lines(const char *text)
{
    size_t count = 0;
    for (; *text != '\0'; text++) {
        count += *text == '\n' ? 1 : 0;
    }
    return count;
}

/* What a list hands out may end anywhere; what is composed in one piece ends where there was room
 * for more, and goes on where there was none. */
static void reads_again_only_where_more_may_come(void **state)
{
    (void)state;
    struct hd_rut_file file;
    assert_int_equal(hd__rut_file_open(&file, root, "/proc/stat"), 0);
    file.read_at = count_reads;
    assert_int_equal(hd__rut_file_read(&file), 0);
    assert_int_equal(call_count, 2);
    char *expected = strdup(file.text);
    call_count = 0;
    file.is_whole = true;
    assert_int_equal(hd__rut_file_read(&file), 0);
    assert_int_equal(call_count, 1);
    assert_string_equal(file.text, expected);
    free(expected);

    const size_t room = file.capacity - 1;
    char *full = malloc(room + 1);
    assert_non_null(full);
    memset(full, 'x', room);
    full[room] = '\0';
    fixture_write(root, "/proc/stat", full);
    call_count = 0;
    assert_int_equal(hd__rut_file_read(&file), 0);
    assert_int_equal(call_count, 2);
    assert_string_equal(file.text, full);
    free(full);
    hd__rut_file_close(&file);
}

/* However many interfaces and disks this machine has: all of the list, by no read too many. */
static void reads_a_list_of_the_kernel_no_further_than_its_last_page(void **state)
{
    (void)state;
    static const char *const lists[] = {"/proc/net/dev", "/proc/diskstats"};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        struct hd_rut_file file;
        assert_int_equal(hd__rut_file_open(&file, "", lists[i]), 0);
        assert_true(file.is_paged);
        file.is_paged = false;
        assert_int_equal(hd__rut_file_read(&file), 0);
        const size_t line_count = count_lines(file.text);
        const bool is_short = file.length < 2048;

        file.is_paged = true;
        file.read_at = count_reads;
        call_count = 0;
        assert_int_equal(hd__rut_file_read(&file), 0);
        assert_int_equal(count_lines(file.text), line_count);
        assert_true(!is_short || call_count == 1);
        hd__rut_file_close(&file);
    }
    struct hd_rut_file file; /* not the kernel's own: a read may end anywhere */
    assert_int_equal(hd__rut_file_open(&file, root, lists[0]), 0);
    assert_false(file.is_paged);
    hd__rut_file_close(&file);
}

/* A page that a line no longer fitted into has more behind it. */
static ssize_t read_by_pages(int descriptor, void *buffer, size_t size, off_t offset)
{
    call_count++;
    const ssize_t got = pread(descriptor, buffer, size < 4096 ? size : 4096, offset);
    const char *text = buffer;
    ssize_t end = got;
    while (got == 4096 && text[end - 1] != '\n') {
        end--;
    }
    return end;
}

static void reads_all_pages_of_a_list(void **state)
{
    (void)state;
    const struct fixture big = fixture_of_big_machine();
    char *expected = fixture_diskstats(&big);
    struct hd_rut_file file;
    assert_int_equal(hd__rut_file_open(&file, root, "/proc/diskstats"), 0);
    file.is_paged = true;
    file.read_at = read_by_pages;
    assert_int_equal(hd__rut_file_read(&file), 0);
    assert_string_equal(file.text, expected);
    assert_true(call_count > 2);
    hd__rut_file_close(&file);
    free(expected);
}

static void sees_new_text_through_the_same_descriptor(void **state)
{
    (void)state;
    struct hd_rut_file file;
    assert_int_equal(hd__rut_file_open(&file, root, "/proc/stat"), 0);
    assert_int_equal(hd__rut_file_read(&file), 0);
    fixture_write(root, "/proc/stat", "cpu 1 2 3 4\n");
    assert_int_equal(hd__rut_file_read(&file), 0);
    assert_string_equal(file.text, "cpu 1 2 3 4\n");
    hd__rut_file_close(&file);
}

static void grows_with_the_text(void **state)
{
    (void)state;
    const size_t size = 100000;
    char *large = malloc(size + 1);
    assert_non_null(large);
    memset(large, 'x', size);
    large[size] = '\0';
    fixture_write(root, "/proc/stat", large);
    struct hd_rut_file file;
    assert_int_equal(hd__rut_file_open(&file, root, "/proc/stat"), 0);
    assert_int_equal(hd__rut_file_read(&file), 0);
    assert_int_equal(file.length, size);
    assert_string_equal(file.text, large);
    hd__rut_file_close(&file);
    free(large);
}

static void leaves_no_half_text_after_a_failure(void **state)
{
    (void)state;
    struct hd_rut_file file;
    assert_int_equal(hd__rut_file_open(&file, root, "/proc/net/dev"), 0);
    file.read_at = fail_after_two;
    assert_int_equal(hd__rut_file_read(&file), EIO);
    assert_int_equal(file.length, 0);
    assert_string_equal(file.text, "");
    hd__rut_file_close(&file);
}

static void says_why_a_file_cannot_be_opened(void **state)
{
    (void)state;
    struct hd_rut_file file;
    assert_int_equal(hd__rut_file_open(&file, root, "/proc/nothing"), ENOENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(reads_the_whole_text_in_short_reads, setup, teardown),
        cmocka_unit_test_setup_teardown(reads_again_only_where_more_may_come, setup, teardown),
        cmocka_unit_test_setup_teardown(reads_a_list_of_the_kernel_no_further_than_its_last_page,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(reads_all_pages_of_a_list, setup, teardown),
        cmocka_unit_test_setup_teardown(sees_new_text_through_the_same_descriptor, setup, teardown),
        cmocka_unit_test_setup_teardown(grows_with_the_text, setup, teardown),
        cmocka_unit_test_setup_teardown(leaves_no_half_text_after_a_failure, setup, teardown),
        cmocka_unit_test_setup_teardown(says_why_a_file_cannot_be_opened, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
