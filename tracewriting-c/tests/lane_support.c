/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lane_support.h"

#include <hdtrace/clock.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

void lane_watch_counter(void)
{
    for (int i = 0; i < 5; i++) {
        (void)hd_clock_get_ns();
        (void)nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
}

int64_t lane_get_ns(const char *line, const char *name)
{
    long long seconds = 0;
    long long nanos = 0;
    const char *const at = strstr(line, name);
    assert_non_null(at);
    assert_int_equal(sscanf(at + strlen(name), "%lld.%9lld", &seconds, &nanos), 2);
    return seconds * 1000000000 + nanos;
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
