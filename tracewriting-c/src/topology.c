/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "topology_node.h"

#include "error.h"
#include "sys.h"
#include "text.h"

#include <pthread.h>
#include <stdbool.h>
#include <string.h>

enum { LEVELS_MAX = 16 };

struct hd_topology {
    pthread_mutex_t lock; /* guards nodes, node_count, machine */
    char *directory;      /* "" or with its final slash */
    char *project;        /* as in file names */
    char *levels[LEVELS_MAX];
    size_t level_count;
    hd_topology_node *nodes;
    unsigned node_count;
    hd__machine *machine;
};

void hd__sanitise(char *to, const char *from)
{
    while (*from != '\0') {
        const char c = *from;
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                           (c >= '0' && c <= '9') || c == '.' || c == '-';
        const size_t length = hd__utf8_length(from);
        *to++ = (char)(plain ? c : '-');
        from += length == 0 ? 1 : length;
    }
    *to = '\0';
}

static char *copy_sanitised(const char *text)
{
    char *const copy = hd__text_copy(text);
    if (copy != NULL) {
        hd__sanitise(copy, text);
    }
    return copy;
}

static char *copy_directory(const char *directory)
{
    const size_t length = directory == NULL ? 0 : strlen(directory);
    char *const copy = hd__system.alloc(length + 2);
    if (copy != NULL && length > 0) {
        /* NOLINTNEXTLINE(bugprone-not-null-terminated-result): what follows it is appended */
        memcpy(copy, directory, length);
        copy[length] = directory[length - 1] == '/' ? '\0' : '/';
    }
    return copy;
}

static hd_status fill(hd_topology *t, const char *directory, const char *project, size_t count,
                      const char *const *level_types)
{
    t->directory = copy_directory(directory);
    t->project = copy_sanitised(project);
    bool complete = t->directory != NULL && t->project != NULL;
    for (size_t i = 0; i < count && complete; i++) {
        t->levels[i] = hd__text_copy(level_types[i]);
        complete = t->levels[i] != NULL;
    }
    t->level_count = count;
    return complete ? HD_OK : hd__fail(HD_NOMEM, "%s: no memory for the topology", project);
}

hd_status hd_topology_create(const char *directory, const char *project, size_t level_count,
                             const char *const *level_types, hd_topology **topology)
{
    if (topology == NULL || project == NULL || project[0] == '\0' || level_types == NULL ||
        level_count < 1 || level_count > LEVELS_MAX) {
        return hd__fail(HD_INVALID, "topology: needs a project name and 1 to 16 levels");
    }
    for (size_t i = 0; i < level_count; i++) {
        if (level_types[i] == NULL || level_types[i][0] == '\0' || strchr(level_types[i], ';')) {
            return hd__fail(HD_INVALID, "topology: level %zu has no name, or one with ';'", i);
        }
    }
    hd_topology *const t = hd__system.alloc(sizeof *t);
    if (t == NULL) {
        return hd__fail(HD_NOMEM, "%s: no memory for the topology", project);
    }
    (void)pthread_mutex_init(&t->lock, NULL);
    const hd_status status = fill(t, directory, project, level_count, level_types);
    if (status != HD_OK) {
        hd_topology_destroy(t);
        return status;
    }
    *topology = t;
    return HD_OK;
}

static void destroy_node(hd_topology_node *node)
{
    if (node != NULL) {
        hd__system.release(node->label);
        hd__system.release(node->name);
        hd__system.release(node);
    }
}

void hd_topology_destroy(hd_topology *topology)
{
    if (topology == NULL) {
        return;
    }
    while (topology->nodes != NULL) {
        hd_topology_node *const node = topology->nodes;
        topology->nodes = node->next;
        destroy_node(node);
    }
    for (size_t i = 0; i < topology->level_count; i++) {
        hd__system.release(topology->levels[i]);
    }
    hd__system.release(topology->directory);
    hd__system.release(topology->project);
    hd__system.release(topology->machine);
    (void)pthread_mutex_destroy(&topology->lock);
    hd__system.release(topology);
}

static bool is_name_used(const hd_topology *t, const hd_topology_node *parent, const char *name)
{
    for (const hd_topology_node *n = t->nodes; n != NULL; n = n->next) {
        if (n->parent == parent && strcmp(n->name, name) == 0) {
            return true;
        }
    }
    return false;
}

/* The sanitised label; labels that fall together get .2, .3, ... */
static char *make_name(const hd_topology *t, const hd_topology_node *parent, const char *label)
{
    const size_t size = strlen(label) + 1;
    char *const name = hd__system.alloc(size + 1 + HD__INT_BYTES);
    if (name == NULL) {
        return NULL;
    }
    hd__sanitise(name, label);
    const size_t length = strlen(name);
    for (uint64_t suffix = 2; is_name_used(t, parent, name); suffix++) {
        name[length] = '.';
        *hd__put_uint(name + length + 1, suffix) = '\0';
    }
    return name;
}

