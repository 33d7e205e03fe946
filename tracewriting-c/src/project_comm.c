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
        struct hd__pair *const items =
            hd__memory_grow(pairs->items, pairs->count * sizeof *items, capacity * sizeof *items);
        if (items == NULL) {
            return false;
        }
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
        for (int i = 0; i < HD__COMM_GROUPS; i++) {
            hd__system.release(comm->groups[i].members.items);
            hd__system.release(comm->groups[i].ids.items);
        }
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

/* World ranks and ranks, as "0->0;4->1;"; false at the first thing that is none. `members` may be
 * NULL, to see whether it is a list. */
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
        if (world >= 0 && members != NULL && !hd__pairs_add(members, world, local)) {
            *memory = false;
            return false;
        }
    }
    return true;
}

/* --- the communicators of one fragment -------------------------------------------------------- */

static void destroy_own(hd__own_comm *comm)
{
    if (comm != NULL) {
        hd__system.release(comm->name);
        hd__system.release(comm->gid);
        hd__buffer_fini(&comm->map);
        hd__buffer_fini(&comm->key);
        hd__system.release(comm);
    }
}

void hd__comm_list_fini(hd__comm_list *comms)
{
    while (comms->all.first != NULL) {
        hd__own_comm *const next = comms->all.first->next;
        destroy_own(comms->all.first);
        comms->all.first = next;
    }
    hd__table_fini(&comms->by_id);
    hd__table_fini(&comms->by_key);
    *comms = (hd__comm_list){0};
}

/* The communicator with that id, made when there is none; NULL when out of memory. */
static hd__own_comm *get_own(hd__comm_list *comms, int64_t id)
{
    const uint64_t hash = hd__hash(&id, sizeof id, 0);
    hd__own_comm *comm = NULL;
    for (size_t at = 0; (comm = hd__table_next(&comms->by_id, hash, &at)) != NULL;) {
        if (comm->id == id) {
            return comm;
        }
    }
    comm = hd__system.alloc(sizeof *comm);
    if (comm == NULL || !hd__table_add(&comms->by_id, hash, comm)) {
        hd__system.release(comm);
        return NULL;
    }
    comm->id = id;
    HD__APPEND(&comms->all, comm);
    return comm;
}

/* The process's own group of an intercommunicator. False: there is such a field, but no group. */
static bool read_group(const hd__info_line *line, bool *is_inter, int64_t *group)
{
    *is_inter = hd__info_line_get(line, "group") != NULL;
    return !*is_inter ||
           (hd__info_line_get_int(line, "group", group) && *group >= 0 && *group < HD__COMM_GROUPS);
}

/* Whether it is a list of members. Processes list what others have listed, so each long list is
 * looked at once. One that only has another's hash would be read up to its first mistake. */
static hd__result check_map(const char *map, hd__table *known)
{
    enum { LONG_BYTES = 256 };
    const size_t bytes = strlen(map);
    const uint64_t hash = bytes < LONG_BYTES ? 0 : hd__hash(map, bytes, 0);
    size_t at = 0;
    if (bytes >= LONG_BYTES && hd__table_next(known, hash, &at) != NULL) {
        return HD__DONE;
    }
    if (!read_map(map, NULL, NULL)) {
        return HD__BAD;
    }
    return bytes < LONG_BYTES || hd__table_add(known, hash, known) ? HD__DONE : HD__NO_MEMORY;
}

hd__result hd__comm_list_read(hd__comm_list *comms, const hd__info_line *line,
                              hd__table *known_maps)
{
    const char *const map = hd__info_line_get(line, "map");
    int64_t id = 0;
    int64_t group = 0;
    bool is_inter = false;
    if (!hd__info_line_get_int(line, "id", &id) || !read_group(line, &is_inter, &group)) {
        return HD__BAD;
    }
    const hd__result checked = map == NULL ? HD__DONE : check_map(map, known_maps);
    if (checked != HD__DONE) {
        return checked;
    }
    hd__own_comm *const comm = get_own(comms, id);
    if (comm == NULL) {
        return HD__NO_MEMORY;
    }
    if (is_inter) {
        comm->is_inter = true;
        comm->group = group;
    }
    hd__buffer_add(&comm->map, map == NULL ? "" : map);
    const char *name = hd__info_line_get(line, "name");
    name = comm->name != NULL && is_fixed_name(comm->name) ? NULL : name;
    return !comm->map.failed && hd__text_replace(&comm->name, name) &&
                   hd__text_replace(&comm->gid, hd__info_line_get(line, "gid"))
               ? HD__DONE
               : HD__NO_MEMORY;
}

