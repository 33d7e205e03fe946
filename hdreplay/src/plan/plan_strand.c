/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan_strand.h"

#include "plan_error.h"
#include "plan_file.h"
#include "plan_posix.h"

#include <string.h>

void plan_strand_free(struct plan_strand *strand)
{
    if (strand != NULL) {
        plan_array_free(strand->ops);
        plan_array_free(strand->done);
        g_ptr_array_unref(strand->names);
        g_clear_pointer(&strand->marks, g_array_unref);
        plan_array_free(strand->kinds);
        g_free(strand);
    }
}

static int64_t get_int(const hd_reader *reader, size_t element, const char *name, int64_t otherwise)
{
    int64_t value = otherwise;
    return hd_reader_get_int(reader, element, name, &value) ? value : otherwise;
}

/* What no MPI has as a number counts as not told. */
static int32_t get_small(const hd_reader *reader, size_t element, const char *name,
                         int32_t otherwise)
{
    const int64_t value = get_int(reader, element, name, otherwise);
    return value < INT32_MIN || value > INT32_MAX ? otherwise : (int32_t)value;
}

/** Old traces hold the numbers of their MPI for anybody and nobody, all negative. */
static int32_t get_partner(const hd_reader *reader, const char *name)
{
    const int32_t rank = get_small(reader, 0, name, PLAN_NOBODY);
    return rank < PLAN_ANYBODY ? PLAN_NOBODY : rank;
}

static void add_done(struct plan_strand *strand, struct plan_op *op, const hd_reader *reader,
                     size_t count)
{
    op->first_done = strand->done->len;
    for (size_t i = 1; i <= count; i++) {
        int64_t request = -1;
        int64_t value = 0;
        if (!hd_slice_equals(hd_reader_get_name(reader, i), "For") ||
            !hd_reader_get_int(reader, i, "rid", &request)) {
            continue;
        }
        const bool told = hd_reader_get_int(reader, i, "done", &value);
        const struct plan_done done = {
            .request = request,
            .told = told,
            .done = told && value == 1,
            .cancelled = get_int(reader, i, "cancelled", 0) == 1,
            .from = get_small(reader, i, "fromRank", PLAN_NOBODY),
            .from_tag = get_small(reader, i, "fromTag", 0),
        };
        plan_array_add(strand->done, &done);
    }
    op->done_count = strand->done->len - op->first_done;
    /* `Start` of one request, and waits of the first traces, have it as their own. */
    if (op->done_count == 0 && op->request >= 0 && op->call.role >= PLAN_START &&
        op->call.role <= PLAN_TRY) {
        const struct plan_done done = {.request = op->request, .from = PLAN_NOBODY};
        plan_array_add(strand->done, &done);
        op->done_count = 1;
    }
}

/** The offset in bytes: calls with an explicit one tell it in units of the view, too. */
static int64_t get_offset(const hd_reader *reader)
{
    int64_t offset = -1;
    if (hd_reader_get_int(reader, 0, "absOffset", &offset) ||
        hd_reader_get_int(reader, 0, "offset", &offset)) {
        return offset;
    }
    for (size_t i = 1; hd_reader_get_name(reader, i).length > 0; i++) {
        if (hd_slice_equals(hd_reader_get_name(reader, i), "Data")) {
            return get_int(reader, i, "offset", -1);
        }
    }
    return -1;
}

static int64_t get_size(const hd_reader *reader)
{
    int64_t size = -1;
    if (hd_reader_get_int(reader, 0, "size", &size) ||
        hd_reader_get_int(reader, 0, "sendSize", &size)) {
        return size;
    }
    for (size_t i = 1; hd_reader_get_name(reader, i).length > 0; i++) {
        if (hd_slice_equals(hd_reader_get_name(reader, i), "Data")) {
            return get_int(reader, i, "size", -1);
        }
    }
    return -1;
}

/* O_TMPFILE is given the name of a folder. */
static bool has_no_name(const struct plan_call *call, const char *mode)
{
    return call->posix == PLAN_POSIX_OPEN && mode != NULL && strstr(mode, "TMPFILE") != NULL;
}

