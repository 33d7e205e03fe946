/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ---- communication -----------------------------------------------------------------------------
 */

static void wait_for(const struct call *c)
{
    int done = 0;
    for (int i = 0; i < c->number_count; i++) {
        waited[i] = requests[numbers[c->first + i]];
    }
    check(c, c->what == C_Waitall ? MPI_Waitall(c->number_count, waited, statuses)
                                  : MPI_Testall(c->number_count, waited, &done, statuses));
    for (int i = 0; i < c->number_count; i++) {
        requests[numbers[c->first + i]] = waited[i];
    }
}

static void communicate(const struct call *c)
{
    const MPI_Comm comm = c->communicator < 0 ? MPI_COMM_NULL : communicators[c->communicator];
    const MPI_Datatype b = MPI_BYTE;
    const int n = (int)c->count, in = (int)c->count_in, later = (c->flags & 2) != 0;
    char *const o = out_data, *const i = in_data;
    MPI_Request *const r = c->request < 0 ? NULL : &requests[c->request];
    int code = MPI_SUCCESS;
    switch (c->what) {
    case C_Finalize:
        break;
    case C_Waitall:
    case C_Testall:
        wait_for(c);
        break;
    case C_Send:
        code = MPI_Send(o, n, b, c->peer, c->tag, comm);
        break;
    case C_Ssend:
        code = MPI_Ssend(o, n, b, c->peer, c->tag, comm);
        break;
    case C_Isend:
        code = MPI_Isend(o, n, b, c->peer, c->tag, comm, r);
        break;
    case C_Issend:
        code = MPI_Issend(o, n, b, c->peer, c->tag, comm, r);
        break;
    case C_Recv:
        code = MPI_Recv(i, in, b, c->peer_in, c->tag_in, comm, MPI_STATUS_IGNORE);
        break;
    case C_Irecv:
        code = MPI_Irecv(i, in, b, c->peer_in, c->tag_in, comm, r);
        break;
    case C_Sendrecv:
        code = MPI_Sendrecv(o, n, b, c->peer, c->tag, i, in, b, c->peer_in, c->tag_in, comm,
                            MPI_STATUS_IGNORE);
        break;
#define MEET(name, small, ...)                                                                     \
    case C_##name:                                                                                 \
        code = later ? MPI_I##small(__VA_ARGS__, r) : MPI_##name(__VA_ARGS__);                     \
        break;
        MEET(Barrier, barrier, comm)
        MEET(Bcast, bcast, i, n, b, c->peer, comm)
        MEET(Gather, gather, o, n, b, i, n, b, c->peer, comm)
        MEET(Scatter, scatter, o, n, b, i, n, b, c->peer, comm)
        MEET(Reduce, reduce, o, i, n, b, MPI_BXOR, c->peer, comm)
        MEET(Allgather, allgather, o, n, b, i, n, b, comm)
        MEET(Allreduce, allreduce, o, i, n, b, MPI_BXOR, comm)
        MEET(Alltoall, alltoall, o, n, b, i, n, b, comm)
        MEET(Reduce_scatter_block, reduce_scatter_block, o, i, n, b, MPI_BXOR, comm)
        MEET(Scan, scan, o, i, n, b, MPI_BXOR, comm)
        MEET(Exscan, exscan, o, i, n, b, MPI_BXOR, comm)
#undef MEET
    default:
        give_up(c, "not a call of this program");
    }
    check(c, code);
}
