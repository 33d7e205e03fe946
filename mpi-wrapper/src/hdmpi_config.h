/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDMPI_CONFIG_H
#define HDMPI_CONFIG_H
/** What the environment asks for: the variables of the README's table. */

#include <stdbool.h>
#include <stddef.h>

typedef struct hd__config {
    bool enabled;
    bool local; /**< record cheap local calls too */
    bool verbose;
    bool clock_always;      /**< measure the clock offset within a node too */
    long internals;         /**< an hd__internals */
    bool relations;         /**< one relation token per MPI-IO call */
    bool cpu_time;          /**< processor time between calls */
    bool index;             /**< write an index beside each trace */
    long compress;          /**< an hd_trace_compression */
    long mode;              /**< an hd_trace_mode */
    long clock;             /**< an hd_clock_source */
    long compat;            /**< 1: only what readers of the original accept */
    long limit;             /**< an hd_limit_action */
    long limit_mib;         /**< of each trace, 0: none */
    long min_ns;            /**< states that are shorter are left out */
    const char *ranks;      /**< that write a trace, NULL: all */
    bool source;            /**< where in the program a call was made */
    long signal;            /**< number of the signal that turns the switch, 0: none */
    const char *functions;  /**< which are recorded, NULL: all */
    const char *control;    /**< file that says on or off, NULL: none */
    long nested;            /**< levels below the outermost call, -1: all */
    long buffer_kib;        /**< 0: the library's default */
    long ring_mib;          /**< the same */
    long rut_interval_ms;   /**< 0: no sampling */
    const char *rut_groups; /**< which counters, NULL: those of the library */
    const char *power;      /**< configuration of power meters, NULL: none */
    double finalize_timeout_s;
    const char *host;    /**< NULL: ask the system */
    const char *project; /**< NULL: the program's name */
    const char *prefix;  /**< put in front of all file names, "" for none */
} hd__config;

/** Read the environment. Texts are borrowed from it. `warn` is called for each variable that is
 *  unknown or has no valid value; the default holds then. */
void hd__config_read(hd__config *config, void (*warn)(const char *message));

/** Whether a rank is in a list as 0-3,7; NULL stands for all. */
bool hd__config_has_rank(const char *list, long rank);

/** Choose the clock before anybody reads it. @return false: HDTRACE_CLOCK asks for one that the
 *  machine lacks */
bool hd__config_select_clock(void);

#endif
