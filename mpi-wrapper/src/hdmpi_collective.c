/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Attributes of collective calls.
 *
 * MPI ignores some arguments at some ranks, and programs may pass anything there. So a datatype
 * that is not significant is only named when it is known to be valid. With MPI_IN_PLACE the
 * contribution is described by the other side's arguments. */
#include "hdmpi_record.h"

#include <stdlib.h>

static int64_t count_at(hd__counts counts, int index)
{
    return counts.wide != NULL ? counts.wide[index] : counts.narrow[index];
}

/* This rank's own entry; 0 after a failure, when the array may not be one. */
static int64_t own_count(const hd__call *call, hd__counts counts, MPI_Comm comm)
{
    int rank = 0;
    if (call->failed) {
        return 0;
    }
    PMPI_Comm_rank(comm, &rank);
    return count_at(counts, rank);
}

/* This rank's role: the arguments of the root are significant. */
static bool is_root(const hd__comm *comm, int root)
{
    return root == MPI_ROOT ||
           (comm != NULL && root >= 0 && hd__comm_world_rank(comm, root) == hd__run.rank);
}

static void put_sent(hd__call *call, const char *size_name, const char *count_name,
                     const char *type_name, int64_t count, MPI_Datatype handle, bool significant)
{
    const hd__type *const type =
        significant ? hd__type_get(call, handle) : hd__type_get_known(handle);
    if (type != NULL) {
        hd__put_int(call, size_name, count * type->size_bytes);
        hd__put_int(call, count_name, count);
        hd__put_int(call, type_name, type->id);
    }
}

static void put_own(hd__call *call, int64_t count, MPI_Datatype type, bool significant)
{
    put_sent(call, "size", "count", "tid", count, type, significant);
}

static void put_received(hd__call *call, int64_t count, MPI_Datatype type, bool significant)
{
    put_sent(call, "recvSize", "recvCount", "recvtid", count, type, significant);
}

static void put_comm(hd__call *call, const char *root_name, int root, MPI_Comm comm)
{
    if (root_name != NULL) {
        hd__put_rank(call, root_name, root, comm);
    }
    hd__put_cid(call, "cid", comm);
}

void hd__add_rooted(hd__call *call, int64_t count, MPI_Datatype type, int root, MPI_Comm comm)
{
    put_own(call, count, type, root != MPI_PROC_NULL);
    put_comm(call, "rootRank", root, comm);
}

void hd__add_gather(hd__call *call, const void *send_buffer, int64_t send_count,
                    MPI_Datatype send_type, int64_t receive_count, MPI_Datatype receive_type,
                    int root, MPI_Comm comm)
{
    const bool at_root = is_root(hd__comm_get(call, comm), root);
    if (send_buffer == MPI_IN_PLACE) {
        put_own(call, receive_count, receive_type, at_root);
    } else {
        put_own(call, send_count, send_type, root != MPI_ROOT && root != MPI_PROC_NULL);
    }
    put_received(call, receive_count, receive_type, at_root);
    put_comm(call, "root", root, comm);
}

void hd__add_gatherv(hd__call *call, const void *send_buffer, int64_t send_count,
                     MPI_Datatype send_type, hd__counts receive_counts, MPI_Datatype receive_type,
                     int root, MPI_Comm comm)
{
    if (send_buffer == MPI_IN_PLACE) {
        put_own(call, own_count(call, receive_counts, comm), receive_type, true);
    } else {
        put_own(call, send_count, send_type, root != MPI_ROOT && root != MPI_PROC_NULL);
    }
    put_comm(call, "root", root, comm);
}

void hd__add_scatter(hd__call *call, int64_t send_count, MPI_Datatype send_type,
                     const void *receive_buffer, int64_t receive_count, MPI_Datatype receive_type,
                     int root, MPI_Comm comm)
{
    const bool at_root = is_root(hd__comm_get(call, comm), root);
    put_own(call, send_count, send_type, at_root);
    if (receive_buffer == MPI_IN_PLACE) {
        put_received(call, send_count, send_type, at_root);
    } else {
        put_received(call, receive_count, receive_type, root != MPI_ROOT && root != MPI_PROC_NULL);
    }
    put_comm(call, "root", root, comm);
}

