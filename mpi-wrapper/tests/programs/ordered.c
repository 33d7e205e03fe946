/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ordered file calls. What a process writes is filled with a letter of its own, so that the file
 * tells where it went. Arguments: a folder, and "threads" for two threads with a file each. */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUFFER_BYTES = 256, ROUND_COUNT = 10 };

static int rank, size;
static const char *folder;

static MPI_File open_in(MPI_Comm comm, const char *name)
{
    char path[1024];
    MPI_File file = MPI_FILE_NULL;
    (void)snprintf(path, sizeof(path), "%s/%s", folder, name);
    if (MPI_File_open(comm, path, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file) !=
        MPI_SUCCESS) {
        printf("cannot open %s\n", name);
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
    return file;
}

static const char *filled(char *buffer, int letter)
{
    memset(buffer, 'A' + letter * size + rank, BUFFER_BYTES);
    return buffer;
}

/* Rank 1 writes nothing in the first call, and rank 0 in the second. */
static void bytes(MPI_File file)
{
    char buffer[BUFFER_BYTES];
    MPI_File_seek_shared(file, 10, MPI_SEEK_SET);
    MPI_File_write_ordered(file, filled(buffer, 0), rank == 1 ? 0 : 3 + rank, MPI_BYTE,
                           MPI_STATUS_IGNORE);
    MPI_File_write_ordered_begin(file, filled(buffer, 1), 4 * rank, MPI_BYTE);
    MPI_File_write_ordered_end(file, buffer, MPI_STATUS_IGNORE);
}

/* Two ints of every three behind a head, written by a type of three ints. */
static void view(MPI_File file)
{
    char buffer[BUFFER_BYTES];
    MPI_Datatype two, tile, three;
    MPI_Type_contiguous(2, MPI_INT, &two);
    MPI_Type_create_resized(two, 0, 3 * (MPI_Aint)sizeof(int), &tile);
    MPI_Type_commit(&tile);
    MPI_Type_contiguous(3, MPI_INT, &three);
    MPI_Type_commit(&three);
    MPI_File_set_view(file, 8, MPI_INT, tile, "native", MPI_INFO_NULL);
    MPI_File_write_ordered(file, filled(buffer, 0), rank + 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_write_ordered_begin(file, filled(buffer, 1), rank % 2 + 1, three);
    MPI_File_write_ordered_end(file, buffer, MPI_STATUS_IGNORE);
    MPI_Type_free(&two);
    MPI_Type_free(&tile);
    MPI_Type_free(&three);
}

/* An etype that is made of others: the pointer counts pairs. */
static void pairs(MPI_File file)
{
    char buffer[BUFFER_BYTES];
    MPI_Datatype pair;
    MPI_Type_contiguous(2, MPI_SHORT, &pair);
    MPI_Type_commit(&pair);
    MPI_File_set_view(file, 100, pair, pair, "native", MPI_INFO_NULL);
    MPI_File_seek_shared(file, 5, MPI_SEEK_SET);
    MPI_File_write_ordered(file, filled(buffer, 2), rank + 2, pair, MPI_STATUS_IGNORE);
    MPI_Type_free(&pair);
}

/* The file has 20 bytes, of which 14 are left when all ask for 8. A split call that gets less than
 * it asks for never ends with Open MPI 4.1.4, traced or not. */
static void short_reads(MPI_File file)
{
    char buffer[BUFFER_BYTES];
    if (rank == 0) {
        MPI_File_write_at(file, 0, filled(buffer, 0), 20, MPI_BYTE, MPI_STATUS_IGNORE);
    }
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_sync(file);
    MPI_File_read_ordered_begin(file, buffer, 1 + rank, MPI_BYTE);
    MPI_File_read_ordered_end(file, buffer, MPI_STATUS_IGNORE);
    MPI_File_read_ordered(file, buffer, 8, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_write_ordered(file, filled(buffer, 1), 2, MPI_BYTE, MPI_STATUS_IGNORE);
#ifndef OPEN_MPI
    MPI_File_read_ordered_begin(file, buffer, 5 + rank, MPI_BYTE);
    MPI_File_read_ordered_end(file, buffer, MPI_STATUS_IGNORE);
    MPI_File_write_ordered(file, filled(buffer, 2), 2, MPI_BYTE, MPI_STATUS_IGNORE);
#endif
}

/* Two files under way at once, one of them in the other order of ranks. */
static void together(MPI_File forth, MPI_File back)
{
    char first[BUFFER_BYTES], second[BUFFER_BYTES];
    MPI_File_write_ordered_begin(forth, filled(first, 0), rank + 1, MPI_BYTE);
    MPI_File_write_ordered_begin(back, filled(second, 0), rank + 2, MPI_BYTE);
    MPI_File_write_ordered_end(forth, first, MPI_STATUS_IGNORE);
    MPI_File_write_ordered_end(back, second, MPI_STATUS_IGNORE);
}

/* What some do not record counts all the same. */
static void unrecorded(MPI_File file)
{
    char buffer[BUFFER_BYTES];
    MPI_Pcontrol(rank != 1);
    MPI_File_write_ordered(file, filled(buffer, 1), rank + 1, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_Pcontrol(1);
    MPI_File_write_ordered(file, filled(buffer, 2), 1, MPI_BYTE, MPI_STATUS_IGNORE);
}

/* A wrong type is refused at once, at all of them, and nothing is known of what follows. */
static void refused(MPI_File file)
{
    char buffer[BUFFER_BYTES];
    const int result =
        MPI_File_write_ordered(file, filled(buffer, 3), 1, MPI_DATATYPE_NULL, MPI_STATUS_IGNORE);
    if (result == MPI_SUCCESS) {
        printf("rank %d: a call without a type succeeds\n", rank);
    }
}

static void single_thread(void)
{
    MPI_Comm back_comm;
    MPI_Comm_split(MPI_COMM_WORLD, 0, size - rank, &back_comm);
    MPI_File file = open_in(MPI_COMM_WORLD, "bytes");
    MPI_File back = open_in(back_comm, "back");
    MPI_Comm_free(&back_comm);
    bytes(file);
    MPI_File_close(&file);
    file = open_in(MPI_COMM_WORLD, "view");
    view(file);
    pairs(file);
    MPI_File_close(&file);
    file = open_in(MPI_COMM_WORLD, "short");
    short_reads(file);
    MPI_File_close(&file);
    file = open_in(MPI_COMM_WORLD, "forth");
    together(file, back);
    unrecorded(file);
    refused(file);
    MPI_File_close(&file);
    MPI_File_close(&back);
    file = open_in(MPI_COMM_SELF, rank == 0 ? "own0" : rank == 1 ? "own1" : "own2");
    bytes(file);
    MPI_File_close(&file);
}

static void *rounds(void *argument)
{
    char buffer[BUFFER_BYTES];
    MPI_File *const file = argument;
    for (int i = 0; i < ROUND_COUNT; i++) {
        MPI_File_write_ordered(*file, filled(buffer, 0), (rank + i) % 3, MPI_BYTE,
                               MPI_STATUS_IGNORE);
    }
    return NULL;
}

static void two_threads(void)
{
    MPI_Comm comms[2];
    MPI_File files[2];
    pthread_t thread;
    for (int i = 0; i < 2; i++) {
        MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
        files[i] = open_in(comms[i], i == 0 ? "first" : "second");
    }
    if (pthread_create(&thread, NULL, rounds, &files[1]) != 0) {
        MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
    rounds(&files[0]);
    pthread_join(thread, NULL);
    for (int i = 0; i < 2; i++) {
        MPI_File_close(&files[i]);
        MPI_Comm_free(&comms[i]);
    }
}

int main(int argc, char **argv)
{
    const int wanted = argc > 2 ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE;
    int provided = 0;
    MPI_Init_thread(&argc, &argv, wanted, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    folder = argv[1];
    if (wanted == MPI_THREAD_SINGLE) {
        single_thread();
    } else if (provided == MPI_THREAD_MULTIPLE) {
        two_threads();
    } else {
        printf("rank %d: no threads\n", rank);
    }
    MPI_Finalize();
    return EXIT_SUCCESS;
}
