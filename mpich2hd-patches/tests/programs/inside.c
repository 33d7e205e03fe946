/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls that have an inside, one kind a run: inside KIND [FILE]. */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES = 8 << 20, BLOCK = 4096, BLOCKS = 16 };

static int rank, size;

static void broadcast(void)
{
    char *const data = calloc(BYTES, 1);
    if (data != NULL) {
        data[BYTES - 1] = rank == 0 ? 'x' : ' ';
        MPI_Bcast(data, BYTES, MPI_BYTE, 0, MPI_COMM_WORLD);
        if (data[BYTES - 1] != 'x') {
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
    }
    free(data);
}

/* Ranks in the other order, so that they are no world ranks. */
static void split(void)
{
    MPI_Comm half = MPI_COMM_NULL;
    int value = rank;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
    MPI_Bcast(&value, 1, MPI_INT, 0, half);
    MPI_Comm_free(&half);
}

static void alltoall(void)
{
    int *const values = calloc((size_t)size * 2, sizeof(int));
    if (values != NULL) {
        MPI_Alltoall(values, 1, MPI_INT, values + size, 1, MPI_INT, MPI_COMM_WORLD);
    }
    free(values);
}

/* What is exchanged stands where the rest comes to. */
static void in_place(void)
{
    int *const values = calloc((size_t)size, sizeof(int));
    for (int i = 0; values != NULL && i < size; i++) {
        values[i] = rank * size + i;
    }
    MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, values, 1, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; values != NULL && i < size; i++) {
        if (values[i] != i * size + rank) {
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
    }
    free(values);
}

/* The last rank gathers, at once and later. */
static void gathered(void)
{
    int *const counts = calloc((size_t)size * 3, sizeof(int));
    if (counts != NULL) {
        int *const places = counts + size;
        int *const values = places + size;
        MPI_Request request = MPI_REQUEST_NULL;
        for (int i = 0; i < size; i++) {
            counts[i] = 1;
            places[i] = i;
        }
        MPI_Gatherv(&rank, 1, MPI_INT, values, counts, places, MPI_INT, size - 1, MPI_COMM_WORLD);
        MPI_Igatherv(&rank, 1, MPI_INT, values, counts, places, MPI_INT, size - 1, MPI_COMM_WORLD,
                     &request);
        /* NOLINTNEXTLINE(clang-analyzer-optin.mpi.MPI-Checker): it does not know MPI_Igatherv */
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    free(counts);
}

static void later(void)
{
    MPI_Request requests[2];
    int sum[2] = {0, 0};
    int done = 0;
    MPI_Iallreduce(&rank, &sum[0], 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[0]);
    MPI_Test(&requests[0], &done, MPI_STATUS_IGNORE);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Ibcast(&sum[1], 1, MPI_INT, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Ibarrier(MPI_COMM_WORLD, &requests[1]);
    /* NOLINTNEXTLINE(clang-analyzer-optin.mpi.MPI-Checker): it does not know MPI_Ibarrier */
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    if (sum[0] != size * (size - 1) / 2) {
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

/* Rank 0 posts in one thread, which does nothing more, and ends in another. Nothing can be complete
 * before that one says go. */
static void *end_elsewhere(void *request)
{
    if (rank == 0) {
        MPI_Send(&rank, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    }
    MPI_Wait(request, MPI_STATUS_IGNORE);
    return NULL;
}

static void handed(void)
{
    pthread_t other;
    MPI_Request request = MPI_REQUEST_NULL;
    int sum = 0;
    if (rank == 1) {
        MPI_Recv(&sum, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Iallreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
    /* NOLINTBEGIN(clang-analyzer-optin.mpi.MPI-Checker): the other thread waits for it */
    if (pthread_create(&other, NULL, end_elsewhere, &request) != 0 ||
        pthread_join(other, NULL) != 0 || sum != size * (size - 1) / 2) {
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    /* NOLINTEND(clang-analyzer-optin.mpi.MPI-Checker) */
}

static void neighbors(void)
{
    const int periodic = 1;
    int found[2] = {-1, -1};
    MPI_Comm ring = MPI_COMM_NULL;
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &ring);
    for (int i = 0; i < 2; i++) {
        if (i == 0) {
            MPI_Neighbor_allgather(&rank, 1, MPI_INT, found, 1, MPI_INT, ring);
        } else {
            MPI_Request request = MPI_REQUEST_NULL;
            found[0] = found[1] = -1;
            MPI_Ineighbor_allgather(&rank, 1, MPI_INT, found, 1, MPI_INT, ring, &request);
            /* NOLINTNEXTLINE(clang-analyzer-optin.mpi.MPI-Checker): nor this one */
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        }
        if (found[0] != (rank + size - 1) % size || found[1] != (rank + 1) % size) {
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
    }
    MPI_Comm_free(&ring);
}

/* Each rank owns every size-th block, so that the exchange has something to do. */
static void two_phase(const char *name)
{
    static char data[BLOCK * BLOCKS];
    MPI_File file = MPI_FILE_NULL;
    MPI_Info info = MPI_INFO_NULL;
    MPI_Datatype type = MPI_DATATYPE_NULL;
    memset(data, 'a' + rank, sizeof(data));
    MPI_Info_create(&info);
    MPI_Info_set(info, "romio_cb_write", "enable");
    MPI_Info_set(info, "romio_cb_read", "enable");
    MPI_Type_vector(BLOCKS, BLOCK, BLOCK * size, MPI_BYTE, &type);
    MPI_Type_commit(&type);
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR, info, &file);
    MPI_File_set_view(file, (MPI_Offset)rank * BLOCK, MPI_BYTE, type, "native", info);
    MPI_File_write_at_all(file, 0, data, BLOCK * BLOCKS, MPI_BYTE, MPI_STATUS_IGNORE);
    memset(data, 0, sizeof(data));
    MPI_File_read_at_all(file, 0, data, BLOCK * BLOCKS, MPI_BYTE, MPI_STATUS_IGNORE);
    if (data[0] != 'a' + rank || data[BLOCK * BLOCKS - 1] != 'a' + rank) {
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_File_close(&file);
    MPI_Type_free(&type);
    MPI_Info_free(&info);
    if (rank == 0) {
        MPI_File_delete(name, MPI_INFO_NULL);
    }
}

/* A collective that is described once and begun twice. */
static void persistent(void)
{
    static char data[BLOCK];
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Bcast_init(data, BLOCK, MPI_BYTE, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    for (int i = 0; i < 2; i++) {
        MPI_Start(&request);
        /* NOLINTNEXTLINE(clang-analyzer-optin.mpi.MPI-Checker): it does not know MPI_Start */
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&request);
}

static MPI_File open_new(const char *name)
{
    MPI_File file = MPI_FILE_NULL;
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &file);
    return file;
}

/* All is done by what begins a split transfer. */
static void parted(const char *name)
{
    static char data[BLOCK];
    MPI_File file = open_new(name);
    MPI_File_write_at_all_begin(file, (MPI_Offset)rank * BLOCK, data, BLOCK, MPI_BYTE);
    MPI_File_write_at_all_end(file, data, MPI_STATUS_IGNORE);
    MPI_File_read_at_all_begin(file, (MPI_Offset)rank * BLOCK, data, BLOCK, MPI_BYTE);
    MPI_File_read_at_all_end(file, data, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
}

/* The pointer of all lies in a file of its own. */
static void shared(const char *name)
{
    static char data[BLOCK];
    MPI_File file = open_new(name);
    MPI_File_write_shared(file, data, BLOCK, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_write_ordered(file, data, BLOCK, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
}

/* A program that has no MPI_COMM_WORLD. */
static int session(void)
{
    MPI_Session one = MPI_SESSION_NULL;
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &one);
    return MPI_Session_finalize(&one);
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "session") == 0) {
        return session();
    }
    const char *const kind = argc > 1 ? argv[1] : "";
    int provided = 0;
    MPI_Init_thread(&argc, &argv,
                    strcmp(kind, "handed") == 0 ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE,
                    &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (strcmp(kind, "broadcast") == 0) {
        broadcast();
    } else if (strcmp(kind, "split") == 0) {
        split();
    } else if (strcmp(kind, "alltoall") == 0) {
        alltoall();
    } else if (strcmp(kind, "in_place") == 0) {
        in_place();
    } else if (strcmp(kind, "gathered") == 0) {
        gathered();
    } else if (strcmp(kind, "later") == 0) {
        later();
    } else if (strcmp(kind, "handed") == 0) {
        handed();
    } else if (strcmp(kind, "neighbors") == 0) {
        neighbors();
    } else if (strcmp(kind, "two_phase") == 0 && argc > 2) {
        two_phase(argv[2]);
    } else if (strcmp(kind, "persistent") == 0) {
        persistent();
    } else if (strcmp(kind, "parted") == 0 && argc > 2) {
        parted(argv[2]);
    } else if (strcmp(kind, "shared") == 0 && argc > 2) {
        shared(argv[2]);
    } else {
        (void)fprintf(stderr, "inside: no such kind\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    MPI_Finalize();
    return 0;
}
