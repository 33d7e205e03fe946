/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Does I/O in every way that MPI has, for a replay to repeat. io_program FILE [late|log|plain].
 * Open MPI 4.1 has no atomicity, and not all of shared pointers: plain leaves that out. */
#include <fcntl.h>
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { INTS = 64, BYTES = 4096 };

static int data[BYTES];
static int other[BYTES];
static int rank, size;
static MPI_Status statuses[4];

static void check(int code)
{
    if (code != MPI_SUCCESS) {
        (void)fprintf(stderr, "rank %d: an MPI call failed\n", rank);
        (void)MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

/* Each in its own type of file and memory. */
static MPI_Datatype make_type(int kind)
{
    MPI_Datatype type = MPI_DATATYPE_NULL;
    MPI_Datatype pair = MPI_DATATYPE_NULL;
    int lengths[] = {1, 2};
    int places[] = {0, 3};
    MPI_Aint bytes[] = {0, 16};
    MPI_Datatype parts[] = {MPI_INT, MPI_CHAR};
    int whole[] = {8, 6};
    int part[] = {2, 3};
    int start[] = {1, 2};
    int grid[] = {2, 1};
    int distributions[] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC};
    int arguments[] = {MPI_DISTRIBUTE_DFLT_DARG, 2};
    switch (kind) {
    case 0:
        check(MPI_Type_vector(4, 2, 3, MPI_INT, &type));
        break;
    case 1:
        check(MPI_Type_create_hvector(3, 2, 40, MPI_INT, &type));
        break;
    case 2:
        check(MPI_Type_indexed(2, lengths, places, MPI_INT, &type));
        break;
    case 3:
        check(MPI_Type_create_hindexed(2, lengths, bytes, MPI_INT, &type));
        break;
    case 4:
        check(MPI_Type_create_indexed_block(2, 2, places, MPI_INT, &type));
        break;
    case 5:
        check(MPI_Type_create_hindexed_block(2, 2, bytes, MPI_INT, &type));
        break;
    case 6:
        check(MPI_Type_create_struct(2, lengths, bytes, parts, &type));
        break;
    case 7:
        check(MPI_Type_create_subarray(2, whole, part, start, MPI_ORDER_FORTRAN, MPI_INT, &type));
        break;
    case 8:
        check(MPI_Type_create_darray(2, rank % 2, 2, whole, distributions, arguments, grid,
                                     MPI_ORDER_C, MPI_INT, &type));
        break;
    case 9:
        check(MPI_Type_create_resized(MPI_INT, 0, 12, &type));
        break;
    case 10:
        check(MPI_Type_dup(MPI_DOUBLE, &type));
        break;
    default:
        check(MPI_Type_contiguous(5, MPI_SHORT, &pair));
        check(MPI_Type_contiguous(2, pair, &type));
        check(MPI_Type_free(&pair));
        break;
    }
    check(MPI_Type_commit(&type));
    return type;
}

static void use_types(const char *name)
{
    MPI_File file;
    check(
        MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file));
    for (int kind = 0; kind < 12; kind++) {
        MPI_Datatype type = make_type(kind);
        check(MPI_File_write_at_all(file, ((MPI_Offset)kind * size + rank) * 1000, data, 2, type,
                                    MPI_STATUS_IGNORE));
        if (kind != 6 && kind != 8) {
            check(MPI_File_set_view(file, (MPI_Offset)rank * 500, MPI_BYTE, type, "native",
                                    MPI_INFO_NULL));
            check(MPI_File_write(file, data, 3, type, MPI_STATUS_IGNORE));
            check(MPI_File_read_at(file, 0, other, 1, type, MPI_STATUS_IGNORE));
            check(MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL));
        }
        check(MPI_Type_free(&type));
    }
    check(MPI_File_close(&file));
}

