/* SPDX-License-Identifier: GPL-3.0-or-later */
/* After the death of a process: bring its trace up to what its ring holds. */
#include "error.h"
#include "ring_convert.h"
#include "ring_owner.h"
#include "ring_table.h"
#include "sys.h"

#include <errno.h>
#include <fcntl.h>
#include <hdtrace/ring.h>
#include <stdlib.h>
#include <string.h>

/* What was asked for. */
typedef struct request {
    const char *path; /* of the ring */
    hd_ring_options options;
    bool ends; /* the trace shall be whole, as if its program had ended it */
    hd_ring_report report;
} request;

enum { HEAD_BYTES = 512, WINDOW_BYTES = 1 << 20, RING_BYTES = sizeof ".ring" - 1 };

/* Where the text of X.ring stands, allocated: X.trc, or X.trc.tail while it is compressed. What the
 * frames of X.trc.zst hold already is made again there, of the same bytes, and no reader looks at
 * it. */
static char *get_trace_path(const char *path, bool compressed)
{
    const size_t stem = strlen(path) - RING_BYTES;
    char *const trace = hd__system.alloc(stem + sizeof ".trc.tail");
    if (trace != NULL) {
        memcpy(trace, path, stem);
        memcpy(trace + stem, ".trc.tail", compressed ? sizeof ".trc.tail" : sizeof ".trc");
        trace[stem + (compressed ? sizeof ".trc.tail" : sizeof ".trc") - 1] = '\0';
    }
    return trace;
}

static bool has(const hd__ring_map *map, unsigned flag)
{
    return (hd__ring_get(map, HD__RING_FLAGS) & flag) != 0;
}

/* Whether the trace begins in the second that the ring's times are relative to. What was compressed
 * is NUL bytes here. */
static bool belongs_to(const hd__ring_map *map, int fd)
{
    static const char word[] = "timeAdjustment='";
    char head[HEAD_BYTES + 1] = "";
    (void)!hd__system.read(fd, head, HEAD_BYTES);
    const char *const at = strstr(head, word);
    if (has(map, HD__RING_ZSTD) && head[0] == '\0') {
        return true;
    }
    return at != NULL && strtoll(at + sizeof word - 1, NULL, 10) ==
                             (int64_t)hd__ring_get(map, HD__RING_BASE_NS) / HD__NANOS_PER_SECOND;
}

/* Text of all that is left, and the trace's end where its program came to it. */
static hd_status convert(hd__ring_conversion *conversion, const char *path)
{
    if (hd__ring_convert_rest(conversion) == HD__RING_END) {
        return HD_OK;
    }
    const int error = conversion->emitter->sink.error;
    return error != 0 ? hd__fail_system(path, error)
                      : hd__fail(HD_FORMAT, "%s: a record is damaged", path);
}

/* What comes behind the last record. False: not even the end of a trace that ended. */
static bool append_last(hd__ring_conversion *conversion, bool ends)
{
    hd__emitter *const emitter = conversion->emitter;
    const int64_t ended_ns = (int64_t)hd__ring_get(conversion->map, HD__RING_ENDED);
    emitter->counts.overwritten = hd__ring_get(conversion->map, HD__RING_OVERWRITTEN);
    if (ended_ns == 0 && !ends) {
        (void)hd__emit_summary(emitter, conversion->last_ns);
        return false;
    }
    return hd__emit_close_blocks(emitter) &&
           hd__emit_tail(emitter, ended_ns != 0 ? ended_ns : conversion->last_ns);
}

static hd_status append(hd__ring_conversion *conversion, const char *path, bool ends)
{
    hd__emitter *const emitter = conversion->emitter;
    const hd_status status = convert(conversion, path);
    bool whole = false;
    if (status == HD_OK) {
        whole = append_last(conversion, ends);
        hd__ring_note_checkpoint(conversion, true);
    }
    const int error = hd__emitter_fini(emitter, whole);
    if (status == HD_OK && error != 0) {
        return hd__fail_system(path, error);
    }
    return status == HD_OK && ends && !whole ? hd__fail(HD_IO, "%s: the trace is incomplete", path)
                                             : status;
}

