/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls every group of MPI functions that the simulator executes, in each of their forms. For 4
 * ranks. usage: functions FILE */
#include <mpi.h>

#include <stdio.h>
#include <stdlib.h>

enum { RANKS = 4, WORDS = 1024 };

static int rank, sent[RANKS * WORDS], received[RANKS * WORDS];

static void wait_for(MPI_Request *request)
{
    MPI_Wait(request, MPI_STATUS_IGNORE);
}

/* One message from each rank to the next one, by any kind of send. */
typedef int send_function(const void *, int, MPI_Datatype, int, int, MPI_Comm);
typedef int isend_function(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);

static void sends(void)
{
    static send_function *const blocking[] = {MPI_Send, MPI_Ssend, MPI_Bsend, MPI_Rsend};
    static isend_function *const started[] = {MPI_Isend, MPI_Issend, MPI_Ibsend, MPI_Irsend};
    static isend_function *const prepared[] = {MPI_Send_init, MPI_Ssend_init, MPI_Bsend_init,
                                               MPI_Rsend_init};
    const int next = (rank + 1) % RANKS, before = (rank + RANKS - 1) % RANKS;
    MPI_Request request[2];
    for (int i = 0; i < 4; i++) {
        MPI_Irecv(received, WORDS, MPI_INT, before, i, MPI_COMM_WORLD, &request[0]);
        MPI_Barrier(MPI_COMM_WORLD);
        blocking[i](sent, WORDS, MPI_INT, next, i, MPI_COMM_WORLD);
        wait_for(&request[0]);
        MPI_Irecv(received, WORDS, MPI_INT, MPI_ANY_SOURCE, i, MPI_COMM_WORLD, &request[0]);
        MPI_Barrier(MPI_COMM_WORLD);
        started[i](sent, WORDS, MPI_INT, next, i, MPI_COMM_WORLD, &request[1]);
        MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
        MPI_Recv_init(received, WORDS, MPI_INT, MPI_ANY_SOURCE, i, MPI_COMM_WORLD, &request[0]);
        prepared[i](sent, WORDS, MPI_INT, next, i, MPI_COMM_WORLD, &request[1]);
        for (int round = 0; round < 2; round++) {
            MPI_Start(&request[0]);
            MPI_Barrier(MPI_COMM_WORLD);
            MPI_Startall(1, &request[1]);
            MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
        }
        MPI_Request_free(&request[0]);
        MPI_Request_free(&request[1]);
    }
}

