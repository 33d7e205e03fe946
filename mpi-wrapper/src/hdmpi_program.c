/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a program adds to its own trace and project: typed attributes, events, statistics,
 * relations.
 */
#include <hdmpi/hdmpi.h>

#include "hdmpi_record.h"

#include <hdtrace/clock.h>
#include <pthread.h>

/* The thread, taken for our work, if the program has something open that takes attributes. */
static hd__call *take_thread(void)
{
    hd__call *const call = hd__current;
    return call != NULL && call->own_states + call->own_events > 0 && hd__occupy(call) ? call
                                                                                       : NULL;
}

void hdMPI_threadLogInt(const char *name, int64_t value)
{
    hd__call *const call = take_thread();
    if (call != NULL) {
        hd_trace_add_int(call->trace, name, value);
        hd__yield(call);
    }
}

void hdMPI_threadLogDouble(const char *name, double value)
{
    hd__call *const call = take_thread();
    if (call != NULL) {
        hd_trace_add_double(call->trace, name, value);
        hd__yield(call);
    }
}

void hdMPI_threadLogText(const char *name, const char *value)
{
    hd__call *const call = take_thread();
    if (call != NULL) {
        hd_trace_add_text(call->trace, name, value);
        hd__yield(call);
    }
}

void hdMPI_threadLogEventStart(const char *event_name)
{
    hd__call *const call = hd__enter_recording();
    if (call == NULL) {
        return;
    }
    if (!call->is_off) {
        call->own_events++;
        hd_trace_set_enabled(call->trace, true);
        call->is_silent = false;
        hd_trace_begin_event(call->trace, event_name);
    }
    hd__yield(call);
}

void hdMPI_threadLogEventEnd(void)
{
    hd__call *const call = hd__current;
    if (call != NULL && call->own_events > 0 && hd__occupy(call)) {
        call->own_events--;
        hd_trace_end_event(call->trace);
        hd__yield(call);
    }
}

hd_status hdMPI_createStatistics(const char *group, size_t value_count,
                                 const hd_stats_value *values, hd_stats **stats)
{
    const hd_topology_node *node = NULL;
    hd_stats *made = NULL;
    if (stats == NULL) {
        return HD_INVALID;
    }
    *stats = NULL;
    hd__call *const call = hd__enter_always();
    if (call == NULL) {
        return HD_STATE;
    }
    hd_status status = hd__host_get_rank_node(&node);
    if (status == HD_OK) {
        status = hd_stats_create(node, group, value_count, values, 0, NULL, &made);
    }
    if (status == HD_OK) {
        status = hd_stats_begin(made, hd_clock_get_ns());
    }
    if (status == HD_OK) {
        status = hd_fragment_add_group(hd__run.fragment, group, node);
    }
    if (status == HD_OK) {
        *stats = made;
    } else {
        hd_stats_destroy(made);
    }
    hd__yield(call);
    return status;
}

hd_status hdMPI_endRecord(hd_stats *stats)
{
    return stats == NULL ? HD_STATE : hd_stats_end_record(stats, hd_clock_get_ns());
}

hd_status hdMPI_getRelation(hd_relation **relation)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    hd_status status = HD_STATE;
    hd__call *const call = relation == NULL ? NULL : hd__enter_always();
    if (call != NULL) {
        const hd_topology_node *node = NULL;
        pthread_mutex_lock(&lock);
        status = hd__run.relation != NULL ? HD_OK : hd__host_get_rank_node(&node);
        if (status == HD_OK && hd__run.relation == NULL) {
            status = hd_relation_create(node, &hd__run.relation);
        }
        pthread_mutex_unlock(&lock);
        *relation = hd__run.relation;
        hd__yield(call);
    }
    return status;
}