static void use_pointers(MPI_File file)
{
    MPI_Offset where = 0;
    check(MPI_File_seek(file, (MPI_Offset)rank * 256, MPI_SEEK_SET));
    check(MPI_File_write(file, data, INTS, MPI_INT, MPI_STATUS_IGNORE));
    check(MPI_File_seek(file, -256, MPI_SEEK_CUR));
    check(MPI_File_read(file, other, INTS, MPI_INT, MPI_STATUS_IGNORE));
    check(MPI_File_seek(file, 0, MPI_SEEK_END));
    check(MPI_File_get_position(file, &where));
    check(MPI_File_write_all(file, data, 1, MPI_INT, MPI_STATUS_IGNORE));
    check(MPI_File_read_all(file, other, 1, MPI_INT, MPI_STATUS_IGNORE));
    check(MPI_File_write_at(file, (MPI_Offset)rank * 256, data, INTS, MPI_INT, MPI_STATUS_IGNORE));
    check(MPI_File_read_at_all(file, (MPI_Offset)rank * 256, other, INTS, MPI_INT,
                               MPI_STATUS_IGNORE));
    check(MPI_File_get_size(file, &where));
}

static void use_shared(MPI_File file)
{
    MPI_Offset where = 0;
    check(MPI_File_seek_shared(file, 0, MPI_SEEK_SET));
    check(MPI_File_write_shared(file, data, 4, MPI_INT, MPI_STATUS_IGNORE));
    check(
        MPI_Barrier(MPI_COMM_WORLD)); /* who is first is nobody's business, all before others is */
    check(MPI_File_write_ordered(file, data, 4, MPI_INT, MPI_STATUS_IGNORE));
    check(MPI_File_seek_shared(file, 0, MPI_SEEK_SET));
    check(MPI_File_read_shared(file, other, 4, MPI_INT, MPI_STATUS_IGNORE));
    check(MPI_Barrier(MPI_COMM_WORLD));
    check(MPI_File_read_ordered(file, other, 4, MPI_INT, MPI_STATUS_IGNORE));
    check(MPI_File_write_ordered_begin(file, data, 2, MPI_INT));
    check(MPI_File_write_ordered_end(file, data, MPI_STATUS_IGNORE));
    check(MPI_File_get_position_shared(file, &where));
    check(MPI_Barrier(MPI_COMM_WORLD));
}

static void use_requests(MPI_File file)
{
    MPI_Request requests[4];
    int flag = 0;
    check(MPI_File_iwrite_at(file, (MPI_Offset)rank * 256, data, INTS, MPI_INT, &requests[0]));
    check(MPI_File_iwrite(file, data, 3, MPI_INT, &requests[1]));
    /* The checker does not know that calls on files begin requests.
     * NOLINTNEXTLINE(clang-analyzer-optin.mpi.MPI-Checker) */
    check(MPI_Waitall(2, requests, statuses));
    check(MPI_File_iread_at(file, (MPI_Offset)rank * 256, other, INTS, MPI_INT, &requests[0]));
    while (flag == 0) {
        check(MPI_Test(&requests[0], &flag, MPI_STATUS_IGNORE));
    }
    check(MPI_File_iwrite_at_all(file, (MPI_Offset)rank * 256, data, INTS, MPI_INT, &requests[0]));
    check(MPI_Wait(&requests[0], MPI_STATUS_IGNORE));
    check(MPI_File_write_at_all_begin(file, (MPI_Offset)rank * 256, data, INTS, MPI_INT));
    check(MPI_File_write_at_all_end(file, data, MPI_STATUS_IGNORE));
    check(MPI_File_read_all_begin(file, other, 2, MPI_INT));
    check(MPI_File_read_all_end(file, other, MPI_STATUS_IGNORE));
}

/* All send before they receive, more than an MPI takes without a buffer. */
static void use_buffered(void)
{
    enum { BIG = 1 << 20 };
    char *buffer = malloc(BIG + MPI_BSEND_OVERHEAD);
    char *out = calloc(2, BIG);
    void *detached = NULL;
    int bytes = 0;
    if (buffer == NULL || out == NULL) {
        check(MPI_ERR_OTHER);
        free(buffer);
        free(out);
        return;
    }
    check(MPI_Buffer_attach(buffer, BIG + MPI_BSEND_OVERHEAD));
    check(MPI_Bsend(out, BIG, MPI_BYTE, (rank + 1) % size, 4, MPI_COMM_WORLD));
    check(MPI_Recv(out + BIG, BIG, MPI_BYTE, (rank + size - 1) % size, 4, MPI_COMM_WORLD,
                   MPI_STATUS_IGNORE));
    check(MPI_Buffer_detach((void *)&detached, &bytes));
    free(buffer);
    free(out);
}

