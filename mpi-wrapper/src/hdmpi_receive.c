/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What receives and probes found out. */
#include "hdmpi_record.h"

_Static_assert(MPI_ANY_TAG == -1, "as files have it");

/* Posted values where they say more than the real ones. */
static void add_posted(hd__call *call, int source, int tag)
{
    if (source == MPI_ANY_SOURCE) {
        hd__put_int(call, "postedRank", HD__RANK_ANY);
    }
    if (tag == MPI_ANY_TAG) {
        hd__put_int(call, "postedTag", tag);
    }
}

static void add_real(hd__call *call, const char *size_name, const hd__comm *comm,
                     const MPI_Status *status)
{
    hd__put_int(call, "fromRank", hd__comm_world_rank(comm, status->MPI_SOURCE));
    hd__put_int(call, "fromTag", status->MPI_TAG);
    hd__put_known(call, size_name, hd__status_bytes(status));
}

void hd__add_replied(hd__call *call, const char *size_name, int source, int tag, MPI_Comm handle,
                     const MPI_Status *status)
{
    const hd__comm *const comm = hd__comm_get(call, handle);
    if (call->failed) {
        hd__put_int(call, "fromRank", hd__comm_world_rank(comm, source));
        hd__put_int(call, "fromTag", tag);
        return;
    }
    add_real(call, size_name, comm, status);
    add_posted(call, source, tag);
}

void hd__add_received(hd__call *call, int source, int tag, MPI_Comm comm, const MPI_Status *status)
{
    hd__add_replied(call, "size", source, tag, comm, status);
}

void hd__add_probed(hd__call *call, const int *flag, MPI_Comm comm, const MPI_Status *status)
{
    if (!call->failed && *flag) {
        add_real(call, "size", hd__comm_get(call, comm), status);
    }
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

void hd__add_matched(hd__call *call, hd__comm *comm, const MPI_Status *status)
{
    if (!call->failed) {
        add_real(call, "size", comm, status);
        hd__put_int(call, "cid", comm == NULL ? -1 : comm->id);
    }
    hd__comm_release(comm);
}

void hd__put_matched_request(hd__call *call, const char *name, const MPI_Request *request,
                             hd__comm *comm)
{
    if (!call->failed) {
        hd__put_int(call, "cid", comm == NULL ? -1 : comm->id);
        hd__put_int(call, name, hd__request_create(*request, HD__REQUEST_RECV, comm));
    }
    hd__comm_release(comm);
}
