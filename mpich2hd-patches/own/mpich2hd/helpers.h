/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Included by MPICH at the end of helper_fns.c, where MPIC_X are the true functions. Each of ours
 * is called when somebody looks, who may have gone by then, and calls the true one. */

mpich2hd_gate_type mpich2hd_gate MPICH2HD_ALONE = {
    .version = MPICH2HD_VERSION,
    .size = sizeof(mpich2hd_gate_type),
    .library = "MPICH " MPICH_VERSION " with mpich2hd",
};
MPICH2HD_OWN_GATE;

enum { MPICH2HD_FEW = 64 };

/* Ranks in MPI_COMM_WORLD: processes are numbered in its order, others come behind. */
static int mpich2hd_world_rank(MPIR_Comm *comm, int rank)
{
    uint64_t process = 0;
    if (rank < 0) {
        return rank;
    }
    const bool is_remote = comm->comm_kind == MPIR_COMM_KIND__INTERCOMM;
    if (MPID_Comm_get_lpid(comm, rank, &process, is_remote) != MPI_SUCCESS) {
        return MPICH2HD_UNKNOWN;
    }
    return process < (uint64_t)MPIR_Process.size ? (int)process : MPICH2HD_ELSEWHERE;
}

static int64_t mpich2hd_bytes(MPI_Aint count, MPI_Datatype type)
{
    MPI_Aint size = 0;
    MPIR_Datatype_get_size_macro(type, size);
    return (int64_t)size * count;
}

static void mpich2hd_tell_sent(mpich2hd_message *message, MPI_Aint count, MPI_Datatype type, int to,
                               int tag, MPIR_Comm *comm)
{
    message->comm = (uint32_t)comm->handle;
    message->to = mpich2hd_world_rank(comm, to);
    message->to_tag = tag;
    message->sent = mpich2hd_bytes(count, type);
}

static void mpich2hd_tell_received(mpich2hd_message *message, const MPI_Status *status, int from,
                                   int tag, MPIR_Comm *comm)
{
    const bool is_known = message->result == MPI_SUCCESS;
    message->comm = (uint32_t)comm->handle;
    message->from = mpich2hd_world_rank(comm, is_known ? status->MPI_SOURCE : from);
    message->from_tag = is_known ? status->MPI_TAG : tag;
    message->received = is_known ? (int64_t)MPIR_STATUS_GET_COUNT(*status) : 0;
}

int mpich2hd_Send(const void *buf, MPI_Aint count, MPI_Datatype datatype, int dest, int tag,
                  MPIR_Comm *comm_ptr, MPIR_Errflag_t *errflag)
{
    const mpich2hd_callbacks *const callbacks = mpich2hd_callbacks_get();
    if (callbacks == NULL || !callbacks->begin(MPICH2HD_SEND)) {
        return MPIC_Send(buf, count, datatype, dest, tag, comm_ptr, errflag);
    }
    mpich2hd_message message = {.operation = MPICH2HD_SEND};
    message.result = MPIC_Send(buf, count, datatype, dest, tag, comm_ptr, errflag);
    mpich2hd_tell_sent(&message, count, datatype, dest, tag, comm_ptr);
    callbacks->end(&message);
    return message.result;
}

int mpich2hd_Ssend(const void *buf, MPI_Aint count, MPI_Datatype datatype, int dest, int tag,
                   MPIR_Comm *comm_ptr, MPIR_Errflag_t *errflag)
{
    const mpich2hd_callbacks *const callbacks = mpich2hd_callbacks_get();
    if (callbacks == NULL || !callbacks->begin(MPICH2HD_SSEND)) {
        return MPIC_Ssend(buf, count, datatype, dest, tag, comm_ptr, errflag);
    }
    mpich2hd_message message = {.operation = MPICH2HD_SSEND};
    message.result = MPIC_Ssend(buf, count, datatype, dest, tag, comm_ptr, errflag);
    mpich2hd_tell_sent(&message, count, datatype, dest, tag, comm_ptr);
    callbacks->end(&message);
    return message.result;
}

