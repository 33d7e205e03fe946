/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPOWER_POWER_H
#define HDPOWER_POWER_H
/** Power meters, sampled into the statistics group `Energy` (FORMATS B 4.2): one thread per device,
 *  as a configuration file says. Devices, keys and timing rules: powertracer/README.md. */

#include <hdtrace/status.h>
#include <hdtrace/topology.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define HD_POWER_MESSAGE_SIZE 512

typedef struct hd_power hd_power;

typedef struct hd_power_options {
    const char *config;    /**< path of the configuration file */
    hd_topology *topology; /**< where `node=` of the configuration leads to */
    /** The host's node, at the first level; what has no `node=` belongs here. It and the topology
     *  must outlive the sampler. */
    const hd_topology_node *node;
    /** The topology's first level is hosts, whatever levels the configuration names: of a `node=`
     *  the label of its level `Host...` counts, else the last one. */
    bool is_of_hosts;
    const char *host; /**< name of this machine; NULL: ask the system */
    const char *root; /**< path put before /proc, /sys and /dev; NULL or "" means none */
    /** Called when a relation of the configuration (`[Check]`) does not hold for the first time,
     * with a line that tells both values; NULL: nobody wants to know. Thread: the one that writes.
     */
    void (*warn)(void *argument, const char *text);
    void *warn_argument;
} hd_power_options;

/** What became of a relation of the configuration. Values of the first time it did not hold. */
typedef struct hd_power_check {
    const char *relation; /**< as the configuration has it */
    uint64_t compared;    /**< intervals for which both sides were known */
    uint64_t violated;    /**< how many of them it did not hold for */
    uint64_t gaps;        /**< intervals for which a side was not known */
    double left_w, right_w;
    int64_t first_ns; /**< when that interval ended */
} hd_power_check;

/** What became of a device. */
typedef enum hd_power_state {
    HD_POWER_MEASURING,
    HD_POWER_STANDING, /**< an energy counter stands still: no records of its power */
    HD_POWER_LOST      /**< does not answer; opened again every few seconds */
} hd_power_state;

typedef struct hd_power_health {
    const char *device; /**< name in the configuration */
    hd_power_state state;
    uint64_t records;    /**< in its files; if it is measured for sums only, given to these */
    uint64_t gaps;       /**< records with `GAP` = 1 */
    uint64_t reconnects; /**< times it was opened again */
    uint64_t damaged;    /**< answers that were not usable */
    char fault[160];     /**< the last one, or "" */
} hd_power_health;

/** Read the configuration, open its devices and create the statistics files of group `Energy`,
 *  `Energy.2`, ... of each node. A device that belongs to another host is left out. One that can't
 *  be opened is named by hd_power_get_unavailable; that is no error unless it is the last.
 *  @param message  gets "FILE:LINE: cause" on failure; HD_POWER_MESSAGE_SIZE bytes
 *  @return HD_OK | HD_FORMAT (configuration) | HD_MISSING (no device can be read)
 *          | HD_STATE (all devices belong to other hosts) | HD_INVALID | HD_NOMEM | HD_IO
 *  Cost: devices are opened beside each other, each in a thread with all signals blocked; one that
 *  doesn't answer takes a few seconds, all together at most `open-timeout` (10 s). One that hangs
 * in a foreign library keeps its thread. Files are created when all devices were opened and all
 * files can be written: until then those of an earlier run stay. Ownership: texts are copied. */
HD_API HD_CHECK hd_status hd_power_create(const hd_power_options *options, hd_power **power,
                                          char message[HD_POWER_MESSAGE_SIZE]);

/** Start the devices' threads and the one that writes, which have all signals blocked. Nothing is
 *  waited for: a device that is asked by a network is read at its first slot. After a stop it
 * resumes; the pause becomes a record with `GAP` = 1.
 *  @return HD_OK | HD_INVALID | HD_STATE (runs already) | HD_LIMIT (no thread) | HD_IO */
HD_API HD_CHECK hd_status hd_power_start(hd_power *power);

/** Take a last sample where that needs no waiting, and end the threads.
 *  @return HD_OK | HD_INVALID | HD_STATE (does not run, or called in a forked child)
 *          | HD_IO (a record was lost: that device had ended at the first write that failed) */
HD_API hd_status hd_power_stop(hd_power *power);

/** Get the groups, for the project: the i-th one's name and node; NULL beyond the last. */
HD_API const char *hd_power_get_group(const hd_power *power, size_t index,
                                      const hd_topology_node **node);

/** Get what could not be opened, "meter: cause; ...", or "". Valid until it is destroyed. */
HD_API const char *hd_power_get_unavailable(const hd_power *power);

/** Tell how the i-th device is. Thread: any. @return HD_OK | HD_MISSING (no such device) */
HD_API HD_CHECK hd_status hd_power_get_health(hd_power *power, size_t index,
                                              hd_power_health *health);

/** Tell how it is with the i-th relation that is checked. Thread: any.
 *  @return HD_OK | HD_MISSING (no such relation) */
HD_API HD_CHECK hd_status hd_power_get_check(hd_power *power, size_t index, hd_power_check *check);

/** Get the host that the configuration's first device is attached to, "" when it says none.
 *  @return HD_OK | HD_FORMAT | HD_LIMIT (does not fit) | HD_NOMEM | HD_INVALID */
HD_API HD_CHECK hd_status hd_power_get_host(const char *config, char *host, size_t size);

/** Stop when running, close files and devices and free; files without a record are removed.
 *  NULL is allowed. @return HD_OK | HD_IO */
HD_API hd_status hd_power_destroy(hd_power *power);

#ifdef __cplusplus
}
#endif
#endif
