/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Communicators and the translation of their ranks to those of MPI_COMM_WORLD. */
#include "hdmpi_agree.h"

#include "hdmpi_map.h"
#include "hdmpi_open.h"
#include "hdmpi_seen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static hd__map comms = HD__MAP_INIT;
static bool is_world_described; /* by a program of sessions */

hd__comm *hd__comm_retain(hd__comm *comm)
{
    if (comm != NULL) {
        atomic_fetch_add(&comm->reference_count, 1);
    }
    return comm;
}

static void destroy(void *memory)
{
    hd__comm *const comm = memory;
    free(comm->world);
    free(comm);
}

void hd__comm_release(hd__comm *comm)
{
    if (comm != NULL && atomic_fetch_sub(&comm->reference_count, 1) == 1) {
        hd__retire(comm, destroy);
    }
}

int hd__comm_special_rank(int rank)
{
    return rank == MPI_PROC_NULL    ? HD__RANK_NONE
           : rank == MPI_ANY_SOURCE ? HD__RANK_ANY
           : rank == MPI_ROOT       ? HD__RANK_ROOT
                                    : rank;
}

int hd__comm_world_rank(const hd__comm *comm, int rank)
{
    if (rank < 0) {
        return hd__comm_special_rank(rank);
    }
    return comm == NULL || comm->world == NULL || rank >= comm->peer_count ? rank
                                                                           : comm->world[rank];
}

static bool translate_by_world(MPI_Group group, int count, const int *own, int *ranks)
{
    MPI_Group world = MPI_GROUP_NULL;
    if (PMPI_Comm_group(MPI_COMM_WORLD, &world) != MPI_SUCCESS) {
        return false;
    }
    PMPI_Group_translate_ranks(group, count, own, world, ranks);
    PMPI_Group_free(&world);
    return true;
}

/* World ranks of all members of a group, NULL when they can't be known. */
int *hd__comm_translate(MPI_Group group, int count)
{
    int *const ranks = malloc(2 * (size_t)(count + 1) * sizeof(*ranks));
    if (ranks == NULL) {
        return NULL;
    }
    int *const own = ranks + count;
    for (int i = 0; i < count; i++) {
        own[i] = i;
    }
    if (hd__run.is_alone ? !hd__open_translate(group, count, own, ranks)
                         : !translate_by_world(group, count, own, ranks)) {
        free(ranks);
        return NULL;
    }
    return ranks;
}

static void add_member(hd__text *text, const void *values, size_t index)
{
    const int *const world = values;
    hd__text_add_int(text, world == NULL ? (long long)index : world[index]);
    hd__text_add_string(text, "->");
    hd__text_add_int(text, (long long)index);
    hd__text_add_string(text, ";");
}

static void add_name(hd__text *text, MPI_Comm comm)
{
    char name[MPI_MAX_OBJECT_NAME] = "";
    int length = 0;
    PMPI_Comm_get_name(comm, name, &length);
    hd__text_add_string(text, " name='");
    hd__text_add_escaped(text, comm == MPI_COMM_WORLD  ? "WORLD"
                               : comm == MPI_COMM_SELF ? "SELF"
                                                       : name);
    hd__text_add_string(text, "'");
}

static void start_line(hd__line *line, const hd__comm *comm)
{
    if (comm->gid[0] == '\0') {
        (void)snprintf(line->again, sizeof(line->again), "Comm id=%d", comm->id);
    } else if (comm->side >= 0) {
        (void)snprintf(line->again, sizeof(line->again), "Comm gid='%s' group='%d' id=%d",
                       comm->gid, comm->side, comm->id);
    } else {
        (void)snprintf(line->again, sizeof(line->again), "Comm gid='%s' id=%d", comm->gid,
                       comm->id);
    }
    hd__text_add_string(&line->text, line->again);
}

int *hd__comm_group_of(MPI_Comm handle, int *count)
{
    MPI_Group group = MPI_GROUP_NULL;
    *count = 0;
    if (PMPI_Comm_group(handle, &group) != MPI_SUCCESS) {
        return NULL;
    }
    PMPI_Group_size(group, count);
    int *const world = hd__comm_translate(group, *count);
    *count = world == NULL ? 0 : *count;
    PMPI_Group_free(&group);
    return world;
}

