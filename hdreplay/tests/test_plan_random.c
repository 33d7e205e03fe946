/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 10,000 random programs: with what the exact rule keeps, every two operations on files are in the
 * order that the whole program gives them. That is found out by paths in a graph of all calls,
 * which knows nothing of clocks. */
#include "check.h"
#include "recorded.h"

#include <stdio.h>
#include <string.h>

enum { PROGRAMS = 10000, RANKS_MAX = 5, ACTIONS_MAX = 24, NODES_MAX = 400, EDGES_MAX = 4000 };

/* Calls are two nodes, begin and end, with an edge from one to the other. */
struct graph {
    int nodes;
    int edges;
    struct edge {
        int from;
        int to;
        int action; /* that the edge comes from, -1: the program's order */
    } edge[EDGES_MAX];
    int last[RANKS_MAX]; /* node of each rank, -1: none */
    bool is_io[NODES_MAX];
};

struct action {
    bool is_message; /* else a collective */
    bool kept;
    guint send; /* number of the send, in the order of their making by each rank */
    int sender;
    guint meeting; /* number of the collective on the communicator */
};

struct program {
    struct recorded run;
    struct graph graph;
    struct action action[ACTIONS_MAX];
    int actions;
    guint sends[RANKS_MAX];
    guint meetings;
    struct {
        int64_t request;
        int end; /* node that its completion must reach; the sender's */
        int action;
    } open[RANKS_MAX];
    int64_t requests;
};

static int add_node(struct graph *graph, int rank, bool is_io)
{
    const int node = graph->nodes++;
    assert_true(node < NODES_MAX);
    graph->is_io[node] = is_io;
    if (graph->last[rank] >= 0) {
        graph->edge[graph->edges++] = (struct edge){graph->last[rank], node, -1};
    }
    graph->last[rank] = node;
    return node;
}

static void add_edge(struct graph *graph, int from, int to, int action)
{
    assert_true(graph->edges < EDGES_MAX);
    graph->edge[graph->edges++] = (struct edge){from, to, action};
}

static void do_io(struct program *p, int rank)
{
    (void)recorded_call(&p->run, rank, g_test_rand_bit() ? "File_write_at" : "File_read");
    (void)add_node(&p->graph, rank, true);
}

static void complete(struct program *p, int rank)
{
    if (p->open[rank].request == 0) {
        return;
    }
    recorded_complete(&p->run, rank, g_test_rand_bit() ? "Wait" : "Testsome", p->open[rank].request,
                      PLAN_NOBODY, 0);
    const int node = add_node(&p->graph, rank, false);
    add_edge(&p->graph, p->open[rank].end, node, p->open[rank].action);
    p->open[rank].request = 0;
}

static void send_one(struct program *p, int ranks)
{
    const int from = g_test_rand_int_range(0, ranks);
    const int to = (from + g_test_rand_int_range(1, ranks)) % ranks;
    const bool synchronous = g_test_rand_int_range(0, 4) == 0;
    const bool later = p->open[to].request == 0 && g_test_rand_bit();
    const int tag = g_test_rand_int_range(0, 2);
    p->action[p->actions] = (struct action){true, false, p->sends[from]++, from, 0};
    recorded_send(&p->run, from, synchronous ? "Ssend" : "Send", to, tag);
    const int begin = add_node(&p->graph, from, false);
    recorded_receive(&p->run, to, later ? "Irecv" : "Recv", from, tag);
    const int posted = add_node(&p->graph, to, false);
    if (synchronous) {
        add_edge(&p->graph, posted, add_node(&p->graph, from, false), p->actions);
    }
    if (later) {
        recorded_last(&p->run, to)->request = ++p->requests;
        p->open[to].request = p->requests;
        p->open[to].end = begin;
        p->open[to].action = p->actions;
    } else {
        add_edge(&p->graph, begin, add_node(&p->graph, to, false), p->actions);
    }
    p->actions++;
}

