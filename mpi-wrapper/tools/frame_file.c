/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* fopencookie */
#include "frame_file.h"

#include <errno.h>
#include <fcntl.h>
#include <hdtrace/read.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

enum { FRAME_BYTES = 1 << 20, LEVEL = 1 };

/* --- reading -----------------------------------------------------------------------------------
 */

static ssize_t read_text(void *cookie, char *to, size_t bytes)
{
    size_t got = 0;
    const hd_status status = hd_text_read(cookie, to, bytes, &got);
    if (status == HD_OK || status == HD_END) {
        return (ssize_t)got;
    }
    errno = status == HD_FORMAT ? EBADMSG : errno;
    return -1;
}

static int close_text(void *cookie)
{
    hd_text_close(cookie);
    return 0;
}

FILE *frame_file_read(const char *path)
{
    const cookie_io_functions_t functions = {.read = read_text, .close = close_text};
    hd_text *text = NULL;
    const hd_status status = hd_text_open(path, &text);
    if (status != HD_OK) {
        errno = status == HD_NOMEM ? ENOMEM : errno;
        return NULL;
    }
    FILE *const stream = fopencookie(text, "r", functions);
    if (stream == NULL) {
        hd_text_close(text);
    }
    return stream;
}

/* --- writing -----------------------------------------------------------------------------------
 */

typedef struct writer {
    int fd;
    ZSTD_CCtx *context;
    GByteArray *text;  /* of the frame that is being filled */
    GByteArray *table; /* rows of the seek table */
} writer;

static void add_little(GByteArray *to, guint32 number)
{
    const guint32 little = GUINT32_TO_LE(number);
    (void)g_byte_array_append(to, (const guint8 *)&little, sizeof little);
}

static gboolean write_all(int fd, const char *data, gsize bytes)
{
    while (bytes > 0) {
        const ssize_t step = write(fd, data, bytes);
        if (step < 0 && errno != EINTR) {
            return FALSE;
        }
        data += MAX(step, 0);
        bytes -= (gsize)MAX(step, 0);
    }
    return TRUE;
}

static gboolean write_frame(writer *to)
{
    const gsize room = ZSTD_compressBound(to->text->len);
    g_autofree char *frame = g_malloc(room);
    const gsize bytes =
        ZSTD_compressCCtx(to->context, frame, room, to->text->data, to->text->len, LEVEL);
    if (ZSTD_isError(bytes)) {
        errno = ENOMEM;
        return FALSE;
    }
    add_little(to->table, (guint32)bytes);
    add_little(to->table, to->text->len);
    (void)g_byte_array_set_size(to->text, 0);
    return write_all(to->fd, frame, bytes);
}

static ssize_t write_text(void *cookie, const char *text, size_t bytes)
{
    writer *const to = cookie;
    for (gsize done = 0; done < bytes;) {
        const gsize step = MIN(bytes - done, FRAME_BYTES - to->text->len);
        (void)g_byte_array_append(to->text, (const guint8 *)text + done, (guint)step);
        done += step;
        if (to->text->len == FRAME_BYTES && !write_frame(to)) {
            return 0; /* how such a function tells an error */
        }
    }
    return (ssize_t)bytes;
}

/* A skippable frame with the sizes of all others. */
static gboolean write_seek_table(const writer *to)
{
    g_autoptr(GByteArray) frame = g_byte_array_new();
    static const guint8 no_checksums = 0;
    add_little(frame, 0x184d2a5e);
    add_little(frame, to->table->len + 9);
    (void)g_byte_array_append(frame, to->table->data, to->table->len);
    add_little(frame, to->table->len / 8);
    (void)g_byte_array_append(frame, &no_checksums, 1);
    add_little(frame, 0x8f92eab1);
    return write_all(to->fd, (const char *)frame->data, frame->len);
}

static int close_writer(void *cookie)
{
    writer *const to = cookie;
    const gboolean done =
        (to->text->len == 0 || write_frame(to)) && write_seek_table(to) && fsync(to->fd) == 0;
    const int error = errno;
    (void)close(to->fd);
    (void)ZSTD_freeCCtx(to->context);
    g_byte_array_unref(to->text);
    g_byte_array_unref(to->table);
    g_free(to);
    errno = error;
    return done ? 0 : EOF;
}

FILE *frame_file_write(const char *path, mode_t mode)
{
    const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode);
    if (fd < 0) {
        return NULL;
    }
    writer *const to = g_new0(writer, 1);
    *to = (writer){fd, ZSTD_createCCtx(), g_byte_array_sized_new(FRAME_BYTES), g_byte_array_new()};
    const cookie_io_functions_t functions = {.write = write_text, .close = close_writer};
    FILE *const stream = fopencookie(to, "w", functions);
    if (stream == NULL) {
        (void)close_writer(to);
    }
    return stream;
}
