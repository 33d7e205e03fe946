/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "buffer.h"
#include "error.h"
#include "sys.h"
#include "topology_node.h"

#include <fcntl.h>
#include <hdtrace/project.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>

struct hd_fragment {
    pthread_mutex_t lock; /* guards what follows */
    hd__buffer text;
    char *path;
    int fd;
    hd__file_id id; /* what fd was opened for */
    int error;      /* of the file; the text goes on */
};

/* Hand the part of the text from `from` on to the file. */
static hd_status mirror(hd_fragment *fragment, size_t from)
{
    if (fragment->error == 0) {
        fragment->error = hd__file_check(fragment->fd, &fragment->id);
    }
    if (fragment->error == 0) {
        size_t written = 0;
        fragment->error = hd__write_all(fragment->fd, fragment->text.text + from,
                                        fragment->text.used - from, &written);
    }
    return fragment->error == 0 ? HD_OK : hd__fail_system(fragment->path, fragment->error);
}

/* Append a composed line, or nothing. */
static hd_status append(hd_fragment *fragment, const hd__buffer *line)
{
    if (line->failed) {
        return hd__fail(HD_NOMEM, "%s: no memory for a line", fragment->path);
    }
    (void)pthread_mutex_lock(&fragment->lock);
    const size_t from = fragment->text.used;
    hd__buffer_add_bytes(&fragment->text, line->text, line->used);
    hd_status status = HD_OK;
    if (fragment->text.failed) { /* the next line may be shorter */
        fragment->text.failed = false;
        status = hd__fail(HD_NOMEM, "%s: no memory for a line", fragment->path);
    } else {
        status = mirror(fragment, from);
    }
    (void)pthread_mutex_unlock(&fragment->lock);
    return status;
}

/* ` labels='n1;0;0'`, and ` label1='n_1'` for each label that files know by another name. */
static void add_labels(hd__buffer *line, const hd_topology_node *node)
{
    hd__buffer_add(line, " labels='");
    for (size_t depth = 1; depth <= node->depth; depth++) {
        hd__buffer_add(line, depth > 1 ? ";" : "");
        hd__buffer_add(line, hd__node_get_ancestor(node, depth)->name);
    }
    hd__buffer_add(line, "'");
    for (size_t depth = 1; depth <= node->depth; depth++) {
        const hd_topology_node *const at = hd__node_get_ancestor(node, depth);
        if (strcmp(at->name, at->label) != 0) {
            hd__buffer_add(line, " label");
            hd__buffer_add_int(line, (int64_t)depth);
            hd__buffer_add(line, "='");
            hd__buffer_add_escaped(line, at->label);
            hd__buffer_add(line, "'");
        }
    }
}

static hd_status add_topology(hd_fragment *fragment, const hd_topology_node *node)
{
    hd__buffer line = {0};
    hd__buffer_add(&line, "Topology levels='");
    for (size_t i = 0; i < hd__topology_get_level_count(node->topology); i++) {
        hd__buffer_add(&line, i > 0 ? ";" : "");
        hd__buffer_add_escaped(&line, hd__topology_get_level(node->topology, i));
    }
    hd__buffer_add(&line, "'");
    add_labels(&line, node);
    hd__buffer_add(&line, "\n");
    const hd_status status = append(fragment, &line);
    hd__buffer_fini(&line);
    return status;
}

static hd_status create_at(const char *path, const hd_topology_node *node, hd_fragment **fragment)
{
    hd_status status = HD_OK;
    hd_fragment *const f = hd__system.alloc(sizeof *f);
    if (f == NULL) {
        return hd__fail(HD_NOMEM, "%s: no memory", path);
    }
    (void)pthread_mutex_init(&f->lock, NULL);
    f->fd = -1;
    f->path = hd__text_copy(path);
    if (f->path == NULL) {
        status = hd__fail(HD_NOMEM, "%s: no memory", path);
        goto fail;
    }
    f->fd = hd__system.open(path, O_WRONLY | O_CREAT | O_TRUNC);
    if (f->fd < 0) {
        status = hd__fail_system(path, f->fd);
        goto fail;
    }
    (void)hd__file_identify(f->fd, &f->id);
    status = add_topology(f, node);
    if (status != HD_OK) {
        goto fail;
    }
    *fragment = f;
    return HD_OK;
fail:
    (void)hd_fragment_destroy(f);
    return status;
}

hd_status hd_fragment_create(const hd_topology_node *node, hd_fragment **fragment)
{
    if (node == NULL || fragment == NULL) {
        return hd__fail(HD_INVALID, "fragment: needs a node and a place for the result");
    }
    char *const path = hd__system.alloc(HD__PATH_BYTES); /* the caller's stack may be small */
    if (path == NULL) {
        return hd__fail(HD_NOMEM, "no memory for a fragment");
    }
    hd_status status = hd_topology_get_path(node, NULL, "info", path, HD__PATH_BYTES);
    if (status == HD_OK) {
        status = create_at(path, node, fragment);
    }
    hd__system.release(path);
    return status;
}

hd_status hd_fragment_destroy(hd_fragment *fragment)
{
    if (fragment == NULL) {
        return HD_OK;
    }
    const bool held = fragment->fd >= 0 && hd__file_check(fragment->fd, &fragment->id) == 0;
    const int closed = held ? hd__system.close(fragment->fd) : 0;
    const int error = fragment->error != 0 ? fragment->error : closed;
    const hd_status status = error == 0 ? HD_OK : hd__fail_system(fragment->path, error);
    hd__buffer_fini(&fragment->text);
    hd__system.release(fragment->path);
    (void)pthread_mutex_destroy(&fragment->lock);
    hd__system.release(fragment);
    return status;
}

hd_status hd_fragment_add_line(hd_fragment *fragment, const char *line)
{
    if (fragment == NULL || line == NULL || strchr(line, '\n') != NULL) {
        return hd__fail(HD_INVALID, "fragment: a line must not be missing or hold a line end");
    }
    hd__buffer text = {0};
    hd__buffer_add(&text, line);
    hd__buffer_add(&text, "\n");
    const hd_status status = append(fragment, &text);
    hd__buffer_fini(&text);
    return status;
}

hd_status hd_fragment_add_group(hd_fragment *fragment, const char *group,
                                const hd_topology_node *node)
{
    if (fragment == NULL || group == NULL || node == NULL) {
        return hd__fail(HD_INVALID, "fragment: a group needs a name and a node");
    }
    char *const name = hd__text_copy(group);
    if (name == NULL) {
        return hd__fail(HD_NOMEM, "%s: no memory for a line", fragment->path);
    }
    hd__sanitise(name, group);
    hd__buffer line = {0};
    hd__buffer_add(&line, "Group name='");
    hd__buffer_add(&line, name);
    hd__buffer_add(&line, "'");
    add_labels(&line, node);
    hd__buffer_add(&line, "\n");
    const hd_status status = append(fragment, &line);
    hd__buffer_fini(&line);
    hd__system.release(name);
    return status;
}

const char *hd_fragment_get_text(const hd_fragment *fragment, size_t *length)
{
    if (length != NULL) {
        *length = fragment == NULL ? 0 : fragment->text.used;
    }
    return fragment == NULL ? "" : fragment->text.text;
}