static void meet(struct program *p, int ranks)
{
    static const char *const names[] = {"Allreduce", "Bcast", "Reduce", "Scan", "Barrier"};
    const int which = g_test_rand_int_range(0, 5);
    const int root = g_test_rand_int_range(0, ranks);
    int begin[RANKS_MAX];
    int end[RANKS_MAX];
    p->action[p->actions] = (struct action){.meeting = p->meetings++};
    for (int rank = 0; rank < ranks; rank++) {
        recorded_meet(&p->run, rank, names[which], 0, which == 1 || which == 2 ? root : -1);
        begin[rank] = add_node(&p->graph, rank, false);
    }
    for (int rank = 0; rank < ranks; rank++) {
        end[rank] = add_node(&p->graph, rank, false);
    }
    for (int from = 0; from < ranks; from++) {
        for (int to = 0; to < ranks; to++) {
            const bool reaches = which == 1   ? from == root
                                 : which == 2 ? to == root
                                 : which == 3 ? from < to
                                              : true;
            if (from != to && reaches) {
                add_edge(&p->graph, begin[from], end[to], p->actions);
            }
        }
    }
    p->actions++;
}

static void make(struct program *p, int ranks)
{
    *p = (struct program){0};
    memset(p->graph.last, -1, sizeof p->graph.last);
    recorded_init(&p->run, ranks);
    const int steps = g_test_rand_int_range(5, 40);
    for (int i = 0; i < steps && p->actions < ACTIONS_MAX; i++) {
        const int kind = g_test_rand_int_range(0, 10);
        if (kind < 3) {
            do_io(p, g_test_rand_int_range(0, ranks));
        } else if (kind < 5) {
            complete(p, g_test_rand_int_range(0, ranks));
        } else if (kind < 9) {
            send_one(p, ranks);
        } else {
            meet(p, ranks);
        }
    }
    for (int rank = 0; rank < ranks; rank++) {
        complete(p, rank);
    }
}

static void ask_what_is_kept(struct program *p, const struct plan_links *links)
{
    for (int i = 0; i < p->actions; i++) {
        struct action *action = &p->action[i];
        if (!action->is_message) {
            /* In the order of their making, as all are on one communicator. */
            action->kept = plan_links_meeting(links, action->meeting)->keep;
            continue;
        }
        guint number = 0;
        for (guint s = 0; s < links->sends->len; s++) {
            const struct plan_half *send = plan_links_send(links, s);
            if (send->from == action->sender && number++ == action->send) {
                action->kept = send->keep;
            }
        }
    }
}

typedef bool reach[NODES_MAX][NODES_MAX];

/* Nodes are numbered in an order that each edge follows but those of waits; hence the rounds. */
static void close_paths(const struct program *p, bool only_kept, reach to)
{
    memset(to, 0, sizeof(reach));
    bool changed = true;
    while (changed) {
        changed = false;
        for (int e = 0; e < p->graph.edges; e++) {
            const struct edge *edge = &p->graph.edge[e];
            if (only_kept && edge->action >= 0 && !p->action[edge->action].kept) {
                continue;
            }
            for (int n = 0; n < p->graph.nodes; n++) {
                if (!to[edge->to][n] && (n == edge->from || to[edge->from][n])) {
                    to[edge->to][n] = true;
                    changed = true;
                }
            }
        }
    }
}

static void loses_no_order(void **state)
{
    (void)state;
    static struct program program;
    static reach full;
    static reach kept;
    guint64 records = 0;
    guint64 kept_records = 0;
    for (int i = 0; i < PROGRAMS; i++) {
        make(&program, g_test_rand_int_range(2, RANKS_MAX + 1));
        struct plan_links *links = plan_links_make(program.run.project, program.run.strands, true);
        const struct plan_order order = plan_order_choose(links, PLAN_ORDER_EXACT);
        assert_int_equal(order.lost, 0);
        assert_int_equal(order.unresolved, 0);
        assert_int_equal(links->lonely_sends + links->lonely_receives, 0);
        ask_what_is_kept(&program, links);
        close_paths(&program, false, full);
        close_paths(&program, true, kept);
        for (int a = 0; a < program.graph.nodes; a++) {
            for (int b = 0; b < program.graph.nodes; b++) {
                if (program.graph.is_io[a] && program.graph.is_io[b] && full[a][b] != kept[a][b]) {
                    fail_msg("program %d: node %d came after node %d", i, a, b);
                }
            }
        }
        records += links->records;
        kept_records += order.kept;
        plan_links_free(links);
        recorded_fini(&program.run);
    }
    printf("kept %.1f %% of %" G_GUINT64_FORMAT " records\n",
           100.0 * (double)kept_records / (double)records, records);
    assert_true(kept_records < records);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loses_no_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
