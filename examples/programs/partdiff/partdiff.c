/* SPDX-License-Identifier: GPL-3.0-or-later */
/* partdiff: a parallel solver of partial differential equations that behaves like the one of the
 * HDTrace paper, section 6: halo exchange, a reduction in every iteration, progress information and
 * checkpoints through MPI-IO. It is what HDTrace is shown and tested with; it knows nothing of
 * being traced. */
#include "pd_grid.h"
#include "pd_options.h"
#include "pd_output.h"

#include <math.h>
#include <mpi.h>

struct outcome {
    int iterations;
    double residuum;
    double seconds;
    double error;
};

static bool is_due(const struct pd_options *options, int iteration)
{
    return options->checkpoint_every > 0 && iteration % options->checkpoint_every == 0;
}

static struct outcome iterate(struct pd_grid *grid, struct pd_output *output,
                              const struct pd_options *options)
{
    struct outcome outcome = {0};
    const double start = MPI_Wtime();
    do {
        const double mine = pd_grid_step(grid, options->method);
        MPI_Allreduce(&mine, &outcome.residuum, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        outcome.iterations++;
        pd_output_write_progress(output, grid, outcome.iterations);
        if (is_due(options, outcome.iterations)) {
            pd_output_write_checkpoint(output, grid, outcome.iterations);
        }
    } while (outcome.iterations < options->iterations && outcome.residuum >= options->precision);
    outcome.seconds = MPI_Wtime() - start;
    return outcome;
}

static void print_summary(const struct pd_options *options, const struct outcome *outcome,
                          int rank_count)
{
    const int checkpoints =
        options->checkpoint_every > 0 ? outcome->iterations / options->checkpoint_every : 0;
    (void)printf("method       %s\n", pd_method_name(options->method));
    (void)printf("function     %s\n", pd_function_name(options->function));
    (void)printf("matrix       %d x %d on %d rank%s\n", options->order, options->order, rank_count,
                 rank_count == 1 ? "" : "s");
    (void)printf("iterations   %d\n", outcome->iterations);
    (void)printf("residuum     %.9e\n", outcome->residuum);
    (void)printf("error        %.9e\n", outcome->error);
    (void)printf("checkpoints  %d\n", checkpoints);
    (void)printf("run time     %.6f s\n", outcome->seconds);
}

/* Every value is finite, and close enough to the known solution when a tolerance was given. */
static bool is_right(const struct pd_options *options, const struct outcome *outcome)
{
    if (!isfinite(outcome->error)) {
        (void)fputs("partdiff: check failed: the matrix holds values that are not finite\n",
                    stderr);
        return false;
    }
    if (options->tolerance >= 0.0 && outcome->error > options->tolerance) {
        (void)fprintf(stderr, "partdiff: check failed: error %.9e is above %.9e\n", outcome->error,
                      options->tolerance);
        return false;
    }
    return true;
}

static int run(const struct pd_options *options, int rank, int rank_count)
{
    struct pd_grid grid;
    if (!pd_grid_init(&grid, options, rank, rank_count)) {
        (void)fprintf(stderr, "partdiff: rank %d: not enough memory for the matrix\n", rank);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    struct pd_output output;
    if (!pd_output_open(&output, &grid, options)) {
        pd_grid_fini(&grid);
        return 2;
    }
    struct outcome outcome = iterate(&grid, &output, options);
    pd_output_close(&output);

    const double mine = pd_grid_error(&grid);
    MPI_Reduce(&mine, &outcome.error, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    pd_grid_fini(&grid);
    int right = 1;
    if (rank == 0) {
        if (!options->quiet) {
            print_summary(options, &outcome, rank_count);
        }
        right = is_right(options, &outcome) ? 1 : 0;
        if (!options->quiet && right == 1) {
            (void)puts(options->tolerance < 0.0
                           ? "check        all values finite"
                           : "check        all values finite, error small enough");
        }
    }
    MPI_Bcast(&right, 1, MPI_INT, 0, MPI_COMM_WORLD);
    return right == 1 ? 0 : 1;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank = 0;
    int rank_count = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &rank_count);

    struct pd_options options;
    char message[256] = "";
    bool usable = pd_options_parse(argc, argv, &options, message, sizeof message);
    if (usable && !options.help && options.order < rank_count) {
        (void)snprintf(message, sizeof message, "--size %d: fewer rows than the %d ranks",
                       options.order, rank_count);
        usable = false;
    }
    int status = 2;
    if (!usable) {
        if (rank == 0) {
            (void)fprintf(stderr, "partdiff: %s (see --help)\n", message);
        }
    } else if (options.help) {
        if (rank == 0) {
            pd_options_print_help(stdout);
        }
        status = 0;
    } else {
        status = run(&options, rank, rank_count);
    }
    MPI_Finalize();
    return status;
}