static void gather_unequally(void)
{
    int *counts = calloc((size_t)size, sizeof *counts);
    int *places = calloc((size_t)size, sizeof *places);
    if (counts != NULL && places != NULL) {
        for (int i = 0; i < size; i++) {
            counts[i] = i + 1;
            places[i] = i * size;
        }
        check(MPI_Gatherv(data, rank + 1, MPI_INT, other, counts, places, MPI_INT, 0,
                          MPI_COMM_WORLD));
    }
    free(counts);
    free(places);
}

/* I/O that is ordered by each kind of message. */
static void use_messages(MPI_File file)
{
    const int next = (rank + 1) % size;
    const int before = (rank + size - 1) % size;
    MPI_Request requests[2];
    MPI_Comm half;
    check(MPI_File_write_at(file, (MPI_Offset)rank * 16, data, 4, MPI_INT, MPI_STATUS_IGNORE));
    check(MPI_Sendrecv(data, 10, MPI_INT, next, 1, other, 10, MPI_INT, before, 1, MPI_COMM_WORLD,
                       MPI_STATUS_IGNORE));
    check(MPI_File_read_at(file, (MPI_Offset)before * 16, other, 4, MPI_INT, MPI_STATUS_IGNORE));
    check(MPI_Irecv(other, 20, MPI_INT, MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, &requests[0]));
    check(MPI_Isend(data, 20, MPI_INT, next, 2, MPI_COMM_WORLD, &requests[1]));
    check(MPI_Waitall(2, requests, statuses));
    check(MPI_File_write_at(file, (MPI_Offset)rank * 16, data, 4, MPI_INT, MPI_STATUS_IGNORE));
    check(MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half));
    check(MPI_Bcast(data, 30, MPI_INT, 0, half));
    check(MPI_File_write_at(file, (MPI_Offset)rank * 16, data, 4, MPI_INT, MPI_STATUS_IGNORE));
    check(MPI_Send_init(data, 5, MPI_INT, next, 3, MPI_COMM_WORLD, &requests[0]));
    check(MPI_Recv_init(other, 5, MPI_INT, before, 3, MPI_COMM_WORLD, &requests[1]));
    for (int i = 0; i < 2; i++) {
        check(MPI_Startall(2, requests));
        check(MPI_Waitall(2, requests, statuses));
        check(MPI_File_write_at(file, (MPI_Offset)rank * 16, data, 4, MPI_INT, MPI_STATUS_IGNORE));
    }
    check(MPI_Request_free(&requests[0]));
    check(MPI_Request_free(&requests[1]));
    check(MPI_Reduce(data, other, 4, MPI_INT, MPI_SUM, size - 1, MPI_COMM_WORLD));
    check(MPI_Allreduce(data, other, 4, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    check(MPI_File_write_at(file, (MPI_Offset)rank * 16, data, 4, MPI_INT, MPI_STATUS_IGNORE));
    use_buffered();
    gather_unequally();
    check(MPI_File_write_at(file, (MPI_Offset)rank * 16, data, 4, MPI_INT, MPI_STATUS_IGNORE));
    check(MPI_Comm_free(&half));
}

/* Made by the last rank, then read by the first one by another name of the same file. */
static void use_late(const char *path)
{
    char name[512];
    MPI_File file;
    const char *slash = strrchr(path, '/');
    const char *leaf = slash == NULL ? path : slash + 1;
    if (rank == size - 1) {
        (void)snprintf(name, sizeof name, "%s.late", path);
        check(MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_CREATE | MPI_MODE_EXCL | MPI_MODE_WRONLY,
                            MPI_INFO_NULL, &file));
        check(MPI_File_write(file, data, INTS, MPI_INT, MPI_STATUS_IGNORE));
        check(MPI_File_close(&file));
    }
    check(MPI_Barrier(MPI_COMM_WORLD));
    if (rank == 0) {
        (void)snprintf(name, sizeof name, "%.*s.//%s.late", (int)(leaf - path), path, leaf);
        check(MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &file));
        check(MPI_File_read(file, other, INTS, MPI_INT, MPI_STATUS_IGNORE));
        check(MPI_File_close(&file));
    }
}

