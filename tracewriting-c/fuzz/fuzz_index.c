/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as a trace whose index is made anew: there is none, or a whole one, whose checksums are
 * those of the text and whose states are those that a reader counts.
 *
 * The input's first byte says how often the rest is repeated between a head and an end, so that
 * there are several blocks. */
#include "../tools/reindex.h"
#include "crc32c.h"

#include <glib/gstdio.h>
#include <hdtrace/read.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { BLOCK = 65536, HEADER_BYTES = 8, RECORD_BYTES = 5, END_BYTES = 24, TEXT_MAX = 4 * BLOCK };
enum { STATES_AT = 28, CRC_AT = 32, NAMES_AT = 36, BLOCK_BYTES = 40, NAME_BYTES = 32 };

static char *folder, *trace_path, *index_path;

static void require(int condition, const char *what)
{
    if (!condition) {
        (void)fprintf(stderr, "violated: %s\n", what);
        abort();
    }
}

static void remove_folder(void)
{
    (void)g_unlink(trace_path);
    (void)g_unlink(index_path);
    (void)g_rmdir(folder);
    g_free(folder);
    g_free(trace_path);
    g_free(index_path);
}

static void make_folder(void)
{
    const gboolean shared =
        g_getenv("TMPDIR") == NULL && g_file_test("/dev/shm", G_FILE_TEST_IS_DIR);
    folder = g_build_filename(shared ? "/dev/shm" : g_get_tmp_dir(), "hdtrace-fuzz-XXXXXX", NULL);
    require(g_mkdtemp(folder) != NULL && atexit(remove_folder) == 0, "a folder");
    trace_path = g_build_filename(folder, "x.trc", NULL);
    index_path = g_strconcat(trace_path, ".idx", NULL);
}

static GString *make_text(const uint8_t *data, size_t size)
{
    GString *const text = g_string_new("<Program timeAdjustment='100'>\n");
    for (int times = 1 + *data; times > 0 && text->len + size < TEXT_MAX; times--) {
        (void)g_string_append_len(text, (const char *)data + 1, (gssize)size - 1);
    }
    return g_string_append(text, "</Program>\n");
}

static guint64 get_number(const char *at, size_t bytes)
{
    guint64 number = 0;
    for (size_t i = 0; i < bytes; i++) {
        number = number << 8 | (unsigned char)at[i];
    }
    return number;
}

/* What the records add up to. */
typedef struct sums {
    size_t blocks;
    guint64 names;
    guint64 states;
    gboolean ended;
} sums;

static void check_block(sums *all, const char *body, size_t length, const GString *text)
{
    const size_t from = all->blocks++ * BLOCK;
    require(length >= BLOCK_BYTES &&
                length == BLOCK_BYTES + NAME_BYTES * get_number(body + NAMES_AT, 4),
            "a block is as long as its names need");
    require(from < text->len, "a block has text");
    const size_t bytes = MIN(text->len - from, (size_t)BLOCK);
    require(get_number(body + CRC_AT, 4) == hd__crc32c(0, text->str + from, bytes),
            "a block's checksum");
    require(get_number(body, 8) == UINT64_MAX ||
                (get_number(body, 8) >= from && get_number(body, 8) <= from + bytes),
            "a boundary lies in its block");
    guint64 states = 0;
    for (size_t at = BLOCK_BYTES; at < length; at += NAME_BYTES) {
        require(get_number(body + at, 4) < all->names, "a name is known before");
        states += get_number(body + at + 4, 4);
    }
    require(states == get_number(body + STATES_AT, 4), "the names' states are the block's");
    all->states += states;
}

static void check_end(const char *body, const GString *text)
{
    const size_t bytes = MIN(text->len, (gsize)BLOCK);
    require(get_number(body, 8) == text->len, "the length of the trace");
    require(get_number(body + 8, 4) == hd__crc32c(0, text->str, bytes), "the first checksum");
    require(get_number(body + 12, 4) == hd__crc32c(0, text->str + text->len - bytes, bytes),
            "the last checksum");
}

static sums check_records(const char *index, size_t size, const GString *text)
{
    sums all = {0};
    size_t at = HEADER_BYTES;
    require(size >= HEADER_BYTES && memcmp(index, "HDTI\0\0\0\2", HEADER_BYTES) == 0, "a header");
    while (at < size) {
        require(!all.ended && size - at >= RECORD_BYTES, "records follow each other");
        const char type = index[at];
        const size_t length = get_number(index + at + 1, 4);
        const char *const body = index + at + RECORD_BYTES;
        require(size - at - RECORD_BYTES >= length, "records lie inside the file");
        if (type == 'B') {
            check_block(&all, body, length, text);
        } else if (type == 'E') {
            require(length == END_BYTES, "an end's length");
            check_end(body, text);
            all.ended = TRUE;
        } else {
            require(type == 'N' || type == 'S', "a known record");
            all.names += type == 'N';
        }
        at += RECORD_BYTES + length;
    }
    return all;
}

static guint64 count_states(gboolean *whole)
{
    hd_reader *reader = NULL;
    hd_entry entry;
    hd_status status = hd_reader_open(trace_path, &reader);
    guint64 count = 0;
    if (status == HD_OK) {
        while ((status = hd_reader_next(reader, &entry)) == HD_OK) {
            count += entry.kind == HD_ENTRY_STATE;
        }
        hd_reader_close(reader);
    }
    *whole = status == HD_END;
    return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char old[] = "what was there before";
    g_autofree char *index = NULL;
    gsize index_size = 0;
    gboolean whole = FALSE;
    if (folder == NULL) {
        make_folder();
    }
    if (size < 2) {
        return 0;
    }
    GString *const text = make_text(data, size);
    (void)g_unlink(trace_path);
    require(g_file_set_contents(trace_path, text->str, (gssize)text->len, NULL), "a trace");
    require(g_file_set_contents(index_path, old, -1, NULL), "an index");
    const gboolean made = reindex_trace(trace_path);
    require(g_file_get_contents(index_path, &index, &index_size, NULL), "an index is there");
    const guint64 states = count_states(&whole);
    if (made) {
        const sums all = check_records(index, index_size, text);
        require(whole && all.ended && all.states == states, "all states of a whole trace");
        require(all.blocks * BLOCK >= text->len, "blocks of all the text");
    } else {
        require(strcmp(index, old) == 0, "an index that can't be made anew stays");
    }
    (void)g_string_free(text, TRUE);
    return 0;
}
