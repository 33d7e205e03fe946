/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PD_GRID_H
#define PD_GRID_H
/** The rows of one rank and the two relaxation methods on them. */

#include "pd_options.h"

#include <stdbool.h>
#include <stddef.h>

struct pd_grid {
    int rank;
    int rank_count;
    int order;     /* columns, and rows of the whole matrix */
    int first_row; /* of this rank, counted in the whole matrix */
    int row_count; /* of this rank */
    enum pd_function function;
    double spacing; /* between neighbouring points; the square has length 1 */
    double *values; /* (row_count + 2) x order: one halo row above and one below */
    double *spare;  /* the same size: what Jacobi writes into */
    double *source; /* h^2 f is row_source(i) * source[j], see pd_grid.c */
};

/** Lay out the rows of `rank` and set the boundary; the inside starts with 0. */
bool pd_grid_init(struct pd_grid *grid, const struct pd_options *options, int rank, int rank_count);
void pd_grid_fini(struct pd_grid *grid);

/** First own row and, with i up to row_count, those below it; -1 and row_count are the halo. */
double *pd_grid_row(const struct pd_grid *grid, double *values, int i);

/** Do one iteration, exchanging halos over MPI_COMM_WORLD.
 *  Returns this rank's residuum: the largest change of a value. */
double pd_grid_step(struct pd_grid *grid, enum pd_method method);

/** Get this rank's largest difference from the known solution; infinite when a value is not finite.
 */
double pd_grid_error(const struct pd_grid *grid);

#endif