int mpich2hd_Recv(void *buf, MPI_Aint count, MPI_Datatype datatype, int source, int tag,
                  MPIR_Comm *comm_ptr, MPI_Status *status, MPIR_Errflag_t *errflag)
{
    const mpich2hd_callbacks *const callbacks = mpich2hd_callbacks_get();
    if (callbacks == NULL || !callbacks->begin(MPICH2HD_RECV)) {
        return MPIC_Recv(buf, count, datatype, source, tag, comm_ptr, status, errflag);
    }
    MPI_Status own;
    MPI_Status *const found = status == MPI_STATUS_IGNORE ? &own : status;
    mpich2hd_message message = {.operation = MPICH2HD_RECV};
    message.result = MPIC_Recv(buf, count, datatype, source, tag, comm_ptr, found, errflag);
    mpich2hd_tell_received(&message, found, source, tag, comm_ptr);
    callbacks->end(&message);
    return message.result;
}

int mpich2hd_Sendrecv(const void *sendbuf, MPI_Aint sendcount, MPI_Datatype sendtype, int dest,
                      int sendtag, void *recvbuf, MPI_Aint recvcount, MPI_Datatype recvtype,
                      int source, int recvtag, MPIR_Comm *comm_ptr, MPI_Status *status,
                      MPIR_Errflag_t *errflag)
{
    const mpich2hd_callbacks *const callbacks = mpich2hd_callbacks_get();
    if (callbacks == NULL || !callbacks->begin(MPICH2HD_SENDRECV)) {
        return MPIC_Sendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount,
                             recvtype, source, recvtag, comm_ptr, status, errflag);
    }
    MPI_Status own;
    MPI_Status *const found = status == MPI_STATUS_IGNORE ? &own : status;
    mpich2hd_message message = {.operation = MPICH2HD_SENDRECV};
    message.result = MPIC_Sendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount,
                                   recvtype, source, recvtag, comm_ptr, found, errflag);
    mpich2hd_tell_sent(&message, sendcount, sendtype, dest, sendtag, comm_ptr);
    mpich2hd_tell_received(&message, found, source, recvtag, comm_ptr);
    callbacks->end(&message);
    return message.result;
}

int mpich2hd_Sendrecv_replace(void *buf, MPI_Aint count, MPI_Datatype datatype, int dest,
                              int sendtag, int source, int recvtag, MPIR_Comm *comm_ptr,
                              MPI_Status *status, MPIR_Errflag_t *errflag)
{
    const mpich2hd_callbacks *const callbacks = mpich2hd_callbacks_get();
    if (callbacks == NULL || !callbacks->begin(MPICH2HD_SENDRECV_REPLACE)) {
        return MPIC_Sendrecv_replace(buf, count, datatype, dest, sendtag, source, recvtag, comm_ptr,
                                     status, errflag);
    }
    MPI_Status own;
    MPI_Status *const found = status == MPI_STATUS_IGNORE ? &own : status;
    mpich2hd_message message = {.operation = MPICH2HD_SENDRECV_REPLACE};
    message.result = MPIC_Sendrecv_replace(buf, count, datatype, dest, sendtag, source, recvtag,
                                           comm_ptr, found, errflag);
    mpich2hd_tell_sent(&message, count, datatype, dest, sendtag, comm_ptr);
    mpich2hd_tell_received(&message, found, source, recvtag, comm_ptr);
    callbacks->end(&message);
    return message.result;
}

/* --- posts ------------------------------------------------------------------------------------ */

static int mpich2hd_posted_send(const mpich2hd_callbacks *callbacks, int operation, int result,
                                MPI_Aint count, MPI_Datatype type, int to, int tag, MPIR_Comm *comm,
                                const MPIR_Request *request)
{
    mpich2hd_message message = {.operation = operation, .result = result};
    message.request = result == MPI_SUCCESS ? request : NULL;
    mpich2hd_tell_sent(&message, count, type, to, tag, comm);
    callbacks->end(&message);
    return result;
}

static int mpich2hd_posted_receive(const mpich2hd_callbacks *callbacks, int result, MPI_Aint count,
                                   MPI_Datatype type, int from, int tag, MPIR_Comm *comm,
                                   const MPIR_Request *request)
{
    mpich2hd_message message = {.operation = MPICH2HD_IRECV, .result = result};
    message.request = result == MPI_SUCCESS ? request : NULL;
    message.comm = (uint32_t)comm->handle;
    message.from = mpich2hd_world_rank(comm, from);
    message.from_tag = tag;
    message.received = mpich2hd_bytes(count, type);
    callbacks->end(&message);
    return result;
}

