/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hdR_*: tokens are pointers there, so each gets a small structure of its own. */
#include "compat.h"
#include "sys.h"
#include "topology_node.h"

#include <hdtrace-compat/hdRelation.h>
#include <hdtrace/relation.h>
#include <stdlib.h> /* malloc: the caller frees token texts with free() */
#include <string.h>

struct hdR_topoData {
    hd_relation *relation;
    const hd__machine *machine;
};

struct hdR_tokenData {
    hd_token token;
    hdR_topoToken topology;
};

enum { TOKEN_BYTES = 512 };

int hdR_initTopology(hdTopoNode *topNode, hdR_topoToken *outTopoToken)
{
    if (topNode == NULL || outTopoToken == NULL) {
        return hd__compat_fail(HD_ERR_INVALID_ARGUMENT);
    }
    hdR_topoToken t = hd__system.alloc(sizeof *t);
    if (t == NULL) {
        return hd__compat_fail(HD_ERR_MALLOC);
    }
    const hd_status status = hd_relation_create(topNode->node, &t->relation);
    if (status != HD_OK) {
        hd__system.release(t);
        return hd__compat_fail(status == HD_IO ? HD_ERR_CREATE_FILE : HD_ERR_MALLOC);
    }
    t->machine = hd__topology_get_machine(topNode->node->topology);
    *outTopoToken = t;
    return 0;
}

int hdR_finalize(hdR_topoToken *token)
{
    if (token == NULL || *token == NULL) {
        return hd__compat_fail(HD_ERR_INVALID_ARGUMENT);
    }
    const hd_status status = hd_relation_destroy((*token)->relation);
    hd__system.release(*token);
    *token = NULL;
    return hd__compat_result(status);
}

int hdR_closeAPI(void)
{
    return 0;
}

/* --- tokens ----------------------------------------------------------------------------------- */

/* Give the new token a structure, if it was made. */
static hdR_token wrap(hdR_topoToken topology, hd_status status, hd_token token)
{
    hdR_token t = status == HD_OK ? hd__system.alloc(sizeof *t) : NULL;
    if (t == NULL) {
        if (status == HD_OK) {
            (void)hd_token_destroy(token);
        }
        (void)hd__compat_result(status == HD_OK ? HD_NOMEM : status);
        return NULL;
    }
    t->token = token;
    t->topology = topology;
    return t;
}

static hdR_token refuse(void)
{
    (void)hd__compat_fail(HD_ERR_INVALID_ARGUMENT);
    return NULL;
}

hdR_token hdR_createTopLevelRelation(hdR_topoToken topoToken)
{
    hd_token token = {NULL, 0};
    if (topoToken == NULL) {
        return refuse();
    }
    const hd_status status = hd_relation_create_token(topoToken->relation, &token);
    return wrap(topoToken, status, token);
}

hdR_token hdR_relateProcessLocalToken(hdR_topoToken newTopologyToken, hdR_token parentToken)
{
    hd_token token = {NULL, 0};
    if (newTopologyToken == NULL || parentToken == NULL) {
        return refuse();
    }
    const hd_status status =
        hd_relation_create_child(newTopologyToken->relation, parentToken->token, &token);
    return wrap(newTopologyToken, status, token);
}

hdR_token hdR_relateTopologyInternalToken(hdR_token parentToken)
{
    return parentToken == NULL ? refuse()
                               : hdR_relateProcessLocalToken(parentToken->topology, parentToken);
}

hdR_token hdR_relateRemoteToken(hdR_topoToken topoToken, const char *remoteToken)
{
    hd_token token = {NULL, 0};
    if (topoToken == NULL || remoteToken == NULL) {
        return refuse();
    }
    const hd_status status =
        hd_relation_create_remote_child(topoToken->relation, remoteToken, &token);
    return wrap(topoToken, status, token);
}

hdR_token hdR_relateLocalToken(hdR_topoToken newTopologyToken, const char *localToken)
{
    if (newTopologyToken == NULL || localToken == NULL) {
        return refuse();
    }
    hd__buffer text = {0};
    hd__buffer_add(&text, newTopologyToken->machine->host);
    hd__buffer_add(&text, ":");
    hd__buffer_add(&text, localToken);
    hdR_token token = NULL;
    if (text.failed) {
        (void)hd__compat_fail(HD_ERR_MALLOC);
    } else {
        token = hdR_relateRemoteToken(newTopologyToken, text.text);
    }
    hd__buffer_fini(&text);
    return token;
}