/* --- the same communicator in all fragments --------------------------------------------------- */

/* The key up to its running number: by gid, else by name and members. SELF is one for all. */
static bool compose_key(hd__own_comm *comm)
{
    const char *const name = comm->name == NULL ? "" : comm->name;
    hd__buffer *const key = &comm->key;
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
    comm->key_used = key->used;
    return !key->failed;
}

/* Number this key among the equal ones of the fragment, from 0; -1 when out of memory. */
static int64_t count_key(hd__comm_list *comms, hd__own_comm *comm)
{
    const uint64_t hash = hd__hash(comm->key.text, comm->key_used, 0);
    hd__own_comm *first = NULL;
    for (size_t at = 0; (first = hd__table_next(&comms->by_key, hash, &at)) != NULL;) {
        if (first->key_used == comm->key_used &&
            memcmp(first->key.text, comm->key.text, comm->key_used) == 0) {
            return ++first->repeats;
        }
    }
    return hd__table_add(&comms->by_key, hash, comm) ? 0 : -1;
}

/* The key with its number: processes without gid are taken to make equal communicators in the same
 * order. With one there is no order to go by: of runs that were joined, fragments may have the same
 * rank, and an earlier project file tells of them as of one process with several ids. */
static bool make_key(hd__comm_list *comms, hd__own_comm *comm)
{
    int64_t number = compose_key(comm) ? 0 : -1;
    if (number == 0 && comm->gid == NULL) {
        number = count_key(comms, comm);
    }
    hd__buffer_add(&comm->key, "#");
    hd__buffer_add_int(&comm->key, number);
    return number >= 0 && !comm->key.failed;
}

static hd__project_comm *make_joined(const hd__own_comm *comm, const char *key)
{
    hd__project_comm *const joined = hd__system.alloc(sizeof *joined);
    if (joined == NULL) {
        return NULL;
    }
    joined->key = hd__text_copy(key);
    if (joined->key == NULL || !hd__text_replace(&joined->gid, comm->gid)) {
        destroy_comm(joined);
        return NULL;
    }
    return joined;
}

static hd__project_comm *get_joined(hd_project *project, const hd__own_comm *comm)
{
    const hd__buffer *const key = &comm->key;
    const uint64_t hash = hd__hash(key->text, key->used, 0);
    hd__project_comm *joined = NULL;
    for (size_t at = 0; (joined = hd__table_next(&project->comms_by_key, hash, &at)) != NULL;) {
        if (strcmp(joined->key, key->text) == 0) {
            return joined;
        }
    }
    joined = make_joined(comm, key->text);
    if (joined == NULL || !hd__table_add(&project->comms_by_key, hash, joined)) {
        destroy_comm(joined);
        return NULL;
    }
    HD__APPEND(&project->comms, joined);
    return joined;
}

/* Members that one process lists are mostly those that another has listed. */
static bool join_members(struct hd__comm_group *group, const hd__buffer *map)
{
    const uint64_t hash = map->used == 0 ? 0 : hd__hash(map->text, map->used, 1) | 1;
    if (hash == 0 || hash == group->map_hash) {
        return true;
    }
    group->map_hash = hash;
    bool memory = true;
    (void)read_map(map->text, &group->members, &memory);
    return memory;
}

static bool join_comm(hd__project_comm *joined, const hd__own_comm *comm, int64_t rank)
{
    const bool named = comm->name != NULL && comm->name[0] != '\0';
    struct hd__comm_group *const group = &joined->groups[comm->group];
    joined->is_inter = joined->is_inter || comm->is_inter;
    return (!named || hd__text_replace(&joined->name, comm->name)) &&
           join_members(group, &comm->map) &&
           (rank < 0 || hd__pairs_add(&group->ids, rank, comm->id));
}

bool hd__project_comms_join(hd_project *project, hd__comm_list *comms, int64_t rank)
{
    bool memory = true;
    for (hd__own_comm *c = comms->all.first; c != NULL && memory; c = c->next) {
        hd__project_comm *const joined = make_key(comms, c) ? get_joined(project, c) : NULL;
        memory = joined != NULL && join_comm(joined, c, rank);
    }
    return memory;
}