static void exchanges(void)
{
    const int next = (rank + 1) % RANKS, before = (rank + RANKS - 1) % RANKS;
    MPI_Sendrecv(sent, WORDS, MPI_INT, next, 1, received, WORDS, MPI_INT, before, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Sendrecv_replace(sent, WORDS, MPI_INT, next, 2, MPI_ANY_SOURCE, 2, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
    MPI_Sendrecv(sent, WORDS, MPI_INT, rank == 0 ? MPI_PROC_NULL : rank - 1, 3, received, WORDS,
                 MPI_INT, rank == RANKS - 1 ? MPI_PROC_NULL : rank + 1, 3, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
#if MPI_VERSION >= 4
    MPI_Request request;
    MPI_Isendrecv(sent, WORDS, MPI_INT, next, 4, received, WORDS, MPI_INT, MPI_ANY_SOURCE, 4,
                  MPI_COMM_WORLD, &request);
    wait_for(&request);
    MPI_Isendrecv_replace(sent, WORDS, MPI_INT, next, 5, before, 5, MPI_COMM_WORLD, &request);
    wait_for(&request);
    MPI_Send_c(sent, 1, MPI_INT, MPI_PROC_NULL, 6, MPI_COMM_WORLD);
#endif
}

/* Rank 0 finds out what the others send, in every way. */
static void probes(void)
{
    if (rank > 0) {
        for (int tag = 0; tag < 4; tag++) {
            MPI_Send(sent, rank * 10, MPI_INT, 0, tag, MPI_COMM_WORLD);
        }
        return;
    }
    for (int i = 1; i < RANKS; i++) {
        MPI_Status status;
        MPI_Message message;
        MPI_Request request;
        int found = 0;
        MPI_Probe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
        MPI_Recv(received, WORDS, MPI_INT, status.MPI_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        while (!found) {
            MPI_Iprobe(MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &found, &status);
        }
        MPI_Recv(received, WORDS, MPI_INT, status.MPI_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Mprobe(MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, &message, &status);
        MPI_Mrecv(received, WORDS, MPI_INT, &message, MPI_STATUS_IGNORE);
        for (found = 0; !found;) {
            MPI_Improbe(MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, &found, &message, &status);
        }
        MPI_Imrecv(received, WORDS, MPI_INT, &message, &request);
        wait_for(&request);
    }
}

/* Each way to wait for two requests, and a receive that is given up. */
static void waits(void)
{
    const int next = (rank + 1) % RANKS;
    for (int way = 0; way < 6; way++) {
        MPI_Request request[2];
        int index, count = 0, flag = 0, indices[2];
        MPI_Irecv(received, WORDS, MPI_INT, MPI_ANY_SOURCE, way, MPI_COMM_WORLD, &request[0]);
        MPI_Isend(sent, WORDS, MPI_INT, next, way, MPI_COMM_WORLD, &request[1]);
        for (int done = 0; done < 2; done += count) {
            count = 1;
            switch (way) {
            case 0:
                MPI_Waitany(2, request, &index, MPI_STATUS_IGNORE);
                break;
            case 1:
                MPI_Waitsome(2, request, &count, indices, MPI_STATUSES_IGNORE);
                break;
            case 2:
                MPI_Testany(2, request, &index, &count, MPI_STATUS_IGNORE);
                break;
            case 3:
                MPI_Testsome(2, request, &count, indices, MPI_STATUSES_IGNORE);
                break;
            case 4:
                MPI_Testall(2, request, &flag, MPI_STATUSES_IGNORE);
                count = 2 * flag;
                break;
            default:
                MPI_Request_get_status(request[done], &count, MPI_STATUS_IGNORE);
                if (count) {
                    MPI_Test(&request[done], &count, MPI_STATUS_IGNORE);
                }
            }
        }
    }
    MPI_Request given_up;
    MPI_Irecv(received, WORDS, MPI_INT, MPI_ANY_SOURCE, 99, MPI_COMM_WORLD, &given_up);
    MPI_Cancel(&given_up);
    wait_for(&given_up);
}

static void partitions(void)
{
#if MPI_VERSION >= 4
    enum { PARTS = 4 };
    int parts[2] = {2, 3};
    MPI_Request request;
    if (rank > 1) {
        return;
    }
    if (rank == 0) {
        MPI_Psend_init(sent, PARTS, WORDS / PARTS, MPI_INT, 1, 7, MPI_COMM_WORLD, MPI_INFO_NULL,
                       &request);
    } else {
        MPI_Precv_init(received, PARTS, WORDS / PARTS, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_INFO_NULL,
                       &request);
    }
    MPI_Start(&request);
    if (rank == 0) {
        MPI_Pready(0, request);
        MPI_Pready_range(1, 1, request);
        MPI_Pready_list(2, parts, request);
    } else {
        for (int i = 0; i < PARTS; i++) {
            for (int arrived = 0; !arrived;) {
                MPI_Parrived(request, i, &arrived);
            }
        }
    }
    wait_for(&request);
    MPI_Request_free(&request);
#endif
}

/* Arguments of collective functions; of the v-functions rank i has i + 1 words. */
static int counts[RANKS], places[RANKS];
static MPI_Datatype types[RANKS];
static void set_counts(int first, int more)
{
    for (int i = 0; i < RANKS; i++) {
        counts[i] = first + i * more;
        places[i] = 10 * i;
        types[i] = MPI_INT;
    }
}

static void collectives(MPI_Comm comm)
{
    MPI_Barrier(comm);
    MPI_Bcast(received, WORDS, MPI_INT, 1, comm);
    MPI_Gather(sent, 5, MPI_INT, received, 5, MPI_INT, 1, comm);
    MPI_Gather(rank == 1 ? MPI_IN_PLACE : sent, 5, MPI_INT, received, 5, MPI_INT, 1, comm);
    MPI_Gatherv(sent, rank + 1, MPI_INT, received, counts, places, MPI_INT, 1, comm);
    MPI_Scatter(sent, 5, MPI_INT, received, 5, MPI_INT, 1, comm);
    MPI_Scatterv(sent, counts, places, MPI_INT, received, rank + 1, MPI_INT, 1, comm);
    MPI_Allgather(sent, 5, MPI_INT, received, 5, MPI_INT, comm);
    MPI_Allgatherv(sent, rank + 1, MPI_INT, received, counts, places, MPI_INT, comm);
    MPI_Alltoall(sent, 5, MPI_INT, received, 5, MPI_INT, comm);
    set_counts(3, 0);
    MPI_Alltoallv(sent, counts, places, MPI_INT, received, counts, places, MPI_INT, comm);
    MPI_Alltoallw(sent, counts, places, types, received, counts, places, types, comm);
    MPI_Reduce(sent, received, 5, MPI_INT, MPI_SUM, 1, comm);
    MPI_Allreduce(sent, received, 5, MPI_INT, MPI_SUM, comm);
    MPI_Reduce_scatter(sent, received, counts, MPI_INT, MPI_SUM, comm);
    MPI_Reduce_scatter_block(sent, received, 5, MPI_INT, MPI_SUM, comm);
    MPI_Scan(sent, received, 5, MPI_INT, MPI_SUM, comm);
    MPI_Exscan(sent, received, 5, MPI_INT, MPI_SUM, comm);
    set_counts(1, 1);
}

static void nonblocking_collectives(MPI_Comm comm)
{
    MPI_Request r[16];
    int n = 0;
    static int in[16][RANKS * 16];
    MPI_Ibarrier(comm, &r[n++]);
    MPI_Ibcast(in[1], 5, MPI_INT, 1, comm, &r[n++]);
    MPI_Igather(sent, 5, MPI_INT, in[2], 5, MPI_INT, 1, comm, &r[n++]);
    MPI_Igatherv(sent, rank + 1, MPI_INT, in[3], counts, places, MPI_INT, 1, comm, &r[n++]);
    MPI_Iscatter(sent, 5, MPI_INT, in[4], 5, MPI_INT, 1, comm, &r[n++]);
    MPI_Iscatterv(sent, counts, places, MPI_INT, in[5], rank + 1, MPI_INT, 1, comm, &r[n++]);
    MPI_Iallgather(sent, 5, MPI_INT, in[6], 5, MPI_INT, comm, &r[n++]);
    MPI_Iallgatherv(sent, rank + 1, MPI_INT, in[7], counts, places, MPI_INT, comm, &r[n++]);
    MPI_Ialltoall(sent, 5, MPI_INT, in[8], 5, MPI_INT, comm, &r[n++]);
    MPI_Ireduce(sent, in[9], 5, MPI_INT, MPI_SUM, 1, comm, &r[n++]);
    MPI_Iallreduce(sent, in[10], 5, MPI_INT, MPI_SUM, comm, &r[n++]);
    MPI_Ireduce_scatter(sent, in[11], counts, MPI_INT, MPI_SUM, comm, &r[n++]);
    MPI_Ireduce_scatter_block(sent, in[12], 5, MPI_INT, MPI_SUM, comm, &r[n++]);
    MPI_Iscan(sent, in[13], 5, MPI_INT, MPI_SUM, comm, &r[n++]);
    MPI_Iexscan(sent, in[14], 5, MPI_INT, MPI_SUM, comm, &r[n++]);
    MPI_Waitall(n, r, MPI_STATUSES_IGNORE);
    set_counts(3, 0);
    MPI_Ialltoallv(sent, counts, places, MPI_INT, in[0], counts, places, MPI_INT, comm, &r[0]);
    MPI_Ialltoallw(sent, counts, places, types, in[1], counts, places, types, comm, &r[1]);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    set_counts(1, 1);
}

static void persistent_collectives(MPI_Comm comm)
{
#if MPI_VERSION >= 4
    MPI_Request r[2];
    MPI_Allreduce_init(sent, received, 5, MPI_INT, MPI_SUM, comm, MPI_INFO_NULL, &r[0]);
    MPI_Gatherv_init(sent, rank + 1, MPI_INT, received + WORDS, counts, places, MPI_INT, 1, comm,
                     MPI_INFO_NULL, &r[1]);
    for (int round = 0; round < 2; round++) {
        MPI_Startall(2, r);
        MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    }
    MPI_Request_free(&r[0]);
    MPI_Request_free(&r[1]);
#endif
    (void)comm;
}

static void with_neighbours(MPI_Comm comm)
{
    const MPI_Aint offsets[RANKS] = {0, 64, 128, 192};
    MPI_Request request;
    set_counts(3, 0);
    MPI_Neighbor_allgather(sent, 5, MPI_INT, received, 5, MPI_INT, comm);
    MPI_Neighbor_allgatherv(sent, 3, MPI_INT, received, counts, places, MPI_INT, comm);
    MPI_Neighbor_alltoall(sent, 5, MPI_INT, received, 5, MPI_INT, comm);
    MPI_Neighbor_alltoallv(sent, counts, places, MPI_INT, received, counts, places, MPI_INT, comm);
    MPI_Neighbor_alltoallw(sent, counts, offsets, types, received, counts, offsets, types, comm);
    MPI_Ineighbor_allgather(sent, 5, MPI_INT, received, 5, MPI_INT, comm, &request);
    wait_for(&request);
    MPI_Ineighbor_alltoallv(sent, counts, places, MPI_INT, received, counts, places, MPI_INT, comm,
                            &request);
    wait_for(&request);
    set_counts(1, 1);
}

static void topologies(void)
{
    const int dims[2] = {2, 2}, periods[2] = {1, 0}, keep[2] = {0, 1};
    const int ends[RANKS] = {1, 3, 5, 6}, edges[6] = {1, 0, 2, 1, 3, 2};
    const int next = (rank + 1) % RANKS, before = (rank + RANKS - 1) % RANKS;
    const int one = 1, weight = 1;
    MPI_Comm grid, row, graph, ring, line;
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    with_neighbours(grid);
    MPI_Cart_sub(grid, keep, &row);
    with_neighbours(row);
    MPI_Graph_create(MPI_COMM_WORLD, RANKS, ends, edges, 0, &graph);
    with_neighbours(graph);
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &before, &weight, 1, &next, &weight,
                                   MPI_INFO_NULL, 0, &ring);
    with_neighbours(ring);
    MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &rank, &one, &next, &weight, MPI_INFO_NULL, 0, &line);
    with_neighbours(line);
    MPI_Comm_free(&line);
    MPI_Comm_free(&ring);
    MPI_Comm_free(&graph);
    MPI_Comm_free(&row);
    MPI_Comm_free(&grid);
}

static void communicators(void)
{
    MPI_Comm copy, half, group_comm, later, inter, merged;
    MPI_Group all, first;
    MPI_Request request;
    const int leaders[2] = {0, 1};
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    collectives(copy);
    MPI_Comm_split(copy, rank % 2, -rank, &half);
    MPI_Allreduce(sent, received, 5, MPI_INT, MPI_SUM, half);
    MPI_Comm_group(copy, &all);
    MPI_Group_incl(all, 2, leaders, &first);
    MPI_Comm_create(copy, first, &group_comm);
    if (group_comm != MPI_COMM_NULL) {
        MPI_Barrier(group_comm);
        MPI_Comm_free(&group_comm);
        MPI_Comm_create_group(copy, first, 3, &group_comm);
        MPI_Bcast(sent, 5, MPI_INT, 1, group_comm);
        MPI_Comm_free(&group_comm);
    }
    MPI_Comm_idup(half, &later, &request);
    wait_for(&request);
    MPI_Barrier(later);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank % 2 == 0 ? 3 : 2, 8, &inter);
    MPI_Sendrecv(sent, WORDS, MPI_INT, rank / 2, 9, received, WORDS, MPI_INT, rank / 2, 9, inter,
                 MPI_STATUS_IGNORE);
    MPI_Intercomm_merge(inter, rank % 2, &merged);
    MPI_Barrier(merged);
    MPI_Comm_free(&merged);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&later);
    MPI_Comm_free(&half);
    MPI_Comm_free(&copy);
    MPI_Group_free(&first);
    MPI_Group_free(&all);
}

/* Each rank has a part of its own. */
static void files(const char *name)
{
    const MPI_Offset own = (MPI_Offset)rank * WORDS * (MPI_Offset)sizeof(int);
    MPI_File file;
    MPI_Request request;
    MPI_Datatype part;
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    MPI_File_write_at(file, own, sent, WORDS, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_iread_at(file, own, received, WORDS, MPI_INT, &request);
    wait_for(&request);
    MPI_File_seek(file, own, MPI_SEEK_SET);
    MPI_File_iwrite(file, sent, WORDS, MPI_INT, &request);
    wait_for(&request);
    MPI_File_seek(file, own, MPI_SEEK_SET);
    MPI_File_read(file, received, WORDS, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_write_at_all(file, own, sent, WORDS, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_read_at_all_begin(file, own, received, WORDS, MPI_INT);
    MPI_File_read_at_all_end(file, received, MPI_STATUS_IGNORE);
    MPI_File_write_ordered(file, sent, WORDS, MPI_INT, MPI_STATUS_IGNORE);
    MPI_Type_vector(WORDS, 1, RANKS, MPI_INT, &part);
    MPI_Type_commit(&part);
    MPI_File_set_view(file, (MPI_Offset)rank * (MPI_Offset)sizeof(int), MPI_INT, part, "native",
                      MPI_INFO_NULL);
    MPI_File_write_all(file, sent, WORDS, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_read_all(file, received, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_Type_free(&part);
    MPI_File_close(&file);
}

int main(int argc, char **argv)
{
    static char buffer[1 << 20];
    char *detached;
    int size, ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc != 2 || ranks != RANKS) {
        (void)fputs("usage: functions FILE, on 4 ranks\n", stderr);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    set_counts(1, 1);
    MPI_Buffer_attach(buffer, sizeof(buffer));
    sends();
    exchanges();
    probes();
    waits();
    partitions();
    collectives(MPI_COMM_WORLD);
    nonblocking_collectives(MPI_COMM_WORLD);
    persistent_collectives(MPI_COMM_WORLD);
    topologies();
    communicators();
    files(argv[1]);
    MPI_Buffer_detach(&detached, &size);
    MPI_Finalize();
    return 0;
}
