/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Begin and end of a trace's text: its files, its head, and its last lines. */
#include "emit.h"

#include "topology_node.h"

#include <errno.h>
#include <stdatomic.h>

/* Text leaves memory: the index must have seen it, and frames may be made of what left before. */
static void leave(void *context, const char *base, off_t offset, off_t end)
{
    const hd__emitter *const emitter = context;
    if (emitter->index != NULL) {
        hd__index_see(emitter->index, base, offset, end);
    }
    if (emitter->frames != NULL) {
        hd__frames_offer(emitter->frames, offset);
    }
}

/* What an earlier trace of that name left behind would be taken for this one's. */
static void remove_other(const char *path, const char *ending)
{
    char name[HD__PATH_BYTES];
    if (hd__text_join(name, HD__PATH_BYTES, path, ending)) {
        (void)hd__system.remove(name);
    }
}

void hd__emitter_remove(const char *path)
{
    remove_other(path, "");
    remove_other(path, ".zst");
    remove_other(path, ".tail");
    remove_other(path, ".idx");
}

/* Create the file that the text goes to first, and the one for its frames. */
static __attribute__((noinline)) int open_frames(hd__emitter *emitter, const char *path,
                                                 const hd__emitter_options *options)
{
    char tail[HD__PATH_BYTES];
    if (!hd__text_join(tail, HD__PATH_BYTES, path, ".tail")) {
        return -ENAMETOOLONG;
    }
    int error = hd__sink_create(&emitter->sink, tail, options->window_bytes);
    if (error == 0) {
        error = hd__frames_create(path, tail, emitter->sink.fd, &emitter->frames);
        if (error != 0) {
            (void)hd__sink_destroy(&emitter->sink);
            (void)hd__system.remove(tail);
        }
    }
    return error;
}

/* Paths are long and stacks may be small. */
static int open_files(hd__emitter *emitter, const char *path, const hd__emitter_options *options)
{
    return options->compress ? open_frames(emitter, path, options)
                             : hd__sink_create(&emitter->sink, path, options->window_bytes);
}

/* The sink is there already. */
static void set_defaults(hd__emitter *emitter, const hd__emitter_options *options)
{
    const uint64_t reserve = HD__SINK_RESERVE / 2; /* the last lines */
    const uint64_t most = options->limit_bytes == 0 ? INT64_MAX : options->limit_bytes;
    emitter->limit = (off_t)(most > INT64_MAX ? INT64_MAX : most > reserve ? most - reserve : 0);
    emitter->sink.leaving = leave;
    emitter->sink.context = emitter;
    emitter->base_ns = options->base_ns;
    emitter->unused_digits = options->six_decimals ? 3 : 0;
    emitter->front_ns = INT64_MIN; /* no time is that early */
    emitter->memos[0] = (hd__memo){.present = HD__MEMO_NONE};
}

int hd__emitter_init(hd__emitter *emitter, const char *path, const hd__emitter_options *options)
{
    memset(emitter, 0, offsetof(hd__emitter, memos));
    remove_other(path, ".idx");
    const int error = open_files(emitter, path, options);
    if (error != 0) {
        return error;
    }
    remove_other(path, options->compress ? "" : ".zst");
    if (!options->compress) {
        remove_other(path, ".tail");
    }
    set_defaults(emitter, options);
    emitter->index = options->index ? hd__index_create(path) : NULL;
    return 0;
}

int hd__emitter_resume(hd__emitter *emitter, const char *file, const hd__emitter_options *options,
                       const hd__emitter_place *place)
{
    memset(emitter, 0, offsetof(hd__emitter, memos));
    const int error = hd__sink_resume(&emitter->sink, file, options->window_bytes, place->length);
    if (error != 0) {
        return error;
    }
    set_defaults(emitter, options);
    emitter->open_nested = place->open_nested;
    emitter->stopped = place->stopped;
    emitter->counts = place->counts;
    return 0;
}

/* A process may die in the middle of the copy: the first byte comes last, so that the file has the
 * whole line or, to all that read up to a NUL, nothing. */
static bool put_head(hd__sink *sink, const char *text, size_t bytes)
{
    const bool done = hd__sink_append(sink, "", 1) && hd__sink_append(sink, text + 1, bytes - 1);
    atomic_signal_fence(memory_order_seq_cst);
    return done && hd__sink_patch(sink, 0, text, 1) == 0;
}

bool hd__emit_head(hd__emitter *emitter, const char *text, size_t bytes)
{
    hd__sink *const sink = &emitter->sink;
    if (emitter->index != NULL) {
        hd__index_begin(emitter->index, 0);
    }
    emitter->failed = !put_head(sink, text, bytes);
    hd__sink_mark(sink);
    if (emitter->index != NULL && !emitter->failed) { /* the first entry may stand behind it */
        hd__index_end(emitter->index, 0, sink->base, sink->offset, hd__sink_get_size(sink));
    }
    if (emitter->frames != NULL && !emitter->failed) {
        hd__frames_put_head(emitter->frames, text, bytes);
    }
    return !emitter->failed;
}

