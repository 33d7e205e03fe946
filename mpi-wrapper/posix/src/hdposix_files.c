/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hdposix_files.h"

#include "hdposix.h"
#include "hdposix_session.h"

#include <string.h>

static hdp__file files[HDP_FILES_MAX]; /* pages that nobody touches cost nothing */

static hdp__file *at(int fd)
{
    return fd >= 0 && fd < HDP_FILES_MAX && !hdp__is_borrowed() ? &files[fd] : NULL;
}

static hdp__kind kind_of(mode_t mode)
{
    return S_ISREG(mode) || S_ISBLK(mode)    ? HDP_REGULAR
           : S_ISCHR(mode) || S_ISFIFO(mode) ? HDP_STREAM
                                             : HDP_IGNORED;
}

/* The name that the kernel has for it: a path, or "pipe:[815]". */
static void get_name(char name[HDP_PATH_BYTES], int fd)
{
    static const char gone[] = " (deleted)";
    char link[40];
    (void)snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    const ssize_t length = readlink(link, name, HDP_PATH_BYTES - 1);
    if (length <= 0) {
        (void)snprintf(name, HDP_PATH_BYTES, "descriptor %d", fd);
        return;
    }
    name[length] = '\0';
    const size_t bytes = (size_t)length;
    if (bytes > sizeof gone && strcmp(name + bytes + 1 - sizeof gone, gone) == 0) {
        name[bytes + 1 - sizeof gone] = '\0';
    }
}

/* A descriptor that was there before the tracer looked: others may move its position as well. */
static void tell(hd_trace *trace, const hdp__file *file, int fd, int flags, const char *name)
{
    char mode[HDP_MODE_BYTES];
    hdp__mode_text(mode, flags);
    hd_trace_begin_event(trace, "opened");
    hd_trace_add_int(trace, "fid", file->fid);
    hd_trace_add_int(trace, "oid", file->oid);
    hd_trace_add_int(trace, "fd", fd);
    hd_trace_add_text(trace, "path", name); /* an event has a name already */
    hd_trace_add_text(trace, "amode", mode);
    const off_t offset = file->kind == HDP_REGULAR ? HDP_REAL(lseek)(fd, 0, SEEK_CUR) : -1;
    if (offset >= 0) {
        hd_trace_add_int(trace, "offset", offset);
        hd_trace_add_int(trace, "fileSize", hdp__file_size(file, fd));
    }
    hd_trace_end_event(trace);
}

static hdp__kind kind_now(hdp__file *file)
{
    return (hdp__kind)atomic_load_explicit(&file->kind, memory_order_acquire);
}

static void set_kind(hdp__file *file, hdp__kind kind)
{
    atomic_store_explicit(&file->kind, (int)kind, memory_order_release);
}

/* Whoever had the number before has given it back, in the order of the two. */
static void begin(hdp__file *file, int flags, bool is_own_offset)
{
    (void)kind_now(file);
    file->generation = hdp__run.generation;
    file->is_appending = (flags & O_APPEND) != 0;
    file->is_own_offset = is_own_offset;
    file->children = atomic_load_explicit(&hdp__run.children, memory_order_relaxed);
    file->is_told = false;
    file->position = 0;
}

static bool is_recorded(hdp__kind kind)
{
    return kind == HDP_REGULAR || kind == HDP_STREAM;
}

static void look(hd_trace *trace, hdp__file *file, int fd)
{
    struct stat status;
    const int flags = HDP_REAL(fcntl)(fd, F_GETFL);
    if (flags < 0 || fstat(fd, &status) != 0) {
        return; /* not open: remains unknown */
    }
    const hdp__kind kind = (flags & O_PATH) != 0 ? HDP_IGNORED : kind_of(status.st_mode);
    if (kind == HDP_IGNORED) {
        begin(file, flags, false);
        set_kind(file, kind);
        return;
    }
    char name[HDP_PATH_BYTES];
    get_name(name, fd);
    begin(file, flags, false);
    file->fid = hdp__name_id(name, kind == HDP_REGULAR ? status.st_size : 0);
    file->oid = hdp__run.lender->next_opening();
    set_kind(file, kind);
    tell(trace, file, fd, flags, name);
}

hdp__file *hdp__file_get(hd_trace *trace, int fd)
{
    hdp__file *const file = at(fd);
    if (file == NULL) {
        return NULL;
    }
    if (kind_now(file) == HDP_UNKNOWN || file->generation != hdp__run.generation) {
        set_kind(file, HDP_UNKNOWN);
        look(trace, file, fd);
    }
    return is_recorded(kind_now(file)) ? file : NULL;
}

hdp__file *hdp__file_known(int fd)
{
    hdp__file *const file = at(fd);
    return file != NULL && is_recorded(kind_now(file)) && file->generation == hdp__run.generation
               ? file
               : NULL;
}

