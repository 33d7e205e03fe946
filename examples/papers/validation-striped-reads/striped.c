/* SPDX-License-Identifier: GPL-3.0-or-later */
/* striped: the first ranks are servers that keep a file in stripes, each in a file of its own; the
 * others read records of it in turn, as the reads of the validation paper's figure 5. A client asks
 * all servers that have a part of a record at once and waits for all parts before it goes on; a
 * server answers in the order of requests and sends to several clients at the same time. */
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { STRIPE = 65536, MOST_RANKS = 64, ASK = 1, ANSWER = 2 };

struct setting {
    long bytes;   /* of a record */
    long records; /* of each client */
    int servers, clients;
    int first; /* rank of the first client */
};

static char byte_at(long place)
{
    return (char)(place % 251);
}

static long smaller(long a, long b)
{
    return a < b ? a : b;
}

static void give_up(const char *what)
{
    perror(what);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

/* Goes through the parts of a range of the whole file that a server has, in order: bytes of the
 * next part, 0 behind the last. */
static long next_part(const struct setting *set, int server, long *at, long end)
{
    while (*at < end && *at / STRIPE % set->servers != server) {
        *at = (*at / STRIPE + 1) * STRIPE;
    }
    return *at < end ? smaller(end, (*at / STRIPE + 1) * STRIPE) - *at : 0;
}

static long bytes_of(const struct setting *set, int server, long from, long bytes)
{
    long sum = 0;
    long part;
    for (long at = from; (part = next_part(set, server, &at, from + bytes)) > 0; at += part) {
        sum += part;
    }
    return sum;
}

static off_t place_in(const struct setting *set, long at)
{
    return (off_t)(at / STRIPE / set->servers * STRIPE + at % STRIPE);
}

static void fill(const struct setting *set, int server, int file)
{
    const long whole = set->bytes * set->records * set->clients;
    char stripe[STRIPE];
    long part;
    for (long at = 0; (part = next_part(set, server, &at, whole)) > 0; at += part) {
        for (long i = 0; i < part; i++) {
            stripe[i] = byte_at(at + i);
        }
        if (pwrite(file, stripe, (size_t)part, place_in(set, at)) != part) {
            give_up("striped: cannot write");
        }
    }
}

/* A request of no bytes ends a client; its answer before has come then, as a client asks for one
 * record at a time. */
static void serve(const struct setting *set, int server, int file)
{
    MPI_Request sends[MOST_RANKS];
    MPI_Status ended[MOST_RANKS];
    char *answers[MOST_RANKS];
    for (int client = 0; client < set->clients; client++) {
        sends[client] = MPI_REQUEST_NULL;
        answers[client] = malloc((size_t)set->bytes);
        if (answers[client] == NULL) {
            give_up("striped");
        }
    }
    for (int left = set->clients; left > 0;) {
        long range[2];
        MPI_Status status;
        MPI_Recv(range, 2, MPI_LONG, MPI_ANY_SOURCE, ASK, MPI_COMM_WORLD, &status);
        const int client = status.MPI_SOURCE - set->first;
        MPI_Wait(&sends[client], MPI_STATUS_IGNORE);
        if (range[1] == 0) {
            left--;
            continue;
        }
        long done = 0;
        long part;
        for (long at = range[0]; (part = next_part(set, server, &at, range[0] + range[1])) > 0;
             at += part) {
            if (pread(file, answers[client] + done, (size_t)part, place_in(set, at)) != part) {
                give_up("striped: cannot read");
            }
            done += part;
        }
        MPI_Isend(answers[client], (int)done, MPI_BYTE, status.MPI_SOURCE, ANSWER, MPI_COMM_WORLD,
                  &sends[client]);
    }
    MPI_Waitall(set->clients, sends, ended);
    for (int client = 0; client < set->clients; client++) {
        free(answers[client]);
    }
}

/* Where each server's parts are in memory, one server after the other. */
static void check_record(const struct setting *set, long from, const char *data)
{
    for (int server = 0; server < set->servers; server++) {
        long part;
        for (long at = from; (part = next_part(set, server, &at, from + set->bytes)) > 0;
             at += part, data += part) {
            for (long i = 0; i < part; i++) {
                if (data[i] != byte_at(at + i)) {
                    (void)fprintf(stderr, "striped: byte %ld is wrong\n", at + i);
                    MPI_Abort(MPI_COMM_WORLD, 1);
                }
            }
        }
    }
}

static void read_records(const struct setting *set, int client, char *data)
{
    for (long record = 0; record < set->records; record++) {
        MPI_Request requests[2 * MOST_RANKS];
        MPI_Status ended[2 * MOST_RANKS];
        const long range[2] = {(record * set->clients + client) * set->bytes, set->bytes};
        int count = 0;
        char *into = data + record * set->bytes;
        for (int server = 0; server < set->servers; server++) {
            const long bytes = bytes_of(set, server, range[0], range[1]);
            if (bytes > 0) {
                MPI_Irecv(into, (int)bytes, MPI_BYTE, server, ANSWER, MPI_COMM_WORLD,
                          &requests[count++]);
                MPI_Isend(range, 2, MPI_LONG, server, ASK, MPI_COMM_WORLD, &requests[count++]);
            }
            into += bytes;
        }
        MPI_Waitall(count, requests, ended);
    }
}

/* Nanoseconds until the last client had its data, on all ranks. */
static long timed(const struct setting *set, int rank, int file, char *data)
{
    double seconds = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank < set->servers) {
        serve(set, rank, file);
    } else if (rank >= set->first && rank < set->first + set->clients) {
        const int client = rank - set->first;
        const double begin = MPI_Wtime();
        read_records(set, client, data);
        seconds = MPI_Wtime() - begin;
        const long end[2] = {0, 0};
        for (int server = 0; server < set->servers; server++) {
            MPI_Send(end, 2, MPI_LONG, server, ASK, MPI_COMM_WORLD);
        }
        for (long record = 0; record < set->records; record++) {
            check_record(set, (record * set->clients + client) * set->bytes,
                         data + record * set->bytes);
        }
    }
    MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return (long)(seconds * 1e9);
}

