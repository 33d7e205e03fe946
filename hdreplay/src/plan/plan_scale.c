/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The run is gone through once more with all time between calls multiplied: a call on files takes
 * as long as it did, a receive or a collective ends as long behind the last of those it waits for
 * as it did. With 1 that is the recorded run. How long calls on files would take beside others is
 * not known, so the first that meet others than they did end the search. */
#include "plan_scale.h"

#include "plan_walk.h"

#include <string.h>

/* Smaller ones may be alike again, as calls come to lie behind those that they met: so it is tried
 * from 1 on down, and only between the last that is alike and the first that is not by halves. */
enum { STEPS = 1024, COARSE = 16, SHARE_PERCENT = 5 };

/* A point of the recorded run and where it is in the scaled one. */
struct moment {
    double recorded_ns;
    double scaled_ns;
};

struct scaling {
    const struct plan_links *links;
    struct plan_array *row;
    double scale;
    int64_t origin_ns;      /* doubles hold no times of day to the nanosecond */
    struct moment *now;     /* of each strand */
    guint *op;              /* of each strand: the one it is in, PLAN_NONE at first */
    struct moment *sent;    /* of each send: when it began */
    struct moment *posted;  /* of each receive */
    struct moment *entered; /* of each participation */
    GArray *starts;         /* double, of I/O in the order of the row */
    GArray *ends;
    GArray *by_start; /* struct timed */
    GArray *by_end;
    GArray *spare;
    GArray *others; /* guint, of I/O as in `starts` */
};

static const struct plan_op *op_of(const struct scaling *s, guint strand, guint op)
{
    const struct plan_strand *one = g_ptr_array_index(s->links->strands, strand);
    return plan_strand_op(one, op);
}

/* The rest of the call is as long as it was behind the last that it waited for. */
static void end_call(const struct scaling *s, guint strand, guint op, const struct moment *latest)
{
    struct moment *now = &s->now[strand];
    const double end = (double)(op_of(s, strand, op)->end_ns - s->origin_ns);
    now->scaled_ns = latest->scaled_ns + MAX(end - latest->recorded_ns, 0);
    now->recorded_ns = MAX(end, latest->recorded_ns);
}

/* Let the time until a call begins go by: time between calls is what is scaled. */
static void begin_call(const struct scaling *s, struct moment *now, const struct plan_op *op)
{
    const double start = (double)(op->start_ns - s->origin_ns);
    now->scaled_ns += MAX(start - now->recorded_ns, 0) * s->scale;
    now->recorded_ns = MAX(start, now->recorded_ns);
}

/* Come to the begin of a call. Those before it that wait for nobody take as long as they did. */
static void come_to(const struct scaling *s, guint strand, guint op)
{
    struct moment *now = &s->now[strand];
    const guint before = s->op[strand];
    if (before == op) {
        return;
    }
    s->op[strand] = op;
    if (before == PLAN_NONE) { /* traces begin where they began */
        now->recorded_ns = (double)(op_of(s, strand, op)->start_ns - s->origin_ns);
        now->scaled_ns = now->recorded_ns;
        return;
    }
    for (guint i = before; i < op; i++) {
        if (i > before) {
            begin_call(s, now, op_of(s, strand, i));
        }
        const struct moment begin = *now;
        end_call(s, strand, i, &begin);
    }
    begin_call(s, now, op_of(s, strand, op));
}

static void wait_for(struct moment *latest, const struct moment *other)
{
    latest->recorded_ns = MAX(latest->recorded_ns, other->recorded_ns);
    latest->scaled_ns = MAX(latest->scaled_ns, other->scaled_ns);
}

static void leave(const struct scaling *s, guint strand, const struct plan_event *event)
{
    const struct plan_participation *own = plan_links_part(s->links, event->what);
    struct moment latest = s->now[strand];
    if (own->meeting != PLAN_NONE) {
        const struct plan_meeting *meeting = plan_links_meeting(s->links, own->meeting);
        for (guint i = 0; i < meeting->count; i++) {
            if (plan_meeting_reaches(meeting, i, own->position)) {
                wait_for(&latest, &s->entered[plan_links_member(s->links, meeting, i)]);
            }
        }
    }
    end_call(s, strand, event->op, &latest);
}