int *hd__comm_own_group(const hd__comm *comm, int *count)
{
    return hd__comm_group_of(comm->handle, count);
}

/* The local group's members; only one member needs to list them when all know the global id. MPI is
 * asked about `like`, a communicator with the same members. */
static void describe(const hd__comm *comm, MPI_Comm like)
{
    hd__line line = {0};
    start_line(&line, comm);
    if (like == comm->handle) {
        add_name(&line.text, comm->handle);
    } else {
        hd__text_add_string(&line.text, " name=''");
    }
    int count = 0;
    const bool lists =
        comm->writes_map || hd__run.config.compat != 0; /* the original knows no gid */
    int *const world = lists ? hd__comm_group_of(like, &count) : NULL;
    if (world != NULL) {
        hd__line_add_list(&line, "map", (size_t)count, add_member, world);
    }
    free(world);
    hd__line_write(&line);
}

void hd__comm_named(const hd__comm *comm, const char *name)
{
    hd__line line = {0};
    start_line(&line, comm);
    hd__text_add_string(&line.text, " name='");
    hd__text_add_escaped(&line.text, name);
    hd__text_add_string(&line.text, "'");
    hd__line_write(&line);
}

/* Such ranks need no translation, as those of a duplicate of MPI_COMM_WORLD. */
static bool is_identity(const int *world, int count)
{
    int same = 0;
    while (world != NULL && same < count && world[same] == same) {
        same++;
    }
    return same == count;
}

/* Peers of point-to-point calls: the remote group of an intercommunicator. */
static void learn_peers(hd__comm *comm, bool is_inter)
{
    MPI_Group group = MPI_GROUP_NULL;
    const int result = is_inter ? PMPI_Comm_remote_group(comm->handle, &group)
                                : PMPI_Comm_group(comm->handle, &group);
    if (result != MPI_SUCCESS) {
        return;
    }
    PMPI_Group_size(group, &comm->peer_count);
    comm->world =
        comm->handle == MPI_COMM_WORLD ? NULL : hd__comm_translate(group, comm->peer_count);
    if (is_identity(comm->world, comm->peer_count)) {
        free(comm->world);
        comm->world = NULL;
    }
    PMPI_Group_free(&group);
}

static hd__comm *make(MPI_Comm handle, bool is_inter)
{
    hd__comm *const comm = calloc(1, sizeof(*comm));
    if (comm == NULL) {
        return NULL;
    }
    atomic_init(&comm->reference_count, 1);
    comm->id = -1;
    comm->handle = handle;
    comm->writes_map = true;
    comm->side = -1;
    learn_peers(comm, is_inter);
    return comm;
}

/* No call will be made with it any more, though requests may still need it. */
static void is_gone(hd__comm *comm)
{
    if (comm != NULL) {
        atomic_store_explicit(&comm->is_gone, true, memory_order_relaxed);
    }
    hd__handle_is_gone();
}

static void enter(hd__comm *comm)
{
    void *old = NULL;
    atomic_store_explicit(&comm->is_gone, false, memory_order_relaxed);
    if (hd__map_put(&comms, HD__KEY(comm->handle), comm, &old) && old != NULL) {
        is_gone(old);
        hd__comm_release(old);
    }
}

static void use(hd__comm *comm)
{
    if (comm->id < 0) {
        comm->id = hd__next_id(HD__ID_COMM);
        describe(comm, comm->handle);
    }
}

hd__comm *hd__comm_create(MPI_Comm handle)
{
    hd__agreement on;
    if (!hd__comm_agree(handle, &on)) {
        return NULL;
    }
    hd__comm *const comm = make(handle, on.is_inter);
    if (comm == NULL) {
        return NULL;
    }
    if (on.is_global) {
        (void)snprintf(comm->gid, sizeof(comm->gid), "%lld:%lld", (long long)on.creator,
                       (long long)on.serial);
        comm->writes_map = hd__comm_is_describer(handle, on.is_first);
        comm->side = on.side;
    }
    hd__ids_lock();
    use(comm);
    enter(comm);
    hd__ids_unlock();
    return comm;
}

/* All members count a communicator's nonblocking duplicates in one order, so that they need not ask
 * each other, for which a call that must not wait has no time. */
