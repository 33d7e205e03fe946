/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Relations (FORMATS A7, B 1.5): the file, from its head to its end. */
#include "buffer.h"
#include "clock_pin.h"
#include "digits.h"
#include "error.h"
#include "relation_state.h"
#include "sys.h"
#include "text.h"
#include "topology_node.h"

#include <errno.h>
#include <hdtrace/clock.h>
#include <string.h>

enum { WINDOW_BYTES = 524288 /* moved on seldom: that costs more than to fill it */ };

/* --- lines ------------------------------------------------------------------------------------ */

/* The text of a time in another second; one that is before the file's begin has no digits to keep.
 */
static void take_second(hd_relation *r)
{
    const int64_t relative_ns = r->last_ns - r->base_ns;
    const char *const end = hd__put_time(r->stamp, relative_ns);
    r->stamp_bytes = (size_t)(end - r->stamp) - (r->compat ? 3 : 0); /* of nine decimals */
    r->whole_bytes = (size_t)(end - r->stamp) - 9;
    r->second_ns = relative_ns < 0 ? INT64_MIN : r->last_ns - relative_ns % HD__NANOS_PER_SECOND;
}

/* The time from now on. The processor may read its counter before it has the lock. */
static void take_stamp(hd_relation *r)
{
    const int64_t now_ns = hd__clock_now();
    r->last_ns = now_ns < r->last_ns ? r->last_ns : now_ns;
    const uint64_t nanos = (uint64_t)r->last_ns - (uint64_t)r->second_ns;
    if (nanos < HD__NANOS_PER_SECOND) {
        (void)hd__put_9_digits(r->stamp + r->whole_bytes, (uint32_t)nanos);
    } else {
        take_second(r);
    }
}

/* Of Linux's C libraries: a number or an address, never 0. */
static uintptr_t get_self(void)
{
    return (uintptr_t)pthread_self();
}

bool hd__relation_lock(hd_relation *r)
{
    if (atomic_load_explicit(&r->holder, memory_order_relaxed) == get_self()) {
        return false;
    }
    (void)pthread_mutex_lock(&r->lock);
    take_stamp(r);
    return true;
}

void hd__relation_unlock(hd_relation *r, bool locked)
{
    if (locked) {
        (void)pthread_mutex_unlock(&r->lock);
    }
}

int64_t hd_relation_hold(hd_relation *relation)
{
    if (relation == NULL) {
        return 0;
    }
    if (hd__relation_lock(relation)) {
        atomic_store_explicit(&relation->holder, get_self(), memory_order_relaxed);
    }
    return relation->last_ns;
}

void hd_relation_release(hd_relation *relation)
{
    if (relation != NULL) {
        atomic_store_explicit(&relation->holder, 0, memory_order_relaxed);
        (void)pthread_mutex_unlock(&relation->lock);
    }
}

/* --- the file --------------------------------------------------------------------------------- */

static void compose_head(hd__buffer *line, const hd_relation *r, const hd__machine *machine)
{
    hd__buffer_add(line, "<relation version=\"1\"");
    hd__buffer_add_attribute(line, "hostID", r->host);
    hd__buffer_add(line, " localToken=\"");
    hd__buffer_add_int(line, r->pid);
    hd__buffer_add(line, "\" topologyNumber=\"");
    hd__buffer_add_int(line, r->number);
    hd__buffer_add(line, "\" timeAdjustment=\"");
    hd__buffer_add_int(line, r->base_ns / HD__NANOS_PER_SECOND);
    hd__buffer_add(line, "\"");
    if (machine->mhz > 0) {
        hd__buffer_add(line, " processorSpeedinMHZ=\"");
        hd__buffer_add_int(line, machine->mhz);
        hd__buffer_add(line, "\"");
    }
    if (machine->processor[0] != '\0') {
        hd__buffer_add_attribute(line, "processorModelName", machine->processor);
    }
    hd__buffer_add(line, ">\n");
}