static void end_message(const struct scaling *s, guint strand, const struct plan_event *event,
                        guint partner, const struct moment *others)
{
    struct moment latest = s->now[strand];
    if (partner != PLAN_NONE) {
        wait_for(&latest, &others[partner]);
    }
    end_call(s, strand, event->op, &latest);
}

static void do_io(const struct scaling *s, guint strand, guint op)
{
    const struct moment begin = s->now[strand];
    const struct plan_op *what = op_of(s, strand, op);
    if (what->call.posix == PLAN_POSIX_NONE &&
        (what->call.role == PLAN_OPEN || what->call.role == PLAN_CLOSE)) {
        return; /* those who take part end it together */
    }
    end_call(s, strand, op, &begin);
    const double until = s->now[strand].scaled_ns;
    g_array_append_val(s->starts, begin.scaled_ns);
    g_array_append_val(s->ends, until);
}

static void step(const struct scaling *s, const struct plan_place *place)
{
    const struct plan_event *event = plan_links_event(s->links, place->strand, place->event);
    come_to(s, place->strand, event->op);
    const struct moment *now = &s->now[place->strand];
    switch (event->step) {
    case PLAN_STEP_IO:
        do_io(s, place->strand, event->op);
        return;
    case PLAN_STEP_SEND:
        s->sent[event->what] = *now;
        return;
    case PLAN_STEP_POST:
        s->posted[event->what] = *now;
        return;
    case PLAN_STEP_ENTER:
        s->entered[event->what] = *now;
        return;
    case PLAN_STEP_RECEIVE:
        end_message(s, place->strand, event, plan_links_receive(s->links, event->what)->partner,
                    s->sent);
        return;
    case PLAN_STEP_ACCEPT:
        end_message(s, place->strand, event, plan_links_send(s->links, event->what)->partner,
                    s->posted);
        return;
    case PLAN_STEP_LEAVE:
        leave(s, place->strand, event);
        return;
    }
}

static void go_through(struct scaling *s, double scale)
{
    const guint strands = s->links->strands->len;
    s->scale = scale;
    for (guint i = 0; i < strands; i++) {
        s->now[i] = (struct moment){0, 0};
        s->op[i] = PLAN_NONE;
    }
    g_array_set_size(s->starts, 0);
    g_array_set_size(s->ends, 0);
    struct plan_row_at at = {0, 0};
    struct plan_place place;
    while (plan_row_next(s->row, &at, &place)) {
        step(s, &place);
    }
}

/* A time and the I/O that it is of. */
struct timed {
    uint64_t ns; /* from the origin */
    guint io;
};

/* Sort by time, some bits at a time, up to the highest that any has. */
static void sort_times(GArray *times, GArray *spare)
{
    enum { BITS = 11, DIGITS = 1 << BITS };
    guint places[DIGITS];
    uint64_t all = 0;
    g_array_set_size(spare, times->len);
    struct timed *from = (struct timed *)(void *)times->data;
    struct timed *to = (struct timed *)(void *)spare->data;
    for (guint i = 0; i < times->len; i++) {
        all |= from[i].ns;
    }
    for (unsigned shift = 0; shift < 64 && all >> shift != 0; shift += BITS) {
        memset(places, 0, sizeof places);
        for (guint i = 0; i < times->len; i++) {
            places[from[i].ns >> shift & (DIGITS - 1)]++;
        }
        guint before = 0;
        for (guint d = 0; d < DIGITS; d++) {
            const guint count = places[d];
            places[d] = before;
            before += count;
        }
        for (guint i = 0; i < times->len; i++) {
            to[places[from[i].ns >> shift & (DIGITS - 1)]++] = from[i];
        }
        struct timed *const other = from;
        from = to;
        to = other;
    }
    if (from != (struct timed *)(void *)times->data) {
        memcpy(times->data, from, times->len * sizeof *from);
    }
}

/* Fill `times` with those of all I/O, in order. */
static void order_times(const struct scaling *s, GArray *times, bool of_ends)
{
    g_array_set_size(times, s->starts->len);
    for (guint i = 0; i < s->starts->len; i++) {
        const double start = g_array_index(s->starts, double, i);
        const double end = MAX(g_array_index(s->ends, double, i), start + 1); /* ns */
        g_array_index(times, struct timed, i) =
            (struct timed){(uint64_t)MAX(of_ends ? end : start, 0), i};
    }
    sort_times(times, s->spare);
}

