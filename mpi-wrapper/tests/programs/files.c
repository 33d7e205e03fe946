/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MPI-IO: pointers, offsets, views, split and nonblocking calls, two opens of one file. Two ranks.
 * The argument is the file's name. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

static void expect(int condition, const char *what)
{
    if (!condition) {
        printf("not as expected: %s\n", what);
        failures++;
    }
}

/* Rank r sees every second int, from r on, after 16 bytes of head. */
static void through_view(MPI_File file, int rank)
{
    int values[4] = {rank, rank, rank, rank};
    MPI_Datatype every_second;
    MPI_Type_vector(4, 1, 2, MPI_INT, &every_second);
    MPI_Type_commit(&every_second);
    MPI_Info hints;
    MPI_Info_create(&hints);
    MPI_Info_set(hints, "cb_buffer_size", "1048576");
    MPI_File_set_view(file, 16 + 4 * rank, MPI_INT, every_second, "native", hints);
    MPI_Info_free(&hints);
    MPI_Offset position = -1;
    MPI_File_write(file, values, 2, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_write_at(file, 2, values, 2, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_seek(file, 3, MPI_SEEK_SET);
    MPI_File_get_position(file, &position);
    expect(position == 3, "get_position");
    MPI_File_seek(file, 0, MPI_SEEK_SET);
    MPI_File_read_all(file, values, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_Type_free(&every_second);
}

/* Both times rank 1's bytes follow rank 0's. */
static void in_order(MPI_File file, int rank)
{
    char text[6];
    MPI_Offset position = -1;
    memset(text, 'A' + rank, sizeof(text));
    MPI_File_seek_shared(file, 40, MPI_SEEK_SET);
    MPI_File_write_ordered(file, text, 2, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_write_ordered_begin(file, text, 1, MPI_BYTE);
    MPI_File_write_ordered_end(file, text, MPI_STATUS_IGNORE);
    MPI_File_get_position_shared(file, &position);
    expect(position == 46, "get_position_shared after ordered writes");
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_sync(file);
    MPI_File_read_at_all(file, 40, text, 6, MPI_BYTE, MPI_STATUS_IGNORE);
    expect(memcmp(text, "AABBAB", 6) == 0, "ordered writes");
}

static void plain(MPI_File file, int rank)
{
    char text[64];
    MPI_Status status;
    int count = 0;
    memset(text, 'x', sizeof(text));
    MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
    MPI_File_write_at_all(file, (MPI_Offset)64 * rank, text, 64, MPI_BYTE, &status);
    MPI_Get_count(&status, MPI_BYTE, &count);
    expect(count == 64, "write_at_all");
    MPI_Barrier(MPI_COMM_WORLD);
    /* 128 bytes are there; only 28 of these 64 are before the end. */
    MPI_File_read_at(file, 100, text, 64, MPI_BYTE, &status);
    MPI_Get_count(&status, MPI_BYTE, &count);
    expect(count == 28, "read_at past the end");
    MPI_File_seek(file, (MPI_Offset)8 * rank, MPI_SEEK_SET);
    MPI_File_write_all_begin(file, text, 8, MPI_BYTE);
    MPI_File_write_all_end(file, text, MPI_STATUS_IGNORE);
    MPI_File_write_at_all_begin(file, 32 + 8 * rank, text, 8, MPI_BYTE);
    MPI_File_write_at_all_end(file, text, MPI_STATUS_IGNORE);
    MPI_Request request;
    MPI_File_iread_at(file, 10, text, 20, MPI_BYTE, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_File_iwrite(file, text, 4, MPI_BYTE, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    in_order(file, rank);
    MPI_File_sync(file);
}

int main(int argc, char **argv)
{
    int rank = 0;
    MPI_File file, again;
    MPI_Info info;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Info_create(&info);
    MPI_Info_set(info, "striping_unit", "65536");
    MPI_File_open(MPI_COMM_WORLD, argv[1], MPI_MODE_CREATE | MPI_MODE_RDWR, info, &file);
    MPI_Info_free(&info);
    through_view(file, rank);
    plain(file, rank);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_open(MPI_COMM_SELF, argv[1], MPI_MODE_RDONLY, MPI_INFO_NULL, &again);
    MPI_Offset size = 0;
    MPI_File_get_size(again, &size);
    expect(size == 128, "get_size");
    MPI_File_close(&again);
    MPI_File_close(&file);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_File_delete(argv[1], MPI_INFO_NULL);
    }
    MPI_Finalize();
    return failures > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
