/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Relations (FORMATS A7, B 1.5). The clock is read under the file's lock, so that the order in the
 * file is the order in time. */
#include "buffer.h"
#include "error.h"
#include "info_line.h"
#include "live_tokens.h"
#include "sink.h"
#include "sys.h"
#include "text.h"
#include "topology_node.h"

#include <errno.h>
#include <hdtrace/clock.h>
#include <hdtrace/relation.h>
#include <pthread.h>
#include <unistd.h>

enum { WINDOW_BYTES = 65536 };

struct hd_relation {
    pthread_mutex_t lock; /* guards what follows, down to `line` */
    hd__sink sink;
    hd__live_tokens live;
    uint64_t next_id;
    hd__buffer line;
    char *path; /* constant from here on */
    const char *host;
    int64_t pid;
    int64_t base_ns;
    bool compat;     /* for readers of the original */
    unsigned number; /* the node's, which makes ids unique within the process */
};

/* --- writing ---------------------------------------------------------------------------------- */

static void begin_tag(hd_relation *r, const char *tag)
{
    hd__buffer_clear(&r->line);
    hd__buffer_add(&r->line, "<");
    hd__buffer_add(&r->line, tag);
}

static void add_stamp(hd_relation *r, uint64_t id)
{
    hd__buffer_add(&r->line, " t=\"");
    hd__buffer_add_int(&r->line, (int64_t)id);
    hd__buffer_add(&r->line, "\" time=\"");
    hd__buffer_add_time(&r->line, hd_clock_get_ns() - r->base_ns);
    r->line.used -= r->compat && !r->line.failed ? 3 : 0; /* of nine decimals */
    hd__buffer_add(&r->line, "\"");
}

static void add_attributes(hd_relation *r, size_t count, const hd_relation_attribute *attributes)
{
    for (size_t i = 0; i < count; i++) {
        hd__buffer_add_attribute(&r->line, attributes[i].name, attributes[i].value);
    }
}

/* Append the composed line as one record. */
static hd_status write_line(hd_relation *r)
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
    begin_tag(r, tag);
    add_stamp(r, id);
    hd__buffer_add(&r->line, "/>\n");
    return write_line(r);
}

/* --- the file --------------------------------------------------------------------------------- */