/* The trace from its last checkpoint on. */
static hd_status resume(hd__ring_map *map, hd__emitter *emitter, const char *trace_path,
                        const hd_template *const *shapes, request *asked)
{
    const hd__ring_checkpoint last = hd__ring_get_checkpoint(map);
    const hd__emitter_options options = {.window_bytes = WINDOW_BYTES,
                                         .base_ns = (int64_t)hd__ring_get(map, HD__RING_BASE_NS),
                                         .six_decimals = has(map, HD__RING_ORIGINAL),
                                         .limit_bytes = hd__ring_get(map, HD__RING_LIMIT_BYTES)};
    const hd__emitter_place place = {.length = (off_t)last.length,
                                     .open_nested = (unsigned)last.open_nested,
                                     .stopped = last.stopped != 0,
                                     .counts = last.counts};
    const int error = hd__emitter_resume(emitter, trace_path, &options, &place);
    if (error != 0) {
        return hd__fail_system(trace_path, error);
    }
    const uint64_t oldest = hd__ring_get(map, HD__RING_OLDEST);
    hd__ring_conversion conversion = {
        .map = map,
        .emitter = emitter,
        .shapes = shapes,
        .last_ns = options.base_ns,
        .progress = asked->options.progress,
        .context = asked->options.context,
        .first = {.position = last.drained > oldest ? last.drained : oldest, .line = last.line}};
    const hd_status status = append(&conversion, trace_path, asked->ends);
    asked->report.states = emitter->counts.states - last.counts.states;
    asked->report.events = emitter->counts.events - last.counts.events;
    return status;
}

/* The two files belong together. */
static hd_status check_trace(const hd__ring_map *map, const char *path, const char *trace_path)
{
    const int fd = hd__system.open(trace_path, O_RDONLY);
    if (fd == -ENOENT) {
        return hd__fail(HD_MISSING, "%s: there is no %s to append to", path, trace_path);
    }
    if (fd < 0) {
        return hd__fail_system(trace_path, fd);
    }
    off_t size = 0;
    const int error = hd__file_get_size(fd, &size);
    const bool fits =
        error == 0 && belongs_to(map, fd) && (uint64_t)size >= hd__ring_get_checkpoint(map).length;
    (void)hd__system.close(fd);
    return fits ? HD_OK : hd__fail(HD_FORMAT, "%s: %s belongs to another run", path, trace_path);
}

/* The trace was complete; only the space behind it may be left. */
static hd_status cut(const char *trace_path, off_t length)
{
    const int fd = hd__system.open(trace_path, O_RDWR);
    if (fd == -ENOENT) { /* all of it was compressed */
        return HD_OK;
    }
    if (fd < 0) {
        return hd__fail_system(trace_path, fd);
    }
    const int error = hd__system.truncate(fd, length);
    (void)hd__system.close(fd);
    return error == 0 ? HD_OK : hd__fail_system(trace_path, error);
}

/* All frames of a trace were written, and its tail went with them: begin another one. */
static hd_status renew_tail(const hd__ring_map *map, const char *trace_path)
{
    const int fd = hd__system.open(trace_path, O_RDWR | O_CREAT);
    if (fd < 0) {
        return hd__fail_system(trace_path, fd);
    }
    off_t size = 0;
    int error = hd__file_get_size(fd, &size);
    if (error == 0 && size == 0) {
        error = hd__system.truncate(fd, (off_t)hd__ring_get_checkpoint(map).length);
    }
    (void)hd__system.close(fd);
    return error == 0 ? HD_OK : hd__fail_system(trace_path, error);
}

