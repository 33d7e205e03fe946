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

/* Sends of one envelope that have no receive yet, first in first out. */
struct queue {
    struct envelope envelope;
    guint first; /* PLAN_NONE: there is none */
    guint last;
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

/* Where a half, or a part, begins in its program. */
typedef struct place place_of(const struct plan_links *links, guint index);

static struct place place_at(const struct plan_links *links, guint index, guint strand, guint op)
{
    const struct plan_strand *one = g_ptr_array_index(links->strands, strand);
    return (struct place){index, strand, one->trace->rank, plan_strand_op(one, op)->start_ns};
}

static struct place place_of_send(const struct plan_links *links, guint index)
{
    const struct plan_half *half = plan_links_send(links, index);
    return place_at(links, index, half->strand, half->op);
}

static struct place place_of_receive(const struct plan_links *links, guint index)
{
    const struct plan_half *half = plan_links_receive(links, index);
    return place_at(links, index, half->strand, half->op);
}

static struct place place_of_part(const struct plan_links *links, guint index)
{
    const struct plan_participation *part = plan_links_part(links, index);
    return place_at(links, index, part->strand, part->op);
}

/* Sort what one rank has, from `first` on, where several of its threads have some. */
static void sort_rank(const struct plan_links *links, place_of *find, struct plan_array *order,
                      guint first)
{
    g_autoptr(GArray) places = g_array_new(FALSE, FALSE, sizeof(struct place));
    for (guint i = first; i < order->len; i++) {
        const struct place place = find(links, i);
        g_array_append_val(places, place);
    }
    g_array_sort(places, compare_places);
    for (guint i = first; i < order->len; i++) {
        *(guint *)plan_array_at(order, i) = g_array_index(places, struct place, i - first).index;
    }
}

/* Indices in the order in which all were begun; they come strand by strand, and so rank by rank.
 * @return array of guint */
static struct plan_array *sort_all(const struct plan_links *links, place_of *find, guint count)
{
    struct plan_array *order = plan_array_new(links->spill, sizeof(guint));
    struct place before = {0, 0, -1, 0};
    guint first = 0; /* of the rank */
    bool has_several = false;
    for (guint i = 0; i < count; i++) {
        const struct place place = find(links, i);
        if (place.rank != before.rank) {
            if (has_several) {
                sort_rank(links, find, order, first);
            }
            first = i;
            has_several = false;
        } else {
            has_several = has_several || place.strand != before.strand;
        }
        before = place;
        plan_array_add(order, &i);
    }
    if (has_several) {
        sort_rank(links, find, order, first);
    }
    return order;
}

/* @param next as many as there are sends; gets the one behind each in its queue, of guint */
static GHashTable *queue_sends(const struct plan_links *links, struct plan_array *next)
{
    GHashTable *queues = g_hash_table_new_full(envelope_hash, envelope_equal, NULL, g_free);
    struct plan_array *order = sort_all(links, place_of_send, links->sends->len);
    for (guint i = 0; i < order->len; i++) {
        const guint send = *(const guint *)plan_array_at(order, i);
        const struct envelope envelope = envelope_of(plan_links_send(links, send));
        struct queue *queue = g_hash_table_lookup(queues, &envelope);
        if (queue == NULL) {
            queue = g_new(struct queue, 1);
            *queue = (struct queue){envelope, send, send};
            g_hash_table_insert(queues, &queue->envelope, queue);
        } else {
            *(guint *)plan_array_at(next, queue->last) = send;
            queue->last = send;
        }
        *(guint *)plan_array_at(next, send) = PLAN_NONE;
    }
    plan_array_free(order);
    return queues;
}

void plan_match_messages(struct plan_links *links)
{
    struct plan_array *next = plan_array_new_zero(links->spill, sizeof(guint), links->sends->len);
    g_autoptr(GHashTable) queues = queue_sends(links, next);
    struct plan_array *order = sort_all(links, place_of_receive, links->receives->len);
    guint64 matched = 0;
    for (guint i = 0; i < order->len; i++) {
        const guint receive = *(const guint *)plan_array_at(order, i);
        struct plan_half *half = plan_links_receive(links, receive);
        const struct envelope envelope = envelope_of(half);
        struct queue *queue = g_hash_table_lookup(queues, &envelope);
        if (queue != NULL && queue->first != PLAN_NONE) {
            half->partner = queue->first;
            queue->first = *(const guint *)plan_array_at(next, queue->first);
            plan_links_send(links, half->partner)->partner = receive;
            matched++;
        }
    }
    plan_array_free(order);
    plan_array_free(next);
    links->lonely_sends = links->sends->len - matched;
    links->lonely_receives = links->receives->len - matched;
}

/* --- collectives -------------------------------------------------------------------------------
 */

/* Meetings of one communicator, by their number on it: guint + 1, 0 for none yet. */
static struct plan_array *numbers_of(const struct plan_links *links, GPtrArray *numbers,
                                     guint communicator)
{
    if (communicator >= numbers->len) {
        g_ptr_array_set_size(numbers, (gint)communicator + 1);
    }
    gpointer *one = &g_ptr_array_index(numbers, communicator);
    if (*one == NULL) {
        *one = plan_array_new(links->spill, sizeof(guint));
    }
    return *one;
}

/* Get the meeting that a number stands for; it is made for the first who asks. */
static guint find_meeting(const struct plan_links *links, struct plan_array *numbers, guint number)
{
    if (number >= numbers->len) {
        plan_array_set_length(numbers, number + 1);
    }
    guint *meeting = plan_array_at(numbers, number);
    if (*meeting == 0) {
        const struct plan_meeting one = {.count = 0};
        plan_array_add(links->meetings, &one);
        *meeting = links->meetings->len;
    }
    return *meeting - 1;
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

static void join(const struct plan_links *links, guint index, guint meeting)
{
    plan_links_part(links, index)->meeting = meeting;
    plan_links_meeting(links, meeting)->count++;
}

static void numbers_free(gpointer data)
{
    plan_array_free(data);
}

/* The n-th collective of each rank on a communicator is the same. */
static void join_collectives(const struct plan_links *links)
{
    g_autoptr(GPtrArray) numbers = g_ptr_array_new_with_free_func(numbers_free);
    g_autoptr(GHashTable) counts =
        g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
    struct plan_array *order = sort_all(links, place_of_part, links->parts->len);
    for (guint i = 0; i < order->len; i++) {
        const guint index = *(const guint *)plan_array_at(order, i);
        const struct plan_participation *part = plan_links_part(links, index);
        const struct plan_strand *strand = g_ptr_array_index(links->strands, part->strand);
        if (part->communicator >= 0 && part->opening == PLAN_NONE) {
            const gint64 number = next_number(counts, strand->trace->rank, part->communicator);
            join(links, index,
                 find_meeting(links, numbers_of(links, numbers, (guint)part->communicator),
                              (guint)number));
        }
    }
    plan_array_free(order);
}

/* A close belongs to its open. */
static void join_closes(const struct plan_links *links)
{
    struct plan_array *numbers = plan_array_new(links->spill, sizeof(guint));
    for (guint i = 0; i < links->parts->len; i++) {
        const guint opening = plan_links_part(links, i)->opening;
        const guint meeting =
            opening == PLAN_NONE ? PLAN_NONE : plan_links_part(links, opening)->meeting;
        if (meeting != PLAN_NONE) {
            join(links, i, find_meeting(links, numbers, meeting));
        }
    }
    plan_array_free(numbers);
}

/* Give each meeting a list of those who take part. */
static void list_members(const struct plan_links *links)
{
    guint first = 0;
    for (guint i = 0; i < links->meetings->len; i++) {
        struct plan_meeting *meeting = plan_links_meeting(links, i);
        meeting->first = first;
        first += meeting->count;
        meeting->count = 0;
    }
    plan_array_set_length(links->members, first);
    for (guint i = 0; i < links->parts->len; i++) {
        const guint number = plan_links_part(links, i)->meeting;
        if (number != PLAN_NONE) {
            struct plan_meeting *meeting = plan_links_meeting(links, number);
            *(guint *)plan_array_at(links->members, meeting->first + meeting->count++) = i;
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
static void sort_parts(const struct plan_links *links, const struct plan_communicator *communicator,
                       const struct plan_meeting *meeting)
{
    g_autoptr(GArray) numbers = g_array_new(FALSE, FALSE, sizeof(guint64));
    for (guint i = 0; i < meeting->count; i++) {
        const guint index = plan_links_member(links, meeting, i);
        const struct plan_strand *strand =
            g_ptr_array_index(links->strands, plan_links_part(links, index)->strand);
        const guint64 number =
            ((guint64)local_rank(communicator, strand->trace->rank) << 32) | index;
        g_array_append_val(numbers, number);
    }
    g_array_sort(numbers, compare_numbers);
    for (guint i = 0; i < numbers->len; i++) {
        const guint index = (guint)(g_array_index(numbers, guint64, i) & G_MAXUINT32);
        *(guint *)plan_array_at(links->members, meeting->first + i) = index;
        plan_links_part(links, index)->position = i;
    }
}

/* Whether all call the same function, and something is moved: who gets nothing need not wait. */
static bool is_followed(const struct plan_links *links, const struct plan_meeting *meeting)
{
    const struct plan_op *first = plan_links_what(links, plan_links_member(links, meeting, 0));
    for (guint i = 0; i < meeting->count; i++) {
        const struct plan_op *what = plan_links_what(links, plan_links_member(links, meeting, i));
        if (what->call.name != first->call.name ||
            (what->call.role == PLAN_MEET && what->size == 0)) {
            return false;
        }
    }
    return true;
}

static void describe(const struct plan_links *links, struct plan_meeting *meeting)
{
    const struct plan_op *first = plan_links_what(links, plan_links_member(links, meeting, 0));
    meeting->of_file = first->call.role != PLAN_MEET;
    meeting->flow = meeting->of_file ? PLAN_ALL : first->call.flow;
    meeting->root = PLAN_NONE;
    for (guint i = 0; i < meeting->count; i++) {
        const guint part = plan_links_member(links, meeting, i);
        const struct plan_strand *strand =
            g_ptr_array_index(links->strands, plan_links_part(links, part)->strand);
        if (strand->trace->rank == plan_links_what(links, part)->root) {
            meeting->root = i;
        }
    }
}

static void leave_alone(const struct plan_links *links, const struct plan_meeting *meeting)
{
    for (guint i = 0; i < meeting->count; i++) {
        plan_links_part(links, plan_links_member(links, meeting, i))->meeting = PLAN_NONE;
    }
}

void plan_match_meetings(struct plan_links *links, const struct plan_project *project)
{
    join_collectives(links);
    join_closes(links);
    list_members(links);
    for (guint i = 0; i < links->meetings->len; i++) {
        struct plan_meeting *meeting = plan_links_meeting(links, i);
        const int communicator =
            plan_links_part(links, plan_links_member(links, meeting, 0))->communicator;
        sort_parts(links, g_ptr_array_index(project->communicators, (guint)communicator), meeting);
        describe(links, meeting);
        if (!is_followed(links, meeting)) {
            leave_alone(links, meeting);
        }
    }
    for (guint i = 0; i < links->parts->len; i++) {
        links->always_kept += plan_links_part(links, i)->meeting == PLAN_NONE &&
                              plan_links_what(links, i)->call.role == PLAN_MEET;
    }
}