static void add_names(struct plan_strand *strand, struct plan_op *op, hd_reader *reader)
{
    const char *mode =
        plan_posix_opens(op->call.posix) ? hd_reader_get_text(reader, 0, "amode") : NULL;
    const char *attribute = op->call.posix == PLAN_POSIX_INHERIT ? "path" : "name";
    op->tells_no_way = plan_posix_opens(op->call.posix) && plan_posix_mode(mode) == 0;
    if (has_no_name(&op->call, mode)) {
        return;
    }
    const char *name = hd_reader_get_text(reader, 0, attribute);
    if (name != NULL) {
        op->name = strand->names->len;
        g_ptr_array_add(strand->names, plan_project_file_name(name));
    }
    if (name != NULL && op->call.posix == PLAN_POSIX_RENAME) {
        const char *other = hd_reader_get_text(reader, 0, "toName");
        g_ptr_array_add(strand->names, plan_project_file_name(other == NULL ? "" : other));
    }
}

static void add_op(struct plan_strand *strand, hd_reader *reader, const hd_entry *entry,
                   const struct plan_call *call, uint64_t state)
{
    hd_slice unused;
    struct plan_op op = {
        .call = *call,
        .state = state,
        .start_ns = entry->start_ns,
        .end_ns = entry->end_ns,
        .cid = get_small(reader, 0, "cid", -1),
        .to = get_partner(reader, "toRank"),
        .to_tag = get_small(reader, 0, "toTag", 0),
        .from = get_partner(reader, "fromRank"),
        .from_tag = get_small(reader, 0, "fromTag", 0),
        .root = get_small(reader, 0, "rootRank", get_small(reader, 0, "root", -1)),
        .size = get_size(reader),
        .bytes = get_int(reader, 0, "bytes", -1),
        .offset = get_offset(reader),
        .file_size = get_int(reader, 0, "fileSize", -1),
        .request = get_int(reader, 0, "rid", -1),
        .file = get_int(reader, 0, "oid", get_int(reader, 0, "fid", -1)),
        .name = G_MAXUINT,
        .failed = hd_reader_find(reader, 0, "err", &unused),
    };
    if (call->role == PLAN_OPEN || call->role == PLAN_IO) {
        add_names(strand, &op, reader);
    }
    add_done(strand, &op, reader, entry->data_count);
    plan_array_add(strand->ops, &op);
    const guint16 kind = (guint16)plan_file_call_find(entry->name.at, entry->name.length);
    plan_array_add(strand->kinds, &kind);
}

static void add_mark(struct plan_strand *strand, const hd_reader *reader, const hd_entry *entry,
                     guint first)
{
    const struct plan_mark mark = {
        .index = (uint64_t)get_int(reader, 0, "op", -1),
        .trace = get_int(reader, 0, "trace", -1),
        .wait_ns = get_int(reader, 0, "wait", -1),
        .start_ns = entry->start_ns,
        .end_ns = entry->end_ns,
        .first_op = first,
        .op_count = strand->ops->len - first,
    };
    g_array_append_val(strand->marks, mark);
}

static void cut_ops(const struct plan_strand *strand, guint count)
{
    plan_array_set_length(strand->ops, count);
    plan_array_set_length(strand->kinds, count);
}

/* What was open before the tracer saw it is told by an event. */
static bool is_a_call(const hd_reader *reader, const hd_entry *entry, struct plan_call *call)
{
    hd_slice file;
    if (hd_reader_find(reader, 0, "fid", &file) && plan_call_find_posix(entry->name, call)) {
        return (call->posix == PLAN_POSIX_INHERIT) == (entry->kind == HD_ENTRY_EVENT);
    }
    return entry->kind == HD_ENTRY_STATE && plan_call_find(entry->name, call);
}

