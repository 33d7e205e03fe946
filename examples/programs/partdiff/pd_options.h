/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PD_OPTIONS_H
#define PD_OPTIONS_H
/** The command line of partdiff. */

#include <stdbool.h>
#include <stdio.h>

/** Most hints that can be given, and how long their two parts may be. */
#define PD_HINTS_MAX      16
#define PD_HINT_KEY_MAX   64
#define PD_HINT_VALUE_MAX 255

enum pd_method { PD_JACOBI, PD_GAUSS_SEIDEL };
enum pd_function { PD_LINEAR, PD_HARMONIC, PD_POISSON };

struct pd_options {
    enum pd_method method;
    enum pd_function function;
    int order;            /* the matrix has order x order values, the boundary included */
    int iterations;       /* at most so many */
    int checkpoint_every; /* iterations; 0 for never */
    double precision;     /* stop below this residuum; 0 for never */
    double tolerance;     /* largest error allowed by --check; negative for no check */
    const char *output;   /* folder, borrowed from argv; NULL for no files */
    const char *hints[PD_HINTS_MAX]; /* KEY=VALUE, borrowed from argv */
    int hint_count;
    bool quiet;
    bool help;
};

/** Largest order: a whole matrix can still be counted with the int that MPI-IO takes. */
#define PD_ORDER_MAX 46340

/** Read the command line; on failure false, and `message` says what is wrong. */
bool pd_options_parse(int argc, char **argv, struct pd_options *options, char *message,
                      size_t message_size);

void pd_options_print_help(FILE *out);

const char *pd_method_name(enum pd_method method);
const char *pd_function_name(enum pd_function function);

#endif
