// SPDX-License-Identifier: GPL-3.0-or-later
/* The command line. */
#include "bench.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int64_t LARGEST_BYTES = 1 << 30;

static void print_help(void)
{
    (void)fputs(
        "usage: mpiexec -n RANKS hdtrace-microbench [options]\n"
        "Measures messages between ranks, memory, and files, and prints each repetition as CSV.\n"
        "  -t, --tests LIST       of p2p, coll, memory, io, each (default: p2p,memory, and io with "
        "--io),\n"
        "                         or of coll's sendrecv, bcast, allgather, allreduce, alltoall, "
        "reduce,\n"
        "                         gather, scatter, reduce_scatter, turns\n"
        "  -i, --io DIR           files: each client writes into this folder, and tidies up\n"
        "  -f, --file-size BYTES  of each client's file (default 16777216)\n"
        "  -s, --seconds S        for everything: 60 by default; what is left then is left out\n"
        "  -l, --largest BYTES    message between two ranks (default 4194304)\n"
        "  -r, --repetitions N    of each case at most (default 30); work has 12, by turns\n"
        "  -R, --ranks LIST       sizes of groups for coll (default 2,3,4,5,6,7,8)\n"
        "  -S, --sizes LIST       bytes for coll (default 102400,1048576,10485760)\n"
        "  -o, --output FILE      instead of standard output\n"
        "  -h, --help             print this text\n"
        "Columns: test, first and second rank (-1: none), ranks, bytes, operations in a "
        "repetition,\n"
        "number of the repetition, its ns (eager: -1 when the send waited for its receive).\n"
        "exit status: 0 success, 1 failed output, 2 wrong usage\n",
        stdout);
}

static bool parse_bytes(const char *text, int64_t low, int64_t high, int64_t *value)
{
    char *end = NULL;
    errno = 0;
    const long long number = strtoll(text, &end, 10);
    if (end == text || *end != '\0' || errno != 0 || number < low || number > high) {
        return false;
    }
    *value = number;
    return true;
}

static bool is_list(const char *text, int64_t high)
{
    while (*text >= '0' && *text <= '9') {
        char *end = NULL;
        errno = 0;
        const long long number = strtoll(text, &end, 10);
        if (errno != 0 || number < 1 || number > high) {
            return false;
        }
        if (*end == '\0') {
            return true;
        }
        if (*end != ',') {
            return false;
        }
        text = end + 1;
    }
    return false;
}

static bool is_word(const char *word, const char *list, size_t length)
{
    return strlen(word) == length && strncmp(list, word, length) == 0;
}

/* Groups of tests; of those on groups of ranks also single ones. */
static bool choose_tests(const char *list, struct options *options)
{
    memset(options->tests, 0, sizeof options->tests);
    for (;;) {
        const size_t length = strcspn(list, ",");
        bool known = false;
        for (int test = 0; test < TEST_COUNT; test++) {
            const bool single = strcmp(bench_groups[test], "coll") == 0;
            if (is_word(bench_groups[test], list, length) ||
                (single && is_word(bench_names[test], list, length))) {
                options->tests[test] = known = true;
            }
        }
        if (!known || list[length] == '\0') {
            return known;
        }
        list += length + 1;
    }
}

/* Takes over one option, and tells what it needs when its value can't be used. */
static const char *apply(int option, const char *value, struct options *options)
{
    int64_t number = 0;
    char *end = NULL;
    switch (option) {
    case 't':
        return choose_tests(value, options)
                   ? NULL
                   : "--tests needs a list of p2p, coll, memory, io, each, or tests of coll";
    case 'i':
        options->folder = value;
        return NULL;
    case 'f':
        return parse_bytes(value, 4096, INT64_MAX / 2, &options->file_bytes)
                   ? NULL
                   : "--file-size needs a number of bytes from 4096";
    case 's':
        options->seconds = strtod(value, &end);
        return *value != '\0' && *end == '\0' && isfinite(options->seconds) && options->seconds > 0
                   ? NULL
                   : "--seconds needs a number above 0";
    case 'l':
        return parse_bytes(value, 1, LARGEST_BYTES, &options->largest)
                   ? NULL
                   : "--largest needs a number of bytes from 1 to 1073741824";
    case 'r':
        if (!parse_bytes(value, 1, 100000, &number)) {
            return "--repetitions needs a number from 1 to 100000";
        }
        options->repetitions = (int)number;
        return NULL;
    case 'R':
        options->ranks = value;
        return is_list(value, 1000000) ? NULL : "--ranks needs a list of numbers as 2,4,8";
    case 'S':
        options->sizes = value;
        return is_list(value, LARGEST_BYTES) ? NULL
                                             : "--sizes needs a list of bytes as 1024,1048576";
    default:
        options->output = value;
        return NULL;
    }
}

static int wrong(int rank, const char *text, const char *value)
{
    if (rank == 0) {
        (void)fprintf(stderr, "hdtrace-microbench: %s%s%s\n", text,
                      value[0] == '\0' ? "" : ", not ", value);
    }
    return 2;
}

int read_options(int argc, char **argv, int rank, struct options *options)
{
    static const struct option known[] = {{"tests", required_argument, NULL, 't'},
                                          {"io", required_argument, NULL, 'i'},
                                          {"file-size", required_argument, NULL, 'f'},
                                          {"seconds", required_argument, NULL, 's'},
                                          {"largest", required_argument, NULL, 'l'},
                                          {"repetitions", required_argument, NULL, 'r'},
                                          {"ranks", required_argument, NULL, 'R'},
                                          {"sizes", required_argument, NULL, 'S'},
                                          {"output", required_argument, NULL, 'o'},
                                          {"help", no_argument, NULL, 'h'},
                                          {NULL, 0, NULL, 0}};
    *options = (struct options){
        .seconds = 60, .largest = 4194304, .repetitions = 30, .file_bytes = 16777216};
    (void)choose_tests("p2p,memory,io", options);
    int option = 0;
    opterr = 0;
    // MPI's own threads parse nothing.
    while ((option = getopt_long(argc, argv, "t:i:f:s:l:r:R:S:o:h", known, NULL)) != -1) { // NOLINT
        if (option == 'h') {
            if (rank == 0) {
                print_help();
            }
            return 0;
        }
        if (option == '?') {
            return wrong(rank, "unknown option, or one without its value; see --help", "");
        }
        const char *need = apply(option, optarg, options);
        if (need != NULL) {
            return wrong(rank, need, optarg);
        }
    }
    if (optind < argc) {
        return wrong(rank, "unknown argument; see --help", "");
    }
    if (!options->tests[TEST_WRITE]) {
        options->folder = NULL;
    }
    return -1;
}
