/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef REPORT_TIMES_H
#define REPORT_TIMES_H

#include "report.h"

/** Measure one replay: spans, lag, and when calls were begun. */
void report_times_of_repeat(const struct report *report, const struct report_replay *replay,
                            struct report_repeat *repeat);

/** Compare the times of all replays with the original's. */
void report_times_make(struct report *report);

/** Share of a replay's time by which calls were begun later than it wanted. */
double report_lag_share(const struct report_repeat *repeat);
/** Whether that is too much (TOOLS 2.7, R11 iv: 1 %). */
bool report_lags(const struct report_repeat *repeat);

#endif