static hd_status write_head(hd_relation *r, const hd__machine *machine)
{
    hd__buffer line = {0};
    compose_head(&line, r, machine);
    hd_status status = HD_OK;
    if (line.failed) {
        status = hd__fail(HD_NOMEM, "%s: no memory for an entry", r->path);
    } else if (!hd__sink_append_line(&r->sink, line.text, line.used)) {
        status = hd__fail_system(r->path, r->sink.error);
    } else {
        hd__sink_mark(&r->sink);
    }
    hd__buffer_fini(&line);
    return status;
}

static void release(hd_relation *r)
{
    hd__live_tokens_fini(&r->live);
    hd__system.release(r->path);
    (void)pthread_mutex_destroy(&r->lock);
    hd__system.release(r);
}

static hd_status open_file(hd_relation *r, const hd__machine *machine)
{
    const int error = hd__sink_create(&r->sink, r->path, WINDOW_BYTES);
    if (error != 0) {
        return error == -ENOMEM ? hd__fail(HD_NOMEM, "%s: no memory", r->path)
                                : hd__fail_system(r->path, error);
    }
    const hd_status status = write_head(r, machine);
    if (status != HD_OK) {
        (void)hd__sink_destroy(&r->sink);
        (void)hd__system.remove(r->path);
    }
    return status;
}

hd_status hd_relation_create(const hd_topology_node *node, hd_relation **relation)
{
    if (node == NULL || relation == NULL) {
        return hd__fail(HD_INVALID, "relation: needs a node and a place for the result");
    }
    char path[HD__PATH_BYTES];
    hd_status status = hd_topology_get_path(node, NULL, "rel", path, sizeof path);
    if (status != HD_OK) {
        return status;
    }
    hd_relation *const r = hd__system.alloc(sizeof *r);
    if (r == NULL) {
        return hd__fail(HD_NOMEM, "%s: no memory", path);
    }
    (void)pthread_mutex_init(&r->lock, NULL);
    const hd__machine *const machine = hd__topology_get_machine(node->topology);
    const int64_t now = hd_clock_get_ns();
    r->host = machine->host;
    r->pid = hd__system.process();
    r->number = node->number;
    r->base_ns = now - now % HD__NANOS_PER_SECOND;
    r->second_ns = INT64_MIN;
    r->path = hd__text_copy(path);
    status = r->path == NULL ? hd__fail(HD_NOMEM, "%s: no memory", path) : open_file(r, machine);
    if (status != HD_OK) {
        release(r);
        return status;
    }
    *relation = r;
    return HD_OK;
}

hd_status hd__relation_end_token(hd_relation *r, uint64_t id, unsigned open_states)
{
    hd_status status = HD_OK;
    for (; open_states > 0 && status == HD_OK; open_states--) {
        status = hd__relation_put_end(r, id, 0, NULL, NULL);
    }
    return status == HD_OK ? hd__relation_put_last(r, id) : status;
}

/* What nobody ended is ended here, because readers pass on tokens only at their end. */
static hd_status end_all(hd_relation *r)
{
    hd_status status = HD_OK;
    take_stamp(r);
    for (uint64_t id = 0; r->live.count > 0 && id < r->next_id && status == HD_OK; id++) {
        const unsigned *const open = hd__live_tokens_get(&r->live, id);
        if (open != NULL) {
            status = hd__relation_end_token(r, id, *open);
            hd__live_tokens_remove(&r->live, id);
        }
    }
    static const char tail[] = "</relation>\n";
    if (!r->sink.torn) {
        (void)hd__sink_append_last(&r->sink, tail, sizeof tail - 1);
    }
    return status;
}

void hd_relation_set_compat_original(hd_relation *relation)
{
    if (relation != NULL) {
        const bool locked = hd__relation_lock(relation);
        relation->compat = true;
        take_second(relation);
        hd__relation_unlock(relation, locked);
    }
}

hd_status hd_relation_destroy(hd_relation *relation)
{
    if (relation == NULL) {
        return HD_OK;
    }
    const bool own = hd__sink_is_own(&relation->sink);
    hd_status status = own ? end_all(relation) : HD_OK;
    const int error = hd__sink_destroy(&relation->sink);
    if (relation->next_id == 0 && own) {
        (void)hd__system.remove(relation->path);
    } else if (error != 0) {
        status = hd__fail_system(relation->path, error);
    }
    release(relation);
    return status;
}
