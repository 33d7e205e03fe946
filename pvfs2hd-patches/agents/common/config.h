/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPVFS_CONFIG_H
#define HDPVFS_CONFIG_H
/* What the environment asks for. */

#include <stdbool.h>

/* What can be recorded. The first ones have relations, those from TROVE on a number of pending
 * operations. */
typedef enum hdpvfs_facility {
    HDPVFS_SERVER,
    HDPVFS_CLIENT,
    HDPVFS_TROVE,
    HDPVFS_FLOW,
    HDPVFS_BMI,
    HDPVFS_REQ,
    HDPVFS_BREQ,
    HDPVFS_OS,
    HDPVFS_FACILITIES
} hdpvfs_facility;

#define HDPVFS_RELATIONS  ((int)HDPVFS_BMI + 1)
#define HDPVFS_COUNTS_END ((int)HDPVFS_BREQ + 1)

/* "SERVER", ..., as in the files' names. */
extern const char *const hdpvfs_facility_names[HDPVFS_FACILITIES];

typedef struct hdpvfs_config {
    bool enabled;                   /* HDTRACE_ENABLED */
    bool wanted[HDPVFS_FACILITIES]; /* HDTRACE_PVFS */
    char folder[2048];              /* HDTRACE_PREFIX up to its last slash, absolute */
    char project[512];              /* its rest and HDTRACE_PROJECT, else the program's name */
    const char *control;            /* HDTRACE_CONTROL, or NULL */
    const char *signal;             /* HDTRACE_SIGNAL, or NULL */
    char host[256];                 /* HDTRACE_HOST, else the machine's name */
    unsigned rut_ms;                /* HDTRACE_RUT_MS, 0: none */
    const char *rut_groups;         /* HDTRACE_RUT_GROUPS, or NULL */
    char place[32];                 /* of a client: its rank, or its process */
    bool is_rank;
} hdpvfs_config;

extern hdpvfs_config hdpvfs_config_now;

/* Read the environment; what can't be understood is said, and its default holds. */
void hdpvfs_config_init(void);

#endif