hdp__file *hdp__file_opened(int fd, int fid, int flags, int64_t *size_bytes)
{
    struct stat status;
    hdp__file *const file = at(fd);
    *size_bytes = HDP_ABSENT;
    if (file == NULL || fstat(fd, &status) != 0) {
        return NULL;
    }
    const hdp__kind kind = (flags & O_PATH) != 0 ? HDP_IGNORED : kind_of(status.st_mode);
    if (kind == HDP_IGNORED) { /* a folder may be closed by closedir, unseen */
        set_kind(file, HDP_UNKNOWN);
        return NULL;
    }
    begin(file, flags, S_ISREG(status.st_mode) && (flags & O_APPEND) == 0);
    file->fid = fid;
    file->oid = hdp__run.lender->next_opening();
    if (S_ISREG(status.st_mode)) {
        *size_bytes = status.st_size;
    }
    set_kind(file, kind);
    return file;
}

void hdp__file_closed(int fd)
{
    hdp__file *const file = at(fd);
    if (file != NULL) {
        set_kind(file, HDP_UNKNOWN);
    }
}

void hdp__file_duplicated(int fd, int copy)
{
    hdp__file *const from = at(fd);
    hdp__file *const to = at(copy);
    if (from == NULL || !is_recorded(kind_now(from)) || from->generation != hdp__run.generation ||
        to == NULL) {
        hdp__file_closed(copy);
        return;
    }
    from->is_own_offset = false;
    (void)kind_now(to);
    to->generation = from->generation;
    to->fid = from->fid;
    to->oid = from->oid;
    to->is_appending = from->is_appending;
    to->is_own_offset = false;
    to->is_told = false;
    set_kind(to, kind_now(from));
}

void hdp__file_flags(int fd, int flags)
{
    hdp__file *const file = at(fd);
    if (file != NULL && file->is_appending != ((flags & O_APPEND) != 0)) {
        file->is_appending = (flags & O_APPEND) != 0;
        file->is_own_offset = false;
    }
}

int64_t hdp__file_moved(hdp__file *file, int fd, int64_t bytes)
{
    if (file->kind != HDP_REGULAR) {
        return HDP_ABSENT;
    }
    if (file->is_own_offset &&
        file->children == atomic_load_explicit(&hdp__run.children, memory_order_relaxed)) {
        return atomic_fetch_add_explicit(&file->position, bytes, memory_order_relaxed);
    }
    if (file->is_told) {
        file->is_told = false;
    }
    const off_t after = HDP_REAL(lseek)(fd, 0, SEEK_CUR);
    return after < bytes ? HDP_ABSENT : after - bytes;
}

int64_t hdp__file_appended(const hdp__file *file, int fd, int64_t bytes)
{
    const int64_t size_bytes = hdp__file_size(file, fd);
    return size_bytes == HDP_ABSENT || size_bytes < bytes ? HDP_ABSENT : size_bytes - bytes;
}

void hdp__file_positioned(hdp__file *file, int64_t offset)
{
    if (file->is_told) {
        file->is_told = false;
    }
    atomic_store_explicit(&file->position, offset, memory_order_relaxed);
}

void hdp__file_moved_back(int fd)
{
    hdp__file *const file = at(fd);
    if (file != NULL) {
        file->is_told = false;
    }
}

void hdp__file_stream(hdp__file *file, int64_t offset)
{
    file->is_own_offset = false;
    file->position = offset < 0 ? 0 : offset;
    file->is_told = offset >= 0;
}

bool hdp__file_writes(int fd)
{
    const int flags = HDP_REAL(fcntl)(fd, F_GETFL);
    return flags >= 0 && (flags & O_ACCMODE) != O_RDONLY;
}

int64_t hdp__file_size(const hdp__file *file, int fd)
{
    struct stat status;
    return file->kind == HDP_REGULAR && fstat(fd, &status) == 0 && S_ISREG(status.st_mode)
               ? status.st_size
               : HDP_ABSENT;
}

void hdp__mode_text(char text[HDP_MODE_BYTES], int flags)
{
    static const struct {
        const char *name;
        int bits;
    } names[] = {
        {"CREAT", O_CREAT},         {"EXCL", O_EXCL},         {"TRUNC", O_TRUNC},
        {"APPEND", O_APPEND},       {"DIRECT", O_DIRECT},     {"SYNC", O_SYNC},
        {"DSYNC", O_DSYNC},         {"TMPFILE", O_TMPFILE},   {"NOFOLLOW", O_NOFOLLOW},
        {"DIRECTORY", O_DIRECTORY}, {"NONBLOCK", O_NONBLOCK}, {"CLOEXEC", O_CLOEXEC},
        {"NOATIME", O_NOATIME},     {"NOCTTY", O_NOCTTY},     {"PATH", O_PATH},
    };
    const int access = flags & O_ACCMODE;
    int rest = flags & ~(O_ACCMODE | 0100000); /* what the kernel says of 64-bit offsets */
    int length = snprintf(text, HDP_MODE_BYTES, "%s",
                          access == O_RDONLY   ? "RDONLY"
                          : access == O_WRONLY ? "WRONLY"
                                               : "RDWR");
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (names[i].bits != 0 && (rest & names[i].bits) == names[i].bits) {
            rest &= ~names[i].bits;
            length +=
                snprintf(text + length, (size_t)(HDP_MODE_BYTES - length), "|%s", names[i].name);
        }
    }
    if (rest != 0) {
        (void)snprintf(text + length, (size_t)(HDP_MODE_BYTES - length), "|0x%x", (unsigned)rest);
    }
}
