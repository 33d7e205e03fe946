/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The control group that this process is in: what the job was given and used, on a node that it may
 * share with others. Version 2 keeps all in one folder; version 1 has one for each controller, and
 * a machine may have both, where the second has no controllers. */
#include "rut_keyed.h"
#include "rut_source.h"
#include <sampling/kernel_tree.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define GROUPING "CGROUP"

static const struct hd_rut_layout cpu2 = {
    .grouping = GROUPING,
    .count = 5,
    .fields = {{"usage_usec ", "", 0, "CGROUP_CPU", "ns", 1000, true},
               {"user_usec ", "", 0, "CGROUP_CPU_USER", "ns", 1000, true},
               {"system_usec ", "", 0, "CGROUP_CPU_SYSTEM", "ns", 1000, true},
               {"nr_throttled ", "", 0, "CGROUP_THROTTLED", "#", 1, true},
               {"throttled_usec ", "", 0, "CGROUP_THROTTLED_TIME", "ns", 1000, true}}};
static const struct hd_rut_layout memory_used = {
    .grouping = GROUPING, .count = 1, .fields = {{"", "", 0, "CGROUP_MEM_USED", "B", 1, false}}};
static const struct hd_rut_layout memory2 = {
    .grouping = GROUPING,
    .count = 4,
    .fields = {{"anon ", "", 0, "CGROUP_MEM_ANONYMOUS", "B", 1, false},
               {"file ", "", 0, "CGROUP_MEM_FILE", "B", 1, false},
               {"pgfault ", "", 0, "CGROUP_FAULTS", "#", 1, true},
               {"pgmajfault ", "", 0, "CGROUP_MAJOR_FAULTS", "#", 1, true}}};
static const struct hd_rut_layout memory_events2 = {
    .grouping = GROUPING,
    .count = 3,
    .fields = {{"high ", "", 0, "CGROUP_MEM_HIGH", "#", 1, true},
               {"max ", "", 0, "CGROUP_MEM_MAX", "#", 1, true},
               {"oom_kill ", "", 0, "CGROUP_OOM_KILLS", "#", 1, true}}};
static const struct hd_rut_layout io2 = {
    .grouping = GROUPING,
    .count = 4,
    .fields = {{"", " rbytes=", 0, "CGROUP_READ", "B", 1, true},
               {"", " wbytes=", 0, "CGROUP_WRITTEN", "B", 1, true},
               {"", " rios=", 0, "CGROUP_READS", "#", 1, true},
               {"", " wios=", 0, "CGROUP_WRITES", "#", 1, true}}};
static const struct hd_rut_layout pressure2 = {
    .grouping = GROUPING,
    .count = 2,
    .fields = {{"some ", "total=", 0, "CGROUP_PSI_SOME_", "us", 1, true},
               {"full ", "total=", 0, "CGROUP_PSI_FULL_", "us", 1, true}}};

static const struct hd_rut_layout cpu_used1 = {
    .grouping = GROUPING, .count = 1, .fields = {{"", "", 0, "CGROUP_CPU", "ns", 1, true}}};
static const struct hd_rut_layout throttled1 = {
    .grouping = GROUPING,
    .count = 2,
    .fields = {{"nr_throttled ", "", 0, "CGROUP_THROTTLED", "#", 1, true},
               {"throttled_time ", "", 0, "CGROUP_THROTTLED_TIME", "ns", 1, true}}};
static const struct hd_rut_layout memory1 = {
    .grouping = GROUPING,
    .count = 4,
    .fields = {{"total_rss ", "", 0, "CGROUP_MEM_ANONYMOUS", "B", 1, false},
               {"total_cache ", "", 0, "CGROUP_MEM_FILE", "B", 1, false},
               {"total_pgfault ", "", 0, "CGROUP_FAULTS", "#", 1, true},
               {"total_pgmajfault ", "", 0, "CGROUP_MAJOR_FAULTS", "#", 1, true}}};
static const struct hd_rut_layout bytes1 = {
    .grouping = GROUPING,
    .count = 2,
    .fields = {{"", " Read ", 0, "CGROUP_READ", "B", 1, true},
               {"", " Write ", 0, "CGROUP_WRITTEN", "B", 1, true}}};
