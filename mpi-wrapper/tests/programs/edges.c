/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What programs seldom do; the argument says which. */
#include "late.h"

#include <dirent.h>
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TYPE_COUNT = 3000, THREAD_COUNT = 40, MANY_THREADS = 1200, MORE_KIB_MAX = 1 };

/* Types whose counts no int can hold. */
static void large(void)
{
#if MPI_VERSION >= 4
    MPI_Datatype whole, parts, both, strided;
    const MPI_Count lengths[] = {3000000000, 2}, places[] = {8, 5000000000};
    MPI_Type_contiguous_c(3000000000, MPI_BYTE, &whole);
    MPI_Type_create_hindexed_c(2, lengths, places, MPI_BYTE, &parts);
    MPI_Type_create_hvector_c(2, 3, 6000000000, MPI_BYTE, &strided);
    MPI_Type_contiguous(1, parts, &both);
    MPI_Type_free(&both);
    MPI_Type_free(&strided);
    MPI_Type_free(&parts);
    MPI_Type_free(&whole);
#endif
}

/* A group of one and the rest. */
static void inter(int rank, int count)
{
    MPI_Comm half, both;
    int sums[8] = {0}, values[8] = {0}, counts[8] = {count - 1, 0};
    for (int i = 0; rank > 0 && i < count - 1; i++) {
        counts[i] = 1;
    }
    MPI_Comm_split(MPI_COMM_WORLD, rank == 0, 0, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank == 0 ? 1 : 0, 7, &both);
    MPI_Reduce_scatter(values, sums, counts, MPI_INT, MPI_SUM, both);
    MPI_Comm_free(&both);
    MPI_Comm_free(&half);
}

/* Arguments that MPI refuses before it looks at the arrays. */
static void refused(void)
{
    int value = 0;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Gatherv(MPI_IN_PLACE, 0, MPI_INT, &value, NULL, NULL, MPI_INT, 77, MPI_COMM_WORLD);
    MPI_Scatterv(&value, NULL, NULL, MPI_INT, MPI_IN_PLACE, 0, MPI_INT, 77, MPI_COMM_WORLD);
    MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_INT, &value, NULL, NULL, MPI_INT, MPI_COMM_NULL);
}

static int open_files(void)
{
    int count = 0;
    DIR *const files = opendir("/proc/self/fd");
    while (files != NULL && readdir(files) != NULL) {
        count++;
    }
    if (files != NULL) {
        closedir(files);
    }
    return count;
}

static void *reduce(void *argument)
{
    int value = 1;
    MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF);
    return argument;
}

static long resident_kib(void)
{
    char line[128] = "";
    FILE *const file = fopen("/proc/self/statm", "r");
    if (file == NULL || fgets(line, sizeof(line), file) == NULL) {
        perror("/proc/self/statm");
        exit(EXIT_FAILURE);
    }
    (void)fclose(file);
    const char *const resident = strchr(line, ' '); /* behind the number of all pages */
    return resident == NULL ? 0 : strtol(resident, NULL, 10) * (sysconf(_SC_PAGESIZE) / 1024);
}

/* Memory is compared with what it is after the first half, when the allocator has what it keeps. */
static void threads(int thread_count)
{
    const int before = open_files();
    long memory_kib = 0;
    for (int i = 0; i < thread_count; i++) {
        pthread_t thread;
        pthread_create(&thread, NULL, reduce, NULL);
        pthread_join(thread, NULL);
        memory_kib = i == thread_count / 2 ? resident_kib() : memory_kib;
    }
    printf("%d more open files\n", open_files() - before);
    if (thread_count > THREAD_COUNT) { /* for what the project says of each */
        printf("memory is%s bounded\n",
               resident_kib() - memory_kib > (long)thread_count * MORE_KIB_MAX ? " not" : "");
    }
}

/* A program that closes what it did not open, and writes into a file of its own. */
static void close_all(void)
{
    for (int fd = 3; fd < 256; fd++) {
        char link[64], file[256] = "";
        (void)snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
        if (readlink(link, file, sizeof(file) - 1) > 0 && strstr(file, "hdmpi-edges") != NULL) {
            close(fd);
        }
    }
    FILE *const own = fopen("own", "w");
    FILE *const other = fopen("other", "w");
    for (int i = 0; i < 30000; i++) {
        MPI_Barrier(MPI_COMM_SELF);
    }
    if (own == NULL || fputs("own", own) < 0 || fclose(own) != 0) {
        perror("own");
    }
    if (other == NULL || fputs("other", other) < 0 || fclose(other) != 0) {
        perror("other");
    }
}

static void many_types(void)
{
    for (int i = 0; i < TYPE_COUNT; i++) {
        MPI_Datatype type;
        MPI_Type_vector(3, 2, 5, MPI_INT, &type);
        MPI_Type_free(&type);
    }
}

/* What the launcher says before MPI_Init. */
static int is_first(void)
{
    const char *const number =
        getenv("PMI_RANK") != NULL ? getenv("PMI_RANK") : getenv("OMPI_COMM_WORLD_RANK");
    return number != NULL && strcmp(number, "0") == 0;
}

int main(int argc, char **argv)
{
    const char *const what = argv[1];
    int provided = 0;
    int rank = 0;
    int count = 0;
    const int is_late = strcmp(what, "last-late") == 0 || strcmp(what, "first-late") == 0;
    if (argc > 2 && !is_late && chdir(argv[2]) != 0) {
        return EXIT_FAILURE;
    }
    if (strcmp(what, "first-late") == 0 && is_first()) {
        setenv("HDTRACE_FINALIZE_TIMEOUT", "300", 1); /* only the other one gives up */
    }
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    if (strcmp(what, "large") == 0) {
        large();
    } else if (strcmp(what, "inter") == 0) {
        inter(rank, count);
    } else if (strcmp(what, "refused") == 0) {
        refused();
    } else if (strcmp(what, "threads") == 0) {
        threads(THREAD_COUNT);
    } else if (strcmp(what, "many-threads") == 0) {
        threads(MANY_THREADS);
    } else if (strcmp(what, "closes") == 0) {
        close_all();
    } else if (strcmp(what, "moves") == 0) {
        (void)mkdir("elsewhere", S_IRWXU);
        if (chdir("elsewhere") != 0) {
            return EXIT_FAILURE;
        }
        threads(THREAD_COUNT);
    } else if (strcmp(what, "last-late") == 0) {
        if (rank == count - 1) {
            many_types();
        }
        be_late(rank == count - 1, argv[2]);
    } else if (strcmp(what, "first-late") == 0) {
        be_late(rank == 0, argv[2]);
    }
    MPI_Finalize();
    return EXIT_SUCCESS;
}
