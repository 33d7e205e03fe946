/* SPDX-License-Identifier: GPL-3.0-or-later */
/* levels: all ranks write blocks of one file that are dealt to them in turn, on one of the four
 * levels of access that the slides on PIOviz compare: each rank for itself or all together, block
 * by block or all blocks with one call. The file is the same on all levels. */
#include <errno.h>
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: mpiexec -n RANKS levels LEVEL FILE [BLOCKS [SIZE]]\n"
    "Each rank writes BLOCKS blocks (default 10) of SIZE bytes (default 4096) to FILE in turn.\n"
    "  LEVEL  ind-ctg   each rank for itself, a call for each block\n"
    "         col-ctg   all ranks together, a call for each block\n"
    "         ind-nctg  each rank for itself, one call with a file view\n"
    "         col-nctg  all ranks together, one call with a file view\n"
    "exit status: 0 success, 1 the file cannot be written, 2 wrong usage\n";

struct job {
    bool together;
    bool with_view;
    const char *file;
    int blocks;
    int size;
    int rank;
    int ranks;
};

static void check(int code, const struct job *job, const char *what)
{
    char text[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    if (code != MPI_SUCCESS) {
        MPI_Error_string(code, text, &length);
        (void)fprintf(stderr, "levels: %s: cannot %s: %s\n", job->file, what, text);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

static bool parse_count(const char *text, int *value)
{
    char *end = NULL;
    errno = 0;
    const long number = strtol(text, &end, 10);
    *value = (int)number;
    return errno == 0 && end != text && *end == '\0' && number > 0 && number <= 1 << 20;
}

static bool parse(int argc, char **argv, struct job *job)
{
    static const char *const levels[] = {"ind-ctg", "col-ctg", "ind-nctg", "col-nctg"};
    int level = 0;
    while (argc > 1 && level < 4 && strcmp(argv[1], levels[level]) != 0) {
        level++;
    }
    if (argc < 3 || argc > 5 || level == 4) {
        return false;
    }
    job->together = level % 2 == 1;
    job->with_view = level >= 2;
    job->file = argv[2];
    job->blocks = 10;
    job->size = 4096;
    return (argc < 4 || parse_count(argv[3], &job->blocks)) &&
           (argc < 5 || parse_count(argv[4], &job->size)) && job->size <= (1 << 30) / job->blocks;
}

/* Byte i of the whole file is a function of i alone. */
static char *make_data(const struct job *job)
{
    char *const data = malloc((size_t)job->blocks * (size_t)job->size);
    for (int block = 0; data != NULL && block < job->blocks; block++) {
        const long long start = ((long long)block * job->ranks + job->rank) * job->size;
        for (int i = 0; i < job->size; i++) {
            data[(size_t)block * (size_t)job->size + (size_t)i] = (char)((start + i) % 251);
        }
    }
    return data;
}

static void write_blocks(const struct job *job, MPI_File file, const char *data)
{
    for (int block = 0; block < job->blocks; block++) {
        const MPI_Offset offset = ((MPI_Offset)block * job->ranks + job->rank) * job->size;
        const char *const from = data + (size_t)block * (size_t)job->size;
        check(
            job->together
                ? MPI_File_write_at_all(file, offset, from, job->size, MPI_BYTE, MPI_STATUS_IGNORE)
                : MPI_File_write_at(file, offset, from, job->size, MPI_BYTE, MPI_STATUS_IGNORE),
            job, "write");
    }
}

static void write_view(const struct job *job, MPI_File file, const char *data)
{
    MPI_Datatype block = MPI_DATATYPE_NULL;
    MPI_Datatype mine = MPI_DATATYPE_NULL;
    MPI_Type_contiguous(job->size, MPI_BYTE, &block);
    MPI_Type_create_resized(block, 0, (MPI_Aint)job->size * job->ranks, &mine);
    MPI_Type_commit(&mine);
    check(MPI_File_set_view(file, (MPI_Offset)job->rank * job->size, MPI_BYTE, mine, "native",
                            MPI_INFO_NULL),
          job, "set the view");
    const int all = job->blocks * job->size;
    check(job->together ? MPI_File_write_all(file, data, all, MPI_BYTE, MPI_STATUS_IGNORE)
                        : MPI_File_write(file, data, all, MPI_BYTE, MPI_STATUS_IGNORE),
          job, "write");
    MPI_Type_free(&mine);
    MPI_Type_free(&block);
}

int main(int argc, char **argv)
{
    struct job job = {0};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &job.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &job.ranks);
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        (void)fputs(job.rank == 0 ? usage : "", stdout);
        MPI_Finalize();
        return 0;
    }
    if (!parse(argc, argv, &job)) {
        if (job.rank == 0) {
            (void)fputs("levels: unusable arguments; see levels --help\n", stderr);
        }
        MPI_Finalize();
        return 2;
    }
    char *const data = make_data(&job);
    check(data == NULL ? MPI_ERR_NO_MEM : MPI_SUCCESS, &job, "make its data");
    MPI_File file = MPI_FILE_NULL;
    check(MPI_File_open(MPI_COMM_WORLD, job.file, MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL,
                        &file),
          &job, "open");
    MPI_Barrier(MPI_COMM_WORLD);
    if (job.with_view) {
        write_view(&job, file, data);
    } else {
        write_blocks(&job, file, data);
    }
    check(MPI_File_close(&file), &job, "close");
    free(data);
    MPI_Finalize();
    return 0;
}