static hd_status recover_to(hd__ring_map *map, const char *trace_path, request *asked)
{
    const char *const path = asked->path;
    const hd__ring_checkpoint last = hd__ring_get_checkpoint(map);
    if (last.finished != 0) {
        const hd_status fits = check_trace(map, path, trace_path);
        return fits == HD_OK        ? cut(trace_path, (off_t)last.length)
               : fits == HD_MISSING ? HD_OK /* all of it was compressed */
                                    : fits;
    }
    hd_status status = has(map, HD__RING_ZSTD) && hd__ring_get(map, HD__RING_ENDED) != 0
                           ? renew_tail(map, trace_path)
                           : HD_OK;
    status = status == HD_OK ? check_trace(map, path, trace_path) : status;
    if (status != HD_OK) {
        return status;
    }
    hd__ring_table *table = NULL;
    status = hd__ring_table_load(map, path, &table);
    if (status != HD_OK) {
        return status;
    }
    hd__emitter *const emitter = hd__system.alloc(sizeof *emitter);
    status = emitter == NULL ? hd__fail(HD_NOMEM, "%s: no memory", path)
                             : resume(map, emitter, trace_path,
                                      (const hd_template *const *)table->shapes, asked);
    hd__system.release(emitter);
    hd__ring_table_free(table);
    return status;
}

static hd_status fail_elsewhere(const hd__ring_map *map, const char *path)
{
    char host[HD__RING_HOST_BYTES];
    hd__ring_get_host(map, host);
    return hd__fail(HD_STATE,
                    "%s: its process ran on %s and may still do; run hdtrace merge there, or with "
                    "--elsewhere when the run is over",
                    path, host[0] == '\0' ? "another machine" : host);
}

static hd_status recover(hd__ring_map *map, request *asked)
{
    const char *const path = asked->path;
    const hd__ring_owner owner = hd__ring_claim(map);
    if (owner == HD__OWNER_LIVES) {
        return hd__fail(HD_STATE, "%s: its process still writes it", path);
    }
    if (owner == HD__OWNER_ELSEWHERE && !asked->options.elsewhere) {
        return fail_elsewhere(map, path);
    }
    if (!hd__file_has_name(map->fd)) { /* its process ended the trace after it was opened here */
        return HD_END;
    }
    char *const trace_path = get_trace_path(path, has(map, HD__RING_ZSTD));
    const hd_status status = trace_path == NULL ? hd__fail(HD_NOMEM, "%s: no memory", path)
                                                : recover_to(map, trace_path, asked);
    hd__system.release(trace_path);
    return status;
}

static hd_status remove_ring(const char *path)
{
    const int error = hd__system.remove(path);
    const bool gone = error == 0 || error == -ENOENT; /* another merge may be faster */
    return gone ? HD_OK : hd__fail_system(path, error);
}

static hd_status convert_file(request *asked)
{
    const char *const path = asked->path;
    const size_t bytes = path == NULL ? 0 : strlen(path);
    if (bytes <= RING_BYTES || strcmp(path + bytes - RING_BYTES, ".ring") != 0) {
        return hd__fail(HD_INVALID, "ring: the file's name must end with .ring");
    }
    hd__ring_map map;
    hd_status status = hd__ring_map_open(&map, path);
    if (status == HD_END) {
        return hd__ring_remove_unbegun(path);
    }
    if (status != HD_OK) {
        return status == HD_MISSING ? HD_END : status;
    }
    status = recover(&map, asked);
    status = status == HD_OK ? remove_ring(path) : status;
    hd__ring_map_close(&map);
    return status;
}

hd_status hd_ring_convert_with(const char *path, const hd_ring_options *options,
                               hd_ring_report *report)
{
    static const hd_ring_options none = {.elsewhere = false};
    request asked = {.path = path, .options = options == NULL ? none : *options};
    const hd_status status = convert_file(&asked);
    if (report != NULL) {
        *report = asked.report;
    }
    return status;
}

hd_status hd_ring_convert(const char *path, hd_ring_report *report)
{
    return hd_ring_convert_with(path, NULL, report);
}

hd_status hd__ring_end_trace(const char *path)
{
    request asked = {.path = path, .ends = true};
    return convert_file(&asked);
}
