/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The channels and groups of a plan. */
#include "plan/plan_error.h"
#include "threads.h"

static guint hash_channel(gconstpointer key)
{
    const struct threads_channel *c = key;
    guint hash = c->communicator;
    hash = hash * 31 + c->from;
    hash = hash * 31 + c->to;
    return hash * 31 + (guint)c->tag;
}

static gboolean equal_channels(gconstpointer a, gconstpointer b)
{
    const struct threads_channel *one = a;
    const struct threads_channel *other = b;
    return one->communicator == other->communicator && one->from == other->from &&
           one->to == other->to && one->tag == other->tag;
}

static bool sends(unsigned call)
{
    return call == PLAN_CALL_SEND || call == PLAN_CALL_SSEND || call == PLAN_CALL_ISEND ||
           call == PLAN_CALL_ISSEND || call == PLAN_CALL_SENDRECV;
}

static bool receives(unsigned call)
{
    return call == PLAN_CALL_RECV || call == PLAN_CALL_IRECV || call == PLAN_CALL_SENDRECV;
}

static uint32_t rank_in(const struct plan_file_image *plan, uint32_t communicator, uint32_t rank)
{
    const struct plan_communicator_entry *one = plan_file_communicator(plan, communicator);
    const int64_t *members = plan_file_numbers(plan, one->first_number);
    for (uint32_t i = 0; i < one->member_count; i++) {
        if (members[i] == (int64_t)rank) {
            return i;
        }
    }
    return PLAN_FILE_NOTHING;
}

static void add_channel(GArray *channels, GHashTable *seen, struct threads_channel key)
{
    if (!g_hash_table_contains(seen, &key)) {
        struct threads_channel *copy = g_memdup2(&key, sizeof key);
        g_hash_table_add(seen, copy);
        g_array_append_val(channels, key);
    }
}

static struct threads_channel channel_to(const struct plan_cell *cell, uint32_t own)
{
    return (struct threads_channel){
        .communicator = cell->communicator, .from = own, .to = cell->peer, .tag = cell->tag};
}

static struct threads_channel channel_from(const struct plan_cell *cell, uint32_t own)
{
    return (struct threads_channel){
        .communicator = cell->communicator, .from = cell->peer_in, .to = own, .tag = cell->tag_in};
}

static GArray *list_channels(const struct plan_file_image *plan)
{
    GArray *channels = g_array_new(FALSE, FALSE, sizeof(struct threads_channel));
    GHashTable *seen = g_hash_table_new_full(hash_channel, equal_channels, g_free, NULL);
    for (uint32_t i = 0; i < plan->head->strands.count; i++) {
        const struct plan_strand_entry *strand = plan_file_strand(plan, i);
        const struct plan_cell *cell = plan_file_cells(plan, strand);
        const struct plan_cell *const end = cell + strand->cell_count;
        uint32_t communicator = PLAN_FILE_NOTHING;
        uint32_t own = PLAN_FILE_NOTHING;
        for (; cell < end; cell += 1 + cell->more) {
            if (sends(cell->call) || receives(cell->call)) {
                if (cell->communicator != communicator) {
                    communicator = cell->communicator;
                    own = rank_in(plan, communicator, strand->rank);
                }
                if (sends(cell->call)) {
                    add_channel(channels, seen, channel_to(cell, own));
                }
                if (receives(cell->call)) {
                    add_channel(channels, seen, channel_from(cell, own));
                }
            }
        }
    }
    g_hash_table_unref(seen);
    return channels;
}

void threads_make_channels(struct threads_engine *engine)
{
    const struct plan_file_image *plan = &engine->run.plan;
    GArray *channels = list_channels(plan);
    engine->channel_count = channels->len;
    engine->channels = (struct threads_channel *)(void *)g_array_free(channels, FALSE);
    engine->channel_index = g_hash_table_new(hash_channel, equal_channels);
    for (uint32_t i = 0; i < engine->channel_count; i++) {
        (void)pthread_mutex_init(&engine->channels[i].lock, NULL);
        (void)pthread_cond_init(&engine->channels[i].changed, NULL);
        g_hash_table_add(engine->channel_index, &engine->channels[i]);
    }
    engine->groups = g_new0(struct threads_group, plan->head->communicators.count + 1);
    for (uint32_t i = 0; i < plan->head->communicators.count; i++) {
        struct threads_group *group = &engine->groups[i];
        group->count = plan_file_communicator(plan, i)->member_count;
        group->entered = g_new0(uint64_t, group->count + 1);
        (void)pthread_mutex_init(&group->lock, NULL);
        (void)pthread_cond_init(&group->changed, NULL);
    }
}

void threads_free_channels(struct threads_engine *engine)
{
    for (uint32_t i = 0; i < engine->channel_count; i++) {
        (void)pthread_mutex_destroy(&engine->channels[i].lock);
        (void)pthread_cond_destroy(&engine->channels[i].changed);
    }
    for (uint32_t i = 0; engine->groups != NULL && i < engine->run.plan.head->communicators.count;
         i++) {
        (void)pthread_mutex_destroy(&engine->groups[i].lock);
        (void)pthread_cond_destroy(&engine->groups[i].changed);
        g_free(engine->groups[i].entered);
    }
    g_clear_pointer(&engine->channel_index, g_hash_table_unref);
    g_clear_pointer(&engine->channels, g_free);
    g_clear_pointer(&engine->groups, g_free);
}

gboolean threads_find_members(struct threads_strand *s, GError **error)
{
    const struct plan_file_image *plan = &s->engine->run.plan;
    const struct plan_strand_entry *strand = s->base.entry;
    const struct plan_cell *cell = plan_file_cells(plan, strand);
    const struct plan_cell *const end = cell + strand->cell_count;
    s->members = g_new(uint32_t, plan->head->communicators.count + 1);
    for (uint32_t i = 0; i < plan->head->communicators.count; i++) {
        s->members[i] = rank_in(plan, i, strand->rank);
    }
    for (; cell < end; cell += 1 + cell->more) {
        if (cell->communicator != PLAN_FILE_NOTHING &&
            s->members[cell->communicator] == PLAN_FILE_NOTHING) {
            return plan_fail(error,
                             "%s: rank %u, thread %u: call %" G_GUINT64_FORMAT
                             " is on a communicator whose members the plan does not know",
                             s->engine->run.options.plan, strand->rank, strand->thread,
                             cell->index);
        }
    }
    return TRUE;
}

struct threads_channel *threads_channel_to(const struct threads_strand *s,
                                           const struct plan_cell *cell)
{
    const struct threads_channel key = channel_to(cell, s->members[cell->communicator]);
    return g_hash_table_lookup(s->engine->channel_index, &key);
}

struct threads_channel *threads_channel_from(const struct threads_strand *s,
                                             const struct plan_cell *cell)
{
    const struct threads_channel key = channel_from(cell, s->members[cell->communicator]);
    return g_hash_table_lookup(s->engine->channel_index, &key);
}
