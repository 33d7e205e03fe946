/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One call of each remaining kind: one-sided, intercommunicators, topologies, large counts,
 * persistent collectives, local reductions. Run with 2 ranks. */
#include <mpi.h>
#include <stdlib.h>

/* World rank 1 lets world rank 0 in; the communicator has them the other way round. */
static void epoch_of_groups(int rank, MPI_Comm reversed, MPI_Win window)
{
    MPI_Group both, peer;
    MPI_Comm_group(reversed, &both);
    MPI_Group_incl(both, 1, &rank, &peer);
    if (rank == 1) {
        MPI_Win_post(peer, 0, window);
        MPI_Win_wait(window);
    } else {
        MPI_Win_start(peer, 0, window);
        MPI_Accumulate(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, window);
        MPI_Win_complete(window);
    }
    MPI_Group_free(&peer);
    MPI_Group_free(&both);
}

static void one_sided(int rank)
{
    int cells[4] = {0};
    int value = rank;
    MPI_Win window;
    MPI_Request request;
    MPI_Comm reversed;
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &reversed);
    MPI_Win_create(cells, sizeof(cells), sizeof(int), MPI_INFO_NULL, reversed, &window);
    MPI_Win_fence(0, window);
    MPI_Put(&value, 1, MPI_INT, 0, 3, 1, MPI_INT, window); /* world rank 1 */
    MPI_Win_fence(0, window);
    MPI_Win_lock_all(0, window);
    MPI_Rget(&value, 1, MPI_INT, rank, 2, 1, MPI_INT, window, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Win_unlock_all(window);
    epoch_of_groups(rank, reversed, window);
    MPI_Win_free(&window);
    MPI_Comm_free(&reversed);
}

static void between_groups(int rank)
{
    int value = rank;
    MPI_Comm inter, merged;
    MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, 1 - rank, 5, &inter);
    MPI_Sendrecv_replace(&value, 1, MPI_INT, 0, 6, 0, 6, inter, MPI_STATUS_IGNORE);
    MPI_Bcast(&value, 1, MPI_INT, rank == 0 ? MPI_ROOT : 0, inter);
    MPI_Intercomm_merge(inter, rank, &merged);
    MPI_Barrier(merged);
    MPI_Comm_free(&merged);
    MPI_Comm_free(&inter);
}

/* From rank 0 to rank 1 twice, with blocks of different sizes. */
static void graph(int rank)
{
    const int peers[2] = {1 - rank, 1 - rank};
    const int counts[2] = {1, 2};
    const int places[2] = {0, 1};
    const MPI_Aint offsets[2] = {0, 8};
    const MPI_Datatype types[2] = {MPI_INT, MPI_DOUBLE};
    const int weights[2] = {1, 1};
    double blocks[4] = {0};
    double received[4];
    MPI_Comm pair;
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, rank == 0 ? 0 : 2, peers, weights,
                                   rank == 0 ? 2 : 0, peers, weights, MPI_INFO_NULL, 0, &pair);
    MPI_Neighbor_alltoallv(blocks, counts, places, MPI_INT, received, counts, places, MPI_INT,
                           pair);
    MPI_Neighbor_alltoallw(blocks, counts, offsets, types, received, counts, offsets, types, pair);
    MPI_Comm_free(&pair);
}

static void topologies(void)
{
    const int dims[1] = {2};
    const int periods[1] = {1};
    int one = 1;
    int around[2];
    MPI_Comm ring, later;
    MPI_Request request;
    MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &ring);
    MPI_Neighbor_allgather(&one, 1, MPI_INT, around, 1, MPI_INT, ring);
    MPI_Comm_idup(ring, &later, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Barrier(later);
    MPI_Comm_free(&later);
    MPI_Comm_free(&ring);
}

/* Large counts and persistent collectives are of MPI 4. */
static void large_and_persistent(int rank)
{
#if MPI_VERSION >= 4
    int value = rank;
    int sums[2] = {0};
    const MPI_Count counts[2] = {1, 1};
    MPI_Request request;
    if (rank == 0) {
        MPI_Send_c(&value, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
    } else {
        MPI_Recv_c(&value, 1, MPI_INT, MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Reduce_scatter_c(sums, &value, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce_init(&value, sums, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
#else
    (void)rank;
#endif
}

static void unequal_types(int rank)
{
    const int sums[2] = {0};
    const int places[2] = {0, 4};
    const int ones[2] = {1, 1};
    const MPI_Datatype types[2] = {rank == 0 ? MPI_INT : MPI_FLOAT, MPI_FLOAT};
    int value = 0;
    int out[2];
    MPI_Reduce_local(sums, &value, 1, MPI_INT, MPI_SUM);
    MPI_Alltoallw(sums, ones, places, types, out, ones, places, types, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    int rank = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    one_sided(rank);
    between_groups(rank);
    topologies();
    graph(rank);
    large_and_persistent(rank);
    unequal_types(rank);
    MPI_Finalize();
    return EXIT_SUCCESS;
}
