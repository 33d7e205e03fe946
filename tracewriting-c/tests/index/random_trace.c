/* SPDX-License-Identifier: GPL-3.0-or-later */
/* random_trace FOLDER SEED ENTRIES BUFFER-KIB [zstd] [kill | ledger]: a trace of everything that
 * the interface can write, with its index. `kill`: say how many entries were written, and die of
 * SIGKILL. `ledger`: keep in FOLDER/ended how many have ended, for who kills this program. */
#include <fcntl.h>
#include <hdtrace/trace.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { LONGEST = 400000, DEEPEST = 1100 };

static uint64_t seed;
static const hd_template *shapes[3];
static char filling[LONGEST];
static volatile uint64_t *ledger; /* survives, as the trace does */

static unsigned draw(unsigned below)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(seed >> 33) % below;
}

static void require(hd_status status)
{
    if (status != HD_OK) {
        (void)fprintf(stderr, "%s\n", hd_error_get_text());
        exit(1);
    }
}

static void make_shapes(void)
{
    static const hd_attribute send[] = {{"size", HD_ATTRIBUTE_INT, NULL},
                                        {"kind", HD_ATTRIBUTE_CONSTANT, "<eager>"},
                                        {"toRank", HD_ATTRIBUTE_INT, NULL}};
    static const hd_attribute receive[] = {{"size", HD_ATTRIBUTE_INT, NULL},
                                           {"bytes", HD_ATTRIBUTE_INT, NULL},
                                           {"load", HD_ATTRIBUTE_DOUBLE, NULL}};
    static const hd_attribute exchange[] = {{"sendSize", HD_ATTRIBUTE_UINT, NULL}};
    require(hd_template_create("Send", 3, send, &shapes[0]));
    require(hd_template_create("Recv", 3, receive, &shapes[1]));
    require(hd_template_create("Sendrecv_replace", 1, exchange, &shapes[2]));
}

static const char *draw_text(void)
{
    const size_t bytes = draw(100) == 0 ? draw(LONGEST) : draw(40);
    memset(filling, draw(3) == 0 ? '&' : 'a', bytes);
    filling[bytes] = '\0';
    return filling;
}

static void add_event(hd_trace *trace)
{
    hd_trace_begin_event(trace, "mark");
    hd_trace_add_text(trace, "text", draw_text());
    hd_trace_end_event(trace);
}

static void add_short(hd_trace *trace)
{
    hd_trace_open_state(trace);
    if (draw(10) == 0) {
        add_event(trace);
    }
    int64_t *const values = hd_trace_return_state(trace);
    const unsigned shape = draw(3);
    for (unsigned i = 0; i < 3; i++) {
        values[i] = (int64_t)draw(10000) - 20;
    }
    if (shape == 2) {
        values[0] = draw(100);
    }
    hd_trace_close_state(trace, shapes[shape], draw(4) == 0 ? draw(8) : 0);
}

static void end_general(hd_trace *trace)
{
    static const char *const sizes[] = {"size", "bytes", "sendSize", "count"};
    hd_trace_add_int(trace, sizes[draw(4)], (int64_t)draw(100000) - 100);
    hd_trace_add_text(trace, "text", draw_text());
    if (draw(5) == 0) {
        hd_trace_begin_data(trace, "For");
        hd_trace_add_int(trace, "rid", draw(9));
        hd_trace_end_data(trace);
    }
    hd_trace_end_state(trace);
}

static void go_deep(hd_trace *trace)
{
    const unsigned depth = draw(DEEPEST);
    for (unsigned i = 0; i < depth; i++) {
        hd_trace_begin_state(trace, "Deep");
    }
    for (unsigned i = 0; i < depth; i++) {
        hd_trace_end_state(trace);
    }
}

static uint64_t count(const hd_trace *trace)
{
    const hd_trace_counts counts = hd_trace_get_counts(trace);
    return counts.states + counts.events;
}

static void open_ledger(const char *folder)
{
    char path[4096];
    (void)snprintf(path, sizeof path, "%s/ended", folder);
    const int fd = open(path, O_RDWR | O_CREAT, 0600);
    void *const page = fd < 0 || ftruncate(fd, sizeof *ledger) != 0
                           ? MAP_FAILED
                           : mmap(NULL, sizeof *ledger, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (page == MAP_FAILED) {
        perror(path);
        exit(1);
    }
    (void)close(fd);
    ledger = page;
}

static void write_entries(hd_trace *trace, unsigned entries)
{
    static const char *const names[] = {"Waitall", "Bcast", "Init", "File_open", "Nested"};
    unsigned open = 0;
    for (unsigned i = 0; i < entries; i++) {
        const unsigned what = draw(1000);
        if (what < 2) {
            go_deep(trace);
        } else if (what < 60) {
            add_event(trace);
        } else if (what < 200 && open < 50) {
            hd_trace_begin_state(trace, names[draw(5)]);
            open++;
        } else if (what < 350 && open > 0) {
            end_general(trace);
            open--;
        } else {
            add_short(trace);
        }
        if (ledger != NULL) {
            *ledger = count(trace);
        }
    }
}

static void die(const hd_trace *trace)
{
    (void)printf("%llu\n", (unsigned long long)count(trace));
    (void)fflush(stdout);
    (void)raise(SIGKILL);
}

int main(int argc, char **argv)
{
    if (argc < 5) {
        return 2;
    }
    static const char *const levels[] = {"Hostname", "Rank", "Thread"};
    static const char *const labels[] = {"n", "0", "0"};
    static const char blanks[] =
        "                                                                                ";
    const hd_trace_property clock = {"clockOffset", blanks};
    const hd_trace_options options = {
        .buffer_bytes = strtoul(argv[4], NULL, 10) * 1024,
        .properties = &clock,
        .property_count = 1,
        .compress = argc > 5 && strcmp(argv[5], "zstd") == 0 ? HD_TRACE_ZSTD : HD_TRACE_PLAIN,
        .index = true};
    hd_topology *topology = NULL;
    const hd_topology_node *node = NULL;
    hd_trace *trace = NULL;
    seed = strtoul(argv[2], NULL, 10);
    make_shapes();
    require(hd_topology_create(argv[1], "random", 3, levels, &topology));
    require(hd_topology_get_node(topology, 3, labels, &node));
    require(hd_trace_create(node, &options, &trace));
    if (strcmp(argv[argc - 1], "ledger") == 0) {
        open_ledger(argv[1]);
    }
    write_entries(trace, (unsigned)strtoul(argv[3], NULL, 10));
    if (argc > 5 && strcmp(argv[argc - 1], "kill") == 0) {
        die(trace);
    }
    require(hd_trace_set_property(trace, "clockOffset", "0.5@0.0 -0.25@1.0"));
    require(hd_trace_destroy(trace));
    hd_topology_destroy(topology);
    return 0;
}
