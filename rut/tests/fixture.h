/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FIXTURE_H
#define FIXTURE_H
/** A made-up machine as kernel text, in memory or as a folder to be used as `root`. */

#include "scratch.h"

#include <stddef.h>
#include <stdint.h>

enum { FIXTURE_DISK_COLUMNS = 17 };

/** Counters are functions of the device's number and these, so that tests can say what to expect:
 *  CPU i:       user = ticks * (i + 1), idle = ticks * 3, other columns 0
 *  interface i: bytes in = bytes * (i + 1), bytes out = bytes * 2 * (i + 1); number 0 is lo
 *  disk i:      column c = io * (i + 1) + c, with one partition that has the same numbers */
struct fixture {
    int cpu_count;
    int interface_count;
    int disk_count;
    int skip_interface; /* number of one that is missing; -1 for none */
    int idle_disk;      /* number of one that never did anything; -1 for none */
    uint64_t ticks;
    uint64_t switches;
    uint64_t bytes;
    uint64_t io;
    uint64_t waits_us;  /* pressure: some = 2 * waits_us, full = waits_us, of each resource */
    int idle_cpu_count; /* how many CPUs have idle states */
    uint64_t idle_us;   /* CPU i, state j: time = idle_us * (i + 1) * (j + 1), usage / 100 */
};

/** 8 CPUs, 20 interfaces, 30 disks. */
struct fixture fixture_of_big_machine(void);

/** Each returns the text, to be freed. */
char *fixture_stat(const struct fixture *fixture);
char *fixture_meminfo(const struct fixture *fixture);
char *fixture_net_dev(const struct fixture *fixture);
char *fixture_diskstats(const struct fixture *fixture);
char *fixture_pressure(const struct fixture *fixture);

/** Make a temporary folder with the files of the sources that are read by default. */
void fixture_create(const struct fixture *fixture, char *root, size_t size);

/** Write the files anew, in place: who has them open sees the new text. */
void fixture_update(const struct fixture *fixture, const char *root);

/** Write one file, such as "/proc/stat", with the folders it needs. */
void fixture_write(const char *root, const char *path, const char *text);

void fixture_remove(const char *root);

#endif