/* Beside how many others each I/O goes on: those that begin before it ends, without those that end
 * before it begins or with that, and itself. */
static void count_others(const struct scaling *s, GArray *others)
{
    order_times(s, s->by_start, false);
    order_times(s, s->by_end, true);
    g_array_set_size(others, s->starts->len);
    const struct timed *starts = (const struct timed *)(void *)s->by_start->data;
    const struct timed *ends = (const struct timed *)(void *)s->by_end->data;
    guint *counts = (guint *)(void *)others->data;
    guint begun = 0;
    for (guint i = 0; i < others->len; i++) {
        while (begun < others->len && starts[begun].ns < ends[i].ns) {
            begun++;
        }
        counts[ends[i].io] = begun;
    }
    guint over = 0;
    for (guint i = 0; i < others->len; i++) {
        while (over < others->len && ends[over].ns <= starts[i].ns) {
            over++;
        }
        guint *count = &counts[starts[i].io];
        *count = *count > over ? *count - over : 0;
    }
}

static bool is_alike(struct scaling *s, double scale, const GArray *recorded)
{
    go_through(s, scale);
    count_others(s, s->others);
    guint64 different = 0;
    for (guint i = 0; i < recorded->len; i++) {
        different += g_array_index(s->others, guint, i) != g_array_index(recorded, guint, i);
    }
    return different * 100 <= (guint64)recorded->len * SHARE_PERCENT;
}

static int64_t find_origin(const struct plan_links *links)
{
    int64_t origin = INT64_MAX;
    for (guint i = 0; i < links->strands->len; i++) {
        const struct plan_strand *strand = g_ptr_array_index(links->strands, i);
        if (strand->ops->len > 0) {
            origin = MIN(origin, plan_strand_op(strand, 0)->start_ns);
        }
    }
    return origin;
}

double plan_scale_find(const struct plan_links *links)
{
    guint64 unresolved = 0;
    struct plan_array *row = plan_walk(links, PLAN_TURN, &unresolved);
    struct scaling s = {
        .links = links,
        .row = row,
        .now = g_new0(struct moment, links->strands->len + 1),
        .op = g_new0(guint, links->strands->len + 1),
        .sent = g_new0(struct moment, links->sends->len + 1),
        .posted = g_new0(struct moment, links->receives->len + 1),
        .entered = g_new0(struct moment, links->parts->len + 1),
        .starts = g_array_new(FALSE, FALSE, sizeof(double)),
        .ends = g_array_new(FALSE, FALSE, sizeof(double)),
        .by_start = g_array_new(FALSE, FALSE, sizeof(struct timed)),
        .by_end = g_array_new(FALSE, FALSE, sizeof(struct timed)),
        .spare = g_array_new(FALSE, FALSE, sizeof(struct timed)),
        .others = g_array_new(FALSE, FALSE, sizeof(guint)),
    };
    s.origin_ns = find_origin(links);
    go_through(&s, 1);
    g_autoptr(GArray) recorded = g_array_new(FALSE, FALSE, sizeof(guint));
    count_others(&s, recorded);
    guint alike = STEPS;
    while (alike > 0 && is_alike(&s, (double)(alike - COARSE) / STEPS, recorded)) {
        alike -= COARSE;
    }
    guint different = alike > 0 ? alike - COARSE : 0;
    while (alike > 0 && alike - different > 1) {
        const guint middle = different + (alike - different) / 2;
        if (is_alike(&s, (double)middle / STEPS, recorded)) {
            alike = middle;
        } else {
            different = middle;
        }
    }
    plan_array_free(row);
    g_free(s.now);
    g_free(s.op);
    g_free(s.sent);
    g_free(s.posted);
    g_free(s.entered);
    g_array_unref(s.starts);
    g_array_unref(s.ends);
    g_array_unref(s.by_start);
    g_array_unref(s.by_end);
    g_array_unref(s.spare);
    g_array_unref(s.others);
    return (double)alike / STEPS;
}
