/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Entries come from the reader, the bytes that the checksums are of from a second stream of the
 * same text; what the index is told is what the emitter tells it. */
#define _GNU_SOURCE /* memfd_create */
#include "reindex.h"

#include "../read/stream.h"
#include "../src/index.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <hdtrace/read.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { STEP = 1 << 18, KEPT = 1 << 20, END_RECORD = 5 + 24 };

typedef struct indexer {
    hd_reader *reader;
    hd__stream *stream;
    hd__index *index;
    GByteArray *text; /* a window of it */
    off_t offset;     /* of the window */
    off_t end;        /* of the last element */
    gboolean damaged;
    int64_t base_ns;
} indexer;

static off_t get_read(const indexer *all)
{
    return all->offset + (off_t)all->text->len;
}

/* Read on, until the window reaches beyond `place` or the text ends. */
static gboolean reach(indexer *all, off_t place)
{
    while (get_read(all) <= place) {
        const guint before = all->text->len;
        (void)g_byte_array_set_size(all->text, before + STEP);
        bool system = false;
        const ssize_t got =
            hd__stream_read(all->stream, (char *)all->text->data + before, STEP, &system);
        (void)g_byte_array_set_size(all->text, before + (guint)MAX(got, 0));
        all->damaged = all->damaged || got < 0;
        if (got <= 0) {
            return FALSE;
        }
    }
    return TRUE;
}

/* Let go of text that the index has; the last block is needed at the end. */
static void slide(indexer *all)
{
    const off_t drop = all->end - HD__INDEX_BLOCK - all->offset;
    if (drop > KEPT) {
        hd__index_see(all->index, (const char *)all->text->data, all->offset, all->end);
        (void)g_byte_array_remove_range(all->text, 0, (guint)drop);
        all->offset += drop;
    }
}

/* The element that the reader stands behind; its line end is part of it. */
static void end_element(indexer *all, unsigned depth)
{
    off_t end = (off_t)hd_reader_get_offset(all->reader);
    if (reach(all, end) && all->text->data[end - all->offset] == '\n') {
        end++;
    }
    all->end = end;
    hd__index_begin(all->index, depth);
    hd__index_end(all->index, depth, (const char *)all->text->data, all->offset, end);
}

static int64_t get_moved_bytes(const hd_reader *reader)
{
    static const char *const names[] = {"bytes", "size", "sendSize"};
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        int64_t value = 0;
        if (hd_reader_get_int(reader, 0, names[i], &value) && value >= 0) {
            return value;
        }
    }
    return 0;
}

static int64_t get_time(const indexer *all, const char *name)
{
    int64_t time_ns = 0;
    (void)hd_reader_get_time(all->reader, 0, name, &time_ns);
    return all->base_ns + time_ns;
}

static void add_entry(indexer *all, const hd_entry *entry)
{
    switch (entry->kind) {
    case HD_ENTRY_PROGRAM:
        (void)hd_reader_get_time(all->reader, 0, "timeAdjustment", &all->base_ns);
        end_element(all, 0);
        break;
    case HD_ENTRY_STATE:
        end_element(all, entry->depth);
        hd__index_add(all->index, entry->depth,
                      hd__index_name(all->index, entry->name.at, entry->name.length),
                      get_time(all, "time"), get_time(all, "end"), get_moved_bytes(all->reader));
        break;
    case HD_ENTRY_EVENT:
        end_element(all, entry->depth);
        hd__index_add_event(all->index, get_time(all, "time"));
        break;
    case HD_ENTRY_NESTED:
    case HD_ENTRY_BEGIN:
    case HD_ENTRY_END:
    case HD_ENTRY_TEXT:
    case HD_ENTRY_LINE:
        break;
    }
    slide(all);
}

/* FALSE: the trace can't be read to its end. */
static gboolean add_all(indexer *all)
{
    hd_entry entry;
    hd_status status = HD_OK;
    while (!all->damaged && (status = hd_reader_next(all->reader, &entry)) == HD_OK) {
        add_entry(all, &entry);
    }
    while (!all->damaged && reach(all, get_read(all))) {
    }
    hd__index_see(all->index, (const char *)all->text->data, all->offset, get_read(all));
    return status == HD_END && !all->damaged;
}

/* A file that has the end of the text at its place; what was compressed has none such. */
static int make_end(const indexer *all)
{
    const int fd = memfd_create("hdtrace-merge", MFD_CLOEXEC);
    const guint bytes = MIN(all->text->len, (guint)HD__INDEX_BLOCK);
    if (fd >= 0 && pwrite(fd, all->text->data + all->text->len - bytes, bytes,
                          get_read(all) - (off_t)bytes) != (ssize_t)bytes) {
        (void)close(fd);
        return -1;
    }
    return fd;
}

/* A writer that fails says nothing, but leaves its last record out. */
static gboolean has_end_record(const char *path)
{
    char type = 0;
    const int fd = g_open(path, O_RDONLY | O_CLOEXEC, 0);
    const off_t size = fd < 0 ? 0 : lseek(fd, 0, SEEK_END);
    const gboolean got = size > END_RECORD && pread(fd, &type, 1, size - END_RECORD) == 1;
    if (fd >= 0) {
        (void)close(fd);
    }
    return got && type == 'E';
}

static gboolean write_index(indexer *all, const char *path)
{
    all->index = hd__index_create(path);
    if (all->index == NULL) {
        return FALSE;
    }
    const int end = add_all(all) && !hd__index_is_lost(all->index) ? make_end(all) : -1;
    hd__index_destroy(all->index, end);
    if (end >= 0) {
        (void)close(end);
    }
    return end >= 0;
}

gboolean reindex_trace(const char *path)
{
    g_autofree char *stem = g_strconcat(path, ".new", NULL);
    g_autofree char *fresh = g_strconcat(stem, ".idx", NULL);
    g_autofree char *index = g_strconcat(path, ".idx", NULL);
    indexer all = {.text = g_byte_array_new()};
    gboolean done = FALSE;
    if (hd_reader_open(path, &all.reader) == HD_OK && hd__stream_open(&all.stream, path) == 0) {
        done = write_index(&all, stem) && has_end_record(fresh) && g_rename(fresh, index) == 0;
        if (!done) {
            (void)g_unlink(fresh);
        }
    }
    hd__stream_close(all.stream);
    hd_reader_close(all.reader);
    g_byte_array_unref(all.text);
    return done;
}
