/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Attributes of collective calls.
 *
 * MPI ignores some arguments at some ranks, and programs may pass anything there. So a datatype
 * that is not significant is only named when it is known to be valid. With MPI_IN_PLACE the
 * contribution is described by the other side's arguments. */
#include "hdmpi_record.h"

#include <stdlib.h>
#include <string.h>

int64_t hd__count_at(hd__counts counts, int index)
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
    return hd__count_at(counts, rank);
}

/* What this rank does in a call with a root. In an intercommunicator the root has no share of its
 * own, and the others of its group move nothing. */
typedef enum role { MEMBER, ROOT, ROOT_OF_OTHERS, BYSTANDER } role;

static role role_of(const hd__comm *comm, int root)
{
    if (root == MPI_PROC_NULL) {
        return BYSTANDER;
    }
    if (root == MPI_ROOT) {
        return ROOT_OF_OTHERS;
    }
    const bool is_root =
        comm != NULL && root >= 0 && hd__comm_world_rank(comm, root) == hd__run.rank;
    return is_root ? ROOT : MEMBER;
}

/* Slots: size, count, datatype. */
enum { SENT = 3, SENT_TWICE = 6 };

static void set_sent(hd__call *call, int64_t *values, int64_t count, MPI_Datatype handle,
                     bool significant)
{
    if (significant) {
        const hd__seen *const type = hd__seen_type(call, handle);
        values[0] = type->id < 0 ? HD__ABSENT : count * type->size_bytes;
        values[1] = type->id < 0 ? HD__ABSENT : count;
        values[2] = type->id < 0 ? HD__ABSENT : type->id;
        return;
    }
    const hd__type *const known = hd__type_get_known(handle);
    values[0] = known == NULL ? HD__ABSENT : count * (int64_t)known->size_bytes;
    values[1] = known == NULL ? HD__ABSENT : count;
    values[2] = known == NULL ? HD__ABSENT : known->id;
}

/* This rank moves nothing here, whatever the program has passed: readers of the original are told
 * so, others are told nothing. */
static void set_nothing(hd__call *call, int64_t *values)
{
    if (hd__run.config.compat != 0) {
        set_sent(call, values, 0, MPI_BYTE, true);
        return;
    }
    values[0] = values[1] = values[2] = HD__ABSENT;
}

/* Readers of the original want both sides at every rank, where the original wrote whatever the
 * program had passed (FORMATS B 3.3). What is no valid argument there stands for what the own side
 * does: MPI wants the same amount of both. */
static void complete_for_original(int64_t *values, const int64_t *own)
{
    if (hd__run.config.compat != 0 && values[0] == HD__ABSENT) {
        memcpy(values, own, SENT * sizeof(*values));
    }
}

/* The arguments of one side. */
typedef struct side {
    int64_t count;
    MPI_Datatype type;
} side;

/* What each rank sends in a gather, receives in a scatter. */
static void set_own(hd__call *call, int64_t *values, role as, const void *buffer, side own,
                    side at_root)
{
    if (as == ROOT_OF_OTHERS || as == BYSTANDER) {
        set_nothing(call, values);
    } else if (buffer == MPI_IN_PLACE) {
        set_sent(call, values, at_root.count, at_root.type, as == ROOT);
    } else {
        set_sent(call, values, own.count, own.type, true);
    }
}

/* What the root receives of each in a gather, sends to each in a scatter. */
static void set_at_root(hd__call *call, int64_t *values, role as, side at_root, const int64_t *own)
{
    if (as == BYSTANDER) {
        set_nothing(call, values);
        return;
    }
    set_sent(call, values, at_root.count, at_root.type, as != MEMBER);
    complete_for_original(values, own);
}

/* The root's own share, in place, of counts that need not be an array elsewhere. */
static side share_in_place(const hd__call *call, role as, const void *buffer, hd__counts counts,
                           MPI_Datatype type, MPI_Comm comm)
{
    const bool has_share = as == ROOT && buffer == MPI_IN_PLACE;
    return (side){.count = has_share ? own_count(call, counts, comm) : 0, .type = type};
}

/* Slots: root, communicator. @return what this rank does */
static role set_root(hd__call *call, int64_t *values, int root, MPI_Comm comm)
{
    values[0] = hd__value_rank(call, root, comm);
    values[1] = hd__value_cid(call, comm);
    return role_of(hd__seen_comm(call, comm)->comm, root);
}

void hd__values_rooted(hd__call *call, int64_t *values, int64_t count, MPI_Datatype type, int root,
                       MPI_Comm comm)
{
    if (set_root(call, values + SENT, root, comm) == BYSTANDER) {
        set_nothing(call, values);
    } else {
        set_sent(call, values, count, type, true);
    }
}

void hd__values_gather(hd__call *call, int64_t *values, const void *send_buffer, int64_t send_count,
                       MPI_Datatype send_type, int64_t receive_count, MPI_Datatype receive_type,
                       int root, MPI_Comm comm)
{
    const side sent = {send_count, send_type}, received = {receive_count, receive_type};
    const role as = set_root(call, values + SENT_TWICE, root, comm);
    set_own(call, values, as, send_buffer, sent, received);
    set_at_root(call, values + SENT, as, received, values);
}

