/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_TESTS_LANE_SUPPORT_H
#define HD_TESTS_LANE_SUPPORT_H
/* For tests of the lane. */
#include "support.h"

/* The counter tells the time only when it has been watched for a millisecond. */
void lane_watch_counter(void);

/* The whole number that follows `before`, which `*at` must begin with; `*at` is behind it then. */
int64_t lane_read(const char **at, const char *before);

/* The same of a time in seconds with six to nine digits behind the point, in ns. */
int64_t lane_read_ns(const char **at, const char *before);

/* The time behind `name` in a line of a trace. */
int64_t lane_get_ns(const char *line, const char *name);

/* States called Call at top level follow each other. Changes the text. */
void lane_check_order(char *text);

#endif
