/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "many_ranks.h"

#include <string.h>

int many_ranks_cid(int rank, int comm)
{
    static const int orders[][MANY_RANKS_COMMS] = {
        {0, 1, 2, 3, 4, 5}, {0, 5, 3, 2, 1, 4}, {0, 2, 5, 4, 3, 1}};
    return orders[rank % 3][comm];
}

static int count_of(const many_ranks *run)
{
    return run->side * run->side;
}

/* Members of a communicator are first, first + step, ... */
static void put_map(FILE *out, int first, int step, int count)
{
    (void)fputs(" map='", out);
    for (int i = 0; i < count; i++) {
        (void)fprintf(out, "%d->%d;", first + i * step, i);
    }
    (void)fputs("'", out);
}

typedef struct members {
    int first, step, count;
} members;

static members members_of(const many_ranks *run, int rank, int comm)
{
    const int n = count_of(run);
    const int half = n / 2;
    switch (comm) {
    case MANY_RANKS_SELF:
        return (members){rank, 1, 1};
    case MANY_RANKS_ROW:
        return (members){rank - rank % run->side, 1, run->side};
    case MANY_RANKS_COLUMN:
        return (members){rank % run->side, run->side, run->side};
    case MANY_RANKS_HALVES:
        return rank < half ? (members){0, 1, half} : (members){half, 1, n - half};
    default:
        return (members){0, 1, n};
    }
}

/* Numbers count what a process made as the first member of a new communicator, from 1. */
static void put_gid(FILE *out, const members *m, int comm)
{
    const int made_before = m->first == 0 ? comm - MANY_RANKS_ROW : 0;
    if (comm == MANY_RANKS_WORLD) {
        (void)fputs(" gid='0:0'", out);
    } else if (comm == MANY_RANKS_HALVES) {
        (void)fputs(" gid='0:4'", out);
        (void)fprintf(out, " group='%d'", m->first > 0);
    } else if (comm != MANY_RANKS_SELF) {
        (void)fprintf(out, " gid='%d:%d'", m->first, 1 + made_before);
    }
}

static void put_comm(FILE *out, const many_ranks *run, int rank, int comm)
{
    static const char *const names[] = {"WORLD", "SELF", "row", "column", "", ""};
    const members m = members_of(run, rank, comm);
    (void)fputs("Comm", out);
    if (run->gids) {
        put_gid(out, &m, comm);
    }
    (void)fprintf(out, " id=%d name='%s'", many_ranks_cid(rank, comm), names[comm]);
    if (!run->gids || m.first == rank) {
        put_map(out, m.first, m.step, m.count);
    }
    (void)fputs("\n", out);
}

static void put_comms(FILE *out, const many_ranks *run, int rank)
{
    for (int cid = 0; cid < MANY_RANKS_COMMS; cid++) {
        for (int comm = 0; comm < MANY_RANKS_COMMS; comm++) {
            if (many_ranks_cid(rank, comm) == cid && (run->gids || comm != MANY_RANKS_HALVES)) {
                put_comm(out, run, rank, comm);
            }
        }
    }
}

/* Some predefined types and what programs make of them. */
static void put_types(FILE *out, int side)
{
    static const char *const named[] = {"MPI_INT",  "MPI_DOUBLE", "MPI_CHAR",     "MPI_BYTE",
                                        "MPI_LONG", "MPI_FLOAT",  "MPI_UNSIGNED", "MPI_PACKED"};
    int id = 0;
    for (; id < 8; id++) {
        (void)fprintf(out, "Type id='%d' combiner='MPI_COMBINER_NAMED' name='%s'\n", id, named[id]);
    }
    for (; id < MANY_RANKS_TYPES - 4; id++) {
        (void)fprintf(out,
                      "Type id='%d' combiner='MPI_COMBINER_VECTOR' name='' integers='%d;1;%d;' "
                      "addresses='' types='1;'\n",
                      id, id * 10, id * 100);
    }
    (void)fprintf(out,
                  "Type id='%d' combiner='MPI_COMBINER_CONTIGUOUS' name='line' integers='%d;' "
                  "addresses='' types='1;'\n",
                  id++, side);
    (void)fprintf(out,
                  "Type id='%d' combiner='MPI_COMBINER_SUBARRAY' name='' "
                  "integers='2;512;512;64;64;0;64;56;' addresses='' types='1;'\n",
                  id++);
    (void)fprintf(out,
                  "Type id='%d' combiner='MPI_COMBINER_STRUCT' name='particle' integers='3;1;3;3;' "
                  "addresses='0;8;32;' types='0;1;1;'\n",
                  id++);
    (void)fprintf(out,
                  "Type id='%d' combiner='MPI_COMBINER_RESIZED' name='' integers='' "
                  "addresses='0;64;' types='%d;'\n",
                  id, id - 1);
}

