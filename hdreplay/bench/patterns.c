/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Patterns of access whose replay is measured.
 *
 *     patterns ior|btio FOLDER STEPS COMPUTE_US
 *
 * ior: each rank has every so-many-th block of a file by a strided view and writes some of them at
 * each step, alone; at the end it reads those of its neighbour. btio: a grid of five doubles a
 * point in cells that are dealt out diagonally; all ranks append the whole grid together, and read
 * all back at the end. Between the steps each rank computes for COMPUTE_US, half of it to one and a
 * half times, and gives a row to its neighbour. Computing is sleeping, so that ranks that share
 * processors with others have the same time for it. */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    BLOCK = 16 << 10,
    BLOCKS = 4, /* a step */
    GRID = 24,  /* points in each direction, per rank in the second and third */
    DOUBLES = 5,
    ROW = 8 << 10,
    SUM_EVERY = 5,
    GIVE = 7
};

static int rank;
static int size;

static void check(int code)
{
    if (code != MPI_SUCCESS) {
        (void)fprintf(stderr, "patterns: rank %d: an MPI call failed\n", rank);
        (void)MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

static char *make_buffer(size_t bytes)
{
    char *buffer = malloc(bytes);
    if (buffer == NULL) {
        (void)fprintf(stderr, "patterns: no memory\n");
        (void)MPI_Abort(MPI_COMM_WORLD, 1);
        exit(1);
    }
    memset(buffer, 'a' + rank, bytes);
    return buffer;
}

/* The same times in every run. */
static void compute(int64_t mean_us)
{
    static uint32_t state;
    state = (state == 0 ? 12345 + 999 * (uint32_t)rank : state) * 1664525 + 1013904223;
    const int64_t ns = mean_us * 1000 / 2 + (int64_t)(state >> 8) * mean_us * 1000 / (1 << 24);
    const struct timespec time = {ns / 1000000000, ns % 1000000000};
    (void)nanosleep(&time, NULL);
}

static void exchange(int step)
{
    static char rows[2][ROW];
    double energy = rank;
    double sum = 0;
    check(MPI_Sendrecv(rows[0], ROW, MPI_BYTE, (rank + 1) % size, GIVE, rows[1], ROW, MPI_BYTE,
                       (rank + size - 1) % size, GIVE, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    if (step % SUM_EVERY == 0) {
        check(MPI_Allreduce(&energy, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD));
    }
}

static void set_view(MPI_File file, int owner)
{
    MPI_Datatype blocks;
    MPI_Datatype tile;
    check(MPI_Type_vector(BLOCKS, BLOCK, BLOCK * size, MPI_BYTE, &blocks));
    check(MPI_Type_create_resized(blocks, 0, (MPI_Aint)BLOCK * size * BLOCKS, &tile));
    check(MPI_Type_commit(&tile));
    check(MPI_File_set_view(file, (MPI_Offset)owner * BLOCK, MPI_BYTE, tile, "native",
                            MPI_INFO_NULL));
    check(MPI_Type_free(&blocks));
    check(MPI_Type_free(&tile));
}

static void run_ior(MPI_File file, int steps, int64_t compute_us)
{
    char *const data = make_buffer((size_t)BLOCK * BLOCKS);
    set_view(file, rank);
    for (int step = 0; step < steps; step++) {
        compute(compute_us);
        exchange(step);
        check(MPI_File_write_at(file, (MPI_Offset)step * BLOCK * BLOCKS, data, BLOCK * BLOCKS,
                                MPI_BYTE, MPI_STATUS_IGNORE));
    }
    check(MPI_File_sync(file));
    check(MPI_Barrier(MPI_COMM_WORLD));
    set_view(file, (rank + 1) % size);
    for (int step = 0; step < steps; step++) {
        check(MPI_File_read_at(file, (MPI_Offset)step * BLOCK * BLOCKS, data, BLOCK * BLOCKS,
                               MPI_BYTE, MPI_STATUS_IGNORE));
    }
    free(data);
}

/* Cell k of a rank lies at k in the first direction and at (rank + k) mod size in the second. */
static MPI_Datatype make_cells(void)
{
    const int all[] = {GRID * size, GRID * size, GRID, DOUBLES};
    const int own[] = {GRID, GRID, GRID, DOUBLES};
    int *const counts = (int *)(void *)make_buffer((size_t)size * sizeof *counts);
    MPI_Aint *const places = (MPI_Aint *)(void *)make_buffer((size_t)size * sizeof *places);
    MPI_Datatype *const cells =
        (MPI_Datatype *)(void *)make_buffer((size_t)size * sizeof(MPI_Datatype));
    MPI_Datatype whole;
    for (int k = 0; k < size; k++) {
        const int starts[] = {GRID * k, GRID * ((rank + k) % size), 0, 0};
        check(MPI_Type_create_subarray(4, all, own, starts, MPI_ORDER_C, MPI_DOUBLE, &cells[k]));
        counts[k] = 1;
        places[k] = 0;
    }
    check(MPI_Type_create_struct(size, counts, places, cells, &whole));
    check(MPI_Type_commit(&whole));
    for (int k = 0; k < size; k++) {
        check(MPI_Type_free(&cells[k]));
    }
    free(counts);
    free(places);
    free(cells);
    return whole;
}

static void run_btio(MPI_File file, int steps, int64_t compute_us)
{
    enum { WRITE_EVERY = 4 };
    const int values = size * GRID * GRID * GRID * DOUBLES;
    char *const data = make_buffer((size_t)values * sizeof(double));
    MPI_Datatype cells = make_cells();
    MPI_Offset place = 0;
    check(MPI_File_set_view(file, 0, MPI_DOUBLE, cells, "native", MPI_INFO_NULL));
    for (int step = 0; step < steps; step++) {
        compute(compute_us);
        exchange(step);
        if (step % WRITE_EVERY == 0) {
            check(MPI_File_write_at_all(file, place, data, values, MPI_DOUBLE, MPI_STATUS_IGNORE));
            place += values;
        }
    }
    for (MPI_Offset at = 0; at < place; at += values) {
        check(MPI_File_read_at_all(file, at, data, values, MPI_DOUBLE, MPI_STATUS_IGNORE));
    }
    check(MPI_Type_free(&cells));
    free(data);
}

int main(int argc, char **argv)
{
    MPI_File file;
    char name[1024];
    check(MPI_Init(&argc, &argv));
    check(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    check(MPI_Comm_size(MPI_COMM_WORLD, &size));
    const int is_btio = argc == 5 && strcmp(argv[1], "btio") == 0;
    if (argc != 5 || (!is_btio && strcmp(argv[1], "ior") != 0)) {
        if (rank == 0) {
            (void)fprintf(stderr, "usage: patterns ior|btio FOLDER STEPS COMPUTE_US\n");
        }
        (void)MPI_Finalize();
        return 2;
    }
    const int steps = (int)strtol(argv[3], NULL, 10);
    const int64_t compute_us = strtoll(argv[4], NULL, 10);
    (void)snprintf(name, sizeof name, "%s/%s", argv[2], argv[1]);
    check(
        MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file));
    if (is_btio) {
        run_btio(file, steps, compute_us);
    } else {
        run_ior(file, steps, compute_us);
    }
    check(MPI_File_close(&file));
    check(MPI_Finalize());
    return 0;
}