int hdR_destroyRelation(hdR_token *token)
{
    if (token == NULL || *token == NULL) {
        return hd__compat_fail(HD_ERR_INVALID_ARGUMENT);
    }
    const hd_status status = hd_token_destroy((*token)->token);
    hd__system.release(*token);
    *token = NULL;
    return hd__compat_result(status);
}

static char *get_text(hdR_token token, bool with_host)
{
    char text[TOKEN_BYTES];
    if (token == NULL) {
        (void)hd__compat_fail(HD_ERR_INVALID_ARGUMENT);
        return NULL;
    }
    if (hd__compat_result(hd_token_get_text(token->token, text, sizeof text)) != 0) {
        return NULL;
    }
    const char *const from = with_host ? text : text + strlen(token->topology->machine->host) + 1;
    char *const copy = malloc(strlen(from) + 1);
    if (copy == NULL) {
        (void)hd__compat_fail(HD_ERR_MALLOC);
        return NULL;
    }
    memcpy(copy, from, strlen(from) + 1);
    return copy;
}

char *hdR_getLocalToken(hdR_token token)
{
    return get_text(token, false);
}

char *hdR_getRemoteToken(hdR_token token)
{
    return get_text(token, true);
}

/* --- states ----------------------------------------------------------------------------------- */

/* Pairs of keys and values as the library's attributes; NULL when out of memory. */
static hd_relation_attribute *make_attributes(int count, const char **keys, const char **values)
{
    hd_relation_attribute *const attributes =
        hd__system.alloc(((size_t)count + 1) * sizeof *attributes);
    for (int i = 0; attributes != NULL && i < count; i++) {
        attributes[i] = (hd_relation_attribute){keys[i], values[i]};
    }
    return attributes;
}

static bool is_wrong(hdR_token token, int count, const char **keys, const char **values)
{
    return token == NULL || count < 0 || (count > 0 && (keys == NULL || values == NULL));
}

int hdR_start(hdR_token token, const char *name, int attr_count, const char **attr_keys,
              const char **attr_values)
{
    if (is_wrong(token, attr_count, attr_keys, attr_values)) {
        return hd__compat_fail(HD_ERR_INVALID_ARGUMENT);
    }
    hd_relation_attribute *const attributes = make_attributes(attr_count, attr_keys, attr_values);
    const hd_status status =
        attributes == NULL
            ? HD_NOMEM
            : hd_token_begin_state(token->token, name, (size_t)attr_count, attributes);
    hd__system.release(attributes);
    return hd__compat_result(status);
}

int hdR_startS(hdR_token token, const char *name)
{
    return hdR_start(token, name, 0, NULL, NULL);
}

static int end_state(hdR_token token, int count, const char **keys, const char **values,
                     const char *xml)
{
    if (is_wrong(token, count, keys, values)) {
        return hd__compat_fail(HD_ERR_INVALID_ARGUMENT);
    }
    hd_relation_attribute *const attributes = make_attributes(count, keys, values);
    const hd_status status = attributes == NULL
                                 ? HD_NOMEM
                                 : hd_token_end_state(token->token, (size_t)count, attributes, xml);
    hd__system.release(attributes);
    return hd__compat_result(status);
}

int hdR_end(hdR_token token, int attr_count, const char **attr_keys, const char **attr_values)
{
    return end_state(token, attr_count, attr_keys, attr_values, NULL);
}

int hdR_endS(hdR_token token)
{
    return end_state(token, 0, NULL, NULL, NULL);
}

int hdR_endE(hdR_token token, int attr_count, const char **attr_keys, const char **attr_values,
             const char *data_format, ...)
{
    if (data_format == NULL) {
        return hd__compat_fail(HD_ERR_INVALID_ARGUMENT);
    }
    hd__buffer xml = {0};
    va_list arguments;
    va_start(arguments, data_format);
    hd__compat_format(&xml, data_format, arguments);
    va_end(arguments);
    const int result = xml.failed ? hd__compat_fail(HD_ERR_MALLOC)
                                  : end_state(token, attr_count, attr_keys, attr_values, xml.text);
    hd__buffer_fini(&xml);
    return result;
}
