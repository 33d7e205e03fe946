/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A flow is posted through a table, and calls what its descriptor says at its end. While it runs,
 * what is done with its hints belongs to it. Descriptors are used again once the call was made. */
#include "flow.h"

#include "ops.h"

#include <stdlib.h>

typedef struct flow_op {
    hdpvfs_flow_done *done;
    hdpvfs_token token, owner_before;
    unsigned serial;
    const hdpvfs_hint *hints;
} flow_op;

static int (*post)(hdpvfs_flow *flow);

static hdpvfs_lock lock;
static hdpvfs_map flows; /* by descriptor */

static const char *name_of(const hdpvfs_flow *flow)
{
    static const char *const names[4][4] = {
        [HDPVFS_END_NETWORK] = {"flow", "flow", "network_to_storage", "network_to_memory"},
        [HDPVFS_END_STORAGE] = {"flow", "storage_to_network", "flow", "flow"},
        [HDPVFS_END_MEMORY] = {"flow", "memory_to_network", "flow", "flow"},
    };
    const uint32_t from = (uint32_t)flow->from.kind;
    const uint32_t to = (uint32_t)flow->to.kind;
    const char *const name = from < 4 && to < 4 ? names[from][to] : NULL;
    return name == NULL ? "flow" : name;
}

static void finish(flow_op *op, int32_t error, int64_t transferred)
{
    hdpvfs_session *const session = hdpvfs_enter();
    if (session != NULL) {
        if (op->serial == hdpvfs_session_serial(session)) {
            hdpvfs_values values;
            values.count = 0;
            hdpvfs_values_add(&values, "bytes", transferred);
            if (error != 0) {
                hdpvfs_values_add(&values, "error", error);
            }
            hdpvfs_owner_set(op->hints, op->owner_before);
            const int64_t now_ns = hdpvfs_token_close(session, op->token, &values);
            hdpvfs_count(session, HDPVFS_FLOW, -1, now_ns);
        }
        hdpvfs_leave();
    }
    free(op);
}

static flow_op *take(const hdpvfs_flow *flow)
{
    hdpvfs_lock_take(&lock);
    flow_op *const op = hdpvfs_map_take(&flows, hdpvfs_key(flow));
    hdpvfs_lock_give(&lock);
    return op;
}

static void at_end(hdpvfs_flow *flow, int cancelled)
{
    flow_op *const op = take(flow);
    hdpvfs_flow_done *const done = op->done;
    flow->done = done;
    finish(op, flow->error, flow->transferred);
    done(flow, cancelled);
}

static flow_op *begin(hdpvfs_flow *flow)
{
    hdpvfs_session *const session = hdpvfs_enter();
    flow_op *op = NULL;
    if (session != NULL && hdpvfs_config_now.wanted[HDPVFS_FLOW] && flow->done != NULL) {
        op = malloc(sizeof *op);
    }
    if (op != NULL) {
        hdpvfs_values values;
        values.count = 0;
        if (flow->size >= 0) {
            hdpvfs_values_add(&values, "size", flow->size);
        }
        *op = (flow_op){.done = flow->done, .hints = flow->hints};
        op->serial = hdpvfs_session_serial(session);
        op->owner_before = hdpvfs_owner_get(flow->hints);
        hd_relation *const relation = hdpvfs_session_relation(session, HDPVFS_FLOW);
        const int64_t now_ns = hd_relation_hold(relation);
        op->token = hdpvfs_token_begin_with(session, HDPVFS_FLOW, flow->hints);
        hdpvfs_state_begin(session, op->token, name_of(flow), &values);
        hd_relation_release(relation);
        hdpvfs_owner_set(flow->hints, op->token);
        hdpvfs_count(session, HDPVFS_FLOW, 1, now_ns);
    }
    if (session != NULL) {
        hdpvfs_leave();
    }
    return op;
}

/* A descriptor that was posted again before its end was told is one that was given up. */
static bool keep(hdpvfs_flow *flow, flow_op *op)
{
    hdpvfs_lock_take(&lock);
    flow_op *const before = hdpvfs_map_take(&flows, hdpvfs_key(flow));
    const bool kept = hdpvfs_map_put(&flows, hdpvfs_key(flow), op);
    hdpvfs_lock_give(&lock);
    if (before != NULL) {
        op->done = op->done == at_end ? before->done : op->done;
        finish(before, 0, 0);
    }
    if (kept) {
        flow->done = at_end;
    } else {
        finish(op, 0, 0);
    }
    return kept;
}

static int traced_post(hdpvfs_flow *flow)
{
    flow_op *const op = begin(flow);
    const bool kept = op != NULL && keep(flow, op);
    const int result = post(flow);
    if (kept && result != 0) { /* there will be no call at its end */
        flow_op *const ended = take(flow);
        if (ended != NULL) {
            flow->done = ended->done;
            finish(ended, result < 0 ? result : 0, result < 0 ? 0 : flow->transferred);
        }
    }
    return result;
}

const char *hdpvfs_flow_install(const hdpvfs_object *object)
{
    size_t size = 0;
    hdpvfs_flow_table *const table = hdpvfs_object_get(object, "fp_multiqueue_ops", &size);
    if (table == NULL) {
        return "there is no symbol fp_multiqueue_ops";
    }
    if (size != sizeof *table || table->post == NULL) {
        return "fp_multiqueue_ops has another layout";
    }
    post = table->post;
    return hdpvfs_object_poke_code(object, &table->post, (hdpvfs_code *)traced_post)
               ? NULL
               : "fp_multiqueue_ops can't be written";
}