static void put_fragment(FILE *out, const many_ranks *run, int rank)
{
    const int host = rank / MANY_RANKS_PER_HOST;
    if (run->gids) {
        (void)fprintf(out, "Topology levels='Hostname;Rank;Thread' labels='node%03d;%d;0'\n", host,
                      rank);
        if (rank % MANY_RANKS_PER_HOST == 0) {
            (void)fprintf(out, "Group name='Utilization' labels='node%03d'\n", host);
        }
    }
    put_comms(out, run, rank);
    put_types(out, run->side);
    int id = 0;
    for (; id < MANY_RANKS_SHARED_FILES; id++) {
        (void)fprintf(out, "File name=\"/scratch/project/run/checkpoint.%04d.dat\" Size=%d id=%d\n",
                      id, (rank + id) * 8, id);
    }
    if (run->own_file) {
        (void)fprintf(out, "File name=\"/scratch/project/run/out.%06d\" Size=0 id=%d\n", rank, id);
    }
}

static void put_trace(FILE *out, const many_ranks *run, int rank)
{
    (void)run;
    (void)fprintf(out,
                  "<Program timeAdjustment='1300000000' version='3' rank='%d'>\n"
                  "<Barrier cid='0' time='0.000001000' end='0.000002000'/>\n</Program>\n",
                  rank);
}

static void put_statistics(FILE *out, const many_ranks *run, int host)
{
    static const char end[] = "</TopologyNode>\n<Group name=\"Utilization\" "
                              "timestampDatatype=\"EPOCH\" "
                              "timeAdjustment=\"-0000000000.000000000\">\n"
                              "<Value name=\"CPU_TOTAL\" type=\"FLOAT\" unit=\"%\"/>\n</Group>\n"
                              "</Statistics>\n";
    char header[1024];
    (void)run;
    const int length =
        snprintf(header, sizeof header,
                 "<Statistics>\n<TopologyNode>\n<Label value=\"node%03d\" />\n%s", host, end);
    (void)fprintf(out, "%05d\n%s", length, header);
    (void)fwrite("\0\0\0\1\0\0\0\0\0\0\0\2\0\0\0\0\0\0\0\0", 1, 20, out);
}

static bool write_file(const many_ranks *run, const char *path, int number,
                       void (*put)(FILE *out, const many_ranks *run, int number))
{
    FILE *const out = fopen(path, "wb");
    if (out == NULL) {
        return false;
    }
    put(out, run, number);
    const bool good = ferror(out) == 0;
    return fclose(out) == 0 && good;
}

bool many_ranks_write(const many_ranks *run, const char *folder, const char *project)
{
    char path[4096];
    bool good = true;
    for (int rank = 0; rank < count_of(run) && good; rank++) {
        const int host = rank / MANY_RANKS_PER_HOST;
        const int length =
            snprintf(path, sizeof path - 8, "%s%s_node%03d_%d_0.", folder, project, host, rank);
        char *const suffix = path + length;
        (void)memcpy(suffix, "info", 5);
        good = write_file(run, path, rank, put_fragment);
        (void)memcpy(suffix, "trc", 4);
        good = good && write_file(run, path, rank, put_trace);
        if (good && rank % MANY_RANKS_PER_HOST == 0) {
            (void)snprintf(path, sizeof path, "%s%s_node%03d_Utilization.stat", folder, project,
                           host);
            good = write_file(run, path, host, put_statistics);
        }
    }
    return good;
}