static hd__comm *make_duplicate(hd__comm *parent, MPI_Comm handle)
{
    const int serial = atomic_fetch_add(&parent->duplicate_count, 1) + 1;
    hd__comm *const comm = calloc(1, sizeof(*comm));
    if (comm == NULL) {
        return NULL;
    }
    atomic_init(&comm->reference_count, 1);
    comm->handle = handle;
    comm->peer_count = parent->peer_count;
    comm->writes_map = parent->writes_map;
    comm->side = parent->side;
    if (parent->world != NULL) {
        comm->world = malloc((size_t)parent->peer_count * sizeof(*comm->world));
        if (comm->world == NULL) {
            free(comm);
            return NULL;
        }
        memcpy(comm->world, parent->world, (size_t)parent->peer_count * sizeof(*comm->world));
    }
    const int length = snprintf(comm->gid, sizeof(comm->gid), "%s.%d", parent->gid, serial);
    if (parent->gid[0] == '\0' || length >= (int)sizeof(comm->gid)) {
        comm->gid[0] = '\0';
        comm->writes_map = true;
    }
    return comm;
}

hd__comm *hd__comm_create_later(hd__comm *parent, MPI_Comm handle)
{
    if (parent == NULL || handle == MPI_COMM_NULL) {
        return NULL;
    }
    hd__ids_lock();
    hd__comm *const comm = make_duplicate(parent, handle);
    if (comm != NULL) {
        comm->id = hd__next_id(HD__ID_COMM);
        describe(comm, parent->handle);
        enter(comm);
    }
    hd__ids_unlock();
    return comm;
}

hd__comm *hd__comm_get(const hd__call *call, MPI_Comm handle)
{
    if (handle == MPI_COMM_NULL) {
        return NULL;
    }
    hd__comm *comm = hd__map_get(&comms, HD__KEY(handle));
    if ((comm == NULL && call->failed) || (comm != NULL && comm->id >= 0)) {
        return comm;
    }
    hd__ids_lock();
    comm = hd__map_get(&comms, HD__KEY(handle));
    if (comm == NULL) {
        int is_inter = 0;
        PMPI_Comm_test_inter(handle, &is_inter);
        comm = make(handle, is_inter != 0);
        if (comm != NULL) {
            enter(comm);
        }
    }
    if (comm != NULL) {
        use(comm);
    }
    hd__ids_unlock();
    return comm;
}

hd__comm *hd__comm_take(MPI_Comm handle)
{
    hd__retired_free();
    hd__comm *const comm = hd__map_take(&comms, HD__KEY(handle), NULL);
    is_gone(comm);
    return comm;
}

void hd__comm_put_back(hd__comm *comm)
{
    if (comm != NULL) {
        enter(comm);
    }
}

static void enter_predefined(MPI_Comm handle, const char *gid, bool writes_map)
{
    hd__comm *const comm = make(handle, false);
    if (comm != NULL) {
        (void)snprintf(comm->gid, sizeof(comm->gid), "%s", gid);
        comm->writes_map = writes_map;
        enter(comm);
    }
}

/* The number 0 stands for all processes, whether there is a communicator of them or not. */
static void describe_world(void)
{
    hd__line line = {0};
    hd__comm world = {.id = hd__next_id(HD__ID_COMM), .gid = "0:0", .side = -1};
    start_line(&line, &world);
    hd__text_add_string(&line.text, " name='WORLD'");
    if (hd__run.rank == 0) {
        hd__line_add_list(&line, "map", (size_t)hd__run.rank_count, add_member, NULL);
    }
    hd__line_write(&line);
    is_world_described = true;
}

void hd__comms_init(void)
{
    if (hd__run.is_alone) {
        describe_world();
        return;
    }
    enter_predefined(MPI_COMM_WORLD, "0:0",
                     hd__comm_is_describer(MPI_COMM_WORLD, hd__run.rank == 0));
    enter_predefined(MPI_COMM_SELF, "", true); /* one name for what every process has */
    /* Every project has a communicator WORLD, also of programs that never communicate. */
    if (is_world_described) {
        const MPI_Comm handle = MPI_COMM_WORLD;
        hd__comm *const world = hd__map_get(&comms, HD__KEY(handle));
        if (world != NULL) {
            world->id = 0;
        }
    }
    hd__comm_get(&(const hd__call){0}, MPI_COMM_WORLD);
}
