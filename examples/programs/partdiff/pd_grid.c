/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Five-point relaxation of -(u_xx + u_yy) = f on the unit square with given boundary values.
 *
 * Whole rows are dealt out in order, the first ranks get one more where it doesn't divide. Every
 * value is computed from the same operands in the same order however the rows are dealt out:
 * Jacobi reads only the previous iteration, and in red-black Gauss-Seidel a colour reads only the
 * other colour. So the matrix is the same to the bit for every number of ranks, which the tests
 * rely on. */
#include "pd_grid.h"

#include <math.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

/* The known solution, which also gives the boundary.
 *   linear:   bilinear, satisfied exactly by the five-point formula too, f = 0
 *   harmonic: a solution of Laplace's equation that is not a polynomial, f = 0
 *   poisson:  f = 2 pi^2 sin(pi x) sin(pi y), boundary 0 */
static double solution(enum pd_function function, double x, double y)
{
    switch (function) {
    case PD_HARMONIC:
        return sin(pi * x) * sinh(pi * y) / sinh(pi);
    case PD_POISSON:
        return sin(pi * x) * sin(pi * y);
    case PD_LINEAR:
    default:
        return (1.0 - x) * (1.0 - y) + x * y;
    }
}

static double solution_at(const struct pd_grid *grid, int i, int j)
{
    return solution(grid->function, j * grid->spacing, (grid->first_row + i) * grid->spacing);
}

static bool is_inside(const struct pd_grid *grid, int i)
{
    const int row = grid->first_row + i;
    return row > 0 && row < grid->order - 1;
}

static double row_source(const struct pd_grid *grid, int i)
{
    const double h = grid->spacing;
    return grid->function == PD_POISSON
               ? 2.0 * pi * pi * h * h * sin(pi * (grid->first_row + i) * h)
               : 0.0;
}

double *pd_grid_row(const struct pd_grid *grid, double *values, int i)
{
    return values + (size_t)(i + 1) * (size_t)grid->order;
}

static void set_boundary(const struct pd_grid *grid, double *values)
{
    const int last = grid->order - 1;
    for (int i = 0; i < grid->row_count; i++) {
        double *row = pd_grid_row(grid, values, i);
        if (is_inside(grid, i)) {
            row[0] = solution_at(grid, i, 0);
            row[last] = solution_at(grid, i, last);
        } else {
            for (int j = 0; j <= last; j++) {
                row[j] = solution_at(grid, i, j);
            }
        }
    }
}

bool pd_grid_init(struct pd_grid *grid, const struct pd_options *options, int rank, int rank_count)
{
    const int share = options->order / rank_count;
    const int extra = options->order % rank_count;
    *grid = (struct pd_grid){.rank = rank,
                             .rank_count = rank_count,
                             .order = options->order,
                             .first_row = rank * share + (rank < extra ? rank : extra),
                             .row_count = share + (rank < extra ? 1 : 0),
                             .function = options->function,
                             .spacing = 1.0 / (options->order - 1)};
    const size_t columns = (size_t)grid->order;
    const size_t count = (size_t)(grid->row_count + 2) * columns;
    grid->values = calloc(count, sizeof(double));
    grid->spare = calloc(count, sizeof(double));
    grid->source = calloc(columns, sizeof(double));
    if (grid->values == NULL || grid->spare == NULL || grid->source == NULL) {
        pd_grid_fini(grid);
        return false;
    }
    for (int j = 0; j < grid->order; j++) {
        grid->source[j] = sin(pi * j * grid->spacing);
    }
    set_boundary(grid, grid->values);
    set_boundary(grid, grid->spare);
    return true;
}

void pd_grid_fini(struct pd_grid *grid)
{
    free(grid->values);
    free(grid->spare);
    free(grid->source);
    grid->values = NULL;
    grid->spare = NULL;
    grid->source = NULL;
}

/* Give the first and last own row to the neighbours, get theirs into the halo. At the edge of the
 * matrix the neighbour is MPI_PROC_NULL and the halo is never read. */
static void exchange_halo(const struct pd_grid *grid, double *values)
{
    const int above = grid->rank > 0 ? grid->rank - 1 : MPI_PROC_NULL;
    const int below = grid->rank < grid->rank_count - 1 ? grid->rank + 1 : MPI_PROC_NULL;
    const int rows = grid->row_count;
    const int up_tag = 1;
    const int down_tag = 2;
    MPI_Sendrecv(pd_grid_row(grid, values, 0), grid->order, MPI_DOUBLE, above, up_tag,
                 pd_grid_row(grid, values, rows), grid->order, MPI_DOUBLE, below, up_tag,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(pd_grid_row(grid, values, rows - 1), grid->order, MPI_DOUBLE, below, down_tag,
                 pd_grid_row(grid, values, -1), grid->order, MPI_DOUBLE, above, down_tag,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* Relax every `stride`-th value of row `i` from column `first` on; `to` may be `from`. */
static double relax_row(const struct pd_grid *grid, double *from, double *to, int i, int first,
                        int stride)
{
    const double *above = pd_grid_row(grid, from, i - 1);
    const double *here = pd_grid_row(grid, from, i);
    const double *below = pd_grid_row(grid, from, i + 1);
    double *target = pd_grid_row(grid, to, i);
    const double factor = row_source(grid, i);
    double residuum = 0.0;
    for (int j = first; j < grid->order - 1; j += stride) {
        const double neighbours = (above[j] + below[j]) + (here[j - 1] + here[j + 1]);
        const double value = 0.25 * (neighbours + factor * grid->source[j]);
        const double change = fabs(value - here[j]);
        residuum = change > residuum ? change : residuum;
        target[j] = value;
    }
    return residuum;
}

static double step_jacobi(struct pd_grid *grid)
{
    double residuum = 0.0;
    exchange_halo(grid, grid->values);
    for (int i = 0; i < grid->row_count; i++) {
        if (is_inside(grid, i)) {
            residuum = fmax(residuum, relax_row(grid, grid->values, grid->spare, i, 1, 1));
        }
    }
    double *const done = grid->spare;
    grid->spare = grid->values;
    grid->values = done;
    return residuum;
}

static double step_gauss_seidel(struct pd_grid *grid)
{
    double residuum = 0.0;
    for (int colour = 0; colour < 2; colour++) {
        exchange_halo(grid, grid->values);
        for (int i = 0; i < grid->row_count; i++) {
            if (is_inside(grid, i)) {
                const int first = 1 + (grid->first_row + i + 1 + colour) % 2;
                residuum = fmax(residuum, relax_row(grid, grid->values, grid->values, i, first, 2));
            }
        }
    }
    return residuum;
}

double pd_grid_step(struct pd_grid *grid, enum pd_method method)
{
    return method == PD_JACOBI ? step_jacobi(grid) : step_gauss_seidel(grid);
}

double pd_grid_error(const struct pd_grid *grid)
{
    double error = 0.0;
    for (int i = 0; i < grid->row_count; i++) {
        const double *row = pd_grid_row(grid, grid->values, i);
        for (int j = 0; j < grid->order; j++) {
            const double difference = fabs(row[j] - solution_at(grid, i, j));
            error = fmax(error, isfinite(difference) ? difference : INFINITY);
        }
    }
    return error;
}
