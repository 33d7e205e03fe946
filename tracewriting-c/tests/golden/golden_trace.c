/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cases of trace files. */
#include "golden.h"

#include <hdtrace/project.h>
#include <stdio.h>

#define US INT64_C(1000)

/* A project file for the traces of a case: one fragment per process. */
static void write_project(const char *name, const char *path, const hd_topology_node *node,
                          const char *const *lines, size_t count)
{
    hd_fragment *fragment = NULL;
    hd_project *project = NULL;
    size_t length = 0;
    GOLDEN(hd_fragment_create(node, &fragment));
    for (size_t i = 0; i < count; i++) {
        GOLDEN(hd_fragment_add_line(fragment, lines[i]));
    }
    GOLDEN(hd_project_create(name, &project));
    const char *text = hd_fragment_get_text(fragment, &length);
    GOLDEN(hd_project_add_fragment(project, text, length, "rank 0"));
    GOLDEN(hd_project_write(project, path));
    hd_project_destroy(project);
    GOLDEN(hd_fragment_destroy(fragment));
}

static void write_project_in(const char *folder, const char *name, const hd_topology_node *node,
                             const char *const *lines, size_t count)
{
    char path[1024];
    (void)snprintf(path, sizeof path, "%s/%s.proj", folder, name);
    write_project(name, path, node, lines, count);
}

static void add_send(hd_trace *trace, int64_t start, int64_t end, int to)
{
    hd_trace_begin_state_at(trace, "Send", golden_time(start));
    hd_trace_add_int(trace, "size", 4);
    hd_trace_add_int(trace, "toRank", to);
    hd_trace_add_int(trace, "cid", 0);
    hd_trace_end_state_at(trace, golden_time(end));
}

static void add_nested(hd_trace *trace)
{
    hd_trace_begin_state_at(trace, "Allgather", golden_time(100 * US));
    hd_trace_add_int(trace, "size", 255);
    hd_trace_begin_state_at(trace, "Bcast", golden_time(110 * US));
    add_send(trace, 120 * US, 130 * US, 1);
    add_send(trace, 130 * US, 145 * US + 1, 2);
    hd_trace_end_state_at(trace, golden_time(150 * US));
    add_send(trace, 160 * US, 170 * US, 3);
    hd_trace_end_state_at(trace, golden_time(200 * US));
    hd_trace_begin_state_at(trace, "Waitall", golden_time(300 * US));
    hd_trace_begin_data(trace, "For");
    hd_trace_add_int(trace, "rid", 0);
    hd_trace_end_data(trace);
    add_send(trace, 310 * US, 320 * US, 1);
    hd_trace_begin_data(trace, "For");
    hd_trace_add_int(trace, "rid", 1);
    hd_trace_end_data(trace);
    hd_trace_end_state_at(trace, golden_time(INT64_C(2000000000)));
    hd_trace_begin_state_at(trace, "Barrier", golden_time(INT64_C(2000000000))); /* takes no time */
    hd_trace_end_state_at(trace, golden_time(INT64_C(2000000000)));
}

void golden_nested_states(const char *folder)
{
    static const char *const lines[] = {"Comm map='0->0;' id=0 name='WORLD'"};
    hd_topology *topology = golden_topology(folder, "nested");
    const hd_topology_node *node = golden_node(topology, "n1", "0");
    hd_trace *trace = golden_trace(node);
    add_nested(trace);
    GOLDEN(hd_trace_destroy(trace));
    write_project_in(folder, "nested", node, lines, 1);
    hd_topology_destroy(topology);
}

void golden_events(const char *folder)
{
    hd_topology *topology = golden_topology(folder, "events");
    hd_trace *trace = golden_trace(golden_node(topology, "n1", "0"));
    hd_trace_begin_event_at(trace, "early", golden_time(-1)); /* before the trace's whole second */
    hd_trace_end_event(trace);
    hd_trace_begin_event_at(trace, "phase", golden_time(1));
    hd_trace_add_uint(trace, "number", UINT64_MAX);
    hd_trace_add_double(trace, "residuum", 0.125);
    hd_trace_end_event(trace);
    hd_trace_begin_state_at(trace, "Barrier", golden_time(10));
    hd_trace_begin_event_at(trace, "inside", golden_time(15));
    hd_trace_add_int(trace, "number", INT64_MIN);
    hd_trace_begin_data(trace, "Detail");
    hd_trace_add_text(trace, "text", "deep");
    hd_trace_end_data(trace);
    hd_trace_end_event(trace);
    hd_trace_end_state_at(trace, golden_time(20));
    GOLDEN(hd_trace_destroy(trace));
    hd_topology_destroy(topology);
}

/* Every character that XML minds or can't hold, in values, in the names of files and in labels:
 * U+FFFE, U+FFFF, halves of surrogate pairs and bytes that are no UTF-8. */
void golden_escaping(const char *folder)
{
    static const char *const lines[] = {
        "Comm map='0->0;' id=0 name='WORLD'",
        "File name=\"o&apos;ut &amp; &lt;in&gt; &quot;q&quot;.dat\" Size=12 id=0",
        "File name='\357\277\276 &#1; \355\240\200' Size=0 id=1",
    };
    hd_topology *topology = golden_topology(folder, "my_prog & <co>");
    const hd_topology_node *node = golden_node(topology, "node_1 'a' \357\277\277", "0");
    hd_trace *trace = golden_trace(node);
    hd_trace_begin_state_at(trace, "File_open", golden_time(0));
    hd_trace_add_text(trace, "name", "o'ut & <in> \"q\".dat");
    hd_trace_add_text(trace, "control", "tab\there\nnewline\rreturn\001one\177del");
    hd_trace_add_text(trace, "utf8", "Gr\303\266\303\237e \342\202\254");
    hd_trace_add_text(trace, "none",
                      "\357\277\275 \357\277\276 \357\277\277 \355\240\200\355\260\200 \377");
    hd_trace_add_text(trace, "blanks", "  two  ");
    hd_trace_add_text(trace, "empty", "");
    hd_trace_begin_data(trace, "Info");
    hd_trace_add_text(trace, "key", "a<b");
    hd_trace_add_text(trace, "value", "&amp;");
    hd_trace_end_data(trace);
    hd_trace_end_state_at(trace, golden_time(5));
    GOLDEN(hd_trace_destroy(trace));
    char path[1024];
    (void)snprintf(path, sizeof path, "%s/my-prog----co-.proj", folder);
    write_project("my_prog & <co>", path, node, lines, 3);
    hd_topology_destroy(topology);
}

/* A process that died in the middle of a nested block: two children whose parent never came. */
void golden_cut_trace(const char *folder)
{
    hd_topology *topology = golden_topology(folder, "whole");
    hd_trace *trace = golden_trace(golden_node(topology, "n1", "0"));
    add_nested(trace);
    GOLDEN(hd_trace_destroy(trace));
    hd_topology_destroy(topology);
    char path[1024];
    (void)snprintf(path, sizeof path, "%s/whole_n1_0_0.trc", folder);
    FILE *file = fopen(path, "rb");
    golden_require(file != NULL ? HD_OK : HD_IO, path);
    long length = 0;
    for (int sends = 0; sends < 3 && !feof(file);) { /* keep half of the third Send */
        sends += fgetc(file) == 'S';
        length++;
    }
    (void)fclose(file);
    golden_cut(folder, "whole_n1_0_0.trc", "cut_n1_0_0.trc", length + 20);
}
