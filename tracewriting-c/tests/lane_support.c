/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lane_support.h"

#include <errno.h>
#include <hdtrace/clock.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void lane_watch_counter(void)
{
    for (int i = 0; i < 5; i++) {
        (void)hd_clock_get_ns();
        (void)nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
}

int64_t lane_read(const char **at, const char *before)
{
    const size_t bytes = strlen(before);
    assert_int_equal(strncmp(*at, before, bytes), 0);
    char *end = NULL;
    errno = 0;
    const int64_t value = strtoll(*at + bytes, &end, 10);
    assert_int_equal(errno, 0);
    assert_ptr_not_equal(end, *at + bytes);
    *at = end;
    return value;
}

int64_t lane_read_ns(const char **at, const char *before)
{
    const int64_t seconds = lane_read(at, before);
    const char *const digits = *at + 1;
    int64_t nanos = lane_read(at, ".");
    assert_in_range(*at - digits, 6, 9);
    for (const char *end = *at; end < digits + 9; end++) {
        nanos *= 10;
    }
    return seconds * 1000000000 + nanos;
}

int64_t lane_get_ns(const char *line, const char *name)
{
    const char *at = strstr(line, name);
    assert_non_null(at);
    return lane_read_ns(&at, name);
}

void lane_check_order(char *text)
{
    char *save = NULL;
    int64_t last_ns = 0;
    for (char *line = strtok_r(text, "\n", &save); line != NULL;
         line = strtok_r(NULL, "\n", &save)) {
        if (strncmp(line, "<Call ", 6) == 0) {
            const int64_t start_ns = lane_get_ns(line, " time='");
            assert_true(start_ns >= last_ns);
            last_ns = lane_get_ns(line, " end='");
            assert_true(last_ns >= start_ns);
            assert_string_equal(strchr(strstr(line, " end='") + 6, '\''), "'/>");
        }
    }
}
