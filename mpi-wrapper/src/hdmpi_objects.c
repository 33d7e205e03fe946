/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Attributes of communicators, windows and datatypes that few calls have. */
#include "hdmpi_record.h"

#include <stdlib.h>

/* The handle is the new communicator's already, though the program may not use it yet; an MPI that
 * sets it later leaves it to the first use. */
int64_t hd__value_later_comm(hd__call *call, const MPI_Comm *handle, MPI_Comm parent)
{
    const hd__comm *const comm =
        call->failed ? NULL : hd__comm_create_later(hd__comm_get(call, parent), *handle);
    return comm == NULL ? HD__ABSENT : comm->id;
}

void hd__put_split_type(hd__call *call, const char *name, int split_type)
{
#if MPI_VERSION >= 4
    if (split_type == MPI_COMM_TYPE_HW_GUIDED || split_type == MPI_COMM_TYPE_HW_UNGUIDED) {
        hd__put_text(call, name,
                     split_type == MPI_COMM_TYPE_HW_GUIDED ? "HW_GUIDED" : "HW_UNGUIDED");
        return;
    }
#endif
    hd__put_text(call, name,
                 split_type == MPI_COMM_TYPE_SHARED ? "SHARED"
                 : split_type == MPI_UNDEFINED      ? "UNDEFINED"
                                                    : "other");
}

void hd__put_lock_type(hd__call *call, const char *name, int lock_type)
{
    hd__put_text(call, name,
                 lock_type == MPI_LOCK_EXCLUSIVE ? "EXCLUSIVE"
                 : lock_type == MPI_LOCK_SHARED  ? "SHARED"
                                                 : "invalid");
}

/* The ranks in a window of the members of a group, behind as many numbers: free() them. NULL: MPI
 * doesn't tell, or no memory. */
static int *ranks_in_window(MPI_Group group, int count, MPI_Win window)
{
    MPI_Group all = MPI_GROUP_NULL;
    int *const ranks = malloc((2 * (size_t)count + 1) * sizeof(int));
    if (ranks == NULL || PMPI_Win_get_group(window, &all) != MPI_SUCCESS) {
        free(ranks);
        return NULL;
    }
    for (int i = 0; i < count; i++) {
        ranks[count + i] = i;
    }
    const int error = PMPI_Group_translate_ranks(group, count, ranks + count, all, ranks);
    PMPI_Group_free(&all);
    if (error != MPI_SUCCESS) {
        free(ranks);
        return NULL;
    }
    return ranks;
}

static void add_members(hd__call *call, const char *element, MPI_Group group, MPI_Win handle)
{
    int count = 0;
    if (call->failed || PMPI_Group_size(group, &count) != MPI_SUCCESS) {
        return;
    }
    int *const ranks = ranks_in_window(group, count, handle);
    if (ranks == NULL) {
        return;
    }
    const hd__seen window = *hd__look_win(call, handle);
    hd__put_int(call, "processes", count);
    for (int i = 0; i < count; i++) {
        hd_trace_begin_data(call->trace, element);
        hd__put_int(call, "rank", hd__rank_of(window, ranks[i]));
        hd_trace_end_data(call->trace);
    }
    free(ranks);
}

void hd__add_origins(hd__call *call, MPI_Group group, MPI_Win handle)
{
    add_members(call, "Origin", group, handle);
}

void hd__add_targets(hd__call *call, MPI_Group group, MPI_Win handle)
{
    add_members(call, "Target", group, handle);
}

void hd__add_type_named(hd__call *call, MPI_Datatype handle, const char *name)
{
    const hd__type *const type = hd__type_get(call, handle);
    if (type != NULL && !call->failed) {
        hd__type_named(type, name);
    }
}

int64_t hd__value_known_tid(hd__call *call, MPI_Datatype handle)
{
    const hd__type *const type = hd__type_get_known(handle);
    (void)call;
    return type == NULL ? HD__ABSENT : type->id;
}
