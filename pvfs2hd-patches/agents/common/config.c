/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* program_invocation_short_name */
#include "config.h"

#include "say.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

const char *const hdpvfs_facility_names[HDPVFS_FACILITIES] = {"SERVER", "CLIENT", "TROVE", "FLOW",
                                                              "BMI",    "REQ",    "BREQ",  "OS"};

hdpvfs_config hdpvfs_config_now;

/* The agents run before the program's threads do. */
static const char *own_getenv(const char *name)
{
    const char *const value = getenv(name); // NOLINT(concurrency-mt-unsafe)
    return value == NULL || value[0] == '\0' ? NULL : value;
}

static bool want(const char *word, size_t length)
{
    for (int i = 0; i < HDPVFS_FACILITIES; i++) {
        const char *const name = hdpvfs_facility_names[i];
        if (strlen(name) == length && strncasecmp(name, word, length) == 0) {
            hdpvfs_config_now.wanted[i] = true;
            return true;
        }
    }
    return false;
}

static void read_facilities(const char *list)
{
    const bool all = list == NULL || strcasecmp(list, "all") == 0;
    memset(hdpvfs_config_now.wanted, all, sizeof hdpvfs_config_now.wanted);
    if (all || strcasecmp(list, "none") == 0) {
        return;
    }
    for (const char *at = list; *at != '\0';) {
        const size_t length = strcspn(at, ",");
        if (length > 0 && !want(at, length)) {
            hdpvfs_say("HDTRACE_PVFS: '%.*s' is none of server, client, trove, flow, bmi, req, "
                       "breq, os, all, none",
                       (int)length, at);
        }
        at += length + (at[length] == ',');
    }
}

static unsigned read_interval(void)
{
    const char *const text = own_getenv("HDTRACE_RUT_MS");
    char *end = NULL;
    const unsigned long value = text == NULL ? 0 : strtoul(text, &end, 10);
    if (text != NULL && (*end != '\0' || value < 1 || value > 3600000)) {
        hdpvfs_say("HDTRACE_RUT_MS: '%s' is no number from 1 to 3600000", text);
        return 0;
    }
    return (unsigned)value;
}

/* The launchers of MPICH, Open MPI and Slurm tell each process its rank. */
static void read_place(void)
{
    static const char *const variables[] = {"PMI_RANK", "PMIX_RANK", "OMPI_COMM_WORLD_RANK"};
    hdpvfs_config *const c = &hdpvfs_config_now;
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++) {
        const char *const rank = own_getenv(variables[i]);
        if (rank != NULL && strlen(rank) < sizeof c->place) {
            c->is_rank = true;
            (void)snprintf(c->place, sizeof c->place, "%s", rank);
            return;
        }
    }
    (void)snprintf(c->place, sizeof c->place, "%ld", (long)getpid());
}

/* The folder is made absolute, because a server goes to / when it becomes a daemon. */
static void read_names(void)
{
    hdpvfs_config *const c = &hdpvfs_config_now;
    const char *const prefix =
        own_getenv("HDTRACE_PREFIX") == NULL ? "" : own_getenv("HDTRACE_PREFIX");
    const char *const project = own_getenv("HDTRACE_PROJECT");
    const char *const slash = strrchr(prefix, '/');
    const char *const rest = slash == NULL ? prefix : slash + 1;
    char here[1024] = "";
    if (prefix[0] != '/' && getcwd(here, sizeof here) == NULL) {
        here[0] = '\0';
    }
    (void)snprintf(c->folder, sizeof c->folder, "%s%s%.*s", here, here[0] == '\0' ? "" : "/",
                   (int)(rest - prefix), prefix);
    (void)snprintf(c->project, sizeof c->project, "%s%s", rest,
                   project == NULL ? program_invocation_short_name : project);
}

void hdpvfs_config_init(void)
{
    hdpvfs_config *const c = &hdpvfs_config_now;
    const char *const enabled = own_getenv("HDTRACE_ENABLED");
    const char *const host = own_getenv("HDTRACE_HOST");
    c->enabled = enabled == NULL || strcmp(enabled, "0") != 0;
    read_facilities(own_getenv("HDTRACE_PVFS"));
    read_names();
    c->control = own_getenv("HDTRACE_CONTROL");
    c->signal = own_getenv("HDTRACE_SIGNAL");
    c->rut_ms = read_interval();
    c->rut_groups = own_getenv("HDTRACE_RUT_GROUPS");
    if (host != NULL) {
        (void)snprintf(c->host, sizeof c->host, "%s", host);
    } else if (gethostname(c->host, sizeof c->host - 1) != 0) {
        (void)snprintf(c->host, sizeof c->host, "localhost");
    }
    read_place();
}
