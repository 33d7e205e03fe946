/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every MPI-IO call carries a relation token, which the layers below name as their parent. */
#include "hdmpi_session.h"

#include <string.h>

void hd__relation_open(void)
{
    const hd_topology_node *node = NULL;
    if (hd__run.config.relations && (hd__host_get_rank_node(&node) != HD_OK ||
                                     hd_relation_create(node, &hd__run.relation) != HD_OK)) {
        hd__warn_status("cannot record relations");
    }
    if (hd__run.config.compat != 0) {
        hd_relation_set_compat_original(hd__run.relation);
    }
}

void hd__relation_close(void)
{
    if (hd__run.relation != NULL && hd_relation_destroy(hd__run.relation) != HD_OK) {
        hd__warn_status("the relations are not complete");
    }
    hd__run.relation = NULL;
}

/* Calls inside a call are part of its token's work. */
void hd__relation_begin(hd__call *call, const char *element)
{
    if (!hd__run.config.relations) {
        return;
    }
    call->depth++;
    if (hd__run.relation == NULL || strncmp(element, "File_", 5) != 0 || call->has_token ||
        hd_relation_create_token(hd__run.relation, &call->token) != HD_OK) {
        return;
    }
    call->has_token = true;
    call->token_depth = call->depth;
    if (hd_token_begin_state(call->token, element, 0, NULL) != HD_OK) {
        hd__warn_status("cannot record a relation");
    }
}

void hd__relation_end(hd__call *call)
{
    if (!hd__run.config.relations) {
        return;
    }
    const int depth = call->depth--;
    if (!call->has_token || call->token_depth != depth) {
        return;
    }
    call->has_token = false;
    if (hd_token_end_state(call->token, 0, NULL, NULL) != HD_OK ||
        hd_token_destroy(call->token) != HD_OK) {
        hd__warn_status("cannot record a relation");
    }
}

size_t hd__relation_get_text(const hd__call *call, char *text, size_t size)
{
    char token[512];
    if (!call->has_token || hd_token_get_text(call->token, token, sizeof(token)) != HD_OK) {
        return 0;
    }
    const size_t length = strlen(token);
    if (length >= size) {
        return 0;
    }
    memcpy(text, token, length + 1);
    return length;
}
