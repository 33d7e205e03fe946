/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan_match.h"

/* --- messages ----------------------------------------------------------------------------------
 */

struct envelope {
    int communicator;
    int64_t from;
    int64_t to;
    int64_t tag;
};

struct queue {
    struct envelope envelope;
    GArray *sends; /* guint */
    guint taken;
};

static guint envelope_hash(gconstpointer key)
{
    const struct envelope *e = key;
    guint64 mixed = (guint64)e->from * 1000003 + (guint64)e->to;
    mixed = mixed * 1000003 + (guint64)e->tag;
    mixed = mixed * 1000003 + (guint64)e->communicator;
    return g_int64_hash(&mixed);
}

static gboolean envelope_equal(gconstpointer a, gconstpointer b)
{
    const struct envelope *one = a;
    const struct envelope *other = b;
    return one->communicator == other->communicator && one->from == other->from &&
           one->to == other->to && one->tag == other->tag;
}

static void queue_free(gpointer data)
{
    struct queue *queue = data;
    g_array_unref(queue->sends);
    g_free(queue);
}

static struct envelope envelope_of(const struct plan_half *half)
{
    return (struct envelope){half->communicator, half->from, half->to, half->tag};
}

/* Where something stands in a program. */
struct place {
    guint index;
    guint strand;
    int rank;
    int64_t start_ns;
};

static void add_place(const struct plan_links *links, GArray *places, guint index, guint strand,
                      guint op)
{
    const struct plan_strand *one = g_ptr_array_index(links->strands, strand);
    const struct place place = {index, strand, one->trace->rank,
                                g_array_index(one->ops, struct plan_op, op).start_ns};
    g_array_append_val(places, place);
}

/* Threads of a rank take turns; what one strand does keeps its order. */
static gint compare_places(gconstpointer a, gconstpointer b)
{
    const struct place *one = a;
    const struct place *other = b;
    if (one->rank != other->rank) {
        return one->rank - other->rank;
    }
    if (one->strand == other->strand || one->start_ns == other->start_ns) {
        return (one->index > other->index) - (one->index < other->index);
    }
    return one->start_ns > other->start_ns ? 1 : -1;
}

static GArray *sort_halves(const struct plan_links *links, const GArray *halves)
{
    GArray *places = g_array_sized_new(FALSE, FALSE, sizeof(struct place), halves->len);
    for (guint i = 0; i < halves->len; i++) {
        const struct plan_half *half = &g_array_index(halves, struct plan_half, i);
        add_place(links, places, i, half->strand, half->op);
    }
    g_array_sort(places, compare_places);
    return places;
}

static GHashTable *queue_sends(const struct plan_links *links)
{
    GHashTable *queues = g_hash_table_new_full(envelope_hash, envelope_equal, NULL, queue_free);
    g_autoptr(GArray) order = sort_halves(links, links->sends);
    for (guint i = 0; i < order->len; i++) {
        const guint send = g_array_index(order, struct place, i).index;
        const struct envelope envelope =
            envelope_of(&g_array_index(links->sends, struct plan_half, send));
        struct queue *queue = g_hash_table_lookup(queues, &envelope);
        if (queue == NULL) {
            queue = g_new0(struct queue, 1);
            queue->envelope = envelope;
            queue->sends = g_array_new(FALSE, FALSE, sizeof(guint));
            g_hash_table_insert(queues, &queue->envelope, queue);
        }
        g_array_append_val(queue->sends, send);
    }
    return queues;
}

void plan_match_messages(struct plan_links *links)
{
    g_autoptr(GHashTable) queues = queue_sends(links);
    g_autoptr(GArray) order = sort_halves(links, links->receives);
    guint64 matched = 0;
    for (guint i = 0; i < order->len; i++) {
        const guint receive = g_array_index(order, struct place, i).index;
        struct plan_half *half = &g_array_index(links->receives, struct plan_half, receive);
        const struct envelope envelope = envelope_of(half);
        struct queue *queue = g_hash_table_lookup(queues, &envelope);
        if (queue != NULL && queue->taken < queue->sends->len) {
            half->partner = g_array_index(queue->sends, guint, queue->taken++);
            g_array_index(links->sends, struct plan_half, half->partner).partner = receive;
            matched++;
        }
    }
    links->lonely_sends = links->sends->len - matched;
    links->lonely_receives = links->receives->len - matched;
}

/* --- collectives -------------------------------------------------------------------------------
 */

static struct plan_participation *part_at(const struct plan_links *links, guint index)
{
    return &g_array_index(links->parts, struct plan_participation, index);
}

/* Get the meeting that a key stands for; it is made for the first who asks. */
static guint find_meeting(struct plan_links *links, GHashTable *meetings, gint64 key)
{
    guint meeting = GPOINTER_TO_UINT(g_hash_table_lookup(meetings, &key));
    if (meeting == 0) {
        struct plan_meeting *one = g_new0(struct plan_meeting, 1);
        one->parts = g_array_new(FALSE, FALSE, sizeof(guint));
        g_ptr_array_add(links->meetings, one);
        meeting = links->meetings->len;
        gint64 *owned = g_new(gint64, 1);
        *owned = key;
        g_hash_table_insert(meetings, owned, GUINT_TO_POINTER(meeting));
    }
    return meeting - 1;
}

static gint64 next_number(GHashTable *counts, int rank, int communicator)
{
    const gint64 key = ((gint64)rank << 32) | (guint)communicator;
    gint64 *count = g_hash_table_lookup(counts, &key);
    if (count == NULL) {
        gint64 *owned = g_new(gint64, 1);
        *owned = key;
        count = g_new0(gint64, 1);
        g_hash_table_insert(counts, owned, count);
    }
    return (*count)++;
}

