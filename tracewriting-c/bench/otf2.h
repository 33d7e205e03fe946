/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_BENCH_OTF2_H
#define HD_BENCH_OTF2_H
/* The workload written by OTF2, where the build found it. */

#include <stdbool.h>

/* Begin an archive in a folder that must not exist; NULL when that fails, or without OTF2. */
void *bench_otf2_open(const char *folder);

/* The calls as Enter, MpiSend with two attributes, MpiRecv and Leave: the same content. */
void bench_otf2_record(void *context, long first, long calls);

void bench_otf2_close(void *context);

#endif