void hd__values_gatherv(hd__call *call, int64_t *values, const void *send_buffer,
                        int64_t send_count, MPI_Datatype send_type, hd__counts receive_counts,
                        MPI_Datatype receive_type, int root, MPI_Comm comm)
{
    const role as = set_root(call, values + SENT, root, comm);
    set_own(call, values, as, send_buffer, (side){send_count, send_type},
            share_in_place(call, as, send_buffer, receive_counts, receive_type, comm));
}

void hd__values_scatter(hd__call *call, int64_t *values, int64_t send_count, MPI_Datatype send_type,
                        const void *receive_buffer, int64_t receive_count,
                        MPI_Datatype receive_type, int root, MPI_Comm comm)
{
    const side sent = {send_count, send_type}, received = {receive_count, receive_type};
    const role as = set_root(call, values + SENT_TWICE, root, comm);
    set_own(call, values + SENT, as, receive_buffer, received, sent);
    set_at_root(call, values, as, sent, values + SENT);
}

void hd__values_scatterv(hd__call *call, int64_t *values, hd__counts send_counts,
                         MPI_Datatype send_type, const void *receive_buffer, int64_t receive_count,
                         MPI_Datatype receive_type, int root, MPI_Comm comm)
{
    const role as = set_root(call, values + SENT, root, comm);
    set_own(call, values, as, receive_buffer, (side){receive_count, receive_type},
            share_in_place(call, as, receive_buffer, send_counts, send_type, comm));
}

void hd__values_allgather(hd__call *call, int64_t *values, const void *send_buffer,
                          int64_t send_count, MPI_Datatype send_type, int64_t receive_count,
                          MPI_Datatype receive_type, MPI_Comm comm)
{
    const bool in_place = send_buffer == MPI_IN_PLACE;
    set_sent(call, values, in_place ? receive_count : send_count,
             in_place ? receive_type : send_type, true);
    set_sent(call, values + SENT, receive_count, receive_type, true);
    values[SENT_TWICE] = hd__value_cid(call, comm);
}

void hd__values_allgatherv(hd__call *call, int64_t *values, const void *send_buffer,
                           int64_t send_count, MPI_Datatype send_type, hd__counts receive_counts,
                           MPI_Datatype receive_type, MPI_Comm comm)
{
    if (send_buffer == MPI_IN_PLACE) {
        set_sent(call, values, own_count(call, receive_counts, comm), receive_type, true);
    } else {
        set_sent(call, values, send_count, send_type, true);
    }
    values[SENT] = hd__value_cid(call, comm);
}

void hd__values_alltoall(hd__call *call, int64_t *values, const void *send_buffer,
                         int64_t send_count, MPI_Datatype send_type, int64_t receive_count,
                         MPI_Datatype receive_type, MPI_Comm comm)
{
    const bool in_place = send_buffer == MPI_IN_PLACE;
    set_sent(call, values, in_place ? receive_count : send_count,
             in_place ? receive_type : send_type, true);
    values[SENT] = hd__value_cid(call, comm);
}

void hd__add_part(hd__call *call, const char *element, int world_rank, int64_t count,
                  MPI_Datatype type)
{
    hd_trace_begin_data(call->trace, element);
    hd__put_int(call, "rank", world_rank);
    int64_t values[SENT];
    set_sent(call, values, count, type, true);
    hd__put_unless_absent(call, "size", values[0]);
    hd__put_unless_absent(call, "count", values[1]);
    hd__put_unless_absent(call, "tid", values[2]);
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
    hd__put_cid(call, "cid", handle);
    for (int i = 0; i < peer_count(call, comm); i++) {
        hd__add_part(call, "Send", hd__comm_world_rank(comm, i),
                     hd__count_at(in_place ? receive_counts : send_counts, i),
                     in_place ? receive_type : send_type);
    }
}

void hd__add_alltoallw(hd__call *call, const void *send_buffer, hd__counts send_counts,
                       const MPI_Datatype *send_types, hd__counts receive_counts,
                       const MPI_Datatype *receive_types, MPI_Comm handle)
{
    const bool in_place = send_buffer == MPI_IN_PLACE;
    const hd__comm *const comm = hd__comm_get(call, handle);
    hd__put_cid(call, "cid", handle);
    for (int i = 0; i < peer_count(call, comm); i++) {
        hd__add_part(call, "Send", hd__comm_world_rank(comm, i),
                     hd__count_at(in_place ? receive_counts : send_counts, i),
                     in_place ? receive_types[i] : send_types[i]);
    }
}

void hd__add_reduce_scatter(hd__call *call, hd__counts receive_counts, MPI_Datatype type,
                            MPI_Comm handle)
{
    const hd__comm *const comm = hd__comm_get(call, handle);
    hd__put_cid(call, "cid", handle);
    int count = 0; /* results go to the own group, also of an intercommunicator */
    int *const own = call->failed || comm == NULL ? NULL : hd__comm_own_group(comm, &count);
    for (int i = 0; i < count; i++) {
        hd__add_part(call, "Recv", own[i], hd__count_at(receive_counts, i), type);
    }
    free(own);
}