void hd__add_scatterv(hd__call *call, hd__counts send_counts, MPI_Datatype send_type,
                      const void *receive_buffer, int64_t receive_count, MPI_Datatype receive_type,
                      int root, MPI_Comm comm)
{
    if (receive_buffer == MPI_IN_PLACE) {
        put_received(call, own_count(call, send_counts, comm), send_type, true);
    } else {
        put_received(call, receive_count, receive_type, root != MPI_ROOT && root != MPI_PROC_NULL);
    }
    put_comm(call, "root", root, comm);
}

void hd__add_allgather(hd__call *call, const void *send_buffer, int64_t send_count,
                       MPI_Datatype send_type, int64_t receive_count, MPI_Datatype receive_type,
                       MPI_Comm comm)
{
    const bool in_place = send_buffer == MPI_IN_PLACE;
    put_own(call, in_place ? receive_count : send_count, in_place ? receive_type : send_type, true);
    put_received(call, receive_count, receive_type, true);
    put_comm(call, NULL, 0, comm);
}

void hd__add_allgatherv(hd__call *call, const void *send_buffer, int64_t send_count,
                        MPI_Datatype send_type, hd__counts receive_counts,
                        MPI_Datatype receive_type, MPI_Comm comm)
{
    if (send_buffer == MPI_IN_PLACE) {
        put_own(call, own_count(call, receive_counts, comm), receive_type, true);
    } else {
        put_own(call, send_count, send_type, true);
    }
    put_comm(call, NULL, 0, comm);
}

void hd__add_alltoall(hd__call *call, const void *send_buffer, int64_t send_count,
                      MPI_Datatype send_type, int64_t receive_count, MPI_Datatype receive_type,
                      MPI_Comm comm)
{
    const bool in_place = send_buffer == MPI_IN_PLACE;
    put_own(call, in_place ? receive_count : send_count, in_place ? receive_type : send_type, true);
    put_comm(call, NULL, 0, comm);
}

static void add_part(hd__call *call, const char *element, int world_rank, int64_t count,
                     MPI_Datatype type)
{
    hd_trace_begin_data(call->trace, element);
    hd__put_int(call, "rank", world_rank);
    put_own(call, count, type, true);
    hd_trace_end_data(call->trace);
}

/* Peers of a call that succeeded: only then are the arrays known to be that long. */
static int peer_count(const hd__call *call, const hd__comm *comm)
{
    return call->failed || comm == NULL ? 0 : comm->peer_count;
}

void hd__add_alltoallv(hd__call *call, const void *send_buffer, hd__counts send_counts,
                       MPI_Datatype send_type, hd__counts receive_counts, MPI_Datatype receive_type,
                       MPI_Comm handle)
{
    const bool in_place = send_buffer == MPI_IN_PLACE;
    const hd__comm *const comm = hd__comm_get(call, handle);
    put_comm(call, NULL, 0, handle);
    for (int i = 0; i < peer_count(call, comm); i++) {
        add_part(call, "Send", hd__comm_world_rank(comm, i),
                 count_at(in_place ? receive_counts : send_counts, i),
                 in_place ? receive_type : send_type);
    }
}

void hd__add_alltoallw(hd__call *call, const void *send_buffer, hd__counts send_counts,
                       const MPI_Datatype *send_types, hd__counts receive_counts,
                       const MPI_Datatype *receive_types, MPI_Comm handle)
{
    const bool in_place = send_buffer == MPI_IN_PLACE;
    const hd__comm *const comm = hd__comm_get(call, handle);
    put_comm(call, NULL, 0, handle);
    for (int i = 0; i < peer_count(call, comm); i++) {
        add_part(call, "Send", hd__comm_world_rank(comm, i),
                 count_at(in_place ? receive_counts : send_counts, i),
                 in_place ? receive_types[i] : send_types[i]);
    }
}

void hd__add_reduce_scatter(hd__call *call, hd__counts receive_counts, MPI_Datatype type,
                            MPI_Comm handle)
{
    const hd__comm *const comm = hd__comm_get(call, handle);
    put_comm(call, NULL, 0, handle);
    int count = 0; /* results go to the own group, also of an intercommunicator */
    int *const own = call->failed || comm == NULL ? NULL : hd__comm_own_group(comm, &count);
    for (int i = 0; i < count; i++) {
        add_part(call, "Recv", own[i], count_at(receive_counts, i), type);
    }
    free(own);
}
