/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is made of the system's calls. */
#include "filesystem.h"
#include "support.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/vfs.h>
#include <unistd.h>

static const char text[] = "what stands in the file";
static int calls;
static ssize_t last_result; /* of a reading behind the text */

/* Interrupted each second time, else three bytes at most. */
static ssize_t read_slowly(int fd, void *data, size_t bytes, off_t offset)
{
    assert_int_equal(fd, 7);
    if (++calls % 2 == 0) {
        return -EINTR;
    }
    const size_t rest = sizeof text - (size_t)offset;
    size_t step = bytes < 3 ? bytes : 3;
    step = step < rest ? step : rest;
    memcpy(data, text + offset, step);
    return step == 0 ? last_result : (ssize_t)step;
}

static void readings_go_on_until_all_is_there(void **state)
{
    char data[2 * sizeof text] = "";
    (void)state;
    calls = 0;
    last_result = 0;
    hd__system.read_at = read_slowly;
    assert_int_equal(hd__read_all_at(7, data, sizeof text, 0), 0);
    assert_string_equal(data, text);
    assert_in_range(calls, 2 * (sizeof text / 3) - 1, 2 * (sizeof text / 3) + 2);
    assert_int_equal(hd__read_all_at(7, data, sizeof text - 5, 5), 0);
    assert_string_equal(data, text + 5);
    assert_int_equal(hd__read_all_at(7, data, sizeof data, 0), -EIO);
    last_result = -EBADF;
    assert_int_equal(hd__read_all_at(7, data, sizeof data, 0), -EBADF);
    assert_int_equal(hd__read_all_at(7, data, 0, 0), 0);
}

static void memory_that_grows_keeps_what_it_held(void **state)
{
    (void)state;
    char *memory = hd__memory_grow(NULL, 0, sizeof text);
    assert_non_null(memory);
    memcpy(memory, text, sizeof text);
    memory = hd__memory_grow(memory, sizeof text, 4 * sizeof text);
    assert_string_equal(memory, text);
    assert_int_equal(memory[4 * sizeof text - 1], 0);
    test_sys.alloc_fails_at = test_sys.alloc_count + 1;
    assert_null(hd__memory_grow(memory, sizeof text, 8 * sizeof text));
    assert_string_equal(memory, text);
    hd__system.release(memory);
}

static bool has_upper(const char *line, const char *folder)
{
    char found[32] = "";
    const bool is_found = hd__filesystem_parse_upper(line, 36, found, sizeof found);
    if (folder == NULL) {
        return is_found;
    }
    assert_string_equal(found, folder);
    return is_found;
}

/* Lines of /proc/self/mountinfo. */
static void the_upper_layer_of_an_overlay_is_found(void **state)
{
    (void)state;
    assert_true(has_upper(
        "36 25 0:40 / /m rw - overlay none rw,lowerdir=/l,upperdir=/u,workdir=/w\n", "/u"));
    assert_true(has_upper(
        "36 25 0:40 / /m rw shared:1 - overlay x rw,lowerdir=/l,workdir=/w,upperdir=/u", "/u"));
    assert_true(
        has_upper("36 1 0:4 / /m rw - overlay x rw,upperdir=/a\\040b\\134,c\\134\\134d,workdir=/w",
                  "/a b,c\\d"));
    assert_false(has_upper("37 25 0:40 / /m rw - overlay none rw,lowerdir=/l,upperdir=/u", NULL));
    assert_false(has_upper("36 25 0:40 / /m ro - overlay none ro,lowerdir=/l:/k\n", NULL));
    assert_false(has_upper("36 25 8:1 / /m rw - ext4 /dev/sda1 rw,upperdir=/u", NULL));
    assert_false(has_upper(
        "36 1 0:4 / /m rw - overlay x rw,upperdir=/0123456789/0123456789/0123456789", NULL));
    assert_false(has_upper("", NULL));
}

static void the_file_system_of_no_file_is_not_known(void **state)
{
    (void)state;
    errno = ENOTTY;
    assert_false(hd__filesystem_copies(-1));
    assert_int_equal(hd__filesystem_overwrites(-1), HD__OVERWRITES_NOT);
    assert_int_equal(errno, ENOTTY);
}

static void memory_is_known_by_its_file_system(void **state)
{
    (void)state;
    struct statfs system;
    char name[] = "/dev/shm/hdtrace-test-XXXXXX";
    const int file = mkstemp(name);
    if (file < 0) {
        skip();
    }
    assert_int_equal(unlink(name), 0);
    const bool is_memory = fstatfs(file, &system) == 0 && system.f_type == 0x01021994;
    if (is_memory) {
        assert_int_equal(hd__filesystem_overwrites(file), HD__OVERWRITES_MEMORY);
        assert_false(hd__filesystem_copies(file));
    }
    assert_int_equal(close(file), 0);
    if (!is_memory) {
        skip();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(readings_go_on_until_all_is_there),      TEST(memory_that_grows_keeps_what_it_held),
        TEST(the_upper_layer_of_an_overlay_is_found), TEST(the_file_system_of_no_file_is_not_known),
        TEST(memory_is_known_by_its_file_system),
    };
    return cmocka_run_group_tests_name("system", tests, NULL, NULL);
}
