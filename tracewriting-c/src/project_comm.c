/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Communicators: each process knows its own id of one, and one or all members list who is in it. */
#include "project_data.h"
#include "sys.h"

#include <stdlib.h>
#include <string.h>

bool hd__pairs_add(hd__pairs *pairs, int64_t rank, int64_t value)
{
    if (pairs->count == pairs->capacity) {
        const size_t capacity = pairs->capacity * 2 + 16;
        struct hd__pair *const items = hd__system.alloc(capacity * sizeof *items);
        if (items == NULL) {
            return false;
        }
        if (pairs->count > 0) {
            memcpy(items, pairs->items, pairs->count * sizeof *items);
        }
        hd__system.release(pairs->items);
        pairs->items = items;
        pairs->capacity = capacity;
    }
    pairs->items[pairs->count++] = (struct hd__pair){rank, value};
    return true;
}

static int compare_ranks(const void *left, const void *right)
{
    const struct hd__pair *const a = left;
    const struct hd__pair *const b = right;
    if (a->rank != b->rank) {
        return a->rank < b->rank ? -1 : 1;
    }
    return a->value < b->value ? -1 : a->value > b->value;
}

void hd__pairs_unite(hd__pairs *pairs)
{
    size_t kept = 0;
    if (pairs->count > 0) {
        qsort(pairs->items, pairs->count, sizeof *pairs->items, compare_ranks);
    }
    for (size_t i = 0; i < pairs->count; i++) {
        if (kept == 0 || pairs->items[kept - 1].rank != pairs->items[i].rank) {
            pairs->items[kept++] = pairs->items[i];
        }
    }
    pairs->count = kept;
}

static void destroy_comm(hd__project_comm *comm)
{
    if (comm != NULL) {
        hd__system.release(comm->key);
        hd__system.release(comm->name);
        hd__system.release(comm->gid);
        hd__buffer_fini(&comm->map);
        hd__system.release(comm->members.items);
        hd__system.release(comm->ids.items);
        hd__system.release(comm);
    }
}

void hd__project_comms_destroy(hd__project_comm *comms)
{
    while (comms != NULL) {
        hd__project_comm *const next = comms->next;
        destroy_comm(comms);
        comms = next;
    }
}

static bool is_fixed_name(const char *name)
{
    return strcmp(name, "WORLD") == 0 || strcmp(name, "SELF") == 0;
}

bool hd__text_replace(char **text, const char *by)
{
    if (by == NULL) {
        return true;
    }
    char *const copy = hd__text_copy(by);
    if (copy == NULL) {
        return false;
    }
    hd__system.release(*text);
    *text = copy;
    return true;
}

/* World ranks and ranks, as "0->0;4->1;"; false at the first thing that is none. */
static bool read_map(const char *text, hd__pairs *members, bool *memory)
{
    while (*text != '\0') {
        int64_t world = 0;
        int64_t local = 0;
        if (!hd__take_int(&text, &world) || strncmp(text, "->", 2) != 0) {
            return false;
        }
        text += 2;
        if (!hd__take_int(&text, &local) || (*text != ';' && *text != '\0')) {
            return false;
        }
        text += *text == ';';
        if (world >= 0 && !hd__pairs_add(members, world, local)) {
            *memory = false;
            return false;
        }
    }
    return true;
}

static hd__result check_map(const char *map)
{
    hd__pairs members = {0};
    bool memory = true;
    const bool good = map == NULL || read_map(map, &members, &memory);
    hd__system.release(members.items);
    return good ? HD__DONE : memory ? HD__BAD : HD__NO_MEMORY;
}

