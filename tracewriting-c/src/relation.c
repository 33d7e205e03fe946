/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Relations (FORMATS A7, B 1.5): the file, from its head to its end. */
#include "error.h"
#include "relation_state.h"
#include "sys.h"
#include "text.h"
#include "topology_node.h"

#include <errno.h>
#include <hdtrace/clock.h>
#include <string.h>

enum { WINDOW_BYTES = 65536 };

/* --- lines ------------------------------------------------------------------------------------ */

void hd__relation_begin_tag(hd_relation *r, const char *tag)
{
    hd__buffer_clear(&r->line);
    hd__buffer_add(&r->line, "<");
    hd__buffer_add(&r->line, tag);
}

void hd__relation_add_stamp(hd_relation *r, uint64_t id)
{
    hd__buffer_add(&r->line, " t=\"");
    hd__buffer_add_int(&r->line, (int64_t)id);
    hd__buffer_add(&r->line, "\" time=\"");
    hd__buffer_add_time(&r->line, hd_clock_get_ns() - r->base_ns);
    r->line.used -= r->compat && !r->line.failed ? 3 : 0; /* of nine decimals */
    hd__buffer_add(&r->line, "\"");
}

hd_status hd__relation_write_line(hd_relation *r)
{
    if (r->line.failed) {
        return hd__fail(HD_NOMEM, "%s: no memory for an entry", r->path);
    }
    if (!hd__sink_append(&r->sink, r->line.text, r->line.used)) {
        hd__sink_roll_back(&r->sink);
        return hd__fail_system(r->path, r->sink.error);
    }
    hd__sink_mark(&r->sink);
    return HD_OK;
}

static hd_status write_short(hd_relation *r, const char *tag, uint64_t id)
{
    hd__relation_begin_tag(r, tag);
    hd__relation_add_stamp(r, id);
    hd__buffer_add(&r->line, "/>\n");
    return hd__relation_write_line(r);
}

/* --- the file --------------------------------------------------------------------------------- */

static hd_status write_head(hd_relation *r, const hd__machine *machine)
{
    hd__relation_begin_tag(r, "relation version=\"1\"");
    hd__buffer_add_attribute(&r->line, "hostID", r->host);
    hd__buffer_add(&r->line, " localToken=\"");
    hd__buffer_add_int(&r->line, r->pid);
    hd__buffer_add(&r->line, "\" topologyNumber=\"");
    hd__buffer_add_int(&r->line, r->number);
    hd__buffer_add(&r->line, "\" timeAdjustment=\"");
    hd__buffer_add_int(&r->line, r->base_ns / HD__NANOS_PER_SECOND);
    hd__buffer_add(&r->line, "\"");
    if (machine->mhz > 0) {
        hd__buffer_add(&r->line, " processorSpeedinMHZ=\"");
        hd__buffer_add_int(&r->line, machine->mhz);
        hd__buffer_add(&r->line, "\"");
    }
    if (machine->processor[0] != '\0') {
        hd__buffer_add_attribute(&r->line, "processorModelName", machine->processor);
    }
    hd__buffer_add(&r->line, ">\n");
    return hd__relation_write_line(r);
}

static void release(hd_relation *r)
{
    hd__live_tokens_fini(&r->live);
    hd__buffer_fini(&r->line);
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
        status = write_short(r, "e", id);
    }
    return status == HD_OK ? write_short(r, "un", id) : status;
}

/* What nobody ended is ended here, because readers pass on tokens only at their end. */
static hd_status end_all(hd_relation *r)
{
    hd_status status = HD_OK;
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
        (void)pthread_mutex_lock(&relation->lock);
        relation->compat = true;
        (void)pthread_mutex_unlock(&relation->lock);
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
