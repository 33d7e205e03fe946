/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One process, by its files in /proc: what it read and wrote (through system calls, and on
 * devices), page faults, CPU time of all its threads and of children it has waited for, memory, and
 * how long its first thread waited for a CPU. */
#include "rut_keyed.h"
#include "rut_source.h"

#include <errno.h>
#include <stdio.h>

static const struct hd_rut_layout io_layout = {
    .grouping = "PROC_IO",
    .count = 6,
    .fields = {{"rchar: ", "", 0, "PROC_READ", "B", 1, true},
               {"wchar: ", "", 0, "PROC_WRITTEN", "B", 1, true},
               {"syscr: ", "", 0, "PROC_READ_CALLS", "#", 1, true},
               {"syscw: ", "", 0, "PROC_WRITE_CALLS", "#", 1, true},
               {"read_bytes: ", "", 0, "PROC_DEVICE_READ", "B", 1, true},
               {"write_bytes: ", "", 0, "PROC_DEVICE_WRITTEN", "B", 1, true}}};

static const struct hd_rut_layout status_layout = {
    .grouping = "PROC",
    .count = 5,
    .fields = {{"Threads:", "", 0, "PROC_THREADS", "#", 1, false},
               {"VmRSS:", "", 0, "PROC_RESIDENT", "B", 1024, false},
               {"VmHWM:", "", 0, "PROC_RESIDENT_MOST", "B", 1024, false},
               {"voluntary_ctxt_switches:", "", 0, "PROC_WAITS", "#", 1, true},
               {"nonvoluntary_ctxt_switches:", "", 0, "PROC_PREEMPTIONS", "#", 1, true}}};

static const struct hd_rut_layout schedule_layout = {
    .grouping = "PROC",
    .count = 2,
    .fields = {{"", "", 0, "PROC_ON_CPU", "ns", 1, true},
               {"", "", 1, "PROC_WAIT_FOR_CPU", "ns", 1, true}}};

/* `pid (name) state ...`, counted from the last bracket on, as names may hold anything. Times are
 * in ticks of 10 ms, as Linux tells them to programs everywhere. */
static const struct hd_rut_layout stat_layout = {
    .grouping = "PROC",
    .count = 6,
    .fields = {{"", ") ", 7, "PROC_FAULTS", "#", 1, true},
               {"", ") ", 9, "PROC_MAJOR_FAULTS", "#", 1, true},
               {"", ") ", 11, "PROC_USER", "ms", 10, true},
               {"", ") ", 12, "PROC_SYSTEM", "ms", 10, true},
               {"", ") ", 13, "PROC_CHILDREN_USER", "ms", 10, true},
               {"", ") ", 14, "PROC_CHILDREN_SYSTEM", "ms", 10, true}}};

static int open_files(void *state, const struct hd_rut_target *target)
{
    static const struct {
        const char *name;
        const struct hd_rut_layout *layout;
    } files[] = {{"io", &io_layout},
                 {"stat", &stat_layout},
                 {"status", &status_layout},
                 {"schedstat", &schedule_layout}};
    int cause = hd__rut_keyed_begin(state, target->root);
    for (size_t i = 0; cause != ENOMEM && i < sizeof files / sizeof files[0]; i++) {
        char path[64];
        if (target->pid == 0) {
            (void)snprintf(path, sizeof path, "/proc/self/%s", files[i].name);
        } else {
            (void)snprintf(path, sizeof path, "/proc/%ld/%s", target->pid, files[i].name);
        }
        const int added = hd__rut_keyed_add(state, path, "", files[i].layout);
        cause = added != 0 ? added : cause;
    }
    return hd__rut_keyed_result(state, cause);
}

const struct hd_rut_source hd__rut_self = {
    .name = "self",
    .per_process = true,
    .open = open_files,
    HD_RUT_KEYED_FUNCTIONS,
};
