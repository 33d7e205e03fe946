/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What receives and probes found out. */
#include "hdmpi_receive.h"

#include <string.h>

_Static_assert(MPI_ANY_TAG == -1, "as files have it");

bool hd__status_is_open;

int64_t hd__status_ask(const MPI_Status *status)
{
    MPI_Count bytes = 0;
    if (PMPI_Get_elements_x(status, MPI_BYTE, &bytes) != MPI_SUCCESS || bytes == MPI_UNDEFINED) {
        return -1;
    }
    return bytes;
}

/* What MPI enters is found in the fields; also where the fields are those of another version. */
static bool looks_right(MPI_Count bytes, bool cancelled)
{
    MPI_Status status;
    memset(&status, 0xa5, sizeof(status));
    return PMPI_Status_set_elements_x(&status, MPI_BYTE, bytes) == MPI_SUCCESS &&
           PMPI_Status_set_cancelled(&status, cancelled) == MPI_SUCCESS &&
           hd__status_look(&status) == bytes && hd__status_ask(&status) == bytes;
}

void hd__status_init(void)
{
    static const MPI_Count samples[] = {0, 1, INT32_MAX, UINT32_MAX, (INT64_C(5) << 40) + 7};
    hd__status_is_open = true;
    for (size_t i = 0; i < 2 * sizeof(samples) / sizeof(samples[0]); i++) {
        hd__status_is_open = hd__status_is_open && looks_right(samples[i / 2], i % 2 != 0);
    }
}

static int64_t real_rank(const hd__comm *comm, const MPI_Status *status)
{
    return hd__comm_world_rank(comm, status->MPI_SOURCE);
}

/* Slots: source, tag, size, and posted source and tag where they say more than the real ones. */
uint64_t hd__values_refused(int64_t *values, int source, int tag, const hd__comm *comm)
{
    values[0] = hd__comm_world_rank(comm, source);
    values[1] = tag;
    return 1U << 2 | 1U << 3 | 1U << 4;
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
        hd__message_create(*message, hd__seen_comm(call, comm)->comm);
    }
}

hd__request *hd__before_message(hd__call *call, const MPI_Message *message)
{
    (void)call;
    return hd__message_take(*message);
}

/* Slots: source, tag, size, communicator. */
void hd__values_matched(hd__call *call, int64_t *values, hd__request *message,
                        const MPI_Status *status)
{
    const hd__comm *const comm = message == NULL ? NULL : message->comm;
    set_found(values, comm, call->failed ? NULL : status);
    values[3] = call->failed ? HD__ABSENT : comm == NULL ? -1 : comm->id;
    hd__message_release(message);
}

/* Slots: communicator, request. */
void hd__values_matched_request(hd__call *call, int64_t *values, const MPI_Request *request,
                                hd__request *message)
{
    hd__comm *const comm = message == NULL ? NULL : message->comm;
    values[0] = call->failed ? HD__ABSENT : comm == NULL ? -1 : comm->id;
    values[1] = call->failed ? HD__ABSENT : hd__request_create(*request, HD__REQUEST_RECV, comm);
    hd__message_release(message);
}