static void add_state(struct plan_strand *strand, GArray *nested, hd_reader *reader,
                      const hd_entry *entry, uint64_t state)
{
    struct plan_call call;
    const bool is_call = is_a_call(reader, entry, &call);
    guint before = strand->ops->len;
    if (entry->has_nested && nested->len > 0) {
        before = g_array_index(nested, guint, nested->len - 1);
        g_array_set_size(nested, nested->len - 1);
    }
    int64_t number = -1;
    if (is_call) {
        cut_ops(strand, before);
        add_op(strand, reader, entry, &call, state);
        if (strand->marks != NULL && hd_reader_get_int(reader, 0, "op", &number)) {
            add_mark(strand, reader, entry, strand->ops->len - 1);
        }
    } else if (strand->marks != NULL && entry->kind == HD_ENTRY_STATE &&
               hd_slice_equals(entry->name, "Replay")) {
        add_mark(strand, reader, entry, before);
    }
}

/* Of damaged traces; below these, sums and differences of two are numbers too. */
static bool is_in_bounds(const struct plan_strand *strand, const hd_entry *entry)
{
    const int64_t earliest_ns = -(INT64_C(1) << 60); /* 36 years before the epoch */
    const int64_t latest_ns = INT64_C(1) << 62;      /* 146 years behind it */
    const int64_t most_bytes = INT64_C(1) << 60;
    if (entry->start_ns < earliest_ns || entry->start_ns > latest_ns ||
        entry->end_ns < earliest_ns || entry->end_ns > latest_ns) {
        return false;
    }
    if (strand->ops->len == 0) {
        return true;
    }
    const struct plan_op *op = plan_strand_op(strand, strand->ops->len - 1);
    /* A program may ask for as much as it likes, as cat does when it copies a file. */
    return op->failed ||
           (op->bytes < most_bytes && op->offset < most_bytes && op->file_size < most_bytes);
}

struct plan_strand *plan_strand_new(const struct plan_trace *trace, struct plan_spill *spill)
{
    struct plan_strand *strand = g_new0(struct plan_strand, 1);
    strand->trace = trace;
    strand->ops = plan_array_new(spill, sizeof(struct plan_op));
    strand->done = plan_array_new(spill, sizeof(struct plan_done));
    strand->names = g_ptr_array_new_with_free_func(g_free);
    strand->kinds = plan_array_new(spill, sizeof(guint16));
    return strand;
}

static struct plan_strand *read_trace(const struct plan_trace *trace, struct plan_spill *spill,
                                      bool with_marks, GError **error)
{
    hd_reader *reader = NULL;
    if (hd_reader_open(trace->path, &reader) != HD_OK) {
        plan_fail(error, "%s", hd_read_error_get_text());
        return NULL;
    }
    struct plan_strand *strand = plan_strand_new(trace, spill);
    if (with_marks) {
        strand->marks = g_array_new(FALSE, FALSE, sizeof(struct plan_mark));
    }
    g_autoptr(GArray) nested = g_array_new(FALSE, FALSE, sizeof(guint));
    hd_entry entry;
    hd_status status = HD_OK;
    uint64_t states = 0;
    bool is_sound = true;
    while (is_sound && (status = hd_reader_next(reader, &entry)) == HD_OK) {
        if (entry.kind == HD_ENTRY_NESTED) {
            g_array_append_val(nested, strand->ops->len);
        } else if (entry.kind == HD_ENTRY_STATE || entry.kind == HD_ENTRY_EVENT) {
            add_state(strand, nested, reader, &entry, states++);
            is_sound = is_in_bounds(strand, &entry);
        }
    }
    strand->is_cut = status == HD_END && !hd_reader_is_complete(reader);
    if (!is_sound) {
        plan_fail(error,
                  "%s: state %" G_GUINT64_FORMAT ": a time or an amount is out of all bounds",
                  trace->path, states - 1);
        g_clear_pointer(&strand, plan_strand_free);
    } else if (status != HD_END) {
        plan_fail(error, "%s", hd_read_error_get_text());
        g_clear_pointer(&strand, plan_strand_free);
    }
    hd_reader_close(reader);
    return strand;
}

struct plan_strand *plan_strand_read(const struct plan_trace *trace, struct plan_spill *spill,
                                     GError **error)
{
    return read_trace(trace, spill, false, error);
}

struct plan_strand *plan_strand_read_replay(const struct plan_trace *trace,
                                            struct plan_spill *spill, GError **error)
{
    return read_trace(trace, spill, true, error);
}
