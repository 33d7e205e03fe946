/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages, collectives and requests. Contents are bytes: what they were made of does not matter to
 * the order of I/O. */
#include "run_calls.h"

static int payload(const struct run *run, int64_t bytes)
{
    const int64_t limit = run->options.payload_bytes;
    return (int)(limit >= 0 && bytes > limit ? limit : bytes);
}

/* A collective of nothing waits for nobody. */
static int share(const struct run *run, int64_t bytes)
{
    const int got = payload(run, bytes);
    return bytes > 0 && got == 0 ? 1 : got;
}

static int later(struct run_strand *s, const struct plan_cell *cell, MPI_Comm comm, int n)
{
    MPI_Request *const r = &s->mpi->requests[cell->request];
    const int root = (int)cell->peer;
    switch (cell->call) {
    case PLAN_CALL_BARRIER:
        return MPI_Ibarrier(comm, r);
    case PLAN_CALL_BCAST:
        return MPI_Ibcast(s->in, n, MPI_BYTE, root, comm, r);
    case PLAN_CALL_GATHER:
        return MPI_Igather(s->out, n, MPI_BYTE, s->in, n, MPI_BYTE, root, comm, r);
    case PLAN_CALL_SCATTER:
        return MPI_Iscatter(s->out, n, MPI_BYTE, s->in, n, MPI_BYTE, root, comm, r);
    case PLAN_CALL_REDUCE:
        return MPI_Ireduce(s->out, s->in, n, MPI_BYTE, MPI_BXOR, root, comm, r);
    case PLAN_CALL_ALLGATHER:
        return MPI_Iallgather(s->out, n, MPI_BYTE, s->in, n, MPI_BYTE, comm, r);
    case PLAN_CALL_ALLREDUCE:
        return MPI_Iallreduce(s->out, s->in, n, MPI_BYTE, MPI_BXOR, comm, r);
    case PLAN_CALL_ALLTOALL:
        return MPI_Ialltoall(s->out, n, MPI_BYTE, s->in, n, MPI_BYTE, comm, r);
    case PLAN_CALL_REDUCE_SCATTER_BLOCK:
        return MPI_Ireduce_scatter_block(s->out, s->in, n, MPI_BYTE, MPI_BXOR, comm, r);
    case PLAN_CALL_SCAN:
        return MPI_Iscan(s->out, s->in, n, MPI_BYTE, MPI_BXOR, comm, r);
    case PLAN_CALL_EXSCAN:
        return MPI_Iexscan(s->out, s->in, n, MPI_BYTE, MPI_BXOR, comm, r);
    default:
        return MPI_ERR_ARG;
    }
}

static int meet(struct run_strand *s, const struct plan_cell *cell, MPI_Comm comm)
{
    const int n = share(s->run, cell->count);
    const int root = (int)cell->peer;
    if ((cell->flags & PLAN_CELL_NONBLOCKING) != 0) {
        return later(s, cell, comm, n);
    }
    switch (cell->call) {
    case PLAN_CALL_BARRIER:
        return MPI_Barrier(comm);
    case PLAN_CALL_BCAST:
        return MPI_Bcast(s->in, n, MPI_BYTE, root, comm);
    case PLAN_CALL_GATHER:
        return MPI_Gather(s->out, n, MPI_BYTE, s->in, n, MPI_BYTE, root, comm);
    case PLAN_CALL_SCATTER:
        return MPI_Scatter(s->out, n, MPI_BYTE, s->in, n, MPI_BYTE, root, comm);
    case PLAN_CALL_REDUCE:
        return MPI_Reduce(s->out, s->in, n, MPI_BYTE, MPI_BXOR, root, comm);
    case PLAN_CALL_ALLGATHER:
        return MPI_Allgather(s->out, n, MPI_BYTE, s->in, n, MPI_BYTE, comm);
    case PLAN_CALL_ALLREDUCE:
        return MPI_Allreduce(s->out, s->in, n, MPI_BYTE, MPI_BXOR, comm);
    case PLAN_CALL_ALLTOALL:
        return MPI_Alltoall(s->out, n, MPI_BYTE, s->in, n, MPI_BYTE, comm);
    case PLAN_CALL_REDUCE_SCATTER_BLOCK:
        return MPI_Reduce_scatter_block(s->out, s->in, n, MPI_BYTE, MPI_BXOR, comm);
    case PLAN_CALL_SCAN:
        return MPI_Scan(s->out, s->in, n, MPI_BYTE, MPI_BXOR, comm);
    case PLAN_CALL_EXSCAN:
        return MPI_Exscan(s->out, s->in, n, MPI_BYTE, MPI_BXOR, comm);
    default:
        return MPI_ERR_ARG;
    }
}

static int complete(struct run_strand *s, const struct plan_cell *cell)
{
    const int64_t *slots = plan_file_more(cell);
    const int n = (int)cell->number_count;
    int flag = 0;
    for (int i = 0; i < n; i++) {
        s->mpi->waited[i] = s->mpi->requests[slots[i]];
    }
    const int code = cell->call == PLAN_CALL_WAIT
                         ? MPI_Waitall(n, s->mpi->waited, s->mpi->statuses)
                         : MPI_Testall(n, s->mpi->waited, &flag, s->mpi->statuses);
    for (int i = 0; i < n; i++) {
        s->mpi->requests[slots[i]] = s->mpi->waited[i];
    }
    return code;
}

int run_communicate(struct run_strand *s, const struct plan_cell *cell)
{
    if (cell->call == PLAN_CALL_FINALIZE) {
        return MPI_SUCCESS; /* its time counts, the end is common */
    }
    if (cell->call == PLAN_CALL_WAIT || cell->call == PLAN_CALL_TEST) {
        return complete(s, cell);
    }
    const MPI_Comm comm = s->run->mpi->communicators[cell->communicator];
    const int out = payload(s->run, cell->count);
    const int in = payload(s->run, cell->count_in);
    const int to = (int)cell->peer;
    const int from = (int)cell->peer_in;
    switch (cell->call) {
    case PLAN_CALL_SEND:
        return MPI_Send(s->out, out, MPI_BYTE, to, cell->tag, comm);
    case PLAN_CALL_SSEND:
        return MPI_Ssend(s->out, out, MPI_BYTE, to, cell->tag, comm);
    case PLAN_CALL_ISEND:
        return MPI_Isend(s->out, out, MPI_BYTE, to, cell->tag, comm,
                         &s->mpi->requests[cell->request]);
    case PLAN_CALL_ISSEND:
        return MPI_Issend(s->out, out, MPI_BYTE, to, cell->tag, comm,
                          &s->mpi->requests[cell->request]);
    case PLAN_CALL_RECV:
        return MPI_Recv(s->in, in, MPI_BYTE, from, cell->tag_in, comm, MPI_STATUS_IGNORE);
    case PLAN_CALL_IRECV:
        return MPI_Irecv(s->in, in, MPI_BYTE, from, cell->tag_in, comm,
                         &s->mpi->requests[cell->request]);
    case PLAN_CALL_SENDRECV:
        return MPI_Sendrecv(s->out, out, MPI_BYTE, to, cell->tag, s->in, in, MPI_BYTE, from,
                            cell->tag_in, comm, MPI_STATUS_IGNORE);
    default:
        return meet(s, cell, comm);
    }
}