int mpich2hd_Isend(const void *buf, MPI_Aint count, MPI_Datatype datatype, int dest, int tag,
                   MPIR_Comm *comm_ptr, MPIR_Request **request, MPIR_Errflag_t *errflag)
{
    const mpich2hd_callbacks *const callbacks = mpich2hd_callbacks_get();
    if (callbacks == NULL || !callbacks->begin(MPICH2HD_ISEND)) {
        return MPIC_Isend(buf, count, datatype, dest, tag, comm_ptr, request, errflag);
    }
    const int result = MPIC_Isend(buf, count, datatype, dest, tag, comm_ptr, request, errflag);
    return mpich2hd_posted_send(callbacks, MPICH2HD_ISEND, result, count, datatype, dest, tag,
                                comm_ptr, *request);
}

int mpich2hd_Issend(const void *buf, MPI_Aint count, MPI_Datatype datatype, int dest, int tag,
                    MPIR_Comm *comm_ptr, MPIR_Request **request, MPIR_Errflag_t *errflag)
{
    const mpich2hd_callbacks *const callbacks = mpich2hd_callbacks_get();
    if (callbacks == NULL || !callbacks->begin(MPICH2HD_ISSEND)) {
        return MPIC_Issend(buf, count, datatype, dest, tag, comm_ptr, request, errflag);
    }
    const int result = MPIC_Issend(buf, count, datatype, dest, tag, comm_ptr, request, errflag);
    return mpich2hd_posted_send(callbacks, MPICH2HD_ISSEND, result, count, datatype, dest, tag,
                                comm_ptr, *request);
}

int mpich2hd_Irecv(void *buf, MPI_Aint count, MPI_Datatype datatype, int source, int tag,
                   MPIR_Comm *comm_ptr, MPIR_Request **request)
{
    const mpich2hd_callbacks *const callbacks = mpich2hd_callbacks_get();
    if (callbacks == NULL || !callbacks->begin(MPICH2HD_IRECV)) {
        return MPIC_Irecv(buf, count, datatype, source, tag, comm_ptr, request);
    }
    const int result = MPIC_Irecv(buf, count, datatype, source, tag, comm_ptr, request);
    return mpich2hd_posted_receive(callbacks, result, count, datatype, source, tag, comm_ptr,
                                   *request);
}

int mpich2hd_scheduled_isend(const void *buffer, MPI_Aint count, MPI_Datatype type, int to, int tag,
                             MPIR_Comm *comm, int offset, MPIR_Request **request)
{
    const mpich2hd_callbacks *const callbacks = mpich2hd_callbacks_get();
    if (callbacks == NULL || !callbacks->begin(MPICH2HD_ISEND)) {
        return MPID_Isend(buffer, count, type, to, tag, comm, offset, request);
    }
    const int result = MPID_Isend(buffer, count, type, to, tag, comm, offset, request);
    return mpich2hd_posted_send(callbacks, MPICH2HD_ISEND, result, count, type, to, tag, comm,
                                *request);
}

int mpich2hd_scheduled_irecv(void *buffer, MPI_Aint count, MPI_Datatype type, int from, int tag,
                             MPIR_Comm *comm, int offset, MPIR_Request **request)
{
    const mpich2hd_callbacks *const callbacks = mpich2hd_callbacks_get();
    if (callbacks == NULL || !callbacks->begin(MPICH2HD_IRECV)) {
        return MPID_Irecv(buffer, count, type, from, tag, comm, offset, request);
    }
    const int result = MPID_Irecv(buffer, count, type, from, tag, comm, offset, request);
    return mpich2hd_posted_receive(callbacks, result, count, type, from, tag, comm, *request);
}

/* --- completions ------------------------------------------------------------------------------ */

static void mpich2hd_tell_done(mpich2hd_done *done, MPIR_Comm *comm, const MPI_Status *status)
{
    if (comm != NULL && status != NULL) {
        done->bytes = (int64_t)MPIR_STATUS_GET_COUNT(*status);
        done->from = mpich2hd_world_rank(comm, status->MPI_SOURCE);
        done->from_tag = status->MPI_TAG;
    }
}

/* The communicator of a receive; NULL for everything else. */
static MPIR_Comm *mpich2hd_receives_on(const MPIR_Request *request)
{
    return request != NULL && request->kind == MPIR_REQUEST_KIND__RECV ? request->comm : NULL;
}

