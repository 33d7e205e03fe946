/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPOWER_OUTPUT_H
#define HDPOWER_OUTPUT_H
/** Where the measurements of one trace of the configuration go: a statistics group `Energy`,
 *  `Energy.2`, ... of a node, or a text file. */

#include "power_config.h"
#include "power_queue.h"
#include "power_series.h"

#include <hdtrace/stats.h>

#define HD_POWER_GROUP "Energy"

/** What a device measured, made ready: one of these per channel. */
struct hd_power_value {
    bool is_valid;
    double real; /* V, A or W; of an energy counter the mean W */
    uint64_t uj; /* an energy counter's growth */
};

/** A value of the records: of one channel, or the sum of those that `is_summed` names. */
enum hd_power_source { HD_POWER_REAL, HD_POWER_UJ, HD_POWER_SUM_WATTS, HD_POWER_SUM_UJ };

struct hd_power_item {
    enum hd_power_source source;
    size_t channel;
    char name[50];
};

struct hd_power_output {
    const hd_topology_node *node;
    char group[20];
    struct hd_power_item *items;
    size_t item_count;
    /* By the number of a channel: chosen by the trace, and a part of the device's total. */
    bool is_summed[HD_METER_CHANNELS];
    hd_stats *stats;
    struct hd_power_series *series; /* where its value goes instead of a file, or NULL */
    char *path;                     /* of the text file, or NULL */
    int text;                       /* its descriptor, -1: it has no record yet */
    bool has_file;                  /* records are to be written */
    bool has_begun;
    bool is_dirty;             /* written, and not yet in the file; of the thread that writes */
    bool is_written_elsewhere; /* by the thread that writes all files */
    struct hd_power_queue *queue;
    int64_t end_ns;  /* of the last record */
    int64_t lost_ns; /* end of what found no room in the queue since then */
    uint64_t records;
    uint64_t gaps;
};

/** The time that measured values are of. */
struct hd_power_period {
    int64_t from_ns;
    int64_t to_ns;
    bool is_after_gap; /* nothing is known of the time between the last record and this */
};

/** Choose the values of a trace. @return HD_OK | HD_MISSING (no channel of the device fits)
 *  | HD_LIMIT (more than 256 values) | HD_NOMEM */
hd_status hd__power_output_choose(struct hd_power_output *output,
                                  const struct hd_power_trace_config *trace,
                                  const struct hd_meter *meter);

/** Make room for records, and keep the path of a text file; NULL: it is for statistics. A relative
 *  one is of the folder that is the current one now. */
hd_status hd__power_output_prepare(struct hd_power_output *output, const char *path);

/** Create the file of statistics; that of a text comes with its first record.
 *  @param unavailable what of the device is left out, or "" */
hd_status hd__power_output_open(struct hd_power_output *output, const struct hd_meter *meter,
                                const char *unavailable);

/** Write what was measured in a period. It begins where the last record ended, unless there is a
 *  gap, which gets a record of its own. A period that ends before the last record does is left out.
 */
hd_status hd__power_output_write(struct hd_power_output *output, const struct hd_meter *meter,
                                 const struct hd_power_value *values,
                                 const struct hd_power_period *period);

/** Begin, or write a gap until `now_ns`. */
hd_status hd__power_output_skip(struct hd_power_output *output, int64_t now_ns);

/** Tell of what found no room until now; with room for it. */
hd_status hd__power_output_finish(struct hd_power_output *output);

/** Write what is in the queue; after a failure it is dropped. `*any` is set when there was
 * something. Thread: the one that writes. */
hd_status hd__power_output_drain(struct hd_power_output *output, bool *any);

bool hd__power_item_is_integer(const struct hd_power_item *item);

/** Whether a quantity is power, or an energy that it can be told from. */
bool hd__quantity_is_power(enum hd_meter_quantity quantity);

/** @param is_parents in a forked child: the file is left alone */
hd_status hd__power_output_close(struct hd_power_output *output, bool is_parents);

#endif
