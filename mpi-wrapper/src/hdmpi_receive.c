/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What receives and probes found out. */
#include "hdmpi_record.h"

_Static_assert(MPI_ANY_TAG == -1, "as files have it");

static int64_t real_rank(const hd__comm *comm, const MPI_Status *status)
{
    return hd__comm_world_rank(comm, status->MPI_SOURCE);
}

/* Slots: source, tag, size, and posted source and tag where they say more than the real ones. */
void hd__values_replied(hd__call *call, int64_t *values, int source, int tag, MPI_Comm handle,
                        const MPI_Status *status)
{
    const hd__comm *const comm = hd__seen_comm(call, handle)->comm;
    if (call->failed) {
        values[0] = hd__comm_world_rank(comm, source);
        values[1] = tag;
        values[2] = values[3] = values[4] = HD__ABSENT;
        return;
    }
    values[0] = real_rank(comm, status);
    values[1] = status->MPI_TAG;
    values[2] = hd__value_known(hd__status_bytes(status));
    values[3] = source == MPI_ANY_SOURCE ? HD__RANK_ANY : HD__ABSENT;
    values[4] = tag == MPI_ANY_TAG ? tag : HD__ABSENT;
}

void hd__values_received(hd__call *call, int64_t *values, int source, int tag, MPI_Comm comm,
                         const MPI_Status *status)
{
    hd__values_replied(call, values, source, tag, comm, status);
}

/* Slots: source, tag, size. */
static void set_found(int64_t *values, const hd__comm *comm, const MPI_Status *status)
{
    values[0] = status == NULL ? HD__ABSENT : real_rank(comm, status);
    values[1] = status == NULL ? HD__ABSENT : status->MPI_TAG;
    values[2] = status == NULL ? HD__ABSENT : hd__value_known(hd__status_bytes(status));
}

void hd__values_probed(hd__call *call, int64_t *values, const int *flag, MPI_Comm comm,
                       const MPI_Status *status)
{
    const bool found = !call->failed && *flag;
    set_found(values, found ? hd__seen_comm(call, comm)->comm : NULL, found ? status : NULL);
}

void hd__add_message(hd__call *call, const MPI_Message *message, MPI_Comm comm)
{
    if (!call->failed) {
        hd__message_create(*message, hd__comm_get(call, comm));
    }
}

hd__comm *hd__before_message(hd__call *call, const MPI_Message *message)
{
    (void)call;
    return hd__message_take(*message);
}

/* Slots: source, tag, size, communicator. */
void hd__values_matched(hd__call *call, int64_t *values, hd__comm *comm, const MPI_Status *status)
{
    set_found(values, comm, call->failed ? NULL : status);
    values[3] = call->failed ? HD__ABSENT : comm == NULL ? -1 : comm->id;
    hd__comm_release(comm);
}

/* Slots: communicator, request. */
void hd__values_matched_request(hd__call *call, int64_t *values, const MPI_Request *request,
                                hd__comm *comm)
{
    values[0] = call->failed ? HD__ABSENT : comm == NULL ? -1 : comm->id;
    values[1] = call->failed ? HD__ABSENT : hd__request_create(*request, HD__REQUEST_RECV, comm);
    hd__comm_release(comm);
}
