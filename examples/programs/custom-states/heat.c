/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A rod is heated at its left end: explicit steps, one strip of it per rank. What the program does
 * beside its MPI calls is written into the same trace by hdmpi/hdmpi.h. */
#include <hdmpi/hdmpi.h>

#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { CELLS = 100, STEPS = 20, TOKEN_SIZE = 512 };

static double rod[CELLS + 2], next[CELLS + 2];
static int rank, ranks;

static void set_up(void)
{
    hdMPI_threadLogStateStart("setup");
    hdMPI_threadLogInt("cells", CELLS);
    memset(rod, 0, sizeof(rod));
    rod[0] = rank == 0 ? 100.0 : 0.0;
    hdMPI_threadLogStateEnd();
}

static void exchange(void)
{
    const int left = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    const int right = rank + 1 < ranks ? rank + 1 : MPI_PROC_NULL;
    MPI_Sendrecv(&rod[CELLS], 1, MPI_DOUBLE, right, 1, &rod[0], 1, MPI_DOUBLE, left, 1,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(&rod[1], 1, MPI_DOUBLE, left, 2, &rod[CELLS + 1], 1, MPI_DOUBLE, right, 2,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* @return the greatest change of a cell on any rank */
static double step(int number)
{
    double change = 0, greatest = 0;
    hdMPI_threadLogStateStart("step");
    exchange();
    for (int i = 1; i <= CELLS; i++) {
        next[i] = rod[i] + 0.25 * (rod[i - 1] - 2 * rod[i] + rod[i + 1]);
        change = fmax(change, fabs(next[i] - rod[i]));
    }
    memcpy(&rod[1], &next[1], CELLS * sizeof(rod[0]));
    MPI_Allreduce(&change, &greatest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    hdMPI_threadLogInt("number", number);
    hdMPI_threadLogDouble("change", greatest);
    hdMPI_threadLogStateEnd();
    return greatest;
}

/* Rank 0's token of the whole computation; those of the others name it as their parent. */
static hd_token begin_job(void)
{
    char text[TOKEN_SIZE] = "";
    hd_relation *relation = NULL;
    hd_token token = {NULL, 0};
    const int recorded = hdMPI_getRelation(&relation) == HD_OK;
    if (recorded && rank == 0 && hd_relation_create_token(relation, &token) == HD_OK &&
        hd_token_get_text(token, text, sizeof(text)) != HD_OK) {
        text[0] = '\0';
    }
    MPI_Bcast(text, TOKEN_SIZE, MPI_CHAR, 0, MPI_COMM_WORLD);
    if (recorded && rank > 0 && hd_relation_create_remote_child(relation, text, &token) != HD_OK) {
        token.relation = NULL;
    }
    if (token.relation != NULL && hd_token_begin_state(token, "solve", 0, NULL) != HD_OK) {
        (void)fprintf(stderr, "%s\n", hd_error_get_text());
    }
    return token;
}

static void end_job(hd_token token)
{
    if (token.relation != NULL &&
        (hd_token_end_state(token, 0, NULL, NULL) != HD_OK || hd_token_destroy(token) != HD_OK)) {
        (void)fprintf(stderr, "%s\n", hd_error_get_text());
    }
}

static void solve(void)
{
    static const hd_stats_value values[] = {{"STEP", HD_STATS_INT64, "#", NULL},
                                            {"CHANGE", HD_STATS_DOUBLE, "K", NULL}};
    hd_stats *solver = NULL;
    if (hdMPI_createStatistics("Solver", 2, values, &solver) != HD_OK) {
        solver = NULL; /* nothing is recorded: the calls below take NULL */
    }
    double change = 0;
    for (int number = 1; number <= STEPS; number++) {
        change = step(number);
        hd_stats_set_int(solver, 0, number);
        hd_stats_set_double(solver, 1, change);
        hdMPI_endRecord(solver);
    }
    hdMPI_threadLogEventStart("solved");
    hdMPI_threadLogInt("steps", STEPS);
    hdMPI_threadLogText("method", "explicit <Euler>");
    hdMPI_threadLogEventEnd();
    (void)hd_stats_destroy(solver);
    if (rank == 0) {
        printf("change of the last step: %.6f\n", change);
    }
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    set_up();
    const hd_token job = begin_job();
    solve();
    end_job(job);
    MPI_Finalize();
    return 0;
}