/* Find or make the child; NULL when out of memory. Caller holds the lock. */
static hd_topology_node *get_child(hd_topology *t, const hd_topology_node *parent,
                                   const char *label)
{
    for (hd_topology_node *n = t->nodes; n != NULL; n = n->next) {
        if (n->parent == parent && strcmp(n->label, label) == 0) {
            return n;
        }
    }
    hd_topology_node *const node = hd__system.alloc(sizeof *node);
    if (node == NULL) {
        return NULL;
    }
    node->label = hd__text_copy(label);
    node->name = make_name(t, parent, label);
    if (node->label == NULL || node->name == NULL) {
        destroy_node(node);
        return NULL;
    }
    node->topology = t;
    node->parent = parent;
    node->depth = parent == NULL ? 1 : parent->depth + 1;
    node->number = t->node_count++;
    node->next = t->nodes;
    t->nodes = node;
    return node;
}

hd_status hd_topology_get_node(hd_topology *topology, size_t label_count, const char *const *labels,
                               const hd_topology_node **node)
{
    if (topology == NULL || labels == NULL || node == NULL || label_count < 1 ||
        label_count > topology->level_count) {
        return hd__fail(HD_INVALID, "topology: a node needs one label per level, at least one");
    }
    for (size_t i = 0; i < label_count; i++) {
        if (labels[i] == NULL || labels[i][0] == '\0') {
            return hd__fail(HD_INVALID, "topology: label %zu is empty", i);
        }
    }
    const hd_topology_node *found = NULL;
    (void)pthread_mutex_lock(&topology->lock);
    for (size_t i = 0; i < label_count; i++) {
        found = get_child(topology, found, labels[i]);
        if (found == NULL) {
            break;
        }
    }
    (void)pthread_mutex_unlock(&topology->lock);
    if (found == NULL) {
        return hd__fail(HD_NOMEM, "%s: no memory for a node", topology->project);
    }
    *node = found;
    return HD_OK;
}

const hd_topology_node *hd__node_get_ancestor(const hd_topology_node *node, size_t depth)
{
    while (node->depth > depth) {
        node = node->parent;
    }
    return node;
}

/* Text put together in a buffer of fixed size. */
typedef struct composer {
    char *at;
    size_t room;
    bool full;
} composer;

static void compose(composer *c, const char *text)
{
    const size_t length = strlen(text);
    if (length >= c->room) {
        c->full = true;
        return;
    }
    memcpy(c->at, text, length + 1);
    c->at += length;
    c->room -= length;
}

static void compose_sanitised(composer *c, const char *text)
{
    if (strlen(text) >= c->room) {
        c->full = true;
        return;
    }
    hd__sanitise(c->at, text);
    const size_t length = strlen(c->at);
    c->at += length;
    c->room -= length;
}

/* Hand out what was composed in `text`. */
static hd_status finish_path(const composer *c, const char *text, const char *project, char *path,
                             size_t size)
{
    const size_t length = (size_t)(c->at - text);
    if (c->full || length >= size) {
        return hd__fail(HD_LIMIT, "%s: the path of a file is too long", project);
    }
    memcpy(path, text, length + 1);
    return HD_OK;
}

hd_status hd_topology_get_path(const hd_topology_node *node, const char *group, const char *suffix,
                               char *path, size_t size)
{
    if (node == NULL || suffix == NULL || path == NULL) {
        return hd__fail(HD_INVALID, "topology: a path needs a node, a suffix and a buffer");
    }
    char text[HD__PATH_BYTES];
    composer c = {text, sizeof text, false};
    compose(&c, node->topology->directory);
    compose(&c, node->topology->project);
    for (size_t depth = 1; depth <= node->depth; depth++) {
        compose(&c, "_");
        compose(&c, hd__node_get_ancestor(node, depth)->name);
    }
    if (group != NULL) {
        compose(&c, "_");
        compose_sanitised(&c, group);
    }
    compose(&c, ".");
    compose(&c, suffix);
    return finish_path(&c, text, node->topology->project, path, size);
}

hd_status hd_topology_get_project_path(const hd_topology *topology, char *path, size_t size)
{
    if (topology == NULL || path == NULL) {
        return hd__fail(HD_INVALID, "topology: a path needs a topology and a buffer");
    }
    char text[HD__PATH_BYTES];
    composer c = {text, sizeof text, false};
    compose(&c, topology->directory);
    compose(&c, topology->project);
    compose(&c, ".proj");
    return finish_path(&c, text, topology->project, path, size);
}

size_t hd__topology_get_level_count(const hd_topology *topology)
{
    return topology->level_count;
}

const char *hd__topology_get_level(const hd_topology *topology, size_t index)
{
    return topology->levels[index];
}

const hd__machine *hd__topology_get_machine(hd_topology *topology)
{
    static const hd__machine unknown = {.host = "unknown"};
    (void)pthread_mutex_lock(&topology->lock);
    if (topology->machine == NULL) {
        topology->machine = hd__system.alloc(sizeof *topology->machine);
        if (topology->machine != NULL) {
            hd__machine_init(topology->machine);
        }
    }
    const hd__machine *const machine = topology->machine;
    (void)pthread_mutex_unlock(&topology->lock);
    return machine != NULL ? machine : &unknown;
}
