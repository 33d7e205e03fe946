/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counters, the common lock, and lines of the fragment. */
#include "hdmpi_ids.h"

#include <pthread.h>

enum { LINE_LIMIT_BYTES = 60 * 1024, NUMBERS_FIRST = 64, NUMBERS_MAX = 65536 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int counters[HD__ID_COUNT];

/* Requests are too many for one counter of all threads: each takes some numbers in advance, and
 * twice as many each time. */
static int next_request(hd__call *call)
{
    if (call->next_request == call->end_request) {
        const int before = call->requests_at_once;
        call->requests_at_once = before == 0            ? NUMBERS_FIRST
                                 : before < NUMBERS_MAX ? before * 2
                                                        : NUMBERS_MAX;
        call->next_request = atomic_fetch_add_explicit(
            &counters[HD__ID_REQUEST], call->requests_at_once, memory_order_relaxed);
        call->end_request = call->next_request + call->requests_at_once;
    }
    return call->next_request++;
}

int hd__next_id(hd__id_kind kind)
{
    if (kind == HD__ID_REQUEST) {
        return next_request(hd__current);
    }
    return atomic_fetch_add_explicit(&counters[kind], 1, memory_order_relaxed);
}

void hd__ids_lock(void)
{
    pthread_mutex_lock(&lock);
}

void hd__ids_unlock(void)
{
    pthread_mutex_unlock(&lock);
}

void hd__line_add_list(hd__line *line, const char *name, size_t count,
                       void (*add)(hd__text *text, const void *values, size_t index),
                       const void *values)
{
    hd__text *const text = &line->text;
    hd__text_add_string(text, " ");
    hd__text_add_string(text, name);
    hd__text_add_string(text, "='");
    for (size_t i = 0; i < count; i++) {
        if (text->length > LINE_LIMIT_BYTES) {
            hd__text_add_string(text, "'");
            hd__line_write(line);
            hd__text_add_string(text, line->again);
            hd__text_add_string(text, " ");
            hd__text_add_string(text, name);
            hd__text_add_string(text, "='");
        }
        add(text, values, i);
    }
    hd__text_add_string(text, "'");
}

static atomic_uint lost_lines;

unsigned hd__line_get_lost(void)
{
    return atomic_load(&lost_lines);
}

void hd__line_write(hd__line *line)
{
    if (line->text.failed || line->text.data == NULL ||
        hd_fragment_add_line(hd__run.fragment, line->text.data) != HD_OK) {
        hd__warn_status("a line of the project is lost");
        atomic_fetch_add(&lost_lines, 1);
    }
    hd__text_fini(&line->text);
}