hd__result hd__project_comms_read(hd__project_comm **comms, const hd__info_line *line)
{
    const char *const map = hd__info_line_get(line, "map");
    int64_t id = 0;
    if (!hd__info_line_get_int(line, "id", &id)) {
        return HD__BAD;
    }
    const hd__result checked = check_map(map);
    if (checked != HD__DONE) {
        return checked;
    }
    hd__project_comm *comm = *comms;
    while (comm != NULL && comm->id != id) {
        comm = comm->next;
    }
    if (comm == NULL) {
        comm = hd__system.alloc(sizeof *comm);
        if (comm == NULL) {
            return HD__NO_MEMORY;
        }
        comm->id = id;
        HD__APPEND(*comms, comm);
    }
    hd__buffer_add(&comm->map, map == NULL ? "" : map);
    const char *name = hd__info_line_get(line, "name");
    name = comm->name != NULL && is_fixed_name(comm->name) ? NULL : name;
    return !comm->map.failed && hd__text_replace(&comm->name, name) &&
                   hd__text_replace(&comm->gid, hd__info_line_get(line, "gid"))
               ? HD__DONE
               : HD__NO_MEMORY;
}

/* The key up to its running number: by gid, else by name and members. SELF is one for all. */
static void compose_key(const hd__project_comm *comm, hd__buffer *key)
{
    const char *const name = comm->name == NULL ? "" : comm->name;
    if (comm->gid != NULL) {
        hd__buffer_add(key, "gid ");
        hd__buffer_add(key, comm->gid);
    } else if (strcmp(name, "SELF") == 0) {
        hd__buffer_add(key, "self");
    } else {
        hd__buffer_add(key, "map ");
        hd__buffer_add_bytes(key, comm->map.text, comm->map.used);
        hd__buffer_add(key, " ");
        hd__buffer_add(key, name);
    }
}

/* Set the key; processes without gid are taken to make equal communicators in the same order. */
static bool set_key(const hd__project_comm *comms, hd__project_comm *comm)
{
    hd__buffer key = {0};
    compose_key(comm, &key);
    int64_t number = 0;
    for (const hd__project_comm *c = comms; c != comm && !key.failed; c = c->next) {
        number += strncmp(c->key, key.text, key.used) == 0 && c->key[key.used] == '#';
    }
    hd__buffer_add(&key, "#");
    hd__buffer_add_int(&key, number);
    comm->key = key.failed ? NULL : key.text;
    if (key.failed) {
        hd__buffer_fini(&key);
    }
    return comm->key != NULL;
}

static hd__project_comm *get_joined(hd_project *project, const hd__project_comm *comm)
{
    for (hd__project_comm *c = project->comms; c != NULL; c = c->next) {
        if (strcmp(c->key, comm->key) == 0) {
            return c;
        }
    }
    hd__project_comm *const joined = hd__system.alloc(sizeof *joined);
    if (joined != NULL) {
        joined->key = hd__text_copy(comm->key);
    }
    if (joined == NULL || joined->key == NULL || !hd__text_replace(&joined->gid, comm->gid)) {
        destroy_comm(joined);
        return NULL;
    }
    HD__APPEND(project->comms, joined);
    return joined;
}

static bool join_comm(hd_project *project, const hd__project_comm *comm, int64_t rank)
{
    hd__project_comm *const joined = get_joined(project, comm);
    if (joined == NULL) {
        return false;
    }
    const bool named = comm->name != NULL && comm->name[0] != '\0';
    if (named && !hd__text_replace(&joined->name, comm->name)) {
        return false;
    }
    /* equal keys with maps have equal maps */
    const bool known = strncmp(comm->key, "map ", 4) == 0 && joined->members.count > 0;
    bool memory = true;
    if (!known && comm->map.used > 0) {
        (void)read_map(comm->map.text, &joined->members, &memory);
    }
    return memory && (rank < 0 || hd__pairs_add(&joined->ids, rank, comm->id));
}

bool hd__project_comms_join(hd_project *project, hd__project_comm *comms, int64_t rank)
{
    for (hd__project_comm *c = comms; c != NULL; c = c->next) {
        if (!set_key(comms, c) || !join_comm(project, c, rank)) {
            return false;
        }
    }
    return true;
}
