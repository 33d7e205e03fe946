/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Collective calls with a root over an intercommunicator, whose groups are the ranks 3, 1 and 2, 0.
 * The root is rank 1. What MPI ignores at a rank is no valid argument there, or points nowhere. */
#include <mpi.h>
#include <stdlib.h>

enum { ROOT = 1, GROUP_SIZE = 2 };

#ifdef OPEN_MPI /* looks at it all the same */
#define JUNK NULL
#else
#define JUNK MPI_IN_PLACE
#endif

typedef struct rooted {
    MPI_Comm comm;
    int root;         /* as this rank passes it */
    MPI_Datatype far; /* the argument of who is not in the root's group */
    MPI_Datatype at;  /* the root's */
    int *counts, *places;
    void *buffer; /* in the root's group, where MPI does not look at it: junk */
    int one[2], all[2 * GROUP_SIZE];
} rooted;

static int counts_of_root[GROUP_SIZE] = {2, 2}, places_of_root[GROUP_SIZE] = {0, 2};

static void begin(rooted *r, int rank)
{
    MPI_Comm half;
    const MPI_Datatype invalid = (MPI_Datatype)0x12345678;
    *r = (rooted){.far = invalid, .at = invalid, .buffer = JUNK};
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank % 2 ? 2 : 3, 7, &r->comm);
    MPI_Comm_free(&half);
    if (rank % 2 == 0) {
        r->root = 1; /* rank in the other group */
        r->far = MPI_INT;
        r->buffer = r->one;
    } else if (rank == ROOT) {
        r->root = MPI_ROOT;
        r->at = MPI_INT;
        r->counts = counts_of_root;
        r->places = places_of_root;
    } else {
        r->root = MPI_PROC_NULL;
    }
}

static void block(rooted *r)
{
    MPI_Bcast(r->one, 2, MPI_INT, r->root, r->comm);
    MPI_Reduce(r->one, r->all, 2, MPI_INT, MPI_SUM, r->root, r->comm);
    MPI_Gather(r->buffer, 2, r->far, r->all, 2, r->at, r->root, r->comm);
    MPI_Gatherv(r->buffer, 2, r->far, r->all, r->counts, r->places, r->at, r->root, r->comm);
    MPI_Scatter(r->all, 2, r->at, r->buffer, 2, r->far, r->root, r->comm);
    MPI_Scatterv(r->all, r->counts, r->places, r->at, r->buffer, 2, r->far, r->root, r->comm);
}

static void go_on(rooted *r)
{
    MPI_Request request;
    MPI_Igather(r->buffer, 2, r->far, r->all, 2, r->at, r->root, r->comm, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Iscatterv(r->all, r->counts, r->places, r->at, r->buffer, 2, r->far, r->root, r->comm,
                  &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void persist(rooted *r)
{
#if MPI_VERSION >= 4
    MPI_Request request;
    MPI_Gatherv_init(r->buffer, 2, r->far, r->all, r->counts, r->places, r->at, r->root, r->comm,
                     MPI_INFO_NULL, &request);
    MPI_Request_free(&request);
    MPI_Scatter_init(r->all, 2, r->at, r->buffer, 2, r->far, r->root, r->comm, MPI_INFO_NULL,
                     &request);
    MPI_Request_free(&request);
#else
    (void)r;
#endif
}

/* Valid everywhere, though nothing moves there. */
static void valid(rooted *r)
{
    MPI_Gather(r->one, 2, MPI_INT, r->all, 2, MPI_INT, r->root, r->comm);
    MPI_Scatter(r->all, 2, MPI_INT, r->one, 2, MPI_INT, r->root, r->comm);
}

int main(int argc, char **argv)
{
    int rank;
    rooted r;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    begin(&r, rank);
    block(&r);
    go_on(&r);
    persist(&r);
    valid(&r);
    MPI_Comm_free(&r.comm);
    MPI_Finalize();
    return EXIT_SUCCESS;
}