int main(int argc, char **argv)
{
    static const struct setting sizes[] = {{.bytes = 1638400, .records = 2},
                                           {.bytes = 102400, .records = 24}};
    static const int servers[] = {1, 2, 4};
    int rank;
    int ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const int repetitions = argc == 3 ? atoi(argv[2]) : 0; // NOLINT: 0 is refused
    if (repetitions < 1 || ranks != 8) {
        (void)fputs(rank == 0 ? "usage: mpiexec -n 8 striped FOLDER REPETITIONS\n" : "", stderr);
        MPI_Finalize();
        return 2;
    }
    char path[4096];
    (void)snprintf(path, sizeof path, "%s/striped.%d", argv[1], rank);
    if (rank == 0) {
        (void)puts("recordBytes,records,servers,clients,repetition,ns");
    }
    for (size_t size = 0; size < sizeof sizes / sizeof sizes[0]; size++) {
        for (size_t number = 0; number < sizeof servers / sizeof servers[0]; number++) {
            for (int clients = 1; clients <= ranks / 2; clients++) {
                struct setting set = sizes[size];
                set.servers = servers[number];
                set.clients = clients;
                set.first = ranks / 2;
                const int file = open(path, O_CREAT | O_TRUNC | O_RDWR | O_CLOEXEC, 0600);
                char *const data = calloc((size_t)set.records, (size_t)set.bytes);
                if (file < 0 || data == NULL) {
                    give_up(path);
                }
                if (rank < set.servers) {
                    fill(&set, rank, file);
                }
                for (int repetition = 0; repetition < repetitions; repetition++) {
                    const long ns = timed(&set, rank, file, data);
                    if (rank == 0) {
                        (void)printf("%ld,%ld,%d,%d,%d,%ld\n", set.bytes, set.records, set.servers,
                                     set.clients, repetition, ns);
                        (void)fflush(stdout);
                    }
                }
                free(data);
                (void)close(file);
                (void)unlink(path);
            }
        }
    }
    MPI_Finalize();
    return 0;
}
