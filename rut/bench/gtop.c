/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gtop.h"

#include <glibtop.h>
#include <glibtop/cpu.h>
#include <glibtop/fsusage.h>
#include <glibtop/mem.h>
#include <glibtop/netlist.h>
#include <glibtop/netload.h>
#include <stdio.h>
#include <string.h>

static volatile guint64 sink; /* so that nothing is optimised away */

bool gtop_is_here(void)
{
    return true;
}

static void sample_network(void)
{
    glibtop_netlist list;
    char **interfaces = glibtop_get_netlist(&list);
    for (unsigned i = 0; interfaces != NULL && i < list.number; i++) {
        glibtop_netload load;
        glibtop_get_netload(&load, interfaces[i]);
        sink += load.bytes_in + load.bytes_out;
    }
    g_strfreev(interfaces);
}

static void sample_lines(const char *path, const char *beginning)
{
    char line[4096];
    FILE *file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        unsigned long long value = 0;
        const bool fits = strncmp(line, beginning, strlen(beginning)) == 0;
        /* NOLINTNEXTLINE(cert-err34-c): this is what is being compared with */
        if (fits && sscanf(line + strlen(beginning), "%llu", &value) == 1) {
            sink += value;
        }
    }
    if (file != NULL) {
        (void)fclose(file);
    }
}

void gtop_sample(void)
{
    glibtop_cpu cpu;
    glibtop_mem memory;
    glibtop_fsusage usage;
    glibtop_get_cpu(&cpu);
    glibtop_get_mem(&memory);
    sample_network();
    glibtop_get_fsusage(&usage, "/");
    sample_lines("/proc/stat", "ctxt");
    sample_lines("/proc/diskstats", "");
    sink += cpu.total + memory.free + usage.read;
}
