/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The offset of this process's clock to rank 0's, by round trips (F. Cristian, "Probabilistic clock
 * synchronization", 1989): of several exchanges the one with the shortest round trip bounds the
 * offset best. Ranks on rank 0's node read the same clock, their offset is 0 by construction. */
#include "hdmpi_session.h"

#include <hdtrace/clock.h>
#include <stdlib.h>

enum { EXCHANGE_COUNT = 10, CLOCK_TAG = 1 };

static void ask_rank_0(void)
{
    int64_t best_ns = INT64_MAX;
    for (int i = 0; i < EXCHANGE_COUNT; i++) {
        int64_t theirs_ns = 0;
        const int64_t sent_ns = hd_clock_get_ns();
        if (PMPI_Send(&theirs_ns, 1, MPI_INT64_T, 0, CLOCK_TAG, hd__run.comm) != MPI_SUCCESS ||
            PMPI_Recv(&theirs_ns, 1, MPI_INT64_T, 0, CLOCK_TAG, hd__run.comm, MPI_STATUS_IGNORE) !=
                MPI_SUCCESS) {
            hd__run.has_clock_offset = false;
            return;
        }
        const int64_t received_ns = hd_clock_get_ns();
        if (received_ns - sent_ns < best_ns) {
            best_ns = received_ns - sent_ns;
            hd__run.clock_offset_ns = theirs_ns - (sent_ns + best_ns / 2);
        }
    }
}

static void answer(int rank)
{
    for (int i = 0; i < EXCHANGE_COUNT; i++) {
        int64_t now_ns = 0;
        PMPI_Recv(&now_ns, 1, MPI_INT64_T, rank, CLOCK_TAG, hd__run.comm, MPI_STATUS_IGNORE);
        now_ns = hd_clock_get_ns();
        PMPI_Send(&now_ns, 1, MPI_INT64_T, rank, CLOCK_TAG, hd__run.comm);
    }
}

/* Rank 0 answers one rank after the other. */
static void serve(void)
{
    const int asks = 0;
    int *const all = malloc((size_t)hd__run.rank_count * sizeof(*all));
    int usable = all != NULL;
    PMPI_Bcast(&usable, 1, MPI_INT, 0, hd__run.comm);
    if (all == NULL) {
        return;
    }
    PMPI_Gather(&asks, 1, MPI_INT, all, 1, MPI_INT, 0, hd__run.comm);
    for (int rank = 1; rank < hd__run.rank_count; rank++) {
        if (all[rank]) {
            answer(rank);
        }
    }
    free(all);
    hd__run.has_clock_offset = true;
}

void hd__clock_measure(MPI_Comm node_comm)
{
    int first = hd__run.rank; /* the node's first rank */
    PMPI_Bcast(&first, 1, MPI_INT, 0, node_comm);
    if (hd__run.rank == 0) {
        serve();
        return;
    }
    const int asks = first != 0 || hd__run.config.clock_always;
    int usable = 0;
    PMPI_Bcast(&usable, 1, MPI_INT, 0, hd__run.comm);
    if (usable) {
        PMPI_Gather(&asks, 1, MPI_INT, NULL, 0, MPI_INT, 0, hd__run.comm);
        hd__run.has_clock_offset = true;
        if (asks) {
            ask_rank_0();
        }
    }
}
