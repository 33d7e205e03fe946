/* SPDX-License-Identifier: GPL-3.0-or-later */
/* On what the members of a new communicator agree: the id that is the same for all of them, and who
 * of them describes it. */
#include "hdmpi_agree.h"

#include <stdlib.h>

enum { FIRST_SERIAL = 1 }; /* "0:0" is MPI_COMM_WORLD */

static atomic_int next_serial = FIRST_SERIAL;

bool hd__comm_is_describer(MPI_Comm handle, bool is_first)
{
    const char *const ranks = hd__run.config.ranks;
    if (ranks == NULL) {
        return is_first;
    }
    int count = 0;
    int *const world = hd__comm_group_of(handle, &count);
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
    int *const world = hd__comm_translate(group, count);
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
static bool agree_across(MPI_Comm handle, hd__agreement *on)
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

static bool agree_within(MPI_Comm handle, hd__agreement *on)
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

bool hd__comm_agree(MPI_Comm handle, hd__agreement *on)
{
    int is_inter = 0;
    int rank = 0;
    if (handle == MPI_COMM_NULL || PMPI_Comm_test_inter(handle, &is_inter) != MPI_SUCCESS) {
        return false;
    }
    *on = (hd__agreement){.is_inter = is_inter != 0, .side = -1};
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
    hd__agreement on;
    if (result == MPI_SUCCESS && (state == HD__ACTIVE || state == HD__MUTE)) {
        (void)hd__comm_agree(*handle, &on);
    }
}
