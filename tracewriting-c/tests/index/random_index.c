/* SPDX-License-Identifier: GPL-3.0-or-later */
/* random_index PATH SEED BYTES: a random trace in PATH, deep and with elements longer than blocks,
 * and its index by the calls that the emitter makes, the text shown in random pieces. */
#include "index.h"
#include "trace_state.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DEPTH = 40, LONGEST = 300000 };

static const char *const names[] = {"Send", "Recv", "Wait", "Bcast", "File_write_at_all", "x"};

typedef struct writer {
    hd__index *index;
    char *text;
    size_t used;
    size_t shown;
    unsigned open;
    uint64_t seed;
    int64_t now_ns;
    int64_t begin_ns[DEPTH + 1];
} writer;

static unsigned draw(writer *w, unsigned below)
{
    w->seed = w->seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(w->seed >> 33) % below;
}

/* The text before the end may leave memory; only what the index has not seen is given to it. */
static void show(writer *w, size_t end)
{
    if (end > w->shown && draw(w, 3) == 0) {
        const size_t from = w->shown - draw(w, (unsigned)(w->shown < 1000 ? w->shown : 1000) + 1);
        hd__index_see(w->index, w->text + from, (off_t)from, (off_t)end);
        w->shown = end;
    }
}

static void put(writer *w, const char *text)
{
    const size_t bytes = strlen(text);
    memcpy(w->text + w->used, text, bytes);
    w->used += bytes;
}

static void put_line(writer *w, unsigned tabs, const char *text)
{
    memset(w->text + w->used, '\t', tabs);
    w->used += tabs;
    put(w, text);
}

static void nest(writer *w, unsigned depth)
{
    for (; w->open < depth; w->open++) {
        put_line(w, w->open, "<Nested>\n");
    }
    for (; w->open > depth; w->open--) {
        put_line(w, w->open - 1, "</Nested>\n");
    }
}

static void put_filling(writer *w)
{
    const unsigned wanted = draw(w, 200) == 0 ? draw(w, LONGEST) : draw(w, 60);
    put(w, " text='");
    for (unsigned done = 0; done < wanted; done += 50) {
        put(w, "....:....:....:....:....:....:....:....:....:....:");
        show(w, draw(w, 2) == 0 ? w->used : w->used - draw(w, 50));
    }
    put(w, "'");
}

static void end_element(writer *w, unsigned depth)
{
    const size_t from = w->shown;
    hd__index_end(w->index, depth, w->text + from, (off_t)from, (off_t)w->used);
}

static void put_state(writer *w, unsigned depth, int64_t start_ns)
{
    const char *const name = names[draw(w, sizeof names / sizeof *names)];
    const char *const size = draw(w, 2) == 0 ? "size" : draw(w, 2) == 0 ? "bytes" : "sendSize";
    const int64_t bytes = (int64_t)draw(w, 5000) - 10;
    char text[256];
    hd__index_begin(w->index, depth);
    nest(w, depth);
    put_line(w, depth, "<");
    put(w, name);
    put_filling(w);
    (void)snprintf(text, sizeof text,
                   " %s='%lld' time='%lld.%09lld' end='%lld.%09lld'><Data rid='1'/></", size,
                   (long long)bytes, (long long)(start_ns / 1000000000),
                   (long long)(start_ns % 1000000000), (long long)(w->now_ns / 1000000000),
                   (long long)(w->now_ns % 1000000000));
    put(w, text);
    put(w, name);
    put(w, ">\n");
    end_element(w, depth);
    hd__index_add(w->index, depth, hd__index_name(w->index, name, strlen(name)), start_ns,
                  w->now_ns, bytes < 0 ? 0 : bytes);
}

static void put_event(writer *w, unsigned depth)
{
    char text[128];
    hd__index_begin(w->index, depth);
    nest(w, depth);
    put_line(w, depth, "<Event name='e'");
    put_filling(w);
    (void)snprintf(text, sizeof text, " time='%lld.%09lld'/>\n",
                   (long long)(w->now_ns / 1000000000), (long long)(w->now_ns % 1000000000));
    put(w, text);
    end_element(w, depth);
    hd__index_add_event(w->index, w->now_ns);
}

static void put_tree(writer *w, unsigned depth)
{
    const int64_t start_ns = w->now_ns;
    w->now_ns += draw(w, 3000000);
    while (depth < DEPTH && draw(w, 100) < (depth == 0 ? 30 : 52)) {
        put_tree(w, depth + 1);
    }
    if (draw(w, 10) == 0) {
        put_event(w, depth + draw(w, 2));
    }
    w->now_ns += draw(w, 3000000);
    put_state(w, depth, start_ns);
}

static void write_all(writer *w, size_t bytes)
{
    static const char head[] = "<Program timeAdjustment='0' clockOffset='          '>\n";
    const char *const value = "0.5@0.25  ";
    const size_t place = (size_t)(strstr(head, "='  ") - head) + 2;
    hd__index_begin(w->index, 0);
    put(w, head);
    end_element(w, 0);
    while (w->used < bytes) {
        put_tree(w, 0);
    }
    hd__index_replace(w->index, (off_t)place, w->text + place, value, strlen(value));
    memcpy(w->text + place, value, strlen(value));
    put(w, "</Program>\n");
    hd__index_see(w->index, w->text + w->shown, (off_t)w->shown, (off_t)w->used);
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        return 2;
    }
    const size_t bytes = strtoul(argv[3], NULL, 10);
    writer w = {.index = hd__index_create(argv[1]),
                .text = malloc(bytes + (size_t)DEPTH * (LONGEST + 1000)),
                .seed = strtoul(argv[2], NULL, 10)};
    const int fd = open(argv[1], O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (w.index == NULL || w.text == NULL || fd < 0) {
        free(w.text);
        return 1;
    }
    write_all(&w, bytes);
    const bool written = write(fd, w.text, w.used) == (ssize_t)w.used;
    hd__index_destroy(w.index, fd);
    free(w.text);
    return written ? 0 : 1;
}
