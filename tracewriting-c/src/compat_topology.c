/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compat.h"
#include "sys.h"
#include "topology_node.h"

#include <errno.h>
#include <stdio.h>  /* vsnprintf: no output */
#include <stdlib.h> /* getenv */
#include <string.h>

struct hdTopology {
    hd_topology *topology;
};

int hd__compat_fail(int error)
{
    errno = error;
    return -1;
}

int hd__compat_result(hd_status status)
{
    switch (status) {
    case HD_OK:
        return 0;
    case HD_INVALID:
    case HD_FORMAT:
    case HD_MISSING:
        return hd__compat_fail(HD_ERR_INVALID_ARGUMENT);
    case HD_STATE:
        return hd__compat_fail(HD_ERR_INVALID_CONTEXT);
    case HD_NOMEM:
        return hd__compat_fail(HD_ERR_MALLOC);
    case HD_IO:
        return hd__compat_fail(HD_ERR_WRITE_FILE);
    case HD_LIMIT:
        return hd__compat_fail(HD_ERR_BUFFER_OVERFLOW);
    case HD_END:
        break;
    }
    return hd__compat_fail(HD_ERR_UNKNOWN);
}

/* The prefix is a text: what follows its last slash belongs to the project's name. */
static hd_status create(hdTopology *t, const char *project, const char **levels, int count)
{
    const char *const prefix = getenv("HDTRACE_PREFIX"); /* NOLINT(concurrency-mt-unsafe) */
    hd__buffer path = {0};
    hd__buffer_add(&path, prefix == NULL ? "" : prefix);
    hd__buffer_add(&path, project);
    if (path.failed) {
        hd__buffer_fini(&path);
        return HD_NOMEM;
    }
    char *const slash = strrchr(path.text, '/');
    char *const name = slash == NULL ? path.text : slash + 1;
    char *const folder = slash == NULL ? NULL : path.text;
    char *const copy = hd__text_copy(name);
    if (slash != NULL) {
        slash[1] = '\0';
    }
    const hd_status status =
        copy == NULL ? HD_NOMEM
                     : hd_topology_create(folder, copy, (size_t)count, levels, &t->topology);
    hd__system.release(copy);
    hd__buffer_fini(&path);
    return status;
}

hdTopology *hdT_createTopology(const char *project, const char **levels, int nlevels)
{
    if (project == NULL || levels == NULL || nlevels <= 0) {
        (void)hd__compat_fail(HD_ERR_INVALID_ARGUMENT);
        return NULL;
    }
    hdTopology *const t = hd__system.alloc(sizeof *t);
    const hd_status status = t == NULL ? HD_NOMEM : create(t, project, levels, nlevels);
    if (status != HD_OK) {
        hd__system.release(t);
        (void)hd__compat_result(status);
        return NULL;
    }
    return t;
}

int hdT_getTopoDepth(const hdTopology *topology)
{
    return topology == NULL ? hd__compat_fail(HD_ERR_INVALID_ARGUMENT)
                            : (int)hd__topology_get_level_count(topology->topology) + 1;
}

int hdT_destroyTopology(hdTopology *topology)
{
    if (topology == NULL) {
        return hd__compat_fail(HD_ERR_INVALID_ARGUMENT);
    }
    hd_topology_destroy(topology->topology);
    hd__system.release(topology);
    return 0;
}

static hd_status fill(hdTopoNode *n, const char **path, int length)
{
    const hd_status status =
        hd_topology_get_node(n->topology->topology, (size_t)length, path, &n->node);
    if (status != HD_OK) {
        return status;
    }
    hd__buffer text = {0};
    for (int i = 0; i < length; i++) {
        hd__buffer_add(&text, i > 0 ? "_" : "");
        hd__buffer_add(&text, path[i]);
    }
    n->path = text.failed ? NULL : text.text;
    if (text.failed) {
        hd__buffer_fini(&text);
    }
    return n->path == NULL ? HD_NOMEM : HD_OK;
}

hdTopoNode *hdT_createTopoNode(hdTopology *topology, const char **path, int length)
{
    if (topology == NULL || path == NULL || length <= 0) {
        (void)hd__compat_fail(HD_ERR_INVALID_ARGUMENT);
        return NULL;
    }
    hdTopoNode *const n = hd__system.alloc(sizeof *n);
    hd_status status = HD_NOMEM;
    if (n != NULL) {
        n->topology = topology;
        status = fill(n, path, length);
    }
    if (status != HD_OK) {
        hd__system.release(n);
        (void)hd__compat_result(status);
        return NULL;
    }
    return n;
}

int hdT_getTopoNodeLevel(const hdTopoNode *node)
{
    return node == NULL ? hd__compat_fail(HD_ERR_INVALID_ARGUMENT) : (int)node->node->depth;
}

const char *hdT_getTopoPathString(const hdTopoNode *node)
{
    if (node == NULL) {
        (void)hd__compat_fail(HD_ERR_INVALID_ARGUMENT);
        return NULL;
    }
    return node->path;
}

const char *hdT_getTopoPathLabel(const hdTopoNode *node, int level)
{
    if (node == NULL || level <= 0 || (size_t)level > node->node->depth) {
        (void)hd__compat_fail(HD_ERR_INVALID_ARGUMENT);
        return NULL;
    }
    return hd__node_get_ancestor(node->node, (size_t)level)->label;
}

int hdT_destroyTopoNode(hdTopoNode *node)
{
    if (node == NULL) {
        return hd__compat_fail(HD_ERR_INVALID_ARGUMENT);
    }
    hd__system.release(node->path);
    hd__system.release(node);
    return 0;
}
