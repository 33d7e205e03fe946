/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pd_options.h"

#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HINT = 256 }; /* an option without a letter */

static const char *const method_names[] = {"jacobi", "gauss-seidel"};
static const char *const function_names[] = {"linear", "harmonic", "poisson"};

const char *pd_method_name(enum pd_method method)
{
    return method_names[method];
}

const char *pd_function_name(enum pd_function function)
{
    return function_names[function];
}

void pd_options_print_help(FILE *out)
{
    (void)fputs(
        "usage: mpiexec -n RANKS partdiff [options]\n"
        "Solves a partial differential equation on the unit square, rows dealt out to ranks.\n"
        "  -m, --method M            jacobi (default) or gauss-seidel (red-black)\n"
        "  -f, --function F          linear (default), harmonic or poisson\n"
        "  -n, --size N              matrix of N x N values, boundary included (default 128)\n"
        "  -i, --iterations N        number of iterations (default 100)\n"
        "  -p, --precision E         stop when the residuum is below E\n"
        "  -o, --output DIR          write progress.dat and checkpoints into DIR; with ROMIO's "
        "prefix,\n"
        "                            as pvfs2:/DIR, the folder has to be there\n"
        "      --hint KEY=VALUE      for MPI-IO, with each file; can be given 16 times\n"
        "  -k, --checkpoint-every N  full matrix every N iterations (default 0: never)\n"
        "  -c, --check E             fail when the error against the solution exceeds E\n"
        "  -q, --quiet               print nothing but errors\n"
        "  -h, --help                print this text\n"
        "exit status: 0 success, 1 failed check or output, 2 wrong usage\n",
        out);
}

/* Position of `text` in `names`, or -1. */
static int find_name(const char *text, const char *const *names, int count)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(text, names[i]) == 0) {
            return i;
        }
    }
    return -1;
}

static bool parse_int(const char *text, int low, int high, int *value)
{
    char *end = NULL;
    errno = 0;
    const long number = strtol(text, &end, 10);
    if (end == text || *end != '\0' || errno != 0 || number < low || number > high) {
        return false;
    }
    *value = (int)number;
    return true;
}

static bool parse_positive(const char *text, double *value)
{
    char *end = NULL;
    errno = 0;
    const double number = strtod(text, &end);
    if (end == text || *end != '\0' || errno != 0 || !isfinite(number) || number <= 0) {
        return false;
    }
    *value = number;
    return true;
}

static bool add_hint(const char *text, struct pd_options *options)
{
    const char *const equals = strchr(text, '=');
    if (equals == NULL || equals == text || equals - text > PD_HINT_KEY_MAX ||
        strlen(equals + 1) > PD_HINT_VALUE_MAX || options->hint_count == PD_HINTS_MAX) {
        return false;
    }
    options->hints[options->hint_count++] = text;
    return true;
}

/* Take over one option; the text says what the option expects when its value is unusable. */
static const char *apply(int option, const char *value, struct pd_options *options)
{
    int name = 0;
    switch (option) {
    case 'm':
        name = find_name(value, method_names, 2);
        options->method = name == PD_GAUSS_SEIDEL ? PD_GAUSS_SEIDEL : PD_JACOBI;
        return name >= 0 ? NULL : "--method: jacobi or gauss-seidel";
    case 'f':
        name = find_name(value, function_names, 3);
        options->function = name < 0 ? PD_LINEAR : (enum pd_function)name;
        return name >= 0 ? NULL : "--function: linear, harmonic or poisson";
    case 'n':
        return parse_int(value, 3, PD_ORDER_MAX, &options->order) ? NULL : "--size: 3 to 46340";
    case 'i':
        return parse_int(value, 1, INT_MAX, &options->iterations) ? NULL
                                                                  : "--iterations: at least 1";
    case 'k':
        return parse_int(value, 0, INT_MAX, &options->checkpoint_every)
                   ? NULL
                   : "--checkpoint-every: 0 or more";
    case 'p':
        return parse_positive(value, &options->precision) ? NULL : "--precision: a number above 0";
    case 'c':
        return parse_positive(value, &options->tolerance) ? NULL : "--check: a number above 0";
    case 'o':
        options->output = value;
        return value[0] != '\0' ? NULL : "--output: a folder";
    case HINT:
        return add_hint(value, options) ? NULL : "--hint: KEY=VALUE, 16 of them";
    case 'q':
        options->quiet = true;
        return NULL;
    default:
        options->help = true;
        return NULL;
    }
}

bool pd_options_parse(int argc, char **argv, struct pd_options *options, char *message,
                      size_t message_size)
{
    static const struct option table[] = {
        {"method", required_argument, NULL, 'm'},
        {"function", required_argument, NULL, 'f'},
        {"size", required_argument, NULL, 'n'},
        {"iterations", required_argument, NULL, 'i'},
        {"precision", required_argument, NULL, 'p'},
        {"output", required_argument, NULL, 'o'},
        {"hint", required_argument, NULL, HINT},
        {"checkpoint-every", required_argument, NULL, 'k'},
        {"check", required_argument, NULL, 'c'},
        {"quiet", no_argument, NULL, 'q'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    *options = (struct pd_options){.order = 128, .iterations = 100, .tolerance = -1.0};
    opterr = 0; /* each rank parses, only one may speak */
    int option = 0;
    /* Called before any thread exists. NOLINTNEXTLINE(concurrency-mt-unsafe) */
    while ((option = getopt_long(argc, argv, ":m:f:n:i:p:o:k:c:qh", table, NULL)) != -1) {
        if (option == '?' || option == ':') {
            const char *cause = option == ':' ? "option needs a value" : "unknown option";
            (void)snprintf(message, message_size, "%s: %s", argv[optind - 1], cause);
            return false;
        }
        const char *expected = apply(option, optarg, options);
        if (expected != NULL) {
            (void)snprintf(message, message_size, "unusable value '%s' for %s", optarg, expected);
            return false;
        }
    }
    if (optind < argc) {
        (void)snprintf(message, message_size, "unexpected argument '%s'", argv[optind]);
        return false;
    }
    if (options->checkpoint_every > 0 && options->output == NULL) {
        (void)snprintf(message, message_size, "--checkpoint-every needs --output");
        return false;
    }
    return true;
}