static const struct hd_rut_layout operations1 = {
    .grouping = GROUPING,
    .count = 2,
    .fields = {{"", " Read ", 0, "CGROUP_READS", "#", 1, true},
               {"", " Write ", 0, "CGROUP_WRITES", "#", 1, true}}};

static const struct {
    const char *controller; /* "" is version 2 */
    const char *file;
    const char *device;
    const struct hd_rut_layout *layout;
} known_files[] = {{"", "cpu.stat", "", &cpu2},
                   {"", "memory.current", "", &memory_used},
                   {"", "memory.stat", "", &memory2},
                   {"", "memory.events", "", &memory_events2},
                   {"", "io.stat", "", &io2},
                   {"", "cpu.pressure", "cpu", &pressure2},
                   {"", "memory.pressure", "memory", &pressure2},
                   {"", "io.pressure", "io", &pressure2},
                   {"cpuacct", "cpuacct.usage", "", &cpu_used1},
                   {"cpu", "cpu.stat", "", &throttled1},
                   {"memory", "memory.usage_in_bytes", "", &memory_used},
                   {"memory", "memory.stat", "", &memory1},
                   {"blkio", "blkio.throttle.io_service_bytes", "", &bytes1},
                   {"blkio", "blkio.throttle.io_serviced", "", &operations1}};

/* Where the files of a controller are: in the group's folder or, where the process sees only its
 * own group and not the way to it, at the top. */
static int add_below(struct hd_rut_keyed *keyed, const char *top, const char *group, size_t file)
{
    const char *const folders[] = {group, ""};
    int cause = ENOENT;
    for (size_t i = 0; cause != 0 && i < 2; i++) {
        char path[PATH_MAX];
        if (hd__kernel_path(path, "", "/sys/fs/cgroup%s%s/%s", top, folders[i],
                            known_files[file].file)) {
            cause =
                hd__rut_keyed_add(keyed, path, known_files[file].device, known_files[file].layout);
        }
    }
    return cause;
}

static int add_controller(struct hd_rut_keyed *keyed, const char *controller, const char *group)
{
    int cause = ENOENT;
    for (size_t i = 0; i < sizeof known_files / sizeof known_files[0]; i++) {
        if (strcmp(known_files[i].controller, controller) != 0) {
            continue;
        }
        char top[64];
        (void)snprintf(top, sizeof top, "%s%s", controller[0] == '\0' ? "" : "/", controller);
        cause = add_below(keyed, top, group, i);
        if (cause != 0 && controller[0] == '\0') {
            cause = add_below(keyed, "/unified", group, i);
        }
    }
    return cause;
}

/* `number:controllers:group`, the controllers with commas between them. */
static int add_line(struct hd_rut_keyed *keyed, char *line)
{
    char *controllers = strchr(line, ':');
    char *group = controllers == NULL ? NULL : strchr(controllers + 1, ':');
    if (group == NULL) {
        return -1;
    }
    *group++ = '\0';
    if (strcmp(group, "/") == 0) {
        *group = '\0';
    }
    int cause = ENOENT;
    for (char *controller = controllers + 1; controller != NULL;) {
        char *next = strchr(controller, ',');
        if (next != NULL) {
            *next++ = '\0';
        }
        cause = add_controller(keyed, controller, group);
        controller = next;
    }
    return cause;
}

static int add_lines(struct hd_rut_keyed *keyed, char *text)
{
    int cause = ENOENT;
    for (char *line = text; line != NULL && *line != '\0';) {
        char *next = strchr(line, '\n');
        if (next != NULL) {
            *next++ = '\0';
        }
        const int added = add_line(keyed, line);
        cause = added != 0 ? added : cause;
        line = next;
    }
    return cause;
}

static int open_files(void *state, const struct hd_rut_target *target)
{
    int cause = hd__rut_keyed_begin(state, target->root);
    struct hd_rut_file list = {.descriptor = -1};
    if (cause == 0) {
        cause = hd__rut_file_open(&list, target->root, "/proc/self/cgroup");
    }
    if (cause == 0) {
        cause = hd__rut_file_read(&list);
    }
    if (cause == 0) {
        cause = hd__rut_keyed_result(state, add_lines(state, list.text));
    }
    hd__rut_file_close(&list);
    return cause;
}

const struct hd_rut_source hd__rut_cgroup = {
    .name = "cgroup",
    .open = open_files,
    HD_RUT_KEYED_FUNCTIONS,
};