static void must(bool is_true)
{
    if (!is_true) {
        (void)MPI_Abort(MPI_COMM_WORLD, 3);
    }
}

/* Streams and descriptors: a log of each process, and a file that only a message makes sure to be
 * there. */
static void use_log(const char *prefix)
{
    char name[512];
    char text[64];
    (void)snprintf(name, sizeof name, "%s.log.%d", prefix, rank);
    FILE *const log = fopen(name, "w");
    must(log != NULL);
    for (int i = 0; log != NULL && i < 300; i++) {
        must(fprintf(log, "line %d\n", i) > 0);
    }
    must(log != NULL && fclose(log) == 0);
    (void)snprintf(name, sizeof name, "%s.passed", prefix);
    if (rank == 0) {
        const int fd = open(name, O_WRONLY | O_CREAT | O_EXCL, 0600);
        must(fd >= 0 && lseek(fd, 100, SEEK_SET) == 100 &&
             write(fd, name, sizeof name) == sizeof name && close(fd) == 0);
    }
    for (int reader = 1; reader < size; reader++) {
        if (rank == 0) {
            check(MPI_Send(data, 1, MPI_INT, reader, 5, MPI_COMM_WORLD));
        } else if (rank == reader) {
            check(MPI_Recv(data, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
            const int fd = open(name, O_RDONLY);
            must(fd >= 0 && read(fd, text, sizeof text) == sizeof text && close(fd) == 0);
        }
    }
}

int main(int argc, char **argv)
{
    MPI_File file;
    MPI_Info info;
    MPI_Info nothing;
    char name[512];
    check(MPI_Init(&argc, &argv));
    check(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    check(MPI_Comm_size(MPI_COMM_WORLD, &size));
    if (argc != 2 && argc != 3) {
        return 2;
    }
    const bool is_plain = argc == 3 && strcmp(argv[2], "plain") == 0;
    check(MPI_Info_create(&info));
    check(MPI_Info_set(info, "cb_nodes", "1"));
    check(MPI_File_open(MPI_COMM_WORLD, argv[1], MPI_MODE_CREATE | MPI_MODE_RDWR, info, &file));
    check(MPI_File_set_size(file, 4096));
    check(MPI_File_preallocate(file, 8192));
    if (!is_plain) {
        check(MPI_File_set_atomicity(file, 1));
        check(MPI_File_set_atomicity(file, 0));
    }
    check(MPI_File_set_info(file, info));
    check(MPI_Info_create(&nothing));
    check(MPI_File_set_info(file, nothing));
    check(MPI_Info_free(&nothing));
    use_pointers(file);
    if (!is_plain) {
        use_shared(file);
        use_requests(file);
        use_messages(file);
    }
    check(MPI_File_write_at(file, (MPI_Offset)(64 << 20) + (MPI_Offset)rank * 4, data, 1, MPI_INT,
                            MPI_STATUS_IGNORE)); /* far, for limits of a file's size */
    check(MPI_File_sync(file));
    check(MPI_File_close(&file));
    (void)snprintf(name, sizeof name, "%s.types", argv[1]);
    if (!is_plain) {
        use_types(name);
    }
    if (argc == 3 && strcmp(argv[2], "late") == 0) {
        use_late(argv[1]);
    }
    if (is_plain || (argc == 3 && strcmp(argv[2], "log") == 0)) {
        use_log(argv[1]);
    }
    (void)snprintf(name, sizeof name, "%s.%d", argv[1], rank);
    check(MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_CREATE | MPI_MODE_EXCL | MPI_MODE_WRONLY,
                        MPI_INFO_NULL, &file));
    check(MPI_File_write(file, data, 10, MPI_INT, MPI_STATUS_IGNORE));
    check(MPI_File_close(&file));
    check(MPI_File_delete(name, MPI_INFO_NULL));
    check(MPI_Info_free(&info));
    check(MPI_Finalize());
    return 0;
}
