/* SPDX-License-Identifier: GPL-3.0-or-later */
/* usage: hdtrace-golden CASE FOLDER    writes the files of one case; without arguments: the names
 */
#include "golden.h"

#include "sys.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    void (*write)(const char *folder);
} cases[] = {
    {"nested-states-depth-3", golden_nested_states},
    {"events", golden_events},
    {"escaping-in-values-and-names", golden_escaping},
    {"trace-cut-inside-nested", golden_cut_trace},
    {"statistics-all-types", golden_statistics},
    {"relations-all-parents", golden_relations},
    {"datatypes-all-combiners", golden_datatypes},
};

enum { CASE_COUNT = sizeof cases / sizeof cases[0] };

static bool with_index;
static int (*genuine_open)(const char *path, int flags);

static int64_t fixed_clock(hd__clock_id id)
{
    (void)id;
    return golden_time(0);
}

static int fixed_host(char *name, size_t size)
{
    (void)snprintf(name, size, "n1");
    return 0;
}

static int64_t fixed_process(void)
{
    return 4711;
}

/* The processor stays unknown. */
static int open_nothing_of_the_system(const char *path, int flags)
{
    return strncmp(path, "/proc/", 6) == 0 || strncmp(path, "/sys/", 5) == 0
               ? -ENOENT
               : genuine_open(path, flags);
}

void golden_require(hd_status status, const char *call)
{
    if (status != HD_OK) {
        (void)fprintf(stderr, "%s: %s: %s\n", call, hd_status_get_name(status),
                      hd_error_get_text());
        exit(1);
    }
}

hd_topology *golden_topology(const char *folder, const char *project)
{
    static const char *const levels[] = {"Hostname", "Rank", "Thread"};
    hd_topology *topology = NULL;
    GOLDEN(hd_topology_create(folder, project, 3, levels, &topology));
    return topology;
}

const hd_topology_node *golden_node(hd_topology *topology, const char *host, const char *rank)
{
    const char *const labels[] = {host, rank, "0"};
    const hd_topology_node *node = NULL;
    GOLDEN(hd_topology_get_node(topology, 3, labels, &node));
    return node;
}

hd_trace *golden_trace(const hd_topology_node *node)
{
    static const hd_trace_property head[] = {{"processorSpeedinMHZ", "2300"},
                                             {"processorModelName", "CPU X"},
                                             {"clock", "monotonic"},
                                             {"host", "n1"},
                                             {"pid", "4711"},
                                             {"rank", "0"},
                                             {"thread", "0"}};
    const hd_trace_options options = {
        .properties = head, .property_count = sizeof head / sizeof head[0], .index = with_index};
    hd_trace *trace = NULL;
    GOLDEN(hd_trace_create(node, &options, &trace));
    return trace;
}

void golden_cut(const char *folder, const char *from, const char *to, long length)
{
    char path[1024];
    (void)snprintf(path, sizeof path, "%s/%s", folder, from);
    FILE *in = fopen(path, "rb");
    (void)snprintf(path, sizeof path, "%s/%s", folder, to);
    FILE *out = fopen(path, "wb");
    golden_require(in != NULL && out != NULL ? HD_OK : HD_IO, path);
    for (long i = 0; i < length; i++) {
        (void)fputc(fgetc(in), out);
    }
    (void)fclose(in);
    (void)fclose(out);
}

int main(int argc, char **argv)
{
    hd__system.clock = fixed_clock;
    hd__system.host = fixed_host;
    hd__system.process = fixed_process;
    genuine_open = hd__system.open;
    hd__system.open = open_nothing_of_the_system;
    with_index = argc == 4 && strcmp(argv[3], "--index") == 0;
    argc -= with_index;
    for (size_t i = 0; i < CASE_COUNT; i++) {
        if (argc == 1) {
            (void)puts(cases[i].name);
        } else if (argc == 3 && strcmp(argv[1], cases[i].name) == 0) {
            cases[i].write(argv[2]);
            return 0;
        }
    }
    return argc == 1 ? 0 : 2;
}