int mpich2hd_Wait(MPIR_Request *request_ptr, MPIR_Errflag_t *errflag)
{
    const mpich2hd_callbacks *const callbacks = mpich2hd_callbacks_get();
    mpich2hd_done done = {.request = request_ptr, .number = -1, .bytes = -1};
    if (callbacks == NULL || !callbacks->begin_wait(MPICH2HD_WAIT, 1, &done)) {
        return MPIC_Wait(request_ptr, errflag);
    }
    MPIR_Comm *const comm = mpich2hd_receives_on(request_ptr);
    mpich2hd_message message = {.operation = MPICH2HD_WAIT, .done_count = 1, .done = &done};
    message.result = MPIC_Wait(request_ptr, errflag);
    mpich2hd_tell_done(&done, comm, &request_ptr->status);
    callbacks->end(&message);
    return message.result;
}

typedef struct mpich2hd_wait {
    mpich2hd_done *done;
    MPIR_Comm **comms;
    MPI_Status *statuses;
} mpich2hd_wait;

static int mpich2hd_wait_for(const mpich2hd_callbacks *callbacks, const mpich2hd_wait *all,
                             int numreq, MPIR_Request *requests[], MPIR_Errflag_t *errflag)
{
    for (int i = 0; i < numreq; i++) {
        all->done[i] = (mpich2hd_done){.request = requests[i], .number = -1, .bytes = -1};
        all->comms[i] = mpich2hd_receives_on(requests[i]);
    }
    if (!callbacks->begin_wait(MPICH2HD_WAITALL, numreq, all->done)) {
        return MPIC_Waitall(numreq, requests, all->statuses, errflag);
    }
    mpich2hd_message message = {.operation = MPICH2HD_WAITALL, .done_count = numreq};
    message.done = all->done;
    message.result = MPIC_Waitall(numreq, requests, all->statuses, errflag);
    for (int i = 0; i < numreq && message.result == MPI_SUCCESS; i++) {
        mpich2hd_tell_done(&all->done[i], all->comms[i], &all->statuses[i]);
    }
    callbacks->end(&message);
    return message.result;
}

static int mpich2hd_wait_for_many(const mpich2hd_callbacks *callbacks, int numreq,
                                  MPIR_Request *requests[], MPI_Status statuses[],
                                  MPIR_Errflag_t *errflag)
{
    const size_t count = (size_t)numreq;
    const bool ignored = statuses == MPI_STATUSES_IGNORE;
    mpich2hd_wait all = {
        MPL_malloc(count * sizeof(mpich2hd_done), MPL_MEM_COLL),
        MPL_malloc(count * sizeof(MPIR_Comm *), MPL_MEM_COLL),
        ignored ? MPL_malloc(count * sizeof(MPI_Status), MPL_MEM_COLL) : statuses,
    };
    const int result = all.done != NULL && all.comms != NULL && all.statuses != NULL
                           ? mpich2hd_wait_for(callbacks, &all, numreq, requests, errflag)
                           : MPIC_Waitall(numreq, requests, statuses, errflag);
    MPL_free(all.done);
    MPL_free(all.comms);
    if (ignored) {
        MPL_free(all.statuses);
    }
    return result;
}

int mpich2hd_Waitall(int numreq, MPIR_Request *requests[], MPI_Status statuses[],
                     MPIR_Errflag_t *errflag)
{
    const mpich2hd_callbacks *const callbacks = mpich2hd_callbacks_get();
    if (callbacks == NULL) {
        return MPIC_Waitall(numreq, requests, statuses, errflag);
    }
    if (numreq > MPICH2HD_FEW) {
        return mpich2hd_wait_for_many(callbacks, numreq, requests, statuses, errflag);
    }
    mpich2hd_done done[MPICH2HD_FEW];
    MPIR_Comm *comms[MPICH2HD_FEW];
    MPI_Status own[MPICH2HD_FEW];
    const mpich2hd_wait all = {done, comms, statuses == MPI_STATUSES_IGNORE ? own : statuses};
    return mpich2hd_wait_for(callbacks, &all, numreq, requests, errflag);
}

void mpich2hd_told_to_let_go(MPIR_Request *request)
{
    const mpich2hd_callbacks *const callbacks = mpich2hd_callbacks_get();
    mpich2hd_done done = {.request = request, .bytes = -1};
    if (callbacks != NULL && request != NULL && MPIR_Request_is_complete(request)) {
        mpich2hd_tell_done(&done, mpich2hd_receives_on(request), &request->status);
        callbacks->let_go(request, done.from, done.from_tag, done.bytes);
    }
}
