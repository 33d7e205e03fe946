// SPDX-License-Identifier: GPL-3.0-or-later
/* Where this rank may run: host, package, and the processors that share its last cache. */
#define _GNU_SOURCE // NOLINT: sched_getaffinity
#include "bench.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The first number of a file below a processor's folder; -1 without it. */
static int number_of(int processor, const char *file)
{
    char path[160];
    char line[64];
    (void)snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/%s", processor, file);
    FILE *in = fopen(path, "re");
    if (in == NULL) {
        return -1;
    }
    const char *read = fgets(line, sizeof line, in);
    (void)fclose(in);
    return read == NULL ? -1 : (int)strtol(line, NULL, 10);
}

static int last_cache(int processor)
{
    const int shared = number_of(processor, "cache/index3/shared_cpu_list");
    return shared >= 0 ? shared : number_of(processor, "cache/index2/shared_cpu_list");
}

/* Keeps the first value; another one afterwards means that there are several. */
static int joined(int so_far, int value, bool first)
{
    return first || so_far == value ? value : -1;
}

struct place find_place(void)
{
    struct place place = {.package = -1, .complex = -1};
    if (gethostname(place.host, sizeof place.host - 1) != 0) {
        (void)snprintf(place.host, sizeof place.host, "unknown");
    }
    place.host[strcspn(place.host, " \t\n,")] = '\0';
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) {
        return place;
    }
    bool first = true;
    for (int processor = 0; processor < CPU_SETSIZE; processor++) {
        if (CPU_ISSET((size_t)processor, &allowed)) {
            place.package =
                joined(place.package, number_of(processor, "topology/physical_package_id"), first);
            place.complex = joined(place.complex, last_cache(processor), first);
            first = false;
        }
    }
    return place;
}

const char *class_of_pair(const struct place *a, const struct place *b)
{
    if (strcmp(a->host, b->host) != 0) {
        return "between";
    }
    return a->complex >= 0 && a->complex == b->complex && a->package == b->package ? "complex"
                                                                                   : "node";
}
