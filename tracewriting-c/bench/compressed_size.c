/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a call takes on the disk in a compressed trace:
 *
 *      hdtrace-compressed-size FOLDER
 *
 * Two traces of a million calls, Send and Recv in turn with seven attributes. `ping-pong`: the
 * calls repeat, their times differ by what the times of real ones do. `random`: 26 random bits of
 * time per call, which is all that zstd can't take away. Fails when a bound is passed. */
#include <hdtrace/clock.h>
#include <hdtrace/trace.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { CALLS = 1000000 };

typedef struct series {
    const char *name;
    unsigned gap_bits;      /* of random time before a call */
    unsigned duration_bits; /* ... and of its duration */
    unsigned peer_bits;
    double bound; /* bytes a call */
} series;

static const series all[] = {
    {"ping-pong", 4, 7, 0, 12},
    {"random", 13, 13, 6, 20},
};

static uint64_t seed = 1;

static int64_t draw(unsigned bits)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return bits == 0 ? 0 : (int64_t)(seed >> (64 - bits));
}

static void write_call(hd_trace *trace, const series *what, long call, int64_t *now_ns)
{
    const bool send = call % 2 == 0;
    *now_ns += 30 + draw(what->gap_bits);
    hd_trace_begin_state_at(trace, send ? "Send" : "Recv", *now_ns);
    hd_trace_add_int(trace, "size", 1);
    hd_trace_add_int(trace, "count", 1);
    hd_trace_add_int(trace, "tid", 0);
    hd_trace_add_int(trace, send ? "toRank" : "fromRank", draw(what->peer_bits));
    hd_trace_add_int(trace, send ? "toTag" : "fromTag", 7);
    hd_trace_add_int(trace, "cid", 0);
    *now_ns += (send ? 90 : 310) + draw(what->duration_bits);
    hd_trace_end_state_at(trace, *now_ns);
}

static bool write_trace(const char *folder, const series *what)
{
    static const char *const levels[] = {"Hostname"};
    const hd_trace_options options = {.compress = HD_TRACE_ZSTD, .index = true};
    hd_topology *topology = NULL;
    const hd_topology_node *node = NULL;
    hd_trace *trace = NULL;
    if (hd_topology_create(folder, "size", 1, levels, &topology) != HD_OK ||
        hd_topology_get_node(topology, 1, &what->name, &node) != HD_OK ||
        hd_trace_create(node, &options, &trace) != HD_OK) {
        (void)fprintf(stderr, "%s\n", hd_error_get_text());
        return false;
    }
    int64_t now_ns = hd_clock_get_ns();
    for (long call = 0; call < CALLS; call++) {
        write_call(trace, what, call, &now_ns);
    }
    const bool done = hd_trace_destroy(trace) == HD_OK;
    hd_topology_destroy(topology);
    return done;
}

static double get_size(const char *folder, const char *name, const char *ending)
{
    char path[4096];
    struct stat file;
    (void)snprintf(path, sizeof path, "%s/size_%s.trc.%s", folder, name, ending);
    return stat(path, &file) == 0 ? (double)file.st_size / CALLS : -1;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        (void)fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
        return 2;
    }
    bool good = true;
    (void)printf("%-10s %10s %10s %10s\n", "bytes/call", "trace", "index", "bound");
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (!write_trace(argv[1], &all[i])) {
            return EXIT_FAILURE;
        }
        const double size = get_size(argv[1], all[i].name, "zst");
        (void)printf("%-10s %10.2f %10.2f %10.2f\n", all[i].name, size,
                     get_size(argv[1], all[i].name, "idx"), all[i].bound);
        good = good && size >= 0 && size <= all[i].bound;
    }
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
