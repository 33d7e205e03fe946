/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Communicators and the translation of their ranks to those of MPI_COMM_WORLD. */
#include "hdmpi_ids.h"

#include "hdmpi_map.h"
#include "hdmpi_seen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_SERIAL = 1 }; /* "0:0" is MPI_COMM_WORLD */

static hd__map comms = HD__MAP_INIT;
static atomic_int next_serial = FIRST_SERIAL;
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

/* World ranks of all members of a group, NULL when there is no memory. */
static int *translate(MPI_Group group, int count)
{
    int *const ranks = malloc(2 * (size_t)(count + 1) * sizeof(*ranks));
    MPI_Group world = hd__run.world;
    if (ranks == NULL ||
        (!hd__run.is_alone && PMPI_Comm_group(MPI_COMM_WORLD, &world) != MPI_SUCCESS)) {
        free(ranks);
        return NULL;
    }
    int *const own = ranks + count;
    for (int i = 0; i < count; i++) {
        own[i] = i;
    }
    PMPI_Group_translate_ranks(group, count, own, world, ranks);
    if (!hd__run.is_alone) {
        PMPI_Group_free(&world);
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

static int *own_group(MPI_Comm handle, int *count)
{
    MPI_Group group = MPI_GROUP_NULL;
    *count = 0;
    if (PMPI_Comm_group(handle, &group) != MPI_SUCCESS) {
        return NULL;
    }
    PMPI_Group_size(group, count);
    int *const world = translate(group, *count);
    *count = world == NULL ? 0 : *count;
    PMPI_Group_free(&group);
    return world;
}

int *hd__comm_own_group(const hd__comm *comm, int *count)
{
    return own_group(comm->handle, count);
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
    int *const world = lists ? own_group(like, &count) : NULL;
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
    comm->world = comm->handle == MPI_COMM_WORLD ? NULL : translate(group, comm->peer_count);
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

/* What the members of a new communicator agreed on. */
typedef struct agreement {
    bool is_inter;
    bool is_global; /* there is a global id */
    bool is_first;  /* this process is rank 0 there, or in its group of an intercommunicator */
    int side;       /* which group of an intercommunicator it is in, else -1 */
    int64_t creator, serial;
} agreement;

/* One member describes the communicator: the first of those that write, which all can tell. */
static bool is_describer(MPI_Comm handle, bool is_first)
{
    const char *const ranks = hd__run.config.ranks;
    if (ranks == NULL) {
        return is_first;
    }
    int count = 0;
    int *const world = own_group(handle, &count);
    int i = 0;
    while (world != NULL && i < count && !hd__config_has_rank(ranks, world[i])) {
        i++;
    }
    const bool is_own = world != NULL && i < count && world[i] == hd__run.rank;
    free(world);
    return is_own;
}

static bool has_strangers(MPI_Group group)
{
    int count = 0;
    PMPI_Group_size(group, &count);
    int *const world = translate(group, count);
    bool found = false;
    for (int i = 0; world != NULL && i < count; i++) {
        found = found || world[i] < 0;
    }
    free(world);
    return found;
}

/* Whether there are members that started as another program, maybe without the wrapper; either all
 * members see that, or none. */
static bool spans_worlds(MPI_Comm handle, bool is_inter)
{
    MPI_Group group = MPI_GROUP_NULL;
    bool spans = false;
    if (PMPI_Comm_group(handle, &group) == MPI_SUCCESS) {
        spans = has_strangers(group);
        PMPI_Group_free(&group);
    }
    if (is_inter && PMPI_Comm_remote_group(handle, &group) == MPI_SUCCESS) {
        spans = has_strangers(group) || spans;
        PMPI_Group_free(&group);
    }
    return spans;
}

/* The first members of both groups each offer an id; the lower one is taken, and its side is 0. A
 * reduction gives a group what the other one has, a second one what it had itself. */
static bool agree_across(MPI_Comm handle, agreement *on)
{
    enum { SERIAL_BITS = 32 };
    int64_t offer = INT64_MAX;
    int64_t theirs = 0;
    int64_t ours = 0;
    if (on->is_first) {
        offer = (int64_t)hd__run.rank << SERIAL_BITS | atomic_fetch_add(&next_serial, 1);
    }
    const bool agreed =
        PMPI_Allreduce(&offer, &theirs, 1, MPI_INT64_T, MPI_MIN, handle) == MPI_SUCCESS &&
        PMPI_Allreduce(&theirs, &ours, 1, MPI_INT64_T, MPI_MIN, handle) == MPI_SUCCESS;
    const int64_t lower = ours < theirs ? ours : theirs;
    on->side = ours < theirs ? 0 : 1;
    on->creator = lower >> SERIAL_BITS;
    on->serial = lower & ((INT64_C(1) << SERIAL_BITS) - 1);
    return agreed;
}

static bool agree_within(MPI_Comm handle, agreement *on)
{
    int64_t said[2] = {hd__run.rank, 0};
    if (on->is_first) {
        said[1] = atomic_fetch_add(&next_serial, 1);
    }
    const bool agreed = PMPI_Bcast(said, 2, MPI_INT64_T, 0, handle) == MPI_SUCCESS;
    on->creator = said[0];
    on->serial = said[1];
    return agreed;
}

/* All members call this right after the call that made the communicator, whatever else they could
 * or could not record: a member that does not would leave the others waiting. */
static bool agree(MPI_Comm handle, agreement *on)
{
    int is_inter = 0;
    int rank = 0;
    if (handle == MPI_COMM_NULL || PMPI_Comm_test_inter(handle, &is_inter) != MPI_SUCCESS) {
        return false;
    }
    *on = (agreement){.is_inter = is_inter != 0, .side = -1};
    if (spans_worlds(handle, on->is_inter)) {
        return true;
    }
    on->is_global = true;
    PMPI_Comm_rank(handle, &rank);
    on->is_first = rank == 0;
    return on->is_inter ? agree_across(handle, on) : agree_within(handle, on);
}

bool hd__comm_spans_worlds(MPI_Comm handle)
{
    return spans_worlds(handle, false);
}

void hd__comm_made_unrecorded(int result, const MPI_Comm *handle)
{
    const int state = atomic_load(&hd__run.state);
    agreement on;
    if (result == MPI_SUCCESS && (state == HD__ACTIVE || state == HD__MUTE)) {
        (void)agree(*handle, &on);
    }
}

hd__comm *hd__comm_create(MPI_Comm handle)
{
    agreement on;
    if (!agree(handle, &on)) {
        return NULL;
    }
    hd__comm *const comm = make(handle, on.is_inter);
    if (comm == NULL) {
        return NULL;
    }
    if (on.is_global) {
        (void)snprintf(comm->gid, sizeof(comm->gid), "%lld:%lld", (long long)on.creator,
                       (long long)on.serial);
        comm->writes_map = is_describer(handle, on.is_first);
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
    enter_predefined(MPI_COMM_WORLD, "0:0", is_describer(MPI_COMM_WORLD, hd__run.rank == 0));
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
