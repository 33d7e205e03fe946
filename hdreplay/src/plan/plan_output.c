/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan_output.h"

#include "plan_error.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static gboolean fail(const struct plan_output *out, GError **error)
{
    return plan_fail(error, "%s: %s", out->path, g_strerror(errno));
}

gboolean plan_output_may_replace(const char *path, GError **error)
{
    struct stat info;
    return stat(path, &info) != 0 || S_ISREG(info.st_mode) ||
           plan_fail(error, "%s: it is there, and no regular file", path);
}

gboolean plan_output_open(struct plan_output *out, const char *path, GError **error)
{
    const struct plan_file_head nothing = {.version = 0};
    if (!plan_output_may_replace(path, error)) {
        return FALSE;
    }
    *out = (struct plan_output){
        .path = path,
        .part = g_strconcat(path, ".XXXXXX", NULL),
    };
    const int fd = g_mkstemp_full(out->part, O_RDWR | O_CLOEXEC, 0666);
    if (fd < 0) {
        (void)fail(out, error);
        g_free(out->part);
        return FALSE;
    }
    out->file = fdopen(fd, "w+");
    if (out->file == NULL) {
        (void)fail(out, error);
        (void)close(fd);
        (void)g_unlink(out->part);
        g_free(out->part);
        return FALSE;
    }
    if (!plan_output_add(out, &nothing, sizeof nothing, error)) {
        (void)plan_output_close(out, NULL, NULL);
        return FALSE;
    }
    out->checksum = PLAN_FILE_CHECKSUM_START;
    return TRUE;
}

gboolean plan_output_add(struct plan_output *out, const void *bytes, size_t count, GError **error)
{
    if (count > 0 && fwrite(bytes, 1, count, out->file) != count) {
        return fail(out, error);
    }
    out->checksum = plan_file_checksum(out->checksum, bytes, count);
    out->bytes += count;
    return TRUE;
}

gboolean plan_output_add_section(struct plan_output *out, struct plan_section *section,
                                 const void *bytes, size_t count, size_t size, GError **error)
{
    const size_t whole = count * size / 8 * 8;
    char rest[8] = {0};
    *section = (struct plan_section){out->bytes, count};
    if (count * size > whole) {
        memcpy(rest, (const char *)bytes + whole, count * size - whole);
    }
    return plan_output_add(out, bytes, whole, error) &&
           (count * size == whole || plan_output_add(out, rest, sizeof rest, error));
}

static gboolean write_head(struct plan_output *out, struct plan_file_head *head, GError **error)
{
    head->file_bytes = out->bytes;
    head->checksum = 0;
    head->checksum = plan_file_checksum(out->checksum, head, sizeof *head);
    return (fseek(out->file, 0, SEEK_SET) == 0 && fwrite(head, sizeof *head, 1, out->file) == 1 &&
            fflush(out->file) == 0) ||
           fail(out, error);
}

gboolean plan_output_close(struct plan_output *out, struct plan_file_head *head, GError **error)
{
    gboolean ok = head != NULL && write_head(out, head, error);
    const bool is_closed = fclose(out->file) == 0;
    if (ok && (!is_closed || g_rename(out->part, out->path) != 0)) {
        ok = fail(out, error);
    }
    if (!ok) {
        (void)g_unlink(out->part);
    }
    g_free(out->part);
    return ok;
}
