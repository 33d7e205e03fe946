/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the threads of a rank need together. Which numbers their messages of a channel and their
 * collectives of a group get is a matter of order, but what a thread begins up to the last one that
 * it waits for are so many, and those of all threads have numbers of their own. In every order one
 * that is waited for has thus at least the number that these sums come to, and others must have
 * come as far. */
#include "plan/plan_error.h"
#include "threads_walk.h"

/* Of the collectives of a trace that wait for these members, the last one. */
struct meets {
    uint32_t first;
    uint32_t behind;
    uint64_t number;
};

/* --- on the way ---------------------------------------------------------------------------------
 */

/* Let a trace's part of a sum be at least so much. */
static void raise_own(const struct threads_walk *w, uint64_t *sum, uint64_t number)
{
    const uint64_t before = GPOINTER_TO_SIZE(g_hash_table_lookup(w->own, sum));
    if (number > before) {
        *sum += number - before;
        (void)g_hash_table_insert(w->own, sum, GSIZE_TO_POINTER(number));
    }
}

static void need_members(struct threads_walk *w, const struct threads_request *request,
                         uint32_t communicator)
{
    struct meets meets = {.number = request->number};
    threads_find_sources(w->strand, request->cell, communicator, &meets.first, &meets.behind);
    GArray **all = &w->meets[communicator];
    if (*all == NULL) {
        *all = g_array_new(FALSE, FALSE, sizeof meets);
    }
    for (guint i = 0; i < (*all)->len; i++) {
        struct meets *one = &g_array_index(*all, struct meets, i);
        if (one->first == meets.first && one->behind == meets.behind) {
            one->number = MAX(one->number, meets.number);
            return;
        }
    }
    g_array_append_val(*all, meets);
}

void threads_walk_need(struct threads_walk *w, const struct threads_request *request,
                       uint32_t communicator)
{
    if (w->strand->base.rank->strands == 1) {
        return; /* whose numbers are those of every order */
    }
    switch (request->kind) {
    case THREADS_RECEIVE:
        raise_own(w, &request->channel->received, request->number + 1);
        break;
    case THREADS_SEND:
        raise_own(w, &request->channel->confirmed, request->number + 1);
        break;
    case THREADS_MEET:
        need_members(w, request, communicator);
        break;
    case THREADS_DONE:
        break;
    }
}

/* --- at the end ---------------------------------------------------------------------------------
 */

static int64_t rank_of(const struct threads_engine *engine, uint32_t communicator, uint32_t member)
{
    const struct plan_file_image *plan = &engine->run.plan;
    const struct plan_communicator_entry *one = plan_file_communicator(plan, communicator);
    return plan_file_numbers(plan, one->first_number)[member];
}

static gboolean has_messages(const struct threads_engine *engine, const struct threads_channel *c,
                             GError **error)
{
    if (c->received > c->sent) {
        return plan_fail(error,
                         "a thread of rank %" G_GINT64_FORMAT
                         " would wait for ever: it is sent %" G_GUINT64_FORMAT
                         " messages with tag %d and receives %" G_GUINT64_FORMAT,
                         rank_of(engine, c->communicator, c->to), c->sent, c->tag, c->received);
    }
    if (c->confirmed > c->begun) {
        return plan_fail(error,
                         "a thread of rank %" G_GINT64_FORMAT
                         " would wait for ever: of %" G_GUINT64_FORMAT
                         " messages with tag %d that it sends rank %" G_GINT64_FORMAT
                         " receives %" G_GUINT64_FORMAT,
                         rank_of(engine, c->communicator, c->from), c->confirmed, c->tag,
                         rank_of(engine, c->communicator, c->to), c->begun);
    }
    return TRUE;
}

/* Add what one trace needs of each member. */
static void add_meets(const GArray *all, uint32_t count, uint64_t *needed)
{
    uint64_t *own = g_new0(uint64_t, count + 1);
    for (guint i = 0; i < all->len; i++) {
        const struct meets *one = &g_array_index(all, struct meets, i);
        for (uint32_t m = one->first; m < one->behind; m++) {
            own[m] = MAX(own[m], one->number);
        }
    }
    for (uint32_t m = 0; m < count; m++) {
        needed[m] += own[m];
    }
    g_free(own);
}

static gboolean has_members(const struct threads_engine *engine, const struct threads_walk *first,
                            uint32_t communicator, GError **error)
{
    const struct threads_group *group = &engine->groups[communicator];
    uint64_t *needed = g_new0(uint64_t, group->count + 1);
    uint32_t m = 0;
    for (const struct threads_walk *w = first; w != NULL; w = w->next) {
        if (w->meets[communicator] != NULL) {
            add_meets(w->meets[communicator], group->count, needed);
        }
    }
    while (m < group->count && needed[m] <= group->entered[m]) {
        m++;
    }
    const uint64_t number = needed[m];
    g_free(needed);
    return m == group->count ||
           plan_fail(error,
                     "a thread of rank %u would wait for ever: it comes to %" G_GUINT64_FORMAT
                     " collectives of a communicator and rank %" G_GINT64_FORMAT
                     " to %" G_GUINT64_FORMAT,
                     first->strand->base.entry->rank, number, rank_of(engine, communicator, m),
                     group->entered[m]);
}

gboolean threads_walk_has_all(const struct threads_engine *engine,
                              struct threads_walk *const *walks, GError **error)
{
    gboolean ok = TRUE;
    for (uint32_t i = 0; ok && i < engine->channel_count; i++) {
        ok = has_messages(engine, &engine->channels[i], error);
    }
    for (uint32_t r = 0; ok && r < engine->run.plan.head->rank_count; r++) {
        for (uint32_t c = 0;
             ok && engine->ranks[r].strands > 1 && c < engine->run.plan.head->communicators.count;
             c++) {
            ok = has_members(engine, walks[r], c, error);
        }
    }
    return ok;
}
