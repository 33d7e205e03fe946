/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an engine of threads, or a look ahead of one, has of ranks and traces. */
#include "threads.h"

void threads_make_ranks(struct threads_engine *engine)
{
    const uint32_t count = engine->run.plan.head->rank_count;
    engine->ranks = g_new0(struct run_rank, (gsize)count + 1);
    for (uint32_t r = 0; r < count; r++) {
        run_rank_init(&engine->ranks[r], &engine->run, r);
    }
}

void threads_free_ranks(struct threads_engine *engine)
{
    for (uint32_t r = 0; r < engine->run.plan.head->rank_count; r++) {
        run_rank_fini(&engine->ranks[r]);
    }
    g_clear_pointer(&engine->ranks, g_free);
}

void threads_make_tables(struct threads_strand *s, struct threads_engine *engine)
{
    s->engine = engine;
    s->requests = g_new0(struct threads_request, s->base.entry->request_slots + 1);
    s->files = g_new0(struct threads_file, s->base.entry->file_slots + 1);
    for (uint32_t f = 0; f < s->base.entry->file_slots; f++) {
        s->files[f].fd = -1;
    }
}

void threads_free_tables(struct threads_strand *s)
{
    g_clear_pointer(&s->requests, g_free);
    g_clear_pointer(&s->files, g_free);
    g_clear_pointer(&s->members, g_free);
}