static hd_status write_head(hd_relation *r, const hd__machine *machine)
{
    begin_tag(r, "relation version=\"1\"");
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
    return write_line(r);
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

/* End the open states and the token itself. Caller holds the lock. */
static hd_status end_token(hd_relation *r, uint64_t id, unsigned open_states)
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
            status = end_token(r, id, *open);
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

/* --- tokens ----------------------------------------------------------------------------------- */

/* Create a token; its parent link, or NULL, is written as it is. */
static hd_status create_token(hd_relation *r, const char *kind, const char *parent, hd_token *token)
{
    (void)pthread_mutex_lock(&r->lock);
    const uint64_t id = r->next_id;
    hd_status status = HD_OK;
    if (!hd__live_tokens_add(&r->live, id)) {
        status = hd__fail(HD_NOMEM, "%s: no memory for a token", r->path);
    } else {
        begin_tag(r, "rel");
        add_stamp(r, id);
        if (parent != NULL) {
            hd__buffer_add_attribute(&r->line, kind, parent);
        }
        hd__buffer_add(&r->line, "/>\n");
        status = write_line(r);
        if (status == HD_OK) {
            r->next_id++;
            *token = (hd_token){r, id};
        } else {
            hd__live_tokens_remove(&r->live, id);
        }
    }
    (void)pthread_mutex_unlock(&r->lock);
    return status;
}

hd_status hd_relation_create_token(hd_relation *relation, hd_token *token)
{
    if (relation == NULL || token == NULL) {
        return hd__fail(HD_INVALID, "relation: needs a file and a place for the token");
    }
    return create_token(relation, NULL, NULL, token);
}

hd_status hd_relation_create_child(hd_relation *relation, hd_token parent, hd_token *token)
{
    if (relation == NULL || token == NULL || parent.relation == NULL) {
        return hd__fail(HD_INVALID, "relation: needs a file, a parent and a place for the token");
    }
    char text[2 * HD__INT_BYTES + 2];
    char *at = hd__put_uint(text, parent.relation->number);
    *at++ = ':';
    *hd__put_uint(at, parent.id) = '\0';
    return create_token(relation, "p", text, token);
}

/* Where the numbers of "host:pid:topology:id" begin; false when it is none. */
static bool split_token(const char *text, const char *numbers[3])
{
    const char *at = text + strlen(text);
    for (int i = 2; i >= 0; i--) {
        const char *const end = at;
        while (at > text && at[-1] >= '0' && at[-1] <= '9') {
            at--;
        }
        if (at == end || at <= text + 1 || at[-1] != ':') {
            return false;
        }
        numbers[i] = at--;
    }
    return true;
}

hd_status hd_relation_create_remote_child(hd_relation *relation, const char *parent_text,
                                          hd_token *token)
{
    const char *numbers[3];
    if (relation == NULL || token == NULL || parent_text == NULL) {
        return hd__fail(HD_INVALID, "relation: needs a file, a parent and a place for the token");
    }
    if (!split_token(parent_text, numbers)) {
        return hd__fail(HD_INVALID, "%s: '%s' is no token", relation->path, parent_text);
    }
    const size_t host_bytes = (size_t)(numbers[0] - 1 - parent_text);
    const bool same_host = strlen(relation->host) == host_bytes &&
                           memcmp(relation->host, parent_text, host_bytes) == 0;
    if (!same_host) {
        return create_token(relation, "r", parent_text, token);
    }
    const char *end = numbers[0];
    int64_t pid = 0;
    const bool same_process = hd__take_int(&end, &pid) && pid == relation->pid;
    return same_process ? create_token(relation, "p", numbers[1], token)
                        : create_token(relation, "l", numbers[0], token);
}

hd_status hd_token_get_text(hd_token token, char *text, size_t size)
{
    if (token.relation == NULL || text == NULL) {
        return hd__fail(HD_INVALID, "relation: no token, or no place for its text");
    }
    hd__buffer buffer = {0};
    hd__buffer_add(&buffer, token.relation->host);
    hd__buffer_add(&buffer, ":");
    hd__buffer_add_int(&buffer, token.relation->pid);
    hd__buffer_add(&buffer, ":");
    hd__buffer_add_int(&buffer, token.relation->number);
    hd__buffer_add(&buffer, ":");
    hd__buffer_add_int(&buffer, (int64_t)token.id);
    hd_status status = HD_OK;
    if (buffer.failed) {
        status = hd__fail(HD_NOMEM, "%s: no memory", token.relation->path);
    } else if (buffer.used >= size) {
        status = hd__fail(HD_LIMIT, "%s: a token's text needs %zu bytes", token.relation->path,
                          buffer.used + 1);
    } else {
        memcpy(text, buffer.text, buffer.used + 1);
    }
    hd__buffer_fini(&buffer);
    return status;
}

/* --- states ----------------------------------------------------------------------------------- */

static hd_status check_attributes(hd_token token, size_t count,
                                  const hd_relation_attribute *attributes)
{
    if (token.relation == NULL || (count > 0 && attributes == NULL)) {
        return hd__fail(HD_INVALID, "relation: no token, or no attributes");
    }
    for (size_t i = 0; i < count; i++) {
        if (attributes[i].name == NULL || attributes[i].value == NULL) {
            return hd__fail(HD_INVALID, "%s: attribute %zu has no name or no value",
                            token.relation->path, i);
        }
    }
    return HD_OK;
}

static hd_status fail_not_alive(hd_token token)
{
    return hd__fail(HD_STATE, "%s: token %llu does not exist", token.relation->path,
                    (unsigned long long)token.id);
}

hd_status hd_token_begin_state(hd_token token, const char *name, size_t attribute_count,
                               const hd_relation_attribute *attributes)
{
    hd_status status = check_attributes(token, attribute_count, attributes);
    if (status != HD_OK) {
        return status;
    }
    hd_relation *const r = token.relation;
    if (name == NULL) {
        return hd__fail(HD_INVALID, "%s: a state needs a name", r->path);
    }
    (void)pthread_mutex_lock(&r->lock);
    unsigned *const open = hd__live_tokens_get(&r->live, token.id);
    if (open == NULL) {
        status = fail_not_alive(token);
    } else {
        begin_tag(r, "s");
        hd__buffer_add_attribute(&r->line, "name", name);
        add_stamp(r, token.id);
        add_attributes(r, attribute_count, attributes);
        hd__buffer_add(&r->line, "/>\n");
        status = write_line(r);
        *open += status == HD_OK;
    }
    (void)pthread_mutex_unlock(&r->lock);
    return status;
}

hd_status hd_token_end_state(hd_token token, size_t attribute_count,
                             const hd_relation_attribute *attributes, const char *xml)
{
    hd_status status = check_attributes(token, attribute_count, attributes);
    if (status != HD_OK) {
        return status;
    }
    hd_relation *const r = token.relation;
    (void)pthread_mutex_lock(&r->lock);
    unsigned *const open = hd__live_tokens_get(&r->live, token.id);
    if (open == NULL) {
        status = fail_not_alive(token);
    } else if (*open == 0) {
        status = hd__fail(HD_STATE, "%s: token %llu has no open state", r->path,
                          (unsigned long long)token.id);
    } else {
        begin_tag(r, "e");
        add_stamp(r, token.id);
        add_attributes(r, attribute_count, attributes);
        if (xml == NULL) {
            hd__buffer_add(&r->line, "/>\n");
        } else {
            hd__buffer_add(&r->line, ">");
            hd__buffer_add(&r->line, xml);
            hd__buffer_add(&r->line, "</e>\n");
        }
        status = write_line(r);
        *open -= status == HD_OK;
    }
    (void)pthread_mutex_unlock(&r->lock);
    return status;
}

hd_status hd_token_destroy(hd_token token)
{
    if (token.relation == NULL) {
        return hd__fail(HD_INVALID, "relation: no token");
    }
    hd_relation *const r = token.relation;
    hd_status status = HD_OK;
    (void)pthread_mutex_lock(&r->lock);
    const unsigned *const open = hd__live_tokens_get(&r->live, token.id);
    if (open == NULL) {
        status = fail_not_alive(token);
    } else {
        status = end_token(r, token.id, *open);
        hd__live_tokens_remove(&r->live, token.id);
    }
    (void)pthread_mutex_unlock(&r->lock);
    return status;
}