int hd__emit_patch(hd__emitter *emitter, off_t offset, const char *text, size_t bytes)
{
    char old[256];
    if (bytes > sizeof old) {
        return -EINVAL;
    }
    int error = emitter->index == NULL ? 0 : hd__sink_read(&emitter->sink, offset, old, bytes);
    if (error == 0 && emitter->index != NULL) {
        hd__index_hide(emitter->index);
    }
    if (error == 0) {
        error = hd__sink_patch(&emitter->sink, offset, text, bytes);
    }
    if (error == 0 && emitter->frames != NULL) {
        error = hd__frames_patch(emitter->frames, offset, text, bytes);
    }
    if (error == 0 && emitter->index != NULL) {
        hd__index_replace(emitter->index, offset, old, text, bytes);
    }
    return error;
}

static char *put_text(char *to, const char *text)
{
    const size_t bytes = strlen(text);
    /* NOLINTNEXTLINE(bugprone-not-null-terminated-result): what follows it is appended */
    memcpy(to, text, bytes);
    return to + bytes;
}

static char *put_count(char *to, const char *before, uint64_t count)
{
    return hd__put_uint(put_text(to, before), count);
}

static uint64_t get_dropped(const hd_trace_counts *counts)
{
    return counts->dropped_depth + counts->dropped_io + counts->dropped_signal +
           counts->dropped_limit + counts->overwritten;
}

/* A cause that is not named where nothing was lost by it. */
static char *put_cause(char *to, const char *before, uint64_t count)
{
    return count == 0 ? to : put_count(to, before, count);
}

/* `<Event name='HDTraceSummary' ...>`; gives back its end. */
static char *put_summary(hd__emitter *emitter, char *at, int64_t now_ns)
{
    const hd_trace_counts *const counts = &emitter->counts;
    at = put_text(at, "<Event name='HDTraceSummary' time='");
    at = hd__emit_put_time(emitter, at, now_ns);
    at = put_count(at, "' states='", counts->states);
    at = put_count(at, "' dropped='", get_dropped(counts));
    at = put_count(at, "' cause='depth:", counts->dropped_depth);
    at = put_count(at, ";disk:", counts->dropped_io);
    at = put_cause(at, ";signal:", counts->dropped_signal);
    at = put_cause(at, ";limit:", counts->dropped_limit);
    at = put_cause(at, ";overwritten:", counts->overwritten);
    at = put_count(at, "' cut='", counts->cut_values);
    return put_text(at, "'/>\n");
}

bool hd__emit_summary(hd__emitter *emitter, int64_t now_ns)
{
    hd__sink *const sink = &emitter->sink;
    if (get_dropped(&emitter->counts) + emitter->counts.cut_values == 0) {
        return true;
    }
    char text[HD__SINK_RESERVE / 2 + HD__DEPTH_MAX];
    memset(text, '\t', emitter->open_nested);
    const char *const end = put_summary(emitter, text + emitter->open_nested, now_ns);
    if (!hd__sink_append_last(sink, text, (size_t)(end - text))) {
        return false;
    }
    if (emitter->index != NULL) {
        hd__index_begin(emitter->index, emitter->open_nested);
        hd__index_end(emitter->index, emitter->open_nested, sink->base, sink->offset,
                      hd__sink_get_size(sink));
        hd__index_add_event(emitter->index, now_ns);
    }
    return true;
}

bool hd__emit_tail(hd__emitter *emitter, int64_t now_ns)
{
    static const char last[] = "</Program>\n";
    if (emitter->open_nested != 0 || emitter->sink.torn || !hd__emit_summary(emitter, now_ns)) {
        return false;
    }
    return hd__sink_append_last(&emitter->sink, last, sizeof last - 1);
}

int hd__emitter_flush(hd__emitter *emitter)
{
    return hd__sink_flush(&emitter->sink);
}

int hd__emitter_fini(hd__emitter *emitter, bool whole)
{
    hd__sink *const sink = &emitter->sink;
    const off_t size = hd__sink_get_size(sink);
    if (emitter->index != NULL) {
        hd__index_see(emitter->index, sink->base, sink->offset, size);
    }
    const int error = hd__sink_finish(sink);
    if (emitter->index != NULL) {
        hd__index_destroy(emitter->index, whole && error == 0 ? sink->fd : -1);
    }
    if (emitter->frames != NULL) {
        hd__frames_destroy(emitter->frames, size);
    }
    const int last = hd__sink_destroy(sink);
    return error != 0 ? error : last;
}
