/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whom a process is next to in a communicator with a topology, asked of MPI. Ranks are in the order
 * of the blocks of neighbourhood functions (MPI 4.0, section 8.6); beyond the open border of a grid
 * there is MPI_PROC_NULL, which has a block, too. */
#include "hdmpi_record.h"

#include <stdlib.h>

/* Ranks of the communicator; `destinations` lie behind the sources in one piece of memory. */
typedef struct neighbors {
    int source_count;
    int destination_count;
    int *sources;
    int *destinations;
} neighbors;

static bool allocate(neighbors *next, int source_count, int destination_count)
{
    next->sources = malloc(((size_t)source_count + (size_t)destination_count + 1) * sizeof(int));
    if (next->sources == NULL) {
        return false;
    }
    next->source_count = source_count;
    next->destination_count = destination_count;
    next->destinations = next->sources + source_count;
    return true;
}

static bool of_grid(MPI_Comm comm, neighbors *next)
{
    int dimensions = 0;
    if (PMPI_Cartdim_get(comm, &dimensions) != MPI_SUCCESS ||
        !allocate(next, 2 * dimensions, 2 * dimensions)) {
        return false;
    }
    for (int i = 0; i < dimensions; i++) {
        const size_t first = 2 * (size_t)i;
        int *const both = next->sources + first;
        PMPI_Cart_shift(comm, i, 1, &both[0], &both[1]);
        next->destinations[first] = both[0];
        next->destinations[first + 1] = both[1];
    }
    return true;
}

static bool of_graph(MPI_Comm comm, neighbors *next)
{
    int rank = 0;
    int count = 0;
    PMPI_Comm_rank(comm, &rank);
    if (PMPI_Graph_neighbors_count(comm, rank, &count) != MPI_SUCCESS ||
        !allocate(next, count, count)) {
        return false;
    }
    PMPI_Graph_neighbors(comm, rank, count, next->sources);
    PMPI_Graph_neighbors(comm, rank, count, next->destinations);
    return true;
}

static bool of_distributed_graph(MPI_Comm comm, neighbors *next)
{
    int source_count = 0;
    int destination_count = 0;
    int is_weighted = 0;
    if (PMPI_Dist_graph_neighbors_count(comm, &source_count, &destination_count, &is_weighted) !=
            MPI_SUCCESS ||
        !allocate(next, source_count, destination_count)) {
        return false;
    }
    /* Some MPI write weights, whatever the last argument of the count says. */
    int *const weights =
        malloc(((size_t)source_count + (size_t)destination_count + 1) * sizeof(int));
    const bool asked =
        weights != NULL &&
        PMPI_Dist_graph_neighbors(comm, source_count, next->sources, weights, destination_count,
                                  next->destinations, weights + source_count) == MPI_SUCCESS;
    free(weights);
    return asked;
}

/* @return false: no topology, or no memory; `sources` is to be freed in any case */
static bool ask(MPI_Comm comm, neighbors *next)
{
    int kind = MPI_UNDEFINED;
    *next = (neighbors){0};
    if (PMPI_Topo_test(comm, &kind) != MPI_SUCCESS) {
        return false;
    }
    switch (kind) {
    case MPI_CART:
        return of_grid(comm, next);
    case MPI_GRAPH:
        return of_graph(comm, next);
    case MPI_DIST_GRAPH:
        return of_distributed_graph(comm, next);
    default:
        return false;
    }
}

static void add_ranks(hd__call *call, const char *element, const hd__comm *comm, const int *ranks,
                      int count)
{
    for (int i = 0; i < count; i++) {
        hd_trace_begin_data(call->trace, element);
        hd__put_int(call, "rank", hd__comm_world_rank(comm, ranks[i]));
        hd_trace_end_data(call->trace);
    }
}

void hd__add_neighbors(hd__call *call, const MPI_Comm *handle)
{
    neighbors next = {0};
    if (!call->failed && *handle != MPI_COMM_NULL && ask(*handle, &next)) {
        const hd__comm *const comm = hd__comm_get(call, *handle);
        add_ranks(call, "Source", comm, next.sources, next.source_count);
        add_ranks(call, "Destination", comm, next.destinations, next.destination_count);
    }
    free(next.sources);
}

/* `types`: one for each block, or the first for all. */
static void add_sent(hd__call *call, hd__counts counts, const MPI_Datatype *types, bool has_several,
                     MPI_Comm handle)
{
    neighbors next = {0};
    if (!call->failed && ask(handle, &next)) {
        const hd__comm *const comm = hd__comm_get(call, handle);
        for (int i = 0; i < next.destination_count; i++) {
            hd__add_part(call, "Send", hd__comm_world_rank(comm, next.destinations[i]),
                         hd__count_at(counts, i), types[has_several ? i : 0]);
        }
    }
    free(next.sources);
}

void hd__add_neighbor_alltoallv(hd__call *call, hd__counts send_counts, MPI_Datatype send_type,
                                MPI_Comm handle)
{
    add_sent(call, send_counts, &send_type, false, handle);
}

void hd__add_neighbor_alltoallw(hd__call *call, hd__counts send_counts,
                                const MPI_Datatype *send_types, MPI_Comm handle)
{
    add_sent(call, send_counts, send_types, true, handle);
}
