/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tokens of relations and their states. */
#include "buffer.h"
#include "error.h"
#include "info_line.h"
#include "relation_state.h"
#include "text.h"

#include <string.h>

/* The caller holds the lock. */
static hd_status append_token(hd_relation *r, const char *kind, const char *parent, hd_token *token)
{
    const uint64_t id = r->next_id;
    if (!hd__live_tokens_add(&r->live, id)) {
        return hd__fail(HD_NOMEM, "%s: no memory for a token", r->path);
    }
    const hd_status status = hd__relation_put_token(r, id, kind, parent);
    if (status == HD_OK) {
        r->next_id++;
        *token = (hd_token){r, id};
    } else {
        hd__live_tokens_remove(&r->live, id);
    }
    return status;
}

/* Create a token; its parent link, or NULL, is written as it is. */
static hd_status create_token(hd_relation *r, const char *kind, const char *parent, hd_token *token)
{
    const bool locked = hd__relation_lock(r);
    const hd_status status = append_token(r, kind, parent, token);
    hd__relation_unlock(r, locked);
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

static hd_status fail_no_open_state(hd_token token)
{
    return hd__fail(HD_STATE, "%s: token %llu has no open state", token.relation->path,
                    (unsigned long long)token.id);
}

static hd_status append_begin(hd_token token, const char *name, size_t count,
                              const hd_relation_attribute *attributes)
{
    unsigned *const open = hd__live_tokens_get(&token.relation->live, token.id);
    if (open == NULL) {
        return fail_not_alive(token);
    }
    const hd_status status =
        hd__relation_put_begin(token.relation, token.id, name, count, attributes);
    *open += status == HD_OK;
    return status;
}

static hd_status append_end(hd_token token, size_t count, const hd_relation_attribute *attributes,
                            const char *xml)
{
    unsigned *const open = hd__live_tokens_get(&token.relation->live, token.id);
    if (open == NULL) {
        return fail_not_alive(token);
    }
    if (*open == 0) {
        return fail_no_open_state(token);
    }
    const hd_status status = hd__relation_put_end(token.relation, token.id, count, attributes, xml);
    *open -= status == HD_OK;
    return status;
}

hd_status hd_token_begin_state(hd_token token, const char *name, size_t attribute_count,
                               const hd_relation_attribute *attributes)
{
    hd_status status = check_attributes(token, attribute_count, attributes);
    if (status != HD_OK) {
        return status;
    }
    if (name == NULL) {
        return hd__fail(HD_INVALID, "%s: a state needs a name", token.relation->path);
    }
    const bool locked = hd__relation_lock(token.relation);
    status = append_begin(token, name, attribute_count, attributes);
    hd__relation_unlock(token.relation, locked);
    return status;
}

hd_status hd_token_end_state(hd_token token, size_t attribute_count,
                             const hd_relation_attribute *attributes, const char *xml)
{
    hd_status status = check_attributes(token, attribute_count, attributes);
    if (status != HD_OK) {
        return status;
    }
    const bool locked = hd__relation_lock(token.relation);
    status = append_end(token, attribute_count, attributes, xml);
    hd__relation_unlock(token.relation, locked);
    return status;
}

static hd_status append_phrase(hd_token token, const hd_relation_phrase *phrase)
{
    unsigned *const open = hd__live_tokens_get(&token.relation->live, token.id);
    if (open == NULL) {
        return fail_not_alive(token);
    }
    if (!phrase->begins && *open == 0) {
        return fail_no_open_state(token);
    }
    const hd_status status = hd__relation_put_phrase(token.relation, token.id, phrase);
    if (status == HD_OK) {
        *open += phrase->begins ? 1 : -1U;
    }
    return status;
}

hd_status hd_token_put(hd_token token, const hd_relation_phrase *phrase)
{
    if (token.relation == NULL || phrase == NULL) {
        return hd__fail(HD_INVALID, "relation: no token, or no text of a state");
    }
    const bool locked = hd__relation_lock(token.relation);
    const hd_status status = append_phrase(token, phrase);
    hd__relation_unlock(token.relation, locked);
    return status;
}

hd_status hd_token_destroy(hd_token token)
{
    if (token.relation == NULL) {
        return hd__fail(HD_INVALID, "relation: no token");
    }
    hd_relation *const r = token.relation;
    hd_status status = HD_OK;
    const bool locked = hd__relation_lock(r);
    const unsigned *const open = hd__live_tokens_get(&r->live, token.id);
    if (open == NULL) {
        status = fail_not_alive(token);
    } else {
        status = hd__relation_end_token(r, token.id, *open);
        hd__live_tokens_remove(&r->live, token.id);
    }
    hd__relation_unlock(r, locked);
    return status;
}