static void join(struct plan_links *links, guint index, guint meeting)
{
    struct plan_meeting *one = g_ptr_array_index(links->meetings, meeting);
    part_at(links, index)->meeting = meeting;
    g_array_append_val(one->parts, index);
}

/* The n-th collective of each rank on a communicator is the same; a close belongs to its open. */
static void join_all(struct plan_links *links)
{
    g_autoptr(GArray) places = g_array_new(FALSE, FALSE, sizeof(struct place));
    g_autoptr(GHashTable) counts =
        g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
    g_autoptr(GHashTable) calls = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    g_autoptr(GHashTable) closes = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    for (guint i = 0; i < links->parts->len; i++) {
        add_place(links, places, i, part_at(links, i)->strand, part_at(links, i)->op);
    }
    g_array_sort(places, compare_places);
    for (guint i = 0; i < places->len; i++) {
        const struct place *place = &g_array_index(places, struct place, i);
        const struct plan_participation *part = part_at(links, place->index);
        if (part->communicator >= 0 && part->opening == PLAN_NONE) {
            const gint64 number = next_number(counts, place->rank, part->communicator);
            join(links, place->index,
                 find_meeting(links, calls, ((gint64)part->communicator << 32) | number));
        }
    }
    for (guint i = 0; i < links->parts->len; i++) {
        const guint opening = part_at(links, i)->opening;
        if (opening != PLAN_NONE && part_at(links, opening)->meeting != PLAN_NONE) {
            join(links, i, find_meeting(links, closes, part_at(links, opening)->meeting));
        }
    }
}

static guint local_rank(const struct plan_communicator *communicator, int rank)
{
    for (guint i = 0; i < communicator->members->len; i++) {
        if (g_array_index(communicator->members, gint64, i) == rank) {
            return i;
        }
    }
    return communicator->members->len;
}

static gint compare_numbers(gconstpointer a, gconstpointer b)
{
    const guint64 one = *(const guint64 *)a;
    const guint64 other = *(const guint64 *)b;
    return (one > other) - (one < other);
}

/* Bring the parts into the order of their ranks in the communicator. */
static void sort_parts(struct plan_links *links, const struct plan_communicator *communicator,
                       struct plan_meeting *meeting)
{
    g_autoptr(GArray) numbers = g_array_new(FALSE, FALSE, sizeof(guint64));
    for (guint i = 0; i < meeting->parts->len; i++) {
        const guint index = g_array_index(meeting->parts, guint, i);
        const struct plan_strand *strand =
            g_ptr_array_index(links->strands, part_at(links, index)->strand);
        const guint64 number =
            ((guint64)local_rank(communicator, strand->trace->rank) << 32) | index;
        g_array_append_val(numbers, number);
    }
    g_array_sort(numbers, compare_numbers);
    for (guint i = 0; i < numbers->len; i++) {
        const guint index = (guint)(g_array_index(numbers, guint64, i) & G_MAXUINT32);
        g_array_index(meeting->parts, guint, i) = index;
        part_at(links, index)->position = i;
    }
}

/* Whether all call the same function, and something is moved: who gets nothing need not wait. */
static bool is_followed(const struct plan_links *links, const struct plan_meeting *meeting)
{
    const struct plan_op *first = part_at(links, g_array_index(meeting->parts, guint, 0))->what;
    for (guint i = 0; i < meeting->parts->len; i++) {
        const struct plan_op *what = part_at(links, g_array_index(meeting->parts, guint, i))->what;
        if (what->call.name != first->call.name ||
            (what->call.role == PLAN_MEET && what->size == 0)) {
            return false;
        }
    }
    return true;
}

static void describe(struct plan_links *links, struct plan_meeting *meeting)
{
    const struct plan_op *first = part_at(links, g_array_index(meeting->parts, guint, 0))->what;
    meeting->of_file = first->call.role != PLAN_MEET;
    meeting->flow = meeting->of_file ? PLAN_ALL : first->call.flow;
    meeting->root = PLAN_NONE;
    for (guint i = 0; i < meeting->parts->len; i++) {
        const struct plan_participation *part =
            part_at(links, g_array_index(meeting->parts, guint, i));
        const struct plan_strand *strand = g_ptr_array_index(links->strands, part->strand);
        if (strand->trace->rank == part->what->root) {
            meeting->root = i;
        }
    }
}

static void leave_alone(struct plan_links *links, struct plan_meeting *meeting)
{
    for (guint i = 0; i < meeting->parts->len; i++) {
        part_at(links, g_array_index(meeting->parts, guint, i))->meeting = PLAN_NONE;
    }
}

void plan_match_meetings(struct plan_links *links, const struct plan_project *project)
{
    join_all(links);
    for (guint i = 0; i < links->meetings->len; i++) {
        struct plan_meeting *meeting = g_ptr_array_index(links->meetings, i);
        const int communicator =
            part_at(links, g_array_index(meeting->parts, guint, 0))->communicator;
        sort_parts(links, g_ptr_array_index(project->communicators, (guint)communicator), meeting);
        describe(links, meeting);
        if (!is_followed(links, meeting)) {
            leave_alone(links, meeting);
        }
    }
    for (guint i = 0; i < links->parts->len; i++) {
        const struct plan_participation *part = part_at(links, i);
        links->always_kept += part->meeting == PLAN_NONE && part->what->call.role == PLAN_MEET;
    }
}
